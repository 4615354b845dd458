// Packs what was found into a budget: signatures by rank, below the name of their file wherever it changes, and bodies
// of the best. Which shares are best was measured (docs/RANKING.md).

import { counted } from "../../base/wording.ts";
import { CODE_LENGTH_MAX, type Mask } from "../../code/shown-code.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { TOKEN_BYTES } from "../common/page-request.ts";
import { ShownBodies } from "./alike-bodies.ts";
import type { FoundCode, FoundPlace } from "./find-code.ts";
import type { MatchingLines } from "./matching-line.ts";
import type { ShownFile, ShownFiles } from "./shown-file.ts";
import { bytesOf, fenced, rangeOf } from "./shown-lines.ts";

/** How much of a match an answer shows. */
export type CodeDetail = "functions" | "files" | "bodies";

export interface LayoutRequest {
  readonly found: FoundCode;
  readonly files: ShownFiles;
  readonly mask: Mask;
  readonly detail: CodeDetail;
  /** Bytes of a page, and which one. */
  readonly bytes: number;
  readonly page: number;
  /** Lines that stand below the name of a file. */
  about(path: string): readonly string[];
}

/** A page of places. */
export interface Layout {
  readonly lines: readonly string[];
  /** How many places stand on this page and on those before it, and how many pages there are up to this one. */
  readonly begun: number;
  readonly pages: number;
  readonly total: number;
  readonly what: (left: number) => string;
}

/** Room that is kept for remarks and for what is left. */
const CLOSING_BYTES = 400;
const BODY_LINES_MAX = 40;
const BODIES_ALONE = 0.8;
/** From so many tokens on, so much of an answer are bodies. */
const BODY_SHARES = [
  { tokens: 5000, share: 0.5 },
  { tokens: 2500, share: 0.25 },
] as const;
const TESTS_SHARE = 1 / 6;
const TESTS_MAX = 5;

interface Row {
  readonly place: FoundPlace;
  readonly file: ShownFile;
  /** The name of the file, where the row before is of another, and what is to be said of the file. */
  readonly head: readonly string[];
  line: string | null;
  body: readonly string[];
}

/** Lays out one page. */
export function layOut(request: LayoutRequest): Layout {
  const { bytes, page, detail } = request;
  const room = bytes - CLOSING_BYTES;
  const share = detail === "files" ? 0 : detail === "bodies" ? BODIES_ALONE : bodyShare(bytes);
  // They stand on the first page, and later ones begin where it ended.
  const tests = testLines(request, Math.floor(room * TESTS_SHARE));
  const firstRoom = Math.floor((room - bytesOf(tests)) * (1 - share));
  const { rows, used, begun, pages, total } = rowsOf(request, firstRoom, room);
  if (page === 1 && detail !== "files") {
    const left = room - bytesOf(tests) - used;
    addBodies(request, rows, left, share === 0 ? 1 : Number.POSITIVE_INFINITY);
  }
  const isFiles = detail === "files";
  const what = (count: number) =>
    isFiles ? counted(count, "more file", "more files") : counted(count, "more match", "more matches");
  return { lines: [...linesOf(rows), ...(page > 1 ? [] : tests)], begun, pages, total, what };
}

function bodyShare(bytes: number): number {
  return BODY_SHARES.find(({ tokens }) => bytes >= tokens * TOKEN_BYTES)?.share ?? 0;
}

/** The rows of the page that is asked for. */
function rowsOf(request: LayoutRequest, firstRoom: number, room: number) {
  const { found, files, detail, page, mask } = request;
  const places = detail === "files" ? oneAFile(found) : found.places;
  let rows: Row[] = [];
  let [pages, used, begun, skipped] = [1, 0, 0, 0];
  const introduced = new Set<string>();
  for (const place of places) {
    const file = files.get(place.path);
    if (file === null) {
      skipped++;
      continue;
    }
    if (detail !== "files" && place.stretch !== null && file.isBlank(place.stretch)) {
      skipped++;
      continue;
    }
    const line = detail === "files" || place.stretch === null ? null : rowLine(place, file, mask, found.matching);
    const about = introduced.has(place.path) ? [] : request.about(place.path);
    introduced.add(place.path);
    let head = rows.at(-1)?.place.path === place.path ? [] : [headOf(file, mask), ...about];
    const own = line === null ? [] : [line];
    if (used > 0 && used + bytesOf([...head, ...own]) > (pages === 1 ? firstRoom : room)) {
      if (pages === page) break;
      pages++;
      [rows, used] = [[], 0];
      head = [headOf(file, mask), ...about];
    }
    rows.push({ place, file, head, line, body: [] });
    used += bytesOf([...head, ...own]);
    begun++;
  }
  return { rows, used, begun, pages, total: places.length - skipped };
}

function oneAFile({ files, places }: FoundCode): FoundPlace[] {
  const best = new Map<string, FoundPlace>();
  for (const place of places) if (!best.has(place.path)) best.set(place.path, place);
  return files.map((path) => best.get(path) ?? { path, stretch: null, kind: null, score: 0, named: null });
}

function headOf(file: ShownFile, mask: Mask): string {
  return file.name(mask);
}

/**
 * Where a place is and its signature: one line below the name of its file. Where nothing is declared, `matching` says
 * which of its lines answers the query.
 */
export function rowLine(
  { stretch, named }: FoundPlace,
  file: ShownFile,
  mask: Mask,
  matching: MatchingLines | null = null,
): string {
  const range = rangeOf(stretch!.from, stretch!.to);
  if (named !== null) return `  ${range}  ${file.signature(stretch!, mask)}  <- line ${named}`;
  const line = matching?.of(file, stretch!) ?? null;
  if (line === null) return `  ${range}  ${file.signature(stretch!, mask)}`;
  const where = line === stretch!.from ? "" : `  <- line ${line}`;
  return `  ${range}  ${file.withinSymbol(stretch!, line, mask)}${where}`;
}

/** Adds the bodies of the best rows, at most `most`, while there is room; of those that are much alike, the first. */
function addBodies({ mask }: LayoutRequest, rows: readonly Row[], room: number, most: number): void {
  let [left, count] = [room, 0];
  const bodies = new ShownBodies<Row>();
  for (const row of rows) {
    if (count >= most) return;
    const body = bodyOf(row, mask);
    const { place, file } = row;
    const like = body.length === 0 ? null : bodies.like(file, place.stretch!);
    if (like !== null) {
      const remark = likeRemark(like, file, mask);
      if (left < Buffer.byteLength(remark)) continue;
      left -= Buffer.byteLength(remark);
      row.line += remark;
      continue;
    }
    const size = bytesOf(body);
    if (size === 0 || size > left) {
      // Only the best is worth the room that all of them share.
      if (most === 1) return;
      continue;
    }
    row.body = body;
    bodies.add(row, file, place.stretch!);
    left -= size;
    count++;
  }
}

/** What a row says of a body above that is much like its own: its lines, and its file where that is another. */
export function likeRemark({ place, file }: Pick<Row, "place" | "file">, beside: ShownFile, mask: Mask): string {
  const lines = rangeOf(place.stretch!.from, place.stretch!.to);
  return `, much like ${file === beside ? lines : `${file.name(mask)}:${lines}`}`;
}

function bodyOf({ place: { stretch }, file }: Row, mask: Mask): string[] {
  if (stretch === null || stretch.from === stretch.to) return [];
  const to = Math.min(stretch.to, stretch.from + BODY_LINES_MAX - 1);
  const lines = file.shown(stretch.from, to, mask).map((line) => cutLine(line, CODE_LENGTH_MAX));
  const cut = stretch.to - to;
  const rest = cut === 0 ? [] : [`  ... ${counted(cut, "more line", "more lines")} up to ${stretch.to}`];
  return [...fenced(lines, file.language), ...rest];
}

function linesOf(rows: readonly Row[]): string[] {
  return rows.flatMap(({ head, line, body }) => [...head, ...(line === null ? [] : [line]), ...body]);
}

/** The tests that belong to the result, as a second list. */
function testLines({ found, files, mask }: LayoutRequest, room: number): string[] {
  const { tests } = found.results;
  const lines: string[] = [];
  for (const { path } of tests) {
    const file = files.get(path);
    if (file === null) continue;
    const line = `  ${headOf(file, mask)}`;
    if (lines.length === TESTS_MAX || bytesOf([...lines, line]) > room) break;
    lines.push(line);
  }
  if (lines.length === 0) return [];
  const isAll = lines.length === tests.length;
  return [isAll ? "tests:" : `tests (the best ${lines.length} of ${tests.length}; test:only lists them):`, ...lines];
}
