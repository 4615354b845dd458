// Builds generations in worker threads, so that a server goes on answering. A thread ends when it had no work for a
// while.

import type { BuiltGeneration, GenerationRequest } from "./build-generation.ts";
import type { CodeBuilder } from "./code-builder.ts";
import { buildWorkerUrl } from "./worker-location.ts";

/** More threads do not help on the machines that people work on, and each takes memory. */
const THREADS = 2;
/** How long a thread waits for more work, in milliseconds. */
const KEPT_MS = 2000;

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
  const threads = new Set<BuildThread>();
  return {
    lanes: THREADS,
    build(root, request, onProgress) {
      const idle = [...threads].find((thread) => thread.isIdle);
      const thread = idle ?? new BuildThread(() => threads.delete(thread));
      threads.add(thread);
      return thread.build({ root, request }, onProgress);
    },
    close() {
      for (const thread of [...threads]) thread.end("it was ended");
    },
  };
}

interface Job {
  readonly onProgress: (done: number) => void;
  resolve(built: BuiltGeneration): void;
  reject(error: Error): void;
}

/** A thread that does one thing at a time. */
class BuildThread {
  readonly #worker = new Worker(buildWorkerUrl());
  readonly #onEnd: () => void;
  #job: Job | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
    this.#worker.unref();
    this.#worker.onmessage = ({ data }: MessageEvent<BuildReply>) => this.#take(data);
    this.#worker.onerror = ({ message }) => this.end(message);
    this.#worker.addEventListener("close", () => this.end("its thread ended"));
  }

  get isIdle(): boolean {
    return this.#job === null;
  }

  /** Builds a generation. Throws an error with the system's code. */
  build(request: BuildRequest, onProgress: (done: number) => void): Promise<BuiltGeneration> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    return new Promise((resolve, reject) => {
      this.#job = { onProgress, resolve, reject };
      this.#worker.postMessage(request);
    });
  }

  /** Ends the thread; whoever waits for it learns why. */
  end(why: string): void {
    const job = this.#job;
    this.#job = null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#onEnd();
    this.#worker.terminate();
    job?.reject(new Error(why));
  }

  #take(reply: BuildReply): void {
    const job = this.#job;
    if (job === null) return;
    if (reply.kind === "progress") {
      job.onProgress(reply.done);
      return;
    }
    this.#job = null;
    this.#timer = setTimeout(() => this.end("it was idle"), KEPT_MS);
    this.#timer.unref();
    if (reply.kind === "built") job.resolve(reply.built);
    else job.reject(Object.assign(new Error(reply.message), { code: reply.code }));
  }
}
