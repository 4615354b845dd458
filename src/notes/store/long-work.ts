// Long work: it lets others have their turn, reports progress, and ends when nobody waits any more. Nearly all work on
// notes may take long.

import { HelixError } from "../../base/errors.ts";
import type { KnowledgeBase } from "./knowledge-base.ts";
import type { MergeProgress } from "./merge-task.ts";

/** How the caller of long work stops it, and is told of its progress. */
export interface LongWork {
  /** Aborted when the caller does not wait for the answer any more. */
  readonly signal?: AbortSignal;
  /** Called now and then; `total` is null when it is not known. */
  readonly onProgress?: (progress: { done: number; total: number | null; what: string }) => void;
}

/** Access to the knowledge base, to the parts that are named, for somebody who waits. */
export interface Access<Part extends keyof KnowledgeBase> extends LongWork {
  readonly base: Pick<KnowledgeBase, Part>;
}

/** Access to read notes. */
export type Reading = Access<"view" | "clock">;

/** Access to change notes, too. */
export type Writing = Access<"view" | "clock" | "change">;

/** How long a long computation may keep everything else waiting, in milliseconds. */
const TURN_MS = 15;

/**
 * Makes a function that long loops call now and then. It lets other calls have a turn when that is due. It throws
 * CANCELLED when nobody waits any more. A view is not valid after the call.
 */
export function takingTurns({ signal }: Pick<LongWork, "signal">): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since > TURN_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
    if (signal?.aborted) throw new HelixError("CANCELLED", "cancelled");
  };
}

/** Reports the building of an index that a call has to wait for. */
export function indexingProgress(work: Pick<LongWork, "onProgress">): (progress: MergeProgress) => void {
  return ({ covered, size }) => work.onProgress?.({ done: covered, total: size, what: "indexing" });
}
