// Progress of long calls through the protocol's own client: whoever gives a token is told, in figures that only grow.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Progress } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import { manyEntries, writeOriginalLog } from "../support/original-log.ts";
import { type Served, useServers, type Values } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const serve = useServers("each", "compiled");
const folder = useFolders("each");

/** Calls a tool, and gives what its progress was. */
async function progressOf({ client }: Served, name: string, values: Values): Promise<Progress[]> {
  const reports: Progress[] = [];
  const result = await client.callTool({ name, arguments: values }, undefined, {
    onprogress: (progress) => reports.push(progress),
  });
  expect(result.isError ?? false, JSON.stringify(result.content)).toBe(false);
  return reports;
}

function expectGrowing(reports: readonly Progress[]): void {
  expect(reports.length).toBeGreaterThan(0);
  for (const [index, { progress, total }] of reports.entries()) {
    if (index > 0) expect(progress).toBeGreaterThan(reports[index - 1]!.progress);
    if (total !== undefined) expect(progress).toBeLessThanOrEqual(total);
  }
}

/** A server on a log of 10,000 entries whose index is built. */
async function largeServed(): Promise<Served> {
  const directory = folder();
  writeOriginalLog(directory, manyEntries(10_000));
  const helix = await serve({ directory });
  await helix.search("needle1");
  return helix;
}

test("topics action=import: checking, then storing", async () => {
  const helix = await serve();
  const count = 12_000;
  const json = Array.from({ length: count }, (_, number) => ({ topic: `topic-${number % 7}`, text: `note ${number}` }));
  const reports = await progressOf(helix, "topics", { action: "import", json });
  expectGrowing(reports);
  expect([...new Set(reports.map(({ message }) => message))]).toEqual(["checking", "storing"]);
});

test("topics action=reindex: byte by byte of the log", async () => {
  const helix = await largeServed();
  const reports = await progressOf(helix, "topics", { action: "reindex" });
  expectGrowing(reports);
  expect(reports.every(({ message }) => message === "indexing")).toBe(true);
});

test("topics action=compact: comparing entries, and rewriting the log", async () => {
  const helix = await largeServed();
  const compared = await progressOf(helix, "topics", { action: "compact" });
  expectGrowing(compared);
  expect(compared.every(({ message }) => message === "comparing")).toBe(true);
  await helix.answer("edit", { action: "delete", topic: "topic-1", all: true });
  const rewritten = await progressOf(helix, "topics", { action: "compact", log: true, apply: true });
  expectGrowing(rewritten);
  expect(rewritten.map(({ message }) => message)).toContain("compacting");
});

test("trace: file by file", async () => {
  const cwd = folder();
  for (let number = 0; number < 300; number++) {
    writeFileSync(join(cwd, `file${number}.ts`), "export function step() {}\n".repeat(50));
  }
  const helix = await serve({ cwd });
  expectGrowing(await progressOf(helix, "trace", { path: ".", action: "symbols" }));
});

test("a resource that has to wait for an index reports it, too", async () => {
  const directory = folder();
  writeOriginalLog(directory, manyEntries(10_000));
  const { client } = await serve({ directory });
  const reports: Progress[] = [];
  await client.readResource({ uri: "helix://topic/topic-1" }, { onprogress: (progress) => reports.push(progress) });
  expectGrowing(reports);
});
