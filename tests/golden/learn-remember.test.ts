// learn remember and chunk: what is stored, what is merged, and what is refused.

import { beforeEach, describe, expect, test } from "vitest";
import { BODY_BYTES_MAX } from "../../src/engine/log/log-layout.ts";
import { NoteVectors } from "../../src/notes/store/note-vectors.ts";
import { bagOfWords } from "../support/embedding-server.ts";
import { LearnWorld } from "../support/learn-world.ts";

let world: LearnWorld;

beforeEach(() => {
  world = new LearnWorld();
});

const TRIGGER = "database connection pool exhausted under load";

async function bodies(): Promise<string[]> {
  const view = await world.base.view();
  return view.topics().flatMap(({ name }) => view.topicDocuments(name).map((id) => view.body(id)!));
}

test("action=remember: a lesson is a note with its kind as a tag", async () => {
  const one = world.session();
  const answer = await one.text("remember", { trigger: TRIGGER, resolution: "close sessions in finally", tags: "db" });
  expect(answer).toBe("added @0000100001 database-connection-pool-exhausted in lessons");
  expect(await bodies()).toEqual([
    `[tags: db, failure]\n${TRIGGER}\nresolution: close sessions in finally\n[id: 0000100001]`,
  ]);
  expect(await one.data("remember", { trigger: "x of y", resolution: "z", type: "pattern" })).toEqual({
    status: "added",
    name: "x-of-y",
    id: "0000100002",
    reason: "",
    notes: [],
  });
});

test.each([
  ["trigger", { trigger: " ... ", resolution: "do it" }],
  ["resolution", { trigger: TRIGGER, resolution: "--" }],
])("a %s that says nothing is refused, and nothing is stored", async (name, values) => {
  await expect(world.session().text("remember", values)).rejects.toThrow(`${name} says nothing: give a few words`);
  expect(await bodies()).toEqual([]);
});

test("resolution: a missing one is refused with an example", async () => {
  await expect(world.session().text("remember", { trigger: TRIGGER })).rejects.toThrow(/^resolution is missing/);
});

test("credentials are masked", async () => {
  const text = await world.session().text("remember", { trigger: TRIGGER, resolution: "use AKIAIOSFODNN7EXAMPL2" });
  expect(text).toContain("redacted: ");
  expect((await bodies()).join()).not.toContain("AKIAIOSFODNN7EXAMPL2");
});

test("topic: it is stored there, and merged wherever its like is", async () => {
  const one = world.session();
  const id = await one.remember(TRIGGER, "close sessions", { topic: "db-lessons" });
  expect(await one.text("remember", { trigger: TRIGGER, resolution: "raise the size", topic: "other" })).toContain(
    `merged @${id}`,
  );
  const view = await world.base.view();
  expect(view.topics().map(({ name }) => name)).toEqual(["db-lessons"]);
});

test("confidence: a lesson has the one that is given, and a merge keeps it", async () => {
  const one = world.session();
  await one.remember(TRIGGER, "close sessions", { confidence: 0.5 });
  await one.remember(TRIGGER, "raise the size");
  expect((await bodies())[0]).toContain("[confidence: 0.5]");
});

test("tags: those of both are kept, and none makes a failure a pattern", async () => {
  const one = world.session();
  await one.remember(TRIGGER, "close sessions", { tags: "db, pattern" });
  await one.remember(TRIGGER, "close sessions", { tags: "python" });
  expect((await bodies())[0]).toMatch(/^\[tags: db, failure, python\]\n/);
});

describe("deduplication", () => {
  test("trigger: like ones are merged, which keeps both resolutions, and that is said", async () => {
    const one = world.session();
    const id = await one.remember(TRIGGER, "close sessions in finally", { tags: "db" });
    const text = await one.text("remember", {
      trigger: "Database connection pool exhausted under heavy load",
      resolution: "raise pool_size to 20",
      tags: "postgres",
      source: "src/pool.py",
    });
    expect(text).toBe(
      `merged @${id} database-connection-pool-exhausted\n  its trigger is like this one's (86%): ${TRIGGER}; it has both resolutions now`,
    );
    expect(await bodies()).toEqual([
      `[tags: db, failure, postgres]\n[source: src/pool.py]\n${TRIGGER}\nresolution: close sessions in finally\nor: raise pool_size to 20\n[id: ${id}]`,
    ]);
    const [found] = await one.data("recall", { query: "connection pool exhausted" });
    expect(found.resolution).toBe("close sessions in finally\nor: raise pool_size to 20");
  });

  test("what is said already changes nothing", async () => {
    const one = world.session();
    await one.remember(TRIGGER, "close sessions in finally");
    await one.remember(TRIGGER, "raise pool_size to 20");
    const before = await bodies();
    expect(await one.data("remember", { trigger: TRIGGER, resolution: "raise  pool_size\nto 20" })).toMatchObject({
      status: "similar",
      reason: `its trigger is like this one's (100%): ${TRIGGER}; it says this already`,
    });
    expect(await bodies()).toEqual(before);
  });

  test("the same words in another order are another resolution", async () => {
    const one = world.session();
    await one.remember(TRIGGER, "use the pool, not the proxy");
    expect(await one.data("remember", { trigger: TRIGGER, resolution: "use the proxy, not the pool" })).toMatchObject({
      status: "merged",
    });
  });

  test("compares like with like: no resolution with a trigger, no pattern with a failure, no project with another", async () => {
    const one = world.session();
    await one.remember("alpha beta gamma delta", TRIGGER);
    const added = [
      await one.data("remember", { trigger: TRIGGER, resolution: "alpha beta gamma delta" }),
      await one.data("remember", { trigger: TRIGGER, resolution: "reuse", type: "pattern" }),
      await world
        .session({ project: { root: "/a", name: "a", keys: ["acme/a"] } as never })
        .data("remember", { trigger: TRIGGER, resolution: "other project" }),
    ];
    expect(added.map(({ status }) => status)).toEqual(["added", "added", "added"]);
  });

  test("short triggers merge only where they say the same", async () => {
    const one = world.session();
    await one.remember("E0308", "cast it");
    expect(await one.data("remember", { trigger: "E0309", resolution: "own it" })).toMatchObject({ status: "added" });
    expect(await one.data("remember", { trigger: "e0308", resolution: "own it" })).toMatchObject({ status: "merged" });
  });

  test.each([
    ["E0308 mismatched types in the parser", "E0382 mismatched types in the parser"],
    ["cargo test ends with exit code 1", "cargo test ends with exit code 137"],
    ["do retry the upload when the server is busy", "do not retry the upload when the server is busy"],
  ])("trigger: %s is not %s, in words nor in meaning", async (first, second) => {
    const vectors = new NoteVectors(world.files, "/kb", {
      model: "m1",
      embed: async (texts) => texts.map(() => Float32Array.from([1, 0])),
    });
    for (const noteVectors of [undefined, () => vectors]) {
      world = new LearnWorld();
      world.noteVectors = noteVectors;
      const one = world.session();
      await one.remember(first, "this way");
      expect(await one.data("remember", { trigger: second, resolution: "that way" })).toMatchObject({
        status: "added",
      });
      expect(await one.data("chunk", { objective: first, approach: "a", outcome: "success" })).toMatchObject({
        status: "added",
      });
      expect(await one.data("chunk", { objective: second, approach: "b", outcome: "success" })).toMatchObject({
        status: "added",
      });
      expect(await one.text("consolidate", { apply: true })).toBe("no duplicates among 4 lessons");
      expect((await one.data("health")).nearDuplicates).toBe(0);
    }
  });

  test("a merge that would be too long drops nothing and merges nothing", async () => {
    const one = world.session();
    await one.remember(TRIGGER, "word ".repeat(BODY_BYTES_MAX / 10));
    const answer = await one.data("remember", { trigger: TRIGGER, resolution: "other ".repeat(BODY_BYTES_MAX / 10) });
    expect(answer).toMatchObject({ status: "similar" });
    expect(answer.reason).toContain("nothing was merged: it would be too long");
    expect((await bodies()).join()).not.toContain("other");
  });

  test("a source elsewhere is said beside its resolution", async () => {
    const one = world.session();
    await one.remember(TRIGGER, "close sessions", { source: "src/a.py" });
    await one.remember(TRIGGER, "raise the size", { source: "src/b.py" });
    await one.remember(TRIGGER, "raise the size", { source: "src/b.py" });
    expect((await bodies())[0]).toContain("resolution: close sessions\nor: raise the size (src/b.py)\n");
  });

  test("with a model triggers of one meaning merge, and those that only share words do not", async () => {
    const vectors = new NoteVectors(world.files, "/kb", {
      model: "m1",
      embed: async (texts) => texts.map((text) => Float32Array.from(bagOfWords(text))),
    });
    world.noteVectors = () => vectors;
    const one = world.session();
    const id = await one.remember("evict stale", "at night");
    expect(await one.data("remember", { trigger: "discard elderly", resolution: "by age" })).toMatchObject({
      status: "added",
    });
    await (await import("../../src/features/topics/reindex.ts")).reindex({
      base: world.base,
      noteVectors: world.noteVectors,
    });
    expect(await one.data("remember", { trigger: "purge old", resolution: "by size" })).toMatchObject({
      status: "merged",
      id: expect.stringMatching(new RegExp(`^(?:${id}|0000100002)$`)),
    });
  });
});

describe("chunk", () => {
  const first = { objective: "make the login test pass", approach: "freeze the clock", outcome: "success" };

  test("action=chunk: keeps a success as a pattern of low confidence, and strengthens it when it comes again", async () => {
    const one = world.session();
    expect(await one.data("chunk", first)).toMatchObject({ status: "added", name: "make-the-login-test" });
    expect(await one.data("chunk", { ...first, objective: "Make the login test pass!" })).toMatchObject({
      status: "merged",
      reason: expect.stringContaining("it says this already, and was confirmed"),
    });
    expect(await one.data("chunk", { ...first, approach: "inject a clock" })).toMatchObject({ status: "merged" });
    const [body] = await bodies();
    expect(body).toContain("[tags: pattern]\n[confidence: 0.66]\n");
    expect(body).toContain("resolution: freeze the clock\nor: inject a clock");
  });

  test.each(["failure", "blocked"])("outcome: refuses the approach of a %s", async (outcome) => {
    const answer = await world.session().answer("chunk", { ...first, outcome });
    expect([answer.found, answer.data()]).toEqual([
      false,
      {
        status: "refused",
        name: "make-the-login-test",
        id: null,
        reason: `only a success makes a pattern, and this was: ${outcome}`,
        notes: [],
      },
    ]);
    expect(await bodies()).toEqual([]);
  });
});
