// `npm run bench`: measures helix through its compiled binary, the way a client uses it, with floors and peers in the
// same run, and prints the table of aims. See `--help`.

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { compareBinaries } from "./against.ts";
import { ArgumentError, HELP, type MeasureRequest, parseArguments, type Request } from "./arguments.ts";
import { measureBigTopic } from "./big-topic.ts";
import { binaryOf, leaveTheUserAlone } from "./built-binary.ts";
import { compareCode } from "./code/against-code.ts";
import { type CodeRequest, parseCodeArguments } from "./code/code-arguments.ts";
import { measureGrowth } from "./code/code-growth.ts";
import { besideTable, growthTable } from "./code/code-tables.ts";
import { type CodeTree, copyTree, makeTree, resizeTree } from "./code/code-tree.ts";
import { makeManyFiles, measureManyFiles } from "./code/many-files.ts";
import { measureCode } from "./code/measure-code.ts";
import { measureFloors } from "./floors.ts";
import { measureGuard } from "./guard.ts";
import { describeMachine } from "./machine.ts";
import { measurePeers } from "./peers/measure-peers.ts";
import { codeGrowthPlot, growthPlot } from "./plot/growth.ts";
import { compilePrograms, root } from "./programs.ts";
import { runProgram } from "./run-program.ts";
import { type Machine, Recorder, RUN_FORMAT, type Run } from "./run-record.ts";
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

/** What every run begins with: a folder that goes away, and the machine. */
async function begin(binary: string | null): Promise<{ helix: string; scratch: string; machine: Machine }> {
  const helix = await binaryOf(binary);
  const scratch = mkdtempSync(join(realpathSync(tmpdir()), "helix-bench-"));
  const end = () => rmSync(scratch, { recursive: true, force: true });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
  process.once("exit", end);
  leaveTheUserAlone(scratch);
  const machine = describeMachine(helix, scratch);
  for (const line of machineLines(machine)) print(line);
  return { helix, scratch, machine };
}

/** Prints each value as it comes. */
function printing(): Recorder {
  print(`\n${"corpus".padEnd(12)} ${"what".padEnd(58)} ${"p50".padStart(9)} ${"p95".padStart(9)}`);
  return new Recorder((measurement) => {
    const [corpus, what, p50, p95, unit] = measurementCells(measurement);
    print(`${corpus!.padEnd(12)} ${what!.padEnd(58)} ${p50!.padStart(9)} ${p95!.padStart(9)} ${unit}`);
  });
}

async function measure(request: MeasureRequest): Promise<void> {
  const { helix, scratch, machine } = await begin(request.binary);
  if (request.against !== null) return compare(request, helix, scratch);
  const recorder = printing();
  const programs = await compilePrograms(join(scratch, "programs"), helix);
  const setting = { recorder, programs, scratch, scale: request.quick ? QUICK_SCALE : 1 };
  if (request.microOnly) return measureMicro(setting, null, request.sizes.at(-1)!);
  await measureAll(setting, request);
  const { measurements, peers } = recorder;
  const run: Run = { format: RUN_FORMAT, machine, sizes: request.sizes, measurements, peers };
  if (run.peers.length > 0) print(`\n${peerTables(run.peers)}`);
  print(`\n${goalTable(run)}`);
  if (request.keep) print(`\nstored as bench/runs/${keepRun(RUNS, run)}`);
}

/** Measures code: one tree, or several sizes, or two binaries on one tree. */
async function measureCodeRun(request: CodeRequest): Promise<void> {
  const given = request.tree === null ? null : resolve(process.env.INIT_CWD ?? process.cwd(), request.tree);
  const { helix, scratch, machine } = await begin(request.binary);
  if (request.files !== null) return measureMany(request.files, request.against, helix, scratch);
  const original = given === null ? null : copyTree(scratch, given);
  const scale = request.quick ? QUICK_SCALE : 1;
  if (request.against !== null) {
    const tree = await oneTree(request, scratch, original);
    return compareCodeRun(request.against, helix, scratch, tree, scale);
  }
  const tree = request.isGrowth ? null : await oneTree(request, scratch, original);
  const recorder = printing();
  const setting = { recorder, helix, scratch, scale, peers: request.peers };
  if (tree === null) await measureGrowth(setting, request.sizes, original);
  else await measureCode(setting, tree);
  const { measurements } = recorder;
  const run: Run = { format: RUN_FORMAT, machine, sizes: [], measurements, peers: [] };
  const tables = tree === null ? [growthTable(measurements)] : [besideTable(measurements), goalTable(run)];
  for (const each of tables) if (each !== "") print(`\n${each}`);
  if (request.keep) print(`\nstored as bench/runs/${keepRun(RUNS, run)}`);
}

/** Measures a tree of many files, by one program or by two in turn. */
async function measureMany(files: number, against: string | null, helix: string, scratch: string): Promise<void> {
  const recorder = printing();
  const folder = makeManyFiles(scratch, files);
  await measureManyFiles({ recorder, helix, scratch }, folder, "files");
  if (against === null) return;
  await measureManyFiles({ recorder, helix: await binaryOf(against), scratch }, folder, "other");
}

async function oneTree({ sizes }: CodeRequest, scratch: string, original: CodeTree | null): Promise<CodeTree> {
  const [lines] = sizes;
  if (original === null) return makeTree(scratch, lines!);
  return lines === undefined ? original : resizeTree(scratch, original, lines);
}

async function compareCodeRun(against: string, helix: string, scratch: string, tree: CodeTree, scale: number) {
  const other = await binaryOf(against);
  print(comparedWith(other, scratch));
  const rows = await compareCode({ helix, other, scratch }, tree, scale, (done, of) => {
    process.stderr.write(`helix: pair ${done} of ${of} measured\n`);
  });
  print(`\n${comparisonLine(`code, ${counted(tree.lines)} lines`, ["this", "other", "ratio", "pairs", ""])}`);
  for (const row of rows) print(comparisonLine(row.what, comparisonCells(row)));
}

function comparedWith(other: string, scratch: string): string {
  const version = runProgram([other, "--version"], scratch).toString().trim();
  return `against ${version}, in turn; medians in milliseconds`;
}

/** Prints the ratios of helix to another binary, row by row. */
async function compare({ sizes, quick, against }: MeasureRequest, helix: string, scratch: string): Promise<void> {
  const other = await binaryOf(against);
  print(comparedWith(other, scratch));
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
  await measureGuard(setting.recorder, setting.programs, setting.scratch);
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
  if (quick) return;
  const { measureLessonHooks } = await import("./micro/lesson-hooks.ts");
  await measureLessonHooks(setting);
}

function plot(paths: readonly string[]): void {
  const runs = (paths.length > 0 ? paths.map((path) => resolve(path)) : storedRuns(RUNS)).map(readRun);
  if (runs.length === 0) throw new ArgumentError("there are no stored runs; make one by npm run bench -- --all --keep");
  const plots = [
    ["growth.svg", growthPlot, runs.filter(({ sizes }) => sizes.length > 0)],
    ["code-growth.svg", codeGrowthPlot, runs.filter(({ measurements }) => growthTable(measurements) !== "")],
  ] as const;
  for (const [name, plotted, of] of plots) {
    if (of.length === 0) continue;
    writeFileSync(join(root, "docs", name), plotted(of));
    print(`docs/${name}`);
  }
}

async function main(request: Request): Promise<void> {
  if (request.kind === "help") print(HELP);
  else if (request.kind === "plot") plot(request.runs);
  else if (request.kind === "table") print(markdown(readRun(resolve(request.run))));
  else await measure(request);
}

try {
  const words = process.argv.slice(2);
  const code = parseCodeArguments(words);
  await (code === null ? main(parseArguments(words)) : measureCodeRun(code));
} catch (error) {
  process.stderr.write(`helix: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof ArgumentError ? 2 : 1);
}
