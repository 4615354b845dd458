// Keeps runs as files: bench/runs/DATE-SIZES.json.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ArgumentError } from "./arguments.ts";
import { RUN_FORMAT, type Run } from "./run-record.ts";

/**
 * What a run is called: its day, its sizes, and whether it has no peers; one of code by its first corpus. A second one
 * of a day replaces the first.
 */
export function runName({ machine, sizes, peers, measurements }: Omit<Run, "format">): string {
  const [first] = measurements;
  if (sizes.length === 0 && first?.corpus.startsWith("code")) {
    return `${machine.date.slice(0, 10)}-${first.corpus === "code" ? "code" : "code-growth"}.json`;
  }
  const without = peers.length === 0 ? "-no-peers" : "";
  return `${machine.date.slice(0, 10)}-${sizes.map(shortSize).join("-")}${without}.json`;
}

function shortSize(size: number): string {
  if (size % 1_000_000 === 0) return `${size / 1_000_000}m`;
  return size % 1000 === 0 ? `${size / 1000}k` : String(size);
}

/** A run as JSON, in the form that the formatter of this repository leaves alone. */
export function runText(run: Run): string {
  const text = JSON.stringify(run, null, 2);
  return `${text.replace(/\[[\d,\s]+\]/g, (list) => JSON.stringify(JSON.parse(list)).replace(/,/g, ", "))}\n`;
}

/** Stores a run and returns its name. */
export function keepRun(folder: string, run: Run): string {
  mkdirSync(folder, { recursive: true });
  const name = runName(run);
  writeFileSync(join(folder, name), runText(run));
  return name;
}

/** Reads a stored run. Throws ArgumentError when the file is none. */
export function readRun(path: string): Run {
  let run: Run;
  try {
    run = JSON.parse(readFileSync(path, "utf8")) as Run;
  } catch {
    throw new ArgumentError(`${path} cannot be read as a stored run, e.g. bench/runs/2026-11-21-1k-50k.json`);
  }
  if (run?.format === RUN_FORMAT && Array.isArray(run.measurements)) return run;
  throw new ArgumentError(`${path} is no run of this version of the bench; make one by npm run bench -- --keep`);
}

/** The paths of all stored runs, oldest first. */
export function storedRuns(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => join(folder, name));
}
