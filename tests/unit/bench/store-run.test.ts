// Runs that are kept.

import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ArgumentError } from "../../../bench/arguments.ts";
import { keepRun, readRun, runName, storedRuns } from "../../../bench/store-run.ts";
import { measured, peer, runOf } from "../../support/bench-run.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const temporaryFolder = useFolders("each");

const run = runOf(
  [measured(1000, "search", 0.5), measured(50_000, "search", 0.9), measured(1_000_000, "index-size", 250, "MB")],
  [peer(1000, "helix, over MCP", 1)],
);

test("a run is called by its day, its sizes, and whether it has no peers", () => {
  expect(runName(run)).toBe("2026-02-21-1k-50k-1m.json");
  expect(runName({ ...run, sizes: [1500] })).toBe("2026-02-21-1500.json");
  expect(runName({ ...run, peers: [] })).toBe("2026-02-21-1k-50k-1m-no-peers.json");
});

test("what is kept is read again as it was, and a second run of the day replaces the first", () => {
  const folder = join(temporaryFolder(), "runs");
  expect(storedRuns(folder)).toEqual([]);
  keepRun(folder, { ...run, measurements: [measured(1000, "search", 9)] });
  const name = keepRun(folder, run);
  expect(readdirSync(folder)).toEqual([name]);
  expect(storedRuns(folder)).toEqual([join(folder, name)]);
  expect(readRun(join(folder, name))).toEqual(run);
});

test.each([
  ["nothing", null],
  ["no JSON", "nonsense"],
  ["null", "null"],
  ["a run of another version", '{"format": 0, "measurements": []}'],
])("%s is refused in one line", (_, text) => {
  const path = join(temporaryFolder(), "run.json");
  if (text !== null) writeFileSync(path, text);
  expect(() => readRun(path)).toThrow(ArgumentError);
  expect(() => readRun(path)).toThrow(/^[^\n]+$/);
});
