// What functions and objects are handed over as: the argument of a call, the value of what has a declared type, the
// result of a function, a member of another object. That tells the types of their parameters and members, which they do
// not declare themselves. Collected while the matches of a query are sorted; read by type-reader.ts.

import type { Node } from "web-tree-sitter";
import type { FoundMatch } from "../query-run.ts";

/** As what a function or an object is handed over. Positions are in code units. */
export type Context =
  | {
      readonly kind: "argument";
      readonly start: number;
      readonly end: number;
      readonly index: number;
      readonly isNew: boolean;
    }
  | { readonly kind: "declared"; readonly start: number; readonly end: number }
  | { readonly kind: "member"; readonly of: number; readonly name: string }
  | { readonly kind: "result"; readonly of: number };

/** A function, a member or a type that declares parameters, or another name of a type. */
export interface Signature {
  /** Empty for what is called by the name of the type around. */
  readonly name: string;
  /** Where its name stands, or the signature itself. */
  readonly at: number;
  readonly isType: boolean;
  /** Where the parameters stand, or what the name stands for. */
  readonly start: number;
  readonly end: number;
  /** The declared result; -1 for none. */
  readonly resultStart: number;
  readonly resultEnd: number;
}

export class Contexts {
  /** By the position of the function or the object. */
  readonly #handed = new Map<number, Context>();
  /** Parameters without a type, by their position: the function's position, and which one it is. */
  readonly #parameters = new Map<number, { readonly taker: number; readonly index: number }>();
  /** Names of members that are functions, by their position: the object's position. */
  readonly members = new Map<number, { readonly object: number; readonly name: string }>();
  readonly signatures: Signature[] = [];
  readonly aliases: Signature[] = [];

  /** What a function or an object that begins at a position is handed over as. */
  of(start: number): Context | undefined {
    return this.#handed.get(start);
  }

  /** Whose parameter it is that stands at a position, where its type is not declared. */
  parameterAt(at: number): { readonly taker: number; readonly index: number } | undefined {
    return this.#parameters.get(at);
  }

  /** Takes a match of the patterns for contexts; false where it is none of them. */
  take(match: FoundMatch, text: string): boolean {
    if (match.count === 0 || !FIRST.has(match.nameAt(0))) return false;
    const nodes = new Map<string, Node>();
    for (let at = 0; at < match.count; at++) nodes.set(match.nameAt(at), match.nodeAt(at));
    const handed = nodes.get("handed");
    if (handed !== undefined) this.#hand(handed, nodes, text);
    const parameter = nodes.get("parameter");
    if (parameter !== undefined) {
      const index = indexOf(nodes.get("listed") ?? parameter);
      this.#parameters.set(parameter.startIndex, { taker: nodes.get("taker")!.startIndex, index });
    }
    const parameters = nodes.get("parameters");
    const stands = nodes.get("stands");
    const spot = parameters ?? stands;
    if (spot !== undefined)
      (stands === undefined ? this.signatures : this.aliases).push(signatureOf(spot, nodes, text));
    return true;
  }

  #hand(handed: Node, nodes: ReadonlyMap<string, Node>, text: string): void {
    const key = nodes.get("key");
    if (key !== undefined) {
      const member = { object: nodes.get("whole")!.startIndex, name: text.slice(key.startIndex, key.endIndex) };
      this.#handed.set(handed.startIndex, { kind: "member", of: member.object, name: member.name });
      if (handed.type !== "object") this.members.set(key.startIndex, member);
      return;
    }
    const giver = nodes.get("giver");
    if (giver !== undefined) {
      this.#handed.set(handed.startIndex, { kind: "result", of: giver.startIndex });
      return;
    }
    const declared = nodes.get("declared");
    if (declared !== undefined) {
      this.#handed.set(handed.startIndex, { kind: "declared", start: declared.startIndex, end: declared.endIndex });
      return;
    }
    const isNew = nodes.has("constructed");
    const { startIndex: start, endIndex: end } = nodes.get(isNew ? "constructed" : "callee")!;
    this.#handed.set(handed.startIndex, { kind: "argument", start, end, index: indexOf(handed), isNew });
  }
}

/** The first captures of the patterns for contexts. */
const FIRST: ReadonlySet<string> = new Set([
  "callee",
  "giver",
  "constructed",
  "declared",
  "whole",
  "taker",
  "signed",
  "alias",
  "parameters",
]);

function signatureOf(spot: Node, nodes: ReadonlyMap<string, Node>, text: string): Signature {
  const name = nodes.get("signed") ?? nodes.get("alias");
  const result = nodes.get("gives");
  return {
    name: name === undefined ? "" : text.slice(name.startIndex, name.endIndex),
    at: (name ?? spot).startIndex,
    isType: nodes.has("alias"),
    start: spot.startIndex,
    end: spot.endIndex,
    resultStart: result?.startIndex ?? -1,
    resultEnd: result?.endIndex ?? -1,
  };
}

/** Which of the list around it a node is, from 0. */
function indexOf(node: Node): number {
  let index = 0;
  for (let before = node.previousNamedSibling; before !== null; before = before.previousNamedSibling) {
    if (before.type !== "comment") index++;
  }
  return index;
}
