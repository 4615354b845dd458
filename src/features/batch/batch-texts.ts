// Compares the texts of a batch with each other and with the stored notes. Decides which entries of the batch are left
// out, and which are stored with a warning.
//   the same text, project and source   left out, whatever the topic: a stored note or an earlier entry has it already
//   nearly the same, in one topic       left out if an earlier entry has it, only warned of if a stored note has it

import type { Wording } from "../../base/wording.ts";
import { rememberedFrequencies } from "../../engine/search/similar.ts";
import {
  batchDuplicates,
  type ComparedText,
  comparedTexts,
  duplicateNote,
  findDuplicate,
} from "../../notes/duplicates/near-duplicates.ts";
import { addressOf, differences, findSame, sameTextKey, soughtDraft } from "../../notes/duplicates/same-text.ts";
import type { SoughtText } from "../../notes/duplicates/same-text-candidates.ts";
import { type Draft, type DraftRequest, draftTopic } from "../../notes/intake/draft.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { indexingProgress, type Reading } from "../../notes/store/long-work.ts";
import type { SkipReason } from "./data.ts";

/**
 * Why an entry is not stored: in words, in fewer words where there are very many entries, and as data. `notes` are
 * makes further remarks on the entry. null: the entry is stored.
 */
export type LeftOut = {
  readonly why: string;
  readonly inShort: string;
  readonly data: SkipReason;
  notes(wording: Wording): readonly string[];
} | null;

/** How many entries are compared with the stored notes between two turns. */
const TURN_ENTRIES = 32;

export class BatchTexts {
  readonly #drafts: readonly Draft[];
  readonly #given: readonly Pick<DraftRequest, "tags" | "confidence">[];
  readonly #sought: readonly SoughtText[];
  readonly #compared: readonly ComparedText[];

  /** `given`: the requests that the drafts were made from. */
  constructor(drafts: readonly Draft[], given: readonly Pick<DraftRequest, "tags" | "confidence">[]) {
    this.#drafts = drafts;
    this.#given = given;
    this.#sought = drafts.map(soughtDraft);
    this.#compared = comparedTexts(drafts.map(({ text }) => text));
  }

  /**
   * The warnings for each entry: whether a stored note of its topic says nearly the same. Called before the write takes
   * its lock, since a warning keeps nothing from being written.
   */
  async warnings(ports: Reading, takeTurn: () => Promise<void>): Promise<string[][]> {
    const warnings: string[][] = [];
    while (warnings.length < this.#drafts.length) {
      await takeTurn();
      const view = await ports.base.view(indexingProgress(ports));
      const frequencyOf = rememberedFrequencies(view.index);
      for (const draft of this.#drafts.slice(warnings.length, warnings.length + TURN_ENTRIES)) {
        const topic = draftTopic(view, draft);
        const duplicate = findDuplicate(view, topic, this.#compared[warnings.length]!.tokens, frequencyOf);
        warnings.push(duplicate === null ? [] : [duplicateNote(view, topic, duplicate)]);
      }
    }
    return warnings;
  }

  /**
   * Says for each entry why it is left out, or null. `topics` are the topics that the entries would be stored under.
   * Called under the lock of the write.
   */
  leftOut(view: KnowledgeView, topics: readonly string[]): LeftOut[] {
    const left = this.#drafts.map((draft, index): LeftOut => {
      const same = findSame(view, topics[index]!, draft, this.#sought[index]!);
      if (same === null) return null;
      const { id, topic, index: at } = same;
      const inShort = "already there";
      const why = `${inShort}: ${addressOf(same)}`;
      const notes = (wording: Wording) => differences(same, draft, this.#given[index]!, wording);
      return { why, inShort, data: { id, topic, at }, notes };
    });
    const earlier = new Map<string, number>();
    this.#drafts.forEach((draft, index) => {
      if (left[index] !== null) return;
      const key = sameTextKey(draft, this.#sought[index]!);
      const of = earlier.get(key);
      if (of === undefined) earlier.set(key, index);
      else left[index] = ofBatch("the same text as", of);
    });
    const rest = this.#drafts.map((_, index) => index).filter((index) => left[index] === null);
    const near = batchDuplicates(rest.map((index) => ({ ...this.#compared[index]!, topic: topics[index]! })));
    near.forEach((of, at) => {
      if (of >= 0) left[rest[at]!] = ofBatch("near-duplicate of", rest[of]!);
    });
    return left;
  }
}

function ofBatch(what: string, of: number): LeftOut {
  const why = `${what} entry ${of} of this batch`;
  return { why, inShort: why, data: { of }, notes: () => [] };
}
