// The forms of an English word: what it is in the plural, in the past, while it goes on, as an adverb, as a quality, and as the thing that is
// done. Two words are forms of one when they leave the same stem. The rules are few, and few endings undo each of them: so the forms of a
// word can be written down and looked up among the terms that there are, and an index needs to know nothing of stems.
// Invariant: what is not written in the letters a to z alone, in two to 24 of them, has no other form.

const WORD_MIN = 2;
const WORD_MAX = 24;
/** What is left of a word has so many letters at least; two in front of -ing and -ed (`going`, `used`), four in front of -ity (`city`). */
const STEM_MIN = 3;
const ITY_STEM_MIN = 4;
/** Shorter words in -tion and -ator are words of their own: `option`, `section`. */
const DERIVED_MIN = 8;
/** What forms of a stem end in; in front of some of them its last letter may be doubled, and y stands for the i that a stem ends in. */
const ENDINGS = [
  "",
  "e",
  "s",
  "es",
  "ed",
  "ing",
  "ings",
  "y",
  "ly",
  "ely",
  "ion",
  "ions",
  "or",
  "ors",
  "ity",
  "ities",
  "ies",
];
const DOUBLED_ENDINGS = ["", "s", "ed", "ing", "ings"];
const Y_ENDINGS = ["y", "ys", "ying", "yings", "yed"];

/** What is left of a word in lower case without the ending of its form. */
export function stemOf(word: string): string {
  return isPlain(word) ? withoutLast(withoutEnding(singular(word))) : word;
}

/** The other forms of a word, of all that are `known`. */
export function otherForms(word: string, isKnown: (candidate: string) => boolean): string[] {
  if (!isPlain(word)) return [];
  const stem = stemOf(word);
  const found = new Set<string>();
  const consider = (candidate: string) => {
    if (candidate !== word && isKnown(candidate) && stemOf(candidate) === stem) found.add(candidate);
  };
  for (const ending of ENDINGS) consider(stem + ending);
  const last = stem.charAt(stem.length - 1);
  const body = stem.slice(0, -1);
  // A short word keeps its e, and most endings stand in its place.
  if (last === "e") for (const ending of ENDINGS) consider(body + ending);
  else if (last === "i") for (const ending of Y_ENDINGS) consider(body + ending);
  else if (!isVowel(last)) for (const ending of DOUBLED_ENDINGS) consider(stem + last + ending);
  return [...found];
}

function isPlain(word: string): boolean {
  if (word.length < WORD_MIN || word.length > WORD_MAX) return false;
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at);
    if (code < 0x61 || code > 0x7a) return false;
  }
  return true;
}

function singular(word: string): string {
  if (!word.endsWith("s") || word.length <= STEM_MIN) return word;
  if (word.endsWith("ies")) return word.length > STEM_MIN + 1 ? `${word.slice(0, -3)}y` : word;
  const isHissed = word.endsWith("sses") || word.endsWith("xes") || word.endsWith("ches") || word.endsWith("shes");
  if (isHissed && word.length > STEM_MIN + 1) return word.slice(0, -2);
  return word.endsWith("ss") || word.endsWith("us") || word.endsWith("is") ? word : word.slice(0, -1);
}

/** Without -ly, -ing, -ed, -ity, -ion or -or. */
function withoutEnding(word: string): string {
  if (word.endsWith("ly")) return withoutLy(word);
  if (word.endsWith("ing")) return rest(word, 3);
  if (word.endsWith("ied")) return word.length > STEM_MIN + 1 ? `${word.slice(0, -3)}y` : word;
  if (word.endsWith("ed")) return word.endsWith("eed") ? word : rest(word, 2);
  if (word.endsWith("ity")) return word.length >= ITY_STEM_MIN + 3 ? word.slice(0, -3) : word;
  if (word.length < DERIVED_MIN) return word;
  if (word.endsWith("tion")) return word.slice(0, -3);
  return word.endsWith("ator") ? word.slice(0, -2) : word;
}

/** `easily` is of `easy`, `possibly` of `possible`; `multiply` is no adverb. */
function withoutLy(word: string): string {
  if (word.length <= STEM_MIN + 2 || word.endsWith("ply")) return word;
  if (word.endsWith("ily")) return `${word.slice(0, -3)}y`;
  return word.endsWith("bly") ? `${word.slice(0, -1)}e` : word.slice(0, -2);
}

/** What stands in front of so many letters, if it can be a word: a last letter that was doubled for them is single again, an e is back. */
function rest(word: string, letters: number): string {
  const stem = word.slice(0, -letters);
  if (stem.length < STEM_MIN - 1 || !hasVowel(stem)) return word;
  if (stem.length < STEM_MIN) return isVowel(stem.charAt(0)) ? `${stem}e` : stem;
  const last = stem.charAt(stem.length - 1);
  if (last === stem.charAt(stem.length - 2) && !isVowel(last)) {
    // Words end in ll, ss and zz by themselves.
    const isDoubled = stem.length > STEM_MIN && last !== "l" && last !== "s" && last !== "z";
    return isDoubled ? stem.slice(0, -1) : stem;
  }
  return isShort(stem) ? `${stem}e` : stem;
}

/** Without the e of a longer word (`validate`, not `time`), with a single l (`controll-ed`), and with i for y (`query`, `queries`). */
function withoutLast(word: string): string {
  const body = word.slice(0, -1);
  if (body.length < STEM_MIN - 1) return word;
  if (word.endsWith("y")) return isVowel(body.charAt(body.length - 1)) ? word : `${body}i`;
  if (word.endsWith("ll")) return syllables(body) > 1 ? body : word;
  if (!word.endsWith("e") || body.length < STEM_MIN) return word;
  if (body.endsWith("u") || body.endsWith("i")) return body;
  return syllables(body) > 0 && !isShort(body) ? body : word;
}

/** Whether it is of one syllable, a vowel between consonants at its end (`tim`, `stor`): such a word is written with an e. */
function isShort(stem: string): boolean {
  const at = stem.length - 1;
  const last = stem.charAt(at);
  if (isVowelAt(stem, at) || last === "w" || last === "x" || last === "y") return false;
  return isVowelAt(stem, at - 1) && !isVowelAt(stem, at - 2) && syllables(stem) === 1;
}

/** How many times a consonant follows a vowel: the measure of Porter, "An algorithm for suffix stripping", 1980. */
function syllables(stem: string): number {
  let count = 0;
  for (let at = 1; at < stem.length; at++) if (!isVowelAt(stem, at) && isVowelAt(stem, at - 1)) count++;
  return count;
}

function hasVowel(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (isVowel(word.charAt(at)) || word.charAt(at) === "y") return true;
  return false;
}

function isVowelAt(word: string, at: number): boolean {
  return isVowel(word.charAt(at)) || (word.charAt(at) === "y" && at > 0 && !isVowelAt(word, at - 1));
}

function isVowel(letter: string): boolean {
  return letter === "a" || letter === "e" || letter === "i" || letter === "o" || letter === "u";
}
