// The forms of an English word: what it is in the plural, in the past, while it goes on, as an adverb, and as the thing that is done. Two
// words are forms of one when they leave the same stem. The rules are few, and few endings undo each of them: so the forms of a word can be
// written down and looked up among the terms that there are, and an index needs to know nothing of stems.
// Invariant: what is not written in the letters a to z alone, or is shorter than three of them, has no other form.

const STEM_MIN = 3;
const WORD_MAX = 24;
/** Shorter words in -tion and -ator are words of their own: `option`, `section`. */
const DERIVED_MIN = 8;
/** What forms of a stem end in; in front of -ing and -ed its last letter may be doubled. */
const ENDINGS = ["", "e", "s", "es", "ed", "ing", "ings", "ly", "ely", "ion", "ions", "or", "ors"];
const DOUBLED_ENDINGS = ["ed", "ing", "ings"];

/** What is left of a word in lower case without the ending of its form. */
export function stemOf(word: string): string {
  if (!isPlain(word)) return word;
  const stem = withoutEnding(singular(word));
  return stem.endsWith("e") && stem.length > STEM_MIN ? stem.slice(0, -1) : stem;
}

/** The other forms of a word, of all that are `known`. */
export function otherForms(word: string, isKnown: (candidate: string) => boolean): string[] {
  if (!isPlain(word)) return [];
  const stem = stemOf(word);
  const found: string[] = [];
  const consider = (candidate: string) => {
    if (candidate !== word && isKnown(candidate) && stemOf(candidate) === stem) found.push(candidate);
  };
  for (const ending of ENDINGS) consider(stem + ending);
  const last = stem.charAt(stem.length - 1);
  if (last === "y") {
    const body = stem.slice(0, -1);
    consider(`${body}ies`);
    consider(`${body}ied`);
  } else if (!isVowel(last)) {
    for (const ending of DOUBLED_ENDINGS) consider(stem + last + ending);
  }
  return found;
}

function isPlain(word: string): boolean {
  if (word.length < STEM_MIN || word.length > WORD_MAX) return false;
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at);
    if (code < 0x61 || code > 0x7a) return false;
  }
  return true;
}

function singular(word: string): string {
  if (!word.endsWith("s") || word.length === STEM_MIN) return word;
  if (word.endsWith("ies")) return word.length > STEM_MIN + 1 ? `${word.slice(0, -3)}y` : word;
  const isHissed = word.endsWith("sses") || word.endsWith("xes") || word.endsWith("ches") || word.endsWith("shes");
  if (isHissed && word.length > STEM_MIN + 1) return word.slice(0, -2);
  return word.endsWith("ss") || word.endsWith("us") || word.endsWith("is") ? word : word.slice(0, -1);
}

/** Without -ly, -ing, -ed, -ion or -or. */
function withoutEnding(word: string): string {
  if (word.endsWith("ly")) return word.length > STEM_MIN + 2 ? word.slice(0, -2) : word;
  if (word.endsWith("ing")) return rest(word, 3);
  if (word.endsWith("ied")) return word.length > STEM_MIN + 1 ? `${word.slice(0, -3)}y` : word;
  if (word.endsWith("ed")) return word.endsWith("eed") ? word : rest(word, 2);
  if (word.length < DERIVED_MIN) return word;
  if (word.endsWith("tion")) return word.slice(0, -3);
  return word.endsWith("ator") ? word.slice(0, -2) : word;
}

/** What stands in front of so many letters, if it can be a word; a last letter that was doubled for them is single again. */
function rest(word: string, letters: number): string {
  const stem = word.slice(0, -letters);
  if (stem.length < STEM_MIN || !hasVowel(stem)) return word;
  const last = stem.charAt(stem.length - 1);
  const isDoubled = stem.length > STEM_MIN && last === stem.charAt(stem.length - 2);
  // Words end in ll, ss and zz by themselves.
  return isDoubled && !isVowel(last) && last !== "l" && last !== "s" && last !== "z" ? stem.slice(0, -1) : stem;
}

function hasVowel(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (isVowel(word.charAt(at)) || word.charAt(at) === "y") return true;
  return false;
}

function isVowel(letter: string): boolean {
  return letter === "a" || letter === "e" || letter === "i" || letter === "o" || letter === "u";
}
