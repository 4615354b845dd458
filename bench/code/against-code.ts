// Two binaries side by side on the code of one tree: each has an index of its own, and each row asks now one and now the
// other. As with notes, what counts is the ratio, and only where all pairs agree (see ratio.ts).

import { rmSync } from "node:fs";
import type { ComparedRow } from "../against.ts";
import type { BenchClient } from "../client.ts";
import { AT_ONCE, LATER, timeFirstCalls } from "../first-calls.ts";
import { copied } from "../programs.ts";
import { type Pair, ratioOf } from "../ratio.ts";
import { percentile, timed } from "../samples.ts";
import { sentenceQueries, wordQueries } from "./code-queries.ts";
import { buildIndex, changeAndFind, changeableFiles, readLine, searchFor, serveTree } from "./code-server.ts";
import type { CodeTree } from "./code-tree.ts";
import { EARLIER_SEARCHES, firstSearches, ROW_MS_MAX } from "./measure-code.ts";

const PAIRS = 5;
/** Samples of each pair. */
const SEARCHES = 300;
const LOOKS = 60;
const CHANGES = 12;

interface Comparison {
  readonly programs: readonly [string, string];
  readonly tree: CodeTree;
  readonly scratch: string;
  readonly scale: number;
  readonly pair: number;
  readonly take: (what: string, samples: Pair) => void;
}

/** Compares `helix` with `other`. `onPair` is told how many pairs are done. */
export async function compareCode(
  paths: { readonly helix: string; readonly other: string; readonly scratch: string },
  tree: CodeTree,
  scale: number,
  onPair: (done: number, of: number) => void,
): Promise<ComparedRow[]> {
  const { scratch } = paths;
  const programs = [copied(paths.helix, scratch), copied(paths.other, scratch)] as const;
  const rows = new Map<string, Pair[]>();
  const take = (what: string, samples: Pair) => rows.set(what, [...(rows.get(what) ?? []), samples]);
  for (let pair = 0; pair < PAIRS; pair++) {
    await comparePair({ programs, tree, scratch, scale, pair, take });
    onPair(pair + 1, PAIRS);
  }
  return Array.from(rows, ([what, pairs]) => ({ what, ...ratioOf(pairs) }));
}

async function comparePair(comparison: Comparison): Promise<void> {
  const { programs, tree, scratch, pair, take } = comparison;
  // The first of a round in turn, so that a machine that slows down slows both.
  const order = pair % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
  const built = new Array<Awaited<ReturnType<typeof buildIndex>>>(2);
  for (const at of order) built[at] = await buildIndex(programs[at], tree, scratch);
  take("index, to the first whole answer", [[built[0]!.time], [built[1]!.time]]);
  const bases = [built[0]!.knowledgeBase, built[1]!.knowledgeBase] as const;
  await compareFirst(comparison, bases, order);
  const clients = [
    await serveTree(programs[0], tree.folder, bases[0]),
    await serveTree(programs[1], tree.folder, bases[1]),
  ] as const;
  await compareCalls(comparison, clients);
  for (const client of clients) await client.end();
  for (const base of bases) rmSync(base, { recursive: true });
}

async function compareFirst(
  { programs, tree, pair, take }: Comparison,
  bases: readonly [string, string],
  order: readonly (0 | 1)[],
): Promise<void> {
  for (const moment of [AT_ONCE, LATER]) {
    const samples = [[], []] as [number[], number[]];
    for (const at of order) {
      const command = [programs[at], "serve", bases[at]];
      samples[at] = await timeFirstCalls(command, tree.folder, firstSearches(tree), moment, pair);
    }
    const [own, other] = samples;
    take(`first search, ${moment.what}`, [own.slice(0, 1), other.slice(0, 1)]);
    take(`median of the first 40, ${moment.what}`, [[percentile(own, 0.5)], [percentile(other, 0.5)]]);
  }
}

async function compareCalls(comparison: Comparison, clients: readonly [BenchClient, BenchClient]): Promise<void> {
  const { tree, scale, pair, take } = comparison;
  const count = (samples: number) => Math.max(5, Math.round(samples * scale));
  const [earlier, words, sentences] = [wordQueries(tree, 1), wordQueries(tree, pair), sentenceQueries(tree, pair)];
  const search = (query: () => string) => () => {
    const values = searchFor(query());
    return (client: BenchClient) => client.call("code", values);
  };
  await inTurn(clients, EARLIER_SEARCHES, search(earlier));
  take("search, 3 words of a line", await inTurn(clients, count(SEARCHES), search(words)));
  take("search, the subject of a commit", await inTurn(clients, count(SEARCHES), search(sentences)));
  const [path] = tree.paths;
  take("read of one line", await inTurn(clients, count(LOOKS), () => (client) => readLine(client, path!)));
  const files = changeableFiles(tree);
  if (files.length === 0) return;
  const times = [[], []] as [number[], number[]];
  for (let round = 0; round < count(CHANGES); round++) {
    for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      // A file of its own for each, so that both find one change.
      const number = 2 * (pair * CHANGES + round) + at;
      times[at].push((await changeAndFind(clients[at], tree.folder, files[number % files.length]!, number)).time);
    }
  }
  take("one file changed: the search behind it", times);
}

/** Samples of both in milliseconds, the first of a round in turn. */
async function inTurn(
  clients: readonly [BenchClient, BenchClient],
  rounds: number,
  draw: () => (client: BenchClient) => unknown,
): Promise<readonly [number[], number[]]> {
  const samples = [[], []] as [number[], number[]];
  const begin = performance.now();
  for (let round = 0; round < rounds; round++) {
    const work = draw();
    for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      samples[at].push(...(await timed(1, () => work(clients[at]))));
    }
    if (performance.now() - begin > 2 * ROW_MS_MAX && samples[0].length >= 5) break;
  }
  return samples;
}
