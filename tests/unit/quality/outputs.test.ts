// Figures of shortened outputs, and how recordings are read.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type JudgedOutput, outputFigures } from "../../../quality/outputs/output-figures.ts";
import { outputsTable } from "../../../quality/outputs/outputs-table.ts";
import { readRecordings } from "../../../quality/outputs/recordings.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const output = (given: Partial<JudgedOutput>): JudgedOutput => ({
  tool: "cargo",
  command: "cargo build",
  isFailure: false,
  filter: "cargo",
  bytes: 1000,
  before: 1000,
  after: 400,
  errors: 0,
  lost: [],
  isBack: true,
  ms: 1,
  ...given,
});

test("what is taken away is a share of outputs that succeeded", () => {
  const whole = output({ filter: null, after: 1000, isBack: null });
  const failed = output({ isFailure: true, filter: null, after: 1000, isBack: null });
  const [cargo] = outputFigures([output({}), whole, failed]);
  expect(cargo).toMatchObject({ outputs: 3, failures: 1, shortened: 1, before: 2000, after: 1400 });
  expect(cargo!.taken).toBeCloseTo(0.6);
  expect(cargo!.takenOfAll).toBeCloseTo(0.3);
});

test("the tool from which most was taken comes first, all together last", () => {
  const rows = outputFigures([output({}), output({ tool: "npm", before: 9000 })]);
  expect(rows.map(({ tool }) => tool)).toEqual(["npm", "cargo", "all"]);
});

test("what is longer, lost or not given back is counted and named", () => {
  const judged = [
    output({ command: "a", bytes: 10, before: 10, after: 11 }),
    output({ command: "b", lost: ["x.ts:1 wrong"], errors: 1 }),
    output({ command: "c", isBack: false }),
  ];
  expect(outputFigures(judged).at(-1)).toMatchObject({ longer: 1, lost: 1, errors: 1, notBack: 1 });
  const text = outputsTable(judged);
  expect(text).toContain("errors that are not shown: 1\n  b: x.ts:1 wrong");
  expect(text).toContain("longer: 1\n  a");
  expect(text).toContain("not given back: 1\n  c");
});

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "helix-recordings-"));
  folders.push(folder);
  mkdirSync(join(folder, "inner"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test("recordings are read from all files of a folder, in order", () => {
  const line = (command: string) => `${JSON.stringify({ tool: "git", command, exit: 0, combined: "x" })}\n`;
  const folder = folderWith({
    "b.jsonl": line("2"),
    "a.jsonl": `${line("0")}\n${line("1")}`,
    "inner/c.jsonl": line("3"),
    "n.txt": "no",
  });
  expect(readRecordings([folder]).map(({ command }) => command)).toEqual(["0", "1", "2", "3"]);
});

test.each(["{", "[]", '{"tool":"git","command":"git log","exit":"0","combined":""}', "null"])(
  "%s is no recording",
  (line) => {
    const folder = folderWith({ "a.jsonl": line });
    expect(() => readRecordings([folder])).toThrow(/a\.jsonl:1 is no recording: give/);
  },
);

test("a folder that is not there is said", () => {
  expect(() => readRecordings(["nowhere-at-all"])).toThrow("nowhere-at-all is not there: give a folder of recordings");
});
