// A server in a work tree, and what it is asked about the code.

import { appendFileSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BenchClient } from "../client.ts";
import { memoryOf } from "../memory.ts";
import { runProgram } from "../run-program.ts";
import { timed } from "../samples.ts";
import { bytesBelow, type CodeTree } from "./code-tree.ts";

/** What is said of an answer while something is not in yet. */
const LEFT_OUT = /\bnot in yet\b|still being read/;
/** When the index is not there after so long, in milliseconds, something is wrong. */
const BUILD_MS_MAX = 1_200_000;
/** The budget of `code`, in tokens, said because rows of other tools have another. */
const BUDGET = 1200;
const CHANGED_BYTES_MAX = 100_000;

/** An index that a fresh server built. */
export interface BuiltIndex {
  /** Milliseconds from the spawn of the server to the first answer that leaves nothing out. */
  readonly time: number;
  /** The same to the moment when all code is parsed. */
  readonly completeTime: number;
  /** Megabytes: of the server at most, and when that answer was there. */
  readonly peak: number;
  readonly resident: number;
  readonly bytes: number;
  readonly files: number;
  readonly chunks: number;
  readonly knowledgeBase: string;
}

/** Starts a server in the tree. */
export async function serveTree(helix: string, tree: string, knowledgeBase: string): Promise<BenchClient> {
  const client = new BenchClient([helix, "serve", knowledgeBase], tree);
  await client.initialize();
  return client;
}

/** The values of a search. */
export function searchFor(query: string): object {
  return { query, budget: BUDGET };
}

/** Builds the index of a tree in a fresh knowledge base, by searching until nothing is left out. */
export async function buildIndex(helix: string, { folder }: CodeTree, scratch: string): Promise<BuiltIndex> {
  const knowledgeBase = mkdtempSync(join(scratch, "kb-"));
  const begin = performance.now();
  const client = await serveTree(helix, folder, knowledgeBase);
  for (;;) {
    const answer = await client.call("code", searchFor("value of the limit"));
    if (!LEFT_OUT.test(answer)) break;
    if (performance.now() - begin > BUILD_MS_MAX) throw new Error("the index is not built after 20 minutes");
  }
  const time = performance.now() - begin;
  while (/^parsed.*\bof\b \d+ files?/m.test(await client.call("code", { action: "index" }))) {
    if (performance.now() - begin > BUILD_MS_MAX) throw new Error("the code is not parsed after 20 minutes");
  }
  const completeTime = performance.now() - begin;
  const { resident, peak } = memoryOf(client.process.pid);
  const status = await client.call("code", { action: "status" });
  const [, files = "0", chunks = "0"] = /^files: (\d+) read, (\d+) chunks?/m.exec(status) ?? [];
  await client.end();
  // A server keeps what is little in memory only; a command saves it.
  runProgram([helix, "code", "index", "--kb", knowledgeBase], folder);
  const bytes = bytesBelow(join(knowledgeBase, "code"));
  return { time, completeTime, peak, resident, bytes, files: Number(files), chunks: Number(chunks), knowledgeBase };
}

/** The times of searches of a server, in milliseconds. */
export function timeSearches(
  client: BenchClient,
  count: number,
  query: () => string,
  msMax: number,
): Promise<number[]> {
  const queries = Array.from({ length: count }, query);
  return timed(count, (round) => client.call("code", searchFor(queries[round]!)), msMax);
}

/** Questions about functions: who uses one, and what a change of it reaches, three steps far. */
export const CALLERS = { action: "callers" };
export const IMPACT = { action: "impact", depth: 3 };

/** The times of questions about functions, in milliseconds. */
export function timeFunctions(
  client: BenchClient,
  question: object,
  { count, name, msMax }: { readonly count: number; readonly name: () => string; readonly msMax: number },
): Promise<number[]> {
  const names = Array.from({ length: count }, name);
  return timed(count, (round) => client.call("code", { ...question, symbol: names[round]! }), msMax);
}

/**
 * The times of hooks that the code speaks to, in milliseconds, by the tool `hook`: prompts, and edits of files. Each event
 * is of another session, so that nothing is left out because it was said before.
 */
export function timeHooks(
  client: BenchClient,
  folder: string,
  type: "prompt" | "ambient",
  { count, fields, msMax }: { readonly count: number; readonly fields: () => object; readonly msMax: number },
): Promise<number[]> {
  const events = Array.from({ length: count }, (_, round) => {
    return { type, session_id: `bench-${type}-${round}`, cwd: folder, ...fields() };
  });
  return timed(count, (round) => client.call("hook", events[round]!), msMax);
}

/** An edit of a line of a file of the tree, each time another. */
export function edits(tree: CodeTree): () => object {
  const paths = changeableFiles(tree);
  let at = 0;
  return () => {
    const path = paths[(at * 7919) % paths.length]!;
    const lines = readFileSync(join(tree.folder, path), "utf8").split("\n");
    const old_string = lines.find((line, number) => number >= (at * 31) % lines.length && line.length > 20) ?? lines[0];
    at++;
    const tool_input = { file_path: join(tree.folder, path), old_string, new_string: "" };
    return { tool_name: "Edit", tool_input };
  };
}

/** Reads one line: the look at the whole tree, and hardly anything else. */
export function readLine(client: BenchClient, path: string): Promise<string> {
  return client.call("code", { action: "read", path, lines: "1-1" });
}

/** Files that can be changed: of code, and not so large that reading them counts. */
export function changeableFiles({ folder, paths }: CodeTree): string[] {
  return paths.filter(
    (path) =>
      /\.(?:ts|js|py|rs|go|c|java|cs|rb|php|kt|swift)$/.test(path) &&
      Bun.file(join(folder, path)).size < CHANGED_BYTES_MAX,
  );
}

/** Puts a word that nothing has into a file, and asks for it; the milliseconds of the call, and whether it was found. */
export async function changeAndFind(
  client: BenchClient,
  folder: string,
  path: string,
  round: number,
): Promise<{ readonly time: number; readonly isFound: boolean }> {
  const word = `unicorn${[...String(round)].map((digit) => "abcdefghij"[Number(digit)]).join("")}`;
  appendFileSync(join(folder, path), `\n${word}\n`);
  const start = performance.now();
  const answer = await client.call("code", searchFor(word));
  return { time: performance.now() - start, isFound: answer.includes(path) };
}
