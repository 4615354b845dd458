// Tables of a run, on a terminal and as Markdown.

import { expect, test } from "vitest";
import { markdown, measurementCells, peerTables, table } from "../../../bench/tables.ts";
import { measured, peer, runOf } from "../../support/bench-run.ts";

test("columns are as wide as what stands in them, numbers to the right", () => {
  expect(
    table(
      ["what", "ms"],
      [
        ["search", "1"],
        ["a", "10.5"],
      ],
    ),
  ).toBe(["| what   |   ms |", "|--------|-----:|", "| search |    1 |", "| a      | 10.5 |"].join("\n"));
});

test("peers stand beside helix with their ratios, a table a size", () => {
  const text = peerTables([
    peer(50_000, "helix, over MCP", 2),
    { ...peer(50_000, "Other", 6), store: null, problem: "store is missing" },
    peer(1000, "helix, over MCP", 1),
  ]);
  expect(text.indexOf("1,000 notes")).toBeLessThan(text.indexOf("50,000 notes"));
  const other = text.split("\n").find((line) => line.startsWith("| Other"))!;
  expect(other.split("|").map((cell) => cell.trim())).toEqual([
    "",
    "Other",
    "1.00",
    "6.00 (3.00 ×)",
    "6.00 (3.00 ×)",
    "12.0 (3.00 ×)",
    "–",
    "100",
    "10.0",
    "",
  ]);
  expect(text).toContain("- Other: a note; 50,000 notes: store is missing");
});

test("a measured value without a 95th percentile leaves that cell empty", () => {
  expect(measurementCells(measured(50_000, "index-size", 12, "MB"))).toEqual([
    "50,000",
    "what index-size is",
    "12.0",
    "",
    "MB",
  ]);
});

test("a run as Markdown says where it was measured, and every line of its tables has as many cells as its head", () => {
  const run = runOf(
    [measured(1000, "search", 0.5), measured(50_000, "search", 0.9)],
    [peer(50_000, "helix, over MCP", 1)],
  );
  const text = markdown(run);
  expect(text).toMatch(
    /^helix 1\.2\.3; Bun 1\.0\.0; 2026-02-21 12:00 UTC {2}\n2 × made up, 8 GB; linux 6\.1 x64; ext4\n/,
  );
  for (const block of text
    .trimEnd()
    .split("\n\n")
    .filter((part) => part.startsWith("|"))) {
    expect(new Set(block.split("\n").map((line) => line.split("|").length)).size).toBe(1);
  }
});
