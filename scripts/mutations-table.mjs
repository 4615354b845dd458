// The mutations of tests/mutations/*.json: one file for each promise of docs/RELIABILITY.md. Plain Node without
// dependencies.
//
// A mutation has a `name` (what is broken), a `file`, a `search` text that stands there once, what it is to `replace`
// it with, the `test` file that must fail, and `fails`: a part of the full name of the test in it that does.
//
// Left to others: applying and running them (mutations.mjs).

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {{promise: string, name: string, file: string, search: string, replace: string, test: string,
 * fails: string}} Mutation
 */

/**
 * All mutations, in the order of the promises.
 * @param {string} root the checkout
 * @returns {Mutation[]}
 */
export function readMutations(root) {
  const folder = join(root, "tests", "mutations");
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return files
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    .flatMap((name) => {
      const { promise, mutations } = JSON.parse(readFileSync(join(folder, name), "utf8"));
      return mutations.map((mutation) => ({ promise, ...mutation }));
    });
}

/**
 * A text with a mutation in it.
 * @param {string} text
 * @param {Mutation} mutation
 * @returns {{text: string} | {problem: string}} the problem when the text that is searched for does not stand there
 * exactly once
 */
export function mutated(text, { file, search, replace }) {
  const count = text.split(search).length - 1;
  if (count !== 1) return { problem: `cannot be applied: the text that it replaces stands ${count} times in ${file}` };
  return { text: text.replace(search, () => replace) };
}

/**
 * The table of docs/RELIABILITY.md.
 * @param {Mutation[]} mutations
 * @returns {string}
 */
export function markdownTable(mutations) {
  const rows = mutations.map(
    ({ promise, name, test }) => `| ${Number.parseInt(promise, 10)} | ${name} | \`${test}\` |\n`,
  );
  return `| promise | what is broken | the test that fails |\n|---|---|---|\n${rows.join("")}`;
}
