// The facts of a map as data: what is shown of them, bounded, and fit to be shown.

import type { PathClass } from "../../code/files/path-class.ts";
import { languageName } from "../../code/languages.ts";
import { type ModuleEdge, moduleCycles, moduleEdges } from "../../code/map/module-graph.ts";
import type { Module } from "../../code/map/module-tree.ts";
import type { Start } from "../../code/map/starts.ts";
import type { OfferedSymbol } from "../../code/project-facts.ts";
import type { Mask } from "../../code/shown-code.ts";
import { MINUTE_MS } from "../../engine/text/dates.ts";
import type { CodeMapData } from "./data.ts";
import type { MapFacts, MapFile } from "./map-facts.ts";
import { shownLine } from "./shown-lines.ts";

const SYMBOLS_MAX = 6;
/** Of a module of which nobody uses anything. */
const UNUSED_SYMBOLS_MAX = 3;
const STARTS_MAX = 40;
const COMMANDS_MAX = 8;
const NAMES_MAX = 30;
const PACKAGES_MAX = 30;
const FILES_MAX = 20;
const OUTSIDE_MAX = 10;
const TEXT_LENGTH_MAX = 200;
const PATH_LENGTH_MAX = 300;
const PROGRAM = /^(?:bin|script|npm start|ENTRYPOINT|CMD)\b/;
const PART = /^export /;
/** Folders of programs that only check the others. */
const CHECKS = /(?:^|\/)(?:fuzz|[\w-]*tests?|tests?[\w-]*)\//;
/** The folder in a path that makes its files tests. */
const TEST_FOLDER = /^(?:[^/]+\/)*?[^/]*(?:test|spec|mock|fixture|e2e)[^/]*(?=\/)/i;
const FOLDERS_MAX = 3;
const HEADER = /\.(?:h|hh|hpp|hxx|d\.[cm]?ts)$/;

/** What makes names fit to be shown: paths, paths of files that the answer is about, and other texts. */
interface Shown {
  path(path: string): string;
  cited(path: string): string;
  text(text: string): string;
}

/** Makes the data. `cited`: receives the paths that it names. */
export function mapData(
  facts: MapFacts,
  mask: Mask,
  notes: readonly string[],
  cited: (path: string) => void,
): CodeMapData {
  const path = (each: string) => shownLine(each, mask, PATH_LENGTH_MAX);
  const show: Shown = {
    path,
    cited(each) {
      cited(each);
      return path(each);
    },
    text: (each) => shownLine(each, mask, TEXT_LENGTH_MAX),
  };
  const packages = packagesOf(facts);
  const entryPoints = entryPointsOf(facts);
  return {
    ...aboutOf(facts, show),
    entryPoints: entryPoints.slice(0, STARTS_MAX).map((each) => ({
      how: show.text(each.how),
      target: each.target === null ? null : show.text(each.target),
      path: each.path === null ? null : show.cited(each.path),
      from: each.from === null ? null : path(each.from),
    })),
    ...modulesOf(facts, show),
    outside: outsideOf(facts, path),
    packages: packages.slice(0, PACKAGES_MAX).map(([name, files]) => ({ name: show.text(name), files })),
    changed: facts.changed.slice(0, FILES_MAX).map((each) => ({
      path: show.cited(each.path),
      commits: each.commits,
      weight: Math.round(each.weight * 100) / 100,
      last: new Date(each.last * MINUTE_MS).toISOString(),
    })),
    imported: importedMost(facts).map((each) => ({ path: show.cited(each.path), files: each.files })),
    total: { entryPoints: entryPoints.length, packages: packages.length },
    parsed: facts.parsed.size,
    left: facts.left.inside + facts.left.outside,
    notes: [...notes],
  };
}

function aboutOf({ folder, files, starts: { about, commands } }: MapFacts, { path, text }: Shown) {
  return {
    path: path(folder),
    about: about === null ? null : { text: text(about.text), from: path(about.from) },
    languages: volumes(files, ({ language }) => languageName(language)).map(({ key, ...each }) => ({
      name: key,
      ...each,
    })),
    kinds: volumes(files, ({ pathClass }) => pathClass).map(({ key, ...each }) => ({
      kind: key as PathClass,
      ...each,
      folders: foldersOf(files.filter(({ pathClass }) => pathClass === key))
        .slice(0, FOLDERS_MAX)
        .map(path),
    })),
    commands: commands
      .slice(0, COMMANDS_MAX)
      .map(({ from, names, total }) => ({ from: path(from), names: names.slice(0, NAMES_MAX).map(text), total })),
  };
}

function modulesOf(facts: MapFacts, { path, cited, text }: Shown) {
  const { modules, links } = facts;
  const edges = moduleEdges(modules, links.uses);
  const names = modules.map(({ name }) => path(name));
  const linked = (at: number, count: number) => ({ module: names[at]!, links: count });
  return {
    modules: modules.map((module, at) => ({
      name: names[at]!,
      files: module.files.length,
      lines: module.lines,
      symbols: symbolsOf(module, facts).map((symbol) => ({
        name: text(symbol.name),
        kind: symbol.kind,
        path: cited(symbol.path),
        line: symbol.line,
        users: links.usersOf(symbol),
      })),
      uses: edges.filter(({ from }) => from === at).map(({ to, links: count }) => linked(to, count)),
      usedBy: edges.filter(({ to }) => to === at).length,
    })),
    cycles: moduleCycles(modules.length, edges).map(({ members, way }) => ({
      way: way.map((each, at) => linked(each, linksBetween(edges, each, way[(at + 1) % way.length]!))),
      members: members.map((each) => names[each]!),
    })),
  };
}

function linksBetween(edges: readonly ModuleEdge[], from: number, to: number): number {
  return edges.find((edge) => edge.from === from && edge.to === to)?.links ?? 0;
}

/** The folders that hold the most files of a class. */
function foldersOf(files: readonly MapFile[]): string[] {
  const counts = new Map<string, number>();
  for (const { path, pathClass } of files) {
    const folder =
      (pathClass === "test" && TEST_FOLDER.exec(path)?.[0]) || path.slice(0, Math.max(0, path.indexOf("/")));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([folder]) => folder || ".");
}

/** Edges of the modules, for graphs: by place, with what is part of a cycle. */
export function graphEdges({ modules, links }: MapFacts): (ModuleEdge & { readonly isCyclic: boolean })[] {
  const edges = moduleEdges(modules, links.uses);
  const cycleOf = new Map<number, number>();
  for (const [at, { members }] of moduleCycles(modules.length, edges).entries()) {
    for (const member of members) cycleOf.set(member, at);
  }
  return edges.map((edge) => ({
    ...edge,
    isCyclic: cycleOf.has(edge.from) && cycleOf.get(edge.from) === cycleOf.get(edge.to),
  }));
}

function volumes<File extends { readonly lines: number }>(files: readonly File[], key: (file: File) => string) {
  const found = new Map<string, { key: string; files: number; lines: number }>();
  for (const file of files) {
    const name = key(file);
    const volume = found.get(name) ?? { key: name, files: 0, lines: 0 };
    volume.files++;
    volume.lines += file.lines;
    found.set(name, volume);
  }
  return [...found.values()].sort((a, b) => b.lines - a.lines || (a.key < b.key ? -1 : 1));
}

/**
 * What manifests name, programs before packages; then files that say themselves that a program begins there, the
 * largest first; last what packages offer besides.
 */
function entryPointsOf({ starts: { starts }, parsed, modules }: MapFacts) {
  const known = new Set(starts.map(({ path }) => path));
  const depth = (path: string) => path.split("/").length;
  const found = modules
    .flatMap(({ files }) => files)
    .filter(({ path }) => parsed.get(path)?.isStart && !known.has(path) && !HEADER.test(path))
    .sort((a, b) => rank(a.path) - rank(b.path) || depth(a.path) - depth(b.path) || b.lines - a.lines)
    .map(({ path }) => ({ how: "", target: null, path, from: null }));
  const isPart = ({ how, from }: Start) => PART.test(how) || (how === "npm start" && from.includes("/"));
  const order = (start: Start) => (isPart(start) ? 2 : PROGRAM.test(start.how) ? 0 : 1) + rank(start.from);
  const named = starts.toSorted((a, b) => order(a) - order(b) || depth(a.from) - depth(b.from));
  return [...named.filter((each) => order(each) < 2), ...found, ...named.filter((each) => order(each) >= 2)];
}

function rank(path: string): number {
  return CHECKS.test(path) ? 2 : 0;
}

/** The symbols of a module that the most files use, of those alike the longest first. */
function symbolsOf({ files }: Module, { parsed, links }: MapFacts): OfferedSymbol[] {
  const offered = files.flatMap(({ path }) => parsed.get(path)?.offered ?? []);
  const names = new Set<string>();
  const ranked = offered
    .map((symbol, at) => ({ symbol, at, users: links.usersOf(symbol) }))
    .sort((a, b) => b.users - a.users || b.symbol.lines - a.symbol.lines || a.at - b.at)
    .filter(({ symbol: { name } }) => names.size < names.add(name).size);
  const used = ranked.filter(({ users }) => users > 0).slice(0, SYMBOLS_MAX);
  return (used.length > 0 ? used : ranked.slice(0, UNUSED_SYMBOLS_MAX)).map(({ symbol }) => symbol);
}

/** Packages with the number of files in the modules that import them. */
function packagesOf({ links, modules }: MapFacts): [string, number][] {
  const own = new Set(modules.flatMap(({ files }) => files.map(({ path }) => path)));
  return [...links.packages]
    .map(([name, files]): [string, number] => [name, [...files].filter((path) => own.has(path)).length])
    .filter(([, count]) => count > 0)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

/** The files of the modules that the most other files import. */
function importedMost({ links, modules }: MapFacts): { path: string; files: number }[] {
  const counts = new Map(modules.flatMap(({ files }) => files.map(({ path }): [string, number] => [path, 0])));
  for (const used of links.uses.values()) {
    for (const path of used) if (counts.has(path)) counts.set(path, counts.get(path)! + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, FILES_MAX)
    .map(([path, files]) => ({ path, files }));
}

/** Which parts of the tree outside of the folder it uses, and which use it. */
function outsideOf({ modules, outside, links }: MapFacts, path: (each: string) => string): CodeMapData["outside"] {
  const inside: Module = { name: "", files: modules.flatMap(({ files }) => files), lines: 0 };
  const edges = moduleEdges([inside, ...outside], links.uses);
  const named = (at: number, count: number) => ({ module: path(outside[at - 1]!.name), links: count });
  const uses = edges.filter(({ from }) => from === 0);
  const usedBy = edges.filter(({ to }) => to === 0);
  return {
    uses: uses.slice(0, OUTSIDE_MAX).map(({ to, links: count }) => named(to, count)),
    usedBy: usedBy.slice(0, OUTSIDE_MAX).map(({ from, links: count }) => named(from, count)),
    total: { uses: uses.length, usedBy: usedBy.length },
  };
}
