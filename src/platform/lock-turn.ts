// When one who waits for a lock tries it, and how long it sleeps in between.
// - The first of the queue tries at each look, and looks often. The others look the more rarely the farther behind they
//   stand.
// - A first that does not take a free lock (it was stopped, or gets no processor) is passed over: those behind it look
//   now and then whether the lock is free, and give it back; who has found it free so often that all before it have had
//   their chance keeps it.
// - Who can have no place in the queue tries at each look, as if it were the first.

import type { HeldLock } from "./file-system.ts";
import type { LockQueue, Place } from "./lock-queue.ts";

const PAUSE_MIN_MS = 1;
/** The longest sleep of the first; shorter than what those behind it leave it. */
const PAUSE_FIRST_MAX_MS = 5;
/** The longest sleep of another, for each that stands before it, and of all. */
const PAUSE_STEP_MAX_MS = 10;
const PAUSE_MAX_MS = 100;
/** Where nothing moves, the part of the time since it last did that one sleeps. */
const PAUSE_SHARE = 1 / 20;
/** So often one looks in the time in which those before are served. */
const LOOKS = 2;
/** How long one is taken to be served until more is known, and at least, in milliseconds. */
const PACE_MS = 2;
const PACE_MIN_MS = 0.5;
/** By how much that may grow with each that is served. */
const SLOWER_TIMES = 2;
/** How long a chance is: the time for which one who sees the lock free leaves it to those before, for each of them. */
const CHANCE_MS = 10;
/** So many of those before have a chance of their own each. */
const CHANCES_MAX = 16;

/** One wait for a lock. Times are in milliseconds, of one clock. */
export class LockTurn {
  readonly #queue: LockQueue;
  readonly #tryLock: () => HeldLock | null;
  #place: Place | null = null;
  #before: readonly string[] | null = null;
  /** When those before changed last. */
  #changedAt = 0;
  /** How long each of them took. */
  #pace = PACE_MS;
  /** How often in a row the lock was found free since, and when last. */
  #timesFree = 0;
  #freeAt = 0;

  constructor(queue: LockQueue, tryLock: () => HeldLock | null) {
    this.#queue = queue;
    this.#tryLock = tryLock;
  }

  /** How many stood before it at the last look. */
  get ahead(): number {
    return this.#before?.length ?? 0;
  }

  /**
   * The lock, when it is this one's to take and free; then the place in the queue is left. Throws what `tryLock`
   * throws.
   */
  look(now: number): HeldLock | null {
    this.#place ??= this.#queue.join();
    this.#follow(this.#place?.before() ?? [], now);
    const held = this.ahead === 0 ? this.#tryLock() : this.#passOver(now);
    // At once, not when the work is done: the next one may look for the lock meanwhile.
    if (held !== null) this.leave();
    return held;
  }

  /** How long to sleep until the next look; `movedAt` is when a write of anybody was seen last. */
  pause(now: number, movedAt: number): number {
    if (this.#timesFree > 0) return CHANCE_MS;
    const still = now - Math.max(this.#changedAt, movedAt);
    const most = this.ahead === 0 ? PAUSE_FIRST_MAX_MS : Math.min(PAUSE_MAX_MS, this.ahead * PAUSE_STEP_MAX_MS);
    return Math.min(most, Math.max(PAUSE_MIN_MS, (this.ahead * this.#pace) / LOOKS, still * PAUSE_SHARE));
  }

  /** Gives up the place in the queue. */
  leave(): void {
    this.#place?.leave();
    this.#place = null;
  }

  #follow(before: readonly string[], now: number): void {
    const last = this.#before;
    if (last !== null && last.length === before.length && last[0] === before[0]) return;
    const served = last === null ? 0 : last.length - before.length;
    // One long write says little of those that follow: slower only by steps, faster at once.
    if (served > 0) {
      const took = (now - this.#changedAt) / served;
      this.#pace = Math.max(PACE_MIN_MS, Math.min(took, this.#pace * SLOWER_TIMES));
    }
    this.#before = before;
    this.#changedAt = now;
    this.#timesFree = 0;
  }

  /** The lock, if it was left free so long that all before this one must be unable to take it. */
  #passOver(now: number): HeldLock | null {
    if (this.#timesFree > 0 && now - this.#freeAt < CHANCE_MS) return null;
    const held = this.#tryLock();
    this.#timesFree = held === null ? 0 : this.#timesFree + 1;
    this.#freeAt = now;
    if (held === null) return null;
    if (this.#timesFree > Math.min(this.ahead, CHANCES_MAX)) {
      this.#place?.passOver();
      return held;
    }
    held.release();
    return null;
  }
}
