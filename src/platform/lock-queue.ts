// The queue beside a lock. A process that finds the lock taken draws a ticket, an empty file named by a number, and
// holds flock on it for as long as it waits. Its turn comes when no living ticket has a smaller number.
//
//   .lock                                 the lock itself
//   .lock.turn-000000000007-4k1x9z2q      the first of those who wait
//   .lock.turn-000000000008-c03mm5rd      the second
//
// Invariants:
// - A ticket lives while its owner holds it. One that another process can lock is left over, and that process removes
//   it. Numbers of processes and clocks decide nothing: they differ between containers and from boot to boot.
// - A new number is one more than the greatest, so it stands behind. Two tickets of one moment may share a number.
// - A ticket that somebody removed is drawn again under its old name, so its owner keeps its place.
// - Nothing here waits, and nothing here is needed: where tickets cannot be made, there is only the lock.

import type { FileSystem, HeldLock } from "./file-system.ts";
import { directoryOf } from "./io-error.ts";

const MARK = ".turn-";
const DIGITS = 12;
const NUMBER_MAX = 10 ** DIGITS - 1;
const TICKET = new RegExp(`^\\d{${DIGITS}}-[0-9a-z]{1,12}$`);
/** How often a ticket is drawn again when another process takes it for a leftover in the moment in which it is made. */
const DRAWS_MAX = 3;

export class LockQueue {
  readonly #files: FileSystem;
  readonly #directory: string;
  readonly #prefix: string;
  readonly #random: () => number;

  /** `lockPath` is the path of the lock; `random` gives numbers from 0 up to 1. */
  constructor(files: FileSystem, lockPath: string, random: () => number = Math.random) {
    this.#files = files;
    this.#directory = directoryOf(lockPath);
    this.#prefix = `${lockPath.slice(this.#directory.length).replace(/^\//, "")}${MARK}`;
    this.#random = random;
  }

  /** All tickets, living or not, in the order of their turns. */
  tickets(): string[] {
    return this.#files
      .list(this.#directory)
      .filter((name) => name.startsWith(this.#prefix) && TICKET.test(name.slice(this.#prefix.length)))
      .sort();
  }

  /** Takes a place behind everybody who is there now; null where no ticket can be made. */
  join(): Place | null {
    for (let draw = 0; draw < DRAWS_MAX; draw++) {
      const ticket = this.#nextTicket();
      const held = this.hold(ticket);
      if (held !== null) return new Place(this, ticket, held);
    }
    return null;
  }

  /** Makes the ticket and locks it; null when another has it at the moment, or when it cannot be made. */
  hold(ticket: string): HeldLock | null {
    try {
      return this.#files.tryLock(this.#pathOf(ticket));
    } catch {
      return null;
    }
  }

  /** Whether a process holds the ticket. A ticket that nobody holds is removed. */
  isAlive(ticket: string): boolean {
    try {
      const held = this.#files.tryLock(this.#pathOf(ticket));
      if (held === null) return true;
      this.remove(ticket);
      held.release();
      return false;
    } catch {
      // The file is no ticket of helix, or it belongs to another user. Neither may keep this process waiting.
      return false;
    }
  }

  remove(ticket: string): void {
    try {
      this.#files.remove(this.#pathOf(ticket));
    } catch {
      // Another process was faster, or the file stays and everybody passes it by.
    }
  }

  #nextTicket(): string {
    const last = this.tickets().at(-1);
    const number = last === undefined ? 0 : Number(last.slice(this.#prefix.length, this.#prefix.length + DIGITS));
    const next = String(Math.min(number + 1, NUMBER_MAX)).padStart(DIGITS, "0");
    const suffix = this.#random().toString(36).slice(2, 10) || "0";
    return `${this.#prefix}${next}-${suffix}`;
  }

  #pathOf(ticket: string): string {
    return `${this.#directory}/${ticket}`;
  }
}

/** The place of one waiter in the queue. */
export class Place {
  readonly #queue: LockQueue;
  readonly #ticket: string;
  #held: HeldLock;

  constructor(queue: LockQueue, ticket: string, held: HeldLock) {
    this.#queue = queue;
    this.#ticket = ticket;
    this.#held = held;
  }

  /**
   * The tickets before this one, in order; none means that it is its turn. Tests the nearest ticket and removes it if
   * it is dead, until one lives: each waiter watches one, so that all together stay cheap. Null when this ticket is
   * gone and cannot be made again.
   */
  before(): string[] | null {
    let tickets = this.#queue.tickets();
    if (!tickets.includes(this.#ticket)) {
      const held = this.#queue.hold(this.#ticket);
      if (held === null) return null;
      this.#held.release();
      this.#held = held;
      tickets = this.#queue.tickets();
    }
    const before = tickets.filter((ticket) => ticket < this.#ticket);
    while (before.length > 0 && !this.#queue.isAlive(before.at(-1)!)) before.pop();
    return before;
  }

  /** Takes the tickets before this one out of the queue. A waiter that is still there comes back at its next look. */
  passOver(): void {
    for (const ticket of this.#queue.tickets()) if (ticket < this.#ticket) this.#queue.remove(ticket);
  }

  leave(): void {
    this.#queue.remove(this.#ticket);
    this.#held.release();
  }
}

/** Removes tickets of `lockPath` that nobody holds. */
export function sweepTickets(files: FileSystem, lockPath: string): void {
  const queue = new LockQueue(files, lockPath);
  for (const ticket of queue.tickets()) queue.isAlive(ticket);
}
