// Takes back the last transaction: finds it (transaction-history.ts) and makes the changes that reverse it.
// Invariants:
// - Nothing is removed from the log. An undo is appended like any write, and what it took back is still in the log.

import { HelixError } from "../../base/errors.ts";
import { decodeUtf8 } from "../../base/utf8.ts";
import type { DataLog } from "../../engine/log/data-log.ts";
import { CHANGE_DELETED, CHANGE_RESTORED, LOG_HEADER } from "../../engine/log/log-layout.ts";
import type { EntryRecord } from "../../engine/log/log-record.ts";
import { bodyOf } from "../../engine/log/record-body.ts";
import type { Change } from "./changes.ts";
import type { LogFollower } from "./log-follower.ts";
import { type Act, type Step, TransactionHistory } from "./transaction-history.ts";

/** How much of the log's end is read first to find the last transaction. If that is not enough, more is read. */
const WINDOW_BYTES = 256 * 1024;
const WINDOW_GROWTH = 16;
/** How many edits of one entry are followed back to find its place. */
const EDITS_MAX = 100_000;

/**
 * What was taken back for one entry. Topic and body are those after the undo, or before it for an entry that was stored
 * and is gone now.
 */
export interface TakenBack {
  readonly kind: "stored" | "deleted" | "changed" | "moved";
  readonly topic: string;
  /** For an entry that was moved: the topic that it had been moved to. */
  readonly movedTo: string | null;
  readonly body: string;
}

export interface UndoPlan {
  readonly changes: readonly Change[];
  readonly taken: readonly TakenBack[];
}

/**
 * The changes that take back the last transaction. Throws NOT_FOUND if there is none, or it cannot be taken back.
 * Requires the write lock and a follower that is up to date.
 */
export function planUndo(follower: LogFollower): UndoPlan {
  const { log } = follower;
  const found = log === null ? null : lastTransaction(log, follower);
  if (log === null || found === null) {
    throw new HelixError(
      "NOT_FOUND",
      "there is no change to take back: nothing was changed since the log began, was compacted, damaged or written by another program",
    );
  }
  const { transaction, history } = found;
  const undo = new Undo(log, follower, history);
  for (const step of transaction.steps.toReversed()) undo.turnRound(step);
  return undo;
}

function lastTransaction(
  log: DataLog,
  follower: LogFollower,
): { transaction: Act; history: TransactionHistory } | null {
  for (let window = WINDOW_BYTES; ; window *= WINDOW_GROWTH) {
    const from = recordStart(follower, follower.end - window);
    const history = new TransactionHistory(from, from === LOG_HEADER.size, (offset) => follower.index.knows(offset));
    log.scan(from, follower.end, history);
    const transaction = history.last();
    if (transaction === "earlier" && from > LOG_HEADER.size) continue;
    return transaction === null || transaction === "earlier" ? null : { transaction, history };
  }
}

/** The start of a record at or before `wanted`: of an entry that the index knows, else of the first record. */
function recordStart({ index }: LogFollower, wanted: number): number {
  let low = 0;
  let high = index.capacity;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (index.document(middle).offset <= wanted) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? LOG_HEADER.size : index.document(low - 1).offset;
}

class Undo implements UndoPlan {
  readonly changes: Change[] = [];
  readonly taken: TakenBack[] = [];
  readonly #log: DataLog;
  readonly #follower: LogFollower;
  readonly #history: TransactionHistory;

  constructor(log: DataLog, follower: LogFollower, history: TransactionHistory) {
    this.#log = log;
    this.#follower = follower;
    this.#history = history;
  }

  turnRound(step: Step): void {
    if (step.kind === "delete") {
      const old = this.#read(step.target);
      const topic = decodeUtf8(old.topic);
      const body = bodyOf(old);
      this.changes.push({ kind: "restore", topic, body, stored: old.stored, origin: this.#originOf(step.target) });
      this.taken.push({ kind: "deleted", topic, movedTo: null, body });
      return;
    }
    const offset = this.#history.current(step.entry);
    const { index } = this.#follower;
    const id = index.documentAt(offset);
    if (id < 0 || index.isDeleted(id)) throw unfit();
    const { topic: topicNow } = index.document(id);
    if (step.kind !== "replace") {
      this.changes.push({ kind: "delete", id });
      this.taken.push({ kind: "stored", topic: topicNow, movedTo: null, body: bodyOf(this.#read(offset)) });
      return;
    }
    const old = this.#read(step.target);
    const topic = decodeUtf8(old.topic);
    const body = bodyOf(old);
    if (topic === topicNow) this.changes.push({ kind: "replace", id, body });
    else this.changes.push({ kind: "move", id, topic, body });
    this.taken.push({ kind: topic === topicNow ? "changed" : "moved", topic, movedTo: topicNow, body });
  }

  #read(offset: number): EntryRecord {
    const record = this.#log.readRecord(offset);
    if (record?.kind !== "entry") throw unfit();
    return record;
  }

  /** The place of an entry that is not live: that of the entry from which it descends by edits. */
  #originOf(offset: number): number {
    const { index } = this.#follower;
    let at = offset;
    for (let edits = 0; edits < EDITS_MAX; edits++) {
      const id = index.documentAt(at);
      if (id >= 0) return index.document(id).origin;
      const record = this.#read(at);
      const behind = record.isReplacement ? this.#log.readRecord(at + record.size) : null;
      if (behind?.kind !== "tombstone" || behind.change === CHANGE_DELETED) return at;
      if (behind.change === CHANGE_RESTORED) return behind.target;
      at = behind.target;
    }
    return at;
  }
}

function unfit(): HelixError {
  return new HelixError(
    "NOT_FOUND",
    "the last change cannot be taken back: what it changed is not there any more as it left it; nothing was changed",
  );
}
