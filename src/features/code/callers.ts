// code action=callers: where a symbol is used, and how sure that is.

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { CLASS_FACTORS, pathClassOf } from "../../code/files/path-class.ts";
import { CERTAINTIES, type Certainty, isCertain } from "../../code/references/reference.ts";
import type { Mask } from "../../code/shown-code.ts";
import { qualifiedName } from "../../code/symbol-scanner.ts";
import { quote } from "../../engine/text/clean.ts";
import { PagedText } from "../common/paged-text.ts";
import type { CodeCallersData } from "./data.ts";
import type { FoundSymbol, FoundSymbols } from "./find-symbol.ts";
import { type OtherLine, otherLinesOf, usesByName } from "./mentions.ts";
import type { CodePorts } from "./ports.ts";
import { type Reading, settledReading } from "./reading.ts";
import { type Place, Relations } from "./relations.ts";
import { rangeOf, shownLine } from "./shown-lines.ts";
import { definitionsOf, NOT_ALL, symbolData, unparsedRemark } from "./symbols.ts";

export interface CodeCallersValues {
  readonly symbol: string;
  readonly path?: string | undefined;
}

const DATA_PLACES_MAX = 500;
const DEFINITIONS_SHOWN = 3;
const BECAUSE: Readonly<Record<Certainty, string>> = {
  file: "in its own file",
  import: "by import or package",
  type: "by the receiver's type",
  only: "as the only one of the name",
  name: "by name only",
};
/** Where a name stands that is taken for no use: on one line, on several. */
const STANDS: Readonly<Record<OtherLine["kind"], readonly [string, string]>> = {
  import: ["in an import", "in imports"],
  export: ["in an export", "in exports"],
  other: ["in a text or as another one", "in texts or as other ones"],
};
const OTHER_KINDS = Object.keys(STANDS) as OtherLine["kind"][];

/** Finds the places. Throws NOT_FOUND with near names, CANCELLED. */
export function callersAnswer(ports: CodePorts, values: CodeCallersValues): Promise<Answer> {
  return settledReading(ports, (reading) => answerOf(reading, values));
}

async function answerOf(reading: Reading, { symbol, path }: CodeCallersValues): Promise<Answer> {
  const { symbols: found, isCut } = await oneSymbol(reading, symbol, path);
  const relations = new Relations(reading);
  const node = await relations.nodeOf(found);
  const places = await usesByName(relations, node);
  const others = places.length > 0 ? [] : await otherLinesOf(reading, node);
  const factor = ({ path }: Place) => CLASS_FACTORS[pathClassOf(path)];
  places.sort(
    (a, b) =>
      Number(isCertain(b)) - Number(isCertain(a)) ||
      factor(b) - factor(a) ||
      (a.path === b.path ? a.reference.line - b.reference.line : a.path < b.path ? -1 : 1),
  );
  return present(reading, found, { places, others, left: relations.left, isCut });
}

/** The definitions that a name means, all of one own name. Throws NOT_FOUND with near names. */
export async function oneSymbol(reading: Reading, symbol: string, path: string | undefined): Promise<FoundSymbols> {
  const found = await definitionsOf(reading, symbol, path);
  const { name } = found.symbols[0]!.symbol;
  if (!found.isPart && found.symbols.every((each) => each.symbol.name === name)) return found;
  const names = [...new Set(found.symbols.map((each) => qualifiedName(each.symbol)))].slice(0, DEFINITIONS_SHOWN);
  throw new HelixError("NOT_FOUND", `there is no symbol ${quote(symbol)}; did you mean ${names.join(" or ")}?`);
}

interface Found {
  readonly places: readonly Place[];
  /** Where no use was found: the lines that have the name all the same. */
  readonly others: readonly OtherLine[];
  readonly left: number;
  readonly isCut: boolean;
}

function present(
  { ports, mask, view }: Reading,
  found: readonly FoundSymbol[],
  { places, others, left, isCut }: Found,
): Answer {
  const certain = places.filter(isCertain);
  const byName = places.length - certain.length;
  return {
    found: places.length > 0,
    isPaged: true,
    text(say) {
      const remarks = [
        ...(isCut ? [NOT_ALL] : []),
        ...unparsedRemark(found),
        ...(left === 0 ? [] : [unseen(left, say)]),
      ];
      const answer = new PagedText(ports, remarks);
      answer.head(...definitionLines(found, mask), whatIsFound(places, others, view.live.count, mask));
      if (certain.length > 0) answer.section(`certain: ${certain.length} (${reasonsOf(certain)})`);
      const rows = rowsOf(certain);
      answer.addEach(rows, (row) => [rowLine(row, mask)]);
      if (byName > 0) {
        answer.section(`by name only: ${byName}, which may mean another one`);
        const others = rowsOf(places.slice(certain.length));
        answer.addEach(others, (row) => [rowLine(row, mask)]);
        rows.push(...others);
      }
      return answer.text(rows.length, (rest) => counted(rest, "more line", "more lines"));
    },
    data: (): CodeCallersData => ({
      definitions: found.map(({ file, symbol }) => ({ path: file.name(mask), ...symbolData(symbol, mask) })),
      places: places.slice(0, DATA_PLACES_MAX).map((place) => ({
        path: place.file.name(mask),
        line: place.reference.line,
        column: place.reference.column,
        within: place.within === null ? null : shownLine(place.within, mask),
        kind: place.reference.kind,
        certainty: place.certainty,
        code: codeOf(place, mask),
      })),
      total: { certain: certain.length, byName },
      left,
    }),
  };
}

function whatIsFound(places: readonly Place[], others: Found["others"], searched: number, mask: Mask): string {
  const [first] = others;
  if (places.length === 0 && first !== undefined) {
    const lines = counted(others.length, "more line", "more lines");
    return `no use of it was found; its name stands on ${lines}, ${whereOf(others)} (${first.file.name(mask)}:${first.line})`;
  }
  if (places.length === 0)
    return `no use of it was found: its name stands nowhere else in ${counted(searched, "file", "files")}`;
  const files = new Set(places.map(({ path }) => path)).size;
  return `${counted(places.length, "place", "places")} in ${counted(files, "file", "files")}`;
}

/** `in an import`; of several kinds `2 in imports, 1 in a text or as another one`. */
function whereOf(others: readonly OtherLine[]): string {
  const kinds = OTHER_KINDS.flatMap((kind) => {
    const count = others.filter((other) => other.kind === kind).length;
    return count === 0 ? [] : [{ count, where: STANDS[kind][count === 1 ? 0 : 1] }];
  });
  return kinds.map(({ count, where }) => (kinds.length === 1 ? where : `${count} ${where}`)).join(", ");
}

/** What and where a symbol is, a line for each of its first definitions. */
export function definitionLines(found: readonly FoundSymbol[], mask: Mask): string[] {
  const lines = found.slice(0, DEFINITIONS_SHOWN).map(({ file, symbol }) => {
    const { name, kind, from, to } = symbolData(symbol, mask);
    return `${kind} ${name}  ${file.name(mask)}:${rangeOf(from, to)}`;
  });
  const more = found.length - lines.length;
  return [...lines, ...(more > 0 ? [`... ${counted(more, "more definition", "more definitions")}`] : [])];
}

/** `2 in its own file, 1 by import or package`. */
export function reasonsOf(places: readonly { readonly certainty: Certainty }[]): string {
  return CERTAINTIES.flatMap((certainty) => {
    const count = places.filter((place) => place.certainty === certainty).length;
    return count === 0 ? [] : [`${count} ${BECAUSE[certainty]}`];
  }).join(", ");
}

/** Places on one line, in one symbol. */
interface Row {
  readonly place: Place;
  count: number;
}

function rowsOf(places: readonly Place[]): Row[] {
  const rows: Row[] = [];
  for (const place of places) {
    const last = rows.at(-1);
    const isSame =
      last?.place.path === place.path &&
      last.place.reference.line === place.reference.line &&
      last.place.within === place.within;
    if (isSame) last.count++;
    else rows.push({ place, count: 1 });
  }
  return rows;
}

function rowLine({ place, count }: Row, mask: Mask): string {
  const times = count === 1 ? "" : `  ×${count}`;
  const within = place.within === null ? "" : `  (in ${shownLine(place.within, mask)})`;
  return `  ${place.file.name(mask)}:${place.reference.line}  ${codeOf(place, mask)}${times}${within}`;
}

/** The line of a place, fit to be shown. */
export function codeOf({ file, reference }: Place, mask: Mask): string {
  return file.shownLine(reference.line, mask);
}

/** What is said of files that were not looked at. */
export function unseen(left: number, say: Wording): string {
  return `not looked at, or not understood: ${counted(left, "file that holds", "files that hold")} the name; narrow it with ${say.name("path")} and a full name`;
}
