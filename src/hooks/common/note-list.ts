// The list of notes that a hook shows to the model: labelled groups of notes, a line or two each, within a number of
// bytes.
// Invariants:
// - A note is listed once, and not again in a conversation into which it was injected. At a place that it is about (its
//   file, its symbol, its command) only an earlier showing at that very place counts: there it comes once.
// - A note's key holds its time and a hash of its topic, size and first lines. An edit of the note that changes one of
//   these changes the key. An edit of another note or a compaction does not.
// - A note that was injected before keeps its place in its group. So the same event again adds nothing, not even the
//   next best note.
// - Of the versions of a note that a group has the newest is shown, in the place of the first.
// - A stored text stays within its own lines, whatever it holds. It cannot end the list or begin another.

import { showControls } from "../../engine/text/controls.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import type { Reason } from "../../events/log/event-types.ts";
import type { SessionMemory } from "../../events/session-memory.ts";
import { injection, placeKey, type SessionUpdate } from "../../events/session-state.ts";
import { foldSuperseded, supersededIn } from "../../notes/duplicates/supersession.ts";
import type { NoteDocument } from "../../notes/index/note-document.ts";
import type { NoteView } from "../../notes/store/note-view.ts";
import { impossibleFrom } from "../../notes/text/entry-date.ts";
import { noteIdOf, shownNoteId } from "../../notes/text/note-id.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import type { HookAnswer } from "./hook-answer.ts";
import type { HookContext } from "./hook-context.ts";
import type { HookTrace } from "./hook-trace.ts";
import { isNoteWithheld } from "./withheld-notes.ts";

/** The most that most hooks may say, in bytes. */
export const NOTES_BYTES_MAX = 2048;
/** Of a group so many notes are looked at for older versions. */
const COMPARED_MAX = 12;
const TOPIC_LENGTH_MAX = 40;
const TAGS_LENGTH_MAX = 60;
const DAY_LENGTH = "2026-02-21".length;
const MINUTE_MS = 60_000;
/** Characters that must not stand in a line of the list. */
const CONTROLS = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/;
const LINE_BREAKS = /[\n\u2028\u2029]+/g;

export class NoteList {
  /** The live notes. */
  readonly view: NoteView;
  readonly #memory: Pick<SessionMemory, "wasInjected">;
  readonly #trace: Pick<HookTrace, "show" | "hold" | "passedMax">;
  readonly #agent: string;
  readonly #withholds: HookContext["withholds"] | undefined;
  readonly #documents = new Map<number, NoteDocument>();
  /** Keys of the notes that have a place in a group. */
  readonly #taken: Set<string>;
  readonly #recordOf: HookContext["recordOf"];
  readonly #placeOf: ((id: number) => string) | undefined;
  readonly #end: number | undefined;
  readonly #ids: string[] = [];
  readonly #lines: string[] = [];
  readonly #updates: SessionUpdate[] = [];
  #room: number;
  #count = 0;

  /**
   * `opening` is the first line. The reader is the subagent of the event, or the main conversation. `placeOf` names the
   * place of the event that a note is about; "", or left out: the event is elsewhere.
   */
  constructor(
    view: NoteView,
    {
      event,
      memory,
      trace,
      room,
      said,
      recordOf,
      withholds,
      now,
    }: Pick<HookContext, "event" | "memory" | "trace"> &
      Partial<Pick<HookContext, "room" | "said" | "recordOf" | "withholds" | "now">>,
    opening: string,
    { bytesMax = NOTES_BYTES_MAX, placeOf }: { bytesMax?: number; placeOf?: (id: number) => string } = {},
  ) {
    this.view = view;
    this.#memory = memory;
    this.#trace = trace;
    this.#agent = event.agent;
    this.#taken = new Set(said);
    this.#recordOf = recordOf;
    this.#placeOf = placeOf;
    this.#end = now === undefined ? undefined : impossibleFrom(now / MINUTE_MS);
    this.#withholds = withholds;
    this.#room = Math.min(bytesMax, room ?? bytesMax);
    this.#push([inOneLine(opening)], 0);
  }

  /** The ids of the notes that the conversation has by now, of those that were to be listed. */
  get ids(): readonly string[] {
    return this.#ids;
  }

  /** How many notes the list holds. */
  get count(): number {
    return this.#count;
  }

  /** The index's data on a note; looked up once. */
  document(id: number): NoteDocument {
    let document = this.#documents.get(id);
    if (document === undefined) {
      document = this.view.index.documents.of(id);
      this.#documents.set(id, document);
    }
    return document;
  }

  /** Whether the conversation had a note before this list. */
  wasTold(id: number): boolean {
    return this.#memory.wasInjected(keyOf(this.document(id), this.view.minutesOf(id)), this.#agent);
  }

  /**
   * Adds a group of notes under a label, "" for no label. The group gets the first `countMax` of `ids`, best first,
   * that no earlier group has. Notes that the conversation has already keep their place and are not written again.
   * `remark` returns a text that stands behind a note's first line; null leaves the note out. `spare` bytes are left
   * for the groups that follow. Returns how many notes of the group the conversation now has.
   */
  add(
    label: string,
    ids: Iterable<number>,
    countMax: number,
    remark: (id: number) => string | null = () => "",
    spare = 0,
  ): number {
    let taken = 0;
    let passed = 0;
    let isLabelled = false;
    for (const id of this.#folded(ids)) {
      // There may be many more. Each that is only named costs a look at the index.
      if (taken === countMax && passed++ === this.#trace.passedMax) break;
      const document = this.document(id);
      const hold = (why: Reason) => this.#trace.hold(noteIdOf(document), why);
      if (taken === countMax) {
        hold("many");
        continue;
      }
      const minutes = this.view.minutesOf(id);
      const key = keyOf(document, minutes);
      if (this.#taken.has(key)) continue;
      const place = this.#placeOf?.(id) ?? "";
      const keyHere = place === "" ? key : placeKey(key, place);
      if (this.#memory.wasInjected(keyHere, this.#agent)) hold("told");
      else {
        const said = remark(id);
        if (said === null) continue;
        if (isNoteWithheld(document, this.#withholds)) {
          // It takes the place that it would have had, so that no other note comes instead.
          hold("lift");
          this.#taken.add(key);
          taken++;
          continue;
        }
        const remarks = [said, this.#recordOf?.(id) ?? ""].filter((each) => each !== "");
        const lines = entryLines(document, minutes, remarks.join("; "));
        if (!this.#push(isLabelled || label === "" ? lines : [`${inOneLine(label)}:`, ...lines], spare)) {
          hold("room");
          break;
        }
        this.#trace.show(noteIdOf(document));
        isLabelled = true;
        this.#count++;
        this.#updates.push(injection(key, this.#agent));
        this.#updates.push({ kind: "t", value: document.topic });
        if (keyHere !== key) this.#updates.push(injection(keyHere, this.#agent));
      }
      this.#taken.add(key);
      this.#ids.push(noteIdOf(document));
      taken++;
    }
    return taken;
  }

  /** The ids with the newest version of each note in the place of the first one of them. */
  *#folded(ids: Iterable<number>): Generator<number> {
    const first: number[] = [];
    const rest = ids[Symbol.iterator]();
    for (let next = rest.next(); !next.done; next = rest.next()) {
      first.push(next.value);
      if (first.length === COMPARED_MAX) break;
    }
    const superseded = supersededIn(this.view, first, this.#end);
    for (const id of superseded.keys()) this.#trace.hold(noteIdOf(this.document(id)), "superseded");
    yield* foldSuperseded(first, superseded);
    for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
  }

  /** The answer: silence when no note was added. */
  answer(): HookAnswer {
    return this.#count === 0 ? { kind: "silence" } : { kind: "text", text: this.#lines.join("\n") };
  }

  /** The updates that make the session remember the listed notes. */
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
 * The key of a note: its time, a dot and a hash. The key tells the note from all others and from its own later
 * versions, wherever it stands in the log.
 */
export function entryKey(view: NoteView, id: number): string {
  return keyOf(view.document(id), view.minutesOf(id));
}

/** Keys that were computed before, by document: a server lists the same documents again and again. */
const keys = new WeakMap<NoteDocument, string>();

function keyOf(document: NoteDocument, minutes: number): string {
  let key = keys.get(document);
  if (key === undefined) {
    const { topic, size, snippet } = document;
    key = `${minutes.toString(36)}.${Bun.hash(`${topic}\0${size}\0${snippet[0]}\n${snippet[1]}`).toString(36)}`;
    keys.set(document, key);
  }
  return key;
}

/** Lines of documents without a remark that were made before; kept for the same reason. */
const knownLines = new WeakMap<NoteDocument, readonly [string, string]>();

function entryLines(document: NoteDocument, minutes: number, remark: string): string[] {
  let said = knownLines.get(document);
  if (said === undefined) {
    said = [firstLine(document, minutes), document.snippet[1] === "" ? "" : inOneLine(`  ${document.snippet[1]}`)];
    knownLines.set(document, said);
  }
  const first = remark === "" ? said[0] : `${said[0]}${inOneLine(` (${remark})`)}`;
  return said[1] === "" ? [first] : [first, said[1]];
}

function firstLine(document: NoteDocument, minutes: number): string {
  const { topic, snippet, tags, confidence } = document;
  const labels = tags.length === 0 ? "" : cutLine(` #${tags.join(" #")}`, TAGS_LENGTH_MAX);
  const sure = confidence < 1 ? ` (~${Math.round(confidence * 100)}%)` : "";
  const name = `${topicName(topic, TOPIC_LENGTH_MAX)} ${shownNoteId(noteIdOf(document))}`;
  return inOneLine(`- [${name}] ${dayOf(minutes)} ${snippet[0]}${labels}${sure}`);
}

/** The day in UTC. Loading the time zones would take 4 ms, and the process lives for less. */
function dayOf(minutes: number): string {
  const day = new Date(minutes * MINUTE_MS);
  return Number.isNaN(day.getTime()) ? "" : day.toISOString().slice(0, DAY_LENGTH);
}

function inOneLine(text: string): string {
  return CONTROLS.test(text) ? showControls(text).replace(LINE_BREAKS, " ") : text;
}
