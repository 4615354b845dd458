// What counts as lately, and as the newest: edits too, but nothing that is dated more than a day ahead of the clock.
// And names of other programs, which may hold anything, in one line.

import { cpSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { writeOriginalLog } from "../support/original-log.ts";
import { useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const day = (days: number) => new Date(Date.UTC(2026, 1, 21, 0, 41) - days * 86_400_000).toISOString();

describe("topics: recent, edits", () => {
  const serve = useServers("each");

  test("action=recent: an old entry that was revised is listed by that, and counted", async () => {
    const helix = await serve();
    await helix.load([
      { topic: "engine", time: day(90), body: "the port is 8080" },
      { topic: "engine", time: day(80), body: "an old one" },
      { topic: "cache", time: day(2), body: "[tags: gotcha]\na new one" },
    ]);
    await helix.answer("edit", { action: "revise", topic: "engine", index: 0, text: "the port is 9090" });
    expect(await helix.answer("topics", { action: "recent" })).toBe(
      [
        "  [engine:0] 2026-02-21 (edited) the port is 9090",
        "  [cache:0] 2026-02-19 a new one #gotcha",
        "cache (1 new), engine (1 edited)",
      ].join("\n"),
    );
    expect(await helix.answer("topics", { action: "recent", hours: 1 })).toBe(
      "  [engine:0] 2026-02-21 (edited) the port is 9090\nengine (1 edited)",
    );
  });

  test("action=recent: another edit counts where it stands behind something new in the log", async () => {
    const helix = await serve();
    await helix.load([
      { topic: "engine", time: day(90), body: "an old one" },
      { topic: "cache", time: day(2), body: "a new one" },
    ]);
    await helix.answer("edit", { action: "tag", topic: "engine", index: 0, tags: "gotcha" });
    expect(await helix.answer("topics", { action: "recent" })).toBe(
      [
        "  [cache:0] 2026-02-19 a new one",
        "  [engine:0] 2026-02-19 (edited) an old one #gotcha",
        "cache (1 new), engine (1 edited)",
      ].join("\n"),
    );
  });

  test("action=prune: a topic with a revised entry is not idle, though nothing new was stored", async () => {
    const helix = await serve();
    await helix.load([{ topic: "engine", time: day(90), body: "the port is 8080" }]);
    await helix.answer("edit", { action: "revise", topic: "engine", index: 0, text: "the port is 9090" });
    expect(await helix.answer("topics", { action: "prune" })).toBe("no topic is idle for 30 days");
  });
});

describe("topics: times of the future", () => {
  const serve = useServers("each");
  const entries = [
    { topic: "engine", time: day(3), body: "a right time" },
    { topic: "engine", time: "2197-01-01T00:00:00Z", body: "a wrong clock" },
    { topic: "zones", time: day(-0.9), body: "another zone" },
  ];

  test("action=recent: they are not recent", async () => {
    const helix = await serve();
    await helix.load(entries);
    expect(await helix.answer("topics", { action: "recent" })).toBe(
      [
        "  [zones:0] 2026-02-22 another zone",
        "  [engine:0] 2026-02-18 a right time",
        "engine (1 new), zones (1 new)",
      ].join("\n"),
    );
    await helix.answer("topics", { action: "prune", days: 1, apply: true });
    await helix.answer("edit", { action: "delete", topic: "engine", index: 0 });
    await helix.answer("edit", { action: "delete", topic: "zones", index: 0 });
    expect(await helix.answer("topics", { action: "recent" })).toBe(
      "no entries in the last 7 days: every entry is of the future, mended by: topics action=redate",
    );
  });

  test("action=stats: they are counted, and not the newest", async () => {
    const helix = await serve();
    await helix.load(entries);
    expect(await helix.answer("topics", { action: "stats" })).toBe(
      [
        "2 topics, 3 entries",
        "oldest: 2026-02-18",
        "newest: 2026-02-22",
        "in the future: 1 entry, mended by: topics action=redate",
      ].join("\n"),
    );
  });
});

describe("topics and brief: names of other programs", () => {
  const serve = useServers("each");
  const folder = useFolders("each");
  const NAME = "bad\nname\u001b[31m red\u0007\u2028end";
  const SHOWN = "bad name red end";

  test.each([
    ["topics", { action: "list" }],
    ["topics", { action: "recent" }],
    ["topics", { action: "entries", topic: NAME }],
    ["topics", { action: "xref", topic: NAME }],
    ["topics", { action: "graph" }],
    ["topics", { action: "prune", days: 1 }],
    ["topics", { action: "dedupe" }],
    ["topics", { action: "stats", detail: "tags" }],
    ["brief", {}],
    ["brief", { query: NAME }],
    ["brief", { query: "bad*", detail: "scan" }],
    ["brief", { query: "bad*", detail: "full" }],
  ])("are shown in one line: %s %j", async (tool, values) => {
    const directory = folder();
    const body = `[tags: ${SHOWN.replace(" ", "\u001b[31m\u0007 ")}]\nsee other, it says what this one says, and no more`;
    writeOriginalLog(directory, [
      { topic: NAME, body },
      { topic: NAME, body },
      { topic: "other", body: "[links: other:0]\nplain" },
    ]);
    const helix = await serve({ directory, now: "2026-02-25T00:00:00Z" });
    const answer = await helix.answer(tool, values);
    expect(answer).toContain(SHOWN);
    expect(answer).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028]|bad\n/);
  });

  test("are suggested in one line where a topic is unknown", async () => {
    const directory = folder();
    writeOriginalLog(directory, [{ topic: NAME, body: "text" }]);
    const helix = await serve({ directory });
    expect(await helix.refusal("topics", { action: "entries", topic: "bad-name" })).toContain(SHOWN);
    expect(await helix.refusal("brief", { query: "bad-nam*x" })).toContain(SHOWN);
  });
});

describe("topics: long answers", () => {
  const serve = useServers("each");
  const BYTES_MAX = 80_000;
  const name = (prefix: string, at: number) => `${prefix}${at}`.padEnd(120, "名");
  // Names of 255 bytes, lines of 360.
  const topics = Array.from({ length: 60 }, (_, at) => name("t", at).slice(0, 85));
  const line = "行".repeat(119);

  const folder = useFolders("each");
  const lasting = useFolders("all");
  /** The notes, stored once; each test has a copy. */
  let prepared = "";
  const once = useServers("all");

  beforeAll(async () => {
    prepared = lasting();
    const helix = await once({ directory: prepared });
    const entries = topics.flatMap((topic, at) => [
      {
        topic,
        time: at % 2 ? day(10) : "2197-01-01T00:00:00Z",
        body: `[tags: ${Array.from({ length: 30 }, (_, tag) => `${at}-${tag}`.padEnd(60, "標")).join(", ")}]\n[source: a:1]\n[links: ${topics
          .slice(at + 1)
          .concat(topics.slice(0, at))
          .slice(0, 60)
          .map((other) => `${other}:0`)
          .join(" ")}]\n${line}`,
      },
      { topic, time: day(9), body: `[source: b:1]\n${line}` },
    ]);
    await helix.load(entries);
    const more = Array.from({ length: 250 }, () => ({ topic: topics[0]!, time: day(3), body: `${line}\nlonger` }));
    await helix.load(more);
    await helix.client.close();
  });

  test.each([
    { action: "list" },
    { action: "recent", days: 90 },
    { action: "entries", topic: topics[0] },
    { action: "graph" },
    { action: "xref", topic: topics[0] },
    { action: "prune", days: 1 },
    { action: "dedupe" },
    { action: "dedupe", apply: true },
    { action: "redate" },
    { action: "stats", detail: "tags" },
  ])("end at 80,000 bytes, closing lines and all: %j", async (values) => {
    const directory = folder();
    cpSync(prepared, directory, { recursive: true });
    const helix = await serve({ directory });
    const answer = await helix.answer("topics", values);
    expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(BYTES_MAX);
    expect(answer.split("\n").length).toBeGreaterThan(3);
  });
});
