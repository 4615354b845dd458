// Whether the guard of plans is installed whole: each of its hooks, for all the tools that it has to see, with a program
// that is there. A guard with a part missing lets calls run that a plan forbids.

import { GUARD_PLACES, type GuardPlace } from "./guard-hooks.ts";
import type { PlacedHook } from "./own-hooks.ts";

export interface GuardStatus {
  /** `none`: no hook of it is installed. */
  readonly state: "whole" | "in part" | "none";
  /** What is missing, one line each. */
  readonly missing: readonly string[];
}

/** Settings of the client that apply here, with why their hooks do not run ("" where they do). */
export interface JudgedHook extends PlacedHook {
  readonly problem: string | null;
}

/** The state of the guard by the hooks of all settings that apply. */
export function guardStatus(hooks: readonly JudgedHook[]): GuardStatus {
  const own = hooks.filter(({ type }) => GUARD_PLACES.some((place) => place.type === type));
  if (own.length === 0) return { state: "none", missing: [] };
  const missing = GUARD_PLACES.flatMap((place) => {
    const faults = own
      .filter(({ type, event }) => type === place.type && event === place.event)
      .map((each) => faultOf(each, place));
    if (faults.includes(null)) return [];
    return [`${place.event} (${place.type}): ${faults[0] ?? "not installed"}`];
  });
  return { state: missing.length === 0 ? "whole" : "in part", missing };
}

function faultOf({ matcher, isClosed, around, problem }: JudgedHook, place: GuardPlace): string | null {
  if (problem !== null) return problem;
  if (!covers(matcher, place.matcher)) return `its matcher ${JSON.stringify(matcher)} leaves tools out`;
  if (place.isClosed && (!isClosed || around.behind.includes("|")))
    return "it lets a call run when helix cannot decide";
  return null;
}

/** Whether a matcher has all that another one has. A pattern of somebody's own is not understood. */
function covers(matcher: string, wanted: string | null): boolean {
  if (wanted === null || ["", "*", ".*"].includes(matcher)) return true;
  const names = new Set(matcher.split("|"));
  return wanted !== "*" && wanted.split("|").every((name) => names.has(name));
}
