// A write that nobody waits for long: hooks store what they can, and leave it where others are writing.

import type { Change } from "../../notes/store/changes.ts";
import type { Changed, KnowledgeBase } from "../../notes/store/knowledge-base.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";

/** How long a hook waits for its turn, in milliseconds. */
const WAIT_MS = 300;

/**
 * Writes what `plan` says, if its turn comes soon; null, and nothing is written then or later, when it does not or the
 * write fails.
 */
export async function boundedWrite(
  base: KnowledgeBase,
  plan: (view: KnowledgeView) => readonly Change[],
): Promise<Changed | null> {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = base.change((view) => {
    // Whoever asked has gone on without it.
    if (isOver) return [];
    return plan(view);
  });
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
