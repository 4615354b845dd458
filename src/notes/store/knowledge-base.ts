// One knowledge base: a directory with `data.log` (the truth), `index.bin` (disposable) and `.lock`. This module owns
// the one write path, and the way to a view of everything that is live.
// Invariants:
// - A view sees every write, by any process, that was acknowledged before the view was asked for.
// - A write that resolved is on the disk. A write that threw changed nothing.
// - Long reads of the log happen only while indexing (in the worker of a server), never for a single read or write.

import { HelixError, systemCodeOf } from "../../base/errors.ts";
import { LOG_NAME } from "../../engine/log/data-log.ts";
import { MARK_TRANSACTION } from "../../engine/log/log-layout.ts";
import { WriteLock } from "../../engine/log/write-lock.ts";
import { Searcher } from "../../engine/search/searcher.ts";
import { committed } from "../../platform/commits.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { ioError, unusableDirectory } from "../../platform/io-error.ts";
import { AcknowledgedWrites, entryIdAt } from "./acknowledged-writes.ts";
import type { Change, NewId } from "./changes.ts";
import { type CompactionReport, compactLog } from "./compaction.ts";
import { KnowledgeView } from "./knowledge-view.ts";
import { type Appended, LogAppender, type Purpose, type TransactionExtent } from "./log-appender.ts";
import { INDEX_NAME, LogFollower } from "./log-follower.ts";
import { MergeScheduler, WORTH_BYTES } from "./merge-scheduler.ts";
import type { MergeProgress } from "./merge-task.ts";
import type { Merger } from "./merger.ts";
import { LogNotices, type Notice } from "./notices.ts";
import { RecentWrites } from "./recent-writes.ts";
import { type SettledChanges, settleLinks } from "./settled-links.ts";
import { type Author, type AuthorsOptions, TransactionAuthors } from "./transaction-authors.ts";
import { planRedo, planUndo, type UndoPlan } from "./undo.ts";
import { choiceOf, type DescribedAct, describedActs, type Undone, type UndoRequest } from "./undo-request.ts";
import type { Unfinished } from "./unfinished.ts";

/** The longest tail that a single call reads. A longer one is merged first. */
export const TAIL_BYTES_MAX = 4 * 1024 * 1024;
/** The longest time between the two renames of a compaction. */
const RENAME_WAIT_MS = 25;
/** How long a tail a command leaves unmerged, in bytes and as a share of the log: a merge takes longer for a long log. */
const LEFT_TAIL_BYTES_MAX = 1024 * 1024;
const LEFT_TAIL_SHARE = 1 / 256;
/** How long a tail a command leaves to a running server, which merges in the background. */
const SERVED_TAIL_BYTES_MIN = 1024 * 1024;
const SERVED_TAIL_SHARE = 1 / 64;

export interface KnowledgeBaseOptions {
  /** Absolute path. The directory need not exist. The first write creates it. */
  readonly directory: string;
  readonly files: FileSystem;
  readonly merger: Merger;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Makes the id of a new note; left out: no id is written, and no link by id. */
  readonly newNoteId?: NewId;
  /** Who makes the changes, and where that is noted; left out: nobody is noted. */
  readonly authors?: AuthorsOptions;
  /** Whether the last writes are remembered beside the log, in case another program drops them from it. */
  readonly remembers?: boolean;
  readonly onMergeError?: (error: unknown) => void;
  readonly lockWaitMs?: number;
  /** Overrides the tail, in bytes, from which on a merge is worth it. */
  readonly mergeWorthBytes?: number;
}

/** What a write did: the numbers of the new documents in the view (-1 for one that is gone), and its place in the log. */
export interface Changed {
  readonly added: number[];
  /** The ids of the new documents, also of those that are gone by now. */
  readonly ids: () => readonly string[];
  readonly view: KnowledgeView;
  readonly transaction: TransactionExtent;
  /** How many links were removed from notes, because what they led to was deleted. */
  readonly linksRemoved: number;
}

/** The changes of a write, and what it is for. */
type Planned = Purpose & { readonly changes: readonly Change[] };

export class KnowledgeBase {
  readonly directory: string;
  readonly clock: () => number;
  readonly #options: KnowledgeBaseOptions;
  readonly #follower: LogFollower;
  readonly #lock: WriteLock;
  readonly #appender: LogAppender;
  readonly #searcher = new Searcher();
  readonly #notices: LogNotices;
  readonly #merges: MergeScheduler;
  readonly #authors: TransactionAuthors | null;
  readonly #writes: AcknowledgedWrites;
  /** Length of the log when a merge left more than a short tail; -1 if none did. */
  #unmergedEnd = -1;

  constructor(options: KnowledgeBaseOptions) {
    this.#options = options;
    this.directory = options.directory;
    this.clock = options.clock;
    this.#follower = new LogFollower(options.files, options.directory, () => this.#merges.doubtIndex());
    this.#merges = new MergeScheduler({
      merger: options.merger,
      follower: this.#follower,
      worthBytes: options.mergeWorthBytes,
      onError: options.onMergeError,
    });
    this.#notices = new LogNotices(options.files, this.#lockPath);
    this.#appender = new LogAppender(options, this.#follower, this.#notices);
    const { authors, files, directory } = options;
    this.#authors = authors ? new TransactionAuthors(authors, files, directory, this.logPath) : null;
    this.#lock = new WriteLock(options.files, this.#lockPath, options.lockWaitMs);
    const recent = options.remembers === true ? new RecentWrites(files, directory, options.clock) : null;
    const parts = { follower: this.#follower, appender: this.#appender, lock: this.#lock, notices: this.#notices };
    this.#writes = new AcknowledgedWrites(parts, recent);
  }

  /** Who makes the changes of this process; null where nobody is noted. */
  get author(): Author | null {
    return this.#options.authors?.author() ?? null;
  }

  get indexPath(): string {
    return `${this.directory}/${INDEX_NAME}`;
  }

  get #lockPath(): string {
    return `${this.directory}/.lock`;
  }

  get logPath(): string {
    return `${this.directory}/${LOG_NAME}`;
  }

  /**
   * Everything that is live now. The view is valid until the caller next awaits something. If there is more to read
   * than one call may read, the tail is merged first, with progress. Throws IO, CORRUPTION, UNSUPPORTED_VERSION.
   */
  async view(onProgress?: (progress: MergeProgress) => void): Promise<KnowledgeView> {
    await this.#prepare(onProgress);
    this.#follower.read();
    await this.#writes.lookForLost();
    this.#merges.consider();
    this.#notices.look(this.#follower);
    return this.#viewNow();
  }

  /** The whole notes in the log's torn tail, as of the last view; null if there are none. */
  unfinished(): Unfinished | null {
    return this.#notices.heldBy(this.#follower);
  }

  /** Notices about the log since the last call, each once. */
  takeNotices(): Notice[] {
    return this.#notices.take();
  }

  /** What is live now, without waiting, for hooks. null if it cannot be read, or not without a long read. */
  readyView(): KnowledgeView | null {
    try {
      if (this.#follower.attach() > TAIL_BYTES_MAX && !this.#isTornTail()) return null;
      this.#follower.read();
      this.#merges.consider();
      return this.#viewNow();
    } catch {
      return null;
    }
  }

  /**
   * The one write path. `plan` gets the view as of the moment of writing, under the lock, and returns the changes. When
   * this resolves, the changes are on the disk and are one transaction for undo. With `joins` they become part of that
   * transaction, if nothing was written since. `author` makes them, else this process. Returns the numbers of the added documents in the returned view. Throws
   * LOCKED, LIMIT, IO, and whatever `plan` throws; then nothing was changed.
   */
  async change(
    plan: (view: KnowledgeView) => readonly Change[],
    onProgress?: (progress: MergeProgress) => void,
    joins: TransactionExtent | null = null,
    author?: Author,
  ): Promise<Changed> {
    const planned = (view: KnowledgeView) => ({ changes: plan(view), mark: MARK_TRANSACTION, of: null });
    return this.#change(planned, onProgress, joins, author);
  }

  /**
   * Takes back a transaction, or makes it again, as `planUndo` and `planRedo` find it. Throws what these throw, and what
   * `change` throws. With `isTrial` nothing is written.
   */
  async undo(request: UndoRequest = {}, onProgress?: (progress: MergeProgress) => void): Promise<Undone> {
    const find = () => (request.isRedo ? planRedo : planUndo)(this.#follower, choiceOf(request, this.#authors));
    await this.#prepare(onProgress);
    // Fails before anything is created for a write.
    if (this.#follower.log === null) find();
    if (request.isTrial) return this.#read(() => this.#undone(find()));
    let undo: UndoPlan | undefined;
    await this.#change(
      () => {
        undo = find();
        return { changes: undo.changes, mark: undo.mark, of: undo.isNamed ? undo.act.start : null };
      },
      onProgress,
      null,
    );
    return this.#undone(undo!);
  }

  #undone({ taken, act, isNamed }: UndoPlan): Undone {
    return { taken, act, isLast: !isNamed };
  }

  /** The last transactions, at most `most`, the last one first, with who made them as far as that is known. */
  async transactions(most: number, onProgress?: (progress: MergeProgress) => void): Promise<DescribedAct[]> {
    await this.#prepare(onProgress);
    return this.#read(() => describedActs(this.#follower, most, this.#authors));
  }

  /** Reads the log as it is now. Throws IO. */
  #read<Found>(read: () => Found): Found {
    try {
      this.#follower.read();
      return read();
    } catch (error) {
      throw forReaders(`cannot read ${this.logPath}`, error);
    }
  }

  /**
   * Rewrites the log without deleted entries. Once `signal` is aborted, nothing is replaced any more. See
   * `compaction.ts`.
   */
  async compact(onProgress?: (progress: MergeProgress) => void, signal?: AbortSignal): Promise<CompactionReport> {
    await this.#prepare(onProgress);
    const { files, merger, clock } = this.#options;
    const report = await compactLog({
      files,
      merger,
      follower: this.#follower,
      lock: this.#lock,
      indexPath: this.indexPath,
      now: clock(),
      onReplaced: () => this.#writes.forget(),
      onProgress,
      signal,
    });
    committed("notes");
    this.#authors?.clear();
    return report;
  }

  /** Builds a new index from the log, whatever the index file holds. */
  async rebuildIndex(onProgress?: (progress: MergeProgress) => void): Promise<void> {
    await this.#merge(true, onProgress);
  }

  /** Merges the tail now, however short. */
  async mergeNow(): Promise<void> {
    await this.#merge(false);
  }

  /** Verifies the index file, and rebuilds it if its content is damaged. For a server that has just opened it. */
  async verifyIndex(): Promise<void> {
    if (this.#follower.watermark > 0) await this.mergeNow();
  }

  /**
   * Merges the tail if that is worth it for later processes. A command does this last, when its answer is out.
   * `isServed` is called when a running server could do it better.
   */
  async leaveTidy(isServed: () => Promise<boolean>): Promise<void> {
    await this.#merges.settled();
    const { end, watermark } = this.#follower;
    const left = Math.min(Math.max(WORTH_BYTES, end * LEFT_TAIL_SHARE), LEFT_TAIL_BYTES_MAX);
    const isLong = end - watermark >= left;
    const served = Math.max(SERVED_TAIL_BYTES_MIN, end * SERVED_TAIL_SHARE);
    this.#merges.consider(isLong && (await isServed()) ? served : left);
    await this.#merges.settled();
  }

  /** Waits for a merge that is under way, if there is one. */
  settled(): Promise<void> {
    return this.#merges.settled();
  }

  close(): void {
    this.#lock.close();
    this.#merges.close();
    this.#follower.close();
    this.#appender.close();
  }

  async #merge(rebuild: boolean, onProgress?: (progress: MergeProgress) => void): Promise<void> {
    try {
      await this.#merges.merge(rebuild, onProgress);
    } catch (error) {
      throw forReaders(`cannot build the index ${this.indexPath}`, error);
    }
  }

  #viewNow(): KnowledgeView {
    return new KnowledgeView(this.#follower, this.#searcher, () => this.#merges.doubtIndex());
  }

  /** Makes sure that little is left to read. Without a usable index, that means to build one. */
  async #prepare(onProgress?: (progress: MergeProgress) => void): Promise<void> {
    if (this.#follower.attach() <= TAIL_BYTES_MAX || this.#isTornTail()) return;
    // A compaction in another process renames the log, then the index. Between the two, no index fits the log.
    await new Promise((resolve) => setTimeout(resolve, RENAME_WAIT_MS));
    this.#follower.reopen();
    if (this.#follower.attach() <= TAIL_BYTES_MAX) return;
    try {
      await this.#merges.join(onProgress);
    } catch (error) {
      // If no index can be written, the log is read to the end: slow, but right.
      this.#options.onMergeError?.(error);
    }
    if (this.#follower.attach() > TAIL_BYTES_MAX) this.#unmergedEnd = this.#follower.end + this.#follower.tornBytes;
  }

  /**
   * Whether the log still ends where the last merge left a long tail: bytes that hold no whole record, or a log for
   * which no index can be written.
   */
  #isTornTail(): boolean {
    return this.#follower.end + this.#follower.tornBytes === this.#unmergedEnd;
  }

  async #change(
    plan: (view: KnowledgeView) => Planned,
    onProgress: ((progress: MergeProgress) => void) | undefined,
    joins: TransactionExtent | null,
    author?: Author,
  ): Promise<Changed> {
    await this.#prepare(onProgress);
    if (this.#follower.log === null) this.#makeDirectory();
    const work = () => {
      try {
        this.#appender.begin();
        this.#follower.refresh();
        if (this.#follower.log === null) this.#writes.forget();
        this.#writes.makeGood();
        return this.#write(plan, joins, author);
      } catch (error) {
        throw forReaders(`cannot read ${this.logPath}; nothing was stored`, error);
      }
    };
    const { appended, transaction, linksRemoved } = await this.#lock.run(work, () => this.#catchUp());
    if (appended === null) this.#follower.refresh();
    else await this.#writes.acknowledge(appended);
    const view = this.#viewNow();
    const added = appended === null ? [] : this.#writes.documentsOf(appended);
    this.#merges.consider();
    const idOf = (id: number, at: number) => (id < 0 ? entryIdAt(appended!, at) : view.noteId(id));
    return { added, ids: () => added.map(idOf), view, transaction, linksRemoved };
  }

  /** Plans the changes and appends them, under the lock. */
  #write(
    plan: (view: KnowledgeView) => Planned,
    joins: TransactionExtent | null,
    author: Author | undefined,
  ): { appended: Appended | null; transaction: TransactionExtent; linksRemoved: number } {
    const { changes, linksRemoved, ...purpose } = this.#settled(this.#viewNow(), plan);
    const { end } = this.#follower;
    const start = joins !== null && joins.end === end ? joins.start : end;
    if (changes.length === 0) return { appended: null, transaction: { start, end }, linksRemoved };
    const appended = this.#writes.append(changes, start, purpose);
    if (purpose.mark === MARK_TRANSACTION) this.#authors?.note(appended.transaction, this.clock(), author);
    return { appended, transaction: appended.transaction, linksRemoved };
  }

  /** What `plan` wants, with its links settled. An undo brings everything back as it was, links too. */
  #settled(view: KnowledgeView, plan: (view: KnowledgeView) => Planned): Planned & SettledChanges {
    const planned = plan(view);
    const isSettled = this.#options.newNoteId !== undefined && planned.mark === MARK_TRANSACTION;
    return { ...planned, ...(isSettled ? settleLinks(view, planned.changes) : { linksRemoved: 0 }) };
  }

  /**
   * Indexes what others write while this process waits for the lock. Under the lock only their last write is left to
   * read.
   */
  #catchUp(): void {
    try {
      if (this.#follower.attach() <= TAIL_BYTES_MAX) this.#follower.read();
    } catch {
      // The write itself will throw it.
    }
  }

  #makeDirectory(): void {
    const { files } = this.#options;
    try {
      files.makeDirectory(this.directory);
    } catch (error) {
      throw unusableDirectory(this.directory, error);
    }
  }
}

/** Turns an error of the system into one that says what failed. Any other error stays as it is. */
function forReaders(what: string, error: unknown): unknown {
  return error instanceof HelixError || systemCodeOf(error) === "" ? error : ioError(what, error);
}
