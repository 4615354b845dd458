// An aim with the values that it is about, and the row of the table that it becomes. Pure.

import { rounded } from "./samples.ts";

/** One thing that is asked of a value. */
export interface Condition {
  readonly label: string;
  readonly value: number | undefined;
  /** Null: it is shown, and nothing is asked of it. */
  readonly limit: number | null;
  readonly unit: string;
  /** The value has to be at least the limit, not at most. */
  readonly atLeast?: boolean;
}

/** What this machine needs at least for a thing of this kind. */
export interface Floor {
  readonly what: string;
  readonly value: number | undefined;
}

/** A row of the table. */
export interface GoalRow {
  readonly what: string;
  /** What the original took; "–" where that is not known. */
  readonly original: string;
  readonly aim: string;
  readonly measured: string;
  readonly met: boolean | null;
  /** Only where it is not met: floors of the same run, with how many times of them it took. */
  readonly floors: readonly string[];
}

/** One aim. */
export interface Goal {
  readonly what: string;
  readonly original?: string;
  readonly conditions: readonly Condition[];
  readonly floors?: readonly Floor[];
}

/** One value by another; undefined where one is not there. */
export function ratio(value: number | undefined, of: number | undefined): number | undefined {
  return value === undefined || of === undefined ? undefined : value / of;
}

/** The row of an aim. */
export function rowOf({ what, original, conditions, floors }: Goal): GoalRow {
  const known = conditions.filter(({ value, limit }) => value !== undefined && limit !== null);
  const met = known.length === 0 ? null : known.every((condition) => holds(condition));
  const { value, unit } = conditions[0]!;
  return {
    what,
    original: original ?? "–",
    aim: conditions
      .filter(({ limit }) => limit !== null)
      .map(aimOf)
      .join(", "),
    measured: conditions.map(measuredOf).join(", "),
    met,
    floors:
      met === false ? (floors ?? []).flatMap((floor) => floorText(floor, unit === "" ? undefined : value, unit)) : [],
  };
}

function holds({ value, limit, atLeast }: Condition): boolean {
  return atLeast ? value! >= limit! : value! <= limit!;
}

function aimOf({ label, limit, unit, atLeast }: Condition): string {
  return `${label} ${atLeast ? "≥" : "≤"} ${Number(limit!.toPrecision(3))}${unit === "" ? "" : ` ${unit}`}`;
}

function measuredOf({ label, value, unit }: Condition): string {
  if (value === undefined) return `${label} not measured`;
  return `${label} ${rounded(value)}${unit === "" ? "" : ` ${unit}`}`;
}

/** A floor as text; none when it was not measured. */
function floorText(floor: Floor, value: number | undefined, unit: string): string[] {
  if (floor.value === undefined) return [];
  const shown = `${floor.what} ${rounded(floor.value)} ${unit === "" ? "ms" : unit}`;
  return [value === undefined ? shown : `${shown} (${rounded(value / floor.value)} ×)`];
}
