// Finds who uses the symbols of a file: for each symbol that other files can use, the files that name it, most used
// first.
//
// Uses are references by name, and names in imports. Three rules exclude chance matches. A file that defines the name itself means its own symbol.
// The name of a method counts only in files that also name a top-level symbol of the file in question, unless nothing
// else has that name. Only files of languages that can share symbols are searched.

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { isTestPath } from "../../code/files/path-class.ts";
import { languageOf, shareSymbols } from "../../code/languages.ts";
import { bareName, type Use, UseReader } from "../../code/references/uses.ts";
import { CODE_LENGTH_MAX, type Mask, shownCode } from "../../code/shown-code.ts";
import { type CodeSymbol, qualifiedName } from "../../code/symbol-scanner.ts";
import { quote } from "../../engine/text/clean.ts";
import { nearestNames } from "../../engine/text/near-names.ts";
import { type CodeText, readAsked } from "./asked-file.ts";
import type { BlastData } from "./data.ts";
import { TraceNotes } from "./notes.ts";
import { TraceAnswer, type TraceRequest } from "./request.ts";
import { unknownLanguage } from "./symbols.ts";
import { type TracedRequest, withCode } from "./traced-code.ts";

/** What one other file does with the names that the file in question offers. */
interface Mentions {
  readonly path: string;
  readonly uses: ReadonlyMap<string, readonly Use[]>;
  readonly defines: ReadonlyMap<string, CodeSymbol>;
}

/** What all other files do with these names, by name. */
interface Index {
  readonly uses: ReadonlyMap<string, readonly { path: string; uses: readonly Use[]; knowsFile: boolean }[]>;
  /** The places of other definitions of a name: `path:line`. */
  readonly definitions: ReadonlyMap<string, readonly string[]>;
}

interface Users {
  readonly symbol: CodeSymbol;
  readonly files: readonly { path: string; uses: readonly Use[] }[];
  readonly count: number;
  /** Whether the name alone says so, as in a string or behind an import that nobody resolves. */
  readonly isByName?: boolean;
  /** Where else the name is defined: `path:line`. */
  readonly elsewhere: readonly string[];
}

/** How many files are listed for one symbol, and how many names of unused symbols. */
const FILES_SHOWN_MAX = 10;
const UNUSED_SHOWN_MAX = 20;
const ELSEWHERE_SHOWN_MAX = 3;
const NEAREST_SHOWN = 5;
const NOBODY: ReadonlyMap<string, readonly Use[]> = new Map();
const DETAILS: ReadonlySet<string> = new Set(["field", "member"]);

/**
 * Lists the users of each symbol of the file. Throws INVALID_ARGUMENT for a folder or a file of no known language,
 * NOT_FOUND for an unknown symbol, IO.
 */
export async function blastRadius(request: TraceRequest): Promise<Answer> {
  const { target } = request;
  if (!target.isFile) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `${say.option("action", "blast")} needs a file, ${target.path === "" ? "the project's root" : target.path} is a folder: e.g. ${say.either("helix trace src/engine.ts --action blast", 'path="src/engine.ts" action="blast"')}`,
    );
  }
  const own = await readAsked(request);
  if (own === null || ("failed" in own && languageOf(target.path) === null)) throw unknownLanguage(target.path);
  if ("failed" in own) {
    const notes = new TraceNotes(request.bounds);
    notes.noteLeftOut(own.failed);
    throw new HelixError("IO", `${target.path} cannot be read: ${notes.lines().join("; ")}`);
  }
  const symbols = asked(offered(own.symbols), request);
  const names = new Set(symbols.map(({ name }) => bareName(name)));
  return withCode(
    request,
    async (traced) => {
      const { code } = traced;
      const mentions: Mentions[] = [];
      const others = code.holding(names).filter(({ path }) => path !== target.path);
      for await (const file of code.read(others)) {
        if (!shareSymbols(file.language, own.language)) continue;
        const found = mentionsIn(file, names);
        for (const uses of found.uses.values()) code.notes.noteUses(uses.length);
        mentions.push(found);
      }
      const top = new Set(symbols.filter(({ container }) => container === null).map(({ name }) => name));
      const index = indexOf(mentions, top);
      const users: Users[] = [];
      for (const symbol of symbols) {
        const found = usersOf(symbol, index);
        users.push(found.count > 0 ? found : { ...found, ...countedUses(await code.mentions(symbol.name)) });
      }
      const isUsed = users.some(({ count }) => count > 0);
      return present(traced, users, isUsed ? NOBODY : await code.importers());
    },
    names,
  );
}

/** The symbols with the requested name, or all symbols when none was requested. Throws NOT_FOUND with similar names. */
function asked(symbols: readonly CodeSymbol[], { symbol, target }: TraceRequest): readonly CodeSymbol[] {
  if (symbol === null) return symbols;
  const wanted = symbol.replace(/::|->|#/g, ".");
  const found = symbols.filter((each) => each.name === wanted || qualifiedName(each) === wanted);
  if (found.length > 0) return found;
  const near = nearestNames(wanted, symbols.map(qualifiedName), NEAREST_SHOWN);
  const hint = near.length > 0 ? `; nearest: ${near.join(", ")}` : "";
  throw new HelixError("NOT_FOUND", `${target.path} has no symbol ${quote(symbol)} for others${hint}`);
}

/**
 * The symbols that other files can use: exported ones that are not inside of a symbol which is not exported. Of several
 * definitions with one name only the first is taken.
 */
function offered(symbols: readonly CodeSymbol[]): CodeSymbol[] {
  const hidden = new Set(symbols.filter(({ exported }) => !exported).map(qualifiedName));
  const seen = new Set<string>();
  return symbols.filter((symbol) => {
    const name = qualifiedName(symbol);
    if (!symbol.exported || DETAILS.has(symbol.kind) || seen.has(name) || symbol.name === "constructor") return false;
    const parts = symbol.container?.split(".") ?? [];
    if (parts.some((_, at) => hidden.has(parts.slice(0, at + 1).join(".")))) return false;
    seen.add(name);
    return true;
  });
}

function mentionsIn(file: CodeText, names: ReadonlySet<string>): Mentions {
  const defines = new Map<string, CodeSymbol>();
  for (const symbol of file.symbols) if (names.has(bareName(symbol.name))) defines.set(bareName(symbol.name), symbol);
  return { path: file.path, uses: new UseReader(file).usesOf(names), defines };
}

/** The mentions by name. A file knows the file in question when it uses one of `top`, its top-level symbols. */
function indexOf(mentions: readonly Mentions[], top: ReadonlySet<string>): Index {
  const uses = new Map<string, { path: string; uses: readonly Use[]; knowsFile: boolean }[]>();
  const definitions = new Map<string, string[]>();
  for (const { path, uses: places, defines } of mentions) {
    for (const [name, { line }] of defines) listed(definitions, name).push(`${path}:${line}`);
    const knowsFile = [...places.keys()].some((name) => top.has(name));
    for (const [name, found] of places) {
      if (!defines.has(name)) listed(uses, name).push({ path, uses: found, knowsFile });
    }
  }
  return { uses, definitions };
}

function listed<Value>(lists: Map<string, Value[]>, name: string): Value[] {
  const known = lists.get(name);
  if (known !== undefined) return known;
  const list: Value[] = [];
  lists.set(name, list);
  return list;
}

function usersOf(symbol: CodeSymbol, { uses, definitions }: Index): Users {
  const elsewhere = definitions.get(bareName(symbol.name)) ?? [];
  const isOpen = symbol.container === null || elsewhere.length === 0;
  const files = (uses.get(bareName(symbol.name)) ?? []).filter(({ knowsFile }) => isOpen || knowsFile);
  files.sort((a, b) => Number(isTestPath(a.path)) - Number(isTestPath(b.path)) || b.uses.length - a.uses.length);
  return { symbol, files, count: files.reduce((sum, { uses: places }) => sum + places.length, 0), elsewhere };
}

/** Uses by name only. */
function countedUses(found: ReadonlyMap<string, readonly Use[]>): Pick<Users, "files" | "count" | "isByName"> {
  const files = [...found].map(([path, uses]) => ({ path, uses }));
  return { files, count: files.reduce((sum, { uses }) => sum + uses.length, 0), isByName: true };
}

/** `importers`: files that import the one in question, where none is known to use a symbol of it. */
function present(
  request: TracedRequest,
  users: readonly Users[],
  importers: ReadonlyMap<string, readonly Use[]>,
): Answer {
  const { target, mask } = request;
  const notes = request.code.notes.lines();
  return {
    found: users.length + importers.size > 0,
    isPaged: true,
    text: () => textOf(request, users, importers, notes),
    data(): BlastData {
      const { shown, left } = choose(users, request.dataLimit, Number.POSITIVE_INFINITY);
      const code = codeOf(
        [...shown.values()].flatMap((files) => files.flatMap((file) => file.uses)),
        mask,
      );
      return {
        path: target.path,
        symbols: users.map((each) => ({
          name: qualifiedName(each.symbol),
          kind: each.symbol.kind,
          line: each.symbol.line,
          count: each.count,
          alsoDefined: each.elsewhere,
          files: (shown.get(each) ?? []).map(({ path, uses: places }) => ({
            path,
            test: isTestPath(path),
            count: places.length,
            uses: places.map((use) => ({ ...use, code: code.get(use)! })),
          })),
        })),
        left,
        notes,
      };
    },
  };
}

/** The files to show of each symbol that is used, at most `limit` in all; the symbols that are used most go first. */
function choose(users: readonly Users[], limit: number, ofOne: number) {
  const used = users
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.files.length - a.files.length || b.count - a.count);
  const shown = new Map<Users, Users["files"]>();
  let room = limit;
  let left = 0;
  for (const each of used) {
    const files = each.files.slice(0, Math.min(room, ofOne));
    room -= files.length;
    left += each.files.length - files.length;
    if (files.length > 0) shown.set(each, files);
  }
  return { used, shown, left };
}

function textOf(
  request: TraceRequest,
  users: readonly Users[],
  importers: ReadonlyMap<string, readonly Use[]>,
  notes: readonly string[],
): string {
  const { target, limit, mask } = request;
  const { used, shown, left } = choose(users, limit, FILES_SHOWN_MAX);
  const unused = users.filter(({ count }) => count === 0);
  const files = new Set(used.flatMap((each) => each.files.map(({ path }) => path)));
  const tests = [...files].filter(isTestPath).length;
  const share = tests > 0 ? ` (${counted(tests, "test", "tests")})` : "";
  const code = codeOf(
    [...shown.values()].flatMap((listed) => listed.map((file) => file.uses[0]!)),
    mask,
  );
  const answer = new TraceAnswer(request, { left, what: ["place", "places"], notes });
  answer.head(
    `${target.path}: ${counted(users.length, "symbol", "symbols")} for others, used by ${counted(files.size, "file", "files")}${share}`,
  );
  if (importers.size > 0) answer.add(...importerLines(importers, mask));
  for (const [each, listed] of shown) answer.add(...userLines(each, listed, code));
  if (unused.length > 0) answer.add(unusedLine(unused));
  return answer.text();
}

function codeOf(uses: readonly Use[], mask: Mask): ReadonlyMap<Use, string> {
  const lines = uses.map(({ code }) => code);
  const shown = shownCode(lines, CODE_LENGTH_MAX, mask);
  return new Map(uses.map((use, at) => [use, shown[at]!]));
}

function importerLines(importers: ReadonlyMap<string, readonly Use[]>, mask: Mask): string[] {
  const shown = [...importers].slice(0, FILES_SHOWN_MAX).map(([path, uses]) => ({ path, use: uses[0]! }));
  const code = codeOf(
    shown.map(({ use }) => use),
    mask,
  );
  return [
    `imported by ${counted(importers.size, "file", "files")}, by no name that is known`,
    ...shown.map(({ path, use }) => `  ${path}:${use.line}${isTestPath(path) ? " (test)" : ""}  ${code.get(use)!}`),
  ];
}

function userLines(
  { symbol, files, count, elsewhere, isByName = false }: Users,
  shown: Users["files"],
  code: ReadonlyMap<Use, string>,
): string[] {
  const lines = [
    `${qualifiedName(symbol)} (${symbol.kind}, line ${symbol.line}): ${counted(count, "use", "uses")} in ${counted(files.length, "file", "files")}${isByName ? ", by name only" : ""}`,
  ];
  for (const { path, uses } of shown) {
    const [first] = uses;
    lines.push(`  ${path}:${first!.line}${isTestPath(path) ? " (test)" : ""}  ${uses.length}x  ${code.get(first!)!}`);
  }
  if (elsewhere.length > 0) {
    const more = elsewhere.length - ELSEWHERE_SHOWN_MAX;
    const places = elsewhere.slice(0, ELSEWHERE_SHOWN_MAX).join(", ") + (more > 0 ? ` and ${more} more` : "");
    lines.push(`  also defined in ${places}: some of the uses may be of these`);
  }
  return lines;
}

function unusedLine(unused: readonly Users[]): string {
  const names = unused.slice(0, UNUSED_SHOWN_MAX).map(({ symbol }) => qualifiedName(symbol));
  const more = unused.length - names.length;
  return `used by no other file (${unused.length}): ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
