// Which line of a stretch without a declaration answers a query: one of many constants, routes or options, a sentence of
// a document.

import { parseFilters } from "../../code/search/code-filter.ts";
import { parseCodeQuery } from "../../code/search/code-query.ts";
import type { CodeView } from "../../code/store/code-view.ts";
import { inverseDocumentFrequency } from "../../engine/search/bm25.ts";
import { tokenize } from "../../engine/text/tokenizer.ts";
import type { ShownFile, Stretch } from "./shown-file.ts";

/** Longer lines are looked at so far, in code units, and longer stretches so many lines. */
const LINE_LENGTH_MAX = 400;
const LINES_MAX = 150;

/** Finds such lines for one query. */
export class MatchingLines {
  readonly #view: Pick<CodeView, "generations" | "totals">;
  readonly #query: string;
  #weights: ReadonlyMap<string, number> | null = null;

  constructor(view: Pick<CodeView, "generations" | "totals">, query: string) {
    this.#view = view;
    this.#query = query;
  }

  /**
   * The line, from 1, that holds the words of the query that weigh most, the first of equals; null where the stretch has
   * a declaration, or no line says more than the one that stands for it otherwise.
   */
  of(file: ShownFile, stretch: Stretch): number | null {
    if (file.hasDeclaration(stretch)) return null;
    const { from, to } = stretch;
    const usual = file.firstSaying(stretch);
    let best = { line: usual, weight: usual === null ? 0 : this.#weightOf(file.lines[usual - 1] ?? "") };
    for (let line = from; line <= Math.min(to, from + LINES_MAX - 1); line++) {
      const weight = this.#weightOf(file.lines[line - 1] ?? "");
      if (weight > best.weight) best = { line, weight };
    }
    return best.line === usual ? null : best.line;
  }

  #weightOf(line: string): number {
    this.#weights ??= this.#termWeights();
    let sum = 0;
    for (const term of new Set(tokenize(line.slice(0, LINE_LENGTH_MAX)))) sum += this.#weights.get(term) ?? 0;
    return sum;
  }

  /** What a term of the query says: as much as the ranking has it. */
  #termWeights(): ReadonlyMap<string, number> {
    const { generations, totals } = this.#view;
    const weights = new Map<string, number>();
    for (const [term, weight] of parseCodeQuery(parseFilters(this.#query).text).terms) {
      const frequency = generations.reduce((count, { chunks }) => {
        const ordinal = chunks.findTerm(term);
        return ordinal < 0 ? count : count + chunks.frequencyOf(ordinal);
      }, 0);
      weights.set(term, weight * inverseDocumentFrequency(totals.chunks, Math.min(frequency, totals.chunks)));
    }
    return weights;
  }
}
