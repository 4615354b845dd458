// A symbol from all sides as text: definitions, relations, source by file, within a budget.

import { counted, type Wording } from "../../base/wording.ts";
import type { Mask } from "../../code/shown-code.ts";
import { fitted } from "../common/paged-text.ts";
import { linesText } from "./callees.ts";
import { definitionLines, unseen } from "./callers.ts";
import { linesByFile, type PackedPlace, withBody } from "./context-pack.ts";
import { type Explored, hasSource, type Related } from "./explored.ts";
import { type FoundPlace, placeAt } from "./find-code.ts";
import type { FoundSymbol } from "./find-symbol.ts";
import { placeOf, placesNamed } from "./impact-view.ts";
import { answerBytes } from "./ports.ts";
import { changingRemark } from "./reading.ts";
import type { ShownFile } from "./shown-file.ts";
import { bytesOf, rangeOf, shownLine } from "./shown-lines.ts";
import { NOT_ALL, symbolData } from "./symbols.ts";

/** Tokens of an answer, unless a caller says otherwise. */
const EXPLORE_TOKENS = 2500;
/** The most that each part takes of an answer; source has what they leave. */
const CLOSING_SHARE = 0.4;
const SHARES = { members: 0.12, users: 0.18, callees: 0.14, tests: 0.08, outside: 0.04 } as const;
/** What a symbol is explored for is its own source: so much of what is left for source it may have. */
const OWN_SHARE = 0.6;
/** The most lines of the symbol's own source, and of what hangs together with it, or is outlined by its members. */
const OWN_LINES_MAX = 80;
const RELATED_LINES_MAX = 24;
const MODULES_SHOWN = 8;
const NAMES_SHOWN = 3;

/** The lines. */
export function exploreLines(explored: Explored, say: Wording): string[] {
  const { node, mask } = explored;
  const bytes = answerBytes(explored.ports, EXPLORE_TOKENS);
  const closing = fitted(closingLines(explored, say), bytes * CLOSING_SHARE);
  const answer = new Sections(bytes - bytesOf(closing), bytes);
  answer.add(["entry points:", ...definitionLines(node.definitions, mask).map((line) => `  ${line}`)]);
  addRelations(answer, explored, say);
  const source = sourceOf(explored, answer.left - bytesOf([SOURCE_HEAD]));
  if (source.length > 0) answer.add([SOURCE_HEAD, ...linesByFile(source, mask)]);
  return [...answer.lines, ...closing];
}

const SOURCE_HEAD = "source by file:";

/** Lines, as many as there is room for. */
class Sections {
  readonly lines: string[] = [];
  readonly #all: number;
  left: number;

  constructor(room: number, all: number) {
    this.left = room;
    this.#all = all;
  }

  /** Adds lines as far as they fit. */
  add(lines: readonly string[]): void {
    for (const line of lines) {
      const size = bytesOf([line]);
      if (size > this.left) return;
      this.left -= size;
      this.lines.push(line);
    }
  }

  /** Adds rows below a heading, in a share of all; `more` says what is left and where it is. */
  list(heading: string, rows: readonly string[], share: number, more: (left: number) => string): void {
    if (rows.length === 0) return;
    let left = Math.min(this.left, share * this.#all) - bytesOf([heading]);
    let count = 0;
    for (const row of rows) {
      left -= bytesOf([row]);
      // The last row needs no room for a line about more.
      if (left < (count === rows.length - 1 ? 0 : bytesOf([more(rows.length)]))) break;
      count++;
    }
    const rest = rows.length - count;
    this.add([heading, ...rows.slice(0, count), ...(rest > 0 ? [more(rest)] : [])]);
  }
}

function addRelations(answer: Sections, explored: Explored, say: Wording): void {
  const { users, callees, members, tests, byName, mayUse, outside, mask } = explored;
  const all = (action: string) =>
    say.either(`helix code ${action} ${action === "outline" ? "PATH" : "NAME"}`, `action="${action}"`);
  const more = (action: string) => (left: number) => `  ... ${left} more: ${all(action)}`;
  if (users.length === 0) answer.add(["used by: nothing of the tree for certain"]);
  answer.list(
    `used by: ${counted(users.length, "symbol", "symbols")}`,
    users.map((row) => relatedLine(row, "extends it", mask)),
    SHARES.users,
    more("callers"),
  );
  answer.list(
    `uses: ${counted(callees.length, "symbol", "symbols")} of the tree`,
    callees.map((row) => relatedLine(row, "base", mask)),
    SHARES.callees,
    more("callees"),
  );
  const modules = outside.flatMap(({ module }) => (module === null ? [] : [shownLine(module, mask)]));
  if (modules.length > 0) {
    const rest = modules.length - MODULES_SHOWN;
    const names = modules.slice(0, MODULES_SHOWN).join(", ");
    answer.list(
      "outside the tree:",
      [`  ${names}${rest > 0 ? ` and ${rest} more` : ""}`],
      SHARES.outside,
      () => "  ...",
    );
  }
  const unsure = [
    ...(byName.places === 0
      ? []
      : [
          `${places(byName.places)} in ${counted(byName.files, "file", "files")} may use it${placesNamed(mayUse, mask)}`,
        ]),
    ...(byName.names === 0 ? [] : [`it uses ${counted(byName.names, "name", "names")} that may mean the tree's`]),
  ];
  if (unsure.length > 0) answer.add([`by name only: ${unsure.join("; ")}`]);
  answer.list(
    `tests that use it: ${counted(tests.length, "file", "files")}`,
    tests.map(({ shown, names }) => testLine(shown, names)),
    SHARES.tests,
    more("impact"),
  );
  answer.list(
    `members: ${members.length}`,
    members.map((each) => memberLine(each, mask)),
    SHARES.members,
    more("outline"),
  );
}

function places(count: number): string {
  return counted(count, "place", "places");
}

/** `  src/app.ts:4-9  function start  (extends it; line 5)`. */
function relatedLine({ node, role, lines }: Related, base: string, mask: Mask): string {
  const how = role === "base" ? `${base}; ` : role === "type" ? "as a type; " : "";
  return `  ${placeOf(node, mask, lines[0])}  (${how}${linesText(lines)})`;
}

function testLine(path: string, names: readonly string[]): string {
  const own = names.slice(0, NAMES_SHOWN).map((name) => name.slice(name.lastIndexOf(".") + 1));
  const more = names.length - own.length;
  return `  ${path}${own.length === 0 ? "" : `  (${own.join(", ")}${more > 0 ? ` and ${more} more` : ""})`}`;
}

function memberLine({ symbol }: FoundSymbol, mask: Mask): string {
  const { from, to, signature } = symbolData(symbol, mask);
  return `  ${rangeOf(from, to)}  ${signature}`;
}

/** Its own source first, then in turns that of what it uses and of who uses it. */
function sourceOf(explored: Explored, room: number): PackedPlace[] {
  const { node, callees, users, members, mask } = explored;
  const packed: PackedPlace[] = [];
  let left = room;
  const add = (definition: FoundSymbol, named: number | null, linesMax: number, most = left) => {
    const { file, symbol } = definition;
    if (packed.some((each) => hasLines(each, file, symbol.line, named ?? symbol.endLine))) return;
    const head = packed.some((each) => each.file === file) ? 0 : bytesOf([file.name(mask)]);
    const found = withBody(placeFor(explored, definition, named), file, mask, Math.min(left, most) - head, {
      linesMax,
    });
    if (found === null) return;
    left -= head + bytesOf(found.text);
    packed.push(found);
  };
  for (const definition of node.definitions) {
    const isOutlined = members.length > 0 && sizeOf(definition) > OWN_LINES_MAX;
    add(definition, null, isOutlined ? RELATED_LINES_MAX : OWN_LINES_MAX, room * OWN_SHARE);
  }
  const [used, using] = [callees.filter(hasSource), users.filter(hasSource)];
  for (let at = 0; at < Math.max(used.length, using.length); at++) {
    const [callee, user] = [used[at]?.node.definitions[0], using[at]];
    if (callee !== undefined && isWorthLines(callee)) add(callee, null, RELATED_LINES_MAX);
    if (user === undefined) continue;
    const line = user.lines[0] ?? 0;
    const around = user.node.definitions.find(({ symbol }) => symbol.line <= line && line <= symbol.endLine);
    if (around !== undefined && sizeOf(around) > 1) add(around, line, RELATED_LINES_MAX);
  }
  return packed;
}

/** Whether lines of a file stand in what is shown. */
function hasLines({ file: shown, body }: PackedPlace, file: ShownFile, from: number, to: number): boolean {
  return shown === file && body !== null && body.from <= from && to <= body.to;
}

function sizeOf({ symbol }: FoundSymbol): number {
  return symbol.endLine - symbol.line + 1;
}

/** Whether the source says more than the row of the relation: it has some lines, and they are no mere beginning. */
function isWorthLines(definition: FoundSymbol): boolean {
  const isFunction = definition.symbol.kind === "function" || definition.symbol.kind === "method";
  return sizeOf(definition) > 1 && (isFunction || sizeOf(definition) <= RELATED_LINES_MAX);
}

/** A definition as a place, with the comment above it; `named`: a line of it that must be seen. */
function placeFor({ view }: Explored, { file, symbol }: FoundSymbol, named: number | null): FoundPlace {
  const { from, to, name } = { from: symbol.line, to: Math.max(symbol.line, symbol.endLine), name: symbol.name };
  const above = placeAt(view, file.path, from);
  const own = above?.stretch ?? null;
  const isItsOwn = own !== null && own.symbol?.endsWith(name) === true && own.line === from;
  const fullName = symbol.container === null ? name : `${symbol.container}.${name}`;
  const stretch = { from: isItsOwn ? own.from : from, to, symbol: fullName, line: from };
  return { path: file.path, stretch, kind: symbol.kind, score: 0, named };
}

function closingLines({ isCut, left, files, view, node }: Explored, say: Wording): string[] {
  const several =
    node.definitions.length > 1
      ? [`it has several definitions: narrow it with a full name or ${say.name("path")}`]
      : [];
  const more = say.either("--budget 5000", "budget=5000");
  return [
    ...several,
    ...(isCut ? [NOT_ALL] : []),
    ...(left === 0 ? [] : [unseen(left, say)]),
    ...changingRemark(files),
    ...view.remarks,
    `read on: ${say.either("helix code read PATH --symbol NAME", 'action="read" symbol=NAME')}; a longer answer: ${more}`,
  ];
}
