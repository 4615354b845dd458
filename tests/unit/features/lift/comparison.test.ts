// The comparison on logs whose truth is known: an effect that is there is found, one that is not is not; what is counted,
// what waits, what cannot count, and what is said of too few sessions.

import { describe, expect, test } from "vitest";
import { CALLS } from "../../../../src/base/wording.ts";
import { armOf, LIFT_KINDS, type LiftKind, type LiftState } from "../../../../src/events/lift.ts";
import { foldEvents } from "../../../../src/events/log/event-fold.ts";
import type { NewEvent } from "../../../../src/events/log/event-types.ts";
import { LENGTH_MAX_MS, PAUSE_MS, workedSessions } from "../../../../src/events/log/worked-sessions.ts";
import { type Comparison, comparisons } from "../../../../src/features/lift/comparison.ts";
import { conclusionOf, conclusionText } from "../../../../src/features/lift/conclusion.ts";
import type { LiftData } from "../../../../src/features/lift/data.ts";
import { liftAnswer } from "../../../../src/features/lift/lift-answer.ts";
import { ACTIVE_PATH, EventDisk, NOON_MS } from "../../../support/event-disk.ts";

const STATE: LiftState = { on: true, seed: "s", since: NOON_MS, share: 0.5, earlier: [] };
const HOUR_MS = 3_600_000;
const EDIT: NewEvent = { type: "edit", file: "src/a.ts" };
const run = (ok: boolean): NewEvent => ({ type: "run", run: "cargo test", ok });

/** How many of four runs fail in a session. */
type Truth = (session: string, number: number) => number;

/** A log of sessions, an hour each one behind the other, with four edits and four runs each. */
class LiftWorld {
  readonly disk = new EventDisk();
  sessions = 0;

  work(count: number, failed: Truth, more: (session: string, number: number) => NewEvent[] = () => []): this {
    const appended: Parameters<EventDisk["appendAll"]>[0][number][] = [];
    for (const end = this.sessions + count; this.sessions < end; this.sessions++) {
      const session = `session-${this.sessions}`;
      const bad = failed(session, this.sessions);
      const events = [0, 1, 2, 3].flatMap((at) => [EDIT, run(at >= bad)]);
      const at = NOON_MS + this.sessions * HOUR_MS;
      appended.push([[...events, ...more(session, this.sessions)], { session, at }]);
    }
    this.disk.appendAll(appended);
    return this;
  }

  /** After all of them are over. */
  get end(): number {
    return NOON_MS + this.sessions * HOUR_MS + LENGTH_MAX_MS;
  }

  all({ state = STATE, now = this.end } = {}): readonly Comparison[] {
    return comparisons(foldEvents(this.disk.log, workedSessions).state, state, now);
  }

  of(kind: LiftKind, { state = STATE, now = this.end } = {}): Comparison {
    return this.all({ state, now }).find((each) => each.kind === kind)!;
  }

  answer(state: LiftState | null = STATE): { text: string; data: LiftData } {
    const answer = liftAnswer({ log: this.disk.log, state, now: this.end });
    return { text: answer.text(CALLS), data: answer.data() as LiftData };
  }
}

const isWithout = (session: string, kind: LiftKind) => armOf(STATE, session, kind) === "without";
/** A quarter of runs fails on average, by turns. */
const byTurns = (number: number) => [0, 2, 1, 1][number % 4]!;

describe("the effect", () => {
  test("is found where lessons help, and for that kind alone", () => {
    const world = new LiftWorld().work(400, (session, at) => byTurns(at) + (isWithout(session, "lessons") ? 2 : 0));
    const lessons = world.of("lessons");
    expect(conclusionOf(lessons)).toBe("helps");
    // Two of four edits.
    expect(lessons.estimate).toBeCloseTo(-0.5, 1);
    expect([lessons.low < -0.5, lessons.high > -0.5]).toEqual([true, true]);
    expect(conclusionText(lessons)).toMatch(
      /^lessons helped in these sessions: with them there were 0\.\d\d to 0\.\d\d failed runs for each edit less on average$/,
    );
    for (const kind of ["notes", "code"] as const)
      expect([kind, conclusionOf(world.of(kind))]).toEqual([kind, "undecided"]);
  });

  test("is found where notes do harm", () => {
    const world = new LiftWorld().work(400, (session, at) => byTurns(at) + (isWithout(session, "notes") ? 0 : 2));
    expect(conclusionOf(world.of("notes"))).toBe("harms");
    expect(conclusionText(world.of("notes"))).toContain("did harm in these sessions");
  });

  test("of a bill is told as a factor", () => {
    const world = new LiftWorld().work(
      600,
      (_, at) => byTurns(at),
      (session) => [{ type: "bill", tokens: isWithout(session, "filters") ? 8_000_000 : 1_000_000 }],
    );
    const filters = world.of("filters");
    expect(conclusionOf(filters)).toBe("helps");
    expect(world.answer().data.kinds.find(({ kind }) => kind === "filters")?.billFactor?.estimate).toBeCloseTo(
      1 / 8,
      1,
    );
    expect(conclusionOf(world.of("notes"))).toBe("undecided");
  });

  test("is not found where there is none, at whichever session one looks", () => {
    const world = new LiftWorld();
    for (let look = 0; look < 40; look++) {
      world.work(10, (_, at) => byTurns(at));
      for (const { kind, low, high } of world.all().filter((each) => each.kind !== "filters")) {
        expect([kind, look, low <= 0, high >= 0]).toEqual([kind, look, true, true]);
      }
    }
    expect(conclusionText(world.of("code"))).toMatch(/^undecided: with pointers to code, anything from /);
  });
});

describe("counts", () => {
  test("sessions of each arm, with their means, as they were drawn", () => {
    const world = new LiftWorld().work(60, (session) => (isWithout(session, "notes") ? 3 : 1));
    const names = Array.from({ length: 60 }, (_, at) => `session-${at}`);
    const without = names.filter((name) => isWithout(name, "notes")).length;
    expect(world.of("notes")).toMatchObject({
      sessions: 60,
      with: { sessions: 60 - without, mean: 0.25 },
      without: { sessions: without, mean: 0.75 },
      waiting: 0,
      left: 0,
      isSkewed: false,
    });
  });

  test("what was withheld: of notes, lessons and outputs, in sessions without that kind", () => {
    const held = (session: string): NewEvent[] => [
      {
        type: "withheld",
        hook: "prompt",
        held: isWithout(session, "notes") ? [["aaaaaaaaaa", "lift"]] : [["aaaaaaaaaa", "told"]],
        ...(isWithout(session, "lessons") && { unsaid: [["lessons bbbbbbbbbb", "lift"]] as const }),
      },
    ];
    const world = new LiftWorld().work(40, () => 1, held);
    for (const kind of ["notes", "lessons"] as const) {
      expect(world.of(kind).held).toBe(world.of(kind).without.sessions);
      expect(world.of(kind).held).toBeGreaterThan(0);
    }
    expect(world.of("code").held).toBe(0);
  });

  test("not those without an edit or a bill, nor those from when lift was off", () => {
    const world = new LiftWorld().work(10, () => 1);
    world.disk.append([run(false)], { session: "reads-only", at: NOON_MS + 11 * HOUR_MS });
    world.disk.append([EDIT, { type: "edit", file: "src/a.ts", undone: true }], {
      session: "undone",
      at: NOON_MS + 11 * HOUR_MS,
    });
    world.disk.append([EDIT], { session: "before", at: NOON_MS - HOUR_MS });
    expect(world.of("notes")).toMatchObject({ sessions: 10, left: 2 });
    expect(world.of("filters")).toMatchObject({ sessions: 0, left: 12 });
    const off = { ...STATE, on: false, earlier: [[NOON_MS, NOON_MS + 5 * HOUR_MS]] as const };
    expect(world.of("notes", { state: off })).toMatchObject({ sessions: 5 });
  });

  test("more failed runs than edits as one for each edit, and what comes after a long pause not at all", () => {
    const world = new LiftWorld();
    world.disk.append([EDIT, run(false), run(false), run(false)], { session: "s", at: NOON_MS });
    world.disk.append([EDIT, EDIT, EDIT], { session: "s", at: NOON_MS + PAUSE_MS });
    const { with: arm, without } = world.of("notes");
    expect([arm.mean ?? without.mean, arm.sessions + without.sessions]).toEqual([1, 1]);
  });

  test("nothing behind a session that is not over, so that both arms are known alike", () => {
    const world = new LiftWorld().work(10, () => 1);
    world.disk.append([EDIT], { session: "session-3", at: NOON_MS + 3 * HOUR_MS + PAUSE_MS - 1 });
    expect(world.of("notes", { now: NOON_MS + 12 * HOUR_MS })).toMatchObject({ sessions: 3, waiting: 7 });
    expect(world.of("notes")).toMatchObject({ sessions: 10, waiting: 0 });
  });
});

describe("says", () => {
  test("that nothing was counted yet, and that few sessions decide nothing", () => {
    const world = new LiftWorld();
    expect(world.answer().text).toContain("lessons: nothing can be said yet: no session without counts so far");
    world.work(12, (session) => (isWithout(session, "lessons") ? 4 : 0));
    expect(world.answer().data.kinds.map(({ kind, conclusion }) => [kind, conclusion])).toEqual([
      ["notes", "undecided"],
      ["lessons", "undecided"],
      ["code", "undecided"],
      ["filters", "none"],
    ]);
    expect(world.answer().text).toMatch(
      /lessons: undecided: with lessons, anything from .* less to .* more on average/,
    );
  });

  test("that something is wrong where the arms have not the shares that were drawn", () => {
    const names = Array.from({ length: 400 }, (_, at) => `session-${at}`).filter((name) => !isWithout(name, "code"));
    const world = new LiftWorld();
    for (const [at, session] of names.entries()) {
      world.disk.append([EDIT, run(true)], { session, at: NOON_MS + at * HOUR_MS });
    }
    world.sessions = names.length;
    expect(world.of("code").isSkewed).toBe(true);
    const code = world.answer().data.kinds.find(({ kind }) => kind === "code")!;
    expect([code.conclusion, code.skewed]).toEqual(["none", true]);
    expect(code.says).toMatch(/^nothing can be concluded: 0 of \d+ sessions went without/);
  });

  test("counts of single notes, and that they are no effects", () => {
    const world = new LiftWorld();
    world.disk.append([
      { type: "shown", hook: "prompt", notes: ["aaaaaaaaaa"] },
      { type: "shown", hook: "prompt", notes: ["aaaaaaaaaa", "bbbbbbbbbb"] },
      { type: "feedback", note: "aaaaaaaaaa", verdict: "helped", by: "person", task: "t" },
    ]);
    const { text, data } = world.answer();
    expect(data.notes.map(({ id, shown, helped }) => [id, shown, helped])).toEqual([
      ["aaaaaaaaaa", 2, 1],
      ["bbbbbbbbbb", 1, 0],
    ]);
    expect(text).toContain("counts and not effects: one note would take some 900 showings");
    expect(text).toContain("  @aaaaaaaaaa  shown 2, used 0, corrected 0, helped 1, misled 0");
  });

  test("that it is off, where it was never on", () => {
    const { text, data } = new LiftWorld().work(5, () => 1).answer(null);
    expect(text).toMatch(/^lift is off: nothing is withheld, and nothing is compared\n/);
    expect(data).toMatchObject({ on: false, kinds: [], since: null });
  });
});

test("damaged lines are passed over, and the other sessions count as before", () => {
  const truth: Truth = (session, at) => byTurns(at) + (isWithout(session, "lessons") ? 2 : 0);
  const whole = new LiftWorld().work(200, truth);
  const torn = new LiftWorld().work(100, truth);
  torn.disk.log.append('{"v":1,"id":"x","at":1,"type":"run","sess\n');
  torn.disk.log.append(`${"\u0000".repeat(200)}\nnot json at all\n`);
  torn.work(100, truth);
  expect(torn.disk.read().damaged).toBeGreaterThan(0);
  for (const kind of LIFT_KINDS) expect(torn.of(kind)).toEqual(whole.of(kind));
  // A session whose lines are damaged is a session less, or one with fewer runs; the others stay.
  const handle = torn.disk.files.open(ACTIVE_PATH, "append");
  handle.truncate(handle.identity().size - 30);
  handle.close();
  expect(torn.of("lessons").sessions).toBe(200);
  expect(conclusionOf(torn.of("lessons"))).toBe("helps");
});
