// The gain by day, week or month, in local time. A week begins on Monday and has its name.

import { addTo, type GainPart, type GainSums, noSums } from "./gain-sums.ts";

export const HISTORY_UNITS = ["day", "week", "month"] as const;
export type HistoryUnit = (typeof HISTORY_UNITS)[number];

/** The sums of a day, a week or a month: `2026-11-23`, of a week its Monday, of a month `2026-11`. */
export type HistoryRow = GainSums & { readonly from: string };

/** The sums of each unit in which something happened, the oldest first. */
export function gainHistory(parts: readonly GainPart[], unit: HistoryUnit): HistoryRow[] {
  const rows = new Map<string, GainSums>();
  for (const { at, sums } of parts) {
    const from = unitOf(at, unit);
    const own = rows.get(from) ?? noSums();
    addTo(own, sums);
    rows.set(from, own);
  }
  return [...rows].map(([from, sums]) => ({ from, ...sums })).sort((a, b) => (a.from < b.from ? -1 : 1));
}

function unitOf(at: number, unit: HistoryUnit): string {
  const date = new Date(at);
  if (unit === "week") date.setDate(date.getDate() - ((date.getDay() + 6) % 7));
  const digits = (value: number, width: number) => String(value).padStart(width, "0");
  const month = `${digits(date.getFullYear(), 4)}-${digits(date.getMonth() + 1, 2)}`;
  return unit === "month" ? month : `${month}-${digits(date.getDate(), 2)}`;
}
