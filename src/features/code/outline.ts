// code action=outline: the symbols of a file, or of the files of a folder. `read` answers so where a file is too long.

import { resolve } from "node:path";
import type { Answer } from "../../base/answer.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { CLASS_FACTORS, PATH_CLASSES } from "../../code/files/path-class.ts";
import { type Language, languageName } from "../../code/languages.ts";
import type { SearchedGeneration } from "../../code/search/field-scores.ts";
import { chunksOf } from "../../code/search/file-chunks.ts";
import type { Mask } from "../../code/shown-code.ts";
import type { CodeView } from "../../code/store/code-view.ts";
import { PagedText } from "../common/paged-text.ts";
import type { CodeOutlineData } from "./data.ts";
import type { CodePorts } from "./ports.ts";
import { fileOf, knownPath, type Reading, settledReading } from "./reading.ts";
import type { ShownFile } from "./shown-file.ts";
import { rangeOf, shownLine } from "./shown-lines.ts";
import { scannedRemark, symbolData } from "./symbols.ts";
import { treePaths } from "./tree.ts";

export interface CodeOutlineValues {
  readonly path?: string | undefined;
}

/** The line of a file in the outline of a folder, in code units. */
const NAMES_LENGTH_MAX = 400;
const DEPTH_MAX = 6;
const DATA_FILES_MAX = 200;

/** Outlines. Throws NOT_FOUND with near names, INVALID_ARGUMENT for a file that is not read. */
export function outlineAnswer(ports: CodePorts, { path }: CodeOutlineValues): Promise<Answer> {
  return settledReading(ports, async (reading) => {
    const folder = path === undefined ? "" : folderNamed(reading, path);
    if (folder !== null) return folderOutline(reading, folder);
    const file = fileOf(reading, path!);
    await reading.parsed.parse(file.path);
    return fileOutline(reading, file, null);
  });
}

/** A folder of the tree that a caller names, "" for the root; null where it names a file or nothing. */
function folderNamed(reading: Reading, given: string): string | null {
  const { ports, view } = reading;
  const { root } = view.tree;
  if (knownPath(reading, given) !== null) return null;
  if (resolve(ports.directory ?? root, given) === root) return "";
  const named = treePaths(ports, root, given);
  for (const path of named) for (const each of view.live.paths()) if (each.startsWith(`${path}/`)) return path;
  return null;
}

/** A file in the outline of a folder. */
interface OutlinedFile {
  readonly path: string;
  readonly language: Language | null;
  readonly lines: number;
  readonly symbols: readonly { name: string; kind: string; from: number; to: number }[];
}

/** The files of a folder with the symbols at their top, code before tests and all else. */
function folderOutline({ ports, view, files, mask }: Reading, folder: string): Answer {
  const { outlined, others } = outlinedFiles(view, folder);
  for (const { path } of outlined) if (!view.isCurrent(path)) files.changed.add(path);
  const name = shownLine(folder === "" ? view.tree.root : `${folder}/`, mask, Number.POSITIVE_INFINITY);
  return {
    found: outlined.length > 0,
    isPaged: true,
    text(say) {
      const hint = `a file's own: ${say.either("helix code outline PATH", 'action="outline" path=PATH')}`;
      const answer = new PagedText(ports, [...(folder === "" ? view.remarks : view.remarks.map(ofWhole)), hint]);
      const rest = others === 0 ? "" : `, ${counted(others, "other file", "other files")}`;
      answer.section(`${name}: ${counted(outlined.length, "file with symbols", "files with symbols")}${rest}`);
      answer.addEach(outlined, (file) => fileLines(file, mask));
      return answer.text(outlined.length, (left) => counted(left, "more file", "more files"));
    },
    data: (): CodeOutlineData => ({
      path: folder,
      files: outlined.slice(0, DATA_FILES_MAX).map((file) => ({
        ...file,
        path: shownLine(file.path, mask, Number.POSITIVE_INFINITY),
        symbols: file.symbols.map((symbol) => ({ ...symbol, name: shownLine(symbol.name, mask) })),
      })),
      total: outlined.length,
      others,
    }),
  };
}

/** A remark about the tree, below a part of it. */
function ofWhole(remark: string): string {
  return `in the whole project: ${remark}`;
}

function fileLines({ path, language, lines, symbols }: OutlinedFile, mask: Mask): string[] {
  const written = language === null ? "" : `${languageName(language)}, `;
  const head = `${shownLine(path, mask, Number.POSITIVE_INFINITY)}  (${written}${counted(lines, "line", "lines")})`;
  const words: string[] = [];
  let length = 0;
  for (const { name, kind, from, to } of symbols) {
    const word = `${rangeOf(from, to)} ${kind} ${shownLine(name, mask)}`;
    length += word.length + 2;
    if (length > NAMES_LENGTH_MAX) break;
    words.push(word);
  }
  const left = symbols.length - words.length;
  return [head, `  ${[...words, ...(left > 0 ? [`${left} more`] : [])].join(", ")}`];
}

/** What the index has of a folder, in the order of classes, then of paths. */
function outlinedFiles({ live, generations }: CodeView, folder: string) {
  const prefix = folder === "" ? "" : `${folder}/`;
  const outlined: (OutlinedFile & { factor: number })[] = [];
  let others = 0;
  for (const path of live.paths()) {
    if (!path.startsWith(prefix)) continue;
    const place = live.place(path)!;
    const { files } = generations[place.generation]!;
    const symbols = topSymbols(generations[place.generation]!, place.file);
    if (symbols.length === 0) {
      others++;
      continue;
    }
    const language = files.names("language").of(place.file) as Language | null;
    const factor = CLASS_FACTORS[PATH_CLASSES[files.numbers("class").of(place.file)] ?? "implementation"];
    outlined.push({ path, language, lines: files.numbers("lines").of(place.file), symbols, factor });
  }
  outlined.sort((a, b) => b.factor - a.factor || (a.path < b.path ? -1 : 1));
  return { outlined: outlined.map(({ factor: _, ...file }) => file), others };
}

/** The symbols of a file that lie in no other; of several of one name, as a prototype and its function, the longest. */
function topSymbols({ files, chunks }: SearchedGeneration, file: number) {
  const found = new Map<string, { name: string; kind: string; from: number; to: number }>();
  const { first, end } = chunksOf(files, file);
  const [froms, counts, declared] = ["from", "lines", "declared"].map((column) => chunks.numbers(column));
  const [names, kinds] = [chunks.names("symbol"), chunks.names("kind")];
  for (let chunk = first; chunk < end; chunk++) {
    const [name, kind] = [names.of(chunk), kinds.of(chunk)];
    if (name === null || kind === null) continue;
    const outer = name.split(".", 1)[0]!;
    const from = froms!.of(chunk);
    const to = from + counts!.of(chunk) - 1;
    const known = found.get(outer);
    const own = { name, kind, from: from + declared!.of(chunk), to };
    const goesOn = known !== undefined && (name !== outer || from === known.to + 1);
    if (goesOn) known.to = Math.max(known.to, to);
    else if (name === outer && (known === undefined || own.to - own.from > known.to - known.from)) {
      found.set(name, own);
    }
  }
  return [...found.values()];
}

/** The symbols of a file, and `hint` at the end. */
export function fileOutline(
  { ports, mask }: Reading,
  file: ShownFile,
  hint: ((say: Wording) => string) | null,
): Answer {
  const path = shownLine(file.path, mask, Number.POSITIVE_INFINITY);
  const rows = file.symbols.map((symbol) => ({ ...symbolData(symbol, mask), depth: depthOf(symbol.container) }));
  return {
    found: true,
    isPaged: true,
    text(say) {
      const answer = new PagedText(ports, [...scannedRemark([file]), ...(hint === null ? [] : [hint(say)])]);
      const language = file.language === null ? "" : `${languageName(file.language)}, `;
      answer.section(`${path}  (${language}${counted(file.lines.length, "line", "lines")})`);
      answer.addEach(rows, ({ depth, from, to, signature }) => [
        `  ${"  ".repeat(depth)}${rangeOf(from, to)}  ${signature}`,
      ]);
      return answer.text(rows.length, (left) => counted(left, "more symbol", "more symbols"));
    },
    data: (): CodeOutlineData => ({
      path,
      files: [
        {
          path,
          language: file.language,
          lines: file.lines.length,
          symbols: rows.map(({ name, kind, from, to }) => ({ name, kind, from, to })),
        },
      ],
      total: 1,
      others: 0,
    }),
  };
}

function depthOf(container: string | null): number {
  return container === null ? 0 : Math.min(DEPTH_MAX, container.split(".").length);
}
