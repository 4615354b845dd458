// What a word may have been meant to be that nobody wrote: all words that are one slip away from it (a letter too many, one missing, a
// wrong one, two in each other's place: Damerau, "A technique for computer detection and correction of spelling errors", 1964). They are
// written down and looked up, so that what that takes depends on the length of the word and not on how many words there are.

/** Shorter words are a slip away from too many others. */
const WORD_MIN = 5;
const WORD_MAX = 24;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** All words one slip away from a word of the letters a to z, of those that are `known`, each once. */
export function slipsOf(word: string, isKnown: (candidate: string) => boolean): string[] {
  if (word.length < WORD_MIN || word.length > WORD_MAX || /[^a-z]/.test(word)) return [];
  const found = new Set<string>();
  const consider = (candidate: string) => {
    if (candidate !== word && isKnown(candidate)) found.add(candidate);
  };
  for (let at = 0; at <= word.length; at++) {
    const head = word.slice(0, at);
    const tail = word.slice(at + 1);
    for (const letter of LETTERS) consider(head + letter + word.slice(at));
    if (at === word.length) break;
    consider(head + tail);
    for (const letter of LETTERS) consider(head + letter + tail);
    if (at + 1 < word.length) consider(head + word[at + 1]! + word[at]! + word.slice(at + 2));
  }
  return [...found];
}
