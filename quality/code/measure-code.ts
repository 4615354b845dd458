// One repository, asked of every system in turn: rankings of files and functions, and what they are worth.

import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { percentile } from "../../bench/samples.ts";
import { type Figures, figuresOf, meanFigures } from "../metrics.ts";
import { changedFunctions, functionId } from "./changed-functions.ts";
import type { CodeSet } from "./code-set.ts";
import type { CodePlace, CodeSystem } from "./code-system.ts";
import { type CodeFunction, FunctionReader, functionsShown } from "./functions.ts";
import { type PackingFigures, packingFigures, type TokensUntil, tokensUntil } from "./packing.ts";

/** The figures of one kind of result. */
export interface CodeFigures extends Figures {
  readonly hit1: number;
}

/** A row of a repository's table. */
export interface CodeRow {
  readonly system: string;
  /** Why there are no figures; "" when there are. */
  readonly problem: string;
  readonly files: CodeFigures | null;
  /** Null too for a system that ranks files only. */
  readonly functions: CodeFigures | null;
  readonly packing: PackingFigures | null;
  readonly p50: number | null;
  readonly p95: number | null;
  /** What was asked, the answers and the first results, where none of ten was right. */
  readonly misses: readonly Miss[];
}

export interface Miss {
  readonly question: string;
  readonly wanted: readonly string[];
  readonly found: readonly string[];
}

export interface CodeResult {
  readonly name: string;
  readonly revision: string;
  readonly files: number;
  readonly commits: number;
  readonly questions: number;
  /** Questions whose commit changed a function that the revision has. */
  readonly functionQuestions: number;
  readonly rows: readonly CodeRow[];
}

/** What the answers to a set's questions are. */
export interface Judgements {
  readonly functionsOf: (path: string) => readonly CodeFunction[];
  /** Reads the functions of these files; `functionsOf` has them afterwards. */
  readonly prepare: (paths: Iterable<string>) => Promise<void>;
  /** The functions that a commit changed and that are there at the revision, by the name of the commit. */
  readonly changed: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Asks all systems. One that fails gets a row that says why. */
export async function measureCode(set: CodeSet, systems: readonly CodeSystem[], scratch: string): Promise<CodeResult> {
  const judgements = await judge(set);
  const rows: CodeRow[] = [];
  for (const system of systems) {
    const folder = mkdtempSync(join(scratch, "code-"));
    try {
      rows.push(await measureSystem(set, system, judgements, folder));
    } catch (error) {
      rows.push(withoutFigures(system.name, error instanceof Error ? error.message : String(error)));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return {
    name: set.name,
    revision: set.revision,
    files: set.files.length,
    commits: set.before.length,
    questions: set.steps.filter(({ question }) => question !== null).length,
    functionQuestions: [...judgements.changed.values()].filter(({ size }) => size > 0).length,
    rows,
  };
}

/** Reads what the answers to a set's questions are. */
export async function judge({ folder, files, steps }: CodeSet): Promise<Judgements> {
  const reader = new FunctionReader();
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const known = new Map<string, readonly CodeFunction[]>();
  const prepare = async (paths: Iterable<string>) => {
    for (const path of paths) if (!known.has(path)) known.set(path, await reader.read(path, texts.get(path) ?? ""));
  };
  const questions = steps.flatMap(({ question }) => question ?? []);
  const changed = await changedFunctions(folder, questions, reader);
  for (const { commit, files: paths } of questions) {
    await prepare(paths);
    const present = new Set(paths.flatMap((path) => known.get(path)!.map(({ name }) => functionId(path, name))));
    changed.set(commit.name, new Set([...changed.get(commit.name)!].filter((id) => present.has(id))));
  }
  return { functionsOf: (path) => known.get(path) ?? [], prepare, changed };
}

async function measureSystem(
  set: CodeSet,
  system: CodeSystem,
  { functionsOf, prepare, changed }: Judgements,
  folder: string,
): Promise<CodeRow> {
  const ranker = await system.load(set, folder);
  const ofFiles: CodeFigures[] = [];
  const ofFunctions: CodeFigures[] = [];
  const packed: TokensUntil[] = [];
  const times: number[] = [];
  const misses: Miss[] = [];
  try {
    for (const { commit, question } of set.steps) {
      if (question !== null) {
        await ranker.prepare?.(question);
        const start = performance.now();
        const { files, places } = await ranker.rank(question);
        times.push(performance.now() - start);
        const figures = codeFigures(files, question.files);
        ofFiles.push(figures);
        if (figures.recall10 === 0) {
          misses.push({ question: question.text, wanted: question.files, found: files.slice(0, 4) });
        }
        const wanted = changed.get(commit.name)!;
        if (places !== null && wanted.size > 0) {
          await prepare(new Set(places.map(({ path }) => path)));
          ofFunctions.push(codeFigures(rankedFunctions(places, functionsOf, wanted), [...wanted]));
          packed.push(tokensUntil(places, functionsOf, new Set(question.files), wanted));
        }
      }
      await ranker.learn(commit);
    }
  } finally {
    await ranker.close();
  }
  return {
    system: system.name,
    problem: "",
    files: meanCodeFigures(ofFiles),
    functions: ofFunctions.length === 0 ? null : meanCodeFigures(ofFunctions),
    packing: packed.length === 0 ? null : packingFigures(packed),
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    misses,
  };
}

/**
 * The functions that places show, by their ids, best first. A function that holds a wanted one counts as it: both are
 * shown at once.
 */
export function rankedFunctions(
  places: readonly CodePlace[],
  functionsOf: (path: string) => readonly CodeFunction[],
  wanted: ReadonlySet<string>,
): string[] {
  const ranked = new Set<string>();
  for (const { path, from, to } of places) {
    for (const shown of functionsShown(functionsOf(path), from, to)) {
      const ids = [shown, ...shown.inner].map(({ name }) => functionId(path, name));
      const right = ids.filter((id) => wanted.has(id));
      for (const id of right.length > 0 ? right : ids.slice(0, 1)) ranked.add(id);
    }
  }
  return [...ranked];
}

function codeFigures(ranking: readonly string[], wanted: readonly string[]): CodeFigures {
  const grades = new Map(wanted.map((id) => [id, 1]));
  return { ...figuresOf(ranking, grades), hit1: grades.has(ranking[0] ?? "") ? 1 : 0 };
}

/** The means of the figures. */
export function meanCodeFigures(all: readonly CodeFigures[]): CodeFigures {
  return { ...meanFigures(all), hit1: all.reduce((sum, { hit1 }) => sum + hit1, 0) / all.length };
}

function withoutFigures(system: string, problem: string): CodeRow {
  return { system, problem, files: null, functions: null, packing: null, p50: null, p95: null, misses: [] };
}
