// Which line of a stretch without a declaration answers a query: one of many constants, routes or options, a sentence of
// a document.

import { parseFilters } from "../../code/search/code-filter.ts";
import { parseCodeQuery } from "../../code/search/code-query.ts";
import { isHeld } from "../../code/search/code-search.ts";
import { knownTerms } from "../../code/search/known-forms.ts";
import type { CodeView } from "../../code/store/code-view.ts";
import { inverseDocumentFrequency } from "../../engine/search/bm25.ts";
import { tokenize } from "../../engine/text/tokenizer.ts";
import type { ShownFile, Stretch } from "./shown-file.ts";

/** Longer lines are looked at so far, in code units, and longer stretches so many lines. */
const LINE_LENGTH_MAX = 400;
const LINES_MAX = 120;
/** Letters that the tokenizer may take for others. */
const FOLDED = /[^\0-\x7f]/;

/** Finds such lines for one query. */
export class MatchingLines {
  readonly #view: Pick<CodeView, "generations" | "totals">;
  readonly #query: string;
  #weights: ReadonlyMap<string, number> | null = null;
  /** What a line has to hold to have any of the words; most have none, and need not be taken apart. */
  #sign: RegExp | null = null;

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

  #weightOf(whole: string): number {
    this.#weights ??= this.#termWeights();
    this.#sign ??= signOf([...this.#weights.keys()]);
    const line = whole.slice(0, LINE_LENGTH_MAX);
    if (!FOLDED.test(line) && !this.#sign.test(line.replaceAll("_", ""))) return 0;
    let sum = 0;
    for (const term of new Set(tokenize(line))) sum += this.#weights.get(term) ?? 0;
    return sum;
  }

  /** What a term of the query says: as much as the ranking has it. */
  #termWeights(): ReadonlyMap<string, number> {
    const { generations, totals } = this.#view;
    const weights = new Map<string, number>();
    const asked = parseCodeQuery(parseFilters(this.#query).text).terms;
    for (const [term, weight] of knownTerms(asked, (each) => isHeld(generations, each)).terms) {
      const frequency = generations.reduce((count, { chunks }) => {
        const ordinal = chunks.findTerm(term);
        return ordinal < 0 ? count : count + chunks.frequencyOf(ordinal);
      }, 0);
      weights.set(term, weight * inverseDocumentFrequency(totals.chunks, Math.min(frequency, totals.chunks)));
    }
    return weights;
  }
}

/** Any of the words, in capitals or not; a word of several parts stands there without what divides them. */
function signOf(terms: readonly string[]): RegExp {
  const escaped = terms.map((term) => term.replace(/[^\p{L}\p{N}]/gu, "\\$&"));
  return new RegExp(escaped.length === 0 ? "(?!)" : escaped.join("|"), "iu");
}
