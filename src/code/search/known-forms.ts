// Words of a query that nothing holds, in their other forms: `caches` finds `cache`, `deleted` finds `deleteEntry`.

import { isStopWord } from "../../engine/text/tokenizer.ts";
import { otherForms } from "../../engine/text/word-forms.ts";

/** Another form says less than the word itself. */
const FORM_WEIGHT = 0.7;

/** What is looked for. */
export interface KnownTerms {
  /** Terms that something holds, with their weights. */
  readonly terms: ReadonlyMap<string, number>;
  /** Words that nothing holds in any form, without those of grammar. */
  readonly unknown: readonly string[];
}

/** The terms of a query that something holds; of the others the forms that something holds. */
export function knownTerms(terms: ReadonlyMap<string, number>, isKnown: (term: string) => boolean): KnownTerms {
  const known = new Map<string, number>();
  const unknown: string[] = [];
  for (const [term, weight] of terms) {
    if (isKnown(term)) {
      known.set(term, Math.max(weight, known.get(term) ?? 0));
      continue;
    }
    if (isStopWord({ word: term, whole: null, parts: [term], prefix: false })) continue;
    const forms = otherForms(term, isKnown);
    for (const form of forms) known.set(form, Math.max(FORM_WEIGHT * weight, known.get(form) ?? 0));
    if (forms.length === 0) unknown.push(term);
  }
  return { terms: known, unknown };
}
