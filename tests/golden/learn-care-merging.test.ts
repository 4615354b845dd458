// learn consolidate: which lessons are one, which stays, and what it keeps of the others.

import { beforeEach, describe, expect, test } from "vitest";
import { BODY_BYTES_MAX } from "../../src/engine/log/log-layout.ts";
import { NoteVectors } from "../../src/notes/store/note-vectors.ts";
import { bagOfWords } from "../support/embedding-server.ts";
import { CareWorld } from "../support/lesson-care.ts";

let world: CareWorld;

beforeEach(() => {
  world = new CareWorld();
});

const POOL = "database connection pool exhausted under load";
const HEAVY = "database connection pool exhausted under heavy load";

describe("report and merge", () => {
  test("action=consolidate: reports first, then merges into the better judged with both resolutions, and undo takes it back", async () => {
    const [a, b] = await world.put(
      { trigger: POOL, resolution: "close sessions in finally", tags: "failure, db" },
      { trigger: HEAVY, resolution: "raise max connections", tags: "failure, postgres", front: "" },
    );
    world.judge(a!, 2, 1);
    const before = await world.stored();
    expect(await world.say("consolidate")).toBe(
      [
        "1 duplicate among 2 lessons",
        "  @0000100002 failure, not judged yet: database connection pool exhausted under heavy load",
        "    → @0000100001 (86% by words)",
        "    database connection pool exhausted under load",
        "nothing was merged; do it with: learn action=consolidate apply=true (the better judged stays, then the newer, with the resolutions of both)",
      ].join("\n"),
    );
    expect(await world.stored()).toEqual(before);
    expect(await world.say("consolidate", { apply: "true" })).toBe(
      [
        "merged 1 lesson into others",
        "  @0000100002 failure, not judged yet: database connection pool exhausted under heavy load",
        "    → @0000100001 (86% by words)",
        "    database connection pool exhausted under load",
        "  take it back with: edit action=undo",
      ].join("\n"),
    );
    expect(await world.stored()).toEqual([
      `[tags: db, failure, postgres]\n${POOL}\nresolution: close sessions in finally\nor: raise max connections\n[id: ${a} ${b}]`,
    ]);
    expect(await world.say("consolidate")).toBe("no duplicates among 1 lesson");
    await world.undo();
    expect(await world.stored()).toEqual(before);
  });

  test("judgements of both count for the one that stays, and for each again after undo", async () => {
    const [a, b] = await world.put({ trigger: POOL, resolution: "one" }, { trigger: POOL, resolution: "two" });
    world.judge(a!, 3, 0);
    world.judge(b!, 1, 2);
    await world.say("consolidate", { apply: true });
    expect((await world.one.data("health")).mostHelpful).toMatchObject([{ id: a, helped: 4, misled: 2 }]);
    world.judge(b!, 1);
    expect((await world.one.data("health")).mostHelpful).toMatchObject([{ id: a, helped: 5, misled: 2 }]);
    await world.undo();
    const { helped, misled } = (await world.one.data("health")).mostHelpful[0];
    expect([helped, misled]).toEqual([3, 0]);
  });

  test("of two that were judged alike the newer stays", async () => {
    await world.put({ trigger: POOL, resolution: "old" });
    world.later(1);
    const [newer] = await world.put({ trigger: POOL, resolution: "new" });
    await world.say("consolidate", { apply: true });
    expect([...(await world.bodies())]).toEqual([
      [newer, `[tags: failure]\n${POOL}\nresolution: new\nor: old\n[id: ${newer} 0000100001]`],
    ]);
  });

  test("several become one, each resolution once, with links and source", async () => {
    const [other] = await world.put({ trigger: "about pools", tags: "config" });
    const [a, b, c] = await world.put(
      { trigger: POOL, resolution: "one", front: "" },
      { trigger: HEAVY, resolution: "two\nor: one" },
      { trigger: `${POOL} today`, resolution: "One\nor: three" },
    );
    world.judge(a!, 1);
    const view = await world.base.view();
    const replace = (id: string, front: string) => ({
      kind: "replace" as const,
      id: view.findNote(id)!,
      body: view.body(view.findNote(id)!)!.replace("[tags: failure]", `[tags: failure]${front}`),
    });
    await world.base.change(() => [
      replace(b!, `\n[source: src/pool.ts:3]\n[links: @${other} @${a}]`),
      replace(c!, "\n[source: src/other.ts]"),
    ]);
    await world.say("consolidate", { apply: true });
    const bodies = await world.bodies();
    expect(bodies.size).toBe(2);
    const body = bodies.get(a!)!;
    expect(body.match(/^(?:resolution|or): .*$/gm)?.toSorted()).toEqual([
      "or: One (src/other.ts)",
      "or: three",
      "or: two",
      "resolution: one",
    ]);
    expect(body).toContain(`[source: src/pool.ts:3]\n[links: @${other}]\n`);
    expect(body).toMatch(new RegExp(`\\[id: ${a} (?:${b} ${c}|${c} ${b})\\]$`));
  });
});

describe("what is not merged", () => {
  test("other kinds, other projects, archived lessons, and what only shares some words", async () => {
    await world.put(
      { trigger: POOL, resolution: "a" },
      { trigger: POOL, resolution: "b", tags: "pattern" },
      { trigger: POOL, resolution: "c", of: "a/api, one" },
      { trigger: POOL, resolution: "d", of: "b/api" },
      { trigger: POOL, resolution: "e", tags: "failure, archived" },
      { trigger: "database connection pool of the tests", resolution: "f" },
    );
    expect(await world.say("consolidate", { apply: true })).toBe("no duplicates among 5 lessons");
    await world.put({ trigger: POOL, resolution: "g", of: "two, A/API" });
    expect(await world.one.data("consolidate", { apply: true })).toMatchObject({
      merged: 1,
      applied: true,
      duplicates: [{ by: "words", similarity: 1, obstacle: null }],
    });
    expect((await world.stored()).filter((body) => body.includes("b/api"))).toHaveLength(1);
  });

  test("project: within one only its lessons and those of none; outside, one project at a time", async () => {
    const twice = (of: string) => [
      { trigger: POOL, resolution: "one", of },
      { trigger: POOL, resolution: "two", of },
    ];
    await world.put(...twice("a/api"), ...twice("b/api"));
    const here = world.session({ project: { root: "/code/a", keys: ["a/api"] } });
    await expect(world.say("consolidate", { apply: true })).rejects.toThrow(
      'the duplicates are notes of 2 projects ("a/api", "b/api"), and this directory is in none: give one of them',
    );
    expect(await world.say("consolidate", { apply: true }, here)).toMatch(
      /^merged 1 lesson into others\n[\s\S]*\n {2}left out: 2 entries of 1 other project/,
    );
    expect(await world.say("consolidate", { project: "b/api" })).toContain(
      'do it with: learn action=consolidate apply=true project="b/api" (',
    );
  });

  test("what would be too long stays, with the reason", async () => {
    const long = (sign: string) => sign.repeat(BODY_BYTES_MAX * 0.6);
    await world.put({ trigger: POOL, resolution: long("a") }, { trigger: POOL, resolution: long("b") });
    const before = await world.stored();
    const report = await world.say("consolidate");
    expect(report).toContain("(same; not merged: it would be too long)");
    expect(report).toContain("1 is not merged, for something would be lost: revise or archive one of the two");
    expect(await world.say("consolidate", { apply: true })).toMatch(/^merged 0 lessons into others\n/);
    expect(await world.stored()).toEqual(before);
  });

  test("a lesson that is known to mislead is not said again by one that helps", async () => {
    const [, wrong] = await world.put({ trigger: POOL, resolution: "right" }, { trigger: POOL, resolution: "wrong" });
    world.judge(wrong!, 0, 5);
    expect(await world.say("consolidate", { apply: true })).toContain("not merged: it misled, and prune archives it");
    expect(await world.stored()).toHaveLength(2);
  });

  test("a lesson that says something else by now is left alone", async () => {
    const [a] = await world.put({ trigger: POOL, resolution: "one" }, { trigger: POOL, resolution: "two" });
    const change = world.base.change.bind(world.base);
    world.base.change = async (plan, ...more) => {
      world.base.change = change;
      const view = await world.base.view();
      await change(() => [
        { kind: "replace", id: view.findNote(a!)!, body: `[tags: failure]\n${POOL}\nresolution: new` },
      ]);
      return change(plan, ...more);
    };
    expect(await world.say("consolidate", { apply: true })).toBe(
      "merged 0 lessons into others\n  1 were changed meanwhile and left alone",
    );
    expect(await world.stored()).toHaveLength(2);
  });
});

describe("with embeddings", () => {
  const embedder = {
    model: "m1",
    embed: async (texts: readonly string[]) => texts.map((text) => Float32Array.from(bagOfWords(text))),
  };

  test("triggers of one meaning merge, whatever their words, and their resolutions are not compared", async () => {
    const vectors = new NoteVectors(world.files, "/kb", embedder);
    world.noteVectors = () => vectors;
    await world.put(
      { trigger: "evict stale", resolution: "every night at three" },
      { trigger: "discard elderly", resolution: "by their age in the cache" },
      { trigger: "unrelated words", resolution: "every night at three" },
    );
    expect(await world.one.data("consolidate")).toMatchObject({ duplicates: [{ by: "meaning" }] });
    expect(await world.say("consolidate", { apply: true })).toContain("% by meaning)");
    expect(await world.stored()).toHaveLength(2);
  });

  test("a server that is gone leaves the words, and a line says so", async () => {
    const { HelixError } = await import("../../src/base/errors.ts");
    const failing = {
      model: "m1",
      embed: async () => {
        throw new HelixError("IO", "no server answers at localhost:1");
      },
    };
    const vectors = new NoteVectors(world.files, "/kb", failing);
    world.noteVectors = () => vectors;
    await world.put({ trigger: POOL, resolution: "one" }, { trigger: POOL, resolution: "two" });
    expect(await world.say("consolidate")).toMatch(
      /\(same\)\n[\s\S]*\ncompared by words alone: no server answers at localhost:1$/,
    );
  });
});
