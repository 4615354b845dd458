// Two binaries side by side: each has a knowledge base of its own with the same notes, and each row asks now one and
// now the other, so that a machine that slows down slows both. What counts is the ratio; times of two runs do not
// compare. All of it is done with several pairs of servers, one after the other (see ratio.ts for why).

import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { compareBatches, compareFirstCalls } from "./against-first.ts";
import { BenchClient } from "./client.ts";
import { corpusOf, queriesOf } from "./corpora.ts";
import { timeStart } from "./floors.ts";
import { EARLIER_ALONE, EARLIER_CALLS, hookInput, hookValues, writeSources } from "./hooks.ts";
import { loadEntries } from "./load.ts";
import { copied } from "./programs.ts";
import { type Pair, type Ratio, ratioOf } from "./ratio.ts";
import { EARLIER_SEARCHES, readRows } from "./read-rows.ts";
import { runProgram } from "./run-program.ts";
import { learnBudgets, whole } from "./whole-answers.ts";

const PAIRS = 5;
/** Samples of each pair. */
const STARTS = 6;
const HOOK_CALLS = 200;
const HOOK_PROCESSES = 30;
const STORES = 150;
const EDITS = 25;
const STORED_WORDS = 40;
const SEARCHES = 8;
const HOOK_FILES = 120;
/** The most that one row of a pair may take of each binary, in milliseconds. */
const ROW_MS_MAX = 4000;

/** A row of the comparison. */
export interface ComparedRow extends Ratio {
  readonly what: string;
}

/** One of the two. */
interface Contender {
  readonly helix: string;
  readonly directory: string;
  /** The repository that its hooks are about. */
  readonly folder: string;
  readonly paths: readonly string[];
}

/** A comparison that is going on: of one pair of servers. */
interface Comparison {
  readonly contenders: readonly [Contender, Contender];
  readonly size: number;
  /** Which pair it is, from 0 on. */
  readonly pair: number;
  readonly scale: number;
  readonly scratch: string;
  readonly take: (what: string, samples: Pair) => void;
}

/**
 * Compares `helix` with `other` at so many entries. `scale` multiplies the number of samples; `onPair` is told how many
 * pairs are done.
 */
export async function compareBinaries(
  paths: { readonly helix: string; readonly other: string; readonly scratch: string },
  size: number,
  scale: number,
  onPair: (done: number, of: number) => void,
): Promise<ComparedRow[]> {
  const contenders = [
    await contender(paths.helix, paths.scratch, size),
    await contender(paths.other, paths.scratch, size),
  ] as const;
  const rows = new Map<string, Pair[]>();
  const take = (what: string, samples: Pair) => rows.set(what, [...(rows.get(what) ?? []), samples]);
  for (let pair = 0; pair < PAIRS; pair++) {
    await comparePair({ contenders, size, pair, scale, scratch: paths.scratch, take });
    onPair(pair + 1, PAIRS);
  }
  return Array.from(rows, ([what, pairs]) => ({ what, ...ratioOf(pairs) }));
}

async function comparePair(comparison: Comparison): Promise<void> {
  const { contenders } = comparison;
  await compareStarts(comparison);
  const clients = [await serverOf(contenders[0]), await serverOf(contenders[1])] as const;
  await compareReads(comparison, clients);
  await compareHooks(comparison, clients);
  await compareHookProcesses(comparison, "a server runs", EARLIER_CALLS);
  await compareWrites(comparison, clients);
  for (const client of clients) await client.end();
  for (const { helix, directory } of contenders) runProgram([helix, "index", "--kb", directory], directory);
  await compareHookProcesses(comparison, "no server", EARLIER_ALONE);
  await compareSearches(comparison);
  const { size, pair, scratch, take } = comparison;
  await compareFirstCalls(contenders, size, pair, take);
  await compareBatches(contenders, size, scratch, take);
}

async function contender(program: string, scratch: string, size: number): Promise<Contender> {
  const folder = mkdtempSync(join(scratch, "against-"));
  const [directory, repository] = [join(folder, "kb"), join(folder, "repository")];
  for (const path of [directory, repository]) mkdirSync(path);
  const helix = copied(program, scratch);
  const corpus = corpusOf(size);
  await loadEntries(helix, directory, size, () => corpus.entry());
  runProgram([helix, "index", "--kb", directory], directory);
  const noted = corpusOf(size);
  const entries = Array.from({ length: HOOK_FILES }, () => noted.entry());
  return { helix, directory, folder: repository, paths: writeSources(repository, entries, noted) };
}

async function serverOf({ helix, directory, folder }: Contender): Promise<BenchClient> {
  await learnBudgets([helix, "serve", directory], folder);
  const client = new BenchClient([helix, "serve", directory], folder);
  await client.initialize();
  return client;
}

/** Samples of both in milliseconds, the first of a round in turn; those of the first `earlier` rounds do not count. */
async function inTurn(
  { contenders, scale }: Comparison,
  count: number,
  earlier: number,
  draw: (round: number) => (contender: Contender, at: 0 | 1) => unknown,
): Promise<readonly [number[], number[]]> {
  const samples = [[], []] as [number[], number[]];
  const rounds = earlier + Math.max(5, Math.round(count * scale));
  const begin = performance.now();
  for (let round = 0; round < rounds; round++) {
    const work = draw(round);
    for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const start = performance.now();
      await work(contenders[at], at);
      if (round >= earlier) samples[at].push(performance.now() - start);
    }
    if (performance.now() - begin > 2 * ROW_MS_MAX && samples[0].length >= 5) break;
  }
  return samples;
}

async function compareStarts(comparison: Comparison): Promise<void> {
  const open = await inTurn(comparison, STARTS, 0, () => ({ helix, directory }) => {
    return timeStart([helix, "serve", directory], directory);
  });
  comparison.take("serve: start, initialize, end", open);
  const query = queriesOf(comparison.size);
  const search = await inTurn(comparison, STARTS, 0, () => {
    const values = { query: query(), limit: 10 };
    return async (one) => {
      const client = await serverOf(one);
      await client.call("search", values);
      await client.end();
    };
  });
  comparison.take("serve: start, search, end", search);
}

type Clients = readonly [BenchClient, BenchClient];

async function compareReads(comparison: Comparison, clients: Clients): Promise<void> {
  const question = queriesOf(comparison.size);
  const asks = () => {
    const query = `how does ${question()} work when ${question()}`;
    return (client: BenchClient) => client.call("search", whole(client, "search", { query, limit: 10 }));
  };
  // As the rows of a run are: the same calls, as many, of a server that has answered as many before.
  await inTurn(comparison, EARLIER_SEARCHES, 0, () => {
    const values = { query: question(), limit: 10 };
    return (_, at) => clients[at].call("search", whole(clients[at], "search", values));
  });
  for (const { what, count, draw } of [
    ...readRows(comparison.size),
    { what: "search, a question", count: 300, draw: asks },
  ]) {
    const samples = await inTurn(comparison, count, 0, (round) => {
      const call = draw(round);
      return (_, at) => call(clients[at]);
    });
    comparison.take(what, samples);
  }
}

async function compareHooks(comparison: Comparison, clients: Clients): Promise<void> {
  const samples = await inTurn(comparison, HOOK_CALLS, EARLIER_CALLS, (round) => ({ folder, paths }, at) => {
    return clients[at].call("hook", hookValues(folder, paths, round));
  });
  comparison.take("hook through the server, ambient", samples);
}

async function compareHookProcesses(comparison: Comparison, when: string, earlier: number): Promise<void> {
  const sessions = `against-${when.replace(/ /g, "-")}-${comparison.pair}`;
  const samples = await inTurn(comparison, HOOK_PROCESSES, earlier, (round) => (one) => {
    const { helix, directory, folder, paths } = one;
    return runProgram([helix, "hook", "ambient", directory], folder, hookInput(folder, paths, round, sessions));
  });
  comparison.take(`hook process, ambient, ${when}`, samples);
}

async function compareWrites(comparison: Comparison, clients: Clients): Promise<void> {
  const corpus = corpusOf(comparison.size, STORES + comparison.pair);
  const stores = await inTurn(comparison, STORES, 20, () => {
    const entry = corpus.entry();
    return (_, at) => clients[at].call("store", { ...entry });
  });
  comparison.take("store (synced)", stores);
  const edits = await inTurn(comparison, EDITS, 5, (round) => async (_, at) => {
    await clients[at].call("edit", { action: "append", topic: `topic-${round % 10}`, text: "more of it" });
    await clients[at].call("edit", { action: "undo" });
  });
  comparison.take("edit append, then undo (both synced)", edits);
  const found = await inTurn(comparison, STORED_WORDS, 5, (round) => async (_, at) => {
    const word = `unicorn${comparison.size}x${comparison.pair}x${round}`;
    await clients[at].call("store", { topic: "fresh", text: `the word is ${word}`, force: true });
    await clients[at].call("search", { query: word, detail: "count" });
  });
  comparison.take("store, then search of it", found);
}

async function compareSearches(comparison: Comparison): Promise<void> {
  const query = queriesOf(comparison.size);
  const samples = await inTurn(comparison, SEARCHES, 2, () => {
    const words = query();
    return ({ helix, directory }) => runProgram([helix, "search", words, "--kb", directory, "--limit=5"], directory);
  });
  comparison.take("helix search (a process)", samples);
}
