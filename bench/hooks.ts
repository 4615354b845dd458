// What a hook costs: as a process beside an empty compiled program, the two in turn so that a machine that slows down
// slows both; and through a running server. Each event is a file that was not read before, with notes on it, so that
// every answer has something to say.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BenchClient } from "./client.ts";
import type { Corpus, CorpusEntry } from "./corpus.ts";
import { runProgram } from "./run-program.ts";

const LINES = 200;
const PROCESSES = 150;
const CALLS = 300;
/**
 * Events before those that count: a server that has been going on for a while, or where there is none the files in the
 * system's memory.
 */
export const EARLIER_CALLS = 400;
export const EARLIER_ALONE = 40;

/** A repository with a file for each of some of the entries, at the place that the entry cites. */
export function writeSources(folder: string, entries: readonly CorpusEntry[], corpus: Corpus): string[] {
  runProgram(["git", "init", "-q", folder], folder);
  return [...new Set(entries.map(({ source }) => source.replace(/:\d+$/, "")))].map((source) => {
    const path = join(folder, source);
    mkdirSync(dirname(path), { recursive: true });
    const code = Array.from({ length: LINES }, (_, line) =>
      line % 12 === 0
        ? `export function ${corpus.word()}${capital(corpus.word())}(): void {`
        : `  step(${line}); // ${corpus.word()}`,
    );
    writeFileSync(path, `${code.join("\n")}\n`);
    return path;
  });
}

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}

function readEvent(folder: string, path: string, session: string) {
  return {
    session_id: session,
    transcript_path: "/tmp/transcript.jsonl",
    cwd: folder,
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: "Read",
    tool_input: { file_path: path },
    tool_use_id: "toolu_bench",
  };
}

/** What a hook's process reads on its standard input: a new session now and then, so that there is something to say. */
export function hookInput(folder: string, paths: readonly string[], round: number, sessions: string): string {
  const session = `${sessions}-${Math.floor(round / paths.length)}`;
  return JSON.stringify(readEvent(folder, paths[round % paths.length]!, session));
}

/**
 * Samples in milliseconds of `helix hook ambient` and of the empty program after so many events, and how many of the
 * hooks had something to say.
 */
export function timeHookProcesses(
  helix: string,
  empty: string,
  directory: string,
  folder: string,
  paths: readonly string[],
  earlier: number,
) {
  const samples: { hook: number[]; empty: number[]; answered: number } = { hook: [], empty: [], answered: 0 };
  const sessions = `bench-${Math.round(performance.now())}`;
  for (let round = 0; round < earlier + PROCESSES; round++) {
    const input = hookInput(folder, paths, round, sessions);
    const start = performance.now();
    const said = runProgram([helix, "hook", "ambient", directory], folder, input);
    const between = performance.now();
    runProgram([empty], folder, input);
    if (round < earlier) continue;
    samples.hook.push(between - start);
    samples.empty.push(performance.now() - between);
    if (said.length > 0) samples.answered++;
  }
  return samples;
}

/** What the tool `hook` gets for the event of a round, as above. */
export function hookValues(folder: string, paths: readonly string[], round: number): object {
  const session = `bench-server-${Math.floor(round / paths.length)}`;
  const { tool_input, ...event } = readEvent(folder, paths[round % paths.length]!, session);
  return { ...event, type: "ambient", tool_input: JSON.stringify(tool_input) };
}

/** Samples in milliseconds of the same events through a server. */
export async function timeHookCalls(client: BenchClient, folder: string, paths: readonly string[]): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < EARLIER_CALLS + CALLS; round++) {
    const values = hookValues(folder, paths, round);
    const start = performance.now();
    await client.call("hook", values);
    if (round >= EARLIER_CALLS) samples.push(performance.now() - start);
  }
  return samples;
}
