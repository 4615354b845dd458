// code action=search: what the code has to say to a query. Nothing is shown that is not there any more.

import type { Answer } from "../../base/answer.ts";
import { HelixError, invalid } from "../../base/errors.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { parseFilters } from "../../code/search/code-filter.ts";
import type { Mask } from "../../code/shown-code.ts";
import type { CodeView } from "../../code/store/code-view.ts";
import { quote } from "../../engine/text/clean.ts";
import { MINUTE_MS } from "../../engine/text/dates.ts";
import { LONGEST_PAGE, TOKEN_BYTES } from "../common/page-request.ts";
import type { CodeSearchData } from "./data.ts";
import { type FoundCode, findCode, termsIn } from "./find-code.ts";
import { type CodeDetail, type Layout, layOut } from "./layout.ts";
import { type LikeQuery, likeQuery } from "./like-query.ts";
import type { CodePorts } from "./ports.ts";
import { changingRemark, type Reading, settledReading } from "./reading.ts";
import type { ShownFiles } from "./shown-file.ts";
import { shownLine } from "./shown-lines.ts";
import { treeOf } from "./tree.ts";

export interface CodeSearchValues {
  readonly query: string;
  readonly detail: CodeDetail;
  readonly explain: boolean;
}

/** An answer that may be as long as answers are, at a terminal, is as long as this all the same. */
const TERMINAL_TOKENS = 2500;
const DATA_FILES_MAX = 50;
const DATA_FUNCTIONS_MAX = 100;
const UNKNOWN_SHOWN = 8;

/** What was found, and how a page of it is laid out. */
interface Searched extends Reading {
  readonly found: FoundCode;
  readonly layout: Layout;
}

/** Searches. Throws INVALID_ARGUMENT for a query without words, NOT_FOUND for a page that there is not. */
export async function searchAnswer(ports: CodePorts, values: CodeSearchValues): Promise<Answer> {
  if (parseFilters(values.query).text === "") {
    throw invalid(
      (say) =>
        `${say.either(quote(values.query), `query=${quote(values.query)}`)} has no words to look for: give some, e.g. ${say.either("helix code where are retries limited", 'query="where are retries limited"')}`,
    );
  }
  const tree = treeOf(ports);
  const like = await likeQuery(ports, tree, values.query);
  const searched = await settledReading(ports, (reading) => laidOut(reading, values, like), { tree });
  const { view, found, files, layout, mask } = searched;
  const { next, page } = ports.page ?? LONGEST_PAGE;
  if (layout.pages < page) {
    const pages = counted(layout.pages, "page", "pages");
    throw new HelixError("NOT_FOUND", `there is no page ${page}: the answer has ${pages}`);
  }
  const isFound = found.places.length > 0 || found.results.tests.length > 0;
  const remarks = [...like.remarks(), ...remarksOf(searched)];
  const nothing = isFound ? [] : nothingLines(view, values.query, ports.base.clock());
  return {
    found: isFound,
    isPaged: true,
    text(say) {
      if (!isFound) return [...nothing, ...remarks].join("\n");
      const left = layout.total - layout.begun;
      const more = left > 0 ? [`... ${layout.what(left)}: ${next(page + 1)}`] : [];
      return [
        ...layout.lines,
        ...(values.explain ? [confidenceLine(found)] : []),
        ...remarks,
        ...more,
        readHint(say),
      ].join("\n");
    },
    data: () => dataOf(view, found, files, mask, values, like.remarks()),
  };
}

/** What is said where no code matches a query: what its filters and the settings leave out. */
export function nothingLines(view: CodeView, query: string, nowMs: number): string[] {
  const excluded = view.tree.excluded ?? 0;
  return [
    `no code matches ${quote(query)}${leftByFilters(view, query, nowMs)}`,
    ...(excluded > 0 ? [`${counted(excluded, "path is", "paths are")} left out by code.exclude`] : []),
  ];
}

/** How many files match without the filters of a query that finds nothing, e.g. `; without path: 12 files do`. */
function leftByFilters(view: CodeView, query: string, nowMs: number): string {
  const { text, names } = parseFilters(query);
  if (names.length === 0) return "";
  const { results } = findCode(view, text, Math.floor(nowMs / MINUTE_MS));
  const files = results.files.length + results.tests.length;
  return files === 0 ? "" : `; without ${names.join(" and ")} ${counted(files, "file does", "files do")}`;
}

function laidOut(reading: Reading, { query, detail, explain }: CodeSearchValues, like: LikeQuery): Searched {
  const { ports, view, files, mask } = reading;
  const page = ports.page ?? LONGEST_PAGE;
  const isWhole = ports.budget !== undefined && !page.hasBudget;
  const bytes = isWhole ? TERMINAL_TOKENS * TOKEN_BYTES : page.bytes;
  const found = findCode(view, query, Math.floor(ports.base.clock() / MINUTE_MS), like.in(view));
  const about = (path: string) => (explain ? explained(view, query, found, path) : []);
  return { ...reading, found, layout: layOut({ found, files, mask, detail, bytes, page: page.page, about }) };
}

/** Why a file ranks where it does. */
function explained(view: CodeView, query: string, { ranked, results }: FoundCode, path: string): string[] {
  const file = ranked.get(path);
  if (file === undefined) return ["    named by the query"];
  const { text, history, factor, score } = file;
  const weight = Math.sqrt(results.evidence.confidence);
  const named = score / factor - text - weight * history;
  const parts = [`text ${figure(text)}`, `commits ${figure(weight * history)}`];
  if (named > 0.001) parts.push(`named ${figure(named)}`);
  const ranks = results.ranks?.get(path);
  return [
    ...(ranks === undefined
      ? []
      : [`    place by words ${ranks.words ?? "none"}, by meaning ${ranks.meaning ?? "none"}`]),
    `    score ${figure(score)} = ${figure(factor)} x (${parts.join(" + ")}); words: ${termsIn(view, query, file).join(" ") || "none"}`,
  ];
}

function figure(value: number): string {
  return value.toFixed(2);
}

function confidenceLine({ results: { evidence } }: FoundCode): string {
  return `earlier commits: ${figure(evidence.confidence)} like the query at best`;
}

function remarksOf({ view, found, files }: Searched): string[] {
  return [...unknownRemark(found, view), ...changingRemark(files), ...view.remarks];
}

/** What is said of words that nothing holds. While files are not in yet nobody knows. */
export function unknownRemark({ results: { unknown } }: FoundCode, { pending }: CodeView): string[] {
  if (unknown.length === 0 || pending > 0) return [];
  const more = unknown.length > UNKNOWN_SHOWN ? ` and ${unknown.length - UNKNOWN_SHOWN} more` : "";
  return [`no code holds: ${unknown.slice(0, UNKNOWN_SHOWN).join(", ")}${more}`];
}

function readHint(say: Wording): string {
  return `read on: ${say.either("helix code read PATH --lines 10-40", 'action="read" path=PATH lines="10-40"')}`;
}

function dataOf(
  view: CodeView,
  found: FoundCode,
  files: ShownFiles,
  mask: Mask,
  { query }: CodeSearchValues,
  notes: readonly string[],
): CodeSearchData {
  const { results, ranked, places } = found;
  const name = (text: string) => shownLine(text, mask, Number.POSITIVE_INFINITY);
  const fileOf = (path: string) => {
    const file = files.get(path);
    if (file === null) return [];
    const { score = 0, text = 0, history = 0, factor = 1 } = ranked.get(path) ?? {};
    const rank = ranked.get(path);
    const place = results.ranks?.get(path);
    const words = rank === undefined ? [] : termsIn(view, query, rank);
    return [
      {
        path: name(path),
        language: file.language,
        lines: file.lines.length,
        score,
        text,
        history,
        factor,
        words,
        ...(place && { ranks: place }),
      },
    ];
  };
  return {
    root: name(view.tree.root),
    files: found.files.slice(0, DATA_FILES_MAX).flatMap(fileOf),
    tests: results.tests.slice(0, DATA_FILES_MAX).flatMap(({ path }) => fileOf(path)),
    functions: places.slice(0, DATA_FUNCTIONS_MAX).flatMap(({ path, stretch, kind, score, named }) => {
      const file = stretch === null ? null : files.get(path);
      if (stretch === null || file === null || file.isBlank(stretch)) return [];
      const { from, to, symbol, line } = stretch;
      const signature = file.signature(stretch, mask);
      return [
        {
          path: name(path),
          from,
          to,
          line,
          symbol: symbol === null ? null : name(symbol),
          kind,
          signature,
          score,
          named,
        },
      ];
    }),
    total: { files: found.files.length, tests: results.tests.length, functions: places.length },
    confidence: results.evidence.confidence,
    unknown: [...results.unknown],
    pending: view.pending,
    notes: [...notes, ...view.remarks],
  };
}
