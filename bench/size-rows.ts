// The rows of one corpus: a knowledge base of so many entries, loaded, merged, opened, asked and written to, the way
// clients do it.

import { mkdirSync, mkdtempSync, statSync } from "node:fs";
import { join } from "node:path";
import { measureBatchLoad } from "./batch-load.ts";
import { BenchClient } from "./client.ts";
import { corpusOf, queriesOf } from "./corpora.ts";
import type { Corpus } from "./corpus.ts";
import { measureFirstCalls } from "./first-calls.ts";
import { SyncedFile, timeStart } from "./floors.ts";
import { EARLIER_ALONE, EARLIER_CALLS, timeHookCalls, timeHookProcesses, writeSources } from "./hooks.ts";
import { loadEntries } from "./load.ts";
import { memoryOf, runWatched } from "./memory.ts";
import { timeFoldPause } from "./merge-pause.ts";
import type { Programs } from "./programs.ts";
import { EARLIER_SEARCHES, readRows } from "./read-rows.ts";
import { runProgram } from "./run-program.ts";
import type { Recorder } from "./run-record.ts";
import { timed } from "./samples.ts";
import { learnBudgets, whole } from "./whole-answers.ts";

/** So many that the merge which they set off is a part of the time and not most of it. */
const STORES = 1200;
/** How many files the events of hooks are about. */
const HOOK_FILES = 120;
/**
 * So long nothing may have changed for what was written to be merged, and how often that is looked at, in milliseconds.
 */
const QUIET_MS = 3000;
const LOOK_EVERY_MS = 100;
/** The most that one row may take, in milliseconds. */
const ROW_MS_MAX = 12_000;

/** What the rows of a corpus are measured with. */
export interface Setting {
  readonly recorder: Recorder;
  readonly programs: Programs;
  readonly scratch: string;
  /** What the number of samples is multiplied by. */
  readonly scale: number;
}

/** Measures a corpus. What it was made of stays in the returned directory, for the microbenchmarks. */
export async function measureSize(setting: Setting, size: number): Promise<string> {
  const { recorder, programs, scratch } = setting;
  const label = String(size);
  const directory = join(mkdtempSync(join(scratch, "size-")), "kb");
  mkdirSync(directory);
  const corpus = corpusOf(size);
  const loaded = await loadEntries(programs.helix, directory, size, () => corpus.entry());
  recorder.value(label, "load", "load by helix import", loaded / 1000, "s");
  const merge = await runWatched([programs.helix, "index", "--kb", directory], scratch);
  recorder.value(label, "fold", "index built from nothing (helix index)", merge.time / 1000, "s");
  recorder.value(label, "fold-peak", "peak memory of that", merge.peak, "MB");
  recorder.value(label, "log-size", "data.log", bytesOf(directory, "data.log") / 1e6, "MB");
  recorder.value(label, "index-size", "index.bin", bytesOf(directory, "index.bin") / 1e6, "MB");
  await measureStarts(setting, label, directory);
  await measureServer(setting, label, directory, corpus);
  // What was written behind the index would be read by each process; a command merges it.
  runProgram([programs.helix, "index", "--kb", directory], scratch);
  measureHookProcess(setting, label, directory, "alone", "no server");
  const query = queriesOf(size);
  const search = () => runProgram([programs.helix, "search", query(), "--kb", directory, "--limit=5"], scratch);
  recorder.times(label, "search-process", "helix search (a process)", await timed(rounds(setting, 20), search));
  await measureFirstCalls(setting, programs.helix, directory, label, hookFiles(setting, label));
  await measureBatchLoad(setting, programs.helix, label);
  return directory;
}

function rounds({ scale }: Setting, count: number): number {
  return Math.max(5, Math.round(count * scale));
}

async function measureStarts(setting: Setting, label: string, directory: string): Promise<void> {
  const { recorder, programs } = setting;
  const count = rounds(setting, 12);
  const query = queriesOf(Number(label));
  const command = [programs.helix, "serve", directory];
  const opens: number[] = [];
  const searches: number[] = [];
  for (let round = 0; round < count; round++) {
    opens.push(await timeStart(command, directory));
    const begin = performance.now();
    const client = new BenchClient(command, directory);
    await client.initialize();
    await client.call("search", { query: query(), limit: 10 });
    searches.push(performance.now() - begin);
    await client.end();
  }
  recorder.times(label, "open", "serve: spawn to answered initialize", opens);
  recorder.times(label, "open-search", "serve: spawn to the first answered search", searches);
}

async function measureServer(setting: Setting, label: string, directory: string, corpus: Corpus): Promise<void> {
  const { recorder, programs } = setting;
  const command = [programs.helix, "serve", directory];
  await learnBudgets(command, directory);
  const client = new BenchClient(command, directory);
  await client.initialize();
  await measureReads(setting, client, label);
  const { folder, paths } = hookFiles(setting, label);
  recorder.times(label, "hook-call", "hook through the server, ambient", await timeHookCalls(client, folder, paths));
  measureHookProcess(setting, label, directory, "served", "a server runs");
  const { resident } = memoryOf(client.process.pid);
  await measureWrites(setting, client, label, directory, corpus);
  await foldsEnded(directory);
  const after = memoryOf(client.process.pid);
  await measureFoldPause(setting, client, label);
  recorder.value(label, "memory-read", "memory of the server after reads", resident, "MB");
  recorder.value(label, "memory", "memory of the server after writes too", after.resident, "MB");
  recorder.value(
    label,
    "memory-peak",
    "memory of the server at most, a fold included",
    memoryOf(client.process.pid).peak,
    "MB",
  );
  await client.end();
}

/**
 * Waits until no merge that the writes set off has changed the index for a while: what merges take at most is a row of
 * its own.
 */
async function foldsEnded(directory: string): Promise<void> {
  const changed = () => statSync(join(directory, "index.bin")).mtimeMs;
  for (let last = changed(), rest = QUIET_MS; rest > 0; rest -= LOOK_EVERY_MS) {
    await Bun.sleep(LOOK_EVERY_MS);
    if (changed() === last) continue;
    last = changed();
    rest = QUIET_MS;
  }
}

async function measureReads(setting: Setting, client: BenchClient, label: string): Promise<void> {
  const query = queriesOf(Number(label));
  await timed(
    EARLIER_SEARCHES,
    () => client.call("search", whole(client, "search", { query: query(), limit: 10 })),
    ROW_MS_MAX,
  );
  for (const { id, what, count, draw } of readRows(Number(label))) {
    const work = (round: number) => draw(round)(client);
    setting.recorder.times(label, id, what, await timed(rounds(setting, count), work, ROW_MS_MAX));
  }
}

async function measureWrites(
  setting: Setting,
  client: BenchClient,
  label: string,
  directory: string,
  corpus: Corpus,
): Promise<void> {
  const { recorder } = setting;
  await measureStores(setting, label, directory, () => client.call("store", { ...corpus.entry() }));
  const edits = await timed(rounds(setting, 100), async (round) => {
    await client.call("edit", { action: "append", topic: `topic-${round % 10}`, text: "more of it" });
    await client.call("edit", { action: "undo" });
  });
  recorder.times(label, "edit-undo", "edit append, then undo (both synced)", edits);
  let found = 0;
  const samples = await timed(rounds(setting, 200), async (round) => {
    const word = `unicorn${label}x${round}`;
    await client.call("store", { topic: "fresh", text: `the word is ${word}`, force: true });
    if ((await client.call("search", { query: word, detail: "count" })).startsWith("1 ")) found++;
  });
  recorder.times(label, "store-search", "store, then search of it", samples);
  recorder.value(label, "found", "of these found", (100 * found) / samples.length, "%");
}

async function measureFoldPause({ recorder }: Setting, client: BenchClient, label: string): Promise<void> {
  const { idle, merging } = await timeFoldPause(client);
  recorder.times(label, "idle-ping", "ping, nothing else to do", idle.wall);
  recorder.times(label, "fold-ping", "ping while the index is built anew", merging.wall);
  recorder.value(
    label,
    "idle-work",
    "longest work of the answering thread for one of the former",
    longest(idle.work),
    "ms",
  );
  recorder.value(label, "fold-work", "and for one of the latter", longest(merging.work), "ms");
}

function longest(samples: readonly number[]): number {
  return samples.reduce((most, sample) => Math.max(most, sample), 0);
}

/** Stores, and after each of them a write and sync of as many bytes as the log grew by, to a file beside it. */
export async function measureStores(
  setting: Setting,
  corpus: string,
  directory: string,
  store: () => Promise<unknown>,
): Promise<void> {
  const count = rounds(setting, STORES);
  const file = new SyncedFile(directory);
  const samples = { store: [] as number[], sync: [] as number[] };
  const first = bytesOf(directory, "data.log");
  for (let round = 0, size = first; round < count; round++) {
    samples.store.push(...(await timed(1, store)));
    const grown = bytesOf(directory, "data.log");
    const bytes = new Uint8Array(grown - size);
    samples.sync.push(...(await timed(1, () => file.append(bytes))));
    size = grown;
  }
  file.close();
  const mean = Math.round((bytesOf(directory, "data.log") - first) / count);
  setting.recorder.times(corpus, "store", "store (synced)", samples.store);
  setting.recorder.times(corpus, "sync", `floor: write and fdatasync of as much (${mean} bytes)`, samples.sync);
}

/** Files that hooks are asked about, with notes on them. */
function hookFiles({ scratch }: Setting, label: string): { folder: string; paths: string[] } {
  const corpus = corpusOf(Number(label));
  const entries = Array.from({ length: HOOK_FILES }, () => corpus.entry());
  const folder = mkdtempSync(join(scratch, "repository-"));
  return { folder, paths: writeSources(folder, entries, corpus) };
}

/** A hook's process, in turn with the empty program. */
function measureHookProcess(setting: Setting, label: string, directory: string, id: string, when: string): void {
  const { recorder, programs } = setting;
  const { folder, paths } = hookFiles(setting, label);
  const { hook, empty, answered } = timeHookProcesses(
    programs.helix,
    programs.empty,
    directory,
    folder,
    paths,
    id === "served" ? EARLIER_CALLS : EARLIER_ALONE,
  );
  recorder.times(label, `hook-process-${id}`, `hook process, ambient, ${when}`, hook);
  recorder.times(label, `hook-process-${id}-floor`, "floor: empty program, in turn", empty);
  recorder.value(
    label,
    `hook-process-${id}-said`,
    "of these hooks had notes to show",
    (100 * answered) / hook.length,
    "%",
  );
}

/** The size of a file of a knowledge base. */
function bytesOf(directory: string, name: string): number {
  return statSync(join(directory, name)).size;
}
