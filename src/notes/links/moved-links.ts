// Where links lead when entries of one topic move to another: links to the entries that move, to those that stay, and
// to those that are in the other topic already.

import type { KnowledgeView } from "../store/knowledge-view.ts";
import type { Redirect } from "./follow-links.ts";

/**
 * Redirects of links to both topics when the documents `moved` of `from`, a stored name, join those of `to`, which may
 * be a new name. If a whole topic gets a new name, links to indexes that it does not have get that name too.
 */
export function redirectsOfMove(
  view: KnowledgeView,
  from: string,
  to: string,
  moved: ReadonlySet<number>,
): Map<string, Redirect> {
  const before = view.topicDocuments(from);
  const there = view.topicDocuments(to);
  if (there.length === 0 && moved.size === before.length) return new Map([[from, (index) => ({ topic: to, index })]]);
  const together = [...moved, ...there].sort((a, b) => view.index.compare(a, b));
  const addresses = new Map(together.map((id, index) => [id, { topic: to, index }]));
  const stay = before.filter((id) => !moved.has(id));
  for (const [index, id] of stay.entries()) addresses.set(id, { topic: from, index });
  const redirectOf =
    (documents: readonly number[]): Redirect =>
    (index) => {
      const id = documents[index];
      return id === undefined ? undefined : addresses.get(id);
    };
  return new Map([
    [from, redirectOf(before)],
    [to, redirectOf(there)],
  ]);
}
