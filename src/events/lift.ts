// `helix lift`: whether help helps. While it is on, each session goes without some kinds of help, by a hash of the
// session's name: for each kind an independent share of the sessions, a tenth unless somebody chose another.
// An analysis computes the arms again from the seed and the names of the sessions. They are written nowhere.
// Invariants:
// - The same state, session and kind give the same arm, in every process and every version of helix.
// - A state that cannot be read is no state: nothing is withheld.
// - A session without a name goes without nothing.

import { HelixError } from "../base/errors.ts";
import type { SmallFiles } from "../platform/small-files.ts";
import type { LiftKind } from "./log/lift-kinds.ts";

/** Its file in the knowledge base directory. */
export const LIFT_FILE = "lift.json";
const LIFT_BYTES_MAX = 64 * 1024;

export { LIFT_KINDS, type LiftKind } from "./log/lift-kinds.ts";

export type LiftArm = "with" | "without";

/** The share of sessions that go without a kind of help, and what else may be chosen. */
export const SHARE_DEFAULT = 0.1;
export const SHARE_MIN = 0.02;
export const SHARE_MAX = 0.5;
/** The log of events keeps so much of a session's name. */
const NAME_LENGTH_MAX = 300;
/** How often lift can be turned on and off in one comparison. */
const PERIODS_MAX = 500;

/** A time in which lift was on, in milliseconds since 1970. */
export type LiftPeriod = readonly [from: number, to: number];

export interface LiftState {
  readonly on: boolean;
  /** What the arms are drawn by. Another seed is another comparison. */
  readonly seed: string;
  /** When it was last turned on, in milliseconds since 1970. */
  readonly since: number;
  readonly share: number;
  /** The times before in which it was on with this seed. */
  readonly earlier: readonly LiftPeriod[];
}

/** The state that a text holds; null for any other text. */
export function parseLift(text: string): LiftState | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { on, seed, since, share, earlier = [] } = value as Record<string, unknown>;
  if (typeof on !== "boolean" || typeof seed !== "string" || seed === "" || !isTime(since)) return null;
  if (typeof share !== "number" || !(share >= SHARE_MIN && share <= SHARE_MAX)) return null;
  if (!Array.isArray(earlier) || !earlier.every(isPeriod)) return null;
  return { on, seed, since, share, earlier };
}

/** The text of the file. */
export function encodeLift({ on, seed, since, share, earlier }: LiftState): string {
  return `${JSON.stringify({ on, seed, since, share, earlier })}\n`;
}

/** Reads the state; null where there is none, or none that can be read. Does not throw. */
export function readLift(files: Pick<SmallFiles, "readText">, directory: string): LiftState | null {
  const text = files.readText(`${directory}/${LIFT_FILE}`, LIFT_BYTES_MAX);
  return text === null ? null : parseLift(text);
}

/** The arm of a session, whether or not lift is on. */
export function armOf({ seed, share }: Pick<LiftState, "seed" | "share">, session: string, kind: LiftKind): LiftArm {
  if (session === "") return "with";
  const name = session.slice(0, NAME_LENGTH_MAX).toWellFormed();
  const hash = new Bun.CryptoHasher("sha256").update(`${seed}\n${kind}\n${name}`).digest();
  return hash.readUIntBE(0, 6) / 2 ** 48 < share ? "without" : "with";
}

/** Whether a kind of help is withheld from a session now. */
export function isWithheld(state: LiftState | null, session: string, kind: LiftKind): boolean {
  return state?.on === true && armOf(state, session, kind) === "without";
}

/** Whether lift was on at a time. */
export function wasOn({ on, since, earlier }: LiftState, at: number): boolean {
  return (on && at >= since) || earlier.some(([from, to]) => at >= from && at < to);
}

/** The state after it was turned on; `share` is null for the one that it had. Throws INVALID_ARGUMENT. */
export function turnedOn(
  state: LiftState | null,
  { now, newSeed, share, isAnew }: { now: number; newSeed: () => string; share: number | null; isAnew: boolean },
): LiftState {
  if (share !== null && !(share >= SHARE_MIN && share <= SHARE_MAX)) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      `a share of ${share} is not accepted: give ${SHARE_MIN} to ${SHARE_MAX}, e.g. helix lift on --share 0.25`,
    );
  }
  if (state === null || isAnew) {
    return { on: true, seed: newSeed(), since: now, share: share ?? state?.share ?? SHARE_DEFAULT, earlier: [] };
  }
  if (share !== null && share !== state.share) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      `the comparison that there is has a share of ${state.share}: helix lift on --anew --share ${share} begins another, and this one is given up`,
    );
  }
  if (state.on) return state;
  if (state.earlier.length >= PERIODS_MAX) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      `it was turned on and off ${PERIODS_MAX} times: helix lift on --anew begins another comparison`,
    );
  }
  return { ...state, on: true, since: now };
}

/** The state after it was turned off. */
export function turnedOff(state: LiftState, now: number): LiftState {
  if (!state.on) return state;
  return { ...state, on: false, earlier: [...state.earlier, [state.since, Math.max(now, state.since)]] };
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function isPeriod(value: unknown): value is LiftPeriod {
  return Array.isArray(value) && value.length === 2 && value.every(isTime);
}
