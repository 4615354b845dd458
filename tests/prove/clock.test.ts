// Clock: time jumps back and forward between runs, over the ends of what clocks can count, over leap days, and the time
// zone changes with it. Nothing crashes, entries of a topic stand in the order of their times, each is found at the
// time it was stored at, and what is new, hot or of this week is so by the clock of the run that says it.

import { expect, test } from "vitest";
import { type Outcome, runHelix } from "../support/command-line.ts";
import { askHook } from "../support/hook-process.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { isLong, randomOf, sayFigures, timeLimit, timeOver } from "./support/proof.ts";

const folder = useFolders("each");

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Where clocks have been seen to break. */
const EDGES = [
  "1970-01-01T00:00:00Z",
  "1999-12-31T23:59:00Z",
  "2023-12-31T23:59:00Z",
  "2024-02-29T12:00:00Z",
  "2026-03-08T10:00:00Z",
  "2026-10-25T01:00:00Z",
  "2038-01-19T03:14:07Z",
  "2077-12-31T23:59:00Z",
  "2078-01-01T00:00:00Z",
  "2100-02-28T23:59:00Z",
  "2400-02-29T00:00:00Z",
].map((time) => Date.parse(time));
/** From here on an entry is stored by the clock on the wall, and moves with the zone. */
const WALL_CLOCK_MS = Date.parse("2078-01-01T00:00:00Z");
const ZONES = ["UTC", "Asia/Kolkata", "America/New_York", "Pacific/Kiritimati", "Australia/Lord_Howe", "Europe/London"];
const AGES_MS = [0, 0, MINUTE_MS, 7 * DAY_MS, 40 * DAY_MS, -3 * DAY_MS, 366 * DAY_MS];
const STEPS_SHORT = 7;
const STEPS_OF_HISTORY = 25;
const QUESTIONS = [
  ["brief"],
  ["brief", "clock"],
  ["topics", "recent"],
  ["topics", "stale"],
  ["topics", "prune"],
  ["topics", "session"],
  ["search", "--after", "this-week"],
  ["search", "needle0", "--days", "2"],
  ["stats"],
  ["resume"],
  ["checkpoint", "the state of the work"],
  ["check"],
];

interface Stored {
  readonly topic: string;
  readonly text: string;
  /** The minute it was stored in. */
  readonly ms: number;
}

class History {
  readonly #base = folder();
  readonly #home = folder();
  readonly #random: (limit: number) => number;
  readonly #edges: readonly number[];
  readonly #stored: Stored[] = [];
  #clock = 0;
  #zone = "UTC";
  runs = 0;

  constructor(random: (limit: number) => number, edges: readonly number[]) {
    this.#random = random;
    this.#edges = edges;
  }

  /** Sets the clock and the zone, stores, and asks for something. */
  async step(): Promise<void> {
    const { pick } = this;
    this.#clock = Math.max(0, pick(this.#edges) + pick(AGES_MS) + this.#random(90) * 1000);
    this.#zone = pick(ZONES);
    const topic = pick(["clock", "calendar"]);
    const text = `needle${this.#stored.length} was stored when clocks said ${this.#clock}`;
    this.#run(["store", topic, text], 0);
    this.#stored.push({ topic, text, ms: Math.floor(this.#clock / MINUTE_MS) * MINUTE_MS });
    this.#run(["search", `needle${this.#stored.length - 1}`], 0);
    this.#run(pick(QUESTIONS), 1);
    if (this.#random(4) === 0) this.#run(["compact", "--apply"], 0);
    this.#checkOrder();
    this.#checkHot();
    await this.#checkHooks();
  }

  pick = <T>(values: readonly T[]): T => values[this.#random(values.length)]!;

  get #where(): string {
    return `at ${new Date(this.#clock).toISOString()} in ${this.#zone}`;
  }

  #run(words: readonly string[], statusMax: number): Outcome {
    const environment = { HELIX_NOW: String(this.#clock), TZ: this.#zone };
    const outcome = runHelix(words, { base: this.#base, cwd: this.#home, environment });
    this.runs++;
    const where = `helix ${words.join(" ")} ${this.#where}: ${outcome.stderr}`;
    expect(outcome.status, where).toBeLessThanOrEqual(statusMax);
    expect(outcome.status, where).not.toBeNull();
    expect(outcome.stdout, where).not.toMatch(/NaN|Invalid Date|undefined/);
    return outcome;
  }

  /** All entries are there, by their times within a topic, and those that count by UTC at the very minute. */
  #checkOrder(): void {
    const found = JSON.parse(this.#run(["export"], 0).stdout) as { topic: string; time: string; body: string }[];
    expect(found.map(({ body }) => body.split("\n")[0]).sort()).toEqual(this.#stored.map(({ text }) => text).sort());
    for (const topic of new Set(found.map((entry) => entry.topic))) {
      const times = found.filter((entry) => entry.topic === topic).map(({ time }) => Date.parse(time));
      expect(times, this.#where).toEqual(times.toSorted((a, b) => a - b));
    }
    if (this.#edges.some((ms) => ms + 400 * DAY_MS >= WALL_CLOCK_MS)) return;
    const minutes = new Map(this.#stored.map(({ text, ms }) => [text, ms]));
    for (const { body, time } of found) expect(Date.parse(time), body).toBe(minutes.get(body.split("\n")[0]!));
  }

  /** The overview calls a topic hot if something of the last 48 hours is in it, and nothing else. */
  #checkHot(): void {
    if (this.#edges.some((ms) => ms + 400 * DAY_MS >= WALL_CLOCK_MS)) return;
    const brief = this.#run(["brief"], 0).stdout;
    const hot = /HOT \(last 48h\):(.*?)\n\n/s.exec(brief)?.[1] ?? "";
    for (const topic of new Set(this.#stored.map((one) => one.topic))) {
      const ages = this.#stored.filter((one) => one.topic === topic).map(({ ms }) => this.#clock - ms);
      // A clock may be a day behind another.
      const isNew = ages.some((age) => age >= -DAY_MS && age < 2 * DAY_MS);
      expect(hot.includes(`${topic}:`), `${topic} ${this.#where}: ${brief}`).toBe(isNew);
    }
  }

  async #checkHooks(): Promise<void> {
    const environment = {
      PATH: process.env.PATH ?? "",
      HOME: this.#home,
      HELIX_NOW: String(this.#clock),
      TZ: this.#zone,
    };
    const options = { base: this.#base, cwd: this.#home, environment };
    const event = { session_id: this.pick(["a", "b"]), cwd: this.#home };
    // Fails unless the hook ends well, with an answer that the client takes.
    await askHook("session", { ...event, source: this.pick(["startup", "resume", "compact"]) }, options);
    await askHook("prompt", { ...event, prompt: "Which needle was stored when clocks said so?" }, options);
    await askHook("stop", { ...event, stop_hook_active: false }, options);
    this.runs += 3;
  }
}

test("any order of times and zones", { timeout: timeLimit }, async () => {
  const random = randomOf("clock");
  const isOver = timeOver();
  const figures = { histories: 0, jumps: 0, runs: 0 };
  const edgesOf = [EDGES.filter((ms) => ms + 400 * DAY_MS < WALL_CLOCK_MS), EDGES];
  do {
    const history = new History(random, edgesOf[figures.histories % edgesOf.length]!);
    const steps = isLong ? STEPS_OF_HISTORY : STEPS_SHORT;
    for (let step = 0; step < steps; step++) await history.step();
    figures.histories++;
    figures.jumps += steps;
    figures.runs += history.runs;
  } while (isLong ? !isOver() : figures.histories < edgesOf.length);
  sayFigures("clock", { ...figures, zones: ZONES.length, crashes: 0, outOfOrder: 0 });
});
