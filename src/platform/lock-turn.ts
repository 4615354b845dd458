// When a waiter tries a lock, and how long it sleeps in between.
// - The first of the queue tries at each look, and looks often. The others look the less often the farther behind they
//   stand.
// - A first that does not take a free lock was stopped, or gets no processor. It is passed over: those behind it look
//   now and then whether the lock is free, and give it back. A waiter keeps the lock once it has found it free so often
//   that all before it have had their chance.
// - A waiter that can have no place in the queue tries at each look, as if it were the first.

import type { HeldLock } from "./file-system.ts";
import type { LockQueue, Place } from "./lock-queue.ts";

const PAUSE_MIN_MS = 1;
/** The longest sleep of the first waiter. It is shorter than the time that those behind leave to it. */
const PAUSE_FIRST_MAX_MS = 5;
/** The longest sleep of another waiter: for each one before it, and in all. */
const PAUSE_STEP_MAX_MS = 10;
const PAUSE_MAX_MS = 100;
/** While nothing moves, a waiter sleeps this share of the time since something last moved. */
const PAUSE_SHARE = 1 / 20;
/** How often a waiter looks in the time in which those before it are served. */
const LOOKS = 2;
/** How long serving one waiter is assumed to take until more is known, and at least, in milliseconds. */
const PACE_MS = 2;
const PACE_MIN_MS = 0.5;
/** By how much the assumed time may grow each time that waiters are served. */
const SLOWER_TIMES = 2;
/**
 * The length of a chance. A waiter that sees the lock free leaves it to those before it for this time, for each of
 * them.
 */
const CHANCE_MS = 10;
/** At most this many of those before it have a chance of their own. */
const CHANCES_MAX = 16;

/** One wait for a lock. Times are in milliseconds, of one clock. */
export class LockTurn {
  readonly #queue: LockQueue;
  readonly #tryLock: () => HeldLock | null;
  #place: Place | null = null;
  #before: readonly string[] | null = null;
  /** When the waiters before this one changed last. */
  #changedAt = 0;
  /** How long each of them took. */
  #pace = PACE_MS;
  /** How often in a row the lock was found free since then, and when last. */
  #timesFree = 0;
  #freeAt = 0;

  constructor(queue: LockQueue, tryLock: () => HeldLock | null) {
    this.#queue = queue;
    this.#tryLock = tryLock;
  }

  /** How many waiters stood before it at the last look. */
  get ahead(): number {
    return this.#before?.length ?? 0;
  }

  /**
   * The lock, if it is free and this waiter may take it; else null. With the lock it leaves its place in the queue.
   * Throws what `tryLock` throws.
   */
  look(now: number): HeldLock | null {
    this.#place ??= this.#queue.join();
    this.#follow(this.#place?.before() ?? [], now);
    const held = this.ahead === 0 ? this.#tryLock() : this.#passOver(now);
    // Leaves at once, not when the work is done: the next one may look for the lock meanwhile.
    if (held !== null) this.leave();
    return held;
  }

  /** How long to sleep until the next look. `movedAt` is when a write by anybody was seen last. */
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
    // One long write says little about those that follow: the pace slows down only by steps, but speeds up at once.
    if (served > 0) {
      const took = (now - this.#changedAt) / served;
      this.#pace = Math.max(PACE_MIN_MS, Math.min(took, this.#pace * SLOWER_TIMES));
    }
    this.#before = before;
    this.#changedAt = now;
    this.#timesFree = 0;
  }

  /** The lock, if it was left free for so long that no waiter before this one can be able to take it. */
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
