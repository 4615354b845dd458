// What somebody finds with grep: files of code without tests, by how many of the question's words they have in any
// form of writing, then by how often.

import { pathClassOf } from "../../src/code/files/path-class.ts";
import { languageOf } from "../../src/code/languages.ts";
import { STOP_WORDS } from "../../src/engine/text/tokenizer.ts";
import { plainWords } from "../systems/system.ts";
import type { CodeSystem } from "./code-system.ts";

const WORD_LENGTH_MIN = 3;
/** A file with a word more often than this has it often. */
const COUNT_MAX = 1000;

/** The words of a question that are worth looking for. */
export function wantedWords(text: string): string[] {
  return [...new Set(plainWords(text))].filter((word) => word.length >= WORD_LENGTH_MIN && !STOP_WORDS.has(word));
}

export const grepSystem: CodeSystem = {
  name: "grep -i, without tests",
  load({ files }) {
    const texts = files
      .filter(({ path }) => languageOf(path) !== null && pathClassOf(path) !== "test")
      .map(({ path, text }) => ({ path, text: text.toLowerCase() }));
    return {
      rank({ text: question }) {
        const words = wantedWords(question);
        const found: { path: string; distinct: number; count: number }[] = [];
        for (const { path, text } of texts) {
          const counts = words.map((word) => occurrences(text, word)).filter((count) => count > 0);
          if (counts.length === 0) continue;
          found.push({ path, distinct: counts.length, count: counts.reduce((sum, count) => sum + count, 0) });
        }
        found.sort((a, b) => b.distinct - a.distinct || b.count - a.count || (a.path < b.path ? -1 : 1));
        return { files: found.map(({ path }) => path), places: null };
      },
      learn: () => undefined,
      close: () => undefined,
    };
  },
};

function occurrences(text: string, word: string): number {
  let count = 0;
  for (let at = text.indexOf(word); at >= 0 && count < COUNT_MAX; at = text.indexOf(word, at + word.length)) count++;
  return count;
}
