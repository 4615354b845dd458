// Turns definitions with their extents into nested symbols. It finds out which definition contains which, tells methods
// from functions, and leaves out local variables. Both scanners use it. Imports nothing heavy.

import type { Language } from "./languages.ts";
import type { CodeSymbol, SymbolKind } from "./symbol-scanner.ts";
import { visibilityRule } from "./visibility.ts";

/**
 * A definition as a scanner finds it. `start` and `end` are positions in the text; `end` lies behind the last
 * character.
 */
export interface FoundDefinition {
  /**
   * `scope` is a container and no symbol. `anonymous` is a function without a name. `prototype` is a function without a
   * body.
   */
  readonly kind: SymbolKind | "scope" | "anonymous" | "prototype";
  readonly name: string;
  readonly nameOffset: number;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly endLine: number;
  readonly signature: string;
  /** The declaration up to the name, from the start of its line. */
  readonly header: string;
  /** The type that the definition belongs to, when it stands outside of that type. */
  readonly receiver: string | null;
}

/** A definition that contains the definitions that come next. */
interface Open {
  readonly definition: FoundDefinition;
  readonly kind: SymbolKind | "scope" | "anonymous";
  readonly path: string | null;
  readonly isInFunction: boolean;
  readonly type: string | null;
}

const TYPE_KINDS: ReadonlySet<string> = new Set([
  "class",
  "enum",
  "extension",
  "interface",
  "object",
  "scope",
  "struct",
  "trait",
]);
const CALLED_KINDS: ReadonlySet<string> = new Set(["anonymous", "function", "method"]);
/**
 * Kinds by precision, the least precise first; kinds that are missing here are the most precise. When a definition was
 * found as two kinds, the more precise one wins.
 */
const PRECISION: readonly string[] = [
  "variable",
  "field",
  "constant",
  "type",
  "class",
  "prototype",
  "function",
  "method",
];
/**
 * How a constant is recognised in languages without a keyword for it: by the modifiers in Java, by the name in Python.
 */
const JAVA_CONSTANT = /\bstatic\s+final\b|\bfinal\s+static\b/;
const CONSTANT_NAME = /^[A-Z][A-Z0-9_]+$/;

/** The extent of a definition: of a symbol, of a container that is none, or of a function without a name. */
export interface Region {
  readonly start: number;
  /** Behind the last character. */
  readonly end: number;
  readonly kind: SymbolKind | "scope" | "anonymous";
  /** The index of the symbol; -1 where the region is none. */
  readonly symbol: number;
  /** The bare name of the type whose members the code in it sees first; null in the top and in plain functions. */
  readonly type: string | null;
}

/** The symbols of a text, in order. */
export function nestSymbols(found: readonly FoundDefinition[], language: Language, text: string): CodeSymbol[] {
  return nestRegions(found, language, text).symbols;
}

/** The symbols of a text and the extents of all definitions, both in order: what contains comes first. */
export function nestRegions(
  found: readonly FoundDefinition[],
  language: Language,
  text: string,
): { symbols: CodeSymbol[]; regions: Region[] } {
  const isVisible = visibilityRule(language, text);
  const symbols: CodeSymbol[] = [];
  const regions: Region[] = [];
  const open: Open[] = [];
  for (const definition of ordered(found)) {
    while (open.length > 0 && !contains(open.at(-1)!.definition, definition)) open.pop();
    const parent = open.at(-1) ?? null;
    const kind = kindOf(definition, parent, language);
    if (kind === null) continue;
    const container = definition.receiver ?? parent?.path ?? null;
    const isInFunction = parent !== null && (parent.isInFunction || CALLED_KINDS.has(parent.kind));
    const isSymbol = kind !== "anonymous" && kind !== "scope";
    const type = TYPE_KINDS.has(kind) ? definition.name : (lastName(definition.receiver) ?? parent?.type ?? null);
    regions.push({ start: definition.start, end: definition.end, kind, symbol: isSymbol ? symbols.length : -1, type });
    const path = kind === "anonymous" ? container : pathIn(container, definition.name);
    open.push({ definition, kind, path, isInFunction: kind === "anonymous" || isInFunction, type });
    if (!isSymbol) continue;
    const { name, nameOffset, line, endLine, signature, header } = definition;
    const enclosing =
      parent === null || parent.kind === "anonymous" ? null : { kind: parent.kind, header: parent.definition.header };
    const exported = !isInFunction && isVisible({ name, kind, header, parent: enclosing });
    symbols.push({ name, kind, line, endLine, signature, container, exported, nameOffset });
  }
  return { symbols, regions };
}

/** `Cache` of `storage.Cache`. */
function lastName(path: string | null): string | null {
  return path === null ? null : path.slice(path.lastIndexOf(".") + 1);
}

/** Longer paths of containers are not made longer, in code units: names within names would take the square of a text. */
const PATH_LENGTH_MAX = 1000;

/** The path of what stands in a definition. */
function pathIn(container: string | null, name: string): string {
  if (container === null) return name;
  return container.length > PATH_LENGTH_MAX ? container : `${container}.${name}`;
}

/**
 * Whether `outer` contains `inner`, given that `outer` does not begin later. Names of one declaration stand side by
 * side, as in `case a, b`.
 */
function contains(outer: FoundDefinition, inner: FoundDefinition): boolean {
  return outer.end > inner.end || (outer.end === inner.end && outer.start < inner.start);
}

/**
 * The definitions by place; a container comes before its contents. Of two definitions with the same name at the same
 * place, the more precise one is kept.
 */
function ordered(found: readonly FoundDefinition[]): FoundDefinition[] {
  const byName = new Map<number, FoundDefinition>();
  const nameless: FoundDefinition[] = [];
  for (const definition of found) {
    if (definition.kind === "anonymous") {
      nameless.push(definition);
      continue;
    }
    const known = byName.get(definition.nameOffset);
    if (known === undefined || precision(definition.kind) > precision(known.kind)) {
      byName.set(definition.nameOffset, definition);
    }
  }
  return [...byName.values(), ...nameless].sort(
    (a, b) => a.start - b.start || b.end - a.end || a.nameOffset - b.nameOffset,
  );
}

function precision(kind: string): number {
  const at = PRECISION.indexOf(kind);
  return at < 0 ? PRECISION.length : at;
}

/**
 * The kind of a definition in its place; null when it is no symbol there, as a variable or prototype inside of a
 * function.
 */
function kindOf(found: FoundDefinition, parent: Open | null, language: Language): Open["kind"] | null {
  const isInType = parent !== null && TYPE_KINDS.has(parent.kind);
  const isInFunction = parent !== null && (parent.isInFunction || CALLED_KINDS.has(parent.kind));
  switch (found.kind) {
    case "variable":
      if (isInType) return "field";
      if (isInFunction) return null;
      return language === "python" && CONSTANT_NAME.test(found.name) ? "constant" : "variable";
    case "field":
      return language === "java" && JAVA_CONSTANT.test(found.header) ? "constant" : "field";
    case "constant":
      if (isInType && language === "swift") return "field";
      return isInFunction && !isInType ? null : "constant";
    case "prototype":
      if (isInType) return "method";
      return isInFunction ? null : "function";
    case "function":
      // In front of its name stands a schema.
      if (language === "sql") return "function";
      return isInType || found.receiver !== null ? "method" : "function";
    case "method":
      return parent === null && found.receiver === null ? "function" : "method";
    default:
      return found.kind;
  }
}
