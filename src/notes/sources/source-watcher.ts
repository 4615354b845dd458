// Knows which entries of the current project cite something that has changed. It looks in the background: once when a
// server is ready, and again when calls come in after the log has changed or some time has passed.
// Invariants:
// - A search asks for what is known already. It looks at no file.
// - A pass works for a few milliseconds at a time and lets everything else go first. While the server is asked, it
//   hardly works. Between passes nothing runs, not even a timer.
// - What is known of an entry holds for its very record. After an edit or a compaction it is unknown until the next
//   pass.

import type { NoteIndex } from "../index/note-index.ts";
import type { KnowledgeBase } from "../store/knowledge-base.ts";
import { parseSource } from "../text/citation.ts";
import type { SourceChecker } from "./source-checker.ts";
import { isStale, type SourceState } from "./source-state.ts";
import { StaleFlags } from "./stale-flags.ts";
import type { StaleSources } from "./stale-sources.ts";
import { TimeSlices } from "./time-slices.ts";
import { type Watched, WatchedEntries } from "./watched-entries.ts";

/**
 * The first pass begins this long after the client is ready, in milliseconds, so that the client's first calls go
 * first.
 */
const START_MS = 300;
/** How long after a call a due pass begins, in milliseconds. */
const CALL_MS = 20;
/**
 * The least time from one pass to the next, in milliseconds: if the log has changed, and if only files may have
 * changed.
 */
const CHANGED_INTERVAL_MS = 2000;
const INTERVAL_MS = 60_000;
/** How long after a call a server counts as busy, in milliseconds: it may be asked again. */
const BUSY_MS = 100;
/** After a pass, the next one waits at least this many times as long as the pass took. */
const INTERVAL_FACTOR = 10;
/** How much a pass may look at. */
const LIMITS = { files: 5000, bytes: 256 * 1024 * 1024 };

export interface SourceWatcherOptions {
  readonly base: KnowledgeBase;
  readonly checker: SourceChecker;
  /** A clock in milliseconds that never goes back; `performance.now` by default. */
  readonly now?: () => number;
}

export class SourceWatcher implements StaleSources {
  readonly checker: SourceChecker;
  readonly #entries: WatchedEntries;
  readonly #now: () => number;
  /** The watched entries by place, as of the last pass. */
  #known: ReadonlyMap<number, Watched> = new Map();
  #flags = new StaleFlags(null, 0);
  /** When the next pass may begin; -1: the first pass has not ended. */
  #nextChangedMs = -1;
  #nextMs = -1;
  #running: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #closed = false;
  #askedMs = Number.NEGATIVE_INFINITY;

  constructor({ base, checker, now = () => performance.now() }: SourceWatcherOptions) {
    this.checker = checker;
    this.#entries = new WatchedEntries(base, checker.root?.keys ?? []);
    this.#now = now;
  }

  /** Makes the first pass begin soon. */
  start(): void {
    this.#beginIn(START_MS);
  }

  /** Is called at every call to the server, whether it is about notes or not. */
  asked(): void {
    this.#askedMs = this.#now();
  }

  /** No further pass begins. A pass that is under way ends with its slice. */
  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  staleIn(index: NoteIndex): (id: number) => boolean {
    this.#called(index);
    if (!this.#flags.areOf(index)) this.#flags = new StaleFlags(index, index.capacity);
    const flags = this.#flags;
    const lookUp = this.#lookUp(index);
    return (id) => {
      const known = flags.get(id);
      if (known !== undefined) return known;
      const state = lookUp(id);
      const verdict = state !== null && countsLess(state, index.sourceOf(id) ?? "");
      flags.set(id, verdict);
      return verdict;
    };
  }

  stateIn(index: NoteIndex): (id: number) => SourceState | null {
    this.#called(index);
    return this.#lookUp(index);
  }

  /** Runs a pass now, behind a pass that is under way. Throws what `KnowledgeBase.view` throws. */
  async pass(): Promise<void> {
    await this.#running?.catch(() => undefined);
    this.#running = this.#pass().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  #lookUp(index: NoteIndex): (id: number) => SourceState | null {
    const known = this.#known;
    return (id) => {
      const watched = known.get(index.originOf(id));
      if (watched === undefined || watched.checked === null) return null;
      // An edited entry keeps its place, and a place from before a compaction means another entry now.
      const isSame = index.recordOf(id).offset === watched.offset && index.sourceOf(id) === watched.source;
      return isSame ? watched.checked.state : null;
    };
  }

  /** Is called when a caller asks about sources; begins a pass if one is due. */
  #called(index: NoteIndex): void {
    if (this.#nextMs < 0 || this.#running !== null || this.#timer !== null) return;
    const dueMs = this.#entries.isCurrent(index) ? this.#nextMs : this.#nextChangedMs;
    if (this.#now() >= dueMs) this.#beginIn(CALL_MS);
  }

  #beginIn(milliseconds: number): void {
    if (this.#closed || this.checker.root === null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      // If the log cannot be read, the call that needs it says so.
      this.pass().catch(() => undefined);
    }, milliseconds);
    this.#timer.unref();
  }

  async #pass(): Promise<void> {
    const startMs = this.#now();
    try {
      await this.#goThrough();
    } finally {
      const endMs = this.#now();
      const tookMs = (endMs - startMs) * INTERVAL_FACTOR;
      this.#nextChangedMs = endMs + Math.max(CHANGED_INTERVAL_MS, tookMs);
      this.#nextMs = endMs + Math.max(INTERVAL_MS, tookMs);
    }
  }

  async #goThrough(): Promise<void> {
    const slices = new TimeSlices(() => this.#now() - this.#askedMs < BUSY_MS);
    await this.#entries.look(slices);
    const { entries, index } = this.#entries.last;
    const pass = this.checker.pass(LIMITS);
    // Entries that cite the same file are checked together, so that the file is read once.
    const files = new Map<string, Watched[]>();
    const known = new Map<number, Watched>();
    for (const { watched } of entries) {
      if (slices.isOver()) await slices.pause();
      known.set(watched.place, watched);
      const { path } = parseSource(watched.source);
      const others = files.get(path);
      if (others === undefined) files.set(path, [watched]);
      else others.push(watched);
    }
    for (const citing of files.values()) {
      for (const watched of citing) {
        if (slices.isOver()) await slices.pause();
        if (this.#closed) return;
        watched.checked = pass.recheck(watched, watched.checked);
      }
    }
    const flags = new StaleFlags(index, index?.capacity ?? 0);
    for (const { id, watched } of entries) {
      if (slices.isOver()) await slices.pause();
      flags.set(id, watched.checked !== null && countsLess(watched.checked.state, watched.source));
    }
    this.#known = known;
    this.#flags = flags;
  }
}

/** Whether a note ranks lower. The symbol of a file that is gone may be in another file: only who shows it looks there. */
function countsLess(state: SourceState, source: string): boolean {
  return isStale(state) && (state.kind !== "gone" || parseSource(source).symbol === null);
}
