// Code in every language that trace reads, with what it defines: comments at the ends of lines (`// = class Cache`)
// name the symbols of that line, a "-" in front those that are not exported.
//
// Left to others: the code itself (tests/fixtures/trace/languages/, one file a language, with `.txt` behind its name so
// that no tool takes it for code of helix).

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "./helix-binary.ts";

export interface CodeFixture {
  /** The name with the extension of its language: `rust.rs`. */
  readonly name: string;
  readonly text: string;
  /** `21 class Cache`, `42 -method Cache.grow`: line, "-" where not exported, kind, full name. */
  readonly symbols: readonly string[];
}

const FOLDER = join(repositoryRoot, "tests", "fixtures", "trace", "languages");
const EXPECTATION = /(?:\/\/|#|--) = (.*)$/;

/** All of them, by name. */
export function codeFixtures(): CodeFixture[] {
  return readdirSync(FOLDER)
    .sort()
    .map((file) => {
      const text = readFileSync(join(FOLDER, file), "utf8");
      const symbols = text.split("\n").flatMap((line, at) => {
        const expected = EXPECTATION.exec(line)?.[1];
        return expected === undefined ? [] : [`${at + 1} ${expected}`];
      });
      return { name: file.replace(/\.txt$/, ""), text, symbols };
    });
}
