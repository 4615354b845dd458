// What this machine can do at best, measured in the run itself: an empty program, a synced write, a call through the
// SDK.

import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { BenchClient } from "./client.ts";
import { memoryOf } from "./memory.ts";
import type { Programs } from "./programs.ts";
import { runProgram } from "./run-program.ts";
import type { Recorder } from "./run-record.ts";
import { timed } from "./samples.ts";

const PROGRAMS = 40;
const SERVERS = 12;
const CALLS = 800;
const EARLIER_CALLS = 400;

/** Appends to a file and syncs it, as a store does. */
export class SyncedFile {
  readonly #file: number;
  readonly #path: string;

  constructor(directory: string) {
    this.#path = join(directory, "sync.floor");
    this.#file = openSync(this.#path, "a");
  }

  append(bytes: Uint8Array): void {
    writeSync(this.#file, bytes);
    fdatasyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
    rmSync(this.#path);
  }
}

/** Measures the floors that do not depend on a knowledge base. */
export async function measureFloors(recorder: Recorder, programs: Programs, scratch: string): Promise<void> {
  const start = (program: string, ...args: string[]) => runProgram([program, ...args], scratch);
  const runs = { empty: [] as number[], version: [] as number[] };
  // In turn, so that a machine that slows down slows both.
  for (let round = 0; round < PROGRAMS; round++) {
    runs.empty.push(...(await timed(1, () => start(programs.empty))));
    runs.version.push(...(await timed(1, () => start(programs.helix, "--version"))));
  }
  recorder.times("machine", "empty", "empty compiled program", runs.empty);
  recorder.times("machine", "version", "helix --version", runs.version);
  const open = { helix: [] as number[], sdk: [] as number[] };
  for (let round = 0; round < SERVERS; round++) {
    open.sdk.push(await timeStart([programs.sdkServer], scratch));
    open.helix.push(await timeStart([programs.helix, "serve", join(scratch, "nothing")], scratch));
  }
  recorder.times("machine", "sdk-open", "minimal SDK server: spawn to answered initialize", open.sdk);
  recorder.times("machine", "open", "helix without notes: the same", open.helix);
  await measurePings(recorder, programs, scratch);
}

/** Time from the start of a server to its answer to initialize. */
export async function timeStart(command: readonly string[], directory: string): Promise<number> {
  const begin = performance.now();
  const client = new BenchClient(command, directory);
  await client.initialize();
  const time = performance.now() - begin;
  await client.end();
  return time;
}

async function measurePings(recorder: Recorder, programs: Programs, scratch: string): Promise<void> {
  const helix = new BenchClient([programs.helix, "serve", join(scratch, "nothing")], scratch);
  const sdk = new BenchClient([programs.sdkServer], scratch);
  await Promise.all([helix.initialize(), sdk.initialize()]);
  const samples = { helix: [] as number[], sdk: [] as number[], echo: [] as number[] };
  const text = "x".repeat(400);
  for (let round = 0; round < EARLIER_CALLS + CALLS; round++) {
    const [ping] = await timed(1, () => helix.request("ping", {}));
    const [sdkPing] = await timed(1, () => sdk.request("ping", {}));
    const [echo] = await timed(1, () => sdk.call("echo", { text }));
    if (round < EARLIER_CALLS) continue;
    samples.helix.push(ping!);
    samples.sdk.push(sdkPing!);
    samples.echo.push(echo!);
  }
  recorder.times("machine", "ping", "round trip: ping of helix", samples.helix);
  recorder.times("machine", "sdk-ping", "round trip: ping of a minimal SDK server", samples.sdk);
  recorder.times("machine", "sdk-call", "round trip: tool call of a minimal SDK server, 400 bytes", samples.echo);
  recorder.value("machine", "sdk-memory", "memory of a minimal SDK server", memoryOf(sdk.process.pid).resident, "MB");
  await Promise.all([helix.end(), sdk.end()]);
}
