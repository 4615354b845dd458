// The notes on what a file is called: `kernels` of kernels.rs; of those that say nothing (index.ts, mod.rs) what the folder is called.
// A note is on that only when it says so up front, writes a name of several parts as the file does, or when the word is rare.

import type { KnowledgeView } from "../../../knowledge/knowledge-view.ts";
import { quickSearch } from "../../../retrieval/quick-search.ts";
import { nameOf, parentOf } from "../../../text/path-names.ts";
import { type TermGroup, termGroups } from "../../../text/tokenizer.ts";
import { tagBoost } from "./importance.ts";
import { isCommonStem, isUpFront } from "./telling-words.ts";

/** The inverse document frequency from which on a word is rare: one entry of two hundred has it. */
const RARE_MIN = Math.log(200);
/** So many of the best hits are looked at. */
const LOOKED_AT_MAX = 16;
const STRUCTURAL = "structural";

/** What tests are called beside what they test. */
const TEST_AFFIXES = /^tests?[_-]|[_-](?:tests?|spec)$|(?<=[a-z])(?:Tests?|Spec)$/;

/** The word for a file by its path below the root, as it is written; "" when neither its name nor its folder says anything. */
export function stemOf(below: string): string {
  const stem = stemOfName(nameOf(below));
  if (stem !== "") return stem;
  return below.includes("/") ? stemOfName(nameOf(parentOf(`/${below}`))) : "";
}

function stemOfName(name: string): string {
  const start = name.startsWith(".") ? 1 : 0;
  const dot = name.indexOf(".", start);
  const stem = name.slice(start, dot < 0 ? undefined : dot).replace(TEST_AFFIXES, "");
  return isCommonStem(stem) ? "" : stem;
}

/** Entries by document number, best first. */
export interface StemNotes {
  readonly onStem: readonly number[];
  /** What says how the file hangs together with others. */
  readonly structural: readonly number[];
}

/** The entries on a stem. */
export function notesOnStem(view: KnowledgeView, stem: string, accepts: (id: number) => boolean): StemNotes {
  const groups = termGroups(stem);
  const group = groups[0];
  if (group === undefined || groups.length > 1 || group.prefix) return { onStem: [], structural: [] };
  const words: TermGroup[] = [];
  if (group.parts.length > 0) words.push({ ...group, whole: null });
  if (group.whole !== null) words.push({ ...group, parts: [] });
  const { hits, weights } = quickSearch(view.index, words, accepts);
  if (hits.length === 0) return { onStem: [], structural: [] };
  const coupled = structuralOf(view, new Set(hits.map(({ id }) => id)));
  const onStem: { readonly id: number; readonly weight: number }[] = [];
  const structural: number[] = [];
  for (let at = 0; at < hits.length && at < LOOKED_AT_MAX; at++) {
    const { id, score, words: places } = hits[at]!;
    const document = view.document(id);
    const { tags } = document;
    if (coupled.has(id) || tags.includes(STRUCTURAL) || tags.includes("coupling") || tags.includes("architecture")) {
      structural.push(id);
    }
    const isWhole = words[places.at(-1)!]!.whole !== null;
    if (isWhole || weights[places[0]!]! >= RARE_MIN || isUpFront(document, group)) {
      onStem.push({ id, weight: score * tagBoost(document) });
    }
  }
  if (onStem.length > 1) onStem.sort((a, b) => b.weight - a.weight);
  return { onStem: onStem.map(({ id }) => id), structural };
}

/** Which of the entries hold the word "structural". */
function structuralOf(view: KnowledgeView, among: ReadonlySet<number>): ReadonlySet<number> {
  const word: TermGroup = { word: STRUCTURAL, whole: null, parts: [STRUCTURAL], prefix: false };
  const { hits } = quickSearch(view.index, [word], (id) => among.has(id));
  return new Set(hits.map(({ id }) => id));
}
