// What a parser says of one file: its symbols, what they refer to, what is imported. Only types.
//
// Left to others: reading it (file-parser.ts), and which symbol a reference means in the tree.

import type { CodeSymbol } from "../symbol-scanner.ts";
import type { FoundImport } from "./languages/parse-rules.ts";

/** A symbol with its exact extent. */
export interface ParsedSymbol extends CodeSymbol {
  /** Where the name begins in its line, in code units from 0. */
  readonly column: number;
  /** Where the definition begins in the text, in code units. */
  readonly start: number;
  /** Behind the last character of the definition. */
  readonly end: number;
}

/**
 * How a name is used: called, made an object of, as a type, as a base, assigned to, or otherwise. A name that is read
 * and assigned at once (`x += 1`) is a `write`. A `key` of an object literal names a member of what the object is handed
 * over as; `{ name }` is a value and a key. A `key` with the receiver `{}` is taken out of something unnamed, by a pattern.
 */
export const REFERENCE_KINDS = ["call", "new", "type", "inherit", "value", "write", "key"] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

/** What a name is taken from: `cache` in `cache.get()`. */
export interface Receiver {
  /** As written, without white space and without what stands in brackets: `this`, `a.b`, `load()`. At most 120 units. */
  readonly text: string;
  /**
   * The bare name of the type, the module (`os.path`, `crate::store`) or the namespace, where the syntax of the file
   * tells; else null. `this` has the type around it, `super` that type's first base. Behind a `>` stand members that
   * other files must tell of: `Hono>router`, `load()>cache`.
   */
  readonly type: string | null;
}

/** A place where a name is used. Names of definitions, local variables and parameters are left out. */
export interface Reference {
  readonly name: string;
  /** From 1. */
  readonly line: number;
  /** In code units from 0. */
  readonly column: number;
  /** The index of the innermost symbol around it; -1 at the top. */
  readonly within: number;
  readonly kind: ReferenceKind;
  /** Null for a name that stands alone. */
  readonly receiver: Receiver | null;
}

/** An import of one module. A statement that names several modules gives several. */
export interface Import extends FoundImport {
  /** From 1. */
  readonly line: number;
}

/** The owner of facts on objects that are handed over: `name` is then the place of a member's name, as `12:4`. */
export const HANDED = "{}";

/** What the file says of a type: what a member, the result of a function or a variable at the top is. */
export interface TypeFact {
  /** The bare name of the type that has the member; "" at the top. */
  readonly owner: string;
  /**
   * A function has `()` behind it, its second parameter `#1`, what that one is called with first `#1#0`; `#1+` are all
   * parameters from the second one on. What is called by the type's own name has nothing in front of that; `=` is what
   * the type is another name of.
   */
  readonly name: string;
  /** As in `Receiver`. */
  readonly type: string;
}

export interface ParsedFile {
  readonly symbols: readonly ParsedSymbol[];
  /** In the order of the text. */
  readonly references: readonly Reference[];
  readonly imports: readonly Import[];
  readonly types: readonly TypeFact[];
  /** How many lines lie in parts that could not be understood. */
  readonly brokenLines: number;
}
