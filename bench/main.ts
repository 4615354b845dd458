// `npm run bench`: measures helix through its compiled binary, the way a client uses it, with floors and peers in the
// same run, and prints the table of aims. See `--help`.

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { compareBinaries } from "./against.ts";
import { ArgumentError, HELP, type MeasureRequest, parseArguments, type Request } from "./arguments.ts";
import { measureBigTopic } from "./big-topic.ts";
import { binaryOf, leaveTheUserAlone } from "./built-binary.ts";
import { measureFloors } from "./floors.ts";
import { describeMachine } from "./machine.ts";
import { measurePeers } from "./peers/measure-peers.ts";
import { growthPlot } from "./plot/growth.ts";
import { compilePrograms, root } from "./programs.ts";
import { runProgram } from "./run-program.ts";
import { Recorder, RUN_FORMAT, type Run } from "./run-record.ts";
import { counted } from "./samples.ts";
import { measureSize, type Setting } from "./size-rows.ts";
import { keepRun, readRun, storedRuns } from "./store-run.ts";
import {
  comparisonCells,
  comparisonLine,
  goalTable,
  machineLines,
  markdown,
  measurementCells,
  peerTables,
} from "./tables.ts";

const RUNS = join(root, "bench", "runs");
const QUICK_SCALE = 0.2;
const MILLION = 1_000_000;
const print = (line: string) => process.stdout.write(`${line}\n`);

async function measure(request: MeasureRequest): Promise<void> {
  const helix = await binaryOf(request.binary);
  const scratch = mkdtempSync(join(realpathSync(tmpdir()), "helix-bench-"));
  const end = () => rmSync(scratch, { recursive: true, force: true });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
  process.once("exit", end);
  leaveTheUserAlone(scratch);
  const machine = describeMachine(helix, scratch);
  for (const line of machineLines(machine)) print(line);
  if (request.against !== null) return compare(request, helix, scratch);
  const recorder = new Recorder((measurement) => {
    const [corpus, what, p50, p95, unit] = measurementCells(measurement);
    print(`${corpus!.padEnd(10)} ${what!.padEnd(58)} ${p50!.padStart(9)} ${p95!.padStart(9)} ${unit}`);
  });
  print(`\n${"corpus".padEnd(10)} ${"what".padEnd(58)} ${"p50".padStart(9)} ${"p95".padStart(9)}`);
  const programs = await compilePrograms(join(scratch, "programs"), helix);
  const setting = { recorder, programs, scratch, scale: request.quick ? QUICK_SCALE : 1 };
  if (request.microOnly) return measureMicro(setting, null, request.sizes.at(-1)!);
  await measureAll(setting, request);
  const run: Run = {
    format: RUN_FORMAT,
    machine,
    sizes: request.sizes,
    measurements: recorder.measurements,
    peers: recorder.peers,
  };
  if (run.peers.length > 0) print(`\n${peerTables(run.peers)}`);
  print(`\n${goalTable(run)}`);
  if (request.keep) print(`\nstored as bench/runs/${keepRun(RUNS, run)}`);
}

/** Prints the ratios of helix to another binary, row by row. */
async function compare({ sizes, quick, against }: MeasureRequest, helix: string, scratch: string): Promise<void> {
  const other = await binaryOf(against);
  print(`against ${runProgram([other, "--version"], scratch).toString().trim()}, in turn; medians in milliseconds`);
  const scale = quick ? QUICK_SCALE : 1;
  for (const size of sizes) {
    const rows = await compareBinaries({ helix, other, scratch }, size, scale, (done, of) => {
      process.stderr.write(`helix: ${counted(size)} notes, pair ${done} of ${of} measured\n`);
    });
    print(`\n${comparisonLine(`${counted(size)} notes`, ["this", "other", "ratio", "pairs", ""])}`);
    for (const row of rows) print(comparisonLine(row.what, comparisonCells(row)));
  }
}

/**
 * Loaded when it is wanted: it imports helix's sources, which may not compile when another binary is measured or a run
 * is shown.
 */
async function measureMicro(setting: Setting, directory: string | null, size: number): Promise<void> {
  const { measureMicro: measureSteps } = await import("./micro/micro.ts");
  await measureSteps(setting, directory, size);
}

async function measureAll(setting: Setting, { sizes, quick, peers }: MeasureRequest): Promise<void> {
  await measureFloors(setting.recorder, setting.programs, setting.scratch);
  const microSize = sizes.filter((size) => size < MILLION).at(-1);
  for (const size of sizes) {
    const begin = performance.now();
    const directory = await measureSize(setting, size);
    if (!quick && size === microSize) await measureMicro(setting, directory, size);
    rmSync(join(directory, ".."), { recursive: true });
    if (peers) await measurePeers(setting, size);
    process.stderr.write(
      `helix: ${counted(size)} notes measured in ${Math.round((performance.now() - begin) / 1000)} s\n`,
    );
  }
  if (!quick) await measureBigTopic(setting);
  const { measureEvents } = await import("./micro/events.ts");
  await measureEvents(setting);
}

function plot(paths: readonly string[]): void {
  const runs = (paths.length > 0 ? paths.map((path) => resolve(path)) : storedRuns(RUNS)).map(readRun);
  if (runs.length === 0) throw new ArgumentError("there are no stored runs; make one by npm run bench -- --all --keep");
  writeFileSync(join(root, "docs", "growth.svg"), growthPlot(runs));
  print("docs/growth.svg");
}

async function main(request: Request): Promise<void> {
  if (request.kind === "help") print(HELP);
  else if (request.kind === "plot") plot(request.runs);
  else if (request.kind === "table") print(markdown(readRun(resolve(request.run))));
  else await measure(request);
}

try {
  await main(parseArguments(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`helix: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof ArgumentError ? 2 : 1);
}
