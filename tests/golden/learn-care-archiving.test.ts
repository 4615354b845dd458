// learn prune, decay, archive and restore: what is reported, what is archived, and what never is.

import { beforeEach, describe, expect, test } from "vitest";
import { CareWorld } from "../support/lesson-care.ts";

let world: CareWorld;

beforeEach(() => {
  world = new CareWorld();
});

const RIGHT = { trigger: "login fails after the upgrade", resolution: "clear the cookie" };
const WRONG = { trigger: "payment gateway times out", resolution: "raise the limit" };

describe("prune", () => {
  test("action=prune: reports first, archives what misleads, and undo takes it back", async () => {
    const [right, wrong] = await world.put(RIGHT, WRONG);
    world.judge(right!, 4, 2);
    world.judge(wrong!, 0, 5);
    const before = await world.stored();
    expect(await world.say("prune")).toBe(
      [
        "would archive 1 lesson judged 5 times or more, with an effectiveness below 0.25",
        "  @0000100002 failure, helped 0 of 5: payment gateway times out",
        "nothing was archived; do it with: learn action=prune apply=true",
      ].join("\n"),
    );
    expect(await world.say("prune", { apply: false })).toContain("nothing was archived");
    expect(await world.stored()).toEqual(before);
    expect(await world.say("prune", { apply: true })).toBe(
      [
        "archived 1 lesson judged 5 times or more, with an effectiveness below 0.25",
        "  @0000100002 failure, helped 0 of 5: payment gateway times out",
        "  take it back with: edit action=undo",
      ].join("\n"),
    );
    expect((await world.stored())[1]).toBe(
      `[tags: archived, failure]\npayment gateway times out\nresolution: raise the limit\n[id: ${wrong}]`,
    );
    expect(await world.one.recalled("payment gateway times out")).toEqual([]);
    await world.undo();
    expect(await world.stored()).toEqual(before);
    expect(await world.one.recalled("payment gateway times out")).toEqual([wrong]);
  });

  test("never under five judged uses, never pinned or invariant, and it says what it left", async () => {
    const [few, pinned, invariant] = await world.put(
      WRONG,
      { trigger: "pinned case", tags: "failure, pinned" },
      { trigger: "invariant case", tags: "pattern, invariant" },
    );
    world.judge(few!, 0, 4);
    world.judge(pinned!, 0, 9);
    world.judge(invariant!, 1, 9);
    expect(await world.say("prune", { apply: true })).toBe(
      [
        "nothing to archive; 3 more are found, and stay:",
        "  @0000100002 failure, helped 0 of 9: pinned case (tagged pinned or invariant)",
        "  @0000100003 pattern, helped 1 of 10: invariant case (tagged pinned or invariant)",
        "  @0000100001 failure, helped 0 of 4: payment gateway times out (judged fewer than 5 times)",
      ].join("\n"),
    );
    expect(await world.one.data("prune", { apply: true })).toMatchObject({
      applied: false,
      lessons: [],
      judgedUses: 5,
    });
    world.judge(few!, 0, 1);
    expect(await world.one.data("prune", { apply: true })).toMatchObject({ applied: true, lessons: [{ id: few }] });
  });

  test("min_effectiveness: the bound may be given, and the call that is named has it", async () => {
    const [lesson] = await world.put(WRONG);
    world.judge(lesson!, 2, 4);
    expect(await world.say("prune")).toBe(
      "no lesson to archive among 1 lesson: none is judged 5 times or more, with an effectiveness below 0.25",
    );
    expect(await world.say("prune", { min_effectiveness: 0.4, project: "any" })).toContain(
      'do it with: learn action=prune min_effectiveness=0.4 project="any" apply=true',
    );
    await expect(world.say("prune", { min_effectiveness: 3 })).rejects.toThrow("give a number from 0 to 1");
    await expect(world.say("prune", { days: 3 })).rejects.toThrow(
      'learn action="prune" takes no days; it takes min_effectiveness, apply, project',
    );
  });

  test("judgements by the id of a merged lesson count, too", async () => {
    const [a, b] = await world.put(WRONG, { ...WRONG, resolution: "wait longer" });
    world.judge(a!, 0, 3);
    world.judge(b!, 0, 2);
    await world.say("consolidate", { apply: true });
    expect(await world.one.data("prune")).toMatchObject({ lessons: [{ helped: 0, misled: 5 }] });
  });

  test("apply: what is judged between report and write counts", async () => {
    const [wrong] = await world.put(WRONG);
    world.judge(wrong!, 0, 5);
    const change = world.base.change.bind(world.base);
    world.base.change = async (plan, ...more) => {
      world.judge(wrong!, 4);
      return change(plan, ...more);
    };
    expect(await world.say("prune", { apply: true })).toMatch(/^archived 0 lessons/);
    expect((await world.stored())[0]).toContain("[tags: failure]");
  });
});

describe("decay", () => {
  test("action=decay: finds what nobody needed for 90 days; archives only what never helped", async () => {
    const [helped, never, misled, shown, pinned, used] = await world.put(
      RIGHT,
      WRONG,
      { trigger: "third case" },
      { trigger: "fourth case" },
      { trigger: "fifth case", tags: "failure, pinned" },
      { trigger: "sixth case" },
    );
    world.judge(helped!, 1, 3);
    world.judge(misled!, 0, 1);
    world.later(50);
    world.one.judgements.observe([{ type: "shown", hook: "prompt", notes: [shown!] }]);
    world.one.judgements.observe([{ type: "used", notes: [used!], how: "read" }]);
    world.later(41);
    expect(await world.say("decay")).toBe(
      [
        "would archive 2 lessons left alone for 90 days (not shown, used, judged or edited)",
        "  @0000100002 failure, not judged yet: payment gateway times out",
        "  @0000100003 failure, helped 0 of 1: third case",
        "2 more are found, and stay:",
        "  @0000100001 failure, helped 1 of 4: login fails after the upgrade (it helped before)",
        "  @0000100005 failure, not judged yet: fifth case (tagged pinned or invariant)",
        "nothing was archived; do it with: learn action=decay apply=true",
      ].join("\n"),
    );
    const before = await world.stored();
    expect(await world.say("decay", { apply: true })).toMatch(/^archived 2 lessons left alone/);
    const tagged = [...(await world.bodies())].filter(([, body]) => body.includes("archived")).map(([id]) => id);
    expect(tagged).toEqual([never, misled]);
    expect((await world.one.data("health")).archived).toBe(2);
    await world.undo();
    expect(await world.stored()).toEqual(before);
    expect((await world.one.data("decay")).kept.map(({ id }: { id: string }) => id)).toEqual([helped, pinned]);
  });

  test("days: they may be given; a lesson that was restored is not dormant", async () => {
    const [lesson] = await world.put(RIGHT);
    world.later(10);
    expect(await world.say("decay", { days: 11 })).toMatch(
      /^no lesson to archive among 1 lesson: none is left alone for 11 days/,
    );
    await world.say("decay", { days: 9, apply: true });
    world.later(10);
    await world.put(WRONG);
    await world.say("restore", { ids: lesson, apply: true });
    expect((await world.one.data("decay", { days: 9 })).lessons).toEqual([]);
    await expect(world.say("decay", { days: 0 })).rejects.toThrow("give a whole number from 1 to 36500");
  });

  test("outside of any project one project at a time is archived", async () => {
    await world.put({ ...RIGHT, of: "a/api" }, { ...WRONG, of: "b/api" });
    world.later(100);
    await expect(world.say("decay", { apply: true })).rejects.toThrow("decay finds notes of 2 projects");
    expect(await world.say("decay", { apply: true, project: "b/api" })).toMatch(
      /^archived 1 lesson [\s\S]*\n {2}left out: 1 entry of 1 other project/,
    );
    expect((await world.stored()).filter((body) => body.includes("archived"))).toHaveLength(1);
  });
});

describe("archive and restore", () => {
  test("action=archive: reports first, then acts on any notes by their ids, and undo takes it back", async () => {
    const [a, b] = await world.put(RIGHT, { trigger: "a note on ports", tags: "config, pinned" });
    const before = await world.stored();
    expect(await world.say("archive", { ids: `@${a}, ${b} @${a}` })).toBe(
      [
        "would archive 2 notes",
        "  [lessons @0000100001] login fails after the upgrade",
        "  [lessons @0000100002] a note on ports",
        'nothing was changed; do it with: learn action=archive ids="@0000100001,@0000100002" apply=true',
      ].join("\n"),
    );
    expect(await world.stored()).toEqual(before);
    expect(await world.say("archive", { ids: [a, b], apply: true })).toBe(
      [
        "archived 2 notes",
        "  [lessons @0000100001] login fails after the upgrade",
        "  [lessons @0000100002] a note on ports",
        "  take it back with: edit action=undo",
      ].join("\n"),
    );
    expect(await world.say("archive", { ids: a, apply: true })).toBe(
      "nothing to archive\n  archived already: @0000100001",
    );
    expect(await world.say("restore", { ids: [a, b], apply: true })).toMatch(/^restored 2 notes\n/);
    expect(await world.stored()).toEqual(before);
    await world.undo();
    expect(await world.one.data("restore", { ids: a })).toMatchObject({ notes: [{ id: a }], applied: false });
    await world.undo();
    expect(await world.stored()).toEqual(before);
  });

  test("ids: one that names nothing keeps all from being changed", async () => {
    const [a] = await world.put(RIGHT);
    const before = await world.stored();
    await expect(world.say("archive", { ids: [a, "@zzzzzzzzzz"], apply: true })).rejects.toThrow(
      'ids="@zzzzzzzzzz": there is no note with this id',
    );
    await expect(world.say("archive", { ids: " , ", apply: true })).rejects.toThrow("ids is empty: give ids");
    await expect(world.say("archive", { ids: Array(101).fill(a), apply: true })).rejects.toThrow(
      "ids has 101 ids: at most 100 are accepted at once",
    );
    expect(await world.stored()).toEqual(before);
  });

  test("action=restore: an archived lesson keeps its judgements and its relations", async () => {
    const [a, b] = await world.put(RIGHT, WRONG);
    world.judge(a!, 2);
    await world.say("relate", { from: a, to: b, kind: "causes" });
    await world.say("archive", { ids: a, apply: true });
    expect(await world.one.data("health")).toMatchObject({
      lessons: 1,
      archived: 1,
      judged: 0,
      relations: { count: 0 },
    });
    await world.say("restore", { ids: a, apply: true });
    expect(await world.one.data("health")).toMatchObject({
      lessons: 2,
      archived: 0,
      helped: 2,
      relations: { count: 1 },
    });
  });
});
