// Promise 11: the figures of `helix gain` are what the log says, losses included. Histories of outputs that are shortened
// and fetched again, by two processes, over sessions and projects, days apart, over full segments, compactions and lines
// that were written in part, against a naive count.

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sessionGain } from "../../src/events/gain/session-gain.ts";
import { shortenedOutputs } from "../../src/events/gain/shortened-outputs.ts";
import { compactEvents } from "../../src/events/log/event-compaction.ts";
import { foldEvents } from "../../src/events/log/event-fold.ts";
import { EventLog } from "../../src/events/log/event-log.ts";
import type { EventHead, NewEvent } from "../../src/events/log/event-types.ts";
import { gainHistory } from "../../src/features/gain/gain-history.ts";
import { type GainScope, gainParts, netOf, sumGain } from "../../src/features/gain/gain-sums.ts";
import { EVENTS_DIRECTORY, EventDisk, NOON_MS } from "../support/event-disk.ts";
import { runs } from "../support/runs.ts";

const HOUR_MS = 60 * 60 * 1000;
const RUNS = runs(150);

const KEYS = ["k-one", "k-two", "k-three", "k-four", "k-five"];
const outputs = fc.record({
  by: fc.constantFrom("Bash", "Read", "run"),
  command: fc.constantFrom("git log", "cargo build", ""),
  filter: fc.constantFrom("git-log", "cargo", "lines"),
  key: fc.constantFrom(...KEYS, ""),
  before: fc.nat(50_000),
  after: fc.nat(50_000),
});
const when = { after: fc.constantFrom(0, 1000, 30 * HOUR_MS, 40 * 24 * HOUR_MS), process: fc.nat(1) };
const heads = {
  session: fc.constantFrom("s1", "s2"),
  project: fc.constantFrom(["acme/api"], ["acme/web", "web-12345678"], []),
};
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ output: outputs, ...when, ...heads }) },
    {
      weight: 5,
      arbitrary: fc.record({ fetch: fc.constantFrom(...KEYS, "k-unknown"), bytes: fc.nat(90_000), ...when, ...heads }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ other: fc.constant<NewEvent>({ type: "edit", file: "src/a.ts" }), ...when, ...heads }),
    },
    { weight: 1, arbitrary: fc.record({ torn: fc.nat(60) }) },
    { weight: 2, arbitrary: fc.record({ fold: fc.boolean() }) },
    { weight: 2, arbitrary: fc.constant({ rotate: true as const }) },
    { weight: 1, arbitrary: fc.record({ compact: fc.nat(2) }) },
  ),
  { minLength: 5, maxLength: 40, size: "max" },
);

/** An event as the naive count keeps it. */
type Kept = EventHead & Extract<NewEvent, { type: "filter" | "fetched" }>;

/** The output that a fetch is of, by looking at every one. */
function outputOf(all: readonly Kept[], fetch: Kept): Extract<Kept, { type: "filter" }> | null {
  let [before, first]: (Extract<Kept, { type: "filter" }> | null)[] = [null, null];
  for (const event of all) {
    if (event.type !== "filter" || event.key === "" || event.key !== fetch.key) continue;
    if (event.at <= fetch.at && (before === null || event.at >= before!.at)) before = event;
    if (first === null || event.at < first!.at) first = event;
  }
  return before ?? first ?? null;
}

type Row = [name: string, shortened: number, taken: number, fetches: number, fetched: number, net: number];

/** The rows of one kind of name, counted one event at a time. */
function naiveRows(
  all: readonly Kept[],
  { since, project }: GainScope,
  nameOf: (event: Kept, of: Kept | null) => string,
): Row[] {
  const rows = new Map<string, Row>();
  for (const event of all) {
    const of = event.type === "filter" ? event : outputOf(all, event);
    if (since !== null && event.at < since) continue;
    if (project !== null && !project((of ?? event).project)) continue;
    const name = nameOf(event, of);
    const row: Row = rows.get(name) ?? [name, 0, 0, 0, 0, 0];
    if (event.type === "filter") {
      row[1] += 1;
      row[2] += event.before - event.after;
      row[5] += event.before - event.after;
    } else {
      row[3] += 1;
      row[4] += event.bytes;
      row[5] -= event.bytes;
    }
    rows.set(name, row);
  }
  return [...rows.values()].sort();
}

/** What helix says, as such rows. */
function rowsOf(all: readonly (Parameters<typeof netOf>[0] & { readonly name: string })[]): Row[] {
  return all
    .map((sums): Row => [sums.name, sums.shortened, sums.before - sums.after, sums.fetches, sums.fetched, netOf(sums)])
    .sort();
}

function expectTruth(disk: EventDisk, kept: readonly Kept[], isWritten: boolean): void {
  // Another process, which has seen nothing of the log yet.
  const log = new EventLog(disk.files, EVENTS_DIRECTORY);
  const { state } = foldEvents(log, shortenedOutputs, isWritten ? 1 : undefined);
  const field = (name: "by" | "command" | "filter") => (_: Kept, of: Kept | null) =>
    of?.type === "filter" ? of[name] : "unknown";
  const scopes: GainScope[] = [
    { since: null, project: null },
    { since: NOON_MS + 35 * HOUR_MS, project: null },
    { since: null, project: (keys) => keys.includes("acme/web") },
  ];
  for (const scope of scopes) {
    const parts = gainParts(state, scope);
    const { total, tools, commands, filters } = sumGain(parts);
    expect(rowsOf([{ name: "", ...total }])).toEqual(withZero(naiveRows(kept, scope, () => "")));
    expect(rowsOf(tools)).toEqual(naiveRows(kept, scope, field("by")));
    expect(rowsOf(commands)).toEqual(naiveRows(kept, scope, field("command")));
    expect(rowsOf(filters)).toEqual(naiveRows(kept, scope, field("filter")));
    const months = gainHistory(parts, "month").map(({ from, ...sums }) => ({ name: from, ...sums }));
    expect(rowsOf(months)).toEqual(naiveRows(kept, scope, ({ at }) => monthOf(at)));
  }
  const sessions = foldEvents(log, sessionGain, isWritten ? 1 : undefined).state;
  const bySession = [...sessions].map(
    ([name, { shortened, taken, fetches, fetched }]): Row => [
      name,
      shortened,
      taken,
      fetches,
      fetched,
      taken - fetched,
    ],
  );
  expect(bySession.sort()).toEqual(naiveRows(kept, scopes[0]!, ({ session }) => session));
}

/** The local month: `2026-02`. */
function monthOf(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${date.getMonth() < 9 ? "0" : ""}${date.getMonth() + 1}`;
}

function withZero(rows: readonly Row[]): readonly Row[] {
  return rows.length === 0 ? [["", 0, 0, 0, 0, 0]] : rows;
}

describe("helix gain says the truth", () => {
  it("whatever happened to the log", () => {
    fc.assert(
      fc.property(steps, (all) => {
        const disk = new EventDisk();
        const others = [disk, Object.assign(new EventDisk(disk.files), { newId: disk.newId })];
        const kept: Kept[] = [];
        let at = NOON_MS;
        for (const step of all) {
          if ("after" in step) {
            at += step.after;
            const head = { at, session: step.session, agent: "", project: step.project };
            const event: NewEvent =
              "output" in step
                ? { type: "filter", ...step.output }
                : "fetch" in step
                  ? { type: "fetched", key: step.fetch, bytes: step.bytes }
                  : step.other;
            others[step.process]!.append([event], head);
            if (event.type === "filter" || event.type === "fetched") kept.push({ ...head, ...event });
          } else if ("torn" in step) disk.append([{ type: "edit", file: "src/torn.ts" }], { at }, step.torn);
          else if ("rotate" in step) disk.log.rotate(1);
          else if ("compact" in step) compactEvents(disk.log, disk.newId, step.compact);
          else expectTruth(disk, kept, step.fold);
        }
        expectTruth(disk, kept, true);
        expectTruth(disk, kept, false);
      }),
      { numRuns: RUNS },
    );
  });

  it("a fetch finds its output after a compaction, days later, and in whatever order they stand", () => {
    const disk = new EventDisk();
    const output = {
      type: "filter",
      by: "Bash",
      command: "git log",
      filter: "git-log",
      key: "k1",
      before: 4000,
      after: 1000,
    } as const;
    disk.append([{ type: "fetched", key: "k2", bytes: 50 }], { at: NOON_MS + 5 });
    disk.append([output]);
    for (let turn = 0; turn < 2; turn++) {
      disk.log.rotate(1);
      disk.append([{ ...output, key: "k2", filter: "late" }], { at: NOON_MS + 4 + turn });
    }
    disk.log.rotate(1);
    expect(compactEvents(disk.log, disk.newId, 0)).toMatchObject({ segments: 3 });
    disk.append([{ type: "fetched", key: "k1", bytes: 7000 }], { at: NOON_MS + 90 * 24 * HOUR_MS });
    const { filters } = sumGain(
      gainParts(foldEvents(disk.log, shortenedOutputs).state, { since: null, project: null }),
    );
    expect(rowsOf(filters)).toEqual([
      ["git-log", 1, 3000, 1, 7000, -4000],
      ["late", 2, 6000, 1, 50, 5950],
    ]);
  });
});
