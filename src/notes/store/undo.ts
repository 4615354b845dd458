// Takes back a transaction, or makes it again: finds it (transaction-history.ts) and makes the changes for it.
// Invariants:
// - Nothing is removed from the log. An undo is appended like any write, and what it took back is still in the log.
// - What a transaction changed is touched only if it is still as the transaction left it. Else nothing is changed.

import { HelixError } from "../../base/errors.ts";
import { partitionPoint } from "../../base/sorted-search.ts";
import { decodeUtf8 } from "../../base/utf8.ts";
import type { DataLog } from "../../engine/log/data-log.ts";
import { CHANGE_DELETED, CHANGE_RESTORED, LOG_HEADER, MARK_REDO, MARK_UNDO } from "../../engine/log/log-layout.ts";
import type { EntryRecord } from "../../engine/log/log-record.ts";
import { bodyOf } from "../../engine/log/record-body.ts";
import { linkedId } from "../index/link-terms.ts";
import { formatEntryText } from "../text/entry-format.ts";
import { parseEntryText } from "../text/entry-text.ts";
import { formatNoteId, keyOf, shownNoteId } from "../text/note-id.ts";
import type { Change } from "./changes.ts";
import type { LogFollower } from "./log-follower.ts";
import { type KnownAct, type Step, TransactionHistory } from "./transaction-history.ts";

/** How much of the log's end is read first to find a transaction. If that is not enough, more is read. */
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

/** Which transaction is meant: the last one that fits, or the one that begins at `start`. */
export interface Choice {
  readonly start?: number | undefined;
  /** Whether a transaction may be taken when none is named. */
  fits(act: KnownAct): boolean;
  /** No transaction that begins before this offset fits. */
  readonly from?: number | undefined;
}

export interface UndoPlan {
  readonly changes: readonly Change[];
  readonly taken: readonly TakenBack[];
  readonly act: KnownAct;
  /** The mark that ends the transaction, and whether it has to name the one that it is about. */
  readonly mark: number;
  readonly isNamed: boolean;
}

/**
 * The changes that take back a transaction. Throws NOT_FOUND if there is none, or it cannot be taken back. Requires a
 * follower that is up to date, and the write lock if the changes are to be written.
 */
export function planUndo(follower: LogFollower, choice: Choice): UndoPlan {
  const { log } = follower;
  const fits = (act: KnownAct) => act.undoneAt === null && isChosen(act, choice);
  const found = log === null ? null : findAct(log, follower, choice, (acts) => acts.find(fits));
  if (log === null || found === null) throw nothing(choice, "take back");
  const { act, history } = found;
  const isNamed = history.acts().find(({ undoneAt }) => undoneAt === null) !== act;
  const turn = new Turn(log, follower, history, isNamed ? deletedIds(log, act) : null);
  for (const step of act.steps.toReversed()) turn.back(step);
  return { changes: turn.changes, taken: turn.taken, act, mark: MARK_UNDO, isNamed };
}

/** The changes that make again what an undo took back, by default the last one. Throws as `planUndo` does. */
export function planRedo(follower: LogFollower, choice: Choice): UndoPlan {
  const { log } = follower;
  const last = (acts: readonly KnownAct[]) =>
    acts
      .filter((act) => act.undoneAt !== null && isChosen(act, choice))
      .reduce<KnownAct | undefined>((most, act) => (act.undoneAt! > (most?.undoneAt ?? -1) ? act : most), undefined);
  const found = log === null ? null : findAct(log, follower, choice, last);
  if (log === null || found === null) throw nothing(choice, "make again");
  const { act, history } = found;
  const turn = new Turn(log, follower, history, null);
  for (const step of act.steps) turn.again(step);
  return { changes: turn.changes, taken: turn.taken, act, mark: MARK_REDO, isNamed: true };
}

function isChosen(act: KnownAct, { start, fits }: Choice): boolean {
  return start === undefined ? fits(act) : act.start === start;
}

/** The histories of ever longer ends of the log, until nothing more is known. */
export function* histories(log: DataLog, follower: LogFollower): Generator<TransactionHistory> {
  for (let window = WINDOW_BYTES; ; window *= WINDOW_GROWTH) {
    const from = recordStart(follower, follower.end - window);
    const history = new TransactionHistory(from, from === LOG_HEADER.size, (offset) => follower.index.knows(offset));
    log.scan(from, follower.end, history);
    yield history;
    if (history.isWhole || from <= LOG_HEADER.size) return;
  }
}

function findAct(
  log: DataLog,
  follower: LogFollower,
  { from = 0, start = from }: Choice,
  pick: (acts: readonly KnownAct[]) => KnownAct | undefined,
): { act: KnownAct; history: TransactionHistory } | null {
  for (const history of histories(log, follower)) {
    const acts = history.acts();
    const act = pick(acts);
    if (act !== undefined) return { act, history };
    if ((acts.at(-1)?.start ?? Number.POSITIVE_INFINITY) < start) return null;
  }
  return null;
}

/** The start of a record at or before `wanted`: of an entry that the index knows, else of the first record. */
function recordStart({ index }: LogFollower, wanted: number): number {
  const next = partitionPoint(0, index.capacity, (id) => index.document(id).offset <= wanted);
  return next === 0 ? LOG_HEADER.size : index.document(next - 1).offset;
}

/** The changes that turn a transaction round, or make it again. */
class Turn {
  readonly changes: Change[] = [];
  readonly taken: TakenBack[] = [];
  readonly #log: DataLog;
  readonly #follower: LogFollower;
  readonly #history: TransactionHistory;
  /** Where others have written since: the ids of the notes that come back, to which links come back. */
  readonly #comingBack: readonly string[] | null;

  constructor(log: DataLog, follower: LogFollower, history: TransactionHistory, comingBack: readonly string[] | null) {
    this.#log = log;
    this.#follower = follower;
    this.#history = history;
    this.#comingBack = comingBack;
  }

  /** Takes back a step. */
  back(step: Step): void {
    if (step.kind === "delete") {
      this.#restore(step.target);
      return;
    }
    if (step.kind === "replace") this.#replace(this.#live(step.entry), step.target);
    else this.#delete(step.entry);
  }

  /** Makes a step again that was taken back. */
  again(step: Step): void {
    if (step.kind === "delete") this.#delete(step.target);
    else if (step.kind === "replace") this.#replace(this.#live(step.target), step.entry);
    else this.#restore(step.entry);
  }

  /** The live document of the entry that was written at `offset`, if it is as it was left. */
  #live(offset: number): number {
    const { index } = this.#follower;
    const id = index.documentAt(this.#history.current(offset));
    if (id < 0 || index.isDeleted(id)) throw unfit();
    return id;
  }

  #delete(offset: number): void {
    const id = this.#live(offset);
    const { topic, offset: now } = this.#follower.index.document(id);
    this.changes.push({ kind: "delete", id });
    this.taken.push({ kind: "stored", topic, movedTo: null, body: bodyOf(this.#read(now)) });
  }

  #restore(offset: number): void {
    const old = this.#read(offset);
    const topic = decodeUtf8(old.topic);
    const body = bodyOf(old);
    this.changes.push({ kind: "restore", topic, body, stored: old.stored, origin: this.#originOf(offset) });
    this.taken.push({ kind: "deleted", topic, movedTo: null, body });
  }

  /** Gives a live document the topic and the text of the record at `offset`. */
  #replace(id: number, offset: number): void {
    const { topic: topicNow, offset: now } = this.#follower.index.document(id);
    const other = this.#read(offset);
    const topic = decodeUtf8(other.topic);
    const body = this.#withLinks(bodyOf(other), () => bodyOf(this.#read(now)));
    if (topic === topicNow) this.changes.push({ kind: "replace", id, body });
    else this.changes.push({ kind: "move", id, topic, body });
    this.taken.push({ kind: topic === topicNow ? "changed" : "moved", topic, movedTo: topicNow, body });
  }

  /**
   * An older body with links by id instead of links by index, which may lead elsewhere by now. The transaction had made
   * them links by id, and had removed those to the notes that it deleted.
   */
  #withLinks(body: string, bodyNow: () => string): string {
    if (this.#comingBack === null || !body.includes("[links:")) return body;
    const entry = parseEntryText(body);
    if (entry.links.every((link) => linkedId(link) !== null)) return body;
    const { links } = parseEntryText(bodyNow());
    const back = links.length < entry.links.length ? this.#comingBack.map(shownNoteId) : [];
    return formatEntryText({ ...entry, links: [...new Set([...links, ...back])].slice(0, entry.links.length) });
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

/** The ids of the notes that a transaction deleted. */
function deletedIds(log: DataLog, act: KnownAct): string[] {
  return act.steps.flatMap((step) => {
    const record = step.kind === "delete" ? log.readRecord(step.target) : null;
    if (record?.kind !== "entry") return [];
    return formatNoteId(keyOf(parseEntryText(bodyOf(record)), decodeUtf8(record.topic), record.stored));
  });
}

function nothing({ start }: Choice, what: string): HelixError {
  if (start !== undefined) {
    return new HelixError(
      "NOT_FOUND",
      `there is no such change to ${what}: it is so already, or lies before a compaction, damage or another program's write`,
    );
  }
  return new HelixError(
    "NOT_FOUND",
    `there is no change to ${what}: nothing was changed since the log began, was compacted, damaged or written by another program`,
  );
}

function unfit(): HelixError {
  return new HelixError(
    "NOT_FOUND",
    "the change cannot be taken back: what it changed is not there any more as it left it; nothing was changed",
  );
}
