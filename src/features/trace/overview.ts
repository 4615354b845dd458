// The text of a folder's overview, which is shown, and which `analyze` stores. What is stored has a fixed first line, so
// that the next overview finds the one that it replaces. The text depends neither on the time nor on the machine.

import { basename, dirname, extname } from "node:path";
import { counted } from "../../base/wording.ts";
import type { ManifestFacts } from "../../code/manifests.ts";
import type { OfferedSymbol, ProjectFacts } from "../../code/project-facts.ts";
import { cleanLine } from "../../engine/text/clean.ts";

export interface OverviewParts {
  readonly title: string;
  readonly facts: ProjectFacts;
  readonly others: readonly string[];
  readonly manifests: readonly { readonly path: string; readonly facts: ManifestFacts }[];
  /** The highest number of folders shown, and of most used symbols shown. */
  readonly limit: number;
}

const MODULES_MAX = 40;
const USED_MAX = 20;
const SYMBOLS_OF_MODULE_MAX = 6;
const NAMES_MAX = 40;
const ENTRY_POINTS_MAX = 15;
const KINDS_MAX = 8;
const NAME_LENGTH_MAX = 80;

const number = new Intl.NumberFormat("en-US");

/** What an overview shows of the code. */
export interface Highlights {
  readonly entryPoints: readonly string[];
  /** The largest folders, by path, each with its main symbols. */
  readonly modules: readonly { path: string; files: number; lines: number; symbols: readonly string[] }[];
  /** How many smaller folders are not among them. */
  readonly smaller: number;
  /** The symbols that the most files mention. */
  readonly used: readonly OfferedSymbol[];
}

/** Chooses what is shown of the code. */
export function highlightsOf({ facts, manifests, limit }: Omit<OverviewParts, "title">): Highlights {
  const entries = manifests.flatMap(({ path, facts: each }) => each.entryPoints.map((entry) => `${entry} (${path})`));
  const modules = facts.modules();
  const largest = [...modules].sort((a, b) => b.lines - a.lines).slice(0, Math.min(limit, MODULES_MAX));
  const shown = modules
    .filter((module) => largest.includes(module))
    .map(({ path, files, lines, symbols }) => {
      const ranked = facts.ranked(symbols).map(({ name }) => name);
      return { path, files, lines, symbols: [...new Set(ranked)].slice(0, SYMBOLS_OF_MODULE_MAX) };
    });
  return {
    entryPoints: [...entries, ...facts.entryPoints],
    modules: shown,
    smaller: modules.length - shown.length,
    used: facts.mostUsed(Math.min(limit, USED_MAX)),
  };
}

/** Writes the overview. */
export function writeOverview({ title, ...parts }: OverviewParts): string {
  const { facts, others, manifests } = parts;
  const { entryPoints, modules, smaller, used } = highlightsOf(parts);
  const lines = [title];
  if (facts.languages.size > 0) lines.push(`languages: ${languageLine(facts)}`);
  if (others.length > 0) lines.push(`other files: ${otherLine(others)}`);
  if (entryPoints.length > 0) lines.push(`entry points: ${listed(entryPoints, ENTRY_POINTS_MAX, "; ")}`);
  if (modules.length > 0) lines.push("modules:");
  for (const { path, files, lines: length, symbols } of modules) {
    const main = symbols.length > 0 ? `: ${listed(symbols, symbols.length)}` : "";
    lines.push(`  ${cleanLine(path)} (${counted(files, "file", "files")}, ${lineCount(length)})${main}`);
  }
  if (smaller > 0) lines.push(`  and ${counted(smaller, "smaller folder", "smaller folders")}`);
  if (used.length > 0) {
    lines.push("most used symbols:");
    for (const symbol of used) lines.push(usedLine(symbol, facts.usersOf(symbol)));
  }
  for (const { path, facts: each } of manifests) lines.push(...dependencyLines(path, each));
  if (facts.tests.length > 0) lines.push(`tests: ${testLine(facts.tests)}`);
  return lines.join("\n");
}

function lineCount(lines: number): string {
  return `${number.format(lines)} ${lines === 1 ? "line" : "lines"}`;
}

function languageLine({ languages }: ProjectFacts): string {
  const ordered = [...languages].sort(([, a], [, b]) => b.lines - a.lines);
  return ordered
    .map(([name, { files, lines }]) => `${name} (${counted(files, "file", "files")}, ${lineCount(lines)})`)
    .join(", ");
}

function otherLine(paths: readonly string[]): string {
  const kinds = new Map<string, number>();
  for (const path of paths) {
    const kind = extname(path) || basename(path);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const ordered = [...kinds].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
  return `${number.format(paths.length)} (${listed(
    ordered.map(([kind, count]) => `${kind} ${count}`),
    KINDS_MAX,
  )})`;
}

function usedLine({ name, kind, path, line }: OfferedSymbol, users: number): string {
  return `  ${name} (${kind}, ${cleanLine(path)}:${line}): ${counted(users, "file", "files")}`;
}

function dependencyLines(path: string, { dependencies, development }: ManifestFacts): string[] {
  const lines: string[] = [];
  if (dependencies.length > 0) lines.push(`dependencies (${path}): ${listed(dependencies, NAMES_MAX)}`);
  if (development.length > 0) lines.push(`for development (${path}): ${listed(development, NAMES_MAX)}`);
  return lines;
}

function testLine(paths: readonly string[]): string {
  const folders = new Map<string, number>();
  for (const path of paths) {
    const folder = dirname(path).split("/").slice(0, 2).join("/");
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const ordered = [...folders].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
  const example = paths[0]!;
  return `${counted(paths.length, "file", "files")} in ${listed(
    ordered.map(([folder, count]) => `${folder} (${count})`),
    KINDS_MAX,
  )}; e.g. ${cleanLine(example)}`;
}

/**
 * A list of names, with a count of those left out. Other people chose the names, so each is made one line and short.
 */
function listed(names: readonly string[], most: number, separator = ", "): string {
  const shown = names.slice(0, most).map((name) => cleanLine(name).slice(0, NAME_LENGTH_MAX));
  const more = names.length - shown.length;
  return shown.join(separator) + (more > 0 ? `${separator}and ${more} more` : "");
}
