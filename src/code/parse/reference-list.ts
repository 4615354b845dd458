// The references of a parsed file, asked for by name or by the symbol around them. Of a file that was read again beside
// its text they are numbers, and only those that somebody asks for are made.

import type { LineIndex } from "../line-index.ts";
import type { ParsedFile, Receiver, Reference, ReferenceKind } from "./parsed-file.ts";
import { REFERENCE_KINDS } from "./parsed-file.ts";

export interface ReferenceList {
  /** Whether there is one of this name. */
  has(name: string): boolean;
  /** Those of some names, in the order of the text. */
  named(names: readonly string[]): Reference[];
  /** Those whose innermost symbol, by its index, is accepted, in the order of the text; -1 is the top. */
  within(accepts: (symbol: number) => boolean): Reference[];
  /** Those that name bases of types, in the order of the text. */
  readonly bases: readonly Reference[];
}

const lists = new WeakMap<ParsedFile, ReferenceList>();

/** The references of a file, by what is asked. */
export function referencesOf(parsed: ParsedFile): ReferenceList {
  let list = lists.get(parsed);
  if (list === undefined) {
    list = listed(parsed.references);
    lists.set(parsed, list);
  }
  return list;
}

/** A parsed file whose references are made when they are asked for. */
export function withStored(
  parsed: Pick<ParsedFile, "symbols" | "imports" | "types" | "brokenLines">,
  stored: StoredReferences,
): ParsedFile {
  const { symbols, imports, types, brokenLines } = parsed;
  const whole: ParsedFile = {
    symbols,
    get references() {
      return stored.all;
    },
    imports,
    types,
    brokenLines,
  };
  lists.set(whole, stored);
  return whole;
}

function listed(references: readonly Reference[]): ReferenceList {
  let used: Set<string> | null = null;
  let bases: readonly Reference[] | null = null;
  return {
    has(name) {
      used ??= new Set(references.map((reference) => reference.name));
      return used.has(name);
    },
    named: (names) => references.filter(({ name }) => names.includes(name)),
    within: (accepts) => references.filter(({ within }) => accepts(within)),
    get bases() {
      bases ??= references.filter(({ kind }) => kind === "inherit");
      return bases;
    },
  };
}

/** What is stored of references, a number each; `receivers`: the number of one of them and 1, 0 for none. */
export interface StoredColumns {
  readonly offsets: Uint32Array;
  readonly lengths: Uint32Array;
  readonly kinds: Uint8Array;
  readonly within: Int32Array;
  readonly receivers: Uint32Array;
}

const INHERIT: ReferenceKind = "inherit";

export class StoredReferences implements ReferenceList {
  readonly #columns: StoredColumns;
  readonly #receivers: readonly Receiver[];
  readonly #text: string;
  readonly #lines: LineIndex;
  /** By number: a reference is made once. */
  readonly #made = new Map<number, Reference>();
  #all: readonly Reference[] | null = null;
  #bases: readonly Reference[] | null = null;

  constructor(
    columns: StoredColumns,
    receivers: readonly Receiver[],
    source: { readonly text: string; readonly lines: LineIndex },
  ) {
    this.#columns = columns;
    this.#receivers = receivers;
    this.#text = source.text;
    this.#lines = source.lines;
  }

  get all(): readonly Reference[] {
    this.#all ??= this.#where(() => true);
    return this.#all;
  }

  get bases(): readonly Reference[] {
    const { kinds } = this.#columns;
    const inherit = REFERENCE_KINDS.indexOf(INHERIT);
    this.#bases ??= this.#where((at) => kinds[at] === inherit);
    return this.#bases;
  }

  has(name: string): boolean {
    const { lengths } = this.#columns;
    for (let at = 0; at < lengths.length; at++) if (this.#isNamed(at, name)) return true;
    return false;
  }

  named(names: readonly string[]): Reference[] {
    const [first = "", ...others] = names;
    if (others.length === 0) return names.length === 0 ? [] : this.#where((at) => this.#isNamed(at, first));
    return this.#where((at) => names.some((name) => this.#isNamed(at, name)));
  }

  within(accepts: (symbol: number) => boolean): Reference[] {
    const { within } = this.#columns;
    return this.#where((at) => accepts(within[at]!));
  }

  #isNamed(at: number, name: string): boolean {
    const { lengths, offsets } = this.#columns;
    return lengths[at] === name.length && this.#text.startsWith(name, offsets[at]!);
  }

  #where(accepts: (at: number) => boolean): Reference[] {
    const found: Reference[] = [];
    const { length } = this.#columns.offsets;
    for (let at = 0; at < length; at++) if (accepts(at)) found.push(this.#reference(at));
    return found;
  }

  #reference(at: number): Reference {
    let made = this.#made.get(at);
    if (made === undefined) {
      const { offsets, lengths, kinds, within, receivers } = this.#columns;
      const offset = offsets[at]!;
      const line = this.#lines.lineAt(offset);
      const receiver = receivers[at]! === 0 ? null : this.#receivers[receivers[at]! - 1]!;
      made = {
        name: this.#text.slice(offset, offset + lengths[at]!),
        line,
        column: offset - this.#lines.startOf(line),
        within: within[at]!,
        kind: REFERENCE_KINDS[kinds[at]!]!,
        receiver,
      };
      this.#made.set(at, made);
    }
    return made;
  }
}
