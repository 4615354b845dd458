// A reference to a symbol of the tree, and how sure that is. Only types and an order.

import type { Reference } from "../parse/parsed-file.ts";

/**
 * Why a name is taken for that of a symbol: it stands in the symbol's own file; the file imports it, or is of its
 * package; its receiver is of the symbol's type; nothing else in the tree has the name; or the name alone says so.
 */
export const CERTAINTIES = ["file", "import", "type", "only", "name"] as const;
export type Certainty = (typeof CERTAINTIES)[number];

/** A definition that references are looked for. */
export interface Target {
  readonly path: string;
  readonly name: string;
  /** The containers, outermost first, as in `Storage.Cache`; null at the top. */
  readonly container: string | null;
  /** The lines of the definition, from 1. */
  readonly from: number;
  readonly to: number;
}

/** A place that refers to a target. */
export interface FoundReference {
  readonly path: string;
  readonly reference: Reference;
  /** The full name of the symbol around it; null at the top of the file. */
  readonly within: string | null;
  readonly certainty: Certainty;
}

/** Whether more than a name speaks for a reference. */
export function isCertain({ certainty }: Pick<FoundReference, "certainty">): boolean {
  return certainty !== "name";
}
