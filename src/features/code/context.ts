// code action=context: what a task needs to begin with, in one answer: notes that apply, the best functions with their
// source and who uses them, signatures of further ones, tests.

import type { Answer } from "../../base/answer.ts";
import { invalid } from "../../base/errors.ts";
import { CALLS, COMMANDS, type Wording } from "../../base/wording.ts";
import { parseFilters } from "../../code/search/code-filter.ts";
import { quote } from "../../engine/text/clean.ts";
import { MINUTE_MS } from "../../engine/text/dates.ts";
import { fitted } from "../common/paged-text.ts";
import type { CodeContextData } from "./context-data.ts";
import { type ContextNotes, contextNotes } from "./context-notes.ts";
import { linesByFile, OTHERS_HEAD, type Packed, type PackedPlace, packContext } from "./context-pack.ts";
import { contextUses, type Uses, usersLine } from "./context-uses.ts";
import { type FoundCode, type FoundPlace, findCode } from "./find-code.ts";
import { type LikeQuery, likeQuery } from "./like-query.ts";
import { answerBytes, type CodePorts, onlyPage } from "./ports.ts";
import { changingRemark, type Reading, settledReading } from "./reading.ts";
import { nothingLines, unknownRemark } from "./search.ts";
import { bytesOf, shownLine } from "./shown-lines.ts";
import { treeOf } from "./tree.ts";

export interface CodeContextValues {
  readonly query: string;
}

/** Tokens of an answer, unless a caller says otherwise. */
export const CONTEXT_TOKENS = 2500;
/** The most bytes of remarks and of what closes an answer, as a share of it. */
const CLOSING_SHARE = 0.4;
const TESTS_SHARE = 0.08;
const TESTS_MAX = 5;
/** Who uses them is looked up for so many places, and notes on them for so many. */
const USED_PLACES = 8;
const NOTED_PLACES = 16;
const NAME_LENGTH_MAX = 120;
const DATA_MAX = 50;

/** A test that belongs to the result, and the shown functions that it uses. */
interface ContextTest {
  readonly path: string;
  readonly uses: readonly string[];
}

interface Context extends Reading {
  /** The most of the answer. */
  readonly bytes: number;
  readonly found: FoundCode;
  readonly like: LikeQuery;
  readonly uses: ReadonlyMap<FoundPlace, Uses>;
  readonly notes: ContextNotes;
  readonly packed: Packed;
  readonly tests: readonly ContextTest[];
  readonly testLines: readonly string[];
}

/** Packs what a task needs. Throws INVALID_ARGUMENT for a task without words, NOT_FOUND for a further page, CANCELLED. */
export async function contextAnswer(ports: CodePorts, { query }: CodeContextValues): Promise<Answer> {
  const { text } = parseFilters(query);
  if (text === "") {
    throw invalid(
      (say) =>
        `${say.either(quote(query), `query=${quote(query)}`)} has no words: say what is to be done, e.g. ${say.either("helix code context limit the retries", 'query="limit the retries"')}`,
    );
  }
  onlyPage(ports);
  const tree = treeOf(ports);
  const like = await likeQuery(ports, tree, query);
  const context = await settledReading(ports, (reading) => contextOf(reading, query, like), { tree });
  const { packed, notes, tests } = context;
  const hasCode = packed.source.length + packed.outlines.length + packed.others.length + tests.length > 0;
  return {
    found: hasCode || notes.bytes > 0,
    isPaged: true,
    text: (say) =>
      [
        ...notes.lines(say),
        ...(hasCode ? codeLines(context) : nothing(context, query)),
        ...closingLines(context, context.bytes, say),
      ].join("\n"),
    data: () => dataOf(context),
  };
}

async function contextOf(reading: Reading, query: string, like: LikeQuery): Promise<Context> {
  const { ports, view, files, mask } = reading;
  const found = findCode(view, query, Math.floor(ports.base.clock() / MINUTE_MS), like.in(view));
  const leading = found.places.slice(0, NOTED_PLACES).filter(({ stretch }) => stretch !== null);
  const first = leading.slice(0, USED_PLACES);
  const uses = await contextUses(reading, first);
  const bytes = answerBytes(ports, CONTEXT_TOKENS);
  const notes = await contextNotes(reading, parseFilters(query).text, leading, bytes);
  const closing = [COMMANDS, CALLS].map((say) => bytesOf(closingLines({ ...reading, found, like }, bytes, say)));
  const room = bytes - Math.max(...closing) - HEADINGS_BYTES;
  const tests = testsOf(found, first, uses);
  const testLines = shownTests(reading, tests, room * TESTS_SHARE);
  const packed = packContext({
    found,
    files,
    mask,
    room: room - bytesOf(testLines) - notes.bytes,
    remarkOn: (place) => (uses.has(place) ? usersLine(uses.get(place)!, mask) : null),
  });
  return { ...reading, bytes, found, like, uses, notes, packed, tests, testLines };
}

/** Those that use the first places for certain, then those that are like the task. */
function testsOf({ results }: FoundCode, first: readonly FoundPlace[], uses: ReadonlyMap<FoundPlace, Uses>) {
  const tests = new Map<string, string[]>();
  for (const place of first)
    for (const path of uses.get(place)?.tests ?? []) {
      const names = tests.get(path) ?? [];
      names.push(place.stretch!.symbol!);
      tests.set(path, names);
    }
  for (const { path } of results.tests) if (!tests.has(path)) tests.set(path, []);
  return [...tests].map(([path, names]): ContextTest => ({ path, uses: names }));
}

function shownTests({ files, mask }: Reading, tests: readonly ContextTest[], room: number): string[] {
  const lines: string[] = [];
  let left = room;
  for (const { path, uses } of tests) {
    if (lines.length === TESTS_MAX) break;
    const file = files.get(path);
    if (file === null) continue;
    const names = uses.map((name) => shownLine(name.slice(name.lastIndexOf(".") + 1), mask, NAME_LENGTH_MAX));
    const line = `  ${file.name(mask)}${names.length === 0 ? "" : `  (uses ${names.join(", ")})`}`;
    left -= bytesOf([line]);
    if (left < 0) break;
    lines.push(line);
  }
  return lines;
}

const SOURCE_HEAD = "entry points with their source, best first:";
const OUTLINES_HEAD = "signatures of what else matches, by file:";
const OUTLINES_ALONE = "signatures of what matches, by file:";
const HEADINGS_BYTES = 160;

function codeLines({ packed, mask, tests, testLines }: Context): string[] {
  const { source, outlines, others } = packed;
  const outlinesHead = source.length === 0 ? OUTLINES_ALONE : OUTLINES_HEAD;
  const testsHead = testLines.length < tests.length ? `tests (${testLines.length} of ${tests.length}):` : "tests:";
  return [
    ...(source.length === 0 ? [] : [SOURCE_HEAD, ...linesByFile(source, mask)]),
    ...(outlines.length === 0 ? [] : [outlinesHead, ...linesByFile(outlines, mask)]),
    ...(others.length === 0 ? [] : [OTHERS_HEAD, ...others.map((file) => `  ${file.name(mask)}`)]),
    ...(testLines.length === 0 ? [] : [testsHead, ...testLines]),
  ];
}

function nothing({ view, ports }: Context, query: string): string[] {
  return nothingLines(view, query, ports.base.clock());
}

/** What was left out and why, and where to read on. */
function closingLines(
  { found, like, view, files }: Reading & Pick<Context, "found" | "like">,
  bytes: number,
  say: Wording,
): readonly string[] {
  const read = say.either("helix code read PATH --lines 10-40", 'action="read" path=PATH lines="10-40"');
  const more = say.either("--budget 5000", "budget=5000");
  const lines = [...like.remarks(), ...unknownRemark(found, view), ...changingRemark(files), ...view.remarks];
  if (found.places.length > 0) lines.push(`read on: ${read}; a longer answer: ${more}`);
  return fitted(lines, bytes * CLOSING_SHARE);
}

function dataOf({ view, found, like, files, mask, notes, packed, tests, uses }: Context): CodeContextData {
  const name = (text: string) => shownLine(text, mask, Number.POSITIVE_INFINITY);
  const placeOf = ({ place, file }: PackedPlace) => ({
    path: file.name(mask),
    from: place.stretch!.from,
    to: place.stretch!.to,
  });
  const functionOf = ({ place, file, body, like }: PackedPlace) => {
    const { from, to, symbol, line } = place.stretch!;
    return {
      path: file.name(mask),
      from,
      to,
      line,
      symbol: symbol === null ? null : name(symbol),
      kind: place.kind,
      signature: file.signature(place.stretch!, mask),
      body: body === null ? null : { from: body.from, to: body.to, lines: [...body.lines] },
      like: like === null ? null : placeOf(like),
      users: (uses.get(place)?.users ?? []).slice(0, DATA_MAX).map((user) => ({
        path: name(user.path),
        symbol: user.symbol === null ? null : name(user.symbol),
        line: user.line,
      })),
    };
  };
  return {
    root: name(view.tree.root),
    notes: notes.data,
    functions: [...packed.source, ...packed.outlines].map(functionOf),
    files: packed.others.map((file) => file.name(mask)),
    tests: tests.slice(0, DATA_MAX).flatMap(({ path, uses: used }) => {
      const file = files.get(path);
      return file === null ? [] : [{ path: file.name(mask), uses: used.map(name) }];
    }),
    total: { functions: found.places.length, files: found.files.length, tests: tests.length },
    unknown: [...found.results.unknown],
    pending: view.pending,
    remarks: [...like.remarks(), ...view.remarks],
  };
}
