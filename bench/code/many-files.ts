// A tree of very many small files: ten functions a file, whose names repeat all over the tree. It shows what grows with
// the number of files, and with how often a name repeats, rather than with the text.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BenchClient } from "../client.ts";
import { Random } from "../corpus.ts";
import { memoryOf, runWatched } from "../memory.ts";
import type { Recorder } from "../run-record.ts";
import { commitTree } from "./code-tree.ts";

export const MANY_FILES = 50_000;
const FUNCTIONS = 10;
const VERBS = "get set load save parse render build find make read write open close send take check update list".split(
  " ",
);
const NOUNS = "User Order Item Page Cache Token Config Query Node Row Table File Path Event Task Session Index".split(
  " ",
);
const ENDINGS = ["", "", "All", "ById", "Now", "List"];
const PACKAGES = 50;
const FOLDERS = 40;
/** Files of one language import from each other. */
const LANGUAGES = ["ts", "ts", "js", "py", "go"] as const;
/** A server counts as at rest when it was asked nothing for so long, in milliseconds. */
const REST_MS = 20_000;

/** Writes a tree with so many files; equal numbers give equal trees. Returns its folder. */
export function makeManyFiles(scratch: string, count: number): string {
  const folder = mkdtempSync(join(scratch, "many-"));
  const random = new Random(count);
  const oneOf = <T>(list: readonly T[]): T => list[random.below(list.length)]!;
  const name = () => `${oneOf(VERBS)}${oneOf(NOUNS)}${oneOf(ENDINGS)}`;
  for (let at = 0; at < count; at++) {
    const extension = LANGUAGES[at % LANGUAGES.length]!;
    const path = join(folder, pathOf(at, extension));
    if (at < PACKAGES * FOLDERS) mkdirSync(dirname(path), { recursive: true });
    const names = new Set<string>();
    while (names.size < FUNCTIONS) names.add(name());
    const own = [...names];
    const before = Math.max(at % LANGUAGES.length, at - PACKAGES * LANGUAGES.length);
    const head = headOf(extension, name(), pathOf(before, extension));
    writeFileSync(path, `${head}${own.map((each) => functionOf(extension, each, oneOf(own), name())).join("")}`);
  }
  commitTree(folder);
  return folder;
}

function pathOf(at: number, extension: string): string {
  return `src/pkg${at % PACKAGES}/mod${Math.floor(at / PACKAGES) % FOLDERS}/file${at}.${extension}`;
}

function headOf(extension: string, name: string, path: string): string {
  const module = path.replace(/\.\w+$/, "");
  if (extension === "go") return `package ${module.split("/").at(-2)}\n\n`;
  if (extension === "py") return `from ${module.replaceAll("/", ".")} import ${name}\n\n`;
  return `import { ${name} } from "../../../${module}";\n\n`;
}

function functionOf(extension: string, name: string, own: string, other: string): string {
  if (extension === "py")
    return `def ${name}(a, b):\n    value = ${own}(a, b)\n    if value > 3:\n        return ${other}(value, a)\n    return value\n\n\n`;
  if (extension === "go")
    return `func ${name}(a int, b int) int {\n\tvalue := ${own}(a, b)\n\tif value > 3 {\n\t\treturn ${other}(value, a)\n\t}\n\treturn value\n}\n\n`;
  const type = extension === "ts" ? ": number" : "";
  return `export function ${name}(a${type}, b${type}) {\n  const value = ${own}(a, b);\n  if (value > 3) return ${other}(value, a);\n  return value;\n}\n\n`;
}

/** Measures the commands `code index` and `code map`, and a server that keeps the index, under a name of their own. */
export async function measureManyFiles(
  { recorder, helix, scratch }: { readonly recorder: Recorder; readonly helix: string; readonly scratch: string },
  folder: string,
  corpus: string,
): Promise<void> {
  const knowledgeBase = mkdtempSync(join(scratch, "kb-"));
  const run = (action: string) => runWatched([helix, "code", action, "--kb", knowledgeBase], folder);
  const index = await run("index");
  recorder.times(corpus, "many-index", "code index, from nothing, all parsed", [index.time / 1000], "s");
  recorder.value(corpus, "many-index-peak", "memory of that at most", index.peak, "MB");
  const map = await run("map");
  recorder.times(corpus, "many-map", "code map, by a command", [map.time / 1000], "s");
  recorder.value(corpus, "many-map-peak", "memory of that at most", map.peak, "MB");
  const client = new BenchClient([helix, "serve", knowledgeBase], folder);
  await client.initialize();
  const begin = performance.now();
  await client.call("code", { action: "map" });
  recorder.times(
    corpus,
    "many-first-map",
    "code map, the first of a server",
    [(performance.now() - begin) / 1000],
    "s",
  );
  await client.call("code", { action: "callers", symbol: "loadUserById" });
  await Bun.sleep(REST_MS);
  const { resident, peak } = memoryOf(client.process.pid);
  recorder.value(corpus, "many-rest", "memory of that server at rest", resident, "MB");
  recorder.value(corpus, "many-peak", "memory of that server at most", peak, "MB");
  await client.end();
  rmSync(knowledgeBase, { recursive: true });
}
