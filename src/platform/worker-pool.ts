// Worker threads that each do one thing at a time. A thread ends when it had no work for a while, so an idle process has
// none.
// Invariants:
// - The address of a worker is absolute. If the binary did not hold its file, a relative address would be resolved
//   against the directory where helix was started, and would run another user's code.
// - The build has each worker as an entry point of its own, and src/ as the root of the binary's file system. The
//   extension is resolved to the compiled one.

/**
 * Root of the file system inside a compiled binary. Modules that the bundler splits off lie directly in it, whatever
 * their folder was.
 */
const EMBEDDED_ROOT = "file:///$bunfs/root/";
/**
 * How long a thread waits for more work, in milliseconds. Work often follows work, and the thread's code is compiled
 * already.
 */
const KEPT_MS = 2000;

/** The address of a worker by its path below src/, compiled or run from source. */
export function workerUrl(path: string): URL {
  return import.meta.url.startsWith(EMBEDDED_ROOT)
    ? new URL(path, EMBEDDED_ROOT)
    : new URL(`../${path}`, import.meta.url);
}

/** What is done with the replies to a request. */
interface Job<Reply> {
  /** Takes a reply; returns whether it is the last. */
  readonly take: (reply: Reply) => boolean;
  readonly fail: (why: string) => void;
}

/** Threads of one worker; as many as there is work at once. */
export class WorkerPool<Request, Reply> {
  readonly #path: string;
  readonly #isAwaited: boolean;
  readonly #threads = new Set<WorkerThread<Request, Reply>>();

  /** `path` is that of the worker below src/. `isAwaited`: the process does not end while a thread works. */
  constructor(path: string, isAwaited = false) {
    this.#path = path;
    this.#isAwaited = isAwaited;
  }

  /** Gives a request to a thread. `fail` says why there will be no further reply. */
  work(request: Request, job: Job<Reply>): void {
    const idle = [...this.#threads].find((thread) => thread.isIdle);
    const thread = idle ?? new WorkerThread(this.#path, this.#isAwaited, () => this.#threads.delete(thread));
    this.#threads.add(thread);
    thread.work(request, job);
  }

  /** Ends all threads, whatever they are doing; who waits for them learns `why`, or nothing where that is null. */
  close(why: string | null = null): void {
    for (const thread of [...this.#threads]) thread.end(why);
  }
}

class WorkerThread<Request, Reply> {
  readonly #worker: Worker;
  readonly #isAwaited: boolean;
  readonly #onEnd: () => void;
  #job: Job<Reply> | null = null;
  #hasEnded = false;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(path: string, isAwaited: boolean, onEnd: () => void) {
    this.#isAwaited = isAwaited;
    this.#worker = new Worker(workerUrl(path));
    this.#onEnd = onEnd;
    this.#worker.unref();
    this.#worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#take(data);
    this.#worker.onerror = ({ message }) => this.end(message);
    this.#worker.addEventListener("close", () => this.end("its worker ended"));
  }

  get isIdle(): boolean {
    return this.#job === null;
  }

  work(request: Request, job: Job<Reply>): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#job = job;
    if (this.#isAwaited) this.#worker.ref();
    this.#worker.postMessage(request);
  }

  end(why: string | null): void {
    // The worker's own "close" event leads here a second time.
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const job = this.#job;
    this.#job = null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#onEnd();
    this.#worker.terminate();
    if (why !== null) job?.fail(why);
  }

  #take(reply: Reply): void {
    if (this.#job?.take(reply) !== true) return;
    this.#job = null;
    this.#worker.unref();
    this.#timer = setTimeout(() => this.end(null), KEPT_MS);
    this.#timer.unref();
  }
}
