// Writes a large change in parts. Each part is one write and holds the lock only for a short while. Between two parts
// others have their turn. Undo takes all parts back at once, as long as nobody else wrote between them.

import { HelixError, messageOf } from "../../base/errors.ts";
import type { Change } from "../../notes/store/changes.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import type { TransactionExtent } from "../../notes/store/log-appender.ts";
import { type Access, indexingProgress, takingTurns } from "../../notes/store/long-work.ts";
import { PART_STORED, StoredAllTheSame } from "../../platform/commits.ts";

/** How many notes are changed in one part. */
const PART_ENTRIES = 500;

/**
 * The first part of a change. It consists of whole topics, so that older links to a topic are rewritten once. A topic
 * that is too large for one part is divided. `items` must have those of a topic together.
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
  readonly #ports: Access<"change">;
  readonly #turn: () => Promise<void>;
  #transaction: TransactionExtent | null = null;

  constructor(ports: Access<"change">) {
    this.#ports = ports;
    this.#turn = takingTurns(ports);
  }

  /**
   * Writes one part; `plan` runs under the lock. Throws CANCELLED before the write, and what `KnowledgeBase.change`
   * throws; behind a part that is stored it says so.
   */
  async write(plan: (view: KnowledgeView) => readonly Change[]): Promise<void> {
    await this.#turn();
    try {
      const { transaction } = await this.#ports.base.change(plan, indexingProgress(this.#ports), this.#transaction);
      this.#transaction = transaction;
    } catch (error) {
      if (!(error instanceof StoredAllTheSame)) throw error;
      const why = messageOf(error).replace(/^it is stored, but /, "");
      throw new HelixError(error.code, `${PART_STORED}: ${why}`, { cause: error, saysWhatStays: true });
    }
  }
}
