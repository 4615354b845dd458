// What a map of the code is made of: which files there are, what could be parsed of them, and how they hang together.

import { PATH_CLASSES, type PathClass } from "../../code/files/path-class.ts";
import { FILE_STATES } from "../../code/index/generation.ts";
import { hasParser, type Language, languageOf } from "../../code/languages.ts";
import { type ChangedFile, changedFiles } from "../../code/map/changed-files.ts";
import { type FileLinks, linkFiles } from "../../code/map/file-links.ts";
import { type MappedFile, mappedFile, NameNumbers } from "../../code/map/mapped-file.ts";
import { type Module, modulesOf, type SizedFile } from "../../code/map/module-tree.ts";
import { isReadme, type ProjectStarts, projectStarts, tellsOfStarts } from "../../code/map/starts.ts";
import type { CodeView } from "../../code/store/code-view.ts";
import { MINUTE_MS } from "../../engine/text/dates.ts";
import { takingTurns } from "../../notes/store/long-work.ts";
import { ParsedFiles } from "./parsed-files.ts";
import type { Reading } from "./reading.ts";
import { ShownFiles } from "./shown-file.ts";
import { importTreeOf, resolverOf } from "./tree-imports.ts";

/** A file of code. */
export interface MapFile extends SizedFile {
  readonly pathClass: PathClass;
}

export interface MapFacts {
  /** "" for the root. */
  readonly folder: string;
  /** The files of code in the folder. */
  readonly files: readonly MapFile[];
  /** What the modules are made of: the implementation, or all files where there is none. */
  readonly modules: readonly Module[];
  /** Parts of the tree outside of the folder. */
  readonly outside: readonly Module[];
  /** By path: what could be parsed of `modules` and `outside`. */
  readonly parsed: ReadonlyMap<string, MappedFile>;
  readonly links: FileLinks;
  readonly starts: ProjectStarts;
  readonly changed: readonly ChangedFile[];
  /** How many files of `modules`, and of `outside`, were not parsed since a bound was reached. */
  readonly left: { readonly inside: number; readonly outside: number };
  /** How many files cannot be parsed, and of how many the language has no parser. */
  readonly broken: number;
  readonly unparsed: number;
}

const OUTSIDE_MODULES = 12;
const LONG_LINES = 1500;
/** So many files are asked for, so many of them that the parser has not read, and so many at once. */
const FILES_MAX = 5000;
const UNREAD_MAX = 600;
const BATCH_FILES = 200;

/** Reads a folder; `most` modules at most. Throws CANCELLED. */
export async function mapFacts(reading: Reading, folder: string, most: number): Promise<MapFacts> {
  const { ports, view, files: shown } = reading;
  const prefix = folder === "" ? "" : `${folder}/`;
  const all = codeFiles(view);
  const files = all.filter(({ path }) => path.startsWith(prefix));
  const own = files.filter(({ pathClass }) => pathClass === "implementation");
  const mapped = own.length > 0 ? own : files;
  const isMapped = new Set(mapped.map(({ path }) => path));
  const others = all.filter(({ path, pathClass }) => pathClass === "implementation" && !path.startsWith(prefix));
  const modules = modulesOf(mapped, most);
  const outside = modulesOf(others, OUTSIDE_MODULES);
  const tree = importTreeOf(view, (path) => shown.get(path)?.text ?? null);
  const resolver = resolverOf(view, shown);
  const numbers = new NameNumbers();
  const { parsed, left, broken, unparsed } = await parseInTurns(reading, numbers, [modules, outside]);
  const links = await linkFiles(parsed, numbers, resolver, takingTurns(ports));
  const telling = tellingOf(view, prefix, own.length === 0);
  const now = Math.floor(ports.base.clock() / MINUTE_MS);
  const changed = changedFiles(
    view.commits,
    now,
    (path) => view.nameNow(path),
    (path) => isMapped.has(path),
  );
  const starts = projectStarts(tree, resolver, folder, telling);
  return { folder, files, modules, outside, parsed, links, starts, changed, left, broken, unparsed };
}

/** What a few lines about a tree are made of; nothing is parsed for it. */
export interface BriefFacts {
  readonly files: readonly MapFile[];
  readonly modules: readonly Module[];
  readonly starts: ProjectStarts;
  readonly changed: readonly ChangedFile[];
}

/** Reads what the index knows of a whole tree; `most` modules at most. */
export function briefFacts({ ports, view, files: shown }: Reading, most: number): BriefFacts {
  const files = codeFiles(view);
  const own = files.filter(({ pathClass }) => pathClass === "implementation");
  const mapped = own.length > 0 ? own : files;
  const isMapped = new Set(mapped.map(({ path }) => path));
  const telling = tellingOf(view, "", own.length === 0);
  const now = Math.floor(ports.base.clock() / MINUTE_MS);
  const changed = changedFiles(
    view.commits,
    now,
    (path) => view.nameNow(path),
    (path) => isMapped.has(path),
  );
  const tree = importTreeOf(view, (path) => shown.get(path)?.text ?? null);
  const starts = projectStarts(tree, resolverOf(view, shown), "", telling);
  return { files, modules: modulesOf(mapped, most), starts, changed };
}

/** The files of a language that are read, with their sizes, by path. */
function codeFiles({ live, generations }: CodeView): MapFile[] {
  const columns = generations.map(({ files }) => ({
    languages: files.names("language"),
    states: files.numbers("state"),
    classes: files.numbers("class"),
    lines: files.numbers("lines"),
  }));
  const found: MapFile[] = [];
  for (const path of live.paths()) {
    const { generation, file } = live.place(path)!;
    const { languages, states, classes, lines } = columns[generation]!;
    const language = languages.of(file) as Language | null;
    if (language === null || FILE_STATES[states.of(file)] !== "read") continue;
    const pathClass = PATH_CLASSES[classes.of(file)] ?? "implementation";
    found.push({ path, language, pathClass, lines: lines.of(file) });
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The files that may say where the project is entered. What is a test or an example does not, unless all is. */
function tellingOf({ live, generations }: CodeView, prefix: string, isOnlyOthers: boolean): string[] {
  return [...live.paths()].filter((path) => {
    if (!path.startsWith(prefix) || !tellsOfStarts(path) || live.state(path) !== "read") return false;
    const { generation, file } = live.place(path)!;
    const pathClass = PATH_CLASSES[generations[generation]!.files.numbers("class").of(file)] ?? "implementation";
    return isOnlyOthers || pathClass === "config" || pathClass === "implementation" || isReadme(path);
  });
}

/**
 * What the parser says of the modules' files. Of the modules each has its turn, the largest file first, so that a bound
 * leaves out a part of each and none as a whole. Very long files, which cost most, and what is outside come last.
 */
async function parseInTurns(reading: Reading, numbers: NameNumbers, parts: readonly (readonly Module[])[]) {
  const { view, ports } = reading;
  const parsed = new Map<string, MappedFile>();
  const isMissing = new Set(view.parsed.missing());
  const left = [0, 0];
  let [broken, unparsed, unread, asked] = [0, 0, 0, 0];
  for (const [part, modules] of parts.entries()) {
    const paths = inTurns(modules);
    for (let from = 0; from < paths.length; from += BATCH_FILES) {
      // Texts and references are let go after each batch.
      const files = new ShownFiles(view);
      const source = new ParsedFiles(view, files, takingTurns(ports));
      for (const path of paths.slice(from, from + BATCH_FILES)) {
        if ((isMissing.has(path) && ++unread > UNREAD_MAX) || ++asked > FILES_MAX) {
          left[part]!++;
          continue;
        }
        const before = source.left;
        const file = await source.parse(path);
        if (file !== null) {
          parsed.set(path, mappedFile(numbers, { ...file, text: file.file.text }));
          file.file.letGo();
        } else if (source.left > before) left[part]!++;
        else if (hasParser(languageOf(path)!)) broken++;
        else unparsed++;
      }
      for (const path of files.changed) reading.files.changed.add(path);
    }
  }
  return { parsed, left: { inside: left[0]!, outside: left[1]! }, broken, unparsed };
}

function isLong({ lines }: SizedFile): boolean {
  return lines > LONG_LINES;
}

function inTurns(modules: readonly Module[]): string[] {
  const queues = modules.map(({ files }) =>
    files
      .toSorted((a, b) => Number(isLong(a)) - Number(isLong(b)) || b.lines - a.lines || (a.path < b.path ? -1 : 1))
      .map(({ path }) => path),
  );
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => queues.flatMap((queue) => queue[at] ?? [])).flat();
}
