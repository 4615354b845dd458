// The rows of code: the index of one tree from nothing, searches, changes, and the look at the tree, beside FTS5 over the
// same chunks and grep.

import { rmSync } from "node:fs";
import { AT_ONCE, LATER, timeFirstCalls } from "../first-calls.ts";
import { memoryOf } from "../memory.ts";
import type { Recorder } from "../run-record.ts";
import { percentile, timed } from "../samples.ts";
import { functionNames, sentenceQueries, wordQueries } from "./code-queries.ts";
import {
  type BuiltIndex,
  buildIndex,
  CALLERS,
  changeAndFind,
  changeableFiles,
  edits,
  IMPACT,
  readLine,
  searchFor,
  serveTree,
  timeFunctions,
  timeHooks,
  timeSearches,
} from "./code-server.ts";
import { type CodeTree, makeTree } from "./code-tree.ts";
import { lstatFloor } from "./lstat-floor.ts";

/** What the rows are measured with. `scale` multiplies the number of samples. */
export interface CodeSetting {
  readonly recorder: Recorder;
  readonly helix: string;
  readonly scratch: string;
  readonly scale: number;
  readonly peers: boolean;
}

const CORPUS = "code";
/** The lines of a tree that is one file. */
const SINGLE_LINES = 20;
const BUILDS = 3;
/** Searches of a server before those that count, and those. */
export const EARLIER_SEARCHES = 200;
const SEARCHES = 400;
const SENTENCES = 200;
/** Questions about functions before those that count, and those. */
const EARLIER_FUNCTIONS = 50;
const FUNCTIONS = 200;
const PROMPTS = 100;
const SERVERS = 5;
const FIRST_COUNTS = [1, 40] as const;
const LOOKS = 60;
const CHANGES = 40;
const GREPS = 20;
/** Series of questions that no other row asks. */
const EARLIER_OFFSET = 100;
const FIRST_OFFSET = 200;
/** The most that one row may take, in milliseconds. */
export const ROW_MS_MAX = 20_000;

/** Measures a tree; its rows stand under `code`. */
export async function measureCode(setting: CodeSetting, tree: CodeTree): Promise<void> {
  // Made now, so that it is as old as the tree when it is measured: what has just changed is looked at more closely.
  const single = await makeTree(setting.scratch, SINGLE_LINES);
  const builds = rounds(setting, BUILDS, 1);
  const knowledgeBase = await measureIndexed({ ...setting, corpus: CORPUS, builds }, tree);
  await measureFirst(setting, tree, knowledgeBase);
  await measureLook(setting, { tree, knowledgeBase, single });
  await measureChanges(setting, tree, knowledgeBase);
}

/** Where rows stand, and how often the index is built from nothing. */
interface Indexed extends CodeSetting {
  readonly corpus: string;
  readonly builds: number;
}

/** What is measured at each size: the index, searches of a warm server, the peers. Returns the knowledge base. */
export async function measureIndexed(setting: Indexed, tree: CodeTree): Promise<string> {
  const { recorder, helix, scratch, corpus } = setting;
  recorder.value(corpus, "lines", `lines of the tree (${tree.name})`, tree.lines, "");
  recorder.value(corpus, "bytes", "its text", tree.bytes / 1e6, "MB");
  const built: BuiltIndex[] = [];
  while (built.length < setting.builds) {
    const earlier = built.at(-1);
    if (earlier !== undefined) rmSync(earlier.knowledgeBase, { recursive: true });
    built.push(await buildIndex(helix, tree, scratch));
  }
  const last = built.at(-1)!;
  recorder.value(corpus, "files", "files of the index", last.files, "");
  recorder.value(corpus, "chunks", "chunks of the index", last.chunks, "");
  const seconds = built.map(({ time }) => time / 1000);
  recorder.times(corpus, "searchable", "start of a server to the first whole answer", seconds, "s");
  const complete = built.map(({ completeTime }) => completeTime / 1000);
  recorder.times(corpus, "complete", "the same until all code is parsed", complete, "s");
  const peak = Math.max(...built.map((each) => each.peak));
  recorder.value(corpus, "index-peak", "memory of that server at most", peak, "MB");
  recorder.value(corpus, "index-size", "index on the disk", last.bytes / 1e6, "MB");
  recorder.value(corpus, "index-share", "that, of the text", (100 * last.bytes) / tree.bytes, "%");
  await measureServer(setting, tree, last.knowledgeBase);
  if (setting.peers) await measurePeers(setting, tree);
  return last.knowledgeBase;
}

/** Times of a warm server: words, and sentences. */
async function measureServer(setting: Indexed, tree: CodeTree, knowledgeBase: string): Promise<void> {
  const { recorder, helix, corpus } = setting;
  const client = await serveTree(helix, tree.folder, knowledgeBase);
  await timeSearches(client, rounds(setting, EARLIER_SEARCHES), wordQueries(tree, EARLIER_OFFSET), ROW_MS_MAX);
  const words = await timeSearches(client, rounds(setting, SEARCHES), wordQueries(tree), ROW_MS_MAX);
  recorder.times(corpus, "search", "search, 3 words of a line", words);
  const sentences = await timeSearches(client, rounds(setting, SENTENCES), sentenceQueries(tree), ROW_MS_MAX);
  recorder.times(corpus, "search-sentence", "search, the subject of a commit", sentences);
  const names = (count: number, offset = 0) => {
    return { count: rounds(setting, count), name: functionNames(tree, offset), msMax: ROW_MS_MAX };
  };
  await timeFunctions(client, CALLERS, names(EARLIER_FUNCTIONS, EARLIER_OFFSET));
  recorder.times(corpus, "callers", "callers of a function", await timeFunctions(client, CALLERS, names(FUNCTIONS)));
  await timeFunctions(client, IMPACT, names(EARLIER_FUNCTIONS, EARLIER_OFFSET));
  const impact = await timeFunctions(client, IMPACT, names(FUNCTIONS));
  recorder.times(corpus, "impact", "impact of a function, both ways, three steps far", impact);
  const sentence = sentenceQueries(tree);
  const prompts = { count: rounds(setting, PROMPTS), fields: () => ({ prompt: sentence() }), msMax: ROW_MS_MAX };
  const asked = await timeHooks(client, tree.folder, "prompt", prompts);
  recorder.times(corpus, "hook-prompt", "the hook prompt, with code, on the subject of a commit", asked);
  const changes = { count: rounds(setting, PROMPTS), fields: edits(tree), msMax: ROW_MS_MAX };
  const edited = await timeHooks(client, tree.folder, "ambient", changes);
  recorder.times(corpus, "hook-edit", "the hook ambient, with code, on an edit", edited);
  recorder.value(corpus, "memory", "memory of the server after these", memoryOf(client.process.pid).resident, "MB");
  await client.end();
}

/** The first forty calls of fresh servers, each with questions of its own. */
async function measureFirst(setting: CodeSetting, tree: CodeTree, knowledgeBase: string): Promise<void> {
  const { recorder, helix } = setting;
  const command = [helix, "serve", knowledgeBase];
  for (const moment of [AT_ONCE, LATER]) {
    const samples: number[][] = [];
    for (let server = 0; server < rounds(setting, SERVERS, 1); server++) {
      samples.push(await timeFirstCalls(command, tree.folder, firstSearches(tree), moment, server));
    }
    for (const count of FIRST_COUNTS) {
      const which = count === 1 ? "first search of a server" : `median of its first ${count}`;
      const medians = samples.map((calls) => percentile(calls.slice(0, count), 0.5));
      recorder.times(CORPUS, `first-${moment.id}-${count}`, `${which}, ${moment.what}`, medians);
    }
  }
}

/** The first searches of servers, as timeFirstCalls asks them. */
export function firstSearches(tree: CodeTree) {
  return {
    id: "code",
    what: "search of code",
    servers: SERVERS,
    draw: (server: number) => {
      const query = wordQueries(tree, FIRST_OFFSET + server);
      return () => ["code", searchFor(query())] as const;
    },
  };
}

/** FTS5 and grep, asked the very same words. */
async function measurePeers(setting: Indexed, tree: CodeTree): Promise<void> {
  // It imports helix's sources, which may not compile when another binary is measured.
  const { buildChunkIndex, grepTree } = await import("./chunk-fts5.ts");
  const { recorder, scratch, corpus } = setting;
  const index = buildChunkIndex(scratch, tree);
  recorder.value(corpus, "fts5-cut", "SQLite FTS5: files read and cut into the same chunks", index.cutMs / 1000, "s");
  recorder.value(corpus, "fts5-insert", "SQLite FTS5: chunks put in", index.insertMs / 1000, "s");
  recorder.value(corpus, "fts5-size", "SQLite FTS5: on the disk", index.bytes / 1e6, "MB");
  recorder.value(corpus, "fts5-chunks", "SQLite FTS5: chunks", index.chunks, "");
  const earlier = wordQueries(tree, EARLIER_OFFSET);
  await timed(rounds(setting, EARLIER_SEARCHES), () => index.search(earlier()), ROW_MS_MAX);
  const queries = Array.from({ length: SEARCHES }, wordQueries(tree));
  const searched = await timed(rounds(setting, SEARCHES), (round) => index.search(queries[round]!), ROW_MS_MAX);
  recorder.times(corpus, "fts5-search", "SQLite FTS5: the same words, any of them, in process", searched);
  index.close();
  const found = await timed(rounds(setting, GREPS), (round) => grepTree(tree, queries[round]!), ROW_MS_MAX);
  recorder.times(corpus, "grep", "git grep -c: the same words, a process", found);
}

/**
 * What a look at the whole tree costs an answer: the same read of one line in this tree and in one of a single file, in
 * turn; and lstat of all files.
 */
async function measureLook(
  setting: CodeSetting,
  {
    tree,
    knowledgeBase,
    single,
  }: { readonly tree: CodeTree; readonly knowledgeBase: string; readonly single: CodeTree },
): Promise<void> {
  const { recorder, helix, scratch } = setting;
  const other = await buildIndex(helix, single, scratch);
  const served = async ({ folder, paths }: CodeTree, base: string) => {
    return { client: await serveTree(helix, folder, base), path: paths[0]!, samples: [] as number[] };
  };
  const servers = [await served(tree, knowledgeBase), await served(single, other.knowledgeBase)] as const;
  for (let round = 0; round < LOOKS + rounds(setting, LOOKS); round++) {
    for (const { client, path, samples } of servers) {
      const [time] = await timed(1, () => readLine(client, path));
      if (round >= LOOKS) samples.push(time!);
    }
  }
  const [whole, one] = servers;
  recorder.times(CORPUS, "read-line", "read of one line, nothing changed", whole.samples);
  recorder.times(CORPUS, "read-line-single", "the same in a tree of one file", one.samples);
  const median = (samples: readonly number[]) => percentile(samples, 0.5);
  recorder.value(
    CORPUS,
    "look",
    "so the look at the tree before it",
    median(whole.samples) - median(one.samples),
    "ms",
  );
  const floor = await lstatFloor(scratch, tree);
  recorder.times(CORPUS, "lstat", `floor: ${floor.what}`, floor.samples);
  for (const { client } of servers) await client.end();
}

/** One file after the other is changed, and searched for at once. */
async function measureChanges(setting: CodeSetting, tree: CodeTree, knowledgeBase: string): Promise<void> {
  const { recorder, helix } = setting;
  const files = changeableFiles(tree);
  if (files.length === 0) return;
  const client = await serveTree(helix, tree.folder, knowledgeBase);
  await timeSearches(client, rounds(setting, EARLIER_SEARCHES), wordQueries(tree, EARLIER_OFFSET), ROW_MS_MAX);
  const times: number[] = [];
  let found = 0;
  for (let round = 0; round < rounds(setting, CHANGES); round++) {
    // Spread over the tree; a file comes twice only where there are few.
    const path = files[(round * Math.max(1, Math.floor(files.length / CHANGES))) % files.length]!;
    const { time, isFound } = await changeAndFind(client, tree.folder, path, round);
    times.push(time);
    if (isFound) found++;
  }
  recorder.times(CORPUS, "changed", "one file changed: the search behind it", times);
  recorder.value(CORPUS, "changed-found", "of these found what was changed", (100 * found) / times.length, "%");
  await client.end();
}

function rounds({ scale }: CodeSetting, count: number, least = 5): number {
  return Math.max(least, Math.round(count * scale));
}
