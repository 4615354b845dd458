// A tree of a few files in memory, asked who uses a symbol.

import { importResolver } from "../../src/code/imports/import-resolver.ts";
import { languageOf } from "../../src/code/languages.ts";
import { Judge, type JudgedFile } from "../../src/code/references/judge.ts";
import { qualifiedName } from "../../src/code/symbol-scanner.ts";
import { parserFor } from "./parsers.ts";

/** The places that use `PATH#FULL.NAME` in a tree of texts by path, as `path:line certainty`, in order. */
export async function usesIn(texts: Readonly<Record<string, string>>, wanted: string): Promise<string[]> {
  const paths = Object.keys(texts);
  const parser = await parserFor(new Set(paths.flatMap((path) => languageOf(path) ?? [])));
  const files = new Map<string, JudgedFile>();
  for (const path of paths) {
    const language = languageOf(path);
    const parsed = language === null ? null : parser.parseFile(texts[path]!, language);
    if (parsed !== null) files.set(path, { path, language: language!, parsed });
  }
  const resolver = importResolver({
    paths: () => paths.values(),
    has: (path) => path in texts,
    read: (path) => texts[path] ?? null,
  });
  const all = [...files.values()].flatMap(({ path, parsed }) => parsed.symbols.map((symbol) => ({ path, symbol })));
  const found = all.filter(({ path, symbol }) => `${path}#${qualifiedName(symbol)}` === wanted);
  const targets = found.map(({ path, symbol: { name, container, line, endLine } }) => ({
    path,
    name,
    container,
    from: line,
    to: Math.max(line, endLine),
  }));
  if (targets.length === 0) throw new Error(`the tree has no ${wanted}`);
  const { name, container } = targets[0]!;
  const named = (each: string | undefined) => all.filter(({ symbol }) => symbol.name === each);
  const others = () => named(name).length - found.length;
  const sameContainers = () => named(container?.split(".").at(-1)).length;
  const judge = new Judge({ targets, others, sameContainers }, files.get(targets[0]!.path)!.language, {
    resolver,
    parse: async (path) => files.get(path) ?? null,
    defining: (each) => [...new Set(named(each).map(({ path }) => path))],
    holding: (each) => paths.filter((path) => texts[path]!.toLowerCase().includes(each.toLowerCase())),
  });
  await judge.findHandedOn();
  const uses: string[] = [];
  for (const file of files.values()) {
    for (const { path, reference, certainty } of await judge.referencesIn(file)) {
      uses.push(`${path}:${reference.line} ${certainty}`);
    }
  }
  return uses;
}
