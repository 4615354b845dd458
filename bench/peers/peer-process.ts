// One phase of one peer, in a process of its own, so that its memory is its own and it can be stopped: `load` fills a
// directory, `use` opens it, searches and stores. Its argument is a PeerTask as JSON; it prints a PeerReport as JSON.

import { corpusOf, queriesOf } from "../corpora.ts";
import { memoryOf } from "../memory.ts";
import { percentile, timed } from "../samples.ts";
import { PEERS } from "./all-peers.ts";
import type { Peer, PeerContext } from "./peer.ts";

const CHUNK = 1000;
const SEARCHES = 500;
const EARLIER = 200;
const STORES = 200;
const ROW_MS_MAX = 6_000;
const STORE_SEED = 13;
/** From when on it is believed how long a load will take. */
const PROJECTED_FROM_MS = 10_000;

/** What a process is asked to do. */
export interface PeerTask {
  readonly phase: "load" | "use";
  readonly name: string;
  readonly entries: number;
  readonly context: PeerContext;
  /** How long a load may take, in milliseconds. */
  readonly cap: number;
}

/** What came of it. Times in milliseconds, memory in MB. */
export interface PeerReport {
  /** How many entries a load took in, and in what time. */
  readonly loaded?: number;
  readonly load?: number;
  readonly open?: number;
  readonly search?: { readonly p50: number; readonly p95: number };
  readonly store?: number;
  readonly memory?: number;
}

async function load(peer: Peer, { entries, context, cap }: PeerTask): Promise<PeerReport> {
  const corpus = corpusOf(entries);
  const store = await peer.open(context);
  let time = 0;
  for (let from = 0; from < entries; from += CHUNK) {
    const chunk = Array.from({ length: Math.min(CHUNK, entries - from) }, () => corpus.entry());
    const start = performance.now();
    await store.addMany(chunk);
    time += performance.now() - start;
    const loaded = from + chunk.length;
    if (loaded < entries && isHopeless(time, loaded / entries, cap)) return { loaded, load: time };
  }
  const start = performance.now();
  await store.close();
  return { loaded: entries, load: time + performance.now() - start };
}

/** Whether a load will not be done in its time: what is left takes as long as what is done, at least. */
function isHopeless(time: number, share: number, cap: number): boolean {
  return time > cap || (time > PROJECTED_FROM_MS && time / share > cap);
}

async function use(peer: Peer, { entries, context }: PeerTask): Promise<PeerReport> {
  const query = queriesOf(entries);
  const corpus = corpusOf(entries, STORE_SEED);
  const begin = performance.now();
  const store = await peer.open(context);
  await store.search(query());
  const open = performance.now() - begin;
  await timed(EARLIER, () => store.search(query()), ROW_MS_MAX / 4);
  const searches = await timed(SEARCHES, () => store.search(query()), ROW_MS_MAX);
  const stores = await timed(STORES, () => store.store(corpus.entry()), ROW_MS_MAX);
  const memory = memoryOf(store.processId ?? process.pid).resident;
  await store.close();
  return {
    open,
    search: { p50: percentile(searches, 0.5), p95: percentile(searches, 0.95) },
    store: percentile(stores, 0.5),
    memory,
  };
}

const task = JSON.parse(process.argv[2]!) as PeerTask;
const peer = PEERS.find(({ name }) => name === task.name)!;
const report = await (task.phase === "load" ? load(peer, task) : use(peer, task));
process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
