// Finds the rows of tables and listings that a reader looks for among many others: those that are not well, that differ
// in a column in which nearly all are the same, the largest and smallest figures, the first rows of a sorted list, and
// one row of each kind. What leaves rows out by their place keeps these.
//
// How: rows are put into groups (tables), and their columns are counted from the left, and from the right as well, for a
// cell of several words moves those behind it. Nothing is known of single programs; the names of statuses are data
// (error-words.ts).
//
// Invariants
// - The rows of a group are compared with each other alone. A group of fewer than ROWS_MIN rows has no odd one.
// - What is frequent is not odd: of each rule only so many rows of a group stay.
// - The time is linear in the number of rows, times CELLS_MAX.

import { UNWELL_STATUSES } from "./error-words.ts";
import { isPassedTest } from "./priority-lines.ts";
import { CELLS_MAX, figureOf, MODE, type RowForm, rowOf } from "./row-cells.ts";

const ROWS_MIN = 10;
/** Rows that are not well stay, unless they are so large a part of their group, and so many. */
const UNWELL_PART_MAX = 0.25;
const UNWELL_MAX = 80;
/** A value is usual from this part of the rows on, and odd up to that part. Usual ones make up most of their column. */
const USUAL_PART = 0.05;
const USUAL_MIN = 3;
const USUAL_VALUES_MAX = 6;
const USUAL_COVER = 0.8;
/** The same for cells that are alike but for their numbers. */
const USUAL_SHAPES_MAX = 2;
const SHAPES_COVER = 0.9;
const ODD_PART = 0.02;
const ODD_MAX = 10;
/** A column holds figures if this part of its cells does. */
const FIGURES_PART = 0.8;
/** How many of the largest figures of a column stay: the first may be the sum. */
const LARGEST = 3;
/** A cell of several words (`3 weeks ago`) moves the columns of a head by so many. */
const HEAD_SLACK = 2;
/** More rows with one figure are no extreme. */
const SAME_MAX = 3;
const EXTREMES_MAX = 8;
/** A column is sorted if so few rows stand against it, and then so many rows stay of the end with the largest figures. */
const UNSORTED_PART = 0.01;
const SORTED_SHOWN = 3;
/** Figures that go up by one in this part of the rows are a counter's. */
const COUNTER_PART = 0.8;
/** Columns are chosen by so many rows, then looked at in all. */
const SAMPLE = 400;
const RIGHT_COLUMNS = 6;

interface Row {
  readonly at: number;
  readonly cells: readonly string[];
}

interface Group {
  readonly form: RowForm;
  readonly rows: Row[];
  /** How many rows stand in columns: lines, tabs or several blanks divide them, or a head in capitals stands above. */
  columned: number;
  /** How many columns the head has; infinite where there is none. */
  readonly width: number;
}

/** The numbers of the rows that have to stay where rows are left out by their place. */
export function oddRows(texts: readonly string[]): Set<number> {
  const odd = new Set<number>();
  for (const group of groupsOf(texts)) {
    if (group.rows.length < ROWS_MIN) continue;
    addUnwell(group, odd);
    addKinds(group, texts, odd);
    const columns = columnsOf(group);
    addUnusual(group.rows, columns, odd);
    addExtremes(group.rows, columns, odd);
  }
  for (const at of odd) if (isPassedTest(texts[at]!)) odd.delete(at);
  return odd;
}

const HEAD = /^[A-Z%][A-Z0-9%()/_-]*(?: +\S*[A-Z%]\S*)+$/;
/** Places of a search or a diagnostic, a file and a line (`a.ts:12:`, `a.ts-13-`): what stands behind them is text. */
const PLACE = /\.[A-Za-z]\w{0,9}[:-]\d+[:-]|^[A-Za-z_/]+:\d+:/;
const LOOKED_AT = 300;

/** Rows without a blank line between them are of one group. Rows of files are, wherever they stand. */
function groupsOf(texts: readonly string[]): Group[] {
  const groups = new Map<string, Group>();
  let block = 0;
  let width = Number.POSITIVE_INFINITY;
  for (const [at, text] of texts.entries()) {
    const start = (text.length > LOOKED_AT ? text.slice(0, LOOKED_AT) : text).trim();
    if (start === "") {
      block++;
      width = Number.POSITIVE_INFINITY;
    } else if (HEAD.test(start)) {
      block++;
      width = start.split(/\s+/).length;
    } else {
      const { form, cells } = rowOf(text);
      const [first = ""] = cells;
      if (PLACE.test(first)) continue;
      const key = MODE.test(first) ? "files" : `${block} ${form}`;
      let group = groups.get(key);
      if (group === undefined) {
        group = { form, rows: [], columned: 0, width };
        groups.set(key, group);
      }
      group.rows.push({ at, cells });
      if (width < Number.POSITIVE_INFINITY || form !== "blank" || isColumned(start)) group.columned++;
    }
  }
  return [...groups.values()];
}

/** Whether several blanks divide a row at two places. */
function isColumned(start: string): boolean {
  const at = start.indexOf("  ");
  return at > 0 && /\S {2}/.test(start.slice(at + 2));
}

const READY = /^(\d+)\/(\d+)$/;
/** What containers say with more than one word. */
const ENDED = /^\(?(?:exited|restarting)$/i;

/** Adds rows of things that are not well: not ready, restarting, failed. */
function addUnwell({ rows, columned }: Group, odd: Set<number>): void {
  if (columned < rows.length / 2) return;
  const isReadiness = rows.filter(({ cells }) => cells.some((cell) => READY.test(cell))).length >= rows.length / 2;
  // Most cells are equal to many others.
  const known = new Map<string, "well" | "unwell" | "ended">();
  const stateOf = (cell: string) => {
    let state = known.get(cell);
    if (state === undefined) {
      const isUnwell = (isReadiness && isUnready(cell)) || cell.split(/[,;]| \(/).some(isUnwellWord);
      state = ENDED.test(cell) ? "ended" : isUnwell ? "unwell" : "well";
      known.set(cell, state);
    }
    return state;
  };
  const unwell = rows.filter(({ cells }) => {
    for (let column = 1; column < cells.length; column++) {
      const state = stateOf(cells[column]!);
      if (state === "unwell") return !cells.includes("Completed");
      if (state === "ended" && /^\([1-9]/.test(cells[column + 1] ?? "")) return true;
    }
    return false;
  });
  if (unwell.length > Math.max(ROWS_MIN, rows.length * UNWELL_PART_MAX)) return;
  for (const { at } of unwell.slice(0, UNWELL_MAX)) odd.add(at);
}

function isUnready(cell: string): boolean {
  const [, have, want] = READY.exec(cell) ?? [];
  return have !== undefined && Number(have) < Number(want);
}

function isUnwellWord(word: string): boolean {
  const bare = word.replace(/^[^\p{L}]+|[^\p{L}]+$|:.*$/gu, "");
  return bare.length > 2 && UNWELL_STATUSES.has(bare.toLowerCase());
}

/** `M`, `??`, `*`, `●` before a name. */
const SIGN = /^(?:[MADRCUT?!]{1,2}|[^\p{L}\p{N}\s"'([{]{1,3})$/u;
const SIGN_LENGTH_MAX = 3;

/** The kind that a row of a listing shows by a sign: a folder, a link, a state of git, what was deleted. */
function kindOf({ cells }: Row, text: string): string {
  const [first = ""] = cells;
  if (MODE.test(first)) return first[0]!;
  if (text.includes(" -> ") || text.includes(" => ")) return "->";
  if (first.length <= SIGN_LENGTH_MAX && SIGN.test(first)) return first;
  const last = text.at(-1)!;
  return "/@*=".includes(last) ? last : "";
}

/** Adds the first row of each kind, and the others of rare kinds. In a list of names a row of several words is rare. */
function addKinds({ rows, form }: Group, texts: readonly string[], odd: Set<number>): void {
  const names = rows.filter(({ cells }) => cells.length === 1).length;
  const isOfNames = form === "blank" && names >= rows.length * (1 - USUAL_PART);
  const kinds = new Map<string, number[]>();
  for (const row of rows) {
    const kind = isOfNames && row.cells.length > 1 ? "words" : kindOf(row, texts[row.at]!);
    const own = kinds.get(kind);
    if (own === undefined) kinds.set(kind, [row.at]);
    else own.push(row.at);
  }
  if (kinds.size < 2 || kinds.size > 2 * USUAL_VALUES_MAX) return;
  const most = Math.max(SAME_MAX, rows.length * ODD_PART);
  for (const own of kinds.values())
    for (const at of own.length <= most ? own.slice(0, ODD_MAX) : own.slice(0, 1)) odd.add(at);
}

/** A column by its place from the left, or from the right below zero. */
interface Column {
  readonly place: number;
  readonly kind: "values" | "shapes" | "figures";
}

function cellAt(cells: readonly string[], place: number): string | undefined {
  return place < 0 ? cells[cells.length + place] : cells[place];
}

/** The columns that can have odd cells, judged by some of the rows. */
function columnsOf({ rows, width: head }: Group): Column[] {
  const step = Math.max(1, Math.floor(rows.length / SAMPLE));
  const sample = rows.filter((_, index) => index % step === 0);
  const width = Math.min(CELLS_MAX, Math.max(...sample.map(({ cells }) => cells.length)));
  const isEven = sample.every(({ cells }) => cells.length === width);
  const columns: Column[] = [];
  for (let place = isEven ? 0 : -Math.min(width, RIGHT_COLUMNS); place < width; place++) {
    const cells = sample.flatMap((row) => cellAt(row.cells, place) ?? []);
    if (cells.length < sample.length / 2) continue;
    const figures = sample.filter((row) => !Number.isNaN(figureAt(row, place))).length;
    const isOfHead = place < head + HEAD_SLACK && (place >= 0 || head === Number.POSITIVE_INFINITY);
    const hasFigures = figures >= sample.length * FIGURES_PART;
    if (hasFigures && isOfHead) columns.push({ place, kind: "figures" });
    const kinds = hasFigures ? (["values"] as const) : (["values", "shapes"] as const);
    const kind = kinds.find((each) => isUsual(each, countsOf(cells, each), cells.length));
    if (kind !== undefined) columns.push({ place, kind });
  }
  return columns;
}

function figureAt({ cells }: Row, place: number): number {
  const at = place < 0 ? cells.length + place : place;
  return figureOf(cells[at] ?? "", cells[at + 1]);
}

/** What of a cell is compared: its value, or what it is but for its numbers (the unit of a figure, a numbered name). */
function keyOf(kind: Column["kind"], cell: string): string {
  return kind === "shapes" ? cell.replace(/\d+(?:[.,]\d+)*/g, "#") : cell;
}

function countsOf(cells: readonly string[], kind: Column["kind"]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  if (kind !== "shapes") return counts;
  const shapes = new Map<string, number>();
  for (const [cell, count] of counts) shapes.set(keyOf(kind, cell), (shapes.get(keyOf(kind, cell)) ?? 0) + count);
  return shapes;
}

/** Whether few values make up most of a column. */
function isUsual(kind: Column["kind"], counts: ReadonlyMap<string, number>, total: number): boolean {
  const least = Math.max(USUAL_MIN, total * USUAL_PART);
  const usual = [...counts.values()].filter((count) => count >= least);
  const [most, cover] = kind === "shapes" ? [USUAL_SHAPES_MAX, SHAPES_COVER] : [USUAL_VALUES_MAX, USUAL_COVER];
  return usual.length <= most && usual.reduce((sum, count) => sum + count, 0) >= total * cover;
}

/** Adds the rows with a rare value in a column of few values, those with the rarest first. */
function addUnusual(rows: readonly Row[], columns: readonly Column[], odd: Set<number>): void {
  const rarest = new Map<number, number>();
  const most = Math.max(1, rows.length * ODD_PART);
  for (const { place, kind } of columns) {
    if (kind === "figures") continue;
    const cells = rows.map((row) => cellAt(row.cells, place));
    const counts = countsOf(
      cells.filter((cell) => cell !== undefined),
      kind,
    );
    if (counts.size < 2 || !isUsual(kind, counts, rows.length)) continue;
    for (const [index, cell] of cells.entries()) {
      const count = cell === undefined ? Number.POSITIVE_INFINITY : counts.get(keyOf(kind, cell))!;
      if (count <= most) rarest.set(rows[index]!.at, Math.min(count, rarest.get(rows[index]!.at) ?? count));
    }
  }
  const sorted = [...rarest].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  for (const [at] of sorted.slice(0, ODD_MAX)) odd.add(at);
}

interface Extreme {
  readonly at: number;
  /** What counts first: the largest figures, then the smallest, then the second largest. */
  readonly rank: number;
  /** How far the largest figure of the column is from its middle one. */
  readonly spread: number;
}

/** Adds the rows with the largest and the smallest figures of each column; of a sorted one those at its end. */
function addExtremes(rows: readonly Row[], columns: readonly Column[], odd: Set<number>): void {
  const extremes: Extreme[] = [];
  for (const { place, kind } of columns) {
    if (kind !== "figures") continue;
    const figures: Figure[] = [];
    for (const row of rows) {
      const figure = figureAt(row, place);
      if (!Number.isNaN(figure)) figures.push({ at: row.at, figure });
    }
    const order = orderOf(figures);
    if (order === null) continue;
    if (order !== 0) {
      const shown = order > 0 ? figures.slice(-SORTED_SHOWN) : figures.slice(0, SORTED_SHOWN);
      for (const { at } of shown) odd.add(at);
      continue;
    }
    const largest = ends(figures, LARGEST + SAME_MAX, 1);
    const middle = figures[figures.length >> 1]!.figure;
    const spread = largest[0]!.figure / Math.max(Math.abs(middle), Number.MIN_VALUE);
    for (let rank = 0; rank < LARGEST; rank++) addExtreme(largest, rank, rank === 0 ? 0 : rank + 1, spread, extremes);
    addExtreme(ends(figures, 1 + SAME_MAX, -1), 0, 1, spread, extremes);
  }
  extremes.sort((a, b) => a.rank - b.rank || b.spread - a.spread || a.at - b.at);
  const chosen = new Set<number>();
  for (const { at } of extremes) if (chosen.size < EXTREMES_MAX) chosen.add(at);
  for (const at of chosen) odd.add(at);
}

interface Figure {
  readonly at: number;
  readonly figure: number;
}

/** So many of the largest figures, the largest first; for `sign` -1 of the smallest. */
function ends(figures: readonly Figure[], count: number, sign: 1 | -1): Figure[] {
  const found: Figure[] = [];
  for (const each of figures) {
    if (found.length === count && sign * each.figure <= sign * found[count - 1]!.figure) continue;
    let place = found.length;
    while (place > 0 && sign * each.figure > sign * found[place - 1]!.figure) place--;
    found.splice(place, 0, each);
    if (found.length > count) found.pop();
  }
  return found;
}

function addExtreme(
  figures: readonly Figure[],
  index: number,
  rank: number,
  spread: number,
  extremes: Extreme[],
): void {
  const { at, figure } = figures[index]!;
  const isShared = figures[index + SAME_MAX]?.figure === figure || figures[index - SAME_MAX]?.figure === figure;
  if (!isShared) extremes.push({ at, rank, spread });
}

/**
 * 1 for figures that rise, -1 for such that fall, 0 for neither, null for a counter, whose figures say nothing. Some may
 * stand against it: a sum, a wrap.
 */
function orderOf(figures: readonly Figure[]): 1 | 0 | -1 | null {
  let rises = 0;
  let falls = 0;
  let counts = 0;
  for (let at = 1; at < figures.length; at++) {
    const step = figures[at]!.figure - figures[at - 1]!.figure;
    if (step > 0) rises++;
    else if (step < 0) falls++;
    if (step === 1) counts++;
  }
  if (counts >= figures.length * COUNTER_PART) return null;
  const few = Math.max(1, figures.length * UNSORTED_PART);
  if (rises > few && falls <= few) return 1;
  return falls > few && rises <= few ? -1 : 0;
}
