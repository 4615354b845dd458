// What the code of a tree is asked, the same at each call: words of its own lines, and what its commits say.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SEED } from "../corpora.ts";
import { Random } from "../corpus.ts";
import type { CodeTree } from "./code-tree.ts";

const WORDS = 3;
const WORD = /[A-Za-z]{3,}/g;
const TRIES_MAX = 200;

/** Three words of one line, drawn anew at each call. `offset` gives another series. */
export function wordQueries({ folder, paths }: CodeTree, offset = 0): () => string {
  const random = new Random(SEED + offset);
  return () => {
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const lines = readFileSync(join(folder, paths[random.below(paths.length)]!), "utf8").split("\n");
      const line = lines[random.below(lines.length)]!;
      const words = [...new Set(line.match(WORD) ?? [])];
      if (words.length < WORDS) continue;
      const from = random.below(words.length - WORDS + 1);
      return words.slice(from, from + WORDS).join(" ");
    }
    return "return value else";
  };
}

const DEFINED =
  /^\s*(?:export |pub |async |static |public |private )*(?:function|def|fn|func|void|int) +\*?(\w{4,})\s*\(/gm;

/** Names of functions that the tree defines, one of a file drawn anew at each call. */
export function functionNames({ folder, paths }: CodeTree, offset = 0): () => string {
  const random = new Random(SEED + offset);
  return () => {
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const text = readFileSync(join(folder, paths[random.below(paths.length)]!), "utf8");
      const names = Array.from(text.matchAll(DEFINED), ([, name]) => name!);
      if (names.length > 0) return names[random.below(names.length)]!;
    }
    throw new Error("no function was found in the tree");
  };
}

/** What commits say, in turn; words of lines where the history is short. */
export function sentenceQueries(tree: CodeTree, offset = 0): () => string {
  const { subjects } = tree;
  if (subjects.length < WORDS) return wordQueries(tree, offset);
  const random = new Random(SEED + 1 + offset);
  return () => subjects[random.below(subjects.length)]!;
}
