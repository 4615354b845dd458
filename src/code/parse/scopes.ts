// Which local variable a name means: blocks within blocks, each with its names.

/** A declaration of a local name. Positions are in code units. */
export interface Local {
  readonly name: string;
  readonly at: number;
  /** From here on the name is seen; 0 when in the whole block. */
  readonly from: number;
  /** Whether it is the parameter of a type: other names do not hide types. */
  readonly isType: boolean;
  /** What the syntax says of its type. */
  readonly hint: TypeHint;
}

/** The source of a type and of a value; null where there is none. */
export interface TypeHint {
  readonly typed: string | null;
  readonly made: string | null;
  /** Whether it is a list of what `typed` says. */
  readonly isMany: boolean;
}

interface Block {
  readonly start: number;
  readonly end: number;
  readonly parent: number;
  readonly depth: number;
  readonly locals: Map<string, Local[]>;
  /** Names that are not local here. */
  readonly outer: Set<string>;
}

/** Of more declarations of one name in one block, the last ones tell no type: a search looks at all of them. */
const SAME_NAME_MAX = 64;

/** Blocks deeper in others are taken for one with their parent: a search looks at all around a place. */
const DEPTH_MAX = 200;

/** The blocks of one text. The first one is the text itself: its names are symbols, and shadow nothing. */
export class Scopes {
  readonly #blocks: Block[];
  readonly #symbols: ReadonlySet<number>;

  /**
   * `extents` are the blocks' positions in any order; two of them are apart, or one contains the other. `symbols` are the positions of
   * the symbols' names.
   */
  constructor(length: number, extents: readonly (readonly [number, number])[], symbols: ReadonlySet<number>) {
    this.#symbols = symbols;
    const sorted = [...extents].sort((a, b) => a[0] - b[0] || b[1] - a[1]);
    this.#blocks = [{ start: 0, end: length + 1, parent: -1, depth: 0, locals: new Map(), outer: new Set() }];
    let parent = 0;
    for (const [start, end] of sorted) {
      while (this.#blocks[parent]!.end < end && parent > 0) parent = this.#blocks[parent]!.parent;
      while (this.#blocks[parent]!.end <= start && parent > 0) parent = this.#blocks[parent]!.parent;
      const depth = this.#blocks[parent]!.depth + 1;
      if (depth > DEPTH_MAX) continue;
      this.#blocks.push({ start, end, parent, depth, locals: new Map(), outer: new Set() });
      parent = this.#blocks.length - 1;
    }
  }

  /** The number of the innermost block around a position. */
  blockAt(at: number): number {
    let low = 0;
    let high = this.#blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#blocks[middle]!.start <= at) low = middle;
      else high = middle - 1;
    }
    while (this.#blocks[low]!.end <= at && low > 0) low = this.#blocks[low]!.parent;
    return low;
  }

  /** Adds a name to its block. */
  declare(local: Local): void {
    const { locals } = this.#blocks[this.blockAt(local.at)]!;
    const known = locals.get(local.name);
    const same = known?.findIndex(({ at }) => at === local.at) ?? -1;
    if (known === undefined) locals.set(local.name, [local]);
    else if (same >= 0) known[same] = { ...local, hint: better(known[same]!.hint, local.hint) };
    else if (known.length < SAME_NAME_MAX) known.push(local);
    else known[SAME_NAME_MAX - 1] = { ...local, hint: { typed: null, made: null, isMany: false } };
  }

  /** The names that are declared in the text itself, in no block. */
  *atTop(): Generator<Local> {
    for (const locals of this.#blocks[0]!.locals.values()) yield locals[0]!;
  }

  /** Says that a name is not local in the block around `at`. */
  declareOuter(name: string, at: number): void {
    this.#blocks[this.blockAt(at)]!.outer.add(name);
  }

  /** The declaration that a name means at a position (`isType`: among parameters of types), and whether it is a symbol of the text; null for none. */
  find(name: string, at: number, isType = false): { local: Local; isSymbol: boolean } | null {
    for (let index = this.blockAt(at); index >= 0; index = this.#blocks[index]!.parent) {
      const block = this.#blocks[index]!;
      if (index > 0 && block.outer.has(name)) index = 0;
      const local = lastSeen(this.#blocks[index]!.locals.get(name), at, isType);
      if (local !== null) return { local, isSymbol: index === 0 || this.#symbols.has(local.at) };
    }
    return null;
  }
}

/** Of several declarations of a name the last one in front of a position, else the first one that is seen there. */
function lastSeen(locals: readonly Local[] | undefined, at: number, isType: boolean): Local | null {
  let found: Local | null = null;
  for (const local of locals ?? []) {
    if (local.from > at || (isType && !local.isType)) continue;
    if (found === null || local.at < at) found = local;
  }
  return found;
}

/** Of two hints for one declaration the one that says more. */
function better(known: TypeHint, next: TypeHint): TypeHint {
  if (known.isMany || next.isMany) return { typed: null, made: null, isMany: true };
  return { typed: known.typed ?? next.typed, made: known.made ?? next.made, isMany: false };
}
