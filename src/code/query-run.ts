// Runs a query over a tree and walks over what it matched, in the parser's own memory. The package makes an object for
// each node, each capture and each match: most of what a parse leaves behind for the collector, where a position is all
// that is asked for.
// Invariants:
// - Matches come as the package gives them: in its order, and without those whose conditions do not hold.
// - It reads the same memory as the package's own `Query.matches`, in the same order.

import { Node, type Query, type Tree } from "web-tree-sitter";
import { parserRuntime } from "./grammars.ts";

/** The match that a walk has come to. Captures are told by their place in it. */
export interface FoundMatch {
  readonly pattern: number;
  readonly count: number;
  nameAt(capture: number): string;
  /** Where a captured node begins and ends, in code units. */
  startAt(capture: number): number;
  endAt(capture: number): number;
  nodeAt(capture: number): Node;
}

/** What the package keeps to itself: the addresses of its objects, and the conditions of patterns. */
type Inside<Outside> = Outside & { readonly 0: number };
interface Conditions {
  readonly textPredicates: readonly (readonly ((captures: readonly { name: string; node: Node }[]) => boolean)[])[];
}

/** Of a node these words are handed over: its id, where it begins, row, column, and one of the parser's own. */
const NODE_WORDS = 5;
/** Of a capture its number goes before. */
const CAPTURE_WORDS = 1 + NODE_WORDS;
/** No bound: all of the tree, and as many matches at once and as deep as they come. */
const UNBOUNDED = [...new Array<number>(12).fill(0), 0xffff_ffff, 0xffff_ffff];

/** Calls `visit` with all matches; false when `isOver` said so on the way: then none was visited. */
export function visitMatches(
  tree: Tree,
  query: Query,
  isOver: () => boolean,
  visit: (match: FoundMatch) => void,
): boolean {
  const runtime = parserRuntime();
  const handed = runtime._ts_init() >> 2;
  const root = tree.rootNode;
  let isCut = false;
  hand(runtime.HEAP32, handed, [
    root.id,
    root.startIndex,
    root.startPosition.row,
    root.startPosition.column,
    (root as Inside<Node>)[0],
  ]);
  runtime.currentQueryProgressCallback = () => {
    isCut = isOver();
    return isCut;
  };
  runtime._ts_query_matches_wasm((query as Inside<Query>)[0], (tree as Inside<Tree>)[0], ...UNBOUNDED);
  runtime.currentQueryProgressCallback = null;
  const count = runtime.HEAP32[handed]!;
  const address = runtime.HEAP32[handed + 1]!;
  try {
    if (!isCut) new MatchWalk(tree, query, handed, address >> 2).visit(count, visit);
  } finally {
    runtime._free(address);
  }
  return !isCut;
}

function hand(words: Int32Array, at: number, node: readonly number[]): void {
  for (let word = 0; word < NODE_WORDS; word++) words[at + word] = node[word]!;
}

class MatchWalk implements FoundMatch {
  pattern = 0;
  count = 0;
  readonly #runtime = parserRuntime();
  readonly #tree: Tree;
  readonly #query: Query;
  readonly #handed: number;
  /** Where the first capture stands, in words. */
  #at: number;

  constructor(tree: Tree, query: Query, handed: number, at: number) {
    this.#tree = tree;
    this.#query = query;
    this.#handed = handed;
    this.#at = at;
  }

  visit(count: number, visit: (match: FoundMatch) => void): void {
    const { textPredicates } = this.#query as unknown as Conditions;
    for (let match = 0; match < count; match++) {
      const words = this.#runtime.HEAP32;
      this.pattern = words[this.#at]!;
      this.count = words[this.#at + 1]!;
      this.#at += 2;
      const conditions = textPredicates[this.pattern]!;
      if (conditions.length === 0 || this.#holds(conditions)) visit(this);
      this.#at += this.count * CAPTURE_WORDS;
    }
  }

  #holds(conditions: Conditions["textPredicates"][number]): boolean {
    const captures = Array.from({ length: this.count }, (_, at) => ({ name: this.nameAt(at), node: this.nodeAt(at) }));
    return conditions.every((condition) => condition(captures));
  }

  nameAt(capture: number): string {
    return this.#query.captureNames[this.#runtime.HEAP32[this.#at + capture * CAPTURE_WORDS]!]!;
  }

  startAt(capture: number): number {
    return this.#runtime.HEAP32[this.#at + capture * CAPTURE_WORDS + 2]!;
  }

  endAt(capture: number): number {
    const words = this.#runtime.HEAP32;
    const from = this.#at + capture * CAPTURE_WORDS + 1;
    words.copyWithin(this.#handed, from, from + NODE_WORDS);
    return this.#runtime._ts_node_end_index_wasm((this.#tree as Inside<Tree>)[0]);
  }

  nodeAt(capture: number): Node {
    const words = this.#runtime.HEAP32;
    const from = this.#at + capture * CAPTURE_WORDS + 1;
    return Object.assign(Object.create(Node.prototype) as Node, {
      0: words[from + 4]!,
      id: words[from]!,
      tree: this.#tree,
      startIndex: words[from + 1]!,
      startPosition: { row: words[from + 2]!, column: words[from + 3]! },
    });
  }
}
