// Writers of a proof: each stores, revises and deletes notes of its own, one write after another, and enters in the
// ledger what was answered. One writes through a server, another by commands; both may be killed in the middle of
// anything.

import { type ChildProcess, spawn } from "node:child_process";
import { helixBinary } from "../../support/helix-binary.ts";
import { type Ledger, noteBody, type Version } from "./ledger.ts";
import { timeoutScale } from "./proof.ts";
import { Gone, type ServedProcess } from "./served-process.ts";

/** A write: what becomes of which notes. All of them are in one topic. */
export interface Write {
  readonly act: "store" | "batch" | "revise" | "delete";
  readonly topic: string;
  readonly keys: readonly string[];
  readonly version: Version;
}

const TOPICS = 40;
const BATCH_NOTES = 3;

/** Between a writer's name and the number of its note: the key is one word to a search. */
const SEPARATOR = "n";

/** The topic of a note. */
function topicOf(key: string): string {
  const at = key.lastIndexOf(SEPARATOR);
  return `${key.slice(0, at)}-${Number(key.slice(at + 1)) % TOPICS}`;
}

/** How a write was answered: null when it was not. */
export type Verdict = { readonly done: boolean; readonly said: string } | null;

export class NoteWriter {
  readonly #name: string;
  readonly #ledger: Ledger;
  readonly #random: (limit: number) => number;
  readonly #write: (write: Write) => Promise<Verdict>;
  readonly #acts: readonly Write["act"][];
  /** Its notes whose version is known. */
  readonly notes: { key: string; version: number }[] = [];
  /** What was said of writes that were refused. */
  readonly refusals: string[] = [];
  /** The longest time that a write took, in milliseconds. */
  slowest = 0;
  #next = 0;

  constructor(
    name: string,
    ledger: Ledger,
    random: (limit: number) => number,
    acts: readonly Write["act"][],
    write: (write: Write) => Promise<Verdict>,
  ) {
    this.#name = name;
    this.#ledger = ledger;
    this.#random = random;
    this.#acts = acts;
    this.#write = write;
  }

  /** Makes one write; returns it when it was acknowledged. */
  async step(): Promise<Write | null> {
    const write = this.#choose();
    const start = performance.now();
    const verdict = await this.#write(write);
    this.slowest = Math.max(this.slowest, performance.now() - start);
    this.#ledger.follow(write.keys, write.version, verdict?.done ?? null);
    if (verdict?.done === false) this.refusals.push(verdict.said);
    if (verdict?.done !== true) return null;
    if (write.version !== null) for (const key of write.keys) this.notes.push({ key, version: write.version });
    return write;
  }

  #choose(): Write {
    const chosen = this.#acts[this.#random(this.#acts.length)]!;
    if (chosen === "store" || chosen === "batch" || this.notes.length === 0) {
      const first = this.#next;
      const count = chosen === "batch" ? BATCH_NOTES : 1;
      // Notes of one batch are in one topic.
      const keys = Array.from({ length: count }, (_, at) => `${this.#name}${SEPARATOR}${first + at * TOPICS}`);
      this.#next = first + (count - 1) * TOPICS + 1;
      return { act: chosen === "batch" ? "batch" : "store", topic: topicOf(keys[0]!), keys, version: 0 };
    }
    // Not known any more until it is answered.
    const [{ key, version }] = this.notes.splice(this.#random(this.notes.length), 1) as [(typeof this.notes)[0]];
    return { act: chosen, topic: topicOf(key), keys: [key], version: chosen === "delete" ? null : version + 1 };
  }
}

/** Writes through the server that is there at the moment. */
export async function writeThrough(server: ServedProcess, { act, topic, keys, version }: Write): Promise<Verdict> {
  const [key = ""] = keys;
  const match_str = `${key} version`;
  const text = noteBody(key, version ?? 0);
  try {
    const { text: said, isError } = await {
      store: () => server.call("store", { topic, text, force: true }),
      batch: () =>
        server.call("batch", { entries: keys.map((one) => ({ topic, text: noteBody(one, 0) })), force: true }),
      revise: () => server.call("edit", { action: "revise", topic, text, match_str }),
      delete: () => server.call("edit", { action: "delete", topic, match_str }),
    }[act]();
    return { done: !isError, said };
  } catch (error) {
    if (error instanceof Gone) return null;
    throw error;
  }
}

export interface CommandOptions {
  readonly directory: string;
  readonly home: string;
  /** Told of the process as soon as it runs. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** Runs `helix WORDS...`; null when a signal ended it. */
export function runCommand(words: readonly string[], input: string, options: CommandOptions): Promise<Verdict> {
  const { directory, home } = options;
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: home,
    TZ: "UTC",
    HELIX_KB: directory,
    HELIX_TIMEOUT_SCALE: timeoutScale,
  };
  const child = spawn(helixBinary(), words, { cwd: home, env });
  options.onStart?.(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  return new Promise((resolve) => {
    child.once("close", (code, signal) => resolve(signal === null ? { done: code === 0, said } : null));
  });
}

/** Writes by a command of its own. */
export function writeByCommand({ act, topic, keys, version }: Write, options: CommandOptions): Promise<Verdict> {
  const [key = ""] = keys;
  const text = noteBody(key, version ?? 0);
  if (act === "delete") return runCommand(["edit", "delete", topic, "--match_str", `${key} version`], "", options);
  if (act === "revise")
    return runCommand(["edit", "revise", topic, text, "--match_str", `${key} version`], "", options);
  return runCommand(["store", topic, "-"], text, options);
}
