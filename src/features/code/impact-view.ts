// How the reach of a change is shown: who uses what changes, by distance; the tests to run; what it uses itself.

import { counted } from "../../base/wording.ts";
import { CLASS_FACTORS, pathClassOf } from "../../code/files/path-class.ts";
import type { Mask } from "../../code/shown-code.ts";
import type { PagedText } from "../common/paged-text.ts";
import { linesText } from "./callees.ts";
import type { CodeImpactData } from "./data.ts";
import { isTest, type Link, type Reached, type Walk } from "./impact-graph.ts";
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
const NAMES_SHOWN = 4;
const NAME_FILES_SHOWN = 8;
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
  const counts = Map.groupBy(rows, ({ distance }) => distance);
  const parts = [...counts].map(([distance, { length }]) =>
    distance === 1 ? `${counted(length, "symbol", "symbols")} directly` : `${length} at distance ${distance}`,
  );
  if (parts.length === 0) parts.push("no code for certain");
  return `what a change reaches: ${parts.join(", ")}; ${counted(tests.length, "file", "files")} of tests`;
}

/** Adds who uses what changes. `isOne`: there is one such symbol, which needs no naming. Gives how many results. */
export function addUsers(answer: PagedText, impact: Impact, tests: readonly TestFile[], mask: Mask, isOne: boolean) {
  const { users, byName } = impact;
  if (users === null) return 0;
  const rows = inOrder(users);
  const direct = rows.filter(({ distance }) => distance === 1);
  const say = (row: Reached) => [reachedLine(row, "uses", mask, isOne && row.distance === 1)];
  let results = addRows(answer, `${isOne ? "used directly by" : "impacted directly"}: `, direct, say);
  if (byName.length > 0) {
    answer.section(byNameLine(byName));
    const files = nameTests(impact, tests, mask);
    if (files.length > 0) {
      const more = files.length - NAME_FILES_SHOWN;
      const shown = files.slice(0, NAME_FILES_SHOWN).join(", ");
      answer.add([`  of tests: ${shown}${more > 0 ? ` and ${counted(more, "more file", "more files")}` : ""}`]);
      results++;
    }
  }
  if (tests.length > 0) {
    answer.section(`tests to run: ${counted(tests.length, "file", "files")}`);
    answer.addEach(tests, (test) => [testLine(test)]);
    results += tests.length;
  }
  for (let distance = 2; ; distance++) {
    const further = rows.filter((row) => row.distance === distance);
    if (further.length === 0) break;
    results += addRows(answer, `at distance ${distance}: `, further, say);
  }
  return results + addBack(answer, users, "uses", mask);
}

/** Adds what a symbol uses itself. Gives how many results. */
export function addUsed(answer: PagedText, { used }: Impact, mask: Mask): number {
  if (used === null) return 0;
  const rows = inOrder(used);
  let results = 0;
  for (let distance = 1; ; distance++) {
    const at = rows.filter((row) => row.distance === distance);
    if (at.length === 0) break;
    const heading = distance === 1 ? "it uses: " : `what these use, at distance ${distance}: `;
    results += addRows(answer, heading, at, (row) => [reachedLine(row, "used by", mask, distance === 1)]);
  }
  return results + addBack(answer, used, "used by", mask);
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

function addRows(
  answer: PagedText,
  heading: string,
  rows: readonly Reached[],
  lines: (row: Reached) => readonly string[],
): number {
  if (rows.length === 0) return 0;
  const files = new Set(rows.map(({ node }) => node.file.path)).size;
  answer.section(`${heading}${counted(rows.length, "symbol", "symbols")} in ${counted(files, "file", "files")}`);
  answer.addEach(rows, lines);
  return rows.length;
}

function addBack(answer: PagedText, { back, isCut }: Walk, verb: "uses" | "used by", mask: Mask): number {
  const seen = back.filter(({ from, to }) => !isTest(from) && !isTest(to));
  const texts = [...new Set(seen.map(({ from, to }) => backText(from, to, verb, mask)))];
  let results = 0;
  if (texts.length > 0) {
    const more = texts.length - BACK_SHOWN;
    answer.add([`  shown above: ${texts.slice(0, BACK_SHOWN).join("; ")}${more > 0 ? `; ${more} more` : ""}`]);
    results++;
  }
  if (isCut) {
    answer.add(["  ... more was found than is followed: narrow it with a lesser depth"]);
    results++;
  }
  return results;
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
  return `  ${placeOf(node, mask)}  (${isShort ? links : `${verb} ${links}`})`;
}

function linkText({ node, lines }: Link, mask: Mask, isShort: boolean): string {
  return isShort ? linesText(lines) : `${nameOf(node, mask)} in ${linesText(lines)}`;
}

function testLine({ shown, distance, names }: TestFile): string {
  const more = names.length - NAMES_SHOWN;
  const list = `${names.slice(0, NAMES_SHOWN).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const far = distance === 0 ? "changed" : `distance ${distance}`;
  return `  ${shown}  (${far}${list === "" ? "" : `: ${list}`})`;
}

/** `src/app.ts:5-15  function start`; of the code at the top of a file: `src/app.ts  top of the file`. */
export function placeOf(node: SymbolNode, mask: Mask): string {
  const first = node.definitions[0];
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
