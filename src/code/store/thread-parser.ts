// Parses files in worker threads. A thread ends when it had no work for a while, and with it goes the parser's memory,
// which does not shrink.

import { WorkerPool } from "../../platform/worker-pool.ts";
import type { ParsedEntry } from "./parsed-segment.ts";

export interface CodeParser {
  /** How many requests are worked on at the same time. */
  readonly lanes: number;
  /** What the parser says of files of a tree; see `parseFiles`. Rejects when that cannot be found out. */
  parse(root: string, paths: readonly string[]): Promise<readonly ParsedEntry[]>;
  /** Ends what it does. */
  close(): void;
}

const THREADS = 2;

export interface ParseRequest {
  /** Whether others go first. */
  readonly isAhead: boolean;
  readonly root: string;
  readonly paths: readonly string[];
}

export type ParseReply = { readonly entries: readonly ParsedEntry[] } | { readonly failed: string };

/** Works in threads. `isAwaited`: the process does not end while they work. */
export function threadParser(isAwaited: boolean): CodeParser {
  const threads = new WorkerPool<ParseRequest, ParseReply>("code/store/parse-worker.ts", isAwaited);
  return {
    lanes: THREADS,
    parse: (root, paths) =>
      new Promise((resolve, reject) => {
        const take = (reply: ParseReply): boolean => {
          if ("entries" in reply) resolve(reply.entries);
          else reject(new Error(reply.failed));
          return true;
        };
        threads.work({ isAhead: !isAwaited, root, paths }, { take, fail: (why) => reject(new Error(why)) });
      }),
    close: () => threads.close("it was ended"),
  };
}
