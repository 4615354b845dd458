// The neighbours of a file, for answers about notes: its folder, the files that it imports, those that import it. Where
// no code is indexed, the folder alone. Nothing is built for it.

import { invalid, messageOf } from "../../base/errors.ts";
import { isAbsolutePath, isWithin, nameOf, normalPath, parentOf, pathBelow, pathFrom } from "../../base/path-names.ts";
import { COMMANDS, counted, type Wording } from "../../base/wording.ts";
import { folderOf } from "../../code/imports/tree-names.ts";
import { languageOf, shareSymbols } from "../../code/languages.ts";
import { filesHolding } from "../../code/search/symbol-files.ts";
import { loadMask, type Mask } from "../../code/shown-code.ts";
import type { CodeView } from "../../code/store/code-view.ts";
import { quote } from "../../engine/text/clean.ts";
import { checkerFor } from "../../notes/sources/citation-for.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import { takingTurns } from "../../notes/store/long-work.ts";
import { parseSource } from "../../notes/text/citation.ts";
import type { SmallFiles } from "../../platform/small-files.ts";
import type { NearFilesData } from "./data.ts";
import { ParsedFiles } from "./parsed-files.ts";
import type { CodePorts } from "./ports.ts";
import { ShownFiles } from "./shown-file.ts";
import { shownLine } from "./shown-lines.ts";
import { treeOf } from "./tree.ts";
import { resolverOf } from "./tree-imports.ts";

/** The neighbours of a file. */
export interface NearFiles {
  /** Whether a note with this source is about one of them. */
  accepts(source: string | null): boolean;
  /** One line, e.g. `near src/cache.ts: its folder, 2 files that it imports, 1 that imports it`. */
  line(say: Wording): string;
  data(): NearFilesData;
}

type Ports = Omit<CodePorts, "page" | "budget" | "onProgress"> & SourceCaller;

/** What is near by imports; `why` says what is not known. */
interface Imports {
  readonly path: string;
  /** The path that was given, where commits renamed the file since. */
  readonly before: string | null;
  readonly imported: readonly string[];
  readonly importers: readonly string[];
  readonly why: ((say: Wording) => string) | null;
  /** What a file that is gone is named today; null: it is there, or nothing is known of it. */
  nameNow(path: string): string | null;
}

/** So many files are looked into for imports of one file, and so many neighbours count of each kind. */
const CANDIDATES_MAX = 300;
const NEIGHBOURS_MAX = 200;
const REASON_LENGTH_MAX = 300;
const ATTEMPTS_MAX = 3;
/** Files that others import by the name of their folder. */
const FOLDER_NAMES: ReadonlySet<string> = new Set(["index", "mod", "__init__", "lib", "main", "package"]);
const FOLDER_LANGUAGES: ReadonlySet<string> = new Set(["csharp", "go", "java", "kotlin", "php", "swift"]);

/** Finds the neighbours of a file, or of a folder the files in it. Throws INVALID_ARGUMENT, CANCELLED. */
export async function nearFiles(ports: Ports, given: string): Promise<NearFiles> {
  const { path: named } = parseSource(given.trim());
  if (named === "") {
    throw invalid(
      (say) => `near: names no file: give one, e.g. ${say.either("near:src/cache.ts", 'query="near:src/cache.ts"')}`,
    );
  }
  const { root, files } = checkerFor(ports);
  const base = root?.path ?? "";
  const bases = [...new Set([base, root === null ? base : `${base}/${root.folder}`])];
  const inTree = (each: string) => isWithin(base || "/", each);
  // What a link leads to counts, so that nothing is told of what is out of the tree.
  const places = bases
    .map((each) => pathFrom(each, named))
    .filter(inTree)
    .map((as) => ({ as, real: realPlace(files, as) }))
    .filter(({ real }) => inTree(real));
  if (places.length === 0) {
    throw invalid(() => `near:${quote(named)} leads out of ${base}: give a file in it, e.g. near:src/cache.ts`);
  }
  const here = places.find(({ real }) => files.kind(real) !== null) ?? places[0]!;
  const path = pathBelow(base || "/", here.real);
  const kind = files.kind(here.real);
  const isFolder = named.endsWith("/") || kind === "directory";
  const mask = await loadMask();
  const imports = await importsOf(ports, base, path, { isFolder, isThere: kind !== null });
  return neighbours(base, imports, pathBelow(base || "/", here.as), isFolder, mask);
}

/** A normal path without links; of what is not there, the folder that is. */
function realPlace(files: SmallFiles, path: string): string {
  const real = files.realPath(path);
  if (real !== null || path === "/") return real ?? path;
  return pathFrom(realPlace(files, parentOf(path)), nameOf(path));
}

interface Kind {
  readonly isFolder: boolean;
  readonly isThere: boolean;
}

async function importsOf(ports: Ports, base: string, given: string, { isFolder, isThere }: Kind): Promise<Imports> {
  const none = { path: given, before: null, imported: [], importers: [], nameNow: () => null };
  const without = (why: Imports["why"]): Imports => ({ ...none, why });
  try {
    const { source, root } = treeOf(ports);
    if (root !== base) return without(() => "its folder is no part of the code that is indexed here");
    for (let attempt = 1; ; attempt++) {
      const glance = await source.glance();
      if (glance === null) return without(() => "the index is being built");
      if (glance.live.count === 0 && glance.pending > 0)
        return without((say) => `no code is indexed: ${say.either("helix code index", 'code action="index"')} does it`);
      // A glance reads no commits. Where all files are in, a whole view reads only those.
      const isUnknown = !isFolder && !isThere && glance.pending === 0 && glance.nameNow(given) === null;
      const view = isUnknown ? await source.view(undefined, ports.signal) : glance;
      const nameNow = (each: string) => (view.live.place(each) === null ? view.nameNow(each) : null);
      if (isFolder) return { ...none, why: null, nameNow };
      const path = isThere ? given : (nameNow(given) ?? given);
      if (view.live.place(path) === null)
        return { ...none, why: () => (isThere ? "it is not indexed" : "there is no such file"), nameNow };
      const files = new ShownFiles(view);
      const found = await importsIn(ports, view, files, path);
      if (files.changed.size === 0 || attempt === ATTEMPTS_MAX)
        return { ...found, before: path === given ? null : given, nameNow };
      source.changed([...files.changed]);
    }
  } catch (error) {
    ports.signal?.throwIfAborted();
    return without((say) => messageOf(error, REASON_LENGTH_MAX, say));
  }
}

async function importsIn(ports: Ports, view: CodeView, files: ShownFiles, path: string) {
  const parsed = new ParsedFiles(view, files, takingTurns(ports));
  const resolver = resolverOf(view, files);
  const meant = async (from: string): Promise<Set<string>> => {
    const file = await parsed.parse(from);
    const found = new Set<string>();
    for (const { module, names } of file?.parsed.imports ?? [])
      for (const name of [undefined, ...names.map((each) => each.name)])
        for (const each of resolver.resolve(file!.language, from, module, name)) found.add(each);
    found.delete(from);
    return found;
  };
  const imported = [...(await meant(path))];
  const candidates = candidatesFor(view, path);
  const importers: string[] = [];
  for (const each of candidates.slice(0, CANDIDATES_MAX)) {
    if ((await meant(each)).has(path)) importers.push(each);
  }
  const isCut = candidates.length > CANDIDATES_MAX || parsed.left > 0;
  const left = Math.max(0, candidates.length - CANDIDATES_MAX) + parsed.left;
  const isMany = Math.max(imported.length, importers.length) > NEIGHBOURS_MAX;
  return {
    path,
    imported: imported.slice(0, NEIGHBOURS_MAX),
    importers: importers.slice(0, NEIGHBOURS_MAX),
    why: isCut
      ? () => `${counted(left, "file was", "files were")} not looked at that may import it`
      : isMany
        ? () => `at most ${NEIGHBOURS_MAX} of each count`
        : null,
  };
}

/** Files that may import a file: those that hold its name, or that of its folder where imports name folders. */
function candidatesFor({ generations }: CodeView, path: string): string[] {
  const language = languageOf(path);
  if (language === null) return [];
  const stem = nameOf(path).split(".")[0]!;
  const folder = nameOf(folderOf(path));
  const names = FOLDER_NAMES.has(stem) || FOLDER_LANGUAGES.has(language) ? [stem, folder] : [stem];
  const holding = new Set(names.flatMap((name) => (name === "" ? [] : filesHolding(generations, name))));
  holding.delete(path);
  return [...holding].filter((each) => {
    const other = languageOf(each);
    return other !== null && shareSymbols(other, language);
  });
}

/** `as`: the path as it was given, perhaps through links; notes may cite it so. */
function neighbours(root: string, imports: Imports, as: string, isFolder: boolean, mask: Mask): NearFiles {
  const { path, before, imported, importers, why, nameNow } = imports;
  const folder = isFolder ? path : folderOf(path);
  const files = new Set([path, as, ...imported, ...importers].flatMap(endings));
  const folders = new Set([folder, ...endings(folder), ...(isFolder ? [as] : [])]);
  const shown = (each: string) => shownLine(each, mask, REASON_LENGTH_MAX);
  const renamed = before === null ? "" : ` (before: ${shown(before)})`;
  const parts = [
    isFolder ? "the files in it" : "its folder",
    ...(imported.length > 0 ? [`${counted(imported.length, "file", "files")} that it imports`] : []),
    ...(importers.length > 0 ? [`${counted(importers.length, "file that imports", "files that import")} it`] : []),
  ];
  return {
    accepts(source) {
      if (source === null) return false;
      const cited = citedPath(root, source);
      if (cited === null) return false;
      const isNear = (each: string) => files.has(each) || folders.has(folderOf(each));
      const now = isNear(cited) ? null : nameNow(cited);
      return now === null ? isNear(cited) : isNear(now);
    },
    line: (say) => `near ${shown(path) || "."}${renamed}: ${parts.join(", ")}${why === null ? "" : ` (${why(say)})`}`,
    data: () => ({
      path: shown(path),
      folder: shown(folder),
      imports: imported.map(shown),
      importers: importers.map(shown),
      why: why === null ? null : why(COMMANDS),
    }),
  };
}

/** A path, and its endings that have a folder: sources may begin in a folder below the root. */
function endings(path: string): string[] {
  const parts = path.split("/");
  return [path, ...parts.slice(1, -1).map((_, at) => parts.slice(at + 1).join("/"))];
}

/** The path of a source below the root; null where it leads out. */
function citedPath(root: string, source: string): string | null {
  const { path } = parseSource(source);
  if (!isAbsolutePath(path)) return normalPath(`/${path}`).slice(1);
  const normal = normalPath(path);
  return root !== "" && isWithin(root, normal) ? pathBelow(root, normal) : null;
}
