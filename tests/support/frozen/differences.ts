// How an answer differs from the one that 0.2.0 gave to the same question about the same files.
//
// Invariants
// - A key that 0.2.0 printed is there still, with a value of the same kind. New keys are no difference.
// - Values are the same, but for what is measured, ranked or new by design (`FREE`), each with its reason.

/** Keys whose values may be others, by what they tell. */
const FREE: ReadonlySet<string> = new Set([
  // Scores and sizes belong to a version.
  ...["score", "_score", "relevance", "indexBytes", "indexTerms", "indexPostings", "watermark", "tailEntries"],
  // How much of something stands beside all that is shown follows from what is shown.
  "share",
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
  if (Array.isArray(before)) return comparedLists(before, now as unknown[], place);
  return Object.entries(before).flatMap(([name, value]) => {
    const other = (now as Record<string, unknown>)[name];
    if (FREE.has(name) && typeof other === typeof value) return [];
    return compared(value, other, `${place}.${name}`);
  });
}

/** Lists of things that have names are compared by these; others by their places. */
function comparedLists(before: readonly unknown[], now: readonly unknown[], place: string): string[] {
  const names = before.map(nameOf);
  if (names.every((name) => name !== "") && new Set(names).size === names.length) {
    const rest = now.filter((item) => names.includes(nameOf(item)));
    const lost = names.filter((name) => !rest.some((item) => nameOf(item) === name));
    const kept = before.filter((_, at) => !lost.includes(names[at]!));
    const inOrder = kept.every((item, at) => nameOf(item) === nameOf(rest[at]));
    return [
      ...lost.map((name) => `${place}: without ${name}`),
      ...(inOrder ? [] : [`${place}: in another order`]),
      ...(rest.length < now.length ? [`${place}: ${now.length - rest.length} more`] : []),
      ...kept.flatMap((item, at) => (inOrder ? compared(item, rest[at], `${place}.${nameOf(item)}`) : [])),
    ];
  }
  if (before.length !== now.length) return [`${place}: ${before.length} items, now ${now.length}`];
  return before.flatMap((item, at) => compared(item, now[at], `${place}.${at}`));
}

function nameOf(item: unknown): string {
  if (item === null || typeof item !== "object") return "";
  const { id, topic, index, name, from, to } = item as Record<string, unknown>;
  if (typeof id === "string") return id;
  if (typeof topic === "string" && typeof index === "number") return `${topic}/${index}`;
  if (typeof from === "string" && typeof to === "string") return `${from} to ${to}`;
  return typeof name === "string" ? name : "";
}
