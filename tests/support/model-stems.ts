// A second way to tell whether two words are forms of one, for the search model: a table of endings, tried from the top, written
// from the description of the forms and sharing no code with src/.

/** An ending, what stands in its place, and how long the whole word has to be at least. */
type Rule = readonly [ending: RegExp, instead: string, least: number];

const PLURALS: readonly Rule[] = [
  [/ies$/, "y", 5],
  [/ies$/, "ies", 0],
  [/(ss|x|ch|sh)es$/, "$1", 5],
  [/(ss|us|is)$/, "$1", 0],
  [/s$/, "", 4],
];
/** What is put behind -ing and -ed that were taken off, until it is known what stood before them. */
const MARK = "|";
const FORMS: readonly Rule[] = [
  [/ply$/, "ply", 0],
  [/ily$/, "y", 6],
  [/bly$/, "ble", 6],
  [/ly$/, "", 6],
  [/ly$/, "ly", 0],
  [/^(..+)ing$/, `$1${MARK}ing`, 5],
  [/ied$/, "y", 5],
  [/ied$/, "ied", 0],
  [/eed$/, "eed", 0],
  [/^(..+)ed$/, `$1${MARK}ed`, 4],
  [/(ing|ed)$/, "$1", 0],
  [/ity$/, "", 7],
  [/ity$/, "ity", 0],
  [/tion$/, "t", 8],
  [/ator$/, "at", 8],
];
const LAST: readonly Rule[] = [
  [/([^aeiou])y$/, "$1i", 3],
  [/([ui])e$/, "$1", 4],
];

/** What forms of one word have in common. */
export function modelStem(word: string): string {
  if (!/^[a-z]{2,24}$/.test(word)) return word;
  const [front, ending] = applied(FORMS, applied(PLURALS, word)).split(MARK);
  const stem = ending === undefined ? front! : unmarked(front!, ending);
  const last = applied(LAST, stem);
  const body = stem.slice(0, -1);
  const shape = shapeOf(body);
  if (stem.endsWith("ll")) return /VC.*VC/.test(shape) ? body : stem;
  if (last !== stem || !/^...+e$/.test(stem)) return last;
  return /VC/.test(shape) && !wantsE(body, shape) ? body : stem;
}

/** What stands before -ing and -ed, as a word. */
function unmarked(front: string, ending: string): string {
  if (!/[aeiouy]/.test(front)) return front + ending;
  if (front.length === 2) return /^[aeiou]/.test(front) ? `${front}e` : front;
  if (/([^aeiou])\1$/.test(front)) return front.length > 3 ? front.replace(/([^aeioulsz])\1$/, "$1") : front;
  return wantsE(front, shapeOf(front)) ? `${front}e` : front;
}

function wantsE(body: string, shape: string): boolean {
  return /^C*V+C+$/.test(shape) && /CVC$/.test(shape) && !/[wxy]$/.test(body);
}

/** V for vowels and C for consonants; y is a vowel behind a consonant. */
function shapeOf(body: string): string {
  let shape = "";
  for (const letter of body) {
    shape += /[aeiou]/.test(letter) || (letter === "y" && shape.endsWith("C")) ? "V" : "C";
  }
  return shape;
}

function applied(rules: readonly Rule[], word: string): string {
  const rule = rules.find(([ending, , least]) => word.length >= least && ending.test(word));
  return rule === undefined ? word : word.replace(rule[0], rule[1]);
}
