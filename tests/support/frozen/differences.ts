// How an answer differs from the one that 0.2.0 gave to the same question about the same files.
//
// Invariants
// - A key that 0.2.0 printed is there still, with a value of the same kind. New keys are no difference.
// - Values are the same, but for what is measured, ranked or new by design (`FREE`), each with its reason.

/** Keys whose values may be others, by what they tell. */
const FREE: ReadonlySet<string> = new Set([
  // Scores and sizes belong to a version.
  ...["score", "_score", "relevance", "indexBytes", "indexTerms", "indexPostings", "watermark"],
  // What is told of the program itself.
  ...["version", "program"],
  // How long ago the machine saw something.
  ...["silent", "endsIn"],
]);

/** What differs, a line each with its place; `key` is the question. */
export function differences(key: string, before: unknown, now: unknown): string[] {
  return compared(before, now, key);
}

function compared(before: unknown, now: unknown, place: string): string[] {
  if (before === null || typeof before !== "object") {
    return Object.is(before, now) ? [] : [`${place}: ${JSON.stringify(before)}, now ${JSON.stringify(now)}`];
  }
  if (now === null || typeof now !== "object" || Array.isArray(before) !== Array.isArray(now)) {
    return [`${place}: another kind of value, now ${JSON.stringify(now)}`];
  }
  if (Array.isArray(before) && before.length !== (now as unknown[]).length) {
    return [`${place}: ${before.length} items, now ${(now as unknown[]).length}`];
  }
  return Object.entries(before).flatMap(([name, value]) => {
    const other = (now as Record<string, unknown>)[name];
    if (FREE.has(name) && typeof other === typeof value) return [];
    return compared(value, other, `${place}.${name}`);
  });
}
