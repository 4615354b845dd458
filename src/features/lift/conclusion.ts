// What can be concluded of a comparison, as a sentence.

import { counted } from "../../base/wording.ts";
import type { LiftKind } from "../../events/lift.ts";
import type { Comparison } from "./comparison.ts";
import { billFactor, isBilled } from "./outcomes.ts";

export type Conclusion = "none" | "undecided" | "helps" | "harms";

/** What the kinds are called. */
export const KIND_NAMES: Readonly<Record<LiftKind, string>> = {
  notes: "notes of hooks",
  lessons: "lessons",
  code: "pointers to code",
  filters: "shorter outputs",
};

/** What the interval says. */
export function conclusionOf({ sessions, without, low, high }: Comparison): Conclusion {
  if (sessions === 0 || without.sessions === 0) return "none";
  if (high < 0) return "helps";
  return low > 0 ? "harms" : "undecided";
}

/** The sentence. */
export function conclusionText(comparison: Comparison): string {
  const { kind, sessions, without, low, high, isSkewed } = comparison;
  const name = KIND_NAMES[kind];
  if (isSkewed) {
    return `nothing can be concluded: ${without.sessions} of ${counted(sessions, "session", "sessions")} went without, which the lot alone would hardly give`;
  }
  const range = (from: number, to: number) => rangeText(kind, from, to);
  switch (conclusionOf(comparison)) {
    case "none":
      return "nothing can be said yet: no session without counts so far";
    case "helps":
      return `${name} helped in these sessions: with them ${range(high, low)} less on average`;
    case "harms":
      return `${name} did harm in these sessions: with them ${range(low, high)} more on average`;
    default:
      return `undecided: with ${name}, anything from ${side(kind, low, "less")} to ${side(kind, high, "more")} on average`;
  }
}

/** The size of an effect: failed runs for each edit, or a part of the bill. */
function sizeText(kind: LiftKind, effect: number): string {
  if (!isBilled(kind)) return Math.abs(effect).toFixed(2);
  const factor = billFactor(effect);
  // Nobody reads ten times as much as a percentage.
  if (factor >= 10) return `${Math.round(factor)} times the bill`;
  return `${Math.abs(100 * (factor - 1)).toFixed(0)} %`;
}

function side(kind: LiftKind, effect: number, more: "less" | "more"): string {
  const size = sizeText(kind, more === "less" ? Math.min(effect, 0) : Math.max(effect, 0));
  if (size.endsWith("bill")) return size;
  return isBilled(kind) ? `a bill ${size} ${more}` : `${size} failed runs for each edit ${more}`;
}

/** From the smaller size of an effect to the greater one. */
function rangeText(kind: LiftKind, from: number, to: number): string {
  const sizes = `${sizeText(kind, from)} to ${sizeText(kind, to)}`;
  return isBilled(kind) ? `the bill was ${sizes}` : `there were ${sizes} failed runs for each edit`;
}
