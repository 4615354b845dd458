// The original program stores what it is given: a body with a NUL in it, a topic without a name. helix took such
// records for damage, or at the end of the log for a torn tail, which its next write moved away, and a compaction would
// have left them out.

import { expect, test } from "vitest";
import { checkStore } from "../../src/notes/store/check.ts";
import { liveEntries, openKnowledgeBase, temporaryDirectory } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { originalLog, writeOriginalLog } from "../support/original-log.ts";
import { addition, DIRECTORY, entryOfOriginal, INDEX_PATH, LOG_PATH } from "../support/random-log.ts";
import { PLACES_STEP } from "../support/runs.ts";
import { useServers } from "../support/served.ts";

const ODD = [
  { topic: "notes", body: "a plain one" },
  { topic: "notes", body: "zero\0inside" },
  { topic: "notes", body: "\0" },
  { topic: "notes", body: `${"\0".repeat(1200)}` },
  { topic: "", body: "a note without a topic" },
  { topic: "", body: "" },
  { topic: "notes", body: "\x01\x02 bytes that begin records \x01\x05\0\0\0\0 and \x02\0\0\0 the rest" },
  { topic: "notes", body: "a plain one, last" },
  { topic: "notes", body: "at the end\0" },
];

function diskWith(log: Uint8Array): MemoryFileSystem {
  const files = new MemoryFileSystem();
  files.write(LOG_PATH, new Uint8Array(log));
  return files;
}

async function bodiesIn(files: MemoryFileSystem): Promise<string[]> {
  const kb = openKnowledgeBase(DIRECTORY, { files });
  const bodies = liveEntries(await kb.view()).map(({ topic, body }) => `${topic}: ${body}`);
  kb.close();
  return bodies.sort();
}

const ALL = ODD.map(({ topic, body }) => `${topic}: ${body}`).sort();

test("all of them are read, with the log as it is, behind an index, after a compaction and behind a write", async () => {
  const files = diskWith(originalLog(ODD));
  expect(await bodiesIn(files)).toEqual(ALL);
  expect(checkStore(files, DIRECTORY)).toMatchObject({ live: ODD.length, damages: [], tornBytes: 0 });

  const kb = openKnowledgeBase(DIRECTORY, { files });
  await kb.mergeNow();
  expect(await bodiesIn(files)).toEqual(ALL);
  await kb.change(() => [addition("notes", "stored by helix")]);
  const more = [...ALL, "notes: stored by helix"].sort();
  expect(await bodiesIn(files)).toEqual(more);
  await kb.compact();
  kb.close();
  expect(await bodiesIn(files)).toEqual(more);
  files.remove(INDEX_PATH);
  expect(await bodiesIn(files)).toEqual(more);
  expect(files.paths().filter((path) => /\.(torn|damaged)-/.test(path))).toEqual([]);
});

test("the original goes on writing behind a compaction, and edits them", async () => {
  const files = diskWith(originalLog(ODD));
  const kb = openKnowledgeBase(DIRECTORY, { files });
  await kb.compact();
  kb.close();
  const log = files.content(LOG_PATH)!;
  const target = Buffer.from(log).indexOf("zero\0inside") - "notes".length - 12;
  const edited = Buffer.concat([log, entryOfOriginal("notes", "zero\0inside\nmore", 29_527_740), tombstoneOf(target)]);
  expect(await bodiesIn(diskWith(edited))).toEqual(
    ALL.map((body) => (body === "notes: zero\0inside" ? "notes: zero\0inside\nmore" : body)).sort(),
  );
});

function tombstoneOf(target: number): Uint8Array {
  const record = Buffer.alloc(8);
  record[0] = 2;
  record.writeUInt32LE(target, 4);
  return record;
}

test("a flipped bit costs the record that it is in, and at most one beside it", async () => {
  const log = originalLog(ODD);
  for (let bit = 8 * 8; bit < log.length * 8; bit += PLACES_STEP) {
    const flipped = Uint8Array.from(log);
    flipped[bit >> 3]! ^= 1 << (bit & 7);
    const kept = await bodiesIn(diskWith(Buffer.from(flipped)));
    const missing = ALL.filter((body) => !kept.includes(body));
    expect(missing.length, `bit ${bit}: ${JSON.stringify(missing).slice(0, 300)}`).toBeLessThanOrEqual(2);
  }
});

const serve = useServers("each");

test("they are shown with the NUL as any control character, found, edited, moved and deleted", async () => {
  const directory = temporaryDirectory();
  writeOriginalLog(directory, [
    { topic: "zeros", body: "the linker\0wants arm64" },
    { topic: "", body: "the linker has no topic" },
    { topic: "", body: "the linker neither" },
  ]);
  const helix = await serve({ directory });
  expect(await helix.search("linker")).toContain("[zeros] 2026-02-20 the linker\uFFFDwants arm64");
  expect(await helix.read("zeros")).toContain("the linker\uFFFDwants arm64");
  expect(await helix.answer("topics")).toMatch(/^"" \(2\) /m);
  expect(await helix.read('""')).toContain("the linker has no topic");

  await helix.answer("edit", { action: "append", topic: "zeros", text: "and more" });
  expect(await helix.read("zeros")).toContain("the linker\uFFFDwants arm64\n  and more");
  await helix.answer("edit", { action: "append", topic: '""', index: 0, text: "and needs none" });
  await helix.answer("edit", { action: "delete", topic: '""', index: 1 });
  await helix.answer("edit", { action: "rename", topic: '""', new_name: "named" });
  expect(await helix.read("named")).toContain("the linker has no topic\n  and needs none");
  await helix.answer("edit", { action: "undo" });
  expect(await helix.read('""')).toContain("the linker has no topic\n  and needs none");
});
