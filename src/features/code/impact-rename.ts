// code action=impact rename=true: every place that the rename of a symbol must change, and apart from them those where
// its word stands in comments, strings, documents and configurations.

import type { Answer } from "../../base/answer.ts";
import { invalid } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { lineMask } from "../../code/code-mask.ts";
import { CLASS_FACTORS, pathClassOf } from "../../code/files/path-class.ts";
import { importEnd } from "../../code/import-statement.ts";
import { LineIndex } from "../../code/line-index.ts";
import { OWN_NAMES } from "../../code/parse/languages/parse-rules.ts";
import type { Import } from "../../code/parse/parsed-file.ts";
import { isCertain } from "../../code/references/reference.ts";
import { isImportable } from "../../code/references/renaming-imports.ts";
import { bareName, wordOffsets } from "../../code/references/uses.ts";
import { filesHolding } from "../../code/search/symbol-files.ts";
import { qualifiedName } from "../../code/symbol-scanner.ts";
import { quote } from "../../engine/text/clean.ts";
import { PagedText } from "../common/paged-text.ts";
import { definitionData } from "./callees.ts";
import { definitionLines, oneSymbol, unseen } from "./callers.ts";
import type { CodeRenameData } from "./data.ts";
import type { FoundSymbol } from "./find-symbol.ts";
import { filesReached } from "./imported-files.ts";
import { usesByName } from "./mentions.ts";
import type { CodePorts } from "./ports.ts";
import { type Reading, settledReading } from "./reading.ts";
import { type ParsedSource, Relations, type SymbolNode } from "./relations.ts";
import type { ShownFile } from "./shown-file.ts";
import { shownLine } from "./shown-lines.ts";
import { NOT_ALL, unparsedRemark } from "./symbols.ts";

/** So many files that hold the word are looked at. */
const FILES_MAX = 2000;
const DATA_CHANGE_MAX = 1000;
const DATA_MAX = 500;
/** So many full names are said of a name that means several symbols. */
const NAMES_SHOWN = 5;
/** Directives of C whose names are those of code, though the parser reads no code in them. */
const DIRECTIVE = /^\s*#\s*(?:define|undef|ifn?def|if|elif)\b/;

/** What an occurrence of the word is. `other`: a name in code that means something else. */
type What = "definition" | "import" | "use" | "byName" | "text" | "doc" | "config" | "other";

/** A line on which the word stands. */
interface Occurrence {
  readonly file: ShownFile;
  readonly line: number;
  readonly what: What;
}

type Group = "change" | "byName" | "texts" | "docs" | "configs";
const GROUPS: Readonly<Record<Exclude<What, "other">, Group>> = {
  definition: "change",
  import: "change",
  use: "change",
  byName: "byName",
  text: "texts",
  doc: "docs",
  config: "configs",
};
const HEADINGS: Readonly<Record<Group, string>> = {
  change: "must change",
  byName: "may have to change, by name only",
  texts: "the word in comments and strings",
  docs: "the word in documents",
  configs: "the word in configuration and other files",
};
const ORDER = Object.keys(HEADINGS) as Group[];

/** Finds the places. Throws NOT_FOUND with near names, INVALID_ARGUMENT for several full names, CANCELLED. */
export function renameAnswer(
  ports: CodePorts,
  { symbol, path }: { readonly symbol: string; readonly path: string | undefined },
): Promise<Answer> {
  return settledReading(ports, async (reading) => {
    const { symbols, isCut } = await oneSymbol(reading, symbol, path);
    const relations = new Relations(reading);
    const node = await relations.nodeOf(oneFullName(reading, symbols, symbol, path));
    const { occurrences, left } = await occurrencesOf(relations, node);
    return present(reading, node, { occurrences, left: left + relations.left, isCut });
  });
}

/**
 * The definitions of one full name. With a path, a name that is a full one itself means that one. Throws
 * INVALID_ARGUMENT where full names differ.
 */
function oneFullName(
  { mask }: Reading,
  found: readonly FoundSymbol[],
  symbol: string,
  path: string | undefined,
): readonly FoundSymbol[] {
  const own = path === undefined ? [] : found.filter((each) => qualifiedName(each.symbol) === symbol.trim());
  if (own.length > 0) return own;
  const factor = ({ file }: FoundSymbol) => CLASS_FACTORS[pathClassOf(file.path)];
  const ordered = found.toSorted((a, b) => factor(b) - factor(a));
  const names = [...new Set(ordered.map((each) => shownLine(qualifiedName(each.symbol), mask)))];
  if (names.length === 1) return found;
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : "";
  throw invalid(
    (say) =>
      `${quote(symbol)} means ${names.length} symbols: ${names.slice(0, NAMES_SHOWN).join(", ")}${more}; rename one: give its full name, or its ${say.name("path")}, too`,
  );
}

/** All lines with the word, code before tests and all else. */
async function occurrencesOf(relations: Relations, node: SymbolNode) {
  const { view, files } = relations.reading;
  const name = node.name!;
  const meant = new Map<string, What>();
  const places = await relations.placesOf(node);
  for (const place of places) {
    const { line, column } = place.reference;
    meant.set(`${place.path}:${line}:${column}`, isCertain(place) ? "use" : "byName");
  }
  // Where no use is certain, each of the name may be one, and what brings the name to it.
  for (const { path, reference, certainty } of await usesByName(relations, node, places)) {
    if (certainty !== "name") continue;
    meant.set(`${path}:${reference.line}`, "byName");
    meant.set(path, "byName");
  }
  const own = node.definitions.map(({ file }) => file.path);
  const holding = [...new Set([...own, ...filesHolding(view.generations, name)])];
  const found: Occurrence[] = [];
  for (const path of holding.slice(0, FILES_MAX)) {
    const file = files.get(path);
    const offsets = file === null ? [] : wordOffsets(file.text, name);
    if (file === null || offsets.length === 0) continue;
    const kinds = await new OccurrenceReader(relations, node, file, meant).read(offsets);
    const seen = new Set<string>();
    for (const { line, what } of kinds) {
      const key = `${line} ${what === "other" ? what : GROUPS[what]}`;
      if (!seen.has(key)) found.push({ file, line, what });
      seen.add(key);
    }
  }
  const factor = ({ file }: Occurrence) => CLASS_FACTORS[pathClassOf(file.path)];
  const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
  found.sort((a, b) => factor(b) - factor(a) || compare(a.file.path, b.file.path) || a.line - b.line);
  return { occurrences: found, left: Math.max(0, holding.length - FILES_MAX) };
}

/** Says what the occurrences of a name in one file are. */
class OccurrenceReader {
  readonly #relations: Relations;
  readonly #node: SymbolNode;
  readonly #file: ShownFile;
  readonly #meant: ReadonlyMap<string, What>;
  readonly #lines: LineIndex;
  /** Where imports end, by their lines. */
  readonly #importEnds = new Map<number, number>();

  constructor(relations: Relations, node: SymbolNode, file: ShownFile, meant: ReadonlyMap<string, What>) {
    this.#relations = relations;
    this.#node = node;
    this.#file = file;
    this.#meant = meant;
    this.#lines = new LineIndex(file.text);
  }

  async read(offsets: readonly number[]): Promise<{ line: number; what: What }[]> {
    const { path, language } = this.#file;
    const source = language === null ? null : await this.#relations.parse(path);
    const isCode = language === null ? null : this.#codeTest();
    const found: { line: number; what: What }[] = [];
    for (const offset of offsets) {
      const line = this.#lines.lineAt(offset);
      const what = isCode === null ? textKind(path) : await this.#kindOf(offset, source, isCode);
      found.push({ line, what });
    }
    return found;
  }

  async #kindOf(offset: number, source: ParsedSource | null, isCode: (offset: number) => boolean): Promise<What> {
    const { definitions, name } = this.#node;
    const { path } = this.#file;
    if (definitions.some(({ file, symbol }) => file.path === path && symbol.nameOffset === offset)) return "definition";
    const line = this.#lines.lineAt(offset);
    const meant = this.#meant.get(`${path}:${line}:${this.#lines.columnAt(offset)}`);
    if (meant !== undefined) return meant;
    if (!isCode(offset)) return "text";
    if (source === null) return "byName";
    if (this.#isDirective(line)) return "byName";
    const imported = this.#importAround(source, offset);
    if (imported !== undefined) {
      const reached = await filesReached(this.#relations, source, imported, name);
      if (definitions.some(({ file }) => reached.has(file.path))) return "import";
      if (reached.size > 0) return "other";
      return this.#meant.get(path) ?? (this.#mayMean(source, imported) ? "byName" : "other");
    }
    // A member of another type may be the same one: an override, or what it overrides.
    const isMember = definitions.some(({ symbol }) => symbol.container !== null);
    const other = source.parsed.symbols.find(({ nameOffset }) => nameOffset === offset);
    if (isMember && other !== undefined && other.container !== null) return "byName";
    return this.#meant.get(`${path}:${line}`) ?? "other";
  }

  /** Whether an import that leads nowhere may mean a file of the tree. */
  #mayMean({ language, path }: ParsedSource, { module }: Import): boolean {
    const { definitions, name } = this.#node;
    const may = definitions.some(({ file, symbol }) => isImportable(symbol, bareName(name!), file, language));
    return may && this.#relations.resolver.mayMean(language, path, module, name!);
  }

  /** The import statement that an offset stands in. */
  #importAround({ parsed }: ParsedSource, offset: number) {
    const line = this.#lines.lineAt(offset);
    const names = (imported: (typeof parsed.imports)[number]) =>
      imported.names.some((each) => each.name === this.#node.name || each.local === this.#node.name);
    const imported = parsed.imports.findLast((each) => each.line <= line && names(each));
    if (imported === undefined) return undefined;
    let end = this.#importEnds.get(imported.line);
    if (end === undefined) {
      const start = this.#lines.startOf(imported.line);
      end = importEnd(this.#file.text, start, this.#file.language!, imported.module !== OWN_NAMES);
      this.#importEnds.set(imported.line, end);
    }
    return offset < end ? imported : undefined;
  }

  /** Whether a line is of a directive with names of code: in C, and continued lines too. */
  #isDirective(line: number): boolean {
    const { language } = this.#file;
    if (language !== "c" && language !== "cpp") return false;
    let first = line;
    while (first > 1 && /\\\s*$/.test(this.#lines.textOf(first - 1))) first--;
    return DIRECTIVE.test(this.#lines.textOf(first));
  }

  /** Whether code stands at an offset, and no comment or string. */
  #codeTest(): (offset: number) => boolean {
    const mask = lineMask(this.#file.language!);
    const masked = this.#file.text.split("\n").map((line) => mask(line));
    return (offset) => {
      const line = this.#lines.lineAt(offset);
      return masked[line - 1]?.[this.#lines.columnAt(offset)] !== " ";
    };
  }
}

function textKind(path: string): What {
  return pathClassOf(path) === "docs" || /\.(?:md|mdx|rst|adoc|txt)$/i.test(path) ? "doc" : "config";
}

function present(
  { ports, mask }: Reading,
  node: SymbolNode,
  { occurrences, left, isCut }: { occurrences: readonly Occurrence[]; left: number; isCut: boolean },
): Answer {
  const groups = Map.groupBy(occurrences, ({ what }) => (what === "other" ? "others" : GROUPS[what]));
  const of = (group: Group | "others") => groups.get(group) ?? [];
  const others = of("others").length;
  const codeOf = ({ file, line }: Occurrence) => shownLine(file.lines[line - 1] ?? "", mask);
  const rowOf = (each: Occurrence) => ({ path: each.file.name(mask), line: each.line, code: codeOf(each) });
  const rows = (group: Group, most: number) => of(group).slice(0, most).map(rowOf);
  return {
    found: true,
    isPaged: true,
    text(say) {
      const remarks = [
        ...(isCut ? [NOT_ALL] : []),
        ...unparsedRemark(node.definitions),
        ...(left === 0 ? [] : [unseen(left, say)]),
      ];
      const own = new Set(node.definitions.map(({ file }) => file.path)).size;
      if (own > 1) {
        remarks.push(
          `definitions in ${own} files are renamed together; one of them alone: give its ${say.name("path")}`,
        );
      }
      if (others > 0) remarks.unshift(`in code where it means something else: ${counted(others, "line", "lines")}`);
      const answer = new PagedText(ports, remarks);
      answer.head(...definitionLines(node.definitions, mask));
      for (const group of ORDER) {
        const found = of(group);
        if (found.length === 0) continue;
        const files = new Set(found.map(({ file }) => file.path)).size;
        answer.section(
          `${HEADINGS[group]}: ${counted(found.length, "line", "lines")} in ${counted(files, "file", "files")}`,
        );
        answer.addEach(found, (each) => [lineOf(each, codeOf(each), each.file.name(mask))]);
      }
      return answer.text(occurrences.length - others, (rest) => counted(rest, "more line", "more lines"));
    },
    data: (): CodeRenameData => ({
      definitions: node.definitions.map((each) => definitionData(each, mask)),
      change: of("change")
        .slice(0, DATA_CHANGE_MAX)
        .map((each) => ({ ...rowOf(each), what: each.what as "definition" | "import" | "use" })),
      byName: rows("byName", DATA_MAX),
      texts: rows("texts", DATA_MAX),
      docs: rows("docs", DATA_MAX),
      configs: rows("configs", DATA_MAX),
      others,
      total: {
        change: of("change").length,
        byName: of("byName").length,
        texts: of("texts").length,
        docs: of("docs").length,
        configs: of("configs").length,
      },
      left,
    }),
  };
}

function lineOf({ line, what }: Occurrence, code: string, path: string): string {
  const note = what === "definition" || what === "import" ? `  (${what})` : "";
  return `  ${path}:${line}  ${code}${note}`;
}
