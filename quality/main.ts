// `npm run quality`: how well helix finds things, measured through its compiled server beside other systems in the same
// run. See `--help` and docs/QUALITY.md.

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ArgumentError } from "../bench/arguments.ts";
import { binaryOf, leaveTheUserAlone } from "../bench/built-binary.ts";
import { root } from "../bench/programs.ts";
import { CODE_QUESTIONS, HELP, parseArguments, type QualityRequest, REFERENCE_FUNCTIONS } from "./arguments.ts";
import { codeFts5 } from "./code/code-fts5.ts";
import { linesTable, measureLines } from "./code/code-lines.ts";
import { codeSet } from "./code/code-set.ts";
import type { CodeSystem } from "./code/code-system.ts";
import { codeMeans, codeTable, contextTable } from "./code/code-tables.ts";
import { type ContextResult, measureContext } from "./code/context.ts";
import { engineSystem } from "./code/engine.ts";
import { grepSystem } from "./code/grep.ts";
import { type CodeResult, measureCode } from "./code/measure-code.ts";
import { codeServer } from "./code/server.ts";
import { type DatedRow, datedTable, measureDated } from "./dated/measure-dated.ts";
import { gitSet } from "./git/git-set.ts";
import { hookFigures } from "./hooks/hook-figures.ts";
import { hookTable } from "./hooks/hook-table.ts";
import { JUDGED_PROJECTS, readJudgedEvents } from "./hooks/judged-events.ts";
import { measurePointers, type PointerResult } from "./hooks/measure-pointers.ts";
import { pointerMeans, pointerTable } from "./hooks/pointer-table.ts";
import { runEvents } from "./hooks/run-events.ts";
import { choose, type JudgedSet, readJudgedSet } from "./judged-set.ts";
import { type LessonResult, lessonsTable, measureLessons } from "./lessons/measure-lessons.ts";
import { liftSvg } from "./lift/lift-svg.ts";
import { coverageTable, powerTable } from "./lift/lift-tables.ts";
import { measureCoverage, measurePower, RUNS } from "./lift/measure-lift.ts";
import { type Difference, differenceOf, measureSet, type SetResult } from "./measure-set.ts";
import { measureOutputs } from "./outputs/measure-outputs.ts";
import { outputsTable } from "./outputs/outputs-table.ts";
import { readRecordings } from "./outputs/recordings.ts";
import { measureReferences, type ReferenceResult } from "./references/measure-references.ts";
import { placesTable, referenceTable } from "./references/reference-tables.ts";
import { findClones, measureSymbols, symbolsTable } from "./symbols/measure-symbols.ts";
import { readTruth } from "./symbols/symbol-truth.ts";
import { plainBm25 } from "./systems/bm25.ts";
import { fts5Porter } from "./systems/fts5.ts";
import { helixSystem } from "./systems/helix.ts";
import { minisearch } from "./systems/minisearch.ts";
import type { RankingSystem } from "./systems/system.ts";
import { differenceTable, macroMeans, macroTable, setTable } from "./tables.ts";

const HELIX = "helix";
const OTHER = "the other helix";
const print = (line: string) => process.stdout.write(`${line}\n`);

/** A path as it was meant: from where the user stands, which is not where npm runs this. */
function meant(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}

/** A set by a name that no set before it has. */
function toldApart(set: JudgedSet, at: number, sets: readonly JudgedSet[]): JudgedSet {
  const same = sets.slice(0, at).filter(({ name }) => name === set.name).length;
  return same === 0 ? set : { ...set, name: `${set.name} (${same + 1})` };
}

/** The sets that were asked for: of folders, of repositories, or of this project's own history. */
function setsOf({ folders, repositories, revision, choice: { seed } }: QualityRequest): JudgedSet[] {
  const ofHistory = (folder: string) => gitSet({ folder, revision, seed });
  const sets = [
    ...folders.map((folder) => readJudgedSet(meant(folder))),
    ...repositories.map((folder) => ofHistory(meant(folder))),
  ].map(toldApart);
  return sets.length > 0 ? sets : [gitSet({ folder: root, name: "this project", revision, seed })];
}

async function measureSets(
  request: QualityRequest,
  sets: readonly JudgedSet[],
  binaries: Binaries,
  scratch: string,
): Promise<void> {
  const systems: RankingSystem[] = [helixSystem(binaries.helix, HELIX)];
  if (binaries.against !== null) systems.push(helixSystem(binaries.against, OTHER));
  if (request.peers) systems.push(plainBm25, fts5Porter, minisearch);
  const results: SetResult[] = [];
  for (const set of sets) {
    const result = await measureSet(set, systems, scratch);
    results.push(result);
    if (!request.json) print(`${setTable(result)}\n`);
  }
  const differences =
    binaries.against === null ? [] : results.flatMap((result) => differencesOf(result, request.choice.seed));
  if (request.json) {
    print(JSON.stringify({ sets: results, means: macroMeans(results), differences }, null, 1));
    return;
  }
  const macro = macroTable(results);
  if (macro !== "") print(`${macro}\n`);
  if (differences.length > 0) print(differenceTable(differences, OTHER));
}

function differencesOf(result: SetResult, seed: number): Difference[] {
  return [differenceOf(result, HELIX, OTHER, seed)].filter((difference) => difference !== null);
}

/** The rows of the binaries: their names in tables, and their paths. */
function named({ helix, against }: Binaries): [name: string, path: string][] {
  return against === null
    ? [[HELIX, helix]]
    : [
        [HELIX, helix],
        [OTHER, against],
      ];
}

async function measureHooks({ json }: QualityRequest, binaries: Binaries, scratch: string): Promise<void> {
  const all: object[] = [];
  for (const judged of JUDGED_PROJECTS.map(readJudgedEvents)) {
    for (const [name, path] of named(binaries)) {
      const run = await runEvents(path, judged, scratch);
      if (!json) print(`${hookTable(name, judged, run)}\n`);
      all.push({ name, project: judged.project, figures: hookFigures(run.answers, judged.notes), ...run });
    }
  }
  if (json) print(JSON.stringify({ hooks: all }, null, 1));
}

async function measureCodePointers(
  { code, revision, choice, json }: QualityRequest,
  binaries: Binaries,
  scratch: string,
): Promise<void> {
  const all: { name: string; results: PointerResult[] }[] = named(binaries).map(([name]) => ({ name, results: [] }));
  for (const folder of code.map(meant)) {
    const set = codeSet({ folder, revision, questions: choice.queries ?? CODE_QUESTIONS });
    for (const [at, [name, path]] of named(binaries).entries()) {
      const result = await measurePointers(set, path, choice.split, scratch);
      all[at]!.results.push(result);
      if (!json) print(`${pointerTable(name, result)}\n`);
    }
  }
  if (json) print(JSON.stringify({ pointers: all }, null, 1));
  else for (const { results } of all) if (results.length > 1) print(`${pointerMeans(results)}\n`);
}

async function measureDatedSets({ json }: QualityRequest, binaries: Binaries, scratch: string): Promise<void> {
  const rows: DatedRow[] = [];
  for (const [name, path] of named(binaries)) rows.push(...(await measureDated(path, name, scratch)));
  print(json ? JSON.stringify({ dated: rows }, null, 1) : datedTable(rows));
}

/** Prints what packed answers of the binary hold. */
async function measureContexts({ code, revision, choice, json }: QualityRequest, { helix }: Binaries, scratch: string) {
  const results: ContextResult[] = [];
  for (const folder of code.map(meant)) {
    const set = codeSet({ folder, revision, questions: choice.queries ?? CODE_QUESTIONS });
    results.push(await measureContext(set, helix, scratch));
  }
  print(json ? JSON.stringify({ context: results }, null, 1) : contextTable(results));
}

async function measureCodeSets(request: QualityRequest, binaries: Binaries, scratch: string): Promise<void> {
  const { code, revision, choice, peers, json, context } = request;
  if (context) return measureContexts(request, binaries, scratch);
  const systems: CodeSystem[] = named(binaries).map(([name, path]) => codeServer(path, name));
  systems.push(engineSystem("helix, in process", "live"));
  if (peers) systems.push(engineSystem("helix, without commits", "none"), codeFts5, grepSystem);
  const results: CodeResult[] = [];
  for (const folder of code.map(meant)) {
    const set = codeSet({ folder, revision, questions: choice.queries ?? CODE_QUESTIONS });
    const result = await measureCode(set, systems, scratch);
    results.push(result);
    if (!json) print(`${codeTable(result)}\n`);
  }
  const means = codeMeans(results);
  if (json) print(JSON.stringify({ code: results }, null, 1));
  else if (means !== "") print(means);
}

/** Prints what became of the lines of files; the exit code is 1 where some are lost or doubled. */
async function measureCodeLines({ codeLines, revision, json }: QualityRequest): Promise<void> {
  const coverage = await measureLines(codeLines.map(meant), revision);
  const languages = Object.fromEntries(coverage.byLanguage);
  print(json ? JSON.stringify({ ...coverage, byLanguage: languages }, null, 1) : linesTable(coverage));
  if (coverage.wrong.length > 0) process.exitCode = 1;
}

/** Prints how many of the definitions that the lists have are found. */
async function measureSymbolLists({ symbols, json }: QualityRequest): Promise<void> {
  const lists = readTruth();
  const clones = findClones(symbols.map(meant), lists);
  const results = [];
  for (const list of lists) results.push(await measureSymbols(list, clones));
  print(json ? JSON.stringify({ symbols: results }, null, 1) : symbolsTable(results));
}

async function measureReferenceSets(
  { references, choice, json }: QualityRequest,
  { helix }: Binaries,
  scratch: string,
): Promise<void> {
  const results: ReferenceResult[] = [];
  const wanted = { functions: choice.queries ?? REFERENCE_FUNCTIONS, seed: choice.seed };
  for (const folder of references.map(meant)) {
    const result = await measureReferences(folder, wanted, helix, scratch);
    results.push(result);
    const places = placesTable(result);
    if (!json && places !== "") print(`${places}\n`);
  }
  print(json ? JSON.stringify({ references: results }, null, 1) : referenceTable(results));
}

async function measureLessonSets({ lessons, choice, json }: QualityRequest, scratch: string): Promise<void> {
  const results: LessonResult[] = [];
  for (const folder of lessons.map(meant)) {
    const result = await measureLessons(folder, choice.seed, scratch);
    results.push(result);
    if (!json) print(`${lessonsTable(result)}\n`);
  }
  if (json) print(JSON.stringify({ lessons: results }, null, 1));
}

async function measureRecordings(
  { outputs, choice, json }: QualityRequest,
  { helix }: Binaries,
  scratch: string,
): Promise<void> {
  const recordings = readRecordings(outputs.map(meant)).slice(0, choice.queries ?? undefined);
  const judged = await measureOutputs(recordings, helix, scratch);
  print(json ? JSON.stringify({ outputs: judged }, null, 1) : outputsTable(judged));
  const isWrong = judged.some(({ bytes, after, lost, isBack }) => after > bytes || lost.length > 0 || isBack === false);
  if (isWrong) process.exitCode = 1;
}

/** Prints how often intervals missed and effects were found; the exit code is 1 where more than allowed missed. */
function measureLift({ svg, choice, json }: QualityRequest): void {
  const runs = choice.queries ?? RUNS;
  const coverage = measureCoverage(runs, choice.seed);
  const power = measurePower(runs, choice.seed);
  print(json ? JSON.stringify({ coverage, power }, null, 1) : `${coverageTable(coverage)}\n\n${powerTable(power)}`);
  if (svg !== null) writeFileSync(meant(svg), liftSvg(coverage, choice.seed));
  if (coverage.some(({ missed }) => missed > 0.05 * runs)) process.exitCode = 1;
}

interface Binaries {
  readonly helix: string;
  readonly against: string | null;
}

async function main(request: QualityRequest): Promise<void> {
  if (request.subject === "code-lines") return measureCodeLines(request);
  if (request.subject === "symbols") return measureSymbolLists(request);
  if (request.subject === "lift") return measureLift(request);
  const scratch = mkdtempSync(join(realpathSync(tmpdir()), "helix-quality-"));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
  process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));
  if (request.subject === "lessons") return measureLessonSets(request, scratch);
  const sets = request.subject === "sets" ? setsOf(request).map((set) => choose(set, request.choice)) : [];
  const binaries = {
    helix: await binaryOf(request.binary === null ? null : meant(request.binary)),
    against: request.against === null ? null : await binaryOf(meant(request.against)),
  };
  leaveTheUserAlone(scratch);
  if (request.subject === "code") await measureCodeSets(request, binaries, scratch);
  else if (request.subject === "references") await measureReferenceSets(request, binaries, scratch);
  else if (request.subject === "outputs") await measureRecordings(request, binaries, scratch);
  else if (request.subject === "pointers") await measureCodePointers(request, binaries, scratch);
  else if (request.subject === "hooks") await measureHooks(request, binaries, scratch);
  else if (request.subject === "dated") await measureDatedSets(request, binaries, scratch);
  else await measureSets(request, sets, binaries, scratch);
}

try {
  const request = parseArguments(process.argv.slice(2));
  if (request === null) print(HELP);
  else await main(request);
} catch (error) {
  process.stderr.write(`helix: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof ArgumentError ? 2 : 1);
}
