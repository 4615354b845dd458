// Whether a part of a test's name can be found among the titles in its file, without running it.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "./helix-binary.ts";

/** Where a title has a value of its table: `%s`, `$name`, and `${name}` in a template. */
const PLACEHOLDER = /%[sdifjoOc#$]|\$\{[^}]*\}|\$[\w.]+/;

/**
 * Titles as they stand in test files, the groups' in front of the tests', by path. The runner reads them off the
 * sources. It sees none in a group under a condition (`describe.runIf`).
 */
export function titlesIn(files: readonly string[], list: string): ReadonlyMap<string, readonly string[]> {
  const vitest = join(repositoryRoot, "node_modules", "vitest", "vitest.mjs");
  const options = ["--bun", vitest, "list", "--staticParse", `--json=${list}`];
  const { status, stderr } = spawnSync(process.execPath, [...options, ...files], {
    cwd: repositoryRoot,
    env: { ...process.env, HELIX_TESTS: "all" },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`vitest list: ${stderr}`);
  const tests = JSON.parse(readFileSync(list, "utf8")) as { file: string; name: string }[];
  return new Map(
    files.map((path) => [
      path,
      tests.filter(({ file }) => file.endsWith(`/${path}`)).map(({ name }) => name.replaceAll(" > ", " ")),
    ]),
  );
}

/**
 * Whether `part` is a part of what a test is called, for one of these titles. What it has in the place of a value must
 * stand somewhere in the source. Not seen: whether that value is one of the table's, and a value that is put together
 * or that comes from another file.
 */
export function isPartOfTitle(part: string, titles: readonly string[], source: string): boolean {
  // A title that the runner does not see.
  if (source.includes(`"${part}`)) return true;
  return titles.some((title) =>
    valuesIn(title.split(PLACEHOLDER), part).some((values) => values.every((value) => source.includes(value))),
  );
}

/** What `part` can have in the places between these pieces of a title. Empty if it is no part of it at all. */
function valuesIn(pieces: readonly string[], part: string): (readonly string[])[] {
  if (pieces.some((piece) => piece.includes(part))) return [[]];
  const all: (readonly string[])[] = [];
  for (let first = 0; first < pieces.length; first++) {
    for (let last = first + 1; last < pieces.length; last++) {
      const between = pieces.slice(first + 1, last).map(escaped);
      const parts = [suffixes(pieces[first]!), ...between, prefixes(pieces[last]!)];
      const found = new RegExp(`^(?:${parts.join(")(.+?)(?:")})$`).exec(part);
      if (found !== null) all.push(found.slice(1));
    }
  }
  return all;
}

/** The ends of a text as alternatives, the longest first. The last one is empty. */
function suffixes(text: string): string {
  return Array.from({ length: text.length + 1 }, (_, at) => escaped(text.slice(at))).join("|");
}

/** The beginnings of a text as alternatives, the longest first. The last one is empty. */
function prefixes(text: string): string {
  return Array.from({ length: text.length + 1 }, (_, at) => escaped(text.slice(0, text.length - at))).join("|");
}

function escaped(text: string): string {
  return text.replace(/[^\w ]/g, "\\$&");
}
