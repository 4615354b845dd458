// What becomes of the outputs of command lines as they are written in real life: tests/fixtures/command-lines.txt.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { bundledFiles, FilterSet } from "../../../src/filters/filter-set.ts";
import { whyWholeCommand, whyWholeText, whyWholeUnfiltered } from "../../../src/filters/policy.ts";
import { printedLine } from "../../../src/filters/printing-commands.ts";
import { shorten } from "../../../src/filters/shorten.ts";

const path = fileURLToPath(new URL("../../fixtures/command-lines.txt", import.meta.url));
const rows = readFileSync(path, "utf8")
  .split("\n")
  .filter((row) => row !== "" && !row.startsWith("#"))
  .map((row) => row.split(" => ") as [line: string, decision: string]);
const filters = new FilterSet(bundledFiles());

/** The decision by the command alone, in the words of the fixture. */
function decisionFor(text: string): string {
  const line = printedLine(text);
  const filter = filters.findFor(line);
  const why = whyWholeCommand(line) ?? (filter === null ? whyWholeUnfiltered(line) : null);
  if (why !== null) return `whole: ${why}`;
  return filter?.isWhole === true ? `whole: the filter ${filter.name}` : (filter?.name ?? "none");
}

test.each(rows)("%s: %s", (line, decision) => {
  expect(decisionFor(line)).toBe(decision);
});

const hunk = `@@ -1,3 +1,3 @@\n-const price = 1;\n+const price = 2;\n${" unchanged();\n".repeat(300)}`;
const plain = Array.from({ length: 400 }, (_, at) => `row ${at} of the table`).join("\n");

test.each([
  ["unified", `--- a/shop.ts\n+++ b/shop.ts\n${hunk}`],
  ["of git", `diff --git a/shop.ts b/shop.ts\nindex 1..2\n${hunk}`],
  ["of a merge", `diff --cc shop.ts\nindex 1,2..3\n${hunk}`],
  ["coloured", `\u001b[1m--- a/shop.ts\u001b[m\n\u001b[1m+++ b/shop.ts\u001b[m\n\u001b[36m${hunk}`],
  ["with context", `*** a/shop.ts\n--- b/shop.ts\n***************\n${hunk}`],
  ["behind other lines", `${plain}\n--- a/shop.ts\n+++ b/shop.ts\n${hunk}`],
  ["with the line breaks of Windows", `--- a/shop.ts\r\n+++ b/shop.ts\r\n${hunk}`],
])("a diff %s stays whole, whatever printed it", (_, text) => {
  expect(whyWholeText(text)).toBe("a diff");
  const output = { command: "python3 tools/show.py", text, isFailure: false };
  expect(shorten(output, filters)).toEqual({ kind: "whole", why: "a diff" });
});

test.each([
  ["a rule of signs", `--- results ---\n+++ done +++\n${plain}`],
  ["a log that adds and takes away", `--- 12 rows\n+++ 13 rows\n@@ totals\n${plain}`],
])("%s is no diff", (_, text) => {
  expect(whyWholeText(text)).toBeNull();
});

test("one value of JSON stays whole, and lines of it are a log", () => {
  const items = Array.from({ length: 200 }, (_, id) => ({ id, name: "lamp", price: 20 }));
  const shortened = (text: string) => shorten({ command: "node report.mjs", text, isFailure: false }, filters);
  expect(shortened(JSON.stringify(items, null, 2))).toEqual({ kind: "whole", why: "a value of JSON" });
  expect(shortened(items.map((item) => JSON.stringify(item)).join("\n")).kind).toBe("shortened");
});
