// The forms of an English word: plural, past, participle, adverb (-ly), quality (-ity), and the act and the doer of a
// verb (-ion, -or). Two words are forms of one word when they leave the same stem. The rules are few, and few endings
// undo each of them. So the forms of a word can be written down and looked up among the known terms, and an index needs
// no stems.
// Invariants:
// - A word has other forms only if it consists of 2 to 24 letters a to z.
// - The forms written down for a word include every word that leaves its stem. So two words find each other, or neither
//   finds the other.

import { IRREGULAR_PLURALS, singularOf } from "./singular.ts";

const WORD_MIN = 2;
const WORD_MAX = 24;
/**
 * The fewest letters of a stem: three in general, two before -ing and -ed (`going`, `used`), four before -ity (`city`).
 */
const STEM_MIN = 3;
const ITY_STEM_MIN = 4;
/** Shorter words in -tion and -ator are words of their own: `option`, `section`. */
const DERIVED_MIN = 8;

/**
 * Endings of adjectives that -ity makes a quality: local, similar, atomic, valid, fragile, active, dense, complex,
 * secure.
 */
const ADJECTIVE = /(?:al|ar|ic|id|il|iv|[nor]s|x|ur)$/;
/**
 * Letters that English doubles before -ed and -ing. Words with other doubled letters are spelt that way (`diff`,
 * `pass`).
 */
const DOUBLED = /[bdgkmnprtv]$/;
/**
 * Words that only seem to have one of the endings, or whose meaning has moved away from the stem: nobody who looks for
 * a product means production.
 */
const WHOLE: ReadonlySet<string> = new Set(
  (
    "anomaly family monopoly butterfly embed hundred charity hospitality publicity university " +
    "conception contention contraction digestion direction exception function objection production projection question reaction"
  ).split(" "),
);
/** The past of verbs in -ee. Other words in -eed are no past (`need`, `speed`, `exceed`). */
const PAST_OF_EE: ReadonlySet<string> = new Set("agreed disagreed decreed freed guaranteed refereed".split(" "));

/** Endings that any stem may take. */
const ENDINGS = ["", "s", "es", "e", "ed", "ing", "ings", "ly", "ely"];
/** Further endings, chosen by how the stem ends. Adjectives take -ity. Participles follow a doubled last letter. */
const T_ENDINGS = ["ion", "ions", "or", "ors"];
const BL_ENDINGS = ["y", "ys", "ies"];
const ADJECTIVE_ENDINGS = ["ity", "itys", "ities"];
const VOWEL_ENDINGS = ["eing", "eings"];
const L_ENDINGS = ["l", "ls", "lly", "led", "ling", "lings"];
const PARTICIPLES = ["ed", "ing", "ings"];
/** A short word keeps its e and takes these endings behind it. Participles replace the e. */
const BEHIND_E = ["", "s", "ly", "ing", "ings"];
/** Endings that replace the i or y at the end of a stem, and the ie of `die`. */
const INSTEAD_OF_I = ["y", "ys", "ying", "yings", "yed"];
const INSTEAD_OF_Y = ["ies", "ied", "ily"];
const INSTEAD_OF_IE = ["ying", "yings"];

let irregularPlurals: Map<string, readonly string[]> | undefined;

/** Returns the stem of a word in lower case: the word without the ending of its form. */
export function stemOf(word: string): string {
  if (!isPlain(word)) return word;
  const single = singularOf(word);
  // Adverbs and past forms have no plural. A word that looks like such a plural is a noun.
  const isNoun = single !== word && !single.endsWith("bly") && (single.endsWith("ly") || single.endsWith("ed"));
  return withoutLast(isNoun || WHOLE.has(single) ? single : withoutEnding(single));
}

/** Returns the other forms of a word, among those for which `isKnown` is true. */
export function otherForms(word: string, isKnown: (candidate: string) => boolean): string[] {
  if (!isPlain(word)) return [];
  const stem = stemOf(word);
  const found = new Set<string>();
  const consider = (candidate: string) => {
    if (candidate !== word && isKnown(candidate) && stemOf(candidate) === stem) found.add(candidate);
  };
  const considerAll = (front: string, endings: readonly string[]) => {
    for (const ending of endings) consider(front + ending);
  };
  const last = stem.charAt(stem.length - 1);
  const body = stem.slice(0, -1);
  if (last === "e") {
    considerAll(stem, BEHIND_E);
    considerAll(body, PARTICIPLES);
    if (stem.length === STEM_MIN && stem.endsWith("ie")) considerAll(stem.charAt(0), INSTEAD_OF_IE);
  } else {
    considerAll(stem, ENDINGS);
    if (isVowel(last)) considerAll(stem, VOWEL_ENDINGS);
    if (last === "i") considerAll(body, INSTEAD_OF_I);
    if (last === "y") considerAll(body, INSTEAD_OF_Y);
    if (last === "t") considerAll(stem, T_ENDINGS);
    if (last === "l") considerAll(stem, L_ENDINGS);
    if (ADJECTIVE.test(stem)) considerAll(stem, ADJECTIVE_ENDINGS);
    if (DOUBLED.test(stem)) considerAll(stem + last, PARTICIPLES);
  }
  if (stem.endsWith("bl")) considerAll(stem, BL_ENDINGS);
  else if (stem.endsWith("ble")) considerAll(body, BL_ENDINGS);
  for (const plural of irregularPluralsOf(stem)) consider(plural);
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

/** Returns the irregular plurals that leave this stem. */
function irregularPluralsOf(stem: string): readonly string[] {
  if (irregularPlurals === undefined) {
    irregularPlurals = new Map();
    for (const plural of IRREGULAR_PLURALS.keys()) {
      const own = stemOf(plural);
      irregularPlurals.set(own, [...(irregularPlurals.get(own) ?? []), plural]);
    }
  }
  return irregularPlurals.get(stem) ?? [];
}

/** Removes -ly, -ing, -ed, -ity, -ion or -or. */
function withoutEnding(word: string): string {
  if (word.endsWith("ly")) return withoutLy(word);
  if (word.endsWith("ing")) return rest(word, 3);
  // `died` comes from `die`, `tried` from `try`.
  if (word.endsWith("ied")) return word.length > STEM_MIN + 1 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (word.endsWith("eed")) return PAST_OF_EE.has(word) ? word.slice(0, -1) : word;
  if (word.endsWith("ed")) return rest(word, 2);
  if (word.endsWith("ity")) return withoutIty(word);
  if (word.length < DERIVED_MIN) return word;
  // After i the verb is another one (`define`) or the word itself (`partition`).
  if (word.endsWith("tion")) return word.endsWith("ition") ? word : word.slice(0, -3);
  return word.endsWith("ator") ? word.slice(0, -2) : word;
}

/** `easily` comes from `easy`, `possibly` from `possible`. `multiply` is no adverb. */
function withoutLy(word: string): string {
  if (word.length <= STEM_MIN + 2 || word.endsWith("ply") || word.endsWith("yly")) return word;
  if (word.endsWith("ily")) return `${word.slice(0, -3)}y`;
  return word.endsWith("bly") ? `${word.slice(0, -1)}e` : word.slice(0, -2);
}

/** `security` comes from `secure`. `priority` is not the quality of being prior. */
function withoutIty(word: string): string {
  const stem = word.slice(0, -3);
  return stem.length >= ITY_STEM_MIN && ADJECTIVE.test(stem) ? stem : word;
}

/**
 * Removes the last `letters` letters of a word. A letter that was doubled before the ending becomes single again, and a
 * dropped e comes back. The word itself comes back when the rest cannot be a word.
 */
function rest(word: string, letters: number): string {
  const stem = word.slice(0, -letters);
  if (stem.length < STEM_MIN - 1 || !hasVowel(stem)) return word;
  const last = stem.charAt(stem.length - 1);
  if (stem.length < STEM_MIN) {
    // `using` comes from `use`, `dying` from `die`, and `dyed` from `dye`.
    if (isVowel(stem.charAt(0))) return `${stem}e`;
    if (last === "y") return letters === "ing".length ? `${stem.charAt(0)}ie` : `${stem}e`;
    return stem;
  }
  if (last === stem.charAt(stem.length - 2) && !isVowel(last)) {
    return stem.length > STEM_MIN && DOUBLED.test(stem) ? stem.slice(0, -1) : stem;
  }
  // `queueing` comes from `queue`, but `singeing` does not come from `sing`.
  if (last === "e" && stem.length > STEM_MIN && !isVowel(stem.charAt(stem.length - 2))) return word;
  return isShort(stem) ? `${stem}e` : stem;
}

/**
 * Drops the e of a longer word (`validate`, not `time`), makes a final ll single (`controll-ed`), and turns a final y
 * into i (`query`, `queries`).
 */
function withoutLast(word: string): string {
  const body = word.slice(0, -1);
  if (body.length < STEM_MIN - 1) return word;
  if (word.endsWith("y")) return isVowel(body.charAt(body.length - 1)) ? word : `${body}i`;
  if (word.endsWith("ll")) return syllables(body) > 1 ? body : word;
  if (!word.endsWith("e") || body.length < STEM_MIN) return word;
  if (body.endsWith("e")) return word;
  if (body.endsWith("u") || body.endsWith("i")) return body;
  return syllables(body) > 0 && !isShort(body) ? body : word;
}

/**
 * Whether the stem has one syllable that ends in a vowel between consonants (`tim`, `stor`). Such a word is written
 * with an e.
 */
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
