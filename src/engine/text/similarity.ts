// Measures how alike two texts are by the sets of their tokens, which tokenizer.ts makes.

/** Returns |a ∩ b| / |a ∪ b|, from 0 to 1. Two empty sets count as not alike (0). */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const token of small) if (large.has(token)) shared++;
  const union = a.size + b.size - shared;
  return union === 0 ? 0 : shared / union;
}
