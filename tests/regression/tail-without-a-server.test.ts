// Every process that starts indexes anew what no index covers: 0.17 ms a note. A server merges that aside. Where none
// runs, commands and the first hook of a session have to, or a thousand notes make each hook take a tenth of a second,
// for ever.

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { extentOf } from "../../src/notes/store/brief-opening.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { runHelix } from "../support/command-line.ts";
import { askHook } from "../support/hook-process.ts";
import { openKnowledgeBase } from "../support/knowledge.ts";
import { addition } from "../support/random-log.ts";
import { useFolders } from "../support/temporary-folder.ts";

const newFolder = useFolders("each");

function tailOf(directory: string): number {
  return extentOf(diskFileSystem, directory)!.tail;
}

/** A knowledge base of so many notes of a kB each, which nothing has merged. */
async function unmerged(count: number): Promise<string> {
  const directory = newFolder();
  const base = openKnowledgeBase(directory, { mergeWorthBytes: Number.POSITIVE_INFINITY });
  const text = "the pool is small and shared by all. ".repeat(28);
  await base.change(() => Array.from({ length: count }, (_, at) => addition("pool", `${at} ${text}`)));
  base.close();
  expect(tailOf(directory)).toBeGreaterThan(count * 1000);
  return directory;
}

test("what a command leaves to others is short, whatever it did", async () => {
  const base = await unmerged(100);
  expect(runHelix(["search", "pool"], { base, cwd: base }).status).toBe(0);
  expect(tailOf(base)).toBe(0);
  for (let at = 0; at < 3; at++)
    expect(runHelix(["store", "pool", `and cold, ${at}`], { base, cwd: base }).status).toBe(0);
  expect(tailOf(base)).toBeGreaterThan(0);
});

test("a long tail is left to a server that is there; nobody looks for one because of a short tail", async () => {
  const directory = await unmerged(100);
  const base = openKnowledgeBase(directory, { mergeWorthBytes: Number.POSITIVE_INFINITY });
  await base.view();
  await base.leaveTidy(async () => true);
  expect(tailOf(directory)).toBeGreaterThan(100_000);
  await base.leaveTidy(async () => false);
  expect(tailOf(directory)).toBe(0);
  await base.leaveTidy(() => Promise.reject(new Error("asked")));
  base.close();
});

test("the first hook of a session merges what a server would have merged", async () => {
  const base = await unmerged(100);
  const event = { session_id: "one", cwd: base };
  await askHook("prompt", { ...event, prompt: "why is the pool small?" }, { cwd: base, base });
  expect(existsSync(join(base, "index.bin"))).toBe(false);
  expect(await askHook("session", { ...event, source: "startup" }, { cwd: base, base })).toContain("100 notes");
  expect(tailOf(base)).toBe(0);
  rmSync(join(base, "index.bin"));
  await askHook("session", { ...event, session_id: "two", source: "startup" }, { cwd: base, base });
  expect(tailOf(base)).toBe(0);
});

test("but not what would take longer than a hook has", async () => {
  const base = await unmerged(1100);
  await askHook("session", { session_id: "one", cwd: base, source: "startup" }, { cwd: base, base });
  expect(existsSync(join(base, "index.bin"))).toBe(false);
});
