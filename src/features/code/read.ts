// code action=read: a file, a symbol or some lines, as they are now.

import type { Answer } from "../../base/answer.ts";
import { HelixError, invalid } from "../../base/errors.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { languageName } from "../../code/languages.ts";
import { chunksOf } from "../../code/search/file-chunks.ts";
import type { CodeView } from "../../code/store/code-view.ts";
import { qualifiedName } from "../../code/symbol-scanner.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { LONGEST_PAGE } from "../common/page-request.ts";
import type { CodeReadData, CodeSymbolsData } from "./data.ts";
import type { FoundSymbol } from "./find-symbol.ts";
import { type LineRange, parseRange } from "./line-range.ts";
import { fileOutline } from "./outline.ts";
import type { CodePorts } from "./ports.ts";
import { notesOn, type ReadNotes } from "./read-notes.ts";
import { fileOf, knownPath, type Reading, settledReading } from "./reading.ts";
import type { ShownFile } from "./shown-file.ts";
import { bytesOf, fenced, LINE_LENGTH_MAX, rangeOf, shownLine } from "./shown-lines.ts";
import { definitionsAnswer, definitionsOf, symbolData } from "./symbols.ts";

export interface CodeReadValues {
  readonly path?: string | undefined;
  readonly symbol?: string | undefined;
  readonly lines?: string | undefined;
}

const NOTHING_READ: Omit<CodeReadData, "symbols"> = {
  path: null,
  language: null,
  lineCount: null,
  symbol: null,
  from: null,
  to: null,
  lines: [],
  notes: [],
};
/** Room for the lines around the code. */
const AROUND_BYTES = 400;
/** `src/cache.ts:10-40`: what search and stack traces write. */
const WITH_LINES = /^(.+?):(\d+(?:-\d+)?)(?::\d+)?$/;

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
  return settledReading(ports, (reading) => answerOf(reading, values));
}

async function answerOf(reading: Reading, { path, symbol, lines }: CodeReadValues): Promise<Answer> {
  if (symbol !== undefined) return symbolAnswer(reading, symbol, path);
  const [, bare, range] = WITH_LINES.exec(path!) ?? [];
  const isPlace = lines === undefined && bare !== undefined && knownPath(reading, path!) === null;
  const file = fileOf(reading, isPlace ? bare : path!);
  const given = isPlace ? range : lines;
  if (given !== undefined) return linesRead(reading, file, parseRange(given, file.lines.length, file.path), null);
  const whole = { from: 1, to: file.lines.length };
  const page = reading.ports.page ?? LONGEST_PAGE;
  if (bytesOf(file.lines) + AROUND_BYTES <= page.bytes) return linesRead(reading, file, whole, null);
  await reading.parsed.parse(file.path);
  if (file.symbols.length === 0) return linesRead(reading, file, whole, null);
  const hint = (say: Wording) => `too long to be shown whole: ${say.name("symbol")}, or ${say.option("lines", "1-40")}`;
  const notes = await notesOn(reading, file, whole);
  const outlined = fileOutline(withRoomFor(reading, notes), file, hint);
  return {
    ...outlined,
    text: (say) => [outlined.text(say), ...(page.page === 1 ? notes.lines(say) : [])].join("\n"),
    data: () => ({ ...outlinedData(reading, file), notes: notes.data }),
  };
}

function withRoomFor(reading: Reading, { bytes }: ReadNotes): Reading {
  const page = reading.ports.page ?? LONGEST_PAGE;
  return { ...reading, ports: { ...reading.ports, page: { ...page, bytes: page.bytes - bytes } } };
}

/** Lines of a file, and the notes on them. */
async function linesRead(reading: Reading, file: ShownFile, range: LineRange, of: FoundSymbol | null): Promise<Answer> {
  return linesAnswer(reading, file, range, of, await notesOn(reading, file, range));
}

async function symbolAnswer(reading: Reading, symbol: string, path: string | undefined): Promise<Answer> {
  const found = await definitionsOf(reading, symbol, path);
  if (found.symbols.length > 1) {
    const answer = definitionsAnswer(reading, symbol, found);
    return { ...answer, data: () => ({ ...NOTHING_READ, ...(answer.data() as CodeSymbolsData) }) };
  }
  const [first] = found.symbols;
  const { file, symbol: one } = first!;
  const to = Math.max(one.line, one.endLine);
  return linesRead(reading, file, { from: firstLineOf(reading.view, first!), to }, first!);
}

function linesNamed(from: number, to: number): string {
  return `${from === to ? "line" : "lines"} ${rangeOf(from, to)}`;
}

/** The first line of a symbol, with the comment above it. */
function firstLineOf({ live, generations }: CodeView, { file, symbol }: FoundSymbol): number {
  const place = live.place(file.path);
  if (place === null) return symbol.line;
  const { files, chunks } = generations[place.generation]!;
  const { first, end } = chunksOf(files, place.file);
  for (let chunk = first; chunk < end; chunk++) {
    const from = chunks.numbers("from").of(chunk);
    if (from + chunks.numbers("declared").of(chunk) === symbol.line && from <= symbol.line) return from;
  }
  return symbol.line;
}

function outlinedData({ mask }: Reading, file: ShownFile): CodeReadData {
  const path = shownLine(file.path, mask, Number.POSITIVE_INFINITY);
  const symbols = file.symbols.map((symbol) => ({ path, ...symbolData(symbol, mask) }));
  return { ...NOTHING_READ, path, language: file.language, lineCount: file.lines.length, symbols };
}

/** Lines of a file, fenced, page by page. */
function linesAnswer(
  { ports, mask }: Reading,
  file: ShownFile,
  { from, to }: LineRange,
  of: FoundSymbol | null,
  notes: ReadNotes,
): Answer {
  const path = shownLine(file.path, mask, Number.POSITIVE_INFINITY);
  const name = of === null ? null : shownLine(qualifiedName(of.symbol), mask);
  const lines = file.shown(from, to, mask).map((line) => cutLine(line, LINE_LENGTH_MAX));
  const { bytes, page, next } = ports.page ?? LONGEST_PAGE;
  const room = bytes - AROUND_BYTES - Buffer.byteLength(path) - notes.bytes;
  const { part, first, pages } = partOf(lines, room, page);
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
      const below = page === 1 ? notes.lines(say) : [];
      return [`${head}${range}`, ...fenced(part, file.language), ...more, ...below].join("\n");
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
      notes: notes.data,
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
