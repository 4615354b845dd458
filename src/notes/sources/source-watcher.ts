// Knows which entries of the current project cite something that has changed. Looks in the background: once when a
// server is ready, and again when calls come in and the log has changed or some time has passed.
// Invariants:
// - a search asks for what is known already: no file is looked at on its way;
// - a pass works for a few milliseconds at a time and lets everything else go first, and hardly works while the server
//   is asked; between passes nothing runs, no timer either;
// - what is known of an entry holds for that very record: after an edit or a compaction it is unknown until the next
//   pass.

import type { LiveIndex } from "../../engine/segment/live-index.ts";
import type { KnowledgeBase } from "../store/knowledge-base.ts";
import { parseSource } from "../text/citation.ts";
import type { SourceChecker } from "./source-checker.ts";
import { isStale, type SourceState } from "./source-state.ts";
import { StaleFlags } from "./stale-flags.ts";
import type { StaleSources } from "./stale-sources.ts";
import { TimeSlices } from "./time-slices.ts";
import { type Watched, WatchedEntries } from "./watched-entries.ts";

/** The first pass begins this long after the client is ready, in milliseconds: its first calls come first. */
const START_MS = 300;
/** How long after a call a pass begins that is due, in milliseconds. */
const CALL_MS = 20;
/** A pass begins at most this often when the log has changed, and when only files may have, in milliseconds. */
const CHANGED_INTERVAL_MS = 2000;
const INTERVAL_MS = 60_000;
/** So long after it was asked something a server may be asked again, in milliseconds. */
const BUSY_MS = 100;
/** A pass that took long is not begun again before this many times as long. */
const INTERVAL_FACTOR = 10;
/** What a pass may look at. */
const LIMITS = { files: 5000, bytes: 256 * 1024 * 1024 };

export interface SourceWatcherOptions {
  readonly base: KnowledgeBase;
  readonly checker: SourceChecker;
  /** Milliseconds that only go forward; `performance.now` by default. */
  readonly now?: () => number;
}

export class SourceWatcher implements StaleSources {
  readonly checker: SourceChecker;
  readonly #entries: WatchedEntries;
  readonly #now: () => number;
  /** By place, as of the last pass. */
  #known: ReadonlyMap<number, Watched> = new Map();
  #flags = new StaleFlags(null, 0);
  /** When the next pass may begin; -1: the first one has not ended. */
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

  /** Has the first pass begin soon. */
  start(): void {
    this.#beginIn(START_MS);
  }

  /** Somebody asks the server something, be it about notes or not. */
  asked(): void {
    this.#askedMs = this.#now();
  }

  /** No pass begins any more; one that is under way ends with its slice. */
  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  staleIn(index: LiveIndex): (id: number) => boolean {
    this.#called(index);
    if (!this.#flags.areOf(index)) this.#flags = new StaleFlags(index, index.capacity);
    const flags = this.#flags;
    const lookUp = this.#lookUp(index);
    return (id) => {
      const known = flags.get(id);
      if (known !== undefined) return known;
      const state = lookUp(id);
      const verdict = state !== null && isStale(state);
      flags.set(id, verdict);
      return verdict;
    };
  }

  stateIn(index: LiveIndex): (id: number) => SourceState | null {
    this.#called(index);
    return this.#lookUp(index);
  }

  /** Goes through everything now, after a pass that is under way. Throws what `KnowledgeBase.view` throws. */
  async pass(): Promise<void> {
    await this.#running?.catch(() => undefined);
    this.#running = this.#pass().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  #lookUp(index: LiveIndex): (id: number) => SourceState | null {
    const known = this.#known;
    return (id) => {
      const watched = known.get(index.originOf(id));
      if (watched === undefined || watched.checked === null) return null;
      // An edited entry keeps its place, and places of before a compaction mean other entries now.
      const isSame = index.recordOf(id).offset === watched.offset && index.sourceOf(id) === watched.source;
      return isSame ? watched.checked.state : null;
    };
  }

  /** Somebody asks: begins a pass if one is due. */
  #called(index: LiveIndex): void {
    if (this.#nextMs < 0 || this.#running !== null || this.#timer !== null) return;
    const dueMs = this.#entries.isCurrent(index) ? this.#nextMs : this.#nextChangedMs;
    if (this.#now() >= dueMs) this.#beginIn(CALL_MS);
  }

  #beginIn(milliseconds: number): void {
    if (this.#closed || this.checker.root === null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      // A log that can not be read is said by the call that needs it.
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
    // Entries that cite one file stand together, so that it is read once.
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
      flags.set(id, watched.checked !== null && isStale(watched.checked.state));
    }
    this.#known = known;
    this.#flags = flags;
  }
}
