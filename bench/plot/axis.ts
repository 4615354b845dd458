// Logarithmic axes: which decades they span, where a value lies on them, what stands beside them. Pure.

/** A logarithmic axis between two powers of ten, laid over pixels. */
export interface Axis {
  /** Powers of ten, ascending. */
  readonly ticks: readonly number[];
  /** The pixel of a value. */
  at(value: number): number;
}

/** The axis over whole decades that holds all the values; `from` and `to` are the pixels of its ends. */
export function logAxis(values: readonly number[], from: number, to: number): Axis {
  const logs = values.filter((value) => value > 0).map(Math.log10);
  const low = logs.length === 0 ? 0 : Math.floor(Math.min(...logs) + 1e-9);
  const high = logs.length === 0 ? 1 : Math.max(Math.ceil(Math.max(...logs) - 1e-9), low + 1);
  const ticks = Array.from({ length: high - low + 1 }, (_, step) => 10 ** (low + step));
  return { ticks, at: (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from) };
}

/** A number of entries in short: 1k, 50k, 1M. */
export function entriesLabel(entries: number): string {
  if (entries >= 1_000_000) return `${Number((entries / 1_000_000).toPrecision(3))}M`;
  return entries >= 1000 ? `${Number((entries / 1000).toPrecision(3))}k` : String(entries);
}

/** A time in the unit in which it is short. */
export function timeLabel(milliseconds: number): string {
  const short = (value: number, unit: string) => `${Number(value.toPrecision(2))} ${unit}`;
  if (milliseconds >= 1000) return short(milliseconds / 1000, "s");
  return milliseconds >= 0.1 ? short(milliseconds, "ms") : short(milliseconds * 1000, "µs");
}

/**
 * Moves labels apart so that each has `gap` pixels, keeping their order and staying between two pixels as far as there
 * is room.
 */
export function spread(places: readonly number[], gap: number, top: number, bottom: number): number[] {
  const order = places.map((_, index) => index).sort((a, b) => places[a]! - places[b]!);
  const moved = places.slice();
  let least = top;
  for (const index of order) {
    moved[index] = Math.max(moved[index]!, least);
    least = moved[index]! + gap;
  }
  let most = bottom;
  for (const index of order.toReversed()) {
    moved[index] = Math.min(moved[index]!, most);
    most = moved[index]! - gap;
  }
  return moved;
}
