// A second way to tell whether two words are forms of one, for the search model: a table of endings, tried from the
// top, written from the description of the forms and sharing no code with src/.

/** An ending, what stands in its place, and how long the whole word has to be at least. */
type Rule = readonly [ending: RegExp, instead: string, least: number];

/**
 * Words as lists: plurals that have a rule of their own, what is no plural, and what has no ending although it seems
 * to.
 */
const ODD_PLURALS: readonly Rule[] = [
  [/^(api|abi|uri|cli|gui|tui|wiki|emoji)s$/, "$1", 0],
  [/^(alias|bias|bonus|bus|canvas|gas|lens|status|virus|hero)es$/, "$1", 0],
  [/^(analys|ax|cris|hypothes|parenthes|thes)es$/, "$1is", 0],
  [/^(cookie|movie|zombie|cache|cpu|gpu|menu|npu|sku|tpu)s$/, "$1", 0],
  [/^(matr|ind|vert)ices$/, "$1", 0],
  [/^quizzes$/, "quiz", 0],
];
const ODD_SINGULARS: Readonly<Record<string, string>> = { matr: "matrix", ind: "index", vert: "vertex" };
const NO_PLURALS = new Set(
  `news mtls mdns kubernetes postgres jenkins always perhaps series species sometimes
  alias bias atlas canvas pandas keras saas paas iaas lens gas christmas chaos cosmos kudos macos tvos watchos ipados visionos centos
  nixos axios ntfs hdfs btrfs tmpfs procfs sysfs squashfs overlayfs devops gitops mlops secops devsecops does goes`.split(
    /\s+/,
  ),
);
const AS_THEY_ARE =
  /^(anomaly|family|monopoly|butterfly|embed|hundred|charity|hospitality|publicity|university|(conc|exc)eption|contention|(contra|dire|fun|obje|produ|proje|rea)ction|(dig|qu)estion)$/;

const PLURALS: readonly Rule[] = [
  [/ies$/, "y", 5],
  [/(ss|x|ch|sh|zz)es$/, "$1", 4],
  [/(ss|us|is)$/, "$1", 0],
  [/s$/, "", 4],
];
/** What is put behind -ing and -ed that were taken off, until it is known what stood before them. */
const MARK = "|";
const FORMS: readonly Rule[] = [
  [/[py]ly$/, "$&", 0],
  [/ily$/, "y", 6],
  [/bly$/, "ble", 6],
  [/ly$/, "", 6],
  [/ly$/, "ly", 0],
  [/^(..+)ing$/, `$1${MARK}ing`, 5],
  [/ied$/, "y", 5],
  [/ied$/, "ie", 0],
  [/^((dis)?agree|decree|free|guarantee|referee)d$/, "$1", 0],
  [/eed$/, "eed", 0],
  [/^(..+)ed$/, `$1${MARK}ed`, 4],
  [/(ing|ed)$/, "$1", 0],
  [/([ai]l|ar|i[cdv]|[nor]s|x|ur)ity$/, "$1", 7],
  [/ity$/, "ity", 0],
  [/ition$/, "ition", 0],
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
  const single = modelSingular(word);
  // What has a plural is a noun, and no adverb and no past.
  const isKept = AS_THEY_ARE.test(single) || (single !== word && /([^b]ly|ed)$/.test(single));
  const [front, ending] = (isKept ? single : applied(FORMS, single)).split(MARK);
  const stem = ending === undefined ? front! : unmarked(front!, ending);
  const last = applied(LAST, stem);
  const body = stem.slice(0, -1);
  const shape = shapeOf(body);
  if (stem.endsWith("ll")) return /VC.*VC/.test(shape) ? body : stem;
  if (last !== stem || !/^..+[^e]e$/.test(stem)) return last;
  return /VC/.test(shape) && !wantsE(body, shape) ? body : stem;
}

function modelSingular(word: string): string {
  const odd = applied(ODD_PLURALS, word);
  if (odd !== word) return ODD_SINGULARS[odd] ?? odd;
  return NO_PLURALS.has(word) ? word : applied(PLURALS, word);
}

/** What stands before -ing and -ed, as a word. */
function unmarked(front: string, ending: string): string {
  if (!/[aeiouy]/.test(front)) return front + ending;
  if (/^[^aeiou]y$/.test(front)) return ending === "ing" ? front.replace(/y$/, "ie") : `${front}e`;
  if (front.length === 2) return /^[aeiou]/.test(front) ? `${front}e` : front;
  if (/([^aeiou])\1$/.test(front)) return front.length > 3 ? front.replace(/([bdgkmnprtv])\1$/, "$1") : front;
  if (/..[^aeiou]e$/.test(front)) return front + ending;
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
