// learn relate, connected and health: what is related, what is found along relations, and what is said of lessons.

import { beforeEach, describe, expect, test } from "vitest";
import { CareWorld } from "../support/lesson-care.ts";

let world: CareWorld;

beforeEach(() => {
  world = new CareWorld();
});

const POOL = { trigger: "database connection pool exhausted under load", resolution: "close sessions in finally" };
const CLOCK = {
  trigger: "flaky login test when the clock is real",
  resolution: "freeze the clock",
  tags: "pattern",
};
const GATEWAY = { trigger: "timeouts of the payment gateway in staging", resolution: "raise the limit" };

describe("relate", () => {
  test("action=relate: says what is related; again adds up; 0 takes it back", async () => {
    const [a, b] = await world.put(POOL, GATEWAY);
    expect(await world.say("relate", { from: a, to: `@${b}`, kind: "causes" })).toBe(
      [
        "related @0000100001 causes @0000100002, weight 1",
        "  database connection pool exhausted under load",
        "  timeouts of the payment gateway in staging",
      ].join("\n"),
    );
    const again = { from: a, to: b, kind: "causes" };
    expect(await world.say("relate", { ...again, weight: "0.5" })).toMatch(/^strengthened .*, weight 1\.5 \(was 1\)\n/);
    expect(await world.one.data("relate", { ...again, weight: 0.25 })).toEqual({
      status: "strengthened",
      from: a,
      to: b,
      kind: "causes",
      added: 0.25,
      weight: 1.75,
    });
    expect(await world.say("relate", { ...again, weight: 0 })).toMatch(/^removed .*, weight 0 \(was 1\.75\)\n/);
    expect(await world.say("relate", { ...again, weight: 0 })).toMatch(/^unchanged .*, weight 0\n/);
    expect(await world.say("relate", again)).toMatch(/^related .*, weight 1\n/);
  });

  test.each([
    ["causes", "related"],
    ["solves", "related"],
    ["co_occurs", "strengthened"],
    ["similar", "strengthened"],
  ])("kind: the other way round, %s is %s, as only some kinds have a direction", async (kind, status) => {
    const [a, b] = await world.put(POOL, GATEWAY);
    await world.say("relate", { from: a, to: b, kind });
    expect((await world.one.data("relate", { from: b, to: a, kind })).status).toBe(status);
  });

  test("from: a lesson is not related to itself, by its id or by that of a lesson that became one with it", async () => {
    const [a, b] = await world.put(POOL, { ...POOL, resolution: "a larger pool" });
    const refusal = /^from and to are the same lesson, @000010000[12]: give two, no lesson is related to itself$/;
    await expect(world.say("relate", { from: a, to: `@${a!.toUpperCase()}`, kind: "similar" })).rejects.toThrow(
      refusal,
    );
    await world.say("relate", { from: a, to: b, kind: "similar" });
    await world.say("consolidate", { apply: true });
    await expect(world.say("relate", { from: a, to: b, kind: "causes" })).rejects.toThrow(refusal);
    expect((await world.one.data("health")).relations.count).toBe(0);
  });

  test("to: what is no lesson, is archived, or is not there, is refused in a line, and nothing is written", async () => {
    const [a, b] = await world.put(POOL, { trigger: "a plain note on ports", tags: "config" });
    const [archived] = await world.put({ ...GATEWAY, tags: "failure, archived" });
    await expect(world.say("relate", { from: a, to: b, kind: "causes" })).rejects.toThrow(
      "to names @0000100002, which is no lesson: give it the tag failure or pattern first, or link notes by links",
    );
    await expect(world.say("relate", { from: archived, to: a, kind: "causes" })).rejects.toThrow(
      'from names @0000100003, which is archived: learn action=restore ids="@0000100003" apply=true brings it back',
    );
    await expect(world.say("relate", { from: "@zzzzzzzzzz", to: a, kind: "causes" })).rejects.toThrow(
      'from="@zzzzzzzzzz": there is no note with this id; give one as answers show it, e.g. from="@7k3v9xq2mp"',
    );
    await expect(world.say("relate", { from: a, to: b })).rejects.toThrow(
      /^kind is missing: .*, e\.g\. kind="solves"$/,
    );
    await expect(world.say("relate", { from: a, to: b, kind: "causes", weight: 2 })).rejects.toThrow(
      "weight=2 is not accepted: give a number from 0 to 1",
    );
    expect([...world.one.judgements.read().edges]).toEqual([]);
  });

  test("relations of lessons that became one are united, and part again when that is taken back", async () => {
    const [a, b, c] = await world.put(POOL, { ...POOL, resolution: "a larger pool" }, GATEWAY);
    await world.say("relate", { from: a, to: c, kind: "causes" });
    await world.say("relate", { from: b, to: c, kind: "causes", weight: 0.5 });
    await world.say("relate", { from: c, to: b, kind: "similar" });
    await world.say("relate", { from: a, to: b, kind: "co_occurs" });
    await world.say("consolidate", { apply: true });
    const { relations } = await world.one.data("health");
    expect(relations).toEqual({ count: 2, kinds: { co_occurs: 0, causes: 1, solves: 0, similar: 1 }, lost: 0 });
    const { lessons } = await world.one.data("connected", { id: a, max_hops: 1 });
    expect(lessons.map((each: { path: { weight: number }[] }) => each.path[0]!.weight)).toEqual([1.5]);
    expect(await world.one.data("relate", { from: a, to: c, kind: "causes", weight: 0 })).toMatchObject({
      status: "removed",
      weight: 0,
    });
    await world.say("relate", { from: b, to: c, kind: "causes" });
    await world.undo();
    expect((await world.one.data("health")).relations.kinds).toEqual({
      co_occurs: 1,
      causes: 1,
      solves: 0,
      similar: 1,
    });
  });
});

describe("connected", () => {
  test("action=connected: follows relations both ways, through cycles, and shows the path and the score", async () => {
    const [a, b, c] = await world.put(POOL, GATEWAY, CLOCK);
    await world.say("relate", { from: a, to: b, kind: "causes" });
    await world.say("relate", { from: a, to: b, kind: "causes" });
    await world.say("relate", { from: c, to: b, kind: "solves" });
    await world.say("relate", { from: c, to: a, kind: "similar", weight: 0.25 });
    world.judge(c!, 2, 1);
    expect(await world.say("connected", { id: `@${a}` })).toBe(
      [
        "2 lessons within 2 hops of @0000100001 database connection pool exhausted under load",
        "@0000100002 failure, 0.333, not judged yet: timeouts of the payment gateway in staging",
        "  → raise the limit",
        "  by @0000100001 -causes 2→ @0000100002",
        "@0000100003 pattern, 0.100, helped 2 of 3: flaky login test when the clock is real",
        "  → freeze the clock",
        "  by @0000100001 -similar 0.25- @0000100003",
        "score: ½ · w / (w + 1) for each hop, w being the weight of the relation",
      ].join("\n"),
    );
    expect(await world.say("connected", { id: c, limit: 1, max_hops: 1 })).toBe(
      [
        "2 lessons within 1 hop of @0000100003 flaky login test when the clock is real",
        "@0000100002 failure, 0.250, not judged yet: timeouts of the payment gateway in staging",
        "  → raise the limit",
        "  by @0000100003 -solves 1→ @0000100002",
        "score: ½ · w / (w + 1) for each hop, w being the weight of the relation",
        "1 more: limit shows more",
      ].join("\n"),
    );
    expect(await world.say("connected", { id: b })).toContain("by @0000100002 ←solves 1- @0000100003");
  });

  test("passes no archived lesson, and none of another project, and says so", async () => {
    const [a, b, c, d] = await world.put(POOL, GATEWAY, { ...CLOCK, of: "b/api" }, { trigger: "behind the gateway" });
    await world.say("relate", { from: a, to: b, kind: "causes" });
    await world.say("relate", { from: b, to: d, kind: "causes" });
    await world.say("relate", { from: a, to: c, kind: "causes" });
    await world.say("archive", { ids: b, apply: true });
    const here = world.session({ project: { root: "/code/a", keys: ["a/api"] } });
    expect(await world.say("connected", { id: a }, here)).toBe(
      [
        "no lesson is connected within 2 hops with @0000100001 database connection pool exhausted under load; learn action=relate relates two",
        "2 lessons not passed: archived, or of other projects",
        'left out: 1 entry of 1 other project (project="any" includes it)',
      ].join("\n"),
    );
    expect((await here.data("connected", { id: a, project: "any" })).lessons).toHaveLength(1);
  });

  test("id: what is connected with it is shown, and may be judged by the session, and by no other", async () => {
    const [a, b] = await world.put(POOL, GATEWAY);
    await world.say("relate", { from: a, to: b, kind: "causes" });
    await world.say("connected", { id: a });
    expect([...world.one.judgements.shownTo("s1").shown]).toEqual([b]);
    expect([...world.one.judgements.shownTo("s2").shown]).toEqual([]);
  });

  test("max_hops: one too many, and a page that is not there, are refused in a line", async () => {
    const [a, b] = await world.put(POOL, GATEWAY);
    await world.say("relate", { from: a, to: b, kind: "causes" });
    await expect(world.say("connected", { id: a, max_hops: 5 })).rejects.toThrow("give a whole number from 1 to 4");
    await expect(world.say("connected", { id: a, page: 2 })).rejects.toThrow("there is no page 2");
  });

  test("many lessons come on pages, each once", async () => {
    const lessons = Array.from({ length: 30 }, (_, at) => ({ trigger: `case ${at}`, resolution: "long ".repeat(40) }));
    const [first, ...others] = await world.put(...lessons);
    for (const to of others) await world.say("relate", { from: first, to, kind: "co_occurs" });
    const seen: string[] = [];
    for (let page = 1; ; page++) {
      const text = await world.say("connected", { id: first, limit: 50, budget: 800, page });
      seen.push(...Array.from(text.matchAll(/^@(\w+) failure/gm), ([, id]) => id!));
      expect(text.length).toBeLessThanOrEqual(3200);
      if (!text.includes(`page=${page + 1}`)) break;
    }
    expect(seen.toSorted()).toEqual(others.toSorted());
  });
});

describe("health", () => {
  test("action=health: never says that all is well: without lessons, without judgements", async () => {
    expect(await world.say("health")).toBe("no lessons yet");
    const [a] = await world.put(POOL, CLOCK);
    await world.one.text("recall", { query: "connection pool exhausted" });
    expect(await world.say("health")).toBe(
      [
        "2 lessons: 1 failure, 1 pattern",
        "nothing judged yet: whether any of them helps is not known",
        "shown and never judged: 1, 1 time (learn action=feedback)",
        "relations: 0",
      ].join("\n"),
    );
    const data = await world.one.data("health");
    expect(data).toMatchObject({ status: "nothing judged yet", judged: 0, unjudged: 2 });
    expect((await world.one.answer("health")).found).toBe(true);
    world.judge(a!, 1);
    expect(await world.say("health")).not.toMatch(/healthy|nothing judged/);
  });

  test("says what helped, what misled, and what is left to do", async () => {
    const [a, b, c, d] = await world.put(
      POOL,
      { ...POOL, resolution: "a larger pool" },
      GATEWAY,
      { trigger: "an old one", tags: "pattern" },
      { trigger: "put away", tags: "failure, archived" },
    );
    world.later(100);
    world.judge(a!, 3, 1);
    world.judge(c!, 0, 2);
    await world.say("relate", { from: a, to: c, kind: "causes" });
    await world.say("relate", { from: b, to: c, kind: "similar" });
    world.one.judgements.observe([
      { type: "shown", hook: "prompt", notes: [b!] },
      { type: "used", notes: [a!, d!], how: "read" },
      { type: "correction", notes: [a!], how: "revise" },
      { type: "doubt", notes: [a!, c!], how: "prompt" },
      { type: "doubt", notes: [a!, "zzzzzzzzzz"], how: "undone", file: "src/a.ts" },
    ]);
    world.later(60);
    expect(await world.say("health")).toBe(
      [
        "4 lessons: 3 failures, 1 pattern; 1 archived",
        "judged: 2 of 4, helped 3, misled 3",
        "effectiveness of those: 0 to 0.25: 0, 0.25 to 0.5: 1, 0.5 to 0.75: 1, 0.75 to 1: 0",
        "most helpful:",
        "  @0000100001 failure, helped 3 of 4: database connection pool exhausted under load",
        "most misleading:",
        "  @0000100003 failure, helped 0 of 2: timeouts of the payment gateway in staging",
        "shown and never judged: 1, 1 time (learn action=feedback)",
        "seen since 2026-06-01, which judges nothing: 2 uses, 1 correction, 3 doubts",
        "  doubt: right after it was shown a prompt corrected, or an edit of that file was undone or refused",
        "near-duplicates: 1 (learn action=consolidate)",
        "relations: 2 (1 causes, 1 similar)",
      ].join("\n"),
    );
    expect(await world.say("health", { days: 30 })).toContain("dormant for 30 days: 4 (learn action=decay)");
  });

  test("counts the lessons of the project, and says what it left out", async () => {
    await world.put({ ...POOL, of: "a/api" }, { ...GATEWAY, of: "b/api" }, CLOCK);
    const here = world.session({ project: { root: "/code/a", keys: ["a/api"] } });
    expect(await world.say("health", {}, here)).toMatch(
      /^2 lessons: 1 failure, 1 pattern\n[\s\S]*\nleft out: 1 entry of 1 other project \(project="any" includes it\)$/,
    );
    expect((await here.data("health", { project: "any" })).lessons).toBe(3);
  });

  test("relations to notes that are gone are counted as such", async () => {
    const [a, b] = await world.put(POOL, GATEWAY);
    await world.say("relate", { from: a, to: b, kind: "causes" });
    const view = await world.base.view();
    await world.base.change(() => [{ kind: "delete", id: view.findNote(b!)! }]);
    expect(await world.say("health")).toContain("relations: 0; 1 more to notes that are gone");
  });
});

test("action=lift: says how the comparisons stand, and changes nothing", async () => {
  expect(await world.say("lift")).toMatch(/^lift is off: nothing is withheld, and nothing is compared\n/);
  expect(await world.one.data("lift")).toMatchObject({ changed: false, on: false, kinds: [] });
});
