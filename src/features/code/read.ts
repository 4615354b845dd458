// code action=read: a file, a symbol or some lines, as they are now.

import type { Answer } from "../../base/answer.ts";
import { HelixError, invalid } from "../../base/errors.ts";
import { nameOf, parentOf } from "../../base/path-names.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { CLASS_FACTORS, pathClassOf } from "../../code/files/path-class.ts";
import { isSecretPath } from "../../code/files/unread-names.ts";
import { FILE_STATES } from "../../code/index/generation.ts";
import { languageName } from "../../code/languages.ts";
import { loadMask, type Mask, SIGNATURE_LENGTH_MAX } from "../../code/shown-code.ts";
import type { CodeView } from "../../code/store/code-view.ts";
import { qualifiedName } from "../../code/symbol-scanner.ts";
import { quote } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { nearestNames } from "../../engine/text/near-names.ts";
import { LONGEST_PAGE } from "../common/page-request.ts";
import { PagedText } from "../common/paged-text.ts";
import type { CodeReadData } from "./data.ts";
import { type FoundSymbol, findSymbols, nearSymbols } from "./find-symbol.ts";
import { type LineRange, parseRange } from "./line-range.ts";
import { type CodePorts, viewOf } from "./ports.ts";
import { type ShownFile, ShownFiles } from "./shown-file.ts";
import { bytesOf, fenced, LINE_LENGTH_MAX, rangeOf, shownLine } from "./shown-lines.ts";
import { treeOf, treePaths } from "./tree.ts";

export interface CodeReadValues {
  readonly path?: string | undefined;
  readonly symbol?: string | undefined;
  readonly lines?: string | undefined;
}

/** Room for the lines around the code. */
const AROUND_BYTES = 400;
const NEAREST_SHOWN = 3;
const NAMES_MAX = 50_000;
const ATTEMPTS_MAX = 3;
/** `src/cache.ts:10-40`: what search and stack traces write. */
const WITH_LINES = /^(.+?):(\d+(?:-\d+)?)(?::\d+)?$/;
const WHY_UNREAD: Readonly<Record<string, string>> = {
  secret: "is never read, because it may hold credentials",
  binary: "is no text",
  minified: "is minified and not read",
  generated: "is generated and not read",
  large: "is too large to be read: at most 1.5 MB are",
  unreadable: "cannot be read",
};

interface Reading {
  readonly ports: CodePorts;
  readonly view: CodeView;
  readonly files: ShownFiles;
  readonly mask: Mask;
}

/** Reads. Throws NOT_FOUND with near names, INVALID_ARGUMENT for a range that cannot be. */
export async function readAnswer(ports: CodePorts, values: CodeReadValues): Promise<Answer> {
  const { path, symbol } = values;
  if (path === undefined && symbol === undefined) {
    throw invalid(
      (say) =>
        `${say.either("the file", "path")} is missing: give a file or a symbol, e.g. ${say.either("helix code read src/main.ts", 'path="src/main.ts"')}`,
    );
  }
  if (symbol !== undefined && values.lines !== undefined) {
    throw invalid(
      (say) => `${say.name("lines")} and ${say.name("symbol")} name different things: leave one of them out`,
    );
  }
  const tree = treeOf(ports);
  const mask = await loadMask();
  for (let attempt = 1; ; attempt++) {
    const view = await viewOf(tree, ports);
    const reading: Reading = { ports, view, files: new ShownFiles(view), mask };
    const { changed } = reading.files;
    try {
      const answer = answerOf(reading, values);
      if (changed.size === 0 || attempt === ATTEMPTS_MAX) return answer;
    } catch (error) {
      // What was not found may be in a file that changed.
      if (changed.size === 0 || attempt === ATTEMPTS_MAX) throw error;
    }
    tree.source.changed([...changed]);
  }
}

function answerOf(reading: Reading, { path, symbol, lines }: CodeReadValues): Answer {
  if (symbol !== undefined) return symbolAnswer(reading, symbol, path);
  const [, bare, range] = WITH_LINES.exec(path!) ?? [];
  const isPlace = lines === undefined && bare !== undefined && knownPath(reading, path!) === null;
  const file = fileOf(reading, isPlace ? bare : path!);
  const given = isPlace ? range : lines;
  if (given !== undefined) return linesAnswer(reading, file, parseRange(given, file.lines.length, file.path), null);
  const whole = { from: 1, to: file.lines.length };
  const page = reading.ports.page ?? LONGEST_PAGE;
  const isSmall = bytesOf(file.lines) + AROUND_BYTES <= page.bytes;
  return isSmall || !hasOutline(file) ? linesAnswer(reading, file, whole, null) : outlineAnswer(reading, file);
}

function knownPath({ ports, view }: Reading, given: string): string | null {
  return treePaths(ports, view.tree.root, given).find((path) => view.live.place(path) !== null) ?? null;
}

/** A file of the tree. Throws NOT_FOUND, INVALID_ARGUMENT for one that is not read. */
function fileOf(reading: Reading, given: string): ShownFile {
  const { view, files } = reading;
  const path = knownPath(reading, given);
  if (path === null) throw unknownFile(reading, given);
  const place = view.live.place(path)!;
  const state = FILE_STATES[view.generations[place.generation]!.files.numbers("state").of(place.file)] ?? "unreadable";
  if (state !== "read") throw invalid(`${quote(path)} ${WHY_UNREAD[state] ?? WHY_UNREAD.unreadable!}`);
  const file = files.get(path);
  if (file === null) throw new HelixError("NOT_FOUND", `${quote(path)} keeps changing: read it again`);
  return file;
}

function unknownFile({ view, ports }: Reading, given: string): HelixError {
  const inside = treePaths(ports, view.tree.root, given)[0];
  if (inside === undefined) {
    return invalid(
      (say) =>
        `${say.given("path", quote(given))} leads out of ${view.tree.root}: give a file in it, e.g. ${say.option("path", "src/main.ts")}`,
    );
  }
  if (isSecretPath(inside)) return invalid(`${quote(inside)} ${WHY_UNREAD.secret!}`);
  const folder = `${inside}/`;
  const byStem = new Map<string, string[]>();
  const named: string[] = [];
  let inFolder = 0;
  for (const path of view.live.paths()) {
    if (path.startsWith(folder)) inFolder++;
    if (nameOf(path) === nameOf(inside)) named.push(path);
    const stem = stemOf(path);
    if (byStem.has(stem)) byStem.get(stem)!.push(path);
    else if (byStem.size < NAMES_MAX) byStem.set(stem, [path]);
  }
  if (inFolder > 0) {
    return invalid(
      (say) =>
        `${quote(inside)} is a folder with ${counted(inFolder, "file", "files")}: give a file, or search in it, e.g. ${say.either(`helix code WORDS path:${folder}`, `query="path:${folder} WORDS"`)}`,
    );
  }
  const near = nearestNames(stemOf(inside), byStem.keys(), NEAREST_SHOWN).flatMap((stem) => byStem.get(stem)!);
  const isBeside = (path: string) => Number(parentOf(`/${path}`) === parentOf(`/${inside}`));
  const ordered = near.toSorted((a, b) => isBeside(b) - isBeside(a));
  const hints = [...new Set([...named, ...ordered])].slice(0, NEAREST_SHOWN);
  const hint = hints.length > 0 ? `; nearest: ${hints.join(", ")}` : `; paths begin at ${view.tree.root}`;
  return new HelixError("NOT_FOUND", `there is no file ${quote(given)} that is read${hint}`);
}

/** The name of a file without its extension: a shared one does not make names similar. */
function stemOf(path: string): string {
  return nameOf(path).replace(/(?<=.)\.\w+$/, "");
}

function symbolAnswer(reading: Reading, symbol: string, path: string | undefined): Answer {
  const { view, files } = reading;
  const only = path === undefined ? null : fileOf(reading, path).path;
  const found = findSymbols(view, files, symbol, only);
  const [first] = found;
  if (first === undefined) {
    const near = nearSymbols(view, symbol);
    const hint = near.length > 0 ? `; did you mean ${near.join(" or ")}?` : "";
    const where = only === null ? "" : ` in ${quote(only)}`;
    throw new HelixError("NOT_FOUND", `there is no symbol ${quote(symbol)}${where}${hint}`);
  }
  if (found.length > 1) return symbolsAnswer(reading, symbol, found);
  const { file, symbol: one } = first;
  const to = Math.max(one.line, one.endLine);
  return linesAnswer(reading, file, { from: firstLineOf(view, first), to }, first);
}

function linesNamed(from: number, to: number): string {
  return `${from === to ? "line" : "lines"} ${rangeOf(from, to)}`;
}

/** The first line of a symbol, with the comment above it. */
function firstLineOf({ live, generations }: CodeView, { file, symbol }: FoundSymbol): number {
  const place = live.place(file.path);
  if (place === null) return symbol.line;
  const { files, chunks } = generations[place.generation]!;
  const first = files.numbers("firstChunk").of(place.file);
  const end = first + files.numbers("chunks").of(place.file);
  for (let chunk = first; chunk < end; chunk++) {
    const from = chunks.numbers("from").of(chunk);
    if (from + chunks.numbers("declared").of(chunk) === symbol.line && from <= symbol.line) return from;
  }
  return symbol.line;
}

/** Several definitions: where they are. */
function symbolsAnswer(reading: Reading, name: string, found: readonly FoundSymbol[]): Answer {
  const { ports, mask } = reading;
  const factor = ({ file }: FoundSymbol) => CLASS_FACTORS[pathClassOf(file.path)];
  const ordered = found.toSorted((a, b) => factor(b) - factor(a));
  const rows = ordered.map(({ file, symbol }) => ({
    path: shownLine(file.path, mask, Number.POSITIVE_INFINITY),
    ...symbolData(symbol, mask),
  }));
  return {
    found: true,
    isPaged: true,
    text(say) {
      const hint = `read one: ${say.either("--lines with its path", "path and lines, or symbol with its full name and path")}`;
      const answer = new PagedText(ports, [hint]);
      answer.section(`${quote(name)}: ${counted(found.length, "definition", "definitions")}`);
      answer.addEach(rows, ({ path, name, kind, from, to, signature }) => {
        const at = name.lastIndexOf(".");
        return [`  ${path}:${rangeOf(from, to)}  ${kind}  ${signature}${at < 0 ? "" : `  (in ${name.slice(0, at)})`}`];
      });
      return answer.text(rows.length, (left) => counted(left, "more definition", "more definitions"));
    },
    data: (): CodeReadData => ({
      path: null,
      language: null,
      lineCount: null,
      symbol: null,
      from: null,
      to: null,
      lines: [],
      symbols: rows,
    }),
  };
}

function symbolData(symbol: FoundSymbol["symbol"], mask: Mask) {
  return {
    name: shownLine(qualifiedName(symbol), mask),
    kind: symbol.kind,
    from: symbol.line,
    to: Math.max(symbol.line, symbol.endLine),
    signature: shownLine(symbol.signature, mask, SIGNATURE_LENGTH_MAX),
  };
}

/** Lines of a file, fenced, page by page. */
function linesAnswer(
  { ports, mask }: Reading,
  file: ShownFile,
  { from, to }: LineRange,
  of: FoundSymbol | null,
): Answer {
  const path = shownLine(file.path, mask, Number.POSITIVE_INFINITY);
  const name = of === null ? null : shownLine(qualifiedName(of.symbol), mask);
  const lines = file.shown(from, to, mask).map((line) => cutLine(line, LINE_LENGTH_MAX));
  const { bytes, page, next } = ports.page ?? LONGEST_PAGE;
  const { part, first, pages } = partOf(lines, bytes - AROUND_BYTES - Buffer.byteLength(path), page);
  if (page > pages) {
    throw new HelixError("NOT_FOUND", `there is no page ${page}: these lines have ${counted(pages, "page", "pages")}`);
  }
  const last = first + part.length;
  return {
    found: true,
    isPaged: true,
    text(say: Wording) {
      const length = counted(file.lines.length, "line", "lines");
      const language = file.language === null ? "" : `${languageName(file.language)}, `;
      const head = `${path}  (${language}${length})${name === null ? "" : `  ${name}`}`;
      if (lines.length === 0) return head;
      const isWhole = from === 1 && to === file.lines.length && last - first === lines.length;
      const range = isWhole ? "" : `  ${linesNamed(from + first, from + last - 1)}`;
      const left = lines.length - last;
      const call = left > 0 ? (next(page + 1) ?? say.option("lines", `${from + last}-${to}`)) : "";
      const more = left > 0 ? [`... ${counted(left, "more line", "more lines")}: ${call}`] : [];
      return [`${head}${range}`, ...fenced(part, file.language), ...more].join("\n");
    },
    data: (): CodeReadData => ({
      path,
      language: file.language,
      lineCount: file.lines.length,
      symbol: name,
      from: lines.length === 0 ? null : from,
      to: lines.length === 0 ? null : to,
      lines,
      symbols: [],
    }),
  };
}

/** The lines of one page, the number of those before it, and how many pages there are up to it. */
function partOf(lines: readonly string[], room: number, page: number) {
  let [first, used, pages] = [0, 0, 1];
  for (const [at, line] of lines.entries()) {
    const size = Buffer.byteLength(line) + 1;
    if (used > 0 && used + size > room) {
      if (pages === page) return { part: lines.slice(first, at), first, pages };
      pages++;
      [first, used] = [at, 0];
    }
    used += size;
  }
  return { part: lines.slice(first), first, pages };
}

function hasOutline(file: ShownFile): boolean {
  return file.symbols.length > 0;
}

/** The symbols of a file that is too long to be shown. */
function outlineAnswer({ ports, mask }: Reading, file: ShownFile): Answer {
  const path = shownLine(file.path, mask, Number.POSITIVE_INFINITY);
  const rows = file.symbols.map((symbol) => ({ ...symbolData(symbol, mask), depth: depthOf(symbol.container) }));
  return {
    found: true,
    isPaged: true,
    text(say) {
      const hint = `too long to be shown whole: ${say.name("symbol")}, or ${say.option("lines", "1-40")}`;
      const answer = new PagedText(ports, [hint]);
      const language = file.language === null ? "" : `${languageName(file.language)}, `;
      answer.section(`${path}  (${language}${counted(file.lines.length, "line", "lines")})`);
      answer.addEach(rows, ({ depth, from, to, signature }) => [
        `  ${"  ".repeat(depth)}${rangeOf(from, to)}  ${signature}`,
      ]);
      return answer.text(rows.length, (left) => counted(left, "more symbol", "more symbols"));
    },
    data: (): CodeReadData => ({
      path,
      language: file.language,
      lineCount: file.lines.length,
      symbol: null,
      from: null,
      to: null,
      lines: [],
      symbols: rows.map(({ depth: _, ...row }) => ({ path, ...row })),
    }),
  };
}

const DEPTH_MAX = 6;

function depthOf(container: string | null): number {
  return container === null ? 0 : Math.min(DEPTH_MAX, container.split(".").length);
}
