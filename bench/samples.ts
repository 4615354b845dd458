// Samples of a time, and what is said of them.

/** The value below which a share of the samples lies (nearest rank); NaN for none. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/**
 * The time of each of `count` rounds of `work`, in milliseconds; ends earlier when `budgetMs` is used up, after three
 * rounds at least.
 */
export async function timed(
  count: number,
  work: (round: number) => unknown,
  budgetMs = Number.POSITIVE_INFINITY,
): Promise<number[]> {
  const samples: number[] = [];
  const begin = performance.now();
  for (let round = 0; round < count; round++) {
    const start = performance.now();
    await work(round);
    const end = performance.now();
    samples.push(end - start);
    if (end - begin > budgetMs && samples.length >= 3) break;
  }
  return samples;
}

/** A number as a table shows it: three significant digits, no more than two behind the point. */
export function rounded(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 || size === 0 ? 2 : 3;
  return value.toFixed(digits);
}

/** A number of entries with separated thousands. */
export function counted(entries: number): string {
  return String(entries).replace(/\B(?=(\d{3})+$)/g, ",");
}
