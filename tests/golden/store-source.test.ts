// What store and batch say of a source: whether a change of it will be noticed.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeRepository } from "../support/git-repository.ts";
import { useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const serve = useServers("each");
const folder = useFolders("each");

async function inProject() {
  const cwd = join(folder(), "project");
  makeRepository(cwd);
  writeFileSync(join(cwd, "a.ts"), "first\nsecond\n");
  return serve({ cwd });
}

test("source: a line of the project is echoed, and one that is not there is warned of", async () => {
  const helix = await inProject();
  expect(await helix.store("engine", "about the second line", { source: "a.ts:2", confidence: 0.9 })).toBe(
    "stored in engine (~90%)\n  source: a.ts:2 (changes of it will be noticed)",
  );
  for (const [source, why] of [
    ["a.ts:3", "no such line"],
    ["a.ts:0", "no such line"],
    ["b.ts:1", "no such file"],
    ["../a.ts", "outside of the project"],
  ]) {
    expect(await helix.store("engine", "about nothing", { source, force: true })).toBe(
      `stored in engine\n  source warning: ${source}: ${why}`,
    );
  }
});

test("source: of a file beyond a limit the limits are named", async () => {
  const cwd = join(folder(), "project");
  makeRepository(cwd);
  writeFileSync(join(cwd, "lines.ts"), "x\n".repeat(100_001));
  writeFileSync(join(cwd, "bytes.ts"), "x".repeat(1024 * 1024 + 1));
  const helix = await serve({ cwd });
  for (const source of ["lines.ts:5", "bytes.ts:1"]) {
    expect(await helix.store("engine", "about much", { source, force: true })).toBe(
      `stored in engine\n  source warning: ${source}: too large to be watched: over 100,000 lines or 1 MB`,
    );
  }
});

test("terse: nothing is said of a source", async () => {
  const helix = await inProject();
  expect(await helix.store("engine", "a note", { source: "a.ts:2", terse: true })).toBe("stored in engine");
});

test("batch: warnings always, echoes with verbose", async () => {
  const helix = await inProject();
  const entries = [
    { topic: "engine", text: "one", source: "a.ts:1" },
    { topic: "engine", text: "two", source: "b.ts:1" },
  ];
  const warning = "  1: source warning: b.ts:1: no such file";
  expect(await helix.answer("batch", { entries })).toBe(`2 entries stored across 1 topic\n${warning}`);
  expect(await helix.answer("batch", { entries, verbose: true, force: true })).toBe(
    [
      "2 entries stored across 1 topic",
      "  0: stored in engine",
      "  0: source: a.ts:1 (changes of it will be noticed)",
      "  1: stored in engine",
      warning,
    ].join("\n"),
  );
});

test("outside of a project nothing is said of a file that is not there", async () => {
  const helix = await serve();
  expect(await helix.store("engine", "a note", { source: "src/cache.rs:27" })).toBe("stored in engine");
});
