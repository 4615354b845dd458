// What was judged of the notes of an index, by document number: of a note, and of those that were merged into it. It is
// made for each search, and costs little: a note is looked up when its score is known.

import { documentWithAlias, mayHaveAliases } from "../notes/index/alias-terms.ts";
import { noteColumns } from "../notes/index/note-columns.ts";
import type { NoteIndex } from "../notes/index/note-index.ts";
import { parseNoteId } from "../notes/text/note-id.ts";
import type { JudgementLog } from "./judgement-log.ts";
import { effectiveness, type Judgements } from "./log/judgements.ts";

/** How often a note helped, and how often it misled. */
export interface UseCounts {
  readonly helped: number;
  readonly misled: number;
}

/** What was judged of an index's notes. */
export interface JudgedNotes {
  /** The judged uses of a document; undefined for one that was never judged. */
  countsOf(id: number): UseCounts | undefined;
  /** Its effectiveness, 0 to 1; undefined for one that was never judged. */
  effectivenessOf(id: number): number | undefined;
}

/** The same by what a caller may read of judgements; left out: nothing. */
export function judgedIn(index: NoteIndex, log: Pick<JudgementLog, "forRanking"> | undefined): JudgedNotes | null {
  const all = log?.forRanking() ?? null;
  return all === null ? null : judgedNotes(index, all);
}

/** Judged uses by the lower bits of ids; hardly ever do two ids share them. */
type ByLow = ReadonlyMap<number, readonly { readonly high: number; readonly counts: UseCounts }[]>;

/** Kept as long as nothing is judged: each judgement that counts adds a pair. */
const kept = new WeakMap<Judgements["notes"], { readonly pairs: number; readonly byLow: ByLow }>();
/** What was judged of merged notes, by the document that they are in; kept as long as the index stays as it is. */
const keptMerged = new WeakMap<
  NoteIndex,
  { readonly of: ByLow; readonly capacity: number; readonly deleted: number; readonly merged: Merged }
>();
type Merged = ReadonlyMap<number, UseCounts>;

/** What was judged of the notes of an index; null where nothing was. */
export function judgedNotes(index: NoteIndex, judgements: Judgements): JudgedNotes | null {
  const byLow = countsByLow(judgements);
  if (byLow.size === 0) return null;
  const merged = mayHaveAliases(index) ? mergedIn(index, judgements, byLow) : null;
  const [base, delta] = index.segments.map(({ segment, first }) => {
    const { keyLow, keyHigh } = noteColumns(segment);
    return { first, keyLow, keyHigh };
  });
  const countsOf = (id: number): UseCounts | undefined => {
    const { first, keyLow, keyHigh } = delta !== undefined && id >= delta.first ? delta : base!;
    const own = byLow.get(keyLow.of(id - first))?.find(({ high }) => high === keyHigh.of(id - first))?.counts;
    const others = merged?.get(id);
    return own !== undefined && others !== undefined ? sumOf(own, others) : (own ?? others);
  };
  return {
    countsOf,
    effectivenessOf(id) {
      const counts = countsOf(id);
      return counts && effectiveness(counts);
    },
  };
}

function countsByLow({ notes, pairs }: Judgements): ByLow {
  const known = kept.get(notes);
  if (known?.pairs === pairs.size) return known.byLow;
  const byLow = new Map<number, { high: number; counts: UseCounts }[]>();
  for (const [id, { helped, misled }] of notes) {
    const key = helped + misled === 0 ? null : parseNoteId(id);
    if (key === null) continue;
    const same = byLow.get(key.low);
    const each = { high: key.high, counts: { helped, misled } };
    if (same === undefined) byLow.set(key.low, [each]);
    else same.push(each);
  }
  kept.set(notes, { pairs: pairs.size, byLow });
  return byLow;
}

function mergedIn(index: NoteIndex, { notes }: Judgements, byLow: ByLow): Merged {
  const { capacity, deletedCount: deleted } = index;
  const known = keptMerged.get(index);
  if (known !== undefined && known.of === byLow && known.capacity === capacity && known.deleted === deleted) {
    return known.merged;
  }
  const merged = new Map<number, UseCounts>();
  for (const [id, counts] of notes) {
    const document = counts.helped + counts.misled === 0 ? null : documentWithAlias(index, id);
    if (document !== null) merged.set(document, sumOf(merged.get(document) ?? { helped: 0, misled: 0 }, counts));
  }
  keptMerged.set(index, { of: byLow, capacity, deleted, merged });
  return merged;
}

function sumOf(a: UseCounts, b: UseCounts): UseCounts {
  return { helped: a.helped + b.helped, misled: a.misled + b.misled };
}
