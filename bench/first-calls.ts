// The first calls of servers that have just started, for each tool: a session makes tens of calls, not thousands, and
// nobody has warmed its server up. Called as soon as `initialize` is answered, and a second later, for the model thinks
// first. Several servers each, one after the other; no two are asked the same.

import { BenchClient } from "./client.ts";
import { corpusOf, queriesOf } from "./corpora.ts";
import { hookValues } from "./hooks.ts";
import { dropPages } from "./page-cache.ts";
import type { Recorder } from "./run-record.ts";
import { percentile } from "./samples.ts";
import { learnBudgets, whole } from "./whole-answers.ts";

/** How many first calls a row is about: the first itself, and medians of so many. */
const COUNTS = [1, 10, 40] as const;
const CALLS = 40;
const SEARCH_SERVERS = 5;
const SERVERS = 3;
/** When this is used up, one server of each kind has to do, in milliseconds. */
const BUDGET_MS = 75_000;

/** When the first call comes. */
export interface FirstMoment {
  readonly id: string;
  readonly what: string;
  /** Milliseconds behind the answer to `initialize`. */
  readonly wait: number;
}

export const AT_ONCE: FirstMoment = { id: "at-once", what: "at once", wait: 0 };
export const LATER: FirstMoment = { id: "later", what: "after a second", wait: 1000 };

/** A tool as it is called first; `draw` makes the calls of one server. */
export interface FirstCalls {
  readonly id: string;
  readonly what: string;
  readonly servers: number;
  readonly draw: (server: number) => (round: number) => readonly [tool: string, values: object];
}

/** The repository that hooks are about, and files in it. */
export interface HookFiles {
  readonly folder: string;
  readonly paths: readonly string[];
}

/** The tools in the order in which they are measured: those that write come last. */
export function firstCalls(size: number, { folder, paths }: HookFiles): readonly FirstCalls[] {
  const topic = (server: number, round: number) => `topic-${(server * CALLS + round) % 10}`;
  const searches = (server: number, more: object) => {
    const query = queriesOf(size);
    for (let earlier = 0; earlier < server * CALLS; earlier++) query();
    return () => ["search", { query: query(), limit: 10, ...more }] as const;
  };
  const entries = (server: number) => corpusOf(size, 1000 + server);
  const kinds: Omit<FirstCalls, "servers">[] = [
    { id: "search", what: "search, 2 words", draw: (server) => searches(server, {}) },
    { id: "search-or", what: "search, any of 2 words", draw: (server) => searches(server, { mode: "or" }) },
    {
      id: "brief",
      what: "brief of a topic",
      draw: (server) => (round) => ["brief", { query: topic(server, round) }],
    },
    { id: "read", what: "read a topic", draw: (server) => (round) => ["read", { topic: topic(server, round) }] },
    { id: "list", what: "topics list", draw: () => () => ["topics", {}] },
    {
      id: "hook",
      what: "hook, ambient",
      draw: (server) => (round) => ["hook", hookValues(folder, paths, server * CALLS + round)],
    },
    {
      id: "store",
      what: "store",
      draw: (server) => {
        const corpus = entries(server);
        return () => ["store", { ...corpus.entry() }];
      },
    },
    {
      id: "edit",
      what: "edit append",
      draw: (server) => (round) => ["edit", { action: "append", topic: topic(server, round), text: "more of it" }],
    },
  ];
  return kinds.map((kind) => ({ ...kind, servers: kind.id.startsWith("search") ? SEARCH_SERVERS : SERVERS }));
}

/** The time of each of the first calls of a fresh server, in milliseconds. */
export async function timeFirstCalls(
  command: readonly string[],
  directory: string,
  { draw }: FirstCalls,
  moment: FirstMoment,
  server: number,
): Promise<number[]> {
  await learnBudgets(command, directory);
  const client = new BenchClient(command, directory);
  await client.initialize();
  if (moment.wait > 0) await Bun.sleep(moment.wait);
  const next = draw(server);
  const samples: number[] = [];
  for (let round = 0; round < CALLS; round++) {
    const [tool, given] = next(round);
    const values = whole(client, tool, given);
    const start = performance.now();
    await client.call(tool, values);
    samples.push(performance.now() - start);
  }
  await client.end();
  return samples;
}

/**
 * Measures all of them on one knowledge base, which the writing ones add to. `scale` multiplies the number of servers.
 */
export async function measureFirstCalls(
  { recorder, scale }: { readonly recorder: Recorder; readonly scale: number },
  helix: string,
  directory: string,
  label: string,
  hooks: HookFiles,
): Promise<void> {
  const command = [helix, "serve", directory];
  const begin = performance.now();
  const serversOf = (kind: FirstCalls) =>
    performance.now() - begin > BUDGET_MS ? 1 : Math.max(1, Math.round(kind.servers * scale));
  for (const kind of firstCalls(Number(label), hooks)) {
    for (const moment of [AT_ONCE, LATER]) {
      const samples: number[][] = [];
      for (let server = 0; server < serversOf(kind); server++) {
        samples.push(await timeFirstCalls(command, directory, kind, moment, server));
      }
      record(recorder, label, `${kind.id}-${moment.id}`, `${kind.what}, ${moment.what}`, samples);
    }
    if (kind.id === "search") await measureCold(recorder, command, directory, label, kind, serversOf(kind));
  }
}

/** The same with nothing of the knowledge base in the system's memory, where that can be had. */
async function measureCold(
  recorder: Recorder,
  command: readonly string[],
  directory: string,
  label: string,
  kind: FirstCalls,
  servers: number,
): Promise<void> {
  const samples: number[][] = [];
  for (let server = 0; server < servers; server++) {
    if (!dropPages(directory, ["data.log", "index.bin"])) return;
    samples.push(await timeFirstCalls(command, directory, kind, AT_ONCE, server));
  }
  record(recorder, label, `${kind.id}-cold`, `${kind.what}, at once, from the disk`, samples);
}

function record(
  recorder: Recorder,
  label: string,
  id: string,
  what: string,
  samples: readonly (readonly number[])[],
): void {
  for (const count of COUNTS) {
    const which = count === 1 ? "first call" : `median of the first ${count}`;
    const medians = samples.map((calls) => percentile(calls.slice(0, count), 0.5));
    recorder.times(label, `first-${id}-${count}`, `${which}: ${what}`, medians);
  }
}
