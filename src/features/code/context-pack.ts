// Packs what was found for a task into a budget: bodies of the best functions, signatures of further ones by file, names
// of files for which there was no more room. Which shares are best was measured (docs/QUALITY.md).

import { counted } from "../../base/wording.ts";
import { pathClassOf } from "../../code/files/path-class.ts";
import { languageOf } from "../../code/languages.ts";
import { CODE_LENGTH_MAX, type Mask } from "../../code/shown-code.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { ShownBodies } from "./alike-bodies.ts";
import type { FoundCode, FoundPlace } from "./find-code.ts";
import { likeRemark, rowLine } from "./layout.ts";
import type { ShownFile, ShownFiles } from "./shown-file.ts";
import { bytesOf, fenced } from "./shown-lines.ts";

/** Lines of a file below the one that says which they are. */
export interface Body {
  readonly from: number;
  readonly to: number;
  /** Without credentials. */
  readonly lines: readonly string[];
}

/** A place that is shown. */
export interface PackedPlace {
  readonly place: FoundPlace;
  readonly file: ShownFile;
  /** Its lines in the answer. */
  readonly text: readonly string[];
  readonly body: Body | null;
  /** One with a body that this one's is much like; null: none is, or its body is shown. */
  readonly like: PackedPlace | null;
}

export interface Packed {
  /** With bodies, best first. */
  readonly source: readonly PackedPlace[];
  /** Without, by rank. */
  readonly outlines: readonly PackedPlace[];
  /** Files of which only the name is shown. */
  readonly others: readonly ShownFile[];
}

export interface PackRequest {
  readonly found: FoundCode;
  readonly files: ShownFiles;
  readonly mask: Mask;
  /** Bytes for all of it. */
  readonly room: number;
  /** A line that stands above a body, e.g. who uses it; null: none. */
  remarkOn(place: FoundPlace): string | null;
}

export const BODY_LINES_MAX = 40;
/** So much of the room is for bodies, and so much for names of files. */
const BODY_SHARE = 0.55;
const NAMES_SHARE = 0.12;
/** Bodies are of the first places only: what ranks far behind is not worth its lines. */
const BODY_PLACES_MAX = 24;
/** A body is worth its lines if its place has this share of the best score. */
const BODY_SCORE_MIN = 0.4;
/** Of a document or a file of settings so many places are listed: it is there to be read, and others are to be changed. */
const PROSE_ROWS_MAX = 2;
const OTHERS_MAX = 15;
/** A comment above a body that is cut has at most so many lines. */
const COMMENT_LINES_MAX = 8;
/** A body that does not fit is cut, but not to fewer lines. */
const CUT_LINES_MIN = 12;

/** Packs. */
export function packContext(request: PackRequest): Packed {
  const { room, mask } = request;
  const shown = shownPlaces(request);
  const first = taken(shown, BODY_PLACES_MAX);
  const { source, bodies } = withBodies(request, first, room * BODY_SHARE);
  let left = room - bytesOf(linesByFile(source, mask));
  const isShown = new Set(source.map(({ place }) => place));
  const names = Math.min(left, room * NAMES_SHARE);
  const rest = first.filter(({ place }) => !isShown.has(place));
  const outlines = signatures(
    request,
    rest,
    shown,
    source.map(({ file }) => file),
    bodies,
    left - names,
  );
  left -= bytesOf(linesByFile(outlines, mask));
  const others = otherFiles(request, new Set([...source, ...outlines].map(({ file }) => file.path)), left);
  return { source, outlines, others };
}

/** The next ones; unlike `take` this leaves the rest to be taken. */
function taken<Item>(from: Iterator<Item, undefined>, most: number): Item[] {
  const items: Item[] = [];
  while (items.length < most) {
    const next = from.next();
    if (next.done) break;
    items.push(next.value);
  }
  return items;
}

/** Places that can be shown, each file read when its turn comes: it has text, and something stands there. */
function* shownPlaces({ found, files }: PackRequest): Generator<Candidate, undefined> {
  for (const place of found.places) {
    const file = place.stretch === null ? null : files.get(place.path);
    if (file !== null && !file.isBlank(place.stretch!)) yield { place, file };
  }
}

/** Rows below the names of their files, each file once, in the order of its best. */
export function linesByFile(rows: readonly PackedPlace[], mask: Mask): string[] {
  return [...Map.groupBy(rows, ({ file }) => file)].flatMap(([file, own]) => [
    file.name(mask),
    ...own.flatMap(({ text }) => text),
  ]);
}

interface Candidate {
  readonly place: FoundPlace;
  readonly file: ShownFile;
}

/** Those with bodies, each of them unlike the others. */
function withBodies(request: PackRequest, shown: readonly Candidate[], room: number) {
  const { mask } = request;
  const packed: PackedPlace[] = [];
  const bodies = new ShownBodies<PackedPlace>();
  const begun = new Set<ShownFile>();
  let left = room;
  const least = BODY_SCORE_MIN * shown.reduce((most, { place }) => Math.max(most, place.score), 0);
  for (const { place, file } of shown) {
    if (!isCode(place, file) || (place.named === null && place.score < least)) continue;
    if (place.named === null && bodies.like(file, place.stretch!) !== null) continue;
    const head = begun.has(file) ? 0 : bytesOf([file.name(mask)]);
    const found = withBody(place, file, mask, left - head, { remark: request.remarkOn(place) });
    if (found === null) continue;
    left -= head + bytesOf(found.text);
    begun.add(file);
    packed.push(found);
    bodies.add(found, file, place.stretch!);
  }
  return { source: packed, bodies };
}

/** A place with as much of its body as `room` has bytes for; null where that is too little to show. */
export function withBody(
  place: FoundPlace,
  file: ShownFile,
  mask: Mask,
  room: number,
  { remark = null, linesMax = BODY_LINES_MAX }: { remark?: string | null; linesMax?: number } = {},
): PackedPlace | null {
  const row = [rowLine(place, file, mask), ...(remark === null ? [] : [remark])];
  const body = fittingBody(place, file, mask, room - bytesOf(row), linesMax);
  return body === null ? null : { place, file, text: [...row, ...body.text], body: body.body, like: null };
}

/** Whether a body says more than the row: it is code, and more than the line that declares a class. */
function isCode({ stretch, kind, named }: FoundPlace, { language }: ShownFile): boolean {
  const { from, to, line } = stretch!;
  if (language === null || to === from) return false;
  return named !== null || kind === "function" || kind === "method" || (kind !== null && to > line);
}

/** The first lines that fit; null where these are too few. */
function fittingBody({ stretch, named }: FoundPlace, file: ShownFile, mask: Mask, room: number, most: number) {
  const { from, to, line } = stretch!;
  const isCut = to - from >= most;
  // Of what is cut, a long comment goes first. A line that the task names stands in the middle.
  const begin = isCut && line - from > COMMENT_LINES_MAX && line <= to ? line : from;
  const first = named === null ? begin : Math.max(from, Math.min(named - Math.floor(most / 2), to - most + 1));
  for (let count = Math.min(most, to - first + 1); count > 0; count = shorter(count)) {
    const isWhole = first === from && first + count - 1 === to;
    if (count < CUT_LINES_MIN && !isWhole) return null;
    const lines = file.shown(first, first + count - 1, mask).map((line) => cutLine(line, CODE_LENGTH_MAX));
    const last = first + lines.length - 1;
    const rest = to - last;
    const text = [
      ...(first === from ? [] : [`  from line ${first}:`]),
      ...fenced(lines, file.language),
      ...(rest <= 0 ? [] : [`  ... ${counted(rest, "more line", "more lines")} up to ${to}`]),
    ];
    if (bytesOf(text) <= room) return { text, body: { from: first, to: last, lines } };
  }
  return null;
}

function shorter(count: number): number {
  return Math.floor(count * 0.8);
}

/** Rows without bodies, as many as there is room for: of what came too long for a body, then of what follows. */
function signatures(
  { found, mask }: PackRequest,
  before: readonly Candidate[],
  following: Iterable<Candidate>,
  known: Iterable<ShownFile>,
  bodies: ShownBodies<PackedPlace>,
  room: number,
): PackedPlace[] {
  const packed: PackedPlace[] = [];
  const begun = new Set<ShownFile>();
  const seen = new Set(known);
  const rows = new Map<ShownFile, number>();
  let left = room;
  for (const candidates of [before, following]) {
    for (const { place, file } of candidates) {
      // What stands at the top of a file, mostly imports, says no more than its name.
      if (place.kind === null && place.stretch!.from === 1 && seen.has(file)) continue;
      const listed = rows.get(file) ?? 0;
      if (listed === PROSE_ROWS_MAX && isProse(place.path)) continue;
      rows.set(file, listed + 1);
      const like = isCode(place, file) ? bodies.like(file, place.stretch!) : null;
      const text = [
        `${rowLine(place, file, mask, found.matching)}${like === null ? "" : likeRemark(like, file, mask)}`,
      ];
      left -= bytesOf([...(begun.has(file) ? [] : [file.name(mask)]), ...text]);
      if (left < 0) return packed;
      begun.add(file);
      seen.add(file);
      packed.push({ place, file, text, body: null, like });
    }
  }
  return packed;
}

/** Files by rank of which nothing else is shown. */
function otherFiles({ found, files, mask }: PackRequest, shown: ReadonlySet<string>, room: number): ShownFile[] {
  const others: ShownFile[] = [];
  let left = room - bytesOf([OTHERS_HEAD]);
  for (const path of found.files) {
    if (others.length === OTHERS_MAX) break;
    const file = shown.has(path) || !isOfCode(path) ? null : files.get(path);
    if (file === null) continue;
    left -= bytesOf([`  ${file.name(mask)}`]);
    if (left < 0) break;
    others.push(file);
  }
  return others;
}

/** Whether a file is worth its name: documents and configuration are only where they rank among the first. */
function isOfCode(path: string): boolean {
  return languageOf(path) !== null && !isProse(path);
}

function isProse(path: string): boolean {
  const pathClass = pathClassOf(path);
  return pathClass === "docs" || pathClass === "config";
}

export const OTHERS_HEAD = "further files:";
