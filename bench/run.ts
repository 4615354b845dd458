// `npm run bench [-- SIZE...]`: the speed table, through the compiled binary, the way a client uses it. Each row is a median and
// a 95th percentile in milliseconds; the first rows are the floors of this machine, measured in the same run.

import {
  closeSync,
  copyFileSync,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { arch, cpus, platform, tmpdir } from "node:os";
import { join } from "node:path";
import { $, spawnSync } from "bun";
import { BenchClient } from "./client.ts";
import { Corpus } from "./corpus.ts";
import { timeHookCalls, timeHookProcesses, writeSources } from "./hooks.ts";

const root = join(import.meta.dir, "..");
const helix = join(root, "dist", "helix");
const DEFAULT_SIZES = [1000, 50_000];
const CHUNK = 1000;
const SEED = 7;
/** How many files the events of hooks are about. */
const HOOK_FILES = 120;
const print = (line: string) => process.stdout.write(`${line}\n`);

/** One row: what, and its samples in milliseconds. */
function row(size: string, what: string, samples: number[]): void {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(2);
  print(`| ${size.padEnd(9)} | ${what.padEnd(46)} | ${at(0.5).padStart(9)} | ${at(0.95).padStart(9)} |`);
}

async function timed(count: number, work: (round: number) => unknown): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < count; round++) {
    const start = performance.now();
    await work(round);
    samples.push(performance.now() - start);
  }
  return samples;
}

/** What this machine can do at best: an empty compiled program, and a synced write. Returns the program's path. */
async function floors(directory: string): Promise<string> {
  writeFileSync(join(directory, "empty.ts"), "export {};\n");
  const empty = join(directory, "empty");
  await $`${process.execPath} build --compile --minify --bytecode --format=esm --splitting --no-compile-autoload-bunfig --no-compile-autoload-dotenv ${join(directory, "empty.ts")} --outfile ${empty}`.quiet();
  row("-", "floor: empty compiled program", await timed(30, () => spawnSync([empty])));
  row("-", "helix --version", await timed(30, () => spawnSync([helix, "--version"])));
  const file = openSync(join(directory, "sync"), "w");
  const bytes = new Uint8Array(400);
  row(
    "-",
    "floor: write of 400 bytes and fdatasync",
    await timed(200, () => {
      writeSync(file, bytes);
      fdatasyncSync(file);
    }),
  );
  closeSync(file);
  return empty;
}

async function load(directory: string, corpus: Corpus, size: number): Promise<void> {
  const client = new BenchClient([helix, "serve", directory], directory);
  await client.initialize();
  for (let from = 0; from < size; from += CHUNK) {
    const entries = Array.from({ length: Math.min(CHUNK, size - from) }, () => corpus.entry());
    await client.call("batch", { entries, force: true });
  }
  await client.call("topics", { action: "reindex" });
  await client.end();
}

async function measureReads(client: BenchClient, label: string, corpus: Corpus): Promise<void> {
  row(label, "round trip: ping", await timed(500, () => client.request("ping", {})));
  row(
    label,
    "search, 2 terms, limit 10",
    await timed(1000, () => client.call("search", { query: corpus.query(), limit: 10 })),
  );
  row(
    label,
    "search, 2 terms, mode or, limit 10",
    await timed(500, () => client.call("search", { query: corpus.query(), mode: "or", limit: 10 })),
  );
  row(label, "read a topic", await timed(100, (round) => client.call("read", { topic: `topic-${round % 10}` })));
  row(label, "brief of a topic", await timed(200, (round) => client.call("brief", { query: `topic-${round % 10}` })));
  row(label, "brief of a keyword", await timed(50, () => client.call("brief", { query: corpus.query() })));
  row(label, "brief of everything", await timed(20, () => client.call("brief", {})));
  row(label, "topics recent", await timed(20, () => client.call("topics", { action: "recent", days: 30 })));
  row(
    label,
    "topics xref",
    await timed(50, (round) => client.call("topics", { action: "xref", topic: `topic-${round % 10}` })),
  );
  row(label, "topics list", await timed(50, () => client.call("topics", {})));
}

/** Returns how many of 200 stored words were found at once. */
async function measureWrites(client: BenchClient, label: string, corpus: Corpus): Promise<number> {
  row(label, "store (synced)", await timed(300, () => client.call("store", { ...corpus.entry() })));
  row(
    label,
    "edit append, then undo (synced)",
    await timed(100, async (round) => {
      await client.call("edit", { action: "append", topic: `topic-${round % 10}`, text: "more of it" });
      await client.call("edit", { action: "undo" });
    }),
  );
  let found = 0;
  row(
    label,
    "store, then search of it",
    await timed(200, async (round) => {
      const word = `unicorn${label}x${round}`;
      await client.call("store", { topic: "fresh", text: `the word is ${word}`, force: true });
      if ((await client.call("search", { query: word, detail: "count" })).startsWith("1 ")) found++;
    }),
  );
  return found;
}

/** Files that hooks are asked about, with notes on them. */
function hookFiles(size: number): { folder: string; paths: string[] } {
  const folder = mkdtempSync(join(scratch, "repository-"));
  const corpus = new Corpus(SEED, Math.max(10, Math.round(size / 100)));
  const entries = Array.from({ length: HOOK_FILES }, () => corpus.entry());
  return { folder, paths: writeSources(folder, entries, corpus) };
}

/** A fresh copy of a program: how a file came to the disk, and when, is a sixth of the time that an empty one takes to start. */
function copied(program: string): string {
  const copy = join(mkdtempSync(join(scratch, "program-")), "program");
  copyFileSync(program, copy);
  return copy;
}

/** A hook's process, and its ratio to the empty program of the same minute. */
function measureHookProcess(label: string, what: string, directory: string, empty: string): void {
  const { folder, paths } = hookFiles(Number(label));
  const { hook, empty: floor, answered } = timeHookProcesses(copied(helix), copied(empty), directory, folder, paths);
  row(label, `hook process, ambient, ${what}`, hook);
  row(label, "floor: empty compiled program, in turn", floor);
  const ratio = (middle(hook) / middle(floor)).toFixed(2);
  print(
    `  ${label} entries, ${what}: ${ratio} times the empty program; ${answered} of ${hook.length} had notes to show`,
  );
}

function middle(samples: number[]): number {
  return samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)]!;
}

async function measure(directory: string, size: number, empty: string): Promise<void> {
  const label = String(size);
  const corpus = new Corpus(SEED, Math.max(10, Math.round(size / 100)));
  const start = performance.now();
  await load(directory, corpus, size);
  row(label, "load by batches of 1,000, then index: total", [performance.now() - start]);
  const startUps: number[] = [];
  const firstCalls: number[] = [];
  for (let round = 0; round < 10; round++) {
    const begin = performance.now();
    const client = new BenchClient([helix, "serve", directory], directory);
    await client.initialize();
    startUps.push(performance.now() - begin);
    await client.call("search", { query: corpus.query(), limit: 10 });
    firstCalls.push(performance.now() - begin);
    await client.end();
  }
  row(label, "serve: spawn to answered initialize", startUps);
  row(label, "serve: spawn to the first answered search", firstCalls);
  const client = new BenchClient([helix, "serve", directory], directory);
  await client.initialize();
  await timed(200, () => client.call("search", { query: corpus.query(), limit: 10 }));
  await measureReads(client, label, corpus);
  const { folder, paths } = hookFiles(size);
  row(label, "hook through the server, ambient", await timeHookCalls(client, folder, paths));
  measureHookProcess(label, "a server runs", directory, empty);
  const found = await measureWrites(client, label, corpus);
  const memory = Number(/VmRSS:\s+(\d+)/.exec(readStatus(client.process.pid))?.[1] ?? 0) / 1024;
  await client.end();
  // What was written behind the index would be read by each process; a command folds it.
  spawnSync([helix, "index", "--kb", directory]);
  measureHookProcess(label, "no server", directory, empty);
  row(
    label,
    "helix search (a process)",
    await timed(20, () => spawnSync([helix, "search", corpus.query(), "--kb", directory, "--limit=5"])),
  );
  const bytes = (name: string) => (statSync(join(directory, name)).size / 1e6).toFixed(1);
  print(
    `  ${size} entries: ${found} of 200 found at once; server ${memory.toFixed(0)} MB; data.log ${bytes("data.log")} MB, index.bin ${bytes("index.bin")} MB`,
  );
}

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "";
  }
}

const sizes = process.argv
  .slice(2)
  .map(Number)
  .filter((size) => size > 0);
const scratch = mkdtempSync(join(tmpdir(), "helix-bench-"));
try {
  print(
    `${spawnSync([helix, "--version"]).stdout.toString().trim()}; Bun ${Bun.version}; ${platform()} ${arch()}, ${cpus().length} x ${cpus()[0]?.model ?? "?"}`,
  );
  print(`| entries   | ${"what".padEnd(46)} |    p50 ms |    p95 ms |`);
  print(`|-----------|-${"-".repeat(46)}-|-----------|-----------|`);
  const empty = await floors(scratch);
  for (const size of sizes.length > 0 ? sizes : DEFAULT_SIZES) {
    const directory = mkdtempSync(join(scratch, "kb-"));
    await measure(directory, size, empty);
    rmSync(directory, { recursive: true });
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
