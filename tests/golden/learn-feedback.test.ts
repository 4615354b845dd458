// learn feedback: which claims count, and which are refused.

import { beforeEach, describe, expect, test } from "vitest";
import type { NewEvent } from "../../src/events/log/event-types.ts";
import { taskKey } from "../../src/features/learn/assess.ts";
import { type LearnCaller, LearnWorld } from "../support/learn-world.ts";

let world: LearnWorld;
let one: LearnCaller;
let pool: string;
let clock: string;

const DID = "close sessions in the finally block of the pool";
const FROZE = "froze the clock of the login fixture";

beforeEach(async () => {
  world = new LearnWorld();
  one = world.session();
  pool = await one.remember("database connection pool exhausted", "close sessions in a finally block");
  clock = await one.remember("login test fails after midnight", "freeze the clock in the fixture", { type: "pattern" });
});

const show = (caller = one) => caller.data("recall", { query: "connection pool login midnight" });
const counts = async (id: string) => {
  const found = await one.data("recall", { query: "connection pool login midnight" });
  const { helped, misled, effectiveness } = found.find((each: { id: string }) => each.id === id);
  return { helped, misled, effectiveness };
};

test("action=feedback: what was shown and helped is counted, and the rest of what was shown is neutral", async () => {
  await show();
  expect(await one.text("feedback", { helped: `@${pool}`, evidence: DID })).toBe(
    `1 helped, 0 misled; 1 shown and not needed, which counts neither way\n  @${pool} database-connection-pool-exhausted: helped 1 of 1`,
  );
  expect(await counts(pool)).toEqual({ helped: 1, misled: 0, effectiveness: 2 / 3 });
  expect(await counts(clock)).toEqual({ helped: 0, misled: 0, effectiveness: 1 / 2 });
});

test("misled: it is said explicitly; the data are those of the program that lessons come from, with misled and refused", async () => {
  await show();
  const values = {
    helped: [pool, "nobody"],
    misled: [clock],
    shown: [pool, clock],
    evidence: `@${pool}: ${DID}\n@${clock}: ${FROZE}`,
  };
  expect(await one.data("feedback", values)).toEqual({
    helped: 1,
    misled: 1,
    unhelpful: 0,
    missing: ["nobody"],
    refused: [],
    judged: [
      { id: pool, name: "database-connection-pool-exhausted", helped: 1, misled: 0 },
      { id: clock, name: "login-test-fails-after", helped: 0, misled: 1 },
    ],
  });
});

test("helped: a lesson may be named by its name, where one has it", async () => {
  await show();
  expect(await one.data("feedback", { helped: "database-connection-pool-exhausted", evidence: DID })).toMatchObject({
    helped: 1,
  });
});

describe("refused is", () => {
  const refusal = async (caller: LearnCaller, values: Record<string, unknown>) => {
    const answer = await caller.answer("feedback", values);
    const data = answer.data() as { helped: number; misled: number; refused: { why: string }[] };
    expect([answer.found, data.helped, data.misled]).toEqual([false, 0, 0]);
    return data.refused.map(({ why }) => why);
  };

  test("what was not shown, and what another session was shown", async () => {
    expect(await refusal(one, { helped: pool, evidence: DID })).toEqual(["not shown to this session"]);
    await show(world.session({ session: "s2" }));
    expect(await refusal(one, { helped: pool, evidence: DID })).toEqual(["not shown to this session"]);
    expect(await refusal(one, { misled: pool, evidence: DID })).toEqual(["not shown to this session"]);
    expect(await world.session({ session: "s2" }).data("feedback", { helped: pool, evidence: DID })).toMatchObject({
      helped: 1,
    });
  });

  test("evidence: what comes without, with evidence of something else, and with the note itself", async () => {
    await show();
    expect(await refusal(one, { helped: pool })).toEqual(["no evidence: say what you did because of it"]);
    expect(await refusal(one, { helped: pool, evidence: "it was really very helpful, thanks" })).toEqual([
      "the evidence has no word of the note's own: say what of the note you used",
    ]);
    expect(await refusal(one, { helped: pool, evidence: "the pool is nice" })).toEqual([
      "the evidence has only one word of the note's own: say what of the note you used",
    ]);
    const copied = "database connection pool exhausted resolution: close sessions in a finally block";
    expect(await refusal(one, { helped: pool, evidence: copied })).toEqual([
      "the evidence repeats the note: say what you did because of it",
    ]);
    // The evidence for one note is none for another.
    expect(await refusal(one, { helped: clock, evidence: `@${pool}: ${DID}` })).toEqual([
      "no evidence: say what you did because of it",
    ]);
  });

  test("task: what is told a second time for one, by whoever tells it", async () => {
    await show();
    await one.data("feedback", { helped: pool, evidence: DID });
    expect(await refusal(one, { helped: pool, evidence: DID })).toEqual(["told already for this task"]);
    expect(await refusal(one, { misled: pool, evidence: DID })).toEqual(["told already for this task"]);
    expect(await counts(pool)).toMatchObject({ helped: 1, misled: 0 });
    // Another session is another task.
    const other = world.session({ session: "s2" });
    await show(other);
    expect(await other.data("feedback", { helped: pool, evidence: DID })).toMatchObject({ helped: 1 });
    expect(await counts(pool)).toMatchObject({ helped: 2, misled: 0 });
  });

  test("task: what is told for tasks that were only named, and what is told with the evidence of another", async () => {
    await show();
    await one.data("feedback", { helped: pool, evidence: DID });
    const named = ["told already in this session; another task counts once assess has recorded a try of it since then"];
    for (const task of ["a", "b", "c"]) {
      expect(await refusal(one, { helped: pool, evidence: `${DID} of ${task}`, task })).toEqual(named);
      expect(await refusal(one, { misled: pool, evidence: `${DID} of ${task}`, task })).toEqual(named);
    }
    // To ask about a task is no try of it.
    await one.data("assess", { objective: "A" });
    expect(await refusal(one, { helped: pool, evidence: DID, task: "a" })).toEqual(named);
    await one.data("assess", { objective: "A", ok: true });
    expect(await refusal(one, { helped: pool, evidence: `In the finally block, ${DID}!`, task: "a" })).toEqual([
      "the evidence is that of another task: say what you did in this one",
    ]);
    const own = "the cron job closes its sessions, too, in a finally block";
    expect(await one.data("feedback", { helped: pool, evidence: own, task: "a" })).toMatchObject({ helped: 1 });
    // That try is used up, and one of another session is none.
    await world.session({ session: "s2" }).data("assess", { objective: "b", ok: true });
    expect(await refusal(one, { helped: pool, evidence: "sessions of b closed in finally", task: "b" })).toEqual(named);
    expect(await counts(pool)).toMatchObject({ helped: 2, misled: 0 });
  });

  test("a use that was seen before the last judgement is no evidence for another task", async () => {
    const used: NewEvent = { type: "used", notes: [pool], how: "edit" };
    one.judgements.observe([used]);
    expect(await one.data("feedback", { helped: pool })).toMatchObject({ helped: 1 });
    await one.data("assess", { objective: "b", ok: true });
    expect(await refusal(one, { helped: pool, task: "b" })).toEqual(["no evidence: say what you did because of it"]);
    one.judgements.observe([used]);
    expect(await one.data("feedback", { helped: pool, task: "b" })).toMatchObject({ helped: 1 });
  });

  test("without a session, what an assistant tells a second time on the same day", async () => {
    const nobody = world.session({ session: "" });
    await show(nobody);
    expect(await nobody.data("feedback", { helped: pool, evidence: DID, task: "a" })).toMatchObject({ helped: 1 });
    expect(await refusal(nobody, { helped: pool, evidence: DID, task: "b" })).toHaveLength(1);
    world.later(2);
    await show(nobody);
    expect(await nobody.data("feedback", { helped: pool, evidence: DID, task: "b" })).toMatchObject({ helped: 1 });
  });

  test("not what a person tells of several tasks", async () => {
    const person = world.session({ session: "", by: "person" });
    for (const task of ["a", "b"]) {
      expect(await person.data("feedback", { helped: pool, evidence: DID, task })).toMatchObject({ helped: 1 });
    }
  });

  test("what is said both ways", async () => {
    await show();
    expect(await refusal(one, { helped: pool, misled: pool, evidence: DID })).toEqual([
      "named both as helped and as misled: say which",
    ]);
  });
});

test("words that are asked for all day prove nothing alone, and add to one that does", async () => {
  const id = await one.remember("type error of a shared file in the test", "put the types into types.py");
  await one.text("recall", { query: "type error shared file" });
  expect(await one.data("feedback", { helped: id, evidence: "the test of that file has no error" })).toMatchObject({
    helped: 0,
  });
  expect(await one.data("feedback", { helped: id, evidence: "types.py has the shared ones now" })).toMatchObject({
    helped: 1,
  });
});

test("evidence: words of a note that was edited often are its own all the same", async () => {
  const id = await one.remember("linker fails with undefined symbol zlib", "link with -lz");
  for (const action of ["archive", "restore", "archive", "restore", "archive", "restore"]) {
    await one.data(action, { ids: id, apply: true });
  }
  await one.text("recall", { query: "linker undefined symbol" });
  expect(
    await one.data("feedback", { helped: id, evidence: "linked with -lz, the zlib symbol is found" }),
  ).toMatchObject({ helped: 1, refused: [] });
});

test("a note that is named twice counts once", async () => {
  await show();
  expect(await one.data("feedback", { helped: `@${pool}, ${pool}`, evidence: DID })).toMatchObject({ helped: 1 });
  expect(await counts(pool)).toMatchObject({ helped: 1 });
});

test("a use that hooks saw in the session is evidence", async () => {
  const used: NewEvent = { type: "used", notes: [pool], how: "edit" };
  world.session({ session: "s2" }).judgements.observe([used]);
  await show();
  expect(await one.data("feedback", { helped: pool })).toMatchObject({ helped: 0 });
  one.judgements.observe([used]);
  expect(await one.data("feedback", { helped: pool })).toMatchObject({ helped: 1 });
});

test("helped: without any note, it says what is missing, and counts nothing", async () => {
  await show();
  expect(await one.text("feedback")).toBe(
    "0 helped, 0 misled; 2 shown and not needed, which counts neither way\n  nothing was told: name notes by helped or misled, with evidence",
  );
  expect(await one.text("feedback", { shown: [pool] })).toBe(
    "0 helped, 0 misled; 1 shown and not needed, which counts neither way",
  );
});

test("shown: a blocked task punishes nothing", async () => {
  await show();
  const before = [await counts(pool), await counts(clock)];
  expect(await one.data("feedback", { shown: [pool, clock], task: "blocked task" })).toMatchObject({
    helped: 0,
    misled: 0,
    unhelpful: 2,
    refused: [],
  });
  expect(await one.data("feedback", { task: "another blocked task" })).toMatchObject({ unhelpful: 2 });
  expect([await counts(pool), await counts(clock)]).toEqual(before);
});

test("what search, brief and read of this server showed may be judged", async () => {
  one.judgements.answered("read", [clock]);
  expect(await one.data("feedback", { helped: clock, evidence: FROZE })).toMatchObject({ helped: 1 });
});

test("a person may judge any note, with evidence", async () => {
  const person = world.session({ session: "", by: "person" });
  expect(await person.data("feedback", { helped: clock, evidence: FROZE })).toMatchObject({ helped: 1 });
  expect(await person.data("feedback", { helped: pool })).toMatchObject({ helped: 0 });
});

test("every note may be judged, not only lessons", async () => {
  const { added, view } = await world.base.change(() => [
    { kind: "add", topic: "build", body: "the linker wants arm64 only", minutes: world.now / 60_000 },
  ]);
  const id = view.noteId(added[0]!);
  one.judgements.observe([{ type: "shown", hook: "prompt", notes: [id] }]);
  expect(await one.data("feedback", { helped: id, evidence: "built with the arm64 linker" })).toMatchObject({
    helped: 1,
    judged: [{ id, name: "the-linker-wants-arm64", helped: 1, misled: 0 }],
  });
});

test("judgements of a note that was merged away count for the one that stayed", async () => {
  const gone = "zzzzzzzzzz";
  await show();
  one.judgements.write([
    { type: "feedback", note: gone, verdict: "helped", by: "assistant", task: taskKey("before", []) },
  ]);
  await world.base.change((view) => {
    const document = view.findNote(pool)!;
    return [
      { kind: "replace", id: document, body: view.body(document)!.replace(`[id: ${pool}]`, `[id: ${pool} ${gone}]`) },
    ];
  });
  expect(await counts(pool)).toMatchObject({ helped: 1 });
  expect(await one.data("feedback", { helped: gone, evidence: DID, task: "before" })).toMatchObject({ helped: 0 });
  await one.data("assess", { objective: "after", ok: true });
  expect(await one.data("feedback", { helped: gone, evidence: DID, task: "after" })).toMatchObject({ helped: 1 });
  expect(await counts(pool)).toMatchObject({ helped: 2 });
});
