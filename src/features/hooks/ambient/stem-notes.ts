// The notes on what a file is called: `kernels` of kernels.rs; of those that say nothing (index.ts, mod.rs) what the folder is called.
// A note is on that only when it says so up front, writes a name of several parts as the file does, or when the word is rare.

import type { IndexedDocument } from "../../../index/document.ts";
import { type QuickHit, quickSearch, type Scope } from "../../../retrieval/quick-search.ts";
import { nameOf, parentOf } from "../../../text/path-names.ts";
import type { TermGroup } from "../../../text/tokenizer.ts";
import type { NoteList } from "../note-list.ts";
import { idsOf, tagBoost, type Weighed } from "./importance.ts";
import { holdsName } from "./naming-notes.ts";
import { isCommonStem, isUpFront, wordOfStem } from "./telling-words.ts";

/** The inverse document frequency from which on a word is rare: one entry of two hundred has it. */
const RARE_MIN = Math.log(200);
/** So many of the best hits are looked at. */
const LOOKED_AT_MAX = 8;
/** What is scored for that: names are many, and the rare ones come first. */
const POSTINGS_MAX = 384;
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
export function notesOnStem(notes: NoteList, stem: string, scope: Scope): StemNotes {
  const group = wordOfStem(stem);
  if (group === null) return { onStem: [], structural: [] };
  const words: TermGroup[] = [];
  if (group.parts.length > 0) words.push({ ...group, whole: null });
  if (group.whole !== null) words.push({ ...group, parts: [] });
  const { hits, weights } = quickSearch(notes.view.index, words, scope, POSTINGS_MAX);
  if (hits.length === 0) return { onStem: [], structural: [] };
  const coupled = structuralOf(notes, hits, scope);
  const onStem: Weighed[] = [];
  const structural: number[] = [];
  for (let at = 0; at < hits.length && at < LOOKED_AT_MAX; at++) {
    const { id, score, words: places } = hits[at]!;
    const document = notes.document(id);
    const { tags } = document;
    if (coupled.has(id) || tags.includes(STRUCTURAL) || tags.includes("coupling") || tags.includes("architecture")) {
      structural.push(id);
    }
    const last = words[places[places.length - 1]!]!;
    const isRare = weights[places[0]!]! >= RARE_MIN && !hasInSource(document, stem);
    if (isRare || isUpFront(document, group) || (last.whole !== null && holdsName(notes, id, last))) {
      onStem.push({ id, weight: score * tagBoost(document) });
    }
  }
  return { onStem: idsOf(onStem), structural };
}

/** Which of the entries hold the word "structural". */
function structuralOf(notes: NoteList, hits: readonly QuickHit[], { entryCount }: Scope): ReadonlySet<number> {
  const among = new Set<number>();
  for (const { id } of hits) among.add(id);
  const word: TermGroup = { word: STRUCTURAL, whole: null, parts: [STRUCTURAL], prefix: false };
  const found = new Set<number>();
  const scope = { entryCount, accepts: (id: number) => among.has(id), newest: () => [...among] };
  for (const { id } of quickSearch(notes.view.index, [word], scope, POSTINGS_MAX).hits) found.add(id);
  return found;
}

/** Whether a word may stand in an entry only because its source is called so. */
function hasInSource({ source }: IndexedDocument, stem: string): boolean {
  return source?.toLowerCase().includes(stem.toLowerCase()) === true;
}
