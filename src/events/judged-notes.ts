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

/** Judged uses by the bits of ids. */
interface ByKey {
  /** By the lower bits; hardly ever do two ids share them. */
  readonly byLow: ReadonlyMap<number, readonly { readonly high: number; readonly counts: UseCounts }[]>;
  /** By the last of the lower bits: 1 where there may be some. Most documents are told by it. */
  readonly marks: Uint8Array;
}
type Merged = ReadonlyMap<number, UseCounts>;

const MARKS = 8192;
/** Kept as long as nothing is judged: each judgement that counts adds a pair. */
const kept = new WeakMap<Judgements["notes"], { readonly pairs: number; readonly byKey: ByKey }>();
/** What was judged of merged notes, by the document that they are in; kept as long as the index stays as it is. */
const keptMerged = new WeakMap<
  NoteIndex,
  { readonly of: ByKey; readonly capacity: number; readonly deleted: number; readonly merged: Merged }
>();

/** What was judged of the notes of an index, as long as it does not change; null where nothing was. */
export function judgedNotes(index: NoteIndex, judgements: Judgements): JudgedNotes | null {
  const byKey = countsByKey(judgements);
  const { byLow, marks } = byKey;
  if (byLow.size === 0) return null;
  const merged = mergedIn(index, judgements, byKey);
  const [base, delta] = index.segments.map(({ segment, first }) => {
    const { keyLow, keyHigh } = noteColumns(segment);
    return { first, lows: keyLow.all, keyHigh };
  });
  const deltaFirst = delta?.first ?? Number.POSITIVE_INFINITY;
  const countsOf = (id: number): UseCounts | undefined => {
    const { first, lows, keyHigh } = id >= deltaFirst ? delta! : base!;
    const low = lows[id - first] ?? 0;
    const others = merged.size === 0 ? undefined : merged.get(id);
    if (marks[low % MARKS] === 0) return others;
    const own = byLow.get(low)?.find(({ high }) => high === keyHigh.of(id - first))?.counts;
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

function countsByKey({ notes, pairs }: Judgements): ByKey {
  const known = kept.get(notes);
  if (known?.pairs === pairs.size) return known.byKey;
  const byLow = new Map<number, { high: number; counts: UseCounts }[]>();
  const marks = new Uint8Array(MARKS);
  for (const [id, { helped, misled }] of notes) {
    const key = helped + misled === 0 ? null : parseNoteId(id);
    if (key === null) continue;
    const same = byLow.get(key.low);
    const each = { high: key.high, counts: { helped, misled } };
    if (same === undefined) byLow.set(key.low, [each]);
    else same.push(each);
    marks[key.low % MARKS] = 1;
  }
  const byKey = { byLow, marks };
  kept.set(notes, { pairs: pairs.size, byKey });
  return byKey;
}

function mergedIn(index: NoteIndex, { notes }: Judgements, of: ByKey): Merged {
  const { capacity, deletedCount: deleted } = index;
  const known = keptMerged.get(index);
  if (known !== undefined && known.of === of && known.capacity === capacity && known.deleted === deleted) {
    return known.merged;
  }
  const merged = new Map<number, UseCounts>();
  for (const [id, counts] of mayHaveAliases(index) ? notes : []) {
    const document = counts.helped + counts.misled === 0 ? null : documentWithAlias(index, id);
    if (document !== null) merged.set(document, sumOf(merged.get(document) ?? { helped: 0, misled: 0 }, counts));
  }
  keptMerged.set(index, { of, capacity, deleted, merged });
  return merged;
}

function sumOf(a: UseCounts, b: UseCounts): UseCounts {
  return { helped: a.helped + b.helped, misled: a.misled + b.misled };
}
