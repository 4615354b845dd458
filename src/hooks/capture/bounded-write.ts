// A write that does not keep a hook waiting: the hook stores what it can, and gives up where others are writing.

import type { Change } from "../../notes/store/changes.ts";
import type { Changed, KnowledgeBase } from "../../notes/store/knowledge-base.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import type { Author } from "../../notes/store/transaction-authors.ts";

/** How long a hook waits for its write, in milliseconds. */
const WAIT_MS = 300;

/**
 * Writes the changes of `plan`, in the name of `by`, if the write ends in time. Returns null when it does not, or when it fails. After that,
 * `plan` is no longer called. Changes that were planned before may still reach the disk.
 */
export async function boundedWrite(
  base: KnowledgeBase,
  plan: (view: KnowledgeView) => readonly Change[],
  by?: Author,
): Promise<Changed | null> {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const planned = (view: KnowledgeView) => (isOver ? [] : plan(view));
  const write = base.change(planned, undefined, null, by);
  const end = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      isOver = true;
      resolve(null);
    }, WAIT_MS);
  });
  try {
    return await Promise.race([write.catch(() => null), end]);
  } finally {
    clearTimeout(timer);
  }
}
