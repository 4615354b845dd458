// One knowledge base: a directory with `data.log` (the truth), `index.bin` (disposable) and `.lock`. The one write
// path, and the way to a view of everything that is live.
// Invariants:
// - a view sees every write, by any process, that was acknowledged before it was asked for;
// - a write that resolved is on the disk; a write that threw changed nothing;
// - long reads of the log happen only while indexing (in the worker of a server), never for a single read or write.

import { HelixError, messageOf, systemCodeOf } from "../../base/errors.ts";
import { LOG_NAME } from "../../engine/log/data-log.ts";
import { MARK_TRANSACTION, MARK_UNDO } from "../../engine/log/log-layout.ts";
import { WriteLock } from "../../engine/log/write-lock.ts";
import { Searcher } from "../../engine/search/searcher.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { ioError, unusableDirectory } from "../../platform/io-error.ts";
import type { Change } from "./changes.ts";
import { type CompactionReport, compactLog } from "./compaction.ts";
import { KnowledgeView } from "./knowledge-view.ts";
import { LogAppender, type TransactionExtent } from "./log-appender.ts";
import { INDEX_NAME, LogFollower } from "./log-follower.ts";
import { MergeScheduler, WORTH_BYTES } from "./merge-scheduler.ts";
import type { MergeProgress } from "./merge-task.ts";
import type { Merger } from "./merger.ts";
import { LogNotices, type Notice } from "./notices.ts";
import { planUndo, type TakenBack } from "./undo.ts";
import type { Unfinished } from "./unfinished.ts";

/** The longest tail that is read for a single call; a longer one is merged first. */
export const TAIL_BYTES_MAX = 4 * 1024 * 1024;
/** How long the two renames of a compaction may lie apart, in milliseconds. */
const RENAME_WAIT_MS = 25;
/**
 * The tail that a command leaves to others: each process that comes after reads it, and to merge it takes as long as
 * the log is long.
 */
const LEFT_TAIL_BYTES_MAX = 1024 * 1024;
const LEFT_TAIL_SHARE = 1 / 256;
/** The tail that it leaves to a server, which merges aside; its user would wait for the merge. */
const SERVED_TAIL_BYTES_MIN = 1024 * 1024;
const SERVED_TAIL_SHARE = 1 / 64;

export interface KnowledgeBaseOptions {
  /** Absolute path. It need not exist: it is created with the first write. */
  readonly directory: string;
  readonly files: FileSystem;
  readonly merger: Merger;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly onMergeError?: (error: unknown) => void;
  readonly lockWaitMs?: number;
  /** Overrides from which tail on, in bytes, a merge is worth it. */
  readonly mergeWorthBytes?: number;
}

/**
 * What a write did: the numbers of the new documents in the view (-1 for one that was compacted away since), and its
 * place in the log.
 */
export interface Changed {
  readonly added: number[];
  readonly view: KnowledgeView;
  readonly transaction: TransactionExtent;
}

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
  /** Length of the log when a merge left more than a short tail; -1: it never did. */
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
    this.#lock = new WriteLock(options.files, this.#lockPath, options.lockWaitMs);
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
   * Everything that is live now. The view is valid until the caller next awaits something. Merges first, with progress,
   * when there is more to read than one call may. Throws IO, CORRUPTION, UNSUPPORTED_VERSION.
   */
  async view(onProgress?: (progress: MergeProgress) => void): Promise<KnowledgeView> {
    await this.#prepare(onProgress);
    this.#follower.read();
    this.#merges.consider();
    this.#notices.look(this.#follower);
    return this.#viewNow();
  }

  /** What the log's torn tail holds, as of the last view; null for nothing that could be missed. */
  unfinished(): Unfinished | null {
    return this.#notices.heldBy(this.#follower);
  }

  /** What came to light since this was last asked, each once. */
  takeNotices(): Notice[] {
    return this.#notices.take();
  }

  /**
   * What is live now, at once; null when it cannot be read, or not without a long read first. For hooks, which must not
   * wait.
   */
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
   * The one write path. `plan` gets the view as of the moment of writing, under the lock, and says what to change; the
   * changes are on the disk when this resolves, and are one transaction for undo; with `joins` they are one with that
   * transaction if nothing was written since. Returns the numbers of the added documents in the view that comes with
   * them. Throws LOCKED, LIMIT, IO, and whatever `plan` throws; then nothing was changed.
   */
  async change(
    plan: (view: KnowledgeView) => readonly Change[],
    onProgress?: (progress: MergeProgress) => void,
    joins: TransactionExtent | null = null,
  ): Promise<Changed> {
    return this.#change(plan, MARK_TRANSACTION, onProgress, joins);
  }

  /**
   * Takes back the last transaction. Throws NOT_FOUND when there is none, or none that could be, and what `change`
   * throws.
   */
  async undo(onProgress?: (progress: MergeProgress) => void): Promise<Changed & { taken: readonly TakenBack[] }> {
    let taken: readonly TakenBack[] = [];
    await this.#prepare(onProgress);
    // Asked before anything is created for a write.
    if (this.#follower.log === null) planUndo(this.#follower);
    const changed = await this.#change(
      () => {
        const undo = planUndo(this.#follower);
        taken = undo.taken;
        return undo.changes;
      },
      MARK_UNDO,
      onProgress,
      null,
    );
    return { ...changed, taken };
  }

  /**
   * Rewrites the log without what is deleted; once `signal` is aborted, nothing is replaced any more. See
   * `compaction.ts`.
   */
  async compact(onProgress?: (progress: MergeProgress) => void, signal?: AbortSignal): Promise<CompactionReport> {
    await this.#prepare(onProgress);
    const { files, merger, clock } = this.#options;
    return compactLog({
      files,
      merger,
      follower: this.#follower,
      lock: this.#lock,
      indexPath: this.indexPath,
      now: clock(),
      onProgress,
      signal,
    });
  }

  /** Builds the index anew from the log, whatever the index file holds. */
  async rebuildIndex(onProgress?: (progress: MergeProgress) => void): Promise<void> {
    await this.#merge(true, onProgress);
  }

  /** Merges the tail now, however short. */
  async mergeNow(): Promise<void> {
    await this.#merge(false);
  }

  /** Has the index file verified, and built anew if its content is damaged. For a server that has just opened it. */
  async verifyIndex(): Promise<void> {
    if (this.#follower.watermark > 0) await this.mergeNow();
  }

  /**
   * Merges the tail if it is worth it to those who come after: what a command does last, when its answer is out.
   * `isServed` is asked where a server would be the better one to do it.
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

  /** Waits for a merge that is under way. */
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

  /** Makes sure that what is left to read is little; without a usable index that means to build one. */
  async #prepare(onProgress?: (progress: MergeProgress) => void): Promise<void> {
    if (this.#follower.attach() <= TAIL_BYTES_MAX || this.#isTornTail()) return;
    // A compaction elsewhere renames the log, then the index: between the two there is none that fits.
    await new Promise((resolve) => setTimeout(resolve, RENAME_WAIT_MS));
    this.#follower.reopen();
    if (this.#follower.attach() <= TAIL_BYTES_MAX) return;
    try {
      await this.#merges.join(onProgress);
    } catch (error) {
      // Where no index can be written the log is read to the end: slow, and right.
      this.#options.onMergeError?.(error);
    }
    if (this.#follower.attach() > TAIL_BYTES_MAX) this.#unmergedEnd = this.#follower.end + this.#follower.tornBytes;
  }

  /** Whether what is left to read is what the last merge could not take in: bytes that hold no whole record. */
  #isTornTail(): boolean {
    return this.#follower.end + this.#follower.tornBytes === this.#unmergedEnd;
  }

  async #change(
    plan: (view: KnowledgeView) => readonly Change[],
    mark: number,
    onProgress: ((progress: MergeProgress) => void) | undefined,
    joins: TransactionExtent | null,
  ): Promise<Changed> {
    await this.#prepare(onProgress);
    if (this.#follower.log === null) this.#makeDirectory();
    const work = () => {
      try {
        this.#appender.begin();
        this.#follower.refresh();
        const changes = plan(this.#viewNow());
        const { end } = this.#follower;
        const start = joins !== null && joins.end === end ? joins.start : end;
        if (changes.length === 0) return { entries: [], transaction: { start, end }, isSure: true };
        return this.#appender.append(changes, start, mark);
      } catch (error) {
        throw forReaders(`cannot read ${this.logPath}; nothing was stored`, error);
      }
    };
    const { entries, transaction, isSure } = await this.#lock.run(work, () => this.#catchUp());
    if (!isSure) await this.#lock.run(() => this.#appender.confirm());
    // Others may write while what was written is indexed here; a compaction of theirs may even have moved it.
    try {
      this.#follower.refresh();
    } catch (error) {
      const isWritten = transaction.end > transaction.start;
      throw isWritten ? new HelixError("IO", `it is stored, but ${messageOf(error)}`, { cause: error }) : error;
    }
    const view = this.#viewNow();
    const added = entries.map((offset) => view.index.documentAt(offset));
    this.#merges.consider();
    return { added, view, transaction };
  }

  /**
   * Takes in what others write, before the lock is this process's: under it only what they wrote last is left to read.
   */
  #catchUp(): void {
    try {
      if (this.#follower.attach() <= TAIL_BYTES_MAX) this.#follower.read();
    } catch {
      // The write itself will say so.
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

/** What the system refused, as an error that says what was wanted; any other error as it is. */
function forReaders(what: string, error: unknown): unknown {
  return error instanceof HelixError || systemCodeOf(error) === "" ? error : ioError(what, error);
}
