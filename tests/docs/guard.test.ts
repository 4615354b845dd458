// docs/GUARD.md has every attempt that is tried, with what becomes of it.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BYPASS_ROWS, bypassTable } from "../support/bypass-table.ts";
import { HARMLESS_LINES } from "../support/harmless-lines.ts";
import { repositoryRoot } from "../support/helix-binary.ts";

const page = readFileSync(`${repositoryRoot}/docs/GUARD.md`, "utf8");

test("the table of attempts is that of the tests", () => {
  expect(page).toContain(bypassTable());
});

test("no attempt stands there twice", () => {
  const names = BYPASS_ROWS.map(([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
});

test("the number of harmless lines is right", () => {
  expect(page).toContain(`A table of ${HARMLESS_LINES.length}\n  harmless lines`);
});
