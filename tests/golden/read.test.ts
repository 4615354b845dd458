// The tool read, by the rows of its description: topic, index, the form of its answer, the order of entries, long
// topics.

import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repositoryRoot } from "../support/helix-binary.ts";
import { useServers, type Values } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const fixtures = join(repositoryRoot, "tests", "fixtures", "original");

describe("read: parameters and output", () => {
  const serve = useServers("each");
  const folder = useFolders("each");

  test("topic: all entries in full, oldest first, with time and metadata", async () => {
    const helix = await serve();
    await helix.load([
      {
        topic: "build-gotchas",
        time: "2026-02-21T00:41:00Z",
        body: "[tags: gotcha]\narm64 only for FFI bridge — Rust lib compiled arm64-only",
      },
      {
        topic: "build-gotchas",
        time: "2026-02-20T09:00:00Z",
        body: "[tags: architecture]\n[source: src/ffi.rs:15]\nFFI bridge design: thin wrapper calling Rust entropy functions",
      },
    ]);
    expect(await helix.read("build-gotchas")).toBe(
      [
        "[0] 2026-02-20 14:30",
        "  [tags: architecture]",
        "  [source: src/ffi.rs:15]",
        "  FFI bridge design: thin wrapper calling Rust entropy functions",
        "",
        "[1] 2026-02-21 06:11",
        "  [tags: gotcha]",
        "  arm64 only for FFI bridge — Rust lib compiled arm64-only",
        "",
        "2 entries in build-gotchas",
      ].join("\n"),
    );
  });

  test.each(["Build Gotchas", "build_gotchas", "BUILD-GOTCHAS", "build-gotchas"])(
    "topic: %j is looked up as it would be stored",
    async (topic) => {
      const helix = await serve();
      await helix.store("build-gotchas", "a note");
      expect(await helix.read(topic)).toContain("1 entry in build-gotchas");
    },
  );

  const three = ["one", "two", "three"].map((body, day) => ({
    topic: "engine",
    time: `2026-02-0${day + 1}T00:00:00.000Z`,
    body,
  }));
  const blocks = ["[0] 2026-02-01 05:30\n  one", "[1] 2026-02-02 05:30\n  two", "[2] 2026-02-03 05:30\n  three"];

  test.each([
    ["order: newest first", { order: "newest" }, [blocks[2], blocks[1], blocks[0]]],
    ["order: oldest first, as without it", { order: "OLDEST" }, blocks],
    [
      "limit: only the newest, and what is left out is said",
      { limit: 1 },
      [blocks[2], "(entries 0 to 1 left out by limit: a higher one shows more, index=N one of them)"],
    ],
    [
      "limit: with the newest first",
      { limit: "2", order: "newest" },
      [blocks[2], blocks[1], "(entry 0 left out by limit: a higher one shows more, index=N one of them)"],
    ],
    ["limit: more than there is", { limit: 3 }, blocks],
    ["limit: has no meaning for one entry", { limit: 1, order: "newest", index: 0 }, [blocks[0]]],
  ])("%s", async (_, values: Values, shown) => {
    const helix = await serve();
    await helix.load(three);
    const footer = values.index === undefined ? ["3 entries in engine"] : [];
    expect(await helix.read("engine", values)).toBe([...shown, ...footer].join("\n\n"));
  });

  test.each([
    [{ limit: 0 }, 'limit=0 is not accepted: give a whole number from 1 to 100000000, e.g. limit="10"'],
    [{ order: "random" }, 'order="random" is not accepted: give one of oldest, newest, e.g. order="newest"'],
  ])("order, limit: refused: %j", async (values, message) => {
    const helix = await serve();
    await helix.store("engine", "first");
    expect(await helix.refusal("read", { topic: "engine", ...values })).toBe(message);
  });

  test.each([0, "0", " 0 "])("index: %j gives that entry alone", async (index) => {
    const helix = await serve();
    await helix.store("engine", "first", { tags: "gotcha" });
    await helix.store("engine", "second");
    expect(await helix.read("engine", { index })).toBe("[0] 2026-02-21 06:11\n  [tags: gotcha]\n  first");
    expect(await helix.read("engine", { index: 1 })).toBe("[1] 2026-02-21 06:11\n  second");
  });

  test("entries of one minute stand in the order in which they were stored", async () => {
    const helix = await serve();
    for (const text of ["one", "two", "three"]) await helix.store("engine", text);
    const texts = [...(await helix.read("engine")).matchAll(/^ {2}(\w+)$/gm)].map((match) => match[1]);
    expect(texts).toEqual(["one", "two", "three"]);
  });

  test("page: a long topic, the newest entries that fit, the others on further pages", async () => {
    const helix = await serve();
    const body = "a line of some length that fills the answer\n".repeat(50).trim();
    await helix.load(
      Array.from({ length: 60 }, (_, number) => ({
        topic: "engine",
        time: new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString(),
        body: `number ${number}\n${body}`,
      })),
    );
    const read = async (page: number) => {
      const answer = await helix.read("engine", { page });
      expect(Buffer.byteLength(answer)).toBeLessThan(20_000);
      return { answer, numbers: [...answer.matchAll(/^\[(\d+)\] 2026/gm)].map((match) => Number(match[1])) };
    };
    const { answer, numbers } = await read(1);
    const left = numbers[0]!;
    expect(numbers).toEqual(Array.from({ length: 60 - left }, (_, at) => left + at));
    expect(
      answer.slice(answer.lastIndexOf("\n[")).replaceAll("  a line of some length that fills the answer\n", ""),
    ).toBe(`\n[59] 2026-01-01 06:29\n  number 59\n\n60 entries in engine\n... ${left} older entries: page=2`);
    expect((await read(2)).numbers.at(-1)).toBe(left - 1);
    expect(await helix.refusal("read", { topic: "engine", page: 60 })).toMatch(
      /^there is no page 60: the answer has \d+ pages of 5000 tokens$/,
    );
  });

  test("budget: an entry that is longer goes on where the page ends", async () => {
    const helix = await serve();
    await helix.store("engine", `first line\n${"é".repeat(30_000)}`);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => helix.read("engine", { page, budget: 4000 })));
    for (const page of pages) {
      expect(Buffer.byteLength(page)).toBeLessThanOrEqual(16_000);
      expect(page).not.toContain("\ufffd");
    }
    expect(pages[0]).toMatch(/é\n1 entry in engine\n\.\.\. it goes on: page=2 budget=4000$/);
    expect(pages.at(-1)).toMatch(/é\n\n1 entry in engine$/);
    expect(pages.join("").match(/é/g)).toHaveLength(30_000);
  });

  test("what the original program wrote: exact names first, time as it was on its clock", async () => {
    const directory = folder();
    cpSync(join(fixtures, "edited"), directory, { recursive: true });
    const helix = await serve({ directory });
    // 2026-11-21 02:26, which is minute 29,920,466 since 1970 of a local clock, is the same hour in every zone.
    expect(await helix.read("a/b/c")).toBe("[0] 2026-11-21 02:26\n  a topic with slashes\n\n1 entry in a/b/c");
    expect(await helix.read("engine")).toBe(
      [
        "[0] 2026-11-21 02:26",
        "  [tags: decision]",
        "  [links: build-gotchas:0]",
        "  decision: CachedEntry keeps a tokenized term map",
        "  Update: also for async dispatch",
        "",
        "[1] 2026-11-21 02:26",
        "  [tags: hot-path, performance]",
        "  perf: snippet extraction only for the final top k",
        "",
        "2 entries in engine",
      ].join("\n"),
    );
    expect(await helix.store("a/b/c", "one more")).toBe("stored in a/b/c");
    expect(await helix.read("a/b/c")).toContain("2 entries in a/b/c");
  });
});
