// What hooks remember of one session of the client, as lines of a file that many processes append to at once: no update
// is lost, since none is ever rewritten. The state is what the lines add up to, in the order in which they came.
// Invariant: a line of no known kind, cut off or damaged, is passed over. After hours a session begins anew. Where it
// is its conversation that is resumed, only what it did is over: what the conversation holds it still holds.

import { hashOfKey, nameOfRun, resolves, runOfKey } from "./run-names.ts";

/** How long a session may be idle before it begins anew, in milliseconds. */
export const SESSION_IDLE_MS = 4 * 60 * 60 * 1000;
/** As much is read of a session's file, its newest part, in bytes. */
export const SESSION_BYTES_MAX = 256 * 1024;
/** So many failures wait for a success, the newest. */
const FAILURES_MAX = 8;
/** The longest line that is written, in code units. */
const LINE_LENGTH_MAX = 1000;

/** What ends a line whose writer did not come to its end: whoever writes next closes it so. */
export const TORN = "\x18";

/** How the key of an injected summary begins; keys of entries begin otherwise. */
export const SUMMARY_KEY = "summary-";

export type Phase = "Research" | "Build" | "Verify" | "Debug";

/**
 * One line: a kind, a space and a value.
 *   !  the time of a new beginning, milliseconds since 1970: nothing before it counts (it was idle for hours, or is another one
 *      in the same terminal)
 *   ~  the time at which it was resumed after hours, milliseconds since 1970: what it did before does not count, what its conversation holds does
 *   =  the conversation was emptied (compact, clear): what was injected before may be injected again; value: why
 *   i  an entry was injected: its key, and a space and the subagent if it was into one
 *   t  the topic of an injected or stored entry; of an injected one it comes next to its key, so that the entry can be found again
 *   r  a file was read: its path, below the project where it lies in it
 *   v  what a file is that is about to be edited: a hash of its version, a space and the file
 *   e  that edit
 *   u  of the last edit of a file nothing has come
 *   x  a command was run that is no build
 *   +  a build or test run succeeded: which, as in `scopedRun`
 *   -  a build or test run failed: which
 *   k  a failed run's errors were captured: a key of them, and the index and the topic of the entry, with spaces between
 *   s  something was stored: its topic
 *   n  the model was reminded to store
 *   d  where the session works: directory, tab, root of the project, tab, its keys with ", " between
 */
export interface SessionUpdate {
  readonly kind: "!" | "~" | "=" | "i" | "t" | "r" | "v" | "e" | "u" | "x" | "+" | "-" | "k" | "s" | "n" | "d";
  readonly value: string;
}

/** Where a session works, as it was looked up once. */
export interface SessionPlace {
  readonly directory: string;
  /** null: in no project. */
  readonly root: string | null;
  readonly keys: readonly string[];
}

/** An entry that holds a failed run's errors. */
export interface Captured {
  readonly key: string;
  readonly topic: string;
  readonly index: number;
}

/** A captured failure, and what was done since. */
export interface OpenFailure extends Captured {
  /** The run that failed. */
  readonly run: string;
  /** Files, the last one edited at the end. */
  readonly edited: Set<string>;
  /** Topics that something was stored under. */
  readonly stored: Set<string>;
}

export class SessionState {
  /** Keys of entries, each behind the subagent that it was injected into ("" for the main conversation). */
  readonly injected = new Set<string>();
  /** The topics of entries that the main conversation holds, by their keys, the last one injected at the end. */
  readonly inUse = new Map<string, string>();
  /** How often entries of each topic were injected or stored, the last one used at the end. */
  readonly topics = new Map<string, number>();
  readonly read = new Set<string>();
  readonly edited = new Set<string>();
  stores = 0;
  /** Whether a file was edited, or a build failed, and nothing was stored since. */
  isUnstored = false;
  /** Files that were edited since anything was stored. */
  readonly editedSince = new Set<string>();
  /** The last run that failed since anything was stored. */
  failedSince: string | null = null;
  isReminded = false;
  phase: Phase = "Research";
  /** The last build or test run. */
  lastRun: { readonly what: string; readonly failed: boolean } | null = null;
  /** Captured failures that no success of the same kind has followed yet, in order. */
  failures: readonly OpenFailure[] = [];
  /** Keys of all that was captured. */
  readonly #captured = new Set<string>();
  /** What files were before their last edit. */
  readonly editedFrom = new Map<string, string>();
  /** For each file, the sets that each edit brought it into, the last edit at the end. */
  readonly #edits = new Map<string, Set<string>[][]>();
  /** The entry that the last line injected into the main conversation: the next line says its topic. */
  #entered: string | null = null;

  /** The state that the lines of a file add up to. */
  static parse(text: string): SessionState {
    let state = new SessionState();
    let start = 0;
    while (start < text.length) {
      const lineBreak = text.indexOf("\n", start);
      // A line without its end is being written.
      if (lineBreak < 0) break;
      state = state.after(text.slice(start, lineBreak));
      start = lineBreak + 1;
    }
    return state;
  }

  /** The state with one line more, without its end: the same object, or another where the session begins anew. */
  after(line: string): SessionState {
    if (line[1] !== " " || line.endsWith(TORN)) return this;
    const kind = line[0] as SessionUpdate["kind"];
    if (kind === "!") return new SessionState();
    if (kind === "~") return this.#afterHours();
    this.take(kind, line.slice(2));
    return this;
  }

  /** How many failures were captured, resolved ones included. */
  get captureCount(): number {
    return new Set(Array.from(this.#captured, hashOfKey)).size;
  }

  /** Whether a failure was captured in this session. */
  hasCaptured(key: string): boolean {
    return this.#captured.has(key);
  }

  /** The last captured failure that no success of the same kind has followed yet. */
  get captured(): Captured | null {
    return this.failures[this.failures.length - 1] ?? null;
  }

  /** Takes in one update. */
  take(kind: SessionUpdate["kind"], value: string): void {
    if (kind === "t" && this.#entered !== null) this.#use(this.#entered, value);
    this.#entered = kind === "i" && !value.includes(" ") ? value : null;
    switch (kind) {
      case "i":
        this.injected.add(value);
        break;
      case "=":
        this.#emptied();
        break;
      case "t":
        this.#topic(value);
        break;
      case "r":
        this.read.add(value);
        break;
      case "v":
        this.#before(value);
        break;
      case "e":
        this.#edit(value);
        break;
      case "u":
        this.#takeBack(value);
        break;
      case "x":
        if (this.phase === "Build") this.phase = "Verify";
        break;
      case "+":
        this.lastRun = { what: nameOfRun(value), failed: false };
        this.failures = this.failures.filter(({ run }) => !resolves(value, run));
        if (this.edited.size > 0 || this.phase === "Debug") this.phase = "Verify";
        break;
      case "-":
        this.failedSince = nameOfRun(value);
        this.lastRun = { what: this.failedSince, failed: true };
        this.isUnstored = true;
        this.phase = "Debug";
        break;
      case "k":
        this.#capture(parseCaptured(value));
        break;
      case "s":
        this.stores++;
        this.isUnstored = false;
        this.editedSince.clear();
        this.failedSince = null;
        if (value === "") break;
        this.#topic(value);
        for (const { stored } of this.failures) moveToEnd(stored, value);
        break;
      case "n":
        this.isReminded = true;
        break;
    }
  }

  /**
   * What subagents were told stays told: each has a conversation of its own, which a compaction of the main one does
   * not touch.
   */
  #emptied(): void {
    for (const key of this.injected) if (!key.includes(" ")) this.injected.delete(key);
    this.inUse.clear();
  }

  /** What is left of it after hours without an event: what the conversation holds, a reminder among it. */
  #afterHours(): SessionState {
    const next = new SessionState();
    for (const key of this.injected) next.injected.add(key);
    for (const [key, topic] of this.inUse) next.inUse.set(key, topic);
    next.isReminded = this.isReminded;
    return next;
  }

  #before(value: string): void {
    const space = value.indexOf(" ");
    const path = value.slice(space + 1);
    const version = value.slice(0, space);
    // It is what it was before the edit that was heard of last.
    if (this.editedFrom.get(path) === version) this.#takeBack(path);
    this.editedFrom.set(path, version);
  }

  #edit(path: string): void {
    const sets = [this.edited, this.editedSince, ...this.failures.map(({ edited }) => edited)];
    const earlier = this.#edits.get(path);
    const brought = sets.filter((set) => !set.has(path));
    if (earlier === undefined) this.#edits.set(path, [brought]);
    else earlier.push(brought);
    for (const set of sets) moveToEnd(set, path);
    this.isUnstored = true;
    this.phase = "Build";
  }

  /** The last edit of a file did not come about. */
  #takeBack(path: string): void {
    for (const set of this.#edits.get(path)?.pop() ?? []) set.delete(path);
    this.editedFrom.delete(path);
    this.isUnstored = this.editedSince.size > 0 || this.failedSince !== null;
    if (this.edited.size === 0 && this.phase === "Build") this.phase = "Research";
  }

  #use(key: string, topic: string): void {
    this.inUse.delete(key);
    this.inUse.set(key, topic);
  }

  #capture(captured: Captured | null): void {
    if (captured === null) return;
    this.#captured.add(captured.key);
    const others = this.failures.filter(({ key }) => key !== captured.key);
    const failure = { ...captured, run: runOfKey(captured.key), edited: new Set<string>(), stored: new Set<string>() };
    this.failures = [...others, failure].slice(-FAILURES_MAX);
  }

  #topic(name: string): void {
    const count = this.topics.get(name) ?? 0;
    this.topics.delete(name);
    this.topics.set(name, count + 1);
  }
}

function moveToEnd(set: Set<string>, value: string): void {
  set.delete(value);
  set.add(value);
}

function parseCaptured(value: string): Captured | null {
  const match = /^(\S+) (\d{1,9}) (.+)$/.exec(value);
  return match === null ? null : { key: match[1]!, index: Number(match[2]), topic: match[3]! };
}

/** What the value of a `d` line says; null when it is damaged. */
export function parsePlace(value: string): SessionPlace | null {
  if (value.endsWith(TORN)) return null;
  const [directory, root, keys] = value.split("\t");
  if (directory === undefined || root === undefined || keys === undefined) return null;
  return { directory, root: root || null, keys: keys === "" ? [] : keys.split(", ") };
}

/** A value as it stands in a line: what would not fit is cut, what would break the line is made a space. */
export function lineValue(value: string): string {
  const short = value.length > LINE_LENGTH_MAX ? value.slice(0, LINE_LENGTH_MAX) : value;
  return short.includes("\n") || short.includes("\r") || !short.isWellFormed()
    ? short.replace(/[\n\r]/g, " ").toWellFormed()
    : short;
}

/** The lines of updates, each ended. */
export function formatUpdates(updates: readonly SessionUpdate[]): string {
  let text = "";
  for (const { kind, value } of updates) {
    text += `${kind} ${lineValue(value)}\n`;
  }
  return text;
}
