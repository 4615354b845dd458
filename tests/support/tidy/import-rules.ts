// Rules about what a module of src/ may reach: layers, cycles, dead files, files of the disk, printing.
//
// Invariants
// - A dynamic `import("...")` counts like a static one, a type import like any other.
//
// Left to others: reading files (source-tree.ts). The layers are those of docs/ARCHITECTURE.md.

import { posix } from "node:path";
import { blankNonCode, isCode, layerOf, lineOf, type SourceFile } from "./source-tree.ts";

/** One import: where it stands, what it names, and the file of the project that this is, "" for a package. */
export interface ImportEdge {
  from: string;
  line: number;
  specifier: string;
  to: string;
}

/** A layer may import from those with a smaller number, and from itself; two of one number do not know each other. */
const LAYERS: Record<string, number> = {
  base: 0,
  platform: 1,
  config: 2,
  engine: 3,
  notes: 4,
  code: 4,
  models: 4,
  filters: 4,
  events: 5,
  exchange: 5,
  plan: 6,
  features: 7,
  prove: 7,
  hooks: 8,
  clients: 9,
  surfaces: 10,
  main: 11,
};
/** Folders whose modules turn values into values. */
const PURE_FOLDERS = ["src/base/", "src/engine/text/", "src/engine/postings/"];
/** Packages that a pure folder may use all the same. */
const PURE_PACKAGES: Record<string, RegExp> = { "src/engine/text/": /^@secretlint\//, "src/base/": /^unbash$/ };
const PRINTING_LAYERS = new Set(["surfaces", "main"]);
/** Where helix starts: the program, and the workers that the build adds to it. */
const ENTRY_POINTS = [
  "src/main.ts",
  "src/notes/store/merge-worker.ts",
  "src/code/store/build-worker.ts",
  "src/code/store/parse-worker.ts",
];

const IMPORTS = [
  /\b(?:import|export)\b[^;"'`()]*?\bfrom\s*(["'])/g,
  /\bimport\s*\(\s*(["'`])/g,
  /\bimport\s*(["'])/g,
  /\brequire\s*\(\s*(["'])/g,
];

/** What was found before: many rules ask the same. */
const found = new WeakMap<SourceFile, ImportEdge[]>();

/** Every import of a file, in the order of its lines. */
export function importsOf(file: SourceFile): ImportEdge[] {
  const edges = found.get(file) ?? findImports(file);
  found.set(file, edges);
  return edges;
}

function findImports(file: SourceFile): ImportEdge[] {
  const code = blankNonCode(file.text);
  const edges: ImportEdge[] = [];
  for (const pattern of IMPORTS) {
    for (const match of code.matchAll(pattern)) {
      const start = match.index + match[0].length;
      const specifier = file.text.slice(start, code.indexOf(match[1]!, start));
      const to = specifier.startsWith(".") ? posix.join(posix.dirname(file.path), specifier) : "";
      edges.push({ from: file.path, line: lineOf(file.text, start), specifier, to });
    }
  }
  return edges.sort((left, right) => left.line - right.line);
}

function sourcesOf(files: SourceFile[]): SourceFile[] {
  return files.filter((file) => isCode(file) && file.path.startsWith("src/"));
}

/** The pure folder that a file lies in, or none. */
function pureFolderOf(path: string): string | undefined {
  return PURE_FOLDERS.find((folder) => path.startsWith(folder));
}

/** Imports that point upwards or sideways, and imports of files that are not there. */
export function layerProblems(files: SourceFile[]): string[] {
  const paths = new Set(files.map((file) => file.path));
  const problems: string[] = [];
  for (const file of sourcesOf(files)) {
    const layer = layerOf(file.path);
    const pure = pureFolderOf(file.path);
    if (LAYERS[layer] === undefined) problems.push(`${file.path}:1: ${layer} is no layer`);
    for (const { line, specifier, to } of importsOf(file)) {
      const at = `${file.path}:${line}`;
      if (pure !== undefined && to === "" && !PURE_PACKAGES[pure]?.test(specifier))
        problems.push(`${at}: ${pure} is pure, but imports ${specifier}`);
      if (to === "") continue;
      if (!paths.has(to)) problems.push(`${at}: ${specifier} does not exist (imports end in .ts)`);
      else if (!to.startsWith("src/")) problems.push(`${at}: ${specifier} lies outside src/`);
      else {
        const target = layerOf(to);
        if (target !== layer && !(LAYERS[target]! < LAYERS[layer]!))
          problems.push(`${at}: ${layer} must not import from ${target}`);
      }
    }
  }
  return problems;
}

/** One line for each group of files found importing each other in a circle. */
export function cycleProblems(files: SourceFile[]): string[] {
  return circlesIn(new Map(sourcesOf(files).map((file) => [file.path, importsOf(file).map((edge) => edge.to)])));
}

/** The same for folders: a file stands for the folder it lies in, and what lies deeper is another folder. */
export function folderCycleProblems(files: SourceFile[]): string[] {
  const graph = new Map<string, string[]>();
  for (const file of sourcesOf(files)) {
    const folder = posix.dirname(file.path);
    const others = importsOf(file)
      .filter(({ to }) => to !== "")
      .map(({ to }) => posix.dirname(to))
      .filter((other) => other !== folder);
    graph.set(folder, [...(graph.get(folder) ?? []), ...others]);
  }
  return circlesIn(graph);
}

function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const state = new Map<string, "open" | "done">();
  const problems: string[] = [];
  const visit = (path: string, trail: string[]): void => {
    if (state.get(path) === "open") {
      problems.push(`${path}:1: import cycle ${[...trail.slice(trail.indexOf(path)), path].join(" -> ")}`);
      return;
    }
    if (state.has(path)) return;
    state.set(path, "open");
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    state.set(path, "done");
  };
  for (const path of graph.keys()) visit(path, []);
  return problems;
}

/**
 * Files of src/ that neither helix nor a script or benchmark reaches. Tests do not count: what only they use is dead.
 */
export function deadFileProblems(files: SourceFile[]): string[] {
  const graph = new Map(files.filter(isCode).map((file) => [file.path, importsOf(file).map((edge) => edge.to)]));
  const waiting = [...graph.keys()].filter((path) => ENTRY_POINTS.includes(path) || /^(?:scripts|bench)\//.test(path));
  const reached = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    waiting.push(...(graph.get(path) ?? []));
  }
  return sourcesOf(files)
    .filter((file) => !reached.has(file.path))
    .map((file) => `${file.path}:1: nothing that runs imports this file`);
}

const FILE_MODULES = /^(?:node:)?fs(?:\/promises)?$/;
const BUN_FILE_USE = /\bBun\s*\.\s*(?:file|write|mmap|Glob|stdin|stdout|stderr|openInEditor|FileSystemRouter|\$)\b/g;

/**
 * Use of files outside src/platform. Surfaces and main may write to file descriptors 1 and 2 and import nothing else of
 * node:fs.
 */
export function diskProblems(files: SourceFile[]): string[] {
  const problems: string[] = [];
  for (const file of sourcesOf(files)) {
    const layer = layerOf(file.path);
    if (layer === "platform") continue;
    const code = blankNonCode(file.text);
    for (const { line, specifier } of importsOf(file)) {
      const at = `${file.path}:${line}`;
      if (/^bun(?::|$)/.test(specifier)) problems.push(`${at}: only src/platform imports ${specifier}`);
      if (!FILE_MODULES.test(specifier)) continue;
      const statement = code.split("\n").slice(0, line).join("\n");
      const names = /import\s*\{([^}]*)\}\s*from\s*["']\s*["'];?\s*$/.exec(statement)?.[1];
      const isWriteOnly = names?.trim() === "writeSync" && specifier === "node:fs";
      if (!(PRINTING_LAYERS.has(layer) && isWriteOnly))
        problems.push(`${at}: only src/platform touches files (${specifier})`);
    }
    for (const match of code.matchAll(BUN_FILE_USE)) {
      problems.push(`${file.path}:${lineOf(code, match.index)}: only src/platform touches files (${match[0]})`);
    }
    for (const match of code.matchAll(
      /\bwriteSync\s*\(\s*(?![12]\b|std(?:out|err)\b|standard_?(?:output|error)\b)/gi,
    )) {
      problems.push(`${file.path}:${lineOf(code, match.index)}: writeSync is for descriptors 1 and 2`);
    }
  }
  return problems;
}

const PRINTING = /\bconsole\s*\.|\bprocess\s*\.\s*(?:stdout|stderr)\b|\bwriteSync\s*\(\s*[12]\b/g;

/** Features that take all that surfaces provide, instead of naming the ports that they need. */
export function portProblems(files: SourceFile[]): string[] {
  return sourcesOf(files)
    .filter(({ path }) => path.startsWith("src/features/") && path !== "src/features/common/feature.ts")
    .filter(({ text }) => /(?:[:=&|]|\bextends)\s*FeatureContext\b/.test(blankNonCode(text)))
    .map(({ path }) => `${path}: name the ports that it needs, e.g. Reading & Caller`);
}

/** Printing outside the surfaces, and use of the process or of Bun in the pure folders. */
export function printingProblems(files: SourceFile[]): string[] {
  const problems: string[] = [];
  for (const file of sourcesOf(files)) {
    const code = blankNonCode(file.text);
    const layer = layerOf(file.path);
    const report = (pattern: RegExp, what: string) => {
      for (const match of code.matchAll(pattern)) problems.push(`${file.path}:${lineOf(code, match.index)}: ${what}`);
    };
    if (!PRINTING_LAYERS.has(layer)) report(PRINTING, "only surfaces print");
    const pure = pureFolderOf(file.path);
    if (pure !== undefined) report(/\bprocess\s*\.|\bBun\s*\.(?!\s*hash\b)/g, `${pure} is pure: no process, no Bun`);
  }
  return problems;
}
