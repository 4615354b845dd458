// What hooks remember of one session of the client: lines of a file that many processes append to at once. No line is
// ever rewritten, so no update is lost. The state is the sum of the lines in file order.
// Invariants:
// - A line of unknown kind, a damaged line and a line that was cut off are skipped.
// - After hours without an event a session begins anew. If its conversation is resumed, only the record of what the
//   session did begins anew: the conversation still holds what it held.

import { hashOfKey, nameOfRun, resolves, runOfKey } from "./run-names.ts";
import { isShownKind, type ShownKind, ShownNotes } from "./shown-notes.ts";

/** How long a session may be idle before it begins anew, in milliseconds. */
export const SESSION_IDLE_MS = 4 * 60 * 60 * 1000;
/** How much of a session's file is read, in bytes: its newest part. */
export const SESSION_BYTES_MAX = 256 * 1024;
/** How many failures wait for a success: the newest. */
const FAILURES_MAX = 8;
/** The longest line that is written, in code units. */
const LINE_LENGTH_MAX = 1000;

/** Marks a line whose writer did not finish it. The next writer appends this mark and a line break. */
export const TORN = "\x18";

/** The key of an injected summary begins with this. No key of an entry does. */
export const SUMMARY_KEY = "summary-";

/** Whether a key is that of a note: its time, a dot and a hash. All else begins with a word and a hyphen. */
export function isNoteKey(key: string): boolean {
  return !/^[a-z]+-/.test(key);
}

/** The key of a file whose content the conversation holds, since it read it there; by the session's name of the file. */
export function fileKey(name: string): string {
  return `file-${Bun.hash(name).toString(36)}`;
}

/** The key of an entry at a place that it is about: a file, a symbol, a command. */
export function placeKey(key: string, place: string): string {
  return `at-${Bun.hash(`${key}\0${place}`).toString(36)}`;
}

export type Phase = "Research" | "Build" | "Verify" | "Debug";

type WorkKind = "!" | "~" | "=" | "i" | "t" | "r" | "v" | "e" | "u" | "x" | "+" | "-" | "k" | "s" | "n" | "d";

/**
 * One line: a kind, a space and a value.
 *   !  the session began anew: the time, in milliseconds since 1970. No earlier line counts. The session was idle for
 *      hours, or another session runs in the same terminal
 *   ~  the session was resumed after hours: the time, in milliseconds since 1970. What the session did before does not
 *      count; what its conversation holds still counts
 *   =  the conversation was emptied (compact, clear): the reason. What was injected before may be injected again
 *   i  an entry was injected: its key; for a subagent, a space and the subagent follow. An entry that was injected at a
 *      place which it is about has a second line with its key at that place (`placeKey`)
 *   t  the topic of an injected or stored entry. For an injected entry this line comes directly behind the line of its
 *      key, so that the entry can be found again
 *   r  a file was read: its path, relative to the project if it lies inside
 *   v  the version of a file that is about to be edited: a hash of it, a space and the file
 *   e  the file was edited
 *   u  the last edit of a file did not happen
 *   x  a command was run that is no build
 *   +  a build or test run succeeded: the run, as in `scopedRun`
 *   -  a build or test run failed: the run
 *   k  the errors of a failed run were captured: their key, and index and topic of the entry, separated by spaces; behind
 *      a tab the first line of the entry
 *   s  something was stored: its topic
 *   n  the model was reminded to store
 *   and the kinds of shown-notes.ts
 *   d  where the session works: directory, tab, root of the project, tab, its keys separated by ", "
 */
export interface SessionUpdate {
  readonly kind: WorkKind | ShownKind;
  readonly value: string;
}

/** The update by which a conversation holds something: the main one, or that of a subagent. */
export function injection(key: string, agent: string): SessionUpdate {
  return { kind: "i", value: agent === "" ? key : `${key} ${agent}` };
}

/** Where a session works, as found by one look-up. */
export interface SessionPlace {
  readonly directory: string;
  /** null: the directory is in no project. */
  readonly root: string | null;
  readonly keys: readonly string[];
}

/** An entry that holds the errors of a failed run. */
export interface Captured {
  readonly key: string;
  readonly topic: string;
  readonly index: number;
  /** Its first line, the error; "" where it is not known. */
  readonly title: string;
}

/** A captured failure, and what was done since then. */
export interface OpenFailure extends Captured {
  /** The run that failed. */
  readonly run: string;
  /** Files edited since the failure, the one edited last at the end. */
  readonly edited: Set<string>;
  /** Topics under which something was stored since the failure. */
  readonly stored: Set<string>;
}

/** A failure that is resolved: something was edited, and then the run passed. */
export interface ResolvedFailure {
  readonly title: string;
  readonly edited: readonly string[];
  /** The run that passed. */
  readonly run: string;
}

export class SessionState {
  /** The notes that the main conversation was shown. */
  readonly shown = new ShownNotes();
  /** Keys of injected entries. The subagent that an entry was injected into follows its key, behind a space. */
  readonly injected = new Set<string>();
  /** The topics of entries that the main conversation holds, by the entries' keys; the one injected last at the end. */
  readonly inUse = new Map<string, string>();
  /** How often entries of each topic were injected or stored, the topic used last at the end. */
  readonly topics = new Map<string, number>();
  readonly read = new Set<string>();
  readonly edited = new Set<string>();
  stores = 0;
  /** Whether a file was edited or a build failed since anything was stored. */
  isUnstored = false;
  /** Files that were edited since anything was stored, or since the session began. */
  readonly editedSince = new Set<string>();
  /** The last run that failed since anything was stored, or since the session began. */
  failedSince: string | null = null;
  isReminded = false;
  /** Whether the last line is that of a command that is no build. */
  isBehindCommand = false;
  /** The last `d` line of each directory, without its kind, since the session began or went on after hours. */
  readonly places = new Map<string, string>();
  phase: Phase = "Research";
  /** The last build or test run. */
  lastRun: { readonly what: string; readonly failed: boolean } | null = null;
  /** Captured failures that no run which resolves them has followed yet, in order. */
  failures: readonly OpenFailure[] = [];
  /** Resolved failures since anything was stored, in order. */
  resolved: readonly ResolvedFailure[] = [];
  /** The keys of all captures. */
  readonly #captured = new Set<string>();
  /** The versions of files before their last edit. */
  readonly editedFrom = new Map<string, string>();
  /** For each file and each of its edits, the sets that the edit added the file to; the last edit at the end. */
  readonly #edits = new Map<string, Set<string>[][]>();
  /** The entry that the last line injected into the main conversation. The next line gives its topic. */
  #entered: string | null = null;

  /**
   * The state with one more line, given without its line break. It is this object, or another one where the session
   * begins anew.
   */
  after(line: string): SessionState {
    this.isBehindCommand = false;
    if (line[1] !== " " || line.endsWith(TORN)) return this;
    const kind = line[0] as SessionUpdate["kind"];
    if (kind === "!") return new SessionState();
    if (kind === "~") return this.#afterHours();
    this.take(kind, line.slice(2));
    return this;
  }

  /** How many failures were captured, including resolved ones. */
  get captureCount(): number {
    return new Set(Array.from(this.#captured, hashOfKey)).size;
  }

  /** Whether a failure was captured in this session. */
  hasCaptured(key: string): boolean {
    return this.#captured.has(key);
  }

  /** The last captured failure that no run which resolves it has followed yet. */
  get captured(): Captured | null {
    return this.failures[this.failures.length - 1] ?? null;
  }

  /** Adds one update. */
  take(kind: SessionUpdate["kind"], value: string): void {
    this.isBehindCommand = false;
    if (kind === "t" && this.#entered !== null) this.#use(this.#entered, value);
    this.#entered = kind === "i" && !value.includes(" ") ? value : null;
    if (isShownKind(kind)) {
      this.shown.take(kind, value);
      return;
    }
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
        this.isBehindCommand = value === "";
        if (this.phase === "Build") this.phase = "Verify";
        break;
      case "+":
        this.lastRun = { what: nameOfRun(value), failed: false };
        this.#pass(value);
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
        this.resolved = [];
        if (value === "") break;
        this.#topic(value);
        for (const { stored } of this.failures) moveToEnd(stored, value);
        break;
      case "n":
        this.isReminded = true;
        break;
      case "d":
        this.places.set(value.slice(0, Math.max(0, value.indexOf("\t"))), value);
        break;
    }
  }

  /**
   * Empties the main conversation. Each subagent has a conversation of its own, which a compaction of the main one does
   * not touch, so entries injected into subagents stay.
   */
  #emptied(): void {
    for (const key of this.injected) if (!key.includes(" ")) this.injected.delete(key);
    this.inUse.clear();
  }

  /** The state after hours without an event: what the conversation holds, including a reminder. */
  #afterHours(): SessionState {
    const next = new SessionState();
    for (const key of this.injected) next.injected.add(key);
    for (const [key, topic] of this.inUse) next.inUse.set(key, topic);
    next.isReminded = this.isReminded;
    return next;
  }

  #pass(passed: string): void {
    const isResolved = ({ run }: OpenFailure) => resolves(passed, run);
    const mended = this.failures.filter((failure) => isResolved(failure) && failure.edited.size > 0);
    const found = mended.map(({ title, edited }) => ({ title, edited: [...edited], run: nameOfRun(passed) }));
    this.resolved = [...this.resolved, ...found].slice(-FAILURES_MAX);
    this.failures = this.failures.filter((failure) => !isResolved(failure));
    this.shown.pass(passed);
  }

  #before(value: string): void {
    const space = value.indexOf(" ");
    const path = value.slice(space + 1);
    const version = value.slice(0, space);
    // The file has the version from before its last known edit, so that edit did not happen.
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
    this.shown.act();
    this.isUnstored = true;
    this.phase = "Build";
  }

  /** The last edit of a file did not happen. */
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
  const match = /^(\S+) (\d{1,9}) ([^\t]+)(?:\t(.*))?$/.exec(value);
  return match === null ? null : { key: match[1]!, index: Number(match[2]), topic: match[3]!, title: match[4] ?? "" };
}

/** The value of a `d` line, parsed; null when it is damaged. */
export function parsePlace(value: string): SessionPlace | null {
  if (value.endsWith(TORN)) return null;
  const [directory, root, keys] = value.split("\t");
  if (directory === undefined || root === undefined || keys === undefined) return null;
  return { directory, root: root || null, keys: keys === "" ? [] : keys.split(", ") };
}

/**
 * A value as it stands in a line. A value that is too long is cut, and characters that would break the line become
 * spaces.
 */
export function lineValue(value: string): string {
  const short = value.length > LINE_LENGTH_MAX ? value.slice(0, LINE_LENGTH_MAX) : value;
  return short.includes("\n") || short.includes("\r") || !short.isWellFormed()
    ? short.replace(/[\n\r]/g, " ").toWellFormed()
    : short;
}

/** The lines of updates, each with its line break. */
export function formatUpdates(updates: readonly SessionUpdate[]): string {
  let text = "";
  for (const { kind, value } of updates) {
    text += `${kind} ${lineValue(value)}\n`;
  }
  return text;
}
