// How the reach of a change is shown: who uses what changes, by distance; the tests to run; what it uses itself.

import { counted } from "../../base/wording.ts";
import { CLASS_FACTORS, pathClassOf } from "../../code/files/path-class.ts";
import type { Mask } from "../../code/shown-code.ts";
import type { PagedText } from "../common/paged-text.ts";
import { linesText } from "./callees.ts";
import type { CodeImpactData } from "./data.ts";
import { isTest, type Link, REACHED_MAX, type Reached, type Walk } from "./impact-graph.ts";
import type { Place, SymbolNode } from "./relations.ts";
import { rangeOf, shownLine } from "./shown-lines.ts";
import { symbolData } from "./symbols.ts";

/** What an impact consists of; a direction that nobody asked for is null. */
export interface Impact {
  readonly users: Walk | null;
  readonly used: Walk | null;
  /** Places at distance 1 that nothing but the name speaks for. */
  readonly byName: readonly Place[];
  /** Files that were not looked at. */
  readonly left: number;
}

/** A file of tests that a change reaches. */
export interface TestFile {
  readonly path: string;
  readonly shown: string;
  /** 0: it changed itself. */
  readonly distance: number;
  readonly names: readonly string[];
}

const LINKS_SHOWN = 3;
const BACK_SHOWN = 5;
const NAMES_SHOWN = 3;
const FILE_LENGTH_MAX = 240;
const NAME_FILES_SHOWN = 8;
/** So many places by name are named where nothing is certain. */
const PLACES_NAMED = 5;
const TEST_NAMES_LINE = 8;
const DATA_MAX = 500;
const DATA_LINES_MAX = 50;

/** The symbols of a walk that are no tests, in the order of distance, then of classes, then of paths. */
export function inOrder(walk: Walk): Reached[] {
  const factor = ({ node }: Reached) => CLASS_FACTORS[pathClassOf(node.file.path)];
  return walk.reached
    .filter(({ node }) => !isTest(node))
    .toSorted(
      (a, b) =>
        a.distance - b.distance ||
        factor(b) - factor(a) ||
        compare(a.node.file.path, b.node.file.path) ||
        lineOf(a.node) - lineOf(b.node),
    );
}

/** The files of tests that are reached, nearest first; `changed` are there in any case. */
export function testFiles({ users }: Impact, mask: Mask, changed: readonly SymbolNode[] = []): TestFile[] {
  const found = new Map<string, { shown: string; distance: number; names: Set<string> }>();
  const reached = [...changed.map((node) => ({ node, distance: 0 })), ...(users?.reached ?? [])];
  for (const { node, distance } of reached) {
    if (!isTest(node)) continue;
    const { path } = node.file;
    const known = found.get(path) ?? { shown: node.file.name(mask), distance, names: new Set<string>() };
    known.distance = Math.min(known.distance, distance);
    if (node.fullName !== null) known.names.add(shownLine(node.fullName, mask));
    found.set(path, known);
  }
  return [...found]
    .map(([path, { names, ...rest }]) => ({ path, ...rest, names: [...names] }))
    .sort((a, b) => a.distance - b.distance || compare(a.path, b.path));
}

/** `what a change reaches: 3 symbols directly, 4 at distance 2; 2 files of tests`. */
export function summary(impact: Impact, tests: readonly TestFile[]): string {
  const rows = impact.users === null ? [] : inOrder(impact.users);
  const counts = Map.groupBy(
    rows.filter((row) => !isMember(row)),
    ({ distance }) => distance,
  );
  const parts = [...counts].map(([distance, { length }]) =>
    distance === 1 ? `${counted(length, "symbol", "symbols")} directly` : `${length} at distance ${distance}`,
  );
  if (parts.length === 0) parts.push("no code for certain");
  return `what a change reaches: ${parts.join(", ")}; ${counted(tests.length, "file", "files")} of tests`;
}

/** Whether a symbol is a member of the one that it uses: its own part, which is not worth a line. */
function isMember({ node, through }: Reached): boolean {
  const container = node.definitions[0]?.symbol.container ?? null;
  return container !== null && through.every(({ node: { fullName } }) => fullName === container);
}

function memberLines(rows: readonly Reached[]): string[] {
  return rows.length === 0 ? [] : [`  and ${counted(rows.length, "own member", "own members")}, which name it`];
}

/** What is said of files that were not looked at. */
export function leftLine(left: number): string {
  return `not looked at: ${counted(left, "file", "files")}, so this may not be all`;
}

/** Adds who uses what changes. `isOne`: there is one such symbol, which needs no naming. Gives how many results. */
export function addUsers(answer: PagedText, impact: Impact, tests: readonly TestFile[], mask: Mask, isOne: boolean) {
  const { users, byName } = impact;
  if (users === null) return 0;
  const rows = Map.groupBy(inOrder(users), ({ distance }) => distance);
  const direct = rows.get(1) ?? [];
  const isFar = rows.size > 1;
  const back = isOne ? backLines(users, "uses", mask) : cutLines(users);
  const outer = direct.filter((row) => !isMember(row));
  const say = (row: Reached) => [reachedLine(row, "uses", mask, isOne && row.distance === 1)];
  let results = addRows(answer, isOne ? "used directly by" : "impacted directly", outer, say);
  results += addLines(answer, memberLines(direct.filter(isMember)));
  if (!isFar && direct.length > 0) results += addLines(answer, back);
  if (byName.length > 0) {
    answer.section(byNameLine(byName) + (users.reached.length > 0 ? "" : placesNamed(byName, mask)));
    const files = nameTests(impact, tests, mask);
    if (files.length > 0) {
      const more = files.length - NAME_FILES_SHOWN;
      const shown = files.slice(0, NAME_FILES_SHOWN).join(", ");
      results += addLines(answer, [
        `  of tests: ${shown}${more > 0 ? ` and ${counted(more, "more file", "more files")}` : ""}`,
      ]);
    }
  }
  if (tests.length > 0) {
    answer.section(`tests to run: ${counted(tests.length, "file", "files")}`);
    results += addLines(answer, testLines(tests));
  }
  for (const [distance, further] of rows) {
    if (distance > 1) results += addRows(answer, `at distance ${distance}`, further, say);
  }
  return results + (isFar ? addLines(answer, back) : 0);
}

/** Adds what a symbol uses itself: further ones by file. Gives how many results. */
export function addUsed(answer: PagedText, { used }: Impact, mask: Mask): number {
  if (used === null) return 0;
  let results = 0;
  for (const [distance, rows] of Map.groupBy(inOrder(used), (row) => row.distance)) {
    if (distance === 1) {
      results += addRows(answer, "it uses", rows, (row) => [reachedLine(row, "used by", mask, true)]);
      continue;
    }
    const files = Map.groupBy(rows, ({ node }) => node.file);
    answer.section(headingOf(`what these use, at distance ${distance}`, rows));
    results += addLines(
      answer,
      [...files].map(([file, each]) => fileLine(file.name(mask), each, mask)),
    );
  }
  return results + addLines(answer, backLines(used, "used by", mask));
}

function fileLine(path: string, rows: readonly Reached[], mask: Mask): string {
  const names = rows.map(({ node }) => `${nameOf(node, mask)} ${lineOf(node)}`);
  return `  ${path}: ${listed(names, FILE_LENGTH_MAX)}`;
}

/** As many as there is room for, and how many are left. */
function listed(names: readonly string[], lengthMax: number): string {
  let length = 0;
  let count = 0;
  for (const name of names) {
    length += name.length + 2;
    if (length > lengthMax) break;
    count++;
  }
  const more = names.length - count;
  return `${names.slice(0, count).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function addLines(answer: PagedText, lines: readonly string[]): number {
  answer.addEach(lines, (line) => [line]);
  return lines.length;
}

/** The files of tests among the places that go by name only, but for those that are run anyway. */
function nameTests({ byName }: Impact, tests: readonly TestFile[], mask: Mask): string[] {
  const known = new Set(tests.map(({ path }) => path));
  const files = byName.filter(({ path }) => pathClassOf(path) === "test" && !known.has(path));
  return [...new Set(files.map(({ file }) => file.name(mask)))].sort();
}

function byNameLine(places: readonly Place[]): string {
  const files = new Set(places.map(({ path }) => path)).size;
  return `by name only, not followed: ${counted(places.length, "place", "places")} in ${counted(files, "file", "files")}`;
}

/** ` (src/a.ts:3, src/b.ts:4, ...)`: the first of some places. */
export function placesNamed(places: readonly Place[], mask: Mask): string {
  const named = [...new Set(places.map(({ file, reference }) => `${file.name(mask)}:${reference.line}`))];
  const shown = named.slice(0, PLACES_NAMED);
  return named.length === 0 ? "" : ` (${shown.join(", ")}${named.length > shown.length ? ", ..." : ""})`;
}

function addRows(
  answer: PagedText,
  heading: string,
  rows: readonly Reached[],
  lines: (row: Reached) => readonly string[],
): number {
  if (rows.length === 0) return 0;
  answer.section(headingOf(heading, rows));
  answer.addEach(rows, lines);
  return rows.length;
}

function headingOf(heading: string, rows: readonly Reached[]): string {
  const files = new Set(rows.map(({ node }) => node.file.path)).size;
  return `${heading}: ${counted(rows.length, "symbol", "symbols")} in ${counted(files, "file", "files")}`;
}

function backLines(walk: Walk, verb: "uses" | "used by", mask: Mask): string[] {
  const seen = walk.back.filter(({ from, to }) => !isTest(from) && !isTest(to));
  const texts = [...new Set(seen.map(({ from, to }) => backText(from, to, verb, mask)))];
  if (texts.length === 0) return cutLines(walk);
  const more = texts.length - BACK_SHOWN;
  return [
    `  shown above: ${texts.slice(0, BACK_SHOWN).join("; ")}${more > 0 ? `; ${more} more` : ""}`,
    ...cutLines(walk),
  ];
}

function cutLines({ isCut }: Walk): string[] {
  return isCut ? [`  ... more than ${REACHED_MAX} symbols are reached: the rest is not followed`] : [];
}

/** A walk over users comes from what is used. */
function backText(from: SymbolNode, to: SymbolNode, verb: "uses" | "used by", mask: Mask): string {
  if (from === to) return `${nameOf(from, mask)} uses itself`;
  const [user, used] = verb === "uses" ? [to, from] : [from, to];
  return `${nameOf(user, mask)} uses ${nameOf(used, mask)}`;
}

/** `  src/app.ts:5-15  function start  (uses open in line 7)`. */
function reachedLine({ node, through }: Reached, verb: "uses" | "used by", mask: Mask, isShort: boolean): string {
  const shown = through.slice(0, LINKS_SHOWN).map((link) => linkText(link, mask, isShort));
  const more = through.length - shown.length;
  const links = `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const line = verb === "uses" ? through[0]!.lines[0] : undefined;
  return `  ${placeOf(node, mask, line)}  (${isShort ? links : `${verb} ${links}`})`;
}

function linkText({ node, lines }: Link, mask: Mask, isShort: boolean): string {
  return isShort ? linesText(lines) : `${nameOf(node, mask)} in ${linesText(lines)}`;
}

/** Near ones a line each with the names of their tests, further ones by folder. */
function testLines(tests: readonly TestFile[]): string[] {
  const near = tests.filter(({ distance }) => distance < 2);
  const far = tests.filter(({ distance }) => distance > 1);
  const folders = Map.groupBy(
    far,
    ({ shown, distance }) => `${distance}\0${shown.slice(0, shown.lastIndexOf("/") + 1)}`,
  );
  return [
    ...near.map(({ shown, distance, names }) => {
      const list = names.map((name) => name.slice(name.lastIndexOf(".") + 1));
      const more = list.length - NAMES_SHOWN;
      const tail = `${list.slice(0, NAMES_SHOWN).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
      return `  ${shown}  (${distance === 0 ? "changed" : "directly"}${tail === "" ? "" : `: ${tail}`})`;
    }),
    ...[...folders].flatMap(([key, files]) => {
      const [distance, folder = ""] = key.split("\0");
      const names = files.map(({ shown }) => shown.slice(folder.length));
      return chunked(names, TEST_NAMES_LINE).map((some) => `  ${folder}${bracketed(some)}  (distance ${distance})`);
    }),
  ];
}

function bracketed(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : `{${names.join(", ")}}`;
}

function chunked<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

/** Of several definitions the one around `line` counts. `src/app.ts:5-15  function start`; of the code at the top of a file: `src/app.ts  top of the file`. */
export function placeOf(node: SymbolNode, mask: Mask, line = 0): string {
  const own = node.definitions.find(({ symbol }) => symbol.line <= line && line <= symbol.endLine);
  const first = own ?? node.definitions[0];
  if (first === undefined) return `${node.file.name(mask)}  ${TOP}`;
  const { name, kind, from, to } = symbolData(first.symbol, mask);
  return `${first.file.name(mask)}:${rangeOf(from, to)}  ${kind} ${name}`;
}

const TOP = "top of the file";

function nameOf({ fullName, file }: SymbolNode, mask: Mask): string {
  return fullName === null ? `the top of ${file.name(mask)}` : shownLine(fullName, mask);
}

function lineOf({ definitions }: SymbolNode): number {
  return definitions[0]?.symbol.line ?? 0;
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** The reach as data: the part that all impacts share. */
export function impactData(impact: Impact, tests: readonly TestFile[], mask: Mask) {
  const { users, used, byName, left } = impact;
  const rowsOf = (walk: Walk | null) => (walk === null ? [] : inOrder(walk));
  const [usersRows, usedRows] = [rowsOf(users), rowsOf(used)];
  const data = {
    callers: usersRows.slice(0, DATA_MAX).map((row) => reachedData(row, mask)),
    callees: usedRows.slice(0, DATA_MAX).map((row) => reachedData(row, mask)),
    tests: tests.slice(0, DATA_MAX).map(({ shown, distance, names }) => ({
      path: shown,
      distance,
      names: names.slice(0, DATA_MAX),
    })),
    byName: {
      places: byName.length,
      files: new Set(byName.map(({ path }) => path)).size,
      tests: nameTests(impact, tests, mask).slice(0, DATA_MAX),
    },
    total: { callers: usersRows.length, callees: usedRows.length, tests: tests.length },
    isCut: users?.isCut === true || used?.isCut === true,
    left,
    hidden: 0,
    unparsed: 0,
  };
  return data satisfies Omit<CodeImpactData, "symbols" | "breaks">;
}

function reachedData({ node, distance, through }: Reached, mask: Mask) {
  const first = node.definitions[0];
  const own = first === undefined ? null : symbolData(first.symbol, mask);
  return {
    path: node.file.name(mask),
    name: own?.name ?? null,
    kind: own?.kind ?? null,
    from: own?.from ?? null,
    to: own?.to ?? null,
    distance,
    through: through.slice(0, DATA_LINES_MAX).map((link) => ({
      path: link.node.file.name(mask),
      name: link.node.fullName === null ? null : shownLine(link.node.fullName, mask),
      lines: link.lines.slice(0, DATA_LINES_MAX),
    })),
  };
}
