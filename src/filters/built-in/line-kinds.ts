// Puts the lines of an output into kinds, and says how rare each line is. Lines of a kind have the same common words in
// the same order, and something else between them: `Compiling foo v1` and `Compiling bar v2` are of one kind.
//
// How: each line becomes its template (line-template.ts), cut into words. A word is common if a part of all lines holds
// it. Every other word becomes a gap. The kind is the sequence of common words and gaps.

import { templateOf } from "./line-template.ts";

/** A word is common if it stands in this part of the lines, and in this many. */
const COMMON_PART = 0.02;
const COMMON_MIN = 3;
const WORDS_MAX = 40;
const WORD = /[\p{L}\p{M}_$]+|[^\s\p{L}\p{M}_$]+/gu;
const GAP = "\u0000";

/** What is known of the lines of an output, by their numbers. */
export interface LineKinds {
  /** The kind of each line. */
  readonly kinds: Uint32Array;
  /** How many lines each kind has. */
  readonly counts: readonly number[];
  /** Whether the lines of a kind have a common word with letters. */
  readonly hasWords: readonly boolean[];
  /** The mean information of the words of each line: the rarer they are, the higher. */
  readonly information: Float64Array;
}

/** Finds the kinds of lines. */
export function lineKinds(texts: readonly string[]): LineKinds {
  const wordIds = new Map<string, number>();
  const frequency: number[] = [];
  const lastLine: number[] = [];
  const isLetters: boolean[] = [];
  const words = texts.map((text, at) => {
    const ids: number[] = [];
    for (const [word] of templateOf(text).matchAll(WORD)) {
      if (ids.length >= WORDS_MAX) break;
      let id = wordIds.get(word);
      if (id === undefined) {
        id = frequency.length;
        wordIds.set(word, id);
        frequency.push(0);
        isLetters.push(/\p{L}{2}/u.test(word));
        lastLine.push(-1);
      }
      if (lastLine[id] !== at) frequency[id]!++;
      lastLine[id] = at;
      ids.push(id);
    }
    return ids;
  });
  const commonMin = Math.max(COMMON_MIN, texts.length * COMMON_PART);
  const kindIds = new Map<string, number>();
  const counts: number[] = [];
  const hasWords: boolean[] = [];
  const kinds = new Uint32Array(texts.length);
  const information = new Float64Array(texts.length);
  words.forEach((ids, at) => {
    let key = "";
    let sum = 0;
    for (const id of ids) {
      const part = frequency[id]! >= commonMin ? `${id} ` : GAP;
      if (part !== GAP || !key.endsWith(GAP)) key += part;
      sum += Math.log(texts.length / frequency[id]!);
    }
    let kind = kindIds.get(key);
    if (kind === undefined) {
      kind = counts.length;
      kindIds.set(key, kind);
      counts.push(0);
      hasWords.push(ids.some((id) => isLetters[id] && frequency[id]! >= commonMin));
    }
    counts[kind]!++;
    kinds[at] = kind;
    information[at] = ids.length === 0 ? 0 : sum / ids.length;
  });
  return { kinds, counts, hasWords, information };
}
