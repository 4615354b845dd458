// What a map of a project keeps of each parsed file. Names are numbers, so that thousands of files take little memory.

import type { Language } from "../languages.ts";
import type { Import, ParsedFile } from "../parse/parsed-file.ts";
import { isEntryPoint, isTop, type OfferedSymbol } from "../project-facts.ts";
import { qualifiedName, type SymbolKind } from "../symbol-scanner.ts";

export interface MappedSymbol extends OfferedSymbol {
  /** How many lines its definition has. */
  readonly lines: number;
}

export interface MappedFile {
  readonly path: string;
  readonly language: Language;
  readonly imports: readonly Import[];
  /** Symbols at its top that others can use. */
  readonly offered: readonly MappedSymbol[];
  /** The names that it uses or hands on and does not define, each once. */
  readonly mentioned: Uint32Array;
  /** Whether the file says that a program begins in it. */
  readonly isStart: boolean;
}

/** What others do not take from a file by its name: what holds them, and what is of a type. */
const LEFT_OUT = new Set<SymbolKind>(["extension", "field", "member", "method", "module", "namespace"]);
const TYPES = new Set<SymbolKind>(["class", "enum", "interface", "object", "struct", "trait"]);
/** At most this many different names are told apart; further ones say nothing. */
const NAMES_MAX = 2_000_000;

/** Numbers for names. */
export class NameNumbers {
  readonly #numbers = new Map<string, number>();

  /** The number of a name; -1 where there are too many. */
  of(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    if (number >= NAMES_MAX) return -1;
    this.#numbers.set(name, number);
    return number;
  }
}

/** What is kept of a file. */
export function mappedFile(
  numbers: NameNumbers,
  { path, language, text, parsed }: { path: string; language: Language; text: string; parsed: ParsedFile },
): MappedFile {
  const { symbols, references, imports } = parsed;
  const offered = new Map<string, MappedSymbol>();
  const types = new Set(symbols.filter(({ kind }) => TYPES.has(kind)).map(qualifiedName));
  for (const { name, kind, line, endLine, container, exported } of symbols) {
    // A container that is no type is a namespace or a module of the language.
    const isOffered = exported && isTop(container, language) && !types.has(container ?? "") && !LEFT_OUT.has(kind);
    if (isOffered && name.length > 1 && !offered.has(name))
      offered.set(name, { name, kind, path, line, lines: endLine - line + 1 });
  }
  const own = new Set(symbols.map(({ name }) => name));
  const names = new Set<string>();
  for (const { name } of references) if (!own.has(name)) names.add(name);
  for (const each of imports) for (const { name } of each.names) if (!own.has(name)) names.add(name);
  const mentioned = [...names].map((name) => numbers.of(name)).filter((number) => number >= 0);
  return {
    path,
    language,
    imports,
    offered: [...offered.values()],
    mentioned: Uint32Array.from(mentioned),
    isStart: isEntryPoint(path, language, text, symbols),
  };
}
