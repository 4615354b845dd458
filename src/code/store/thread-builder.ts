// Builds generations in worker threads, so that a server goes on answering. A thread ends when it had no work for a
// while.

import { WorkerPool } from "../../platform/worker-pool.ts";
import type { BuiltGeneration, GenerationRequest } from "./build-generation.ts";
import type { CodeBuilder } from "./code-builder.ts";

/** More threads do not help on the machines that people work on, and each takes memory. */
const THREADS = 2;
export interface BuildRequest {
  readonly root: string;
  readonly request: GenerationRequest;
}

/** A reply of the thread: progress, then one of the others. */
export type BuildReply =
  | { readonly kind: "progress"; readonly done: number }
  | { readonly kind: "built"; readonly built: BuiltGeneration }
  | { readonly kind: "failed"; readonly code: string; readonly message: string };

/** Works in threads. */
export function threadBuilder(): CodeBuilder {
  const threads = new WorkerPool<BuildRequest, BuildReply>("code/store/build-worker.ts");
  return {
    lanes: THREADS,
    build: (root, request, onProgress) =>
      new Promise<BuiltGeneration>((resolve, reject) => {
        const take = (reply: BuildReply): boolean => {
          if (reply.kind === "progress") onProgress(reply.done);
          else if (reply.kind === "built") resolve(reply.built);
          else reject(Object.assign(new Error(reply.message), { code: reply.code }));
          return reply.kind !== "progress";
        };
        threads.work({ root, request }, { take, fail: (why) => reject(new Error(why)) });
      }),
    close: () => threads.close("it was ended"),
  };
}
