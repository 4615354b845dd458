// Texts cut into chunks as files of every kind, and whether no line is lost.

import { coverageFlaw } from "../../quality/code/line-coverage.ts";
import { chunkText } from "../../src/code/index/code-document.ts";

/** A name of a file for each language and each other way to cut a text. */
export const KINDS_OF_FILES = [
  ...[
    "a.sh",
    "a.c",
    "a.h",
    "a.cpp",
    "a.cs",
    "a.go",
    "a.java",
    "a.js",
    "a.kt",
    "a.php",
    "a.py",
    "a.rb",
    "a.rs",
    "a.sql",
  ],
  ...["a.swift", "a.tsx", "a.ts", "a.md", "a.txt", "Makefile"],
];

/** What is wrong with the chunks of a text, by the names of files; none: nothing. */
export function coverageFlaws(text: string, names: readonly string[] = KINDS_OF_FILES): string[] {
  return names.flatMap((name) => {
    const flaw = coverageFlaw(text, chunkText(name, text));
    return flaw === null ? [] : [`${name}: ${flaw}`];
  });
}
