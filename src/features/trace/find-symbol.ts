// Finds where a symbol is defined and used. Uses are found by name. Types are not resolved, so the name of a method
// finds the calls of every method with that name; uses that also name the type come first.

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { readCodeTree, readSymbols } from "../../code/code-reader.ts";
import { type CodeFile, isTestPath } from "../../code/code-tree.ts";
import { type Use, UseReader, wordOffsets } from "../../code/occurrences.ts";
import { CODE_LENGTH_MAX, type Mask, SIGNATURE_LENGTH_MAX, shownCode } from "../../code/shown-code.ts";
import { Survey } from "../../code/survey.ts";
import { type CodeSymbol, qualifiedName } from "../../code/symbol-scanner.ts";
import { cleanLine, quote } from "../../engine/text/clean.ts";
import { nearestNames } from "../../engine/text/near-names.ts";
import type { TraceSymbolData } from "./data.ts";
import { listFiles, paceOf, readInTurn, TraceAnswer, type TraceRequest } from "./request.ts";

interface Found<Place> {
  readonly path: string;
  readonly place: Place;
}

/** A requested name: `Cache.get` asks for `get` of something called `Cache`. */
interface Wanted {
  readonly name: string;
  readonly qualifiers: readonly string[];
}

const MEMBER_KINDS: ReadonlySet<string> = new Set(["field", "member", "method"]);
const NAME_LENGTH_MAX = 200;
const NEAREST_SHOWN = 5;
/** How much code is searched for similar names, in code units. */
const NEAREST_PARSED_MAX = 16_000_000;
/** How many names are collected for the search for similar ones. */
const NAMES_MAX = 50_000;

/** Finds definitions and uses. Throws NOT_FOUND with similar names, INVALID_ARGUMENT for a text that is no name. */
export async function findSymbol(request: TraceRequest, symbol: string): Promise<Answer> {
  const wanted = parseName(symbol);
  const definitions: Found<CodeSymbol>[] = [];
  const uses: Found<Use>[] = [];
  const others: Found<CodeSymbol>[] = [];
  const { code } = await listFiles(request);
  const pace = paceOf(request);
  for await (const file of readInTurn(request, code)) {
    const offsets = wordOffsets(file.text, wanted.name);
    if (offsets.length === 0) continue;
    const tree = await readCodeTree(file, request.survey);
    try {
      for (const place of tree.table.symbols) {
        if (place.name !== wanted.name) continue;
        (isMeant(place, file.path, wanted) ? definitions : others).push({ path: file.path, place });
      }
      const places = await new UseReader(file, tree).usesOf(wanted.name, offsets, pace);
      request.survey.noteUses(places.length);
      for (const place of places) uses.push({ path: file.path, place });
    } finally {
      tree.free();
    }
  }
  const found = wanted.qualifiers.length === 0 || definitions.length > 0;
  if (definitions.length === 0 && (uses.length === 0 || !found))
    throw await unknownSymbol(request, symbol, others, code);
  return present(request, wanted, { definitions, uses, others });
}

/** Splits `Cache.get`, `Cache::get`, `Cache#get` or `Cache->get`. */
function parseName(symbol: string): Wanted {
  const parts = cleanLine(symbol)
    .replace(/\(\)?$/, "")
    .split(/::|->|[.#\\/]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const name = parts.pop() ?? "";
  if (name === "" || name.length > NAME_LENGTH_MAX || /[\s()[\]{}"'`;,]/.test(name)) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `${say.given("symbol", quote(symbol))} is not accepted: give one name, e.g. ${say.option("symbol", "CachedEntry")} or ${say.option("symbol", "Cache.get")}`,
    );
  }
  return { name, qualifiers: parts };
}

/**
 * Whether a definition is the requested one: each qualifier is the name of its container, its file or one of its
 * folders.
 */
function isMeant(symbol: CodeSymbol, path: string, { qualifiers }: Wanted): boolean {
  if (qualifiers.length === 0) return true;
  const segments = path.replace(/\.\w+$/, "").split(/[/.]/);
  const around = [...segments, ...(symbol.container?.split(/[.\\]/) ?? [])].map((part) => part.toLowerCase());
  return qualifiers.every((qualifier) => around.includes(qualifier.toLowerCase()));
}

interface Findings {
  readonly definitions: Found<CodeSymbol>[];
  readonly uses: Found<Use>[];
  /** Definitions of the name that a qualifier rules out. */
  readonly others: Found<CodeSymbol>[];
}

function present(request: TraceRequest, wanted: Wanted, { definitions, uses, others }: Findings): Answer {
  const { target, limit, mask, symbol } = request;
  const isHere = (path: string) => target.isFile && path === target.path;
  definitions.sort(
    (a, b) =>
      Number(isHere(b.path)) - Number(isHere(a.path)) || Number(isTestPath(a.path)) - Number(isTestPath(b.path)),
  );
  const isMember = definitions.length > 0 && definitions.every(({ place }) => MEMBER_KINDS.has(place.kind));
  const ordered = orderUses(uses, wanted, isMember);
  const shownDefinitions = definitions.slice(0, limit);
  const shownUses = ordered.slice(0, Math.max(0, limit - shownDefinitions.length));
  return {
    found: true,
    isPaged: true,
    text() {
      const files = new Set(uses.map(({ path }) => path)).size;
      const inFiles = uses.length > 0 ? ` in ${counted(files, "file", "files")}` : "";
      const count =
        definitions.length === 0 ? "no definition here" : counted(definitions.length, "definition", "definitions");
      const isAmbiguous = uses.length > 0 && (others.length > 0 || definitions.length > 1);
      const answer = new TraceAnswer(request, {
        left: definitions.length + uses.length - shownDefinitions.length - shownUses.length,
        what: "definitions and uses",
        lines: isAmbiguous ? [ambiguity(wanted, definitions, others)] : [],
      });
      answer.head(`${symbol}: ${count}, ${counted(uses.length, "use", "uses")}${inFiles}`);
      if (shownDefinitions.length > 0) answer.section("defined:");
      for (const { path, place, signature } of withSignatures(shownDefinitions, mask)) {
        const kind = place.container === null ? place.kind : `${place.kind} of ${place.container}`;
        answer.add(`  ${path}:${place.line}  ${kind}  ${signature}`);
      }
      if (shownUses.length > 0) answer.section("used:");
      for (const { path, place, code } of withCode(shownUses, mask)) {
        const within = place.within === null ? "" : `  in ${place.within}`;
        answer.add(`  ${path}:${place.line}${isTestPath(path) ? " (test)" : ""}${within}  ${code}`);
      }
      return answer.text();
    },
    data: (): TraceSymbolData => ({
      symbol: symbol!,
      definitions: withSignatures(definitions, mask).map(({ path, place, signature }) => ({
        path,
        ...place,
        signature,
        nameOffset: undefined,
      })),
      uses: withCode(ordered, mask).map(({ path, place, code }) => ({ path, ...place, code, test: isTestPath(path) })),
      notes: request.survey.notes(),
    }),
  };
}

/** Definitions, each with its signature fit to be shown. */
function withSignatures(found: readonly Found<CodeSymbol>[], mask: Mask) {
  const all = found.map(({ place }) => place.signature);
  const signatures = shownCode(all, SIGNATURE_LENGTH_MAX, mask);
  return found.map((each, at) => ({ ...each, signature: signatures[at]! }));
}

/** Uses, each with its line of code fit to be shown. */
function withCode(found: readonly Found<Use>[], mask: Mask) {
  const all = found.map(({ place }) => place.code);
  const code = shownCode(all, CODE_LENGTH_MAX, mask);
  return found.map((each, at) => ({ ...each, code: code[at]! }));
}

function ambiguity({ name }: Wanted, definitions: readonly unknown[], others: readonly Found<CodeSymbol>[]): string {
  const first = others[0];
  if (first === undefined)
    return `uses are found by name: they may belong to any of the ${definitions.length} definitions`;
  return `uses are found by name: ${counted(others.length, "other symbol is", "other symbols are")} called ${name} too, e.g. ${qualifiedName(first.place)} (${first.path}:${first.place.line})`;
}

/**
 * The order of uses. Uses that name the symbol's owner come first. If the symbol is a member of a type, uses without a
 * qualifier come last, because they rarely mean it. Among equals, code comes before tests; otherwise the order in which
 * they were found is kept.
 */
function orderUses(uses: readonly Found<Use>[], { qualifiers }: Wanted, isMember: boolean): Found<Use>[] {
  const owner = qualifiers.at(-1)?.toLowerCase() ?? null;
  const rank = ({ path, place }: Found<Use>) => {
    const isOwned =
      owner !== null &&
      (place.qualifier?.toLowerCase() === owner || place.within?.toLowerCase().split(".").includes(owner) === true);
    if (isOwned) return isTestPath(path) ? 1 : 0;
    return (isMember && place.qualifier === null ? 4 : 2) + (isTestPath(path) ? 1 : 0);
  };
  return uses
    .map((use, at) => ({ use, at, rank: rank(use) }))
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .map(({ use }) => use);
}

/** The error for a name that does not exist, with similar names that do. */
async function unknownSymbol(
  request: TraceRequest,
  symbol: string,
  others: readonly Found<CodeSymbol>[],
  code: readonly CodeFile[],
): Promise<HelixError> {
  const where =
    request.target.path === "" ? "the project" : request.target.isFile ? "the project around it" : request.target.path;
  const filtered = request.filter === null ? "" : ` (filter=${quote(request.filter)})`;
  const limits = request.survey.limits();
  const names = new Set(others.map(({ place }) => qualifiedName(place)));
  if (names.size === 0) {
    if (code.length === 0) {
      return new HelixError("NOT_FOUND", `there is no code to look through in ${where}${filtered}${limits}`);
    }
    // The search itself may have reached a bound, so this one gets bounds of its own.
    const survey = new Survey({ ...request.survey.bounds, parsedMax: NEAREST_PARSED_MAX });
    for await (const file of readInTurn({ ...request, survey }, code)) {
      if (names.size > NAMES_MAX) break;
      for (const each of (await readSymbols(file, survey)).symbols) names.add(each.name);
    }
  }
  const near = others.length > 0 ? [...names].slice(0, NEAREST_SHOWN) : nearestNames(symbol, names, NEAREST_SHOWN);
  const hint = near.length > 0 ? `; nearest: ${near.map(cleanLine).join(", ")}` : "";
  return new HelixError("NOT_FOUND", `nothing in ${where}${filtered} is called ${quote(symbol)}${hint}${limits}`);
}
