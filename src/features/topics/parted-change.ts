// Writes a large change in parts. Each part is one write and holds the lock only for a short while. Between two parts
// others have their turn. Undo takes all parts back at once, as long as nobody else wrote between them.
// Invariants:
// - Every part is complete by itself, links included.

import { counted } from "../../base/wording.ts";
import type { Followed } from "../../notes/links/follow-links.ts";
import type { Change } from "../../notes/store/changes.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import type { TransactionExtent } from "../../notes/store/log-appender.ts";
import { indexingProgress, takingTurns } from "../../notes/store/long-work.ts";
import type { FeatureContext } from "../common/feature.ts";

/** How many notes are changed in one part. */
const PART_ENTRIES = 500;

/** The changes of a part, and the links that are rewritten with them. */
export interface Part {
  readonly changes: readonly Change[];
  readonly followed: Followed;
}

/**
 * The first part of a change. It consists of whole topics, so that links to a topic are rewritten once. A topic that is
 * too large for one part is divided. `items` must have those of a topic together.
 */
export function firstPart<Item>(items: readonly Item[], topicOf: (item: Item) => string): readonly Item[] {
  let end = 0;
  while (end < items.length) {
    const topic = topicOf(items[end]!);
    let next = end;
    while (next < items.length && topicOf(items[next]!) === topic) next++;
    if (next > PART_ENTRIES) break;
    end = next;
  }
  return items.slice(0, end === 0 ? PART_ENTRIES : end);
}

export class PartedChange {
  readonly #context: FeatureContext;
  readonly #turn: () => Promise<void>;
  #transaction: TransactionExtent | null = null;
  /**
   * Places of the notes whose links were rewritten. A note that is rewritten again keeps its place, so it counts once.
   */
  readonly #rewritten = new Set<number>();
  #removed = 0;

  constructor(context: FeatureContext) {
    this.#context = context;
    this.#turn = takingTurns(context);
  }

  /**
   * Writes one part; `plan` runs under the lock. Throws CANCELLED before the write, and what `KnowledgeBase.change`
   * throws.
   */
  async write(plan: (view: KnowledgeView) => Part): Promise<void> {
    await this.#turn();
    const { transaction } = await this.#context.base.change(
      (view) => {
        const { changes, followed } = plan(view);
        for (const id of followed.bodies.keys()) this.#rewritten.add(view.document(id).origin);
        this.#removed += followed.removed;
        return changes;
      },
      indexingProgress(this.#context),
      this.#transaction,
    );
    this.#transaction = transaction;
  }

  /** Lines for the answer about links that were rewritten or removed. */
  notes(): string[] {
    const count = this.#rewritten.size;
    const notes = count === 0 ? [] : [`links rewritten in ${counted(count, "entry", "entries")}`];
    if (this.#removed > 0)
      notes.push(`${counted(this.#removed, "link", "links")} removed: no link can hold the topic's name`);
    return notes;
  }
}
