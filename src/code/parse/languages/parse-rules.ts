// What the parser must know of a language: a query for references, and rules for what the query cannot say.
//
// The query captures names by how they are used: `@ref.call`, `@ref.new`, `@ref.type`, `@ref.inherit`, `@ref.write`,
// `@ref.value`, with `@on` for what the name is taken from. Of several captures of a name the most precise one counts.
// - `@onto`: what a name is taken from, where more stands between the two. `@loose`: a name in text that is not parsed.
// - `@skip`: a name that is no reference: a label, the key of an argument.
//   `@none` is the same unless another capture says more; `@ref.member` is a `@ref.value` that does.
// - `@local`: a variable or a parameter. `@made` is its value, `@typed` its type; `@from`: it is seen behind this node.
//   `@many`: it is a list of those. `@generic` is the parameter of a type, which alone can hide a type.
// - `@outer`: a name that is not local although it is assigned to (Python's `global`).
// - `@field`, `@result`: a member and a function whose type is known, with `@made` or `@typed`. `@of`: whose it is.
// - `@block`: the extent of local names. `@import`: a statement that imports; no name in it is a reference.
// - `@export`: a statement that exports names of the file by others; names in it are references.
// - `@modifier.*` serves only for conditions.

/** A name that an import brings into the file. */
export interface ImportedName {
  /** `*` for the module itself or all its names, `default`, `=` for what it is as a whole, or a name in the module. */
  readonly name: string;
  /** What it is called in this file; `*` when all names of the module are. A re-export says the name it exports. */
  readonly local: string;
}

/** The module of an export by which a file's own names get others: `export { Hono as HonoBase }`. */
export const OWN_NAMES = "<this file>";

/** What a module of CommonJS is as a whole, as a name that it exports and that `require` imports. */
export const WHOLE_MODULE = "=";

/** An import as a statement says it. */
export interface FoundImport {
  /** As written, without quotes: `./cache.ts`, `a.b.c`, `crate::x::y`, `github.com/x/y`, `<stdio.h>`. */
  readonly module: string;
  /** Empty when a module is only run. */
  readonly names: readonly ImportedName[];
  readonly isReexport: boolean;
}

export interface ParseRules {
  readonly query: string;
  /** The imports of a statement, which comes without comments and with single spaces. */
  imports(statement: string): FoundImport[];
  /**
   * Expressions at whose beginning an object is made; the first group is the type. They see text without white space
   * around signs, without type arguments and without what stands in brackets: `new Cache().get()`.
   */
  readonly makers: readonly RegExp[];
  /** Names of the object around. */
  readonly selves: readonly string[];
  /** Names of the object around as an object of its base. */
  readonly supers: readonly string[];
  /** Types that are used like the type in their brackets: `Arc<Cache>`. */
  readonly wrappers: readonly string[];
  /** Types whose content is taken out by a call or by `?`: `Result<Cache, Error>`. */
  readonly results: readonly string[];
  /** Calls that give the object itself or its like: `clone()`. */
  readonly passing: readonly string[];
  /** Whether members are seen without `this`. */
  readonly hasBareMembers: boolean;
  /** What imported names look like that can be nothing else than modules in front of a type. */
  readonly moduleNames?: RegExp;
  /** Names of the language that no tree defines. */
  readonly builtins: readonly string[];
}

/** `value as Type`, the whole expression. */
export const AS_TYPE = /^[^=]* as[?!]? (?!const$|any$|unknown$|never$)([\w$.]+)$/;

/** Rules that hold unless a language says otherwise. */
export const PLAIN_RULES: Omit<ParseRules, "query" | "imports"> = {
  makers: [AS_TYPE, /^new ([\w$.]+)(?:\(\)|\{\})*/],
  selves: ["this"],
  supers: ["super"],
  wrappers: [],
  results: [],
  passing: [],
  hasBareMembers: false,
  builtins: [],
};
