// code action=callers: where a symbol is used, and how sure that is.

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { CLASS_FACTORS, pathClassOf } from "../../code/files/path-class.ts";
import { importResolver } from "../../code/imports/import-resolver.ts";
import { languageOfText } from "../../code/languages.ts";
import { Judge } from "../../code/references/judge.ts";
import {
  CERTAINTIES,
  type Certainty,
  type FoundReference,
  isCertain,
  type Target,
} from "../../code/references/reference.ts";
import { filesHolding } from "../../code/search/symbol-files.ts";
import type { Mask } from "../../code/shown-code.ts";
import { qualifiedName } from "../../code/symbol-scanner.ts";
import { quote } from "../../engine/text/clean.ts";
import { PagedText } from "../common/paged-text.ts";
import type { CodeCallersData } from "./data.ts";
import { type FoundSymbol, findSymbols } from "./find-symbol.ts";
import type { CodePorts } from "./ports.ts";
import { type Reading, settledReading } from "./reading.ts";
import type { ShownFile } from "./shown-file.ts";
import { rangeOf, shownLine } from "./shown-lines.ts";
import { definitionsOf, NOT_ALL, symbolData } from "./symbols.ts";

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

/** A place with the file that it is in. */
interface Place extends FoundReference {
  readonly file: ShownFile;
}

/** Finds the places. Throws NOT_FOUND with near names, CANCELLED. */
export function callersAnswer(ports: CodePorts, values: CodeCallersValues): Promise<Answer> {
  return settledReading(ports, (reading) => answerOf(reading, values));
}

async function answerOf(reading: Reading, { symbol, path }: CodeCallersValues): Promise<Answer> {
  const { symbols: found, isCut } = await definitionsOf(reading, symbol, path);
  const name = found[0]!.symbol.name;
  if (found.some((each) => each.symbol.name !== name)) {
    const names = [...new Set(found.map((each) => qualifiedName(each.symbol)))].slice(0, DEFINITIONS_SHOWN);
    throw new HelixError("NOT_FOUND", `there is no symbol ${quote(symbol)}; did you mean ${names.join(" or ")}?`);
  }
  const { places, left } = await placesOf(reading, name, found);
  return present(reading, found, { places, left, isCut });
}

async function placesOf({ view, files, parsed }: Reading, name: string, found: readonly FoundSymbol[]) {
  const targets = found.map(
    ({ file, symbol }): Target => ({
      path: file.path,
      name,
      container: symbol.container,
      from: symbol.line,
      to: Math.max(symbol.line, symbol.endLine),
    }),
  );
  const isTarget = new Set(found.map(({ file, symbol }) => `${file.path}:${symbol.line}`));
  const same = findSymbols(view, files, name, null).symbols.filter(({ symbol }) => symbol.name === name);
  const others = same.filter(({ file, symbol }) => !isTarget.has(`${file.path}:${symbol.line}`)).length;
  const container = targets[0]!.container?.split(".").at(-1);
  const sameContainers = container === undefined ? 0 : findSymbols(view, files, container, null).symbols.length;
  const resolver = importResolver({
    paths: () => view.live.paths(),
    has: (path) => view.live.place(path) !== null,
    read: (path) => files.get(path)?.text ?? null,
  });
  const language = languageOfText(targets[0]!.path, found[0]!.file.text);
  if (language === null) return { places: [], left: 0 };
  const judge = new Judge({ targets, others, sameContainers }, language, {
    resolver,
    parse: (path) => parsed.parse(path),
  });
  const own = new Set(targets.map(({ path }) => path));
  const candidates = [...own, ...filesHolding(view.generations, name).filter((path) => !own.has(path))];
  const places: Place[] = [];
  for (const path of candidates) {
    const file = await parsed.parse(path);
    if (file === null) continue;
    for (const reference of await judge.referencesIn(file)) places.push({ ...reference, file: file.file });
  }
  const factor = ({ path }: Place) => CLASS_FACTORS[pathClassOf(path)];
  places.sort(
    (a, b) =>
      Number(isCertain(b)) - Number(isCertain(a)) ||
      factor(b) - factor(a) ||
      (a.path === b.path ? a.reference.line - b.reference.line : a.path < b.path ? -1 : 1),
  );
  return { places, left: parsed.left };
}

function present(
  { ports, mask }: Reading,
  found: readonly FoundSymbol[],
  { places, left, isCut }: { places: readonly Place[]; left: number; isCut: boolean },
): Answer {
  const certain = places.filter(isCertain);
  const byName = places.length - certain.length;
  return {
    found: places.length > 0,
    isPaged: true,
    text(say) {
      const remarks = [...(isCut ? [NOT_ALL] : []), ...(left === 0 ? [] : [unseen(left, say)])];
      const answer = new PagedText(ports, remarks);
      answer.head(...headLines(found, places, mask));
      if (certain.length > 0) answer.section(`certain: ${certain.length} (${reasonsOf(certain)})`);
      answer.addEach(certain, (place) => [placeLine(place, mask)]);
      if (byName > 0) {
        answer.section(`by name only: ${byName}, which may mean another one`);
        answer.addEach(places.slice(certain.length), (place) => [placeLine(place, mask)]);
      }
      return answer.text(places.length, (rest) => counted(rest, "more place", "more places"));
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

function headLines(found: readonly FoundSymbol[], places: readonly Place[], mask: Mask): string[] {
  const lines = found.slice(0, DEFINITIONS_SHOWN).map(({ file, symbol }) => {
    const { name, kind, from, to } = symbolData(symbol, mask);
    return `${kind} ${name}  ${file.name(mask)}:${rangeOf(from, to)}`;
  });
  const more = found.length - lines.length;
  const files = new Set(places.map(({ path }) => path)).size;
  const what =
    places.length === 0
      ? "no use of it was found"
      : `${counted(places.length, "place", "places")} in ${counted(files, "file", "files")}`;
  return [...lines, ...(more > 0 ? [`... ${counted(more, "more definition", "more definitions")}`] : []), what];
}

function reasonsOf(places: readonly Place[]): string {
  return CERTAINTIES.flatMap((certainty) => {
    const count = places.filter((place) => place.certainty === certainty).length;
    return count === 0 ? [] : [`${count} ${BECAUSE[certainty]}`];
  }).join(", ");
}

function placeLine(place: Place, mask: Mask): string {
  const within = place.within === null ? "" : `  (in ${shownLine(place.within, mask)})`;
  return `  ${place.file.name(mask)}:${place.reference.line}  ${codeOf(place, mask)}${within}`;
}

function codeOf({ file, reference }: Place, mask: Mask): string {
  return shownLine(file.lines[reference.line - 1] ?? "", mask);
}

function unseen(left: number, say: Wording): string {
  return `not looked at: ${counted(left, "file", "files")} that hold the name; narrow it with ${say.name("path")} and a full name`;
}
