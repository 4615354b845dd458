// The writes that are acknowledged: appends them, remembers them, sees that they are in the log that everybody reads
// before they are acknowledged, and stores them again where another program has replaced the log since.
// Invariants:
// - What was acknowledged of late is looked for whenever the log was replaced, shortened or overwritten in its place.
// - Nothing is appended to a log before what it lacks was appended, so that the last line of what is remembered tells
//   for all lines before it whether the log holds them.

import { HelixError, messageOf } from "../../base/errors.ts";
import { MARK_TRANSACTION } from "../../engine/log/log-layout.ts";
import { decodeKnownRecord } from "../../engine/log/log-record.ts";
import { UnknownOutcome } from "../../engine/log/log-writer.ts";
import type { WriteLock } from "../../engine/log/write-lock.ts";
import { committed, StoredAllTheSame, withoutRefusal } from "../../platform/commits.ts";
import { noteWithId } from "../index/note-with-id.ts";
import { parseNoteId } from "../text/note-id.ts";
import type { Change } from "./changes.ts";
import { type Appended, type LogAppender, LogReplaced, type Purpose } from "./log-appender.ts";
import type { LogFollower } from "./log-follower.ts";
import { lostWrites, noteIdIn, notesAt, supersededBy } from "./lost-writes.ts";
import type { LogNotices } from "./notices.ts";
import type { RecentWrites } from "./recent-writes.ts";

/** How often what was just written is read again where the system refuses, and a write begins again in a new log. */
const READ_ATTEMPTS_MAX = 3;
const REPLACED_MAX = 5;

/** The parts of a knowledge base that a write needs. */
export interface WritingParts {
  readonly follower: LogFollower;
  readonly appender: LogAppender;
  readonly lock: WriteLock;
  readonly notices: LogNotices;
}

export class AcknowledgedWrites {
  readonly #follower: LogFollower;
  readonly #appender: LogAppender;
  readonly #lock: WriteLock;
  readonly #notices: LogNotices;
  readonly #recent: RecentWrites | null;
  /** As of which of the follower's beginnings the log was seen to hold what was acknowledged. */
  #heldSince = -1;
  /** As of which of the beginnings that could not be seen to. */
  #triedSince = -1;
  /** The state of the log when it was looked at last, or written by this process. */
  #seenState = "";
  /** The last doubt that is known; "": none was asked for yet. */
  #knownDoubt = "";

  /** `recent`: null where nothing is remembered. */
  constructor({ follower, appender, lock, notices }: WritingParts, recent: RecentWrites | null) {
    this.#follower = follower;
    this.#appender = appender;
    this.#lock = lock;
    this.#notices = notices;
    this.#recent = recent;
  }

  /** Forgets what is remembered: helix rewrote the log under the lock, or the log begins anew. */
  forget(): void {
    this.#recent?.clear();
  }

  /** Appends changes, and remembers them. */
  append(changes: readonly Change[], start: number, purpose: Purpose, copies?: ReadonlySet<number>): Appended {
    const superseded = this.#recent === null ? [] : supersededBy(changes, this.#follower, copies);
    const appended = this.#appendTo(changes, start, purpose);
    this.#recent?.note(appended.log, appended.start, appended.bytes, superseded);
    return appended;
  }

  /** Appends changes, and where the log is replaced meanwhile to the new one, if they name nothing of the old. */
  #appendTo(changes: readonly Change[], start: number, purpose: Purpose, attempt = 1): Appended {
    try {
      return this.#appender.append(changes, start, purpose);
    } catch (error) {
      const isFree = changes.every(({ kind }) => kind === "add");
      if (!(error instanceof LogReplaced) || !isFree || attempt === REPLACED_MAX) throw error;
      this.makeGood();
      return this.#appendTo(changes, this.#follower.end, purpose, attempt + 1);
    }
  }

  /**
   * Makes sure that what was appended is in the log that everybody reads, and reads it. Behind this it is acknowledged.
   * Throws `UnknownOutcome` where that cannot be known.
   */
  async acknowledge(appended: Appended): Promise<void> {
    committed("notes");
    if (!appended.isSure) {
      await this.#lock
        .run(() => this.#appender.confirm())
        .catch((error) => {
          throw error instanceof UnknownOutcome ? error : this.#appender.unconfirmed(error, appended);
        });
    }
    for (let attempt = 1; ; attempt++) {
      let isRead = false;
      try {
        // Others may write while this process indexes its records. Their compaction may even have moved the records.
        const isOwn = this.#follower.end === appended.start && this.#follower.log?.inode === appended.log.inode;
        this.#follower.refresh();
        isRead = true;
        if (isOwn && this.#follower.end === appended.start + appended.bytes.length) this.#seenState = this.#state();
        await this.#makeGoodIfLost();
        return;
      } catch (error) {
        if (attempt < READ_ATTEMPTS_MAX) continue;
        // The log was replaced, and what it lacks cannot be stored again.
        if (isRead) throw this.#appender.unconfirmed(error, appended);
        throw new StoredAllTheSame("IO", `it is stored, but ${withoutRefusal(messageOf(error))}`, {
          cause: error,
          saysWhatStays: true,
        });
      }
    }
  }

  /** Whether the log may lack acknowledged writes: it was replaced or overwritten since they were seen in it. */
  #mayLackWrites(recent: RecentWrites): boolean {
    const { log, beginnings } = this.#follower;
    const deletions = this.#follower.takeForeignDeletions();
    if (log === null) return false;
    for (const [inode, group] of Map.groupBy(deletions, (each) => each.inode)) {
      const gone = notesAt(
        recent,
        inode,
        group.map(({ target }) => target),
      );
      if (gone.length > 0) recent.gone(gone);
    }
    if (beginnings === this.#heldSince && !recent.isUnsettled && !recent.isNews) return false;
    const isHeld = recent.isHeldBy(log);
    const isNewDoubt = this.#knownDoubt !== "" && this.#knownDoubt !== recent.doubt;
    this.#knownDoubt = recent.doubt;
    // What was overwritten in its place, and noticed by another process, is read anew.
    if (isNewDoubt) this.#follower.reopen();
    if (isNewDoubt) this.#follower.refresh();
    const isSeen = recent.isInDoubt(log) && this.#state() === this.#seenState;
    if (!isHeld || (recent.isUnsettled && !isSeen)) return true;
    this.#heldSince = this.#follower.beginnings;
    this.#seenState = this.#state();
    return false;
  }

  #state(): string {
    const { beginnings, end, tornBytes, changedMs } = this.#follower;
    return `${beginnings} ${end + tornBytes} ${changedMs}`;
  }

  /** Looks for acknowledged writes that another program has dropped, and stores them again. Throws nothing. */
  async lookForLost(): Promise<void> {
    if (this.#triedSince === this.#follower.beginnings) return;
    try {
      await this.#makeGoodIfLost();
    } catch {
      // Nobody can write here now. The next write looks again.
      this.#triedSince = this.#follower.beginnings;
    }
  }

  async #makeGoodIfLost(): Promise<void> {
    const recent = this.#recent;
    if (recent === null || !this.#mayLackWrites(recent)) return;
    await this.#lock.run(() => {
      this.#appender.begin();
      this.#follower.refresh();
      this.makeGood();
    });
    this.#follower.refresh();
  }

  /** Stores again what is missing of the last acknowledged writes. Requires the lock and a follower that is up to date. */
  makeGood(attempt = 1): void {
    const recent = this.#recent;
    if (recent === null || !this.#mayLackWrites(recent)) return;
    const isInDoubt = recent.isInDoubt(this.#follower.log!);
    // What was overwritten in its place was perhaps not noticed.
    if (isInDoubt || recent.isUnsettled) this.#follower.reopen();
    this.#follower.refresh();
    const lost = lostWrites(recent, this.#follower);
    const { beginnings } = this.#follower;
    if (lost !== null && lost.changes.length > 0) {
      try {
        this.append(lost.changes, this.#follower.end, { mark: MARK_TRANSACTION, of: null }, lost.copies);
      } catch (error) {
        if (!(error instanceof LogReplaced) || attempt === REPLACED_MAX) throw error;
        this.makeGood(attempt + 1);
        return;
      }
      this.#notices.madeGood(lost);
      this.#follower.refresh();
    }
    if (this.#follower.beginnings !== beginnings) {
      // The log was replaced once more, and the new one was not looked through. Else the next look does that.
      if (attempt < REPLACED_MAX) this.makeGood(attempt + 1);
      return;
    }
    const isChanged = lost !== null && lost.changes.length > 0;
    const doubt = !isInDoubt ? "ends" : isChanged || !recent.isUnsettled ? "begins" : "stays";
    const found = { moved: lost?.found ?? {}, gone: lost?.gone ?? [] };
    recent.settled(this.#follower.log!, this.#follower.end, found, doubt);
    this.#heldSince = this.#follower.beginnings;
    this.#knownDoubt = recent.doubt;
    this.#seenState = this.#state();
  }

  /** The numbers of appended entries: by their offsets, or where the log was replaced by their ids; -1: it is gone. */
  documentsOf(appended: Appended): number[] {
    const { index, log } = this.#follower;
    const isSame = log?.inode === appended.log.inode;
    return appended.entries.map((offset, at) => {
      const found = isSame ? index.documentAt(offset) : -1;
      return found >= 0 ? found : (noteWithId(index, parseNoteId(entryIdAt(appended, at))!) ?? -1);
    });
  }
}

/** The id of the note in an appended entry. */
export function entryIdAt({ start, bytes, entries }: Appended, at: number): string {
  const record = decodeKnownRecord(bytes.subarray(entries[at]! - start));
  if (record.kind !== "entry") throw new HelixError("CORRUPTION", "what was just written is no record");
  return noteIdIn(record);
}
