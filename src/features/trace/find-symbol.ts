// Finds where a symbol is defined and used. Uses are found by name. Types are not resolved, so the name of a method
// finds the calls of every method with that name; uses that also name the type come first.
//
// A use is what the parser takes for a reference to a symbol, and a name in an import. Of fields, and of names that are
// defined nowhere, each word of the code is one: keys and patterns name fields, too, and look like local variables.

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { isTestPath } from "../../code/files/path-class.ts";
import { bareName, type Use, UseReader, wordOffsets } from "../../code/references/uses.ts";
import { CODE_LENGTH_MAX, type Mask, SIGNATURE_LENGTH_MAX, shownCode } from "../../code/shown-code.ts";
import { type CodeSymbol, qualifiedName } from "../../code/symbol-scanner.ts";
import { cleanLine, quote } from "../../engine/text/clean.ts";
import { nearestNames } from "../../engine/text/near-names.ts";
import type { TraceSymbolData } from "./data.ts";
import { TraceAnswer, type TraceRequest } from "./request.ts";
import { symbolData } from "./symbols.ts";
import { type TracedRequest, withCode } from "./traced-code.ts";

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
const FIELD_KINDS: ReadonlySet<string> = new Set(["field", "member"]);
const NAME_LENGTH_MAX = 200;
const NEAREST_SHOWN = 5;
/** How much code is searched for similar names, in code units. */
const NEAREST_TEXT_MAX = 16_000_000;
/** How many names are collected for the search for similar ones. */
const NAMES_MAX = 50_000;

/** Finds definitions and uses. Throws NOT_FOUND with similar names, INVALID_ARGUMENT for a text that is no name. */
export async function findSymbol(request: TraceRequest, symbol: string): Promise<Answer> {
  const wanted = parseName(symbol);
  return withCode(
    request,
    async (traced) => {
      const findings = await findingsOf(traced, wanted);
      const { definitions, uses } = findings;
      const isFound = wanted.qualifiers.length === 0 || definitions.length > 0;
      if (definitions.length === 0 && (uses.length === 0 || !isFound)) {
        throw await unknownSymbol(traced, symbol, findings.others);
      }
      const mentioned = uses.length > 0 ? 0 : await mentionsIn(traced, wanted);
      return present(traced, wanted, findings, mentioned);
    },
    [wanted.name],
  );
}

/** How many places have the name where the parser sees no use of it: in strings, templates, configuration. */
async function mentionsIn({ code }: TracedRequest, { name }: Wanted): Promise<number> {
  return [...(await code.mentions(name)).values()].reduce((sum, { length }) => sum + length, 0);
}

async function findingsOf({ code }: TracedRequest, wanted: Wanted): Promise<Findings> {
  const { name } = wanted;
  const definitions: Found<CodeSymbol>[] = [];
  const others: Found<CodeSymbol>[] = [];
  const uses: Found<Use>[] = [];
  const words: Found<Use>[] = [];
  let isField = true;
  for await (const file of code.read(code.holding([name]), (text) => wordOffsets(text, name, 1).length > 0)) {
    const { path } = file;
    for (const place of file.symbols) {
      if (bareName(place.name) !== name) continue;
      const isWanted = isMeant(place, path, wanted);
      (isWanted ? definitions : others).push({ path, place });
      if (isWanted && !FIELD_KINDS.has(place.kind)) isField = false;
    }
    const reader = new UseReader(file);
    const places = reader.usesOf(new Set([name])).get(name) ?? [];
    for (const place of places) uses.push({ path, place });
    const all = isField ? reader.allOf(name) : places;
    code.notes.noteUses(all.length);
    if (isField) for (const place of all) words.push({ path, place });
  }
  return { definitions, others, uses: isField ? words : uses };
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

function present(
  request: TracedRequest,
  wanted: Wanted,
  { definitions, uses, others }: Findings,
  mentioned: number,
): Answer {
  const { target, limit, dataLimit, mask, symbol } = request;
  const notes = request.code.notes.lines();
  const isHere = (path: string) => target.isFile && path === target.path;
  definitions.sort(
    (a, b) =>
      Number(isHere(b.path)) - Number(isHere(a.path)) || Number(isTestPath(a.path)) - Number(isTestPath(b.path)),
  );
  const isMember = definitions.length > 0 && definitions.every(({ place }) => MEMBER_KINDS.has(place.kind));
  const ordered = orderUses(uses, wanted, isMember);
  const within = (most: number) => {
    const first = definitions.slice(0, most);
    const uses = ordered.slice(0, most - first.length);
    return { definitions: first, uses, left: definitions.length + ordered.length - first.length - uses.length };
  };
  return {
    found: true,
    isPaged: true,
    text(say) {
      const files = new Set(uses.map(({ path }) => path)).size;
      const inFiles = uses.length > 0 ? ` in ${counted(files, "file", "files")}` : "";
      const count =
        definitions.length === 0 ? "no definition here" : counted(definitions.length, "definition", "definitions");
      const shown = within(limit);
      const isAmbiguous = uses.length > 0 && (others.length > 0 || definitions.length > 1);
      const answer = new TraceAnswer(request, {
        left: shown.left,
        what: ["definition or use", "definitions and uses"],
        notes,
        lines: [...(isAmbiguous ? [ambiguity(wanted, definitions, others)] : []), ...mentionedLine(mentioned, say)],
      });
      answer.head(`${symbol}: ${count}, ${counted(uses.length, "use", "uses")}${inFiles}`);
      if (shown.definitions.length > 0) answer.section("defined:");
      for (const { path, place, signature } of withSignatures(shown.definitions, mask)) {
        const kind = place.container === null ? place.kind : `${place.kind} of ${place.container}`;
        answer.add(`  ${path}:${place.line}  ${kind}  ${signature}`);
      }
      if (shown.uses.length > 0) answer.section("used:");
      for (const { path, place, code } of shownUses(shown.uses, mask)) {
        const within = place.within === null ? "" : `  in ${place.within}`;
        answer.add(`  ${path}:${place.line}${isTestPath(path) ? " (test)" : ""}${within}  ${code}`);
      }
      return answer.text();
    },
    data(): TraceSymbolData {
      const shown = within(dataLimit);
      return {
        symbol: symbol!,
        definitions: withSignatures(shown.definitions, mask).map(({ path, place, signature }) => ({
          path,
          ...symbolData(place, signature),
        })),
        uses: shownUses(shown.uses, mask).map(({ path, place, code }) => ({
          path,
          ...place,
          code,
          test: isTestPath(path),
        })),
        left: shown.left,
        notes,
      };
    },
  };
}

/** Definitions, each with its signature fit to be shown. */
function withSignatures(found: readonly Found<CodeSymbol>[], mask: Mask) {
  const all = found.map(({ place }) => place.signature);
  const signatures = shownCode(all, SIGNATURE_LENGTH_MAX, mask);
  return found.map((each, at) => ({ ...each, signature: signatures[at]! }));
}

/** Uses, each with its line of code fit to be shown. */
function shownUses(found: readonly Found<Use>[], mask: Mask) {
  const all = found.map(({ place }) => place.code);
  const code = shownCode(all, CODE_LENGTH_MAX, mask);
  return found.map((each, at) => ({ ...each, code: code[at]! }));
}

/** What is said of places that have the name, where no use of it was found. */
function mentionedLine(mentioned: number, say: Wording): string[] {
  if (mentioned === 0) return [];
  const places = counted(mentioned, "place", "places");
  return [
    `its name stands in ${places} that may use it: ${say.either("helix code callers NAME", 'code action="callers"')}`,
  ];
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
  { target, filter, code }: TracedRequest,
  symbol: string,
  others: readonly Found<CodeSymbol>[],
): Promise<HelixError> {
  const where =
    target.path === ""
      ? "the project"
      : target.isFile
        ? `the ${target.project === null ? "folder" : "project"} around ${target.path}`
        : target.path;
  const filtered = filter === null ? "" : ` (filter=${quote(filter)})`;
  const limits = code.notes.limits();
  const names = new Set(others.map(({ place }) => qualifiedName(place)));
  if (names.size === 0) {
    if (code.files.code.length === 0) {
      return new HelixError("NOT_FOUND", `there is no code to look through in ${where}${filtered}${limits}`);
    }
    for await (const name of code.symbolNames(NEAREST_TEXT_MAX)) {
      if (names.size > NAMES_MAX) break;
      names.add(name);
    }
  }
  const near = others.length > 0 ? [...names].slice(0, NEAREST_SHOWN) : nearestNames(symbol, names, NEAREST_SHOWN);
  const hint = near.length > 0 ? `; nearest: ${near.map(cleanLine).join(", ")}` : "";
  return new HelixError("NOT_FOUND", `nothing in ${where}${filtered} is called ${quote(symbol)}${hint}${limits}`);
}
