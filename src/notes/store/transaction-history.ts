// The last changes, read from the log: its records grouped into transactions, with those that were taken back. A
// transaction is what one write did: the records that a mark groups, else one entry, one deletion, or one edit (an
// entry and its tombstone). An undo is a transaction that takes back another, and a redo one that makes it again. Both
// are no transactions of this list: they only change what became of another.
// Invariants:
// - Nothing can be taken back across damage, a record of another program, or a rewriting of the log.

import {
  CHANGE_DELETED,
  CHANGE_RESTORED,
  MARK_BEGIN,
  MARK_OF,
  MARK_REDO,
  MARK_REWRITTEN,
  MARK_UNDO,
} from "../../engine/log/log-layout.ts";
import type { EntryRecord, MarkRecord, TombstoneRecord } from "../../engine/log/log-record.ts";
import type { LogVisitor } from "../../engine/log/log-scan.ts";

/** One step of a transaction, as offsets in the log: `entry` was written, `target` was deleted. */
export type Step =
  | { readonly kind: "add"; readonly entry: number }
  | { readonly kind: "delete"; readonly target: number }
  | { readonly kind: "replace"; readonly entry: number; readonly target: number }
  | { readonly kind: "restore"; readonly entry: number };

export interface Act {
  /** Offsets in the log: of its first record, and behind its last one. */
  readonly start: number;
  readonly end: number;
  readonly steps: readonly Step[];
}

/** A transaction, and what became of it. */
export interface KnownAct extends Act {
  /** Where the undo that took it back begins; null while it holds. */
  readonly undoneAt: number | null;
}

interface Listed extends Act {
  undoneAt: number | null;
}

/** Visits the records of the log in order, from some record on. */
export class TransactionHistory implements LogVisitor {
  /** In the order in which they were made. */
  readonly #transactions: Listed[] = [];
  /** For an entry that was brought back, by its old offset: the offset of the new entry that stands for it. */
  readonly #standsFor = new Map<number, number>();
  #pendingEntry = -1;
  /** The beginning of the transaction that the one being read takes back or makes again; -1 where none is named. */
  #named = -1;
  readonly #known: (offset: number) => boolean;
  /** Where the known history begins, and whether no earlier record can belong to it. */
  #from: number;
  #isCutOff: boolean;

  /** `from`: the first record that is visited. `isWhole`: there is no record before it. */
  constructor(from: number, isWhole: boolean, knows: (offset: number) => boolean) {
    this.#from = from;
    this.#isCutOff = isWhole;
    this.#known = knows;
  }

  /** The known transactions, the last one first. */
  acts(): KnownAct[] {
    return this.#transactions.toReversed();
  }

  /** Whether nothing before the known transactions can be taken back. */
  get isWhole(): boolean {
    return this.#isCutOff;
  }

  /** The offset of the entry that stands now for the one at `offset`, because that one was brought back. */
  current(offset: number): number {
    let at = offset;
    for (let next = this.#standsFor.get(at); next !== undefined; next = this.#standsFor.get(at)) at = next;
    return at;
  }

  entry(record: EntryRecord, offset: number): void {
    if (!record.checksummed) {
      this.#cutOff(offset + record.size);
      return;
    }
    if (record.isReplacement) this.#pendingEntry = offset;
    else this.#add(offset, offset + record.size, [{ kind: "add", entry: offset }]);
  }

  tombstone(record: TombstoneRecord, offset: number): void {
    const entry = this.#pendingEntry;
    this.#pendingEntry = -1;
    if (!record.checksummed || (record.change !== CHANGE_DELETED && entry < 0)) {
      this.#cutOff(offset + record.size);
      return;
    }
    const { target } = record;
    const end = offset + record.size;
    if (record.change === CHANGE_DELETED) this.#add(offset, end, [{ kind: "delete", target }]);
    else if (record.change === CHANGE_RESTORED) this.#add(entry, end, [{ kind: "restore", entry }]);
    else this.#add(entry, end, [{ kind: "replace", entry, target }]);
  }

  mark(record: MarkRecord, offset: number): void {
    if (record.mark === MARK_BEGIN) return;
    if (record.mark === MARK_OF) {
      this.#named = record.otherEnd;
      return;
    }
    const named = this.#named;
    this.#named = -1;
    const start = record.otherEnd;
    const end = offset + record.size;
    if (record.mark === MARK_REWRITTEN || start < this.#from) {
      // A transaction that begins before the visited records cannot be reconstructed.
      this.#cutOff(end, record.mark === MARK_REWRITTEN || this.#isCutOff);
      return;
    }
    const steps: Step[] = [];
    let first = this.#transactions.length;
    while (first > 0 && this.#transactions[first - 1]!.start >= start) first--;
    for (const transaction of this.#transactions.splice(first)) steps.push(...transaction.steps);
    if (record.mark === MARK_UNDO) this.#undone(steps, named, start, end);
    else if (record.mark === MARK_REDO) this.#redone(steps, named);
    else this.#add(start, end, netSteps(steps));
  }

  damage(_from: number, to: number): void {
    this.#cutOff(to);
  }

  knows(offset: number): boolean {
    return this.#known(offset);
  }

  #add(start: number, end: number, steps: readonly Step[]): void {
    this.#transactions.push({ start, end, steps, undoneAt: null });
  }

  /** The steps of an undo are those of the transaction that it takes back, reversed, the last one first. */
  #undone(steps: readonly Step[], named: number, start: number, end: number): void {
    const transaction =
      named < 0
        ? this.#transactions.findLast(({ undoneAt }) => undoneAt === null)
        : this.#transactions.find((each) => each.start === named);
    // What an undo takes back may lie before the visited records. Nothing of what is known depends on it.
    if (transaction === undefined && named >= 0) return;
    if (transaction === undefined || transaction.steps.length !== steps.length) {
      this.#cutOff(end, transaction !== undefined || this.#isCutOff);
      return;
    }
    transaction.undoneAt = start;
    transaction.steps.toReversed().forEach((step, at) => {
      const back = steps[at]!;
      const old = step.kind === "delete" || step.kind === "replace" ? step.target : -1;
      if (old >= 0 && "entry" in back) this.#standsFor.set(old, back.entry);
    });
  }

  /** The steps of a redo are those of the transaction that it makes again, in order. */
  #redone(steps: readonly Step[], named: number): void {
    const transaction = this.#transactions.find((each) => each.start === named);
    if (transaction?.steps.length !== steps.length) return;
    transaction.undoneAt = null;
    transaction.steps.forEach((step, at) => {
      const again = steps[at]!;
      if ("entry" in step && "entry" in again) this.#standsFor.set(step.entry, again.entry);
    });
  }

  #cutOff(from: number, forGood = true): void {
    this.#transactions.length = 0;
    this.#pendingEntry = -1;
    this.#named = -1;
    this.#from = from;
    this.#isCutOff = forGood;
  }
}

/**
 * The net effect of the steps of one transaction. A transaction that is written in parts may touch an entry twice. Only
 * the entry's state before and after the transaction counts.
 */
function netSteps(steps: readonly Step[]): Step[] {
  const net = new Set<Step>();
  /** The steps that wrote an entry which still exists, by its offset. */
  const writers = new Map<number, Step>();
  for (const step of steps) {
    const earlier = "target" in step ? writers.get(step.target) : undefined;
    if (earlier !== undefined) net.delete(earlier);
    const result = earlier === undefined ? step : joined(earlier, step);
    if (result === null) continue;
    net.add(result);
    if ("entry" in result) writers.set(result.entry, result);
  }
  return [...net];
}

/** A step and a later step on the entry that it wrote, as one step; null if they cancel each other. */
function joined(earlier: Step, later: Step): Step | null {
  if (later.kind === "replace") return { ...earlier, entry: later.entry } as Step;
  return earlier.kind === "replace" ? { kind: "delete", target: earlier.target } : null;
}
