// The notes that a hook puts in front of the model: labelled groups of entries, a line or two each, within a number of
// bytes.
// Invariants:
// - an entry is listed once, and never again in a conversation that it was injected into: its key is a hash of what it
//   says and when it was written, so that neither an edit of another entry nor a compaction changes it, and an edit of
//   its own does;
// - what was injected before keeps its place in its group: the same event again brings nothing, not the next best;
// - whatever a stored text holds, it stays within its own lines: it cannot end the list or begin another.

import type { IndexedDocument } from "../../engine/segment/document.ts";
import { showControls } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { isMereFailure } from "../../events/captured-entries.ts";
import type { SessionMemory } from "../../events/session-memory.ts";
import type { SessionUpdate } from "../../events/session-state.ts";
import type { NoteView } from "../../notes/store/note-view.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import type { HookAnswer } from "./hook-answer.ts";

/** What most hooks may say, in bytes. */
export const NOTES_BYTES_MAX = 2048;
const TOPIC_LENGTH_MAX = 40;
const TAGS_LENGTH_MAX = 60;
const DAY_LENGTH = "2026-02-21".length;
const MINUTE_MS = 60_000;
/** What must not stand in a line of the list. */
const CONTROLS = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/;
const LINE_BREAKS = /[\n\u2028\u2029]+/g;

export class NoteList {
  /** What is live. */
  readonly view: NoteView;
  readonly #memory: Pick<SessionMemory, "wasInjected">;
  readonly #agent: string;
  readonly #documents = new Map<number, IndexedDocument>();
  /** Keys of the entries that have a place in a group. */
  readonly #taken = new Set<string>();
  readonly #lines: string[] = [];
  readonly #updates: SessionUpdate[] = [];
  #room: number;
  #count = 0;

  /** `opening` is the first line; `agent` the subagent that reads it, "" for the main conversation. */
  constructor(
    view: NoteView,
    memory: Pick<SessionMemory, "wasInjected">,
    agent: string,
    opening: string,
    bytesMax = NOTES_BYTES_MAX,
  ) {
    this.view = view;
    this.#memory = memory;
    this.#agent = agent;
    this.#room = bytesMax;
    this.#push([inOneLine(opening)], 0);
  }

  /** How many entries there are. */
  get count(): number {
    return this.#count;
  }

  /** What the index knows of an entry; looked up once. */
  document(id: number): IndexedDocument {
    let document = this.#documents.get(id);
    if (document === undefined) {
      document = this.view.index.documents.of(id);
      this.#documents.set(id, document);
    }
    return document;
  }

  /**
   * Adds a group under a label, "" for none: of `ids`, best first, the first `countMax` that no group before has,
   * without those that the conversation has already. `remark` says more about an entry, behind its first line; null
   * leaves the entry out. `spare` bytes are left for the groups that follow. Returns how many of the group the
   * conversation now has.
   */
  add(
    label: string,
    ids: Iterable<number>,
    countMax: number,
    remark: (id: number) => string | null = () => "",
    spare = 0,
  ): number {
    let taken = 0;
    let isLabelled = false;
    for (const id of ids) {
      if (taken === countMax) break;
      const document = this.document(id);
      // What just went wrong is known already.
      if (isMereFailure(document)) continue;
      const minutes = this.view.minutesOf(id);
      const key = keyOf(document, minutes);
      if (this.#taken.has(key)) continue;
      if (!this.#memory.wasInjected(key, this.#agent)) {
        const said = remark(id);
        if (said === null) continue;
        const lines = entryLines(document, minutes, said);
        if (!this.#push(isLabelled || label === "" ? lines : [`${inOneLine(label)}:`, ...lines], spare)) break;
        isLabelled = true;
        this.#count++;
        this.#updates.push({ kind: "i", value: this.#agent === "" ? key : `${key} ${this.#agent}` });
        this.#updates.push({ kind: "t", value: document.topic });
      }
      this.#taken.add(key);
      taken++;
    }
    return taken;
  }

  /** What to say: nothing when no entry was added. */
  answer(): HookAnswer {
    return this.#count === 0 ? { kind: "silence" } : { kind: "text", text: this.#lines.join("\n") };
  }

  /** What the session has to remember of it. */
  updates(): readonly SessionUpdate[] {
    return this.#updates;
  }

  #push(lines: readonly string[], spare: number): boolean {
    let bytes = 0;
    for (const line of lines) bytes += Buffer.byteLength(line) + 1;
    if (bytes > this.#room - spare) return false;
    this.#room -= bytes;
    this.#lines.push(...lines);
    return true;
  }
}

/**
 * What tells an entry from all others, and from its own later versions, wherever it stands in the log: its time, a dot
 * and a hash.
 */
export function entryKey(view: NoteView, id: number): string {
  return keyOf(view.document(id), view.minutesOf(id));
}

/** Keys of documents as they were worked out: a server lists the same ones again and again. */
const keys = new WeakMap<IndexedDocument, string>();

function keyOf(document: IndexedDocument, minutes: number): string {
  let key = keys.get(document);
  if (key === undefined) {
    const { topic, size, snippet } = document;
    key = `${minutes.toString(36)}.${Bun.hash(`${topic}\0${size}\0${snippet[0]}\n${snippet[1]}`).toString(36)}`;
    keys.set(document, key);
  }
  return key;
}

/** The lines of entries that nothing is remarked on, as they were put together; for the same reason. */
const knownLines = new WeakMap<IndexedDocument, readonly [string, string]>();

function entryLines(document: IndexedDocument, minutes: number, remark: string): string[] {
  let said = knownLines.get(document);
  if (said === undefined) {
    said = [firstLine(document, minutes), document.snippet[1] === "" ? "" : inOneLine(`  ${document.snippet[1]}`)];
    knownLines.set(document, said);
  }
  const first = remark === "" ? said[0] : `${said[0]}${inOneLine(` (${remark})`)}`;
  return said[1] === "" ? [first] : [first, said[1]];
}

function firstLine({ topic, snippet, tags, confidence }: IndexedDocument, minutes: number): string {
  const labels = tags.length === 0 ? "" : cutLine(` #${tags.join(" #")}`, TAGS_LENGTH_MAX);
  const sure = confidence < 1 ? ` (~${Math.round(confidence * 100)}%)` : "";
  return inOneLine(`- [${topicName(topic, TOPIC_LENGTH_MAX)}] ${dayOf(minutes)} ${snippet[0]}${labels}${sure}`);
}

/** The day in UTC: what knows of time zones takes 4 ms to begin with, in a process that lives for less. */
function dayOf(minutes: number): string {
  const day = new Date(minutes * MINUTE_MS);
  return Number.isNaN(day.getTime()) ? "" : day.toISOString().slice(0, DAY_LENGTH);
}

function inOneLine(text: string): string {
  return CONTROLS.test(text) ? showControls(text).replace(LINE_BREAKS, " ") : text;
}
