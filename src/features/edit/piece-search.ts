// Finds the notes of a topic that hold a piece of text. Texts that hold the piece in the given case are preferred to
// texts that hold it in another case. If several remain, the one whose whole text is the piece is preferred. The result
// for a record is remembered as long as records keep their places in the log.

import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { parseEntryText } from "../../notes/text/entry-text.ts";

/**
 * How a text holds the piece: in the given case, in another case, or not at all; and whether the piece is the whole
 * text.
 */
interface Fit {
  readonly as: "exact" | "alike" | "not";
  readonly isWhole: boolean;
}

export class PieceSearch {
  readonly #exact: string;
  readonly #folded: string;
  /** Results by the offset of the record. They belong to one log. */
  readonly #known = new Map<number, Fit>();
  #log: object | null = null;

  constructor(piece: string) {
    this.#exact = piece.replace(/\r\n?/g, "\n");
    this.#folded = folded(this.#exact);
  }

  /** Whether a text holds the piece in any case. */
  fits(text: string): boolean {
    return this.#fitOf(text).as !== "not";
  }

  /** Those of `positions` in `documents` that fit best, ascending. Damaged notes fit nothing. */
  best(view: KnowledgeView, documents: readonly number[], positions: readonly number[]): number[] {
    if (view.logIdentity !== this.#log) this.#known.clear();
    this.#log = view.logIdentity;
    const found = positions.flatMap((position) => {
      const fit = this.#fitAt(view, documents[position]!);
      return fit === null || fit.as === "not" ? [] : [{ position, ...fit }];
    });
    const as = found.some((each) => each.as === "exact") ? "exact" : "alike";
    const fitting = found.filter((each) => each.as === as);
    const whole = fitting.filter(({ isWhole }) => isWhole);
    return (whole.length === 1 ? whole : fitting).map(({ position }) => position);
  }

  #fitAt(view: KnowledgeView, id: number): Fit | null {
    const { offset } = view.document(id);
    const known = this.#known.get(offset);
    if (known !== undefined) return known;
    const body = view.body(id);
    if (body === null) return null;
    const fit = this.#fitOf(parseEntryText(body).text);
    this.#known.set(offset, fit);
    return fit;
  }

  #fitOf(text: string): Fit {
    if (text.includes(this.#exact)) return { as: "exact", isWhole: text.trim() === this.#exact.trim() };
    const all = folded(text);
    return { as: all.includes(this.#folded) ? "alike" : "not", isWhole: all.trim() === this.#folded.trim() };
  }
}

function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
