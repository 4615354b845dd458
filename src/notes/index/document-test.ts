// Which documents of a live index belong to some projects. On its own, since hooks ask nothing else of projects.

import type { LiveIndex } from "../../engine/segment/live-index.ts";

/** Whether a document, by number, is wanted. */
export type DocumentTest = (id: number) => boolean;

/**
 * Says of documents whether `matches` takes the keys of their project; each project of the base is asked about once.
 */
export function documentsOfProjects(index: LiveIndex, matches: (keys: readonly string[]) => boolean): DocumentTest {
  const inDelta = index.delta.withProject(matches);
  const inBase = index.base?.withProject(matches);
  const first = index.base?.documentCount ?? 0;
  return (id) => (id < first ? inBase!(id) : inDelta(id - first));
}
