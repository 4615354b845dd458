// The actions of topics that keep the knowledge base in order: prune, dedupe, redate and compact. Each first reports
// and acts only with apply; what was done can be taken back, and links follow.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withoutIds } from "../support/note-ids.ts";
import { type Served, useServers, type Values } from "../support/served.ts";

const day = (days: number) => new Date(Date.UTC(2026, 1, 21, 0, 41) - days * 86_400_000).toISOString();
const UNDO = "  take it back with: edit action=undo";

const exported = async (helix: Served) => withoutIds(await helix.exported());
const logOf = (helix: Served) => readFileSync(join(helix.directory, "data.log"));

/** The answer of a report, which changes nothing. */
async function report(helix: Served, values: Values): Promise<string> {
  const before = logOf(helix);
  const answer = await helix.answer("topics", values);
  expect(logOf(helix)).toEqual(before);
  return answer;
}

describe("topics: prune", () => {
  const serve = useServers("each");
  const entries = [
    { topic: "engine", time: day(100), body: "old, but not alone" },
    { topic: "engine", time: day(29), body: "new enough" },
    { topic: "old-notes", time: day(40), body: "one" },
    { topic: "old-notes", time: day(31), body: "two" },
    { topic: "older-notes", time: day(95), body: "three" },
    { topic: "network", time: day(1), body: "[links: old-notes:1 engine:0]\nsockets" },
  ];
  const REPORT = [
    "older-notes (1) 2025-11-18",
    "old-notes (2) 2026-01-21",
    "2 topics (3 entries) idle for 30 days or more; delete them with: topics action=prune days=30 apply=true",
  ].join("\n");

  test("action=prune: topics with no entries in 30 days, longest idle first; nothing is deleted", async () => {
    const helix = await serve();
    await helix.load(entries);
    expect(await report(helix, { action: "prune" })).toBe(REPORT);
    expect(await report(helix, { action: "prune", apply: "false" })).toBe(REPORT);
  });

  test.each([90, "90"])("days: another threshold (%j)", async (days) => {
    const helix = await serve();
    await helix.load(entries);
    expect(await report(helix, { action: "prune", days })).toBe(
      "older-notes (1) 2025-11-18\n1 topic (1 entry) idle for 90 days or more; delete them with: topics action=prune days=90 apply=true",
    );
    expect(await report(helix, { action: "prune", days: 1000 })).toBe("no topic is idle for 1000 days");
  });

  test.each([true, "true"])("apply: deletes the idle topics in one change that undo takes back (%j)", async (apply) => {
    const helix = await serve();
    await helix.load(entries);
    const before = await exported(helix);
    expect(await helix.answer("topics", { action: "prune", apply })).toBe(
      [
        "pruned 2 topics (3 entries): older-notes, old-notes",
        "  1 link removed: what they led to is deleted",
        UNDO,
      ].join("\n"),
    );
    expect(await helix.answer("topics")).toBe("network (1) 2026-02-20\nengine (2) 2026-01-23\n2 topics, 3 entries");
    expect(await helix.read("network")).toContain("[links: engine:0]\n");
    await helix.answer("edit", { action: "undo" });
    expect(await exported(helix)).toBe(before);
  });

  test("apply: of nothing", async () => {
    const helix = await serve();
    await helix.store("engine", "a note");
    expect(await report(helix, { action: "prune", apply: true })).toBe("no topic is idle for 30 days");
  });

  test("apply: spares what was stored or edited since the report", async () => {
    const helix = await serve();
    await helix.load(entries);
    expect(await helix.answer("topics", { action: "prune" })).toBe(REPORT);
    await helix.store("older-notes", "and one more");
    await helix.answer("edit", { action: "append", topic: "old-notes", index: 0, text: "still true" });
    expect(await report(helix, { action: "prune", apply: true })).toBe("no topic is idle for 30 days");
  });
});

const LINKER = "the linker wants arm64 objects only, never x64 ones";

describe("topics: dedupe", () => {
  const serve = useServers("each");
  const entries = [
    { topic: "build", time: day(9), body: `[tags: gotcha]\n[source: a.rs:1]\n${LINKER}` },
    { topic: "build", time: day(8), body: "of few words" },
    { topic: "build", time: day(7), body: `[tags: linking]\n${LINKER} or x86` },
    { topic: "build", time: day(6), body: "something else altogether, about flags of the compiler" },
    { topic: "build", time: day(5), body: "[links: build:0]\nof few words" },
    { topic: "notes", time: day(4), body: "[links: build:0 build:3 build:9]\nsee the linker" },
    { topic: "notes", time: day(3), body: LINKER },
    { topic: "other", time: day(2), body: `[tags: gotcha]\n${LINKER}` },
  ];
  const ACROSS = [
    `  [notes:1, other:0] ${LINKER}`,
    "1 text stands in several topics, which is not merged: delete what is too much with: edit action=delete",
  ];

  test("action=dedupe: near-identical entries of a topic, and texts of several topics; nothing is changed", async () => {
    const helix = await serve();
    await helix.load(entries);
    expect(await report(helix, { action: "dedupe" })).toBe(
      [
        `  [build:0] 2026-02-12 → [build:2] 2026-02-14 (82%) ${LINKER}`,
        `    ${LINKER} or x86`,
        "  [build:1] 2026-02-13 → [build:4] 2026-02-16 (same) of few words",
        ACROSS[0],
        "2 duplicates in 1 topic; merge them with: topics action=dedupe apply=true (the newest stays, with the tags, links and source of all)",
        ...ACROSS.slice(1),
      ].join("\n"),
    );
  });

  test("action=compact: without log it merges near-duplicates, as it did before there was dedupe", async () => {
    const helix = await serve();
    await helix.load(entries);
    for (const apply of [false, true]) {
      const answer = await helix.answer("topics", { action: "compact", apply });
      expect(answer).toContain("2 duplicates in 1 topic");
      expect(answer).not.toMatch(/bytes|compact/);
    }
  });

  test("action=dedupe: of what has no duplicates", async () => {
    const helix = await serve();
    expect(await helix.answer("topics", { action: "dedupe" })).toBe("no duplicates among 0 entries");
    await helix.load(entries.slice(0, 2));
    expect(await report(helix, { action: "dedupe", apply: true })).toBe("no duplicates among 2 entries");
  });

  test("apply: the newest stays with the tags of all, links to the others lead to it, undo takes it back", async () => {
    const helix = await serve();
    await helix.load(entries);
    const before = await exported(helix);
    expect(await helix.answer("topics", { action: "dedupe", apply: "true" })).toBe(
      ["merged 2 duplicates in 1 topic", UNDO, ...ACROSS].join("\n"),
    );
    expect(await helix.read("build")).toBe(
      [
        `[0] 2026-02-14 06:11\n  [tags: gotcha, linking]\n  [source: a.rs:1]\n  ${LINKER} or x86`,
        "[1] 2026-02-15 06:11\n  something else altogether, about flags of the compiler",
        "[2] 2026-02-16 06:11\n  [links: build:0]\n  of few words",
        "3 entries in build",
      ].join("\n\n"),
    );
    // What led to no entry stays as it is.
    expect(await helix.read("notes", { index: 0 })).toContain("[links: build:0 build:1 build:9]\n");
    expect(await helix.answer("topics", { action: "dedupe" })).toBe(
      [ACROSS[0], "no duplicates among 6 entries", ...ACROSS.slice(1)].join("\n"),
    );
    await helix.answer("edit", { action: "undo" });
    expect(await exported(helix)).toBe(before);
  });

  test("apply: an entry that links to its own duplicate does not come to link to itself", async () => {
    const helix = await serve();
    await helix.load([entries[0]!, { topic: "build", time: day(1), body: `[links: build:0 notes:0]\n${LINKER}` }]);
    await helix.answer("topics", { action: "dedupe", apply: true });
    expect(await helix.read("build")).toBe(
      `[0] 2026-02-20 06:11\n  [tags: gotcha]\n  [source: a.rs:1]\n  [links: notes:0]\n  ${LINKER}\n\n1 entry in build`,
    );
  });

  test("apply: what belongs to another project is no duplicate", async () => {
    const helix = await serve();
    await helix.load([entries[0]!, { topic: "build", time: day(1), body: `${LINKER}\n\n[project: owner/repo]` }]);
    expect(await report(helix, { action: "dedupe", apply: true })).toBe("no duplicates among 2 entries");
  });

  test("apply: very many are merged in parts, and taken back at once", async () => {
    const helix = await serve();
    const notes = Array.from({ length: 900 }, (_, at) => ({
      topic: `t${at % 3}`,
      time: day(at < 450 ? 20 : 10),
      body: `[links: t${(at + 1) % 3}:${at % 150}]\nword${at % 450} stands in two of all these notes, once in each half of them`,
    }));
    await helix.load(notes);
    const before = await exported(helix);
    const answer = await helix.answer("topics", { action: "dedupe", apply: true });
    // Of each topic the newest stays: all but one are alike.
    expect(answer.split("\n")[0]).toBe("merged 897 duplicates in 3 topics");
    expect(answer).not.toContain("left alone");
    expect(await helix.answer("topics")).toMatch(/^t0 \(1\) .*\nt1 \(1\) .*\nt2 \(1\) .*\n3 topics, 3 entries$/);
    await helix.answer("edit", { action: "undo" });
    expect(await exported(helix)).toBe(before);
  });

  test("apply: of many alike the newest stays", async () => {
    const helix = await serve();
    const alike = Array.from({ length: 200 }, (_, at) => ({
      topic: "t",
      time: day(300 - at),
      body: `the same seven words again and again ${at}`,
    }));
    await helix.load(alike);
    expect((await helix.answer("topics", { action: "dedupe" })).split("\n").slice(-2)).toEqual([
      "199 duplicates in 1 topic; merge them with: topics action=dedupe apply=true (the newest stays, with the tags, links and source of all)",
      expect.stringMatching(/^\.\.\. \d+ more: page=2$/),
    ]);
    await helix.answer("topics", { action: "dedupe", apply: true });
    expect(await helix.read("t")).toBe(
      "[0] 2025-11-12 06:11\n  the same seven words again and again 199\n\n1 entry in t",
    );
  });
});

describe("topics: compact", () => {
  const serve = useServers("each");

  test("log: says what rewriting the log would save", async () => {
    const helix = await serve();
    await helix.store("engine", "a note");
    await helix.store("engine", "another note");
    await helix.answer("edit", { action: "delete", topic: "engine", index: 0 });
    const bytes = logOf(helix).length;
    // The record of the first note, 16 bytes and its topic and text, goes with its tombstone; a mark of 8 bytes comes.
    const after = bytes - (14 + "engine".length + "a note".length);
    expect(await report(helix, { action: "compact", log: "true" })).toMatch(
      /^rewriting data\.log would keep 1 entry: \d+ → \d+ bytes\n {2}do it with: topics action=compact log=true apply=true \(changes before it cannot be undone afterwards\)$/,
    );
    expect(await report(helix, { action: "compact", log: true })).toContain(`1 entry: ${bytes} → `);
    const answer = await helix.answer("topics", { action: "compact", log: true, apply: true });
    expect(answer).toBe(
      `compacted: 1 entry, ${bytes} → ${logOf(helix).length} bytes\n  changes before it cannot be undone any more`,
    );
    expect(logOf(helix).length).toBeLessThan(after + 16);
  });

  test("apply: with log the report tells the size to the byte, and every entry stays as it was", async () => {
    const helix = await serve();
    for (let at = 0; at < 30; at++) await helix.store(`t${at % 4}`, `note ${at}`);
    for (let at = 0; at < 5; at++)
      await helix.answer("edit", { action: "revise", topic: "t1", index: at, text: `new ${at}` });
    for (let at = 0; at < 3; at++) await helix.answer("edit", { action: "delete", topic: "t2", index: at });
    const before = await exported(helix);
    const sizes = /27 entries: (\d+) → (\d+) bytes/.exec(
      await helix.answer("topics", { action: "compact", log: true }),
    )!;
    expect(await helix.answer("topics", { action: "compact", log: true, apply: true })).toBe(
      `compacted: 27 entries, ${sizes[1]} → ${sizes[2]} bytes\n  changes before it cannot be undone any more`,
    );
    expect(logOf(helix).length).toBe(Number(sizes[2]));
    expect(await exported(helix)).toBe(before);
    expect(await helix.search("new", { detail: "count" })).toBe("5 match(es)");
    expect(await helix.refusal("edit", { action: "undo" })).toContain("there is no change to take back");
  });

  test("log: of nothing", async () => {
    const helix = await serve();
    expect(await helix.answer("topics", { action: "compact", log: true })).toBe(
      "nothing to compact: nothing is stored yet",
    );
    expect(await helix.answer("topics", { action: "compact", log: true, apply: true })).toBe(
      "nothing to compact: nothing is stored yet",
    );
  });

  test("apply: with log nothing is rewritten where nothing is gained, so that undo goes on", async () => {
    const helix = await serve();
    await helix.store("engine", "a note");
    await helix.store("engine", "another note");
    const before = logOf(helix);
    const nothing = `nothing to compact: no deleted or replaced entry takes room in ${before.length} bytes`;
    expect(await report(helix, { action: "compact", log: true })).toBe(nothing);
    expect(await helix.answer("topics", { action: "compact", log: true, apply: true })).toBe(nothing);
    expect(logOf(helix)).toEqual(before);
    expect(await helix.answer("edit", { action: "undo" })).toContain("another note");
  });
});

describe("topics: redate", () => {
  const serve = useServers("each");
  const entries = [
    { topic: "old", time: "2024-01-01T00:00:00.000Z", body: "without a time, before all others" },
    { topic: "engine", time: day(20), body: "first" },
    { topic: "engine", time: "1970-01-01T00:00:00.000Z", body: "without a time" },
    { topic: "engine", time: day(10), body: "second" },
    { topic: "engine", time: "2036-01-01T00:00:00.000Z", body: "[tags: gotcha]\n[links: engine:0]\nof the future" },
    { topic: "notes", time: day(5), body: "[links: engine:0 engine:1 engine:3]\nsee there" },
  ];

  test("mode=migrate: compact with it is redate, as it was before there was one", async () => {
    const helix = await serve();
    await helix.load(entries);
    const answer = await helix.answer("topics", { action: "compact", mode: "MIGRATE" });
    expect(answer).toBe(await helix.answer("topics", { action: "redate" }));
    expect(answer).toContain("3 entries have a time that cannot be");
  });

  test("action=redate: entries of minute 0 or of the future, and the time of their neighbour in the log", async () => {
    const helix = await serve();
    await helix.load(entries);
    expect(await report(helix, { action: "redate" })).toBe(
      [
        "  [old:0] 2024-01-01 → 2026-02-01 without a time, before all others",
        "  [engine:0] 1970-01-01 → 2026-02-01 without a time",
        "  [engine:3] 2036-01-01 → 2026-02-11 of the future",
        "3 entries have a time that cannot be; give the neighbour's with: topics action=redate apply=true",
      ].join("\n"),
    );
  });

  test("apply: with action=redate they keep topic, text and metadata; links follow; undo takes it back", async () => {
    const helix = await serve();
    await helix.load(entries);
    const before = await exported(helix);
    expect(await helix.answer("topics", { action: "REDATE", apply: true })).toBe(
      ["mended the time of 3 entries", UNDO].join("\n"),
    );
    expect(await helix.read("engine")).toBe(
      [
        "[0] 2026-02-01 06:11\n  first",
        "[1] 2026-02-01 06:11\n  without a time",
        "[2] 2026-02-11 06:11\n  second",
        "[3] 2026-02-11 06:11\n  [tags: gotcha]\n  [links: engine:1]\n  of the future",
        "4 entries in engine",
      ].join("\n\n"),
    );
    expect(await helix.read("notes")).toContain("[links: engine:1 engine:0 engine:3]\n");
    expect(await helix.read("old")).toContain("[0] 2026-02-01 06:11\n");
    expect(await helix.answer("topics", { action: "redate" })).toBe("every entry has a plausible time");
    await helix.answer("edit", { action: "undo" });
    expect(await exported(helix)).toBe(before);
  });

  test("apply: with mode=migrate very many are mended in parts, and taken back at once", async () => {
    const helix = await serve();
    const notes = Array.from({ length: 1400 }, (_, at) => ({
      topic: `t${at % 4}`,
      time: at % 2 === 0 ? day(20) : "1970-01-01T00:00:00.000Z",
      body: `[links: t${(at + 1) % 4}:${at % 300}]\nnote ${at}`,
    }));
    await helix.load(notes);
    const before = await exported(helix);
    // What each link leads to, by text.
    const ends = async () => {
      const all = JSON.parse(await helix.exported()) as { id: string; body: string }[];
      const textOf = new Map(all.map(({ id, body }) => [`@${id}`, body.split("\n")[1]]));
      return all.map(({ body }) => `${body.split("\n")[1]} -> ${textOf.get(/links: (\S+)\]/.exec(body)![1]!)}`).sort();
    };
    const endsBefore = await ends();
    expect((await helix.answer("topics", { action: "redate", apply: true })).split("\n")[0]).toBe(
      "mended the time of 700 entries",
    );
    expect(await helix.answer("topics", { action: "stats" })).toContain("oldest: 2026-02-01\nnewest: 2026-02-01");
    expect(await ends()).toEqual(endsBefore);
    await helix.answer("edit", { action: "undo" });
    expect(await exported(helix)).toBe(before);
  });

  test("mode=migrate: where no entry has a time that another could take", async () => {
    const helix = await serve();
    await helix.load([entries[0]!]);
    expect(await report(helix, { action: "redate", apply: true })).toBe("no entry has a time that another could take");
  });

  test("mode=migrate: a day ahead may be the clock of another zone", async () => {
    const helix = await serve();
    await helix.load([{ topic: "t", time: day(-0.9), body: "a note" }]);
    expect(await report(helix, { action: "redate" })).toBe("every entry has a plausible time");
  });
});
