// The original program compacts the log and takes no lock: it reads the log, and later puts in place what it has read.
// What helix has acknowledged in between was lost with the old file. Compactions of it, renamed or in place, run
// between stores, edits and deletions of two processes that come and go; everything acknowledged is there, once.

import { expect, test } from "vitest";
import { CALLS, COMMANDS } from "../../src/base/wording.ts";
import { noticeLines } from "../../src/features/common/notices.ts";
import type { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import { randomNoteId } from "../../src/notes/text/note-id.ts";
import { liveEntries, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { naiveRecords } from "../support/naive-log.ts";
import { type CompactionKind, originalCompaction } from "../support/original-compaction.ts";
import { addition, DIRECTORY, LOG_PATH, randomNumbers, tombstoneOfOriginal } from "../support/random-log.ts";

const KINDS: readonly CompactionKind[] = ["renamed", "in place"];

/** The time, in milliseconds since 1970; a millisecond passes with each look at it. */
let now = Date.UTC(2026, 1, 21, 12);

/** Opens a knowledge base of a process. */
function opened(files: MemoryFileSystem): KnowledgeBase {
  return openKnowledgeBase(DIRECTORY, { files, remembers: true, newNoteId: randomNoteId, clock: () => now++ });
}

const textOf = (body: string) => body.replace(/\n\[id: .*/s, "");
const texts = async (base: KnowledgeBase) =>
  liveEntries(await base.view())
    .map(({ body }) => textOf(body))
    .sort();

const store = (base: KnowledgeBase, ...bodies: string[]) =>
  base.change(() => bodies.map((body) => addition("notes", body)));

/** Does something to the note that says `text`. */
async function onNote(base: KnowledgeBase, text: string, body: string | null): Promise<void> {
  await base.change((view) => {
    const id = view.topicDocuments("notes").find((each) => textOf(view.body(each) ?? "") === text)!;
    return [body === null ? { kind: "delete", id } : { kind: "replace", id, body }];
  });
}

/** Has the original delete the note that says `text`: it appends a tombstone, and takes no lock. */
function deleteAsOriginal(files: MemoryFileSystem, text: string): void {
  const log = files.content(LOG_PATH)!;
  const found = naiveRecords(log).findLast((each) => each.kind === "entry" && textOf(each.entry.body) === text)!;
  files.overwrite(LOG_PATH, Buffer.concat([log, tombstoneOfOriginal(found.from)]));
}

/** A log of some notes, all of them older than what a test is about. */
async function begun(): Promise<MemoryFileSystem> {
  const files = new MemoryFileSystem();
  const base = opened(files);
  await store(base, ...Array.from({ length: 20 }, (_, at) => `old ${at}`));
  base.close();
  return files;
}
const OLD = Array.from({ length: 20 }, (_, at) => `old ${at}`);

test.each(KINDS)("100 notes between the steps of compactions, %s: none is gone, none is doubled", async (kind) => {
  for (let seed = 0; seed < 2; seed++) {
    const random = randomNumbers(seed);
    const files = await begun();
    let bases = [opened(files), opened(files)];
    let steps = originalCompaction(files, kind);
    const acknowledged = [...OLD];
    for (let at = 0; at < 100; at++) {
      await store(bases[random(2)]!, `note ${at}`);
      acknowledged.push(`note ${at}`);
      if (random(3) === 0 && steps.next().done) steps = originalCompaction(files, kind);
      if (random(9) === 0) await texts(bases[random(2)]!);
      // All processes end, and others come.
      if (random(20) === 0) {
        for (const base of bases) base.close();
        bases = [opened(files), opened(files)];
      }
    }
    while (!steps.next().done) if (random(3) === 0) await texts(bases[0]!);
    // Second copies are deleted when nobody has been at it for a while since it was noticed.
    await texts(bases[1]!);
    now += 11_000;
    for (const base of [...bases, opened(files)]) {
      expect(await texts(base), `seed ${seed}`).toEqual(acknowledged.toSorted());
      base.close();
    }
  }
});

test("what is made good is said with the way back that the reader has", () => {
  const base = { takeNotices: () => [{ kind: "made good", notes: 1, deletions: 4, copies: 0 } as const] };
  const said =
    "note: another program replaced or cut data.log; helix stored 1 note again and deleted 4 notes again. If you restored an older log, take this back: ";
  expect(noticeLines(base, COMMANDS)).toEqual([`${said}helix edit undo`]);
  expect(noticeLines(base, CALLS)).toEqual([`${said}edit action=undo`]);
});

test.each(KINDS)(
  "a note that was stored while the log was rewritten is stored again once, and that is said: %s",
  async (kind) => {
    const files = await begun();
    const steps = originalCompaction(files, kind);
    steps.next();
    const writer = opened(files);
    await store(writer, "in between");
    writer.close();
    while (!steps.next().done);
    expect(Buffer.from(files.content(LOG_PATH)!).includes("in between")).toBe(false);

    const base = opened(files);
    expect(await texts(base)).toEqual([...OLD, "in between"].sort());
    expect(noticeLines(base, COMMANDS)).toEqual([
      "note: another program replaced or cut data.log; helix stored 1 note again. If you restored an older log, take this back: helix edit undo",
    ]);
    const { length } = files.content(LOG_PATH)!;
    for (const each of [base, opened(files)]) {
      expect(await texts(each)).toEqual([...OLD, "in between"].sort());
      expect(noticeLines(each, COMMANDS)).toEqual([]);
    }
    expect(files.content(LOG_PATH)!.length).toBe(length);
    await base.undo();
    expect(await texts(opened(files))).toEqual(OLD.toSorted());
  },
);

test.each(KINDS)("edits, moves and deletions of meanwhile hold: %s", async (kind) => {
  const files = await begun();
  const writer = opened(files);
  await store(writer, "short lived", "to be edited");
  const steps = originalCompaction(files, kind);
  steps.next();
  await onNote(writer, "short lived", null);
  await onNote(writer, "to be edited", "edited once");
  await onNote(writer, "edited once", "edited twice");
  await onNote(writer, "old 3", "old 3, edited");
  await onNote(writer, "old 4", null);
  await writer.change((view) => {
    const id = view.topicDocuments("notes").find((each) => textOf(view.body(each) ?? "") === "old 5")!;
    return [{ kind: "move", id, topic: "elsewhere", body: view.body(id)! }];
  });
  await store(writer, "added and deleted");
  await onNote(writer, "added and deleted", null);
  const before = await texts(writer);
  while (!steps.next().done);
  expect(await texts(opened(files))).toEqual(before);
  const view = await writer.view();
  expect(view.topicDocuments("elsewhere")).toHaveLength(1);
  expect(await texts(writer)).toEqual(before);
});

test.each(KINDS)("what the original deleted stays deleted, whoever saw it: %s", async (kind) => {
  for (const seen of ["by the same process", "by one that ended", "in the old file"]) {
    const files = await begun();
    const writer = opened(files);
    await store(writer, "deleted by the original");
    if (seen === "by one that ended") writer.close();
    deleteAsOriginal(files, "deleted by the original");
    if (seen === "by the same process") expect(await texts(writer)).toEqual(OLD.toSorted());
    if (seen === "by one that ended") {
      const reader = opened(files);
      expect(await texts(reader)).toEqual(OLD.toSorted());
      reader.close();
    }
    // In its place nothing is left of a file that nobody has read.
    if (seen === "in the old file" && kind === "in place") continue;
    const steps = originalCompaction(files, kind);
    while (!steps.next().done);
    const later = seen === "by one that ended" ? opened(files) : writer;
    expect(await texts(later), seen).toEqual(OLD.toSorted());
    await store(later, "a later note");
    expect(await texts(opened(files)), seen).toEqual([...OLD, "a later note"].sort());
  }
});

test("a deletion behind the compaction counts, and one before a note that it has read", async () => {
  const files = await begun();
  const writer = opened(files);
  await store(writer, "deleted before");
  await store(writer, "read");
  writer.close();
  deleteAsOriginal(files, "deleted before");
  const steps = originalCompaction(files, "renamed");
  while (!steps.next().done);
  deleteAsOriginal(files, "old 7");
  expect(await texts(opened(files))).toEqual([...OLD.filter((each) => each !== "old 7"), "read"].sort());
});

test("what the original has appended to a note stays", async () => {
  const files = await begun();
  const writer = opened(files);
  await store(writer, "a note");
  const log = files.content(LOG_PATH)!;
  const found = naiveRecords(log).at(-1)!;
  const record = log.slice(found.from, found.to);
  const longer = Buffer.concat([record, Buffer.from("\nmore of it")]);
  longer.fill(0, 10, 12);
  longer.writeUInt32LE(longer.readUInt32LE(2) + "\nmore of it".length, 2);
  files.overwrite(LOG_PATH, Buffer.concat([log, longer, tombstoneOfOriginal(found.from)]));
  writer.close();
  const steps = originalCompaction(files, "renamed");
  while (!steps.next().done);
  const bodies = liveEntries(await opened(files).view()).map(({ body }) => body);
  expect(bodies.filter((body) => body.startsWith("a note"))).toHaveLength(1);
  expect(bodies.filter((body) => body.includes("more of it"))).toHaveLength(1);
});

test("a compaction that drops notes is noticed behind one that dropped none", async () => {
  const files = await begun();
  for (const each of originalCompaction(files, "renamed")) expect(each).toBe(undefined);
  expect(await texts(opened(files))).toEqual(OLD.toSorted());
  const steps = originalCompaction(files, "renamed");
  steps.next();
  for (const text of ["lost", "lost too"]) {
    const writer = opened(files);
    await store(writer, text);
    writer.close();
  }
  while (!steps.next().done);
  expect(await texts(opened(files))).toEqual([...OLD, "lost", "lost too"].sort());
});

test.each([0, 1])("the log is replaced between any two calls of a store, behind %i replacements", async (earlier) => {
  const count = await callsOfStore(earlier);
  for (let at = 0; at < count; at++) {
    const { files, base, steps } = await readBefore(earlier);
    let calls = 0;
    files.fault = () => {
      if (calls++ === at) while (!steps.next().done);
      return null;
    };
    const said = await store(base, "in the middle").then(
      ({ ids }) => ids()[0]!,
      (error: Error) => error.message,
    );
    files.fault = () => null;
    while (!steps.next().done);
    const found = await texts(opened(files));
    const isStored = !said.includes("nothing was stored");
    expect(said, `call ${at}`).toMatch(/^[0-9a-z]{10}$|another program writes to .* without the lock/);
    expect(said, `call ${at}`).not.toMatch(/not known.*nothing was stored/);
    expect(found, `call ${at}`).toEqual([...OLD, "before", "meanwhile", ...(isStored ? ["in the middle"] : [])].sort());
    base.close();
  }
});

/** A log that the original has read and not replaced yet; "meanwhile" was stored behind that, and lost so many times. */
async function readBefore(earlier: number) {
  const files = await begun();
  let base = opened(files);
  await store(base, "before");
  const [steps, ...others] = [0, ...Array(earlier).keys()].map(() => originalCompaction(files, "renamed"));
  for (const each of [steps!, ...others]) each.next();
  await store(base, "meanwhile");
  if (earlier > 0) {
    base.close();
    base = opened(files);
  }
  for (const each of others) while (!each.next().done);
  return { files, base, steps: steps! };
}

test("who sees that the original has deleted one note stores another one again", async () => {
  const files = await begun();
  const [writer, other] = [opened(files), opened(files)];
  await store(writer, "deleted by the original");
  deleteAsOriginal(files, "deleted by the original");
  const steps = originalCompaction(files, "renamed");
  steps.next();
  await store(other, "meanwhile");
  while (!steps.next().done);
  expect(await texts(writer)).toEqual([...OLD, "meanwhile"].sort());
  expect(await texts(opened(files))).toEqual([...OLD, "meanwhile"].sort());
});

async function callsOfStore(earlier: number): Promise<number> {
  const { files, base } = await readBefore(earlier);
  let calls = 0;
  files.fault = () => {
    calls++;
    return null;
  };
  await store(base, "in the middle");
  return calls;
}

test("a second copy that is deleted takes no note with it, whatever the log is overwritten with next", async () => {
  const files = await begun();
  const base = opened(files);
  await store(base, "a note");
  const once = files.content(LOG_PATH)!.slice();
  const { from, to } = naiveRecords(once).at(-1)!;
  const copy = once.slice(from, to);
  files.overwrite(LOG_PATH, Buffer.concat([once.slice(0, 8), copy, copy, once.slice(8)]));
  await texts(base);
  now += 11_000;
  expect(await texts(opened(files))).toEqual([...OLD, "a note"].sort());
  files.overwrite(LOG_PATH, once);
  for (const each of [base, opened(files)]) {
    expect(await texts(each)).toEqual([...OLD, "a note"].sort());
    for (const line of noticeLines(each, COMMANDS)) expect(line).toMatch(/helix (?:stored|deleted) \d/);
    now += 11_000;
  }
});

test("helix's own compaction is none of another program, and nothing is remembered behind it", async () => {
  const files = await begun();
  const base = opened(files);
  await store(base, "a note", "another");
  await onNote(base, "another", null);
  await base.compact();
  expect(files.content(`${DIRECTORY}/recent.jsonl`)).toBe(null);
  const other = opened(files);
  expect(await texts(other)).toEqual([...OLD, "a note"].sort());
  expect(noticeLines(other, COMMANDS)).toEqual([]);
});

test("a compaction by an older helix, which does not know of what is remembered, brings nothing back", async () => {
  const files = await begun();
  const writer = opened(files);
  await store(writer, "a note", "deleted by the older one");
  writer.close();
  const older = openKnowledgeBase(DIRECTORY, { files, newNoteId: randomNoteId });
  await onNote(older, "deleted by the older one", null);
  await older.compact();
  older.close();
  const base = opened(files);
  expect(await texts(base)).toEqual([...OLD, "a note"].sort());
  expect(noticeLines(base, COMMANDS)).toEqual([]);
});

test("a log that begins anew has no past", async () => {
  const files = await begun();
  files.remove(LOG_PATH);
  const base = opened(files);
  expect(await texts(base)).toEqual([]);
  await store(base, "the first");
  expect(await texts(opened(files))).toEqual(["the first"]);
});

test("whatever stands in the file of what is remembered, the log is read and written as without it", async () => {
  const whole = await begun();
  const remembered = whole.content(`${DIRECTORY}/recent.jsonl`)!;
  const random = randomNumbers(7);
  for (let round = 0; round < 60; round++) {
    const files = new MemoryFileSystem();
    files.write(LOG_PATH, whole.content(LOG_PATH)!);
    const bytes = remembered.slice(0, random(remembered.length));
    for (let flips = random(4); flips > 0; flips--) if (bytes.length > 0) bytes[random(bytes.length)] = random(256);
    files.write(`${DIRECTORY}/recent.jsonl`, bytes);
    const base = opened(files);
    await store(base, "new");
    expect(await texts(base)).toEqual([...OLD, "new"].sort());
    expect(noticeLines(base, COMMANDS)).toEqual([]);
  }
});
