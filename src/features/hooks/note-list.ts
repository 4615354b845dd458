// The notes that a hook puts in front of the model: labelled groups of entries, a line or two each, within a number of bytes.
// Invariants:
// - an entry is listed once, and never again in a conversation that it was injected into: its key is a hash of what it says and when it
//   was written, so that neither an edit of another entry nor a compaction changes it, and an edit of its own does;
// - whatever a stored text holds, it stays within its own lines: it cannot end the list or begin another.

import type { KnowledgeView } from "../../knowledge/knowledge-view.ts";
import { cleanLine } from "../../text/clean.ts";
import { formatDate } from "../../text/dates.ts";
import { cutLine } from "../../text/snippet.ts";
import type { HookAnswer } from "./hook-answer.ts";
import type { SessionState, SessionUpdate } from "./session-state.ts";

/** What most hooks may say, in bytes. */
export const NOTES_BYTES_MAX = 2048;
const TOPIC_LENGTH_MAX = 40;
const TAGS_LENGTH_MAX = 60;

export class NoteList {
  readonly #view: KnowledgeView;
  readonly #session: SessionState;
  readonly #agent: string;
  readonly #seen = new Set<string>();
  readonly #lines: string[] = [];
  readonly #updates: SessionUpdate[] = [];
  #room: number;

  /** `opening` is the first line; `agent` the subagent that reads it, "" for the main conversation. */
  constructor(view: KnowledgeView, session: SessionState, agent: string, opening: string, bytesMax = NOTES_BYTES_MAX) {
    this.#view = view;
    this.#session = session;
    this.#agent = agent;
    this.#room = bytesMax;
    this.#push([opening]);
  }

  /** How many entries there are. */
  get count(): number {
    return this.#seen.size;
  }

  /**
   * Adds a group: of `ids`, best first, those that are new here, at most `countMax`. `remark` says more about an entry, behind its first
   * line. Returns how many were added.
   */
  add(label: string, ids: Iterable<number>, countMax: number, remark: (id: number) => string = () => ""): number {
    let added = 0;
    for (const id of ids) {
      if (added === countMax) break;
      const key = entryKey(this.#view, id);
      if (this.#seen.has(key) || this.#session.wasInjected(key, this.#agent)) continue;
      const lines = entryLines(this.#view, id, remark(id));
      if (!this.#push(added === 0 ? [`${label}:`, ...lines] : lines)) break;
      this.#seen.add(key);
      this.#updates.push({ kind: "i", value: this.#agent === "" ? key : `${key} ${this.#agent}` });
      this.#updates.push({ kind: "t", value: this.#view.document(id).topic });
      added++;
    }
    return added;
  }

  /** What to say: nothing when no entry was added. */
  answer(): HookAnswer {
    return this.count === 0 ? { kind: "silence" } : { kind: "text", text: this.#lines.join("\n") };
  }

  /** What the session has to remember of it. */
  updates(): readonly SessionUpdate[] {
    return this.#updates;
  }

  #push(lines: readonly string[]): boolean {
    const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    if (bytes > this.#room) return false;
    this.#room -= bytes;
    this.#lines.push(...lines);
    return true;
  }
}

/** What tells an entry from all others, and from its own later versions, wherever it stands in the log: its time, a dot and a hash. */
export function entryKey(view: KnowledgeView, id: number): string {
  const { topic, size, snippet } = view.document(id);
  return `${view.minutesOf(id).toString(36)}.${Bun.hash(`${topic}\0${size}\0${snippet.join("\n")}`).toString(36)}`;
}

/** The live entry of `topic` with this key; -1 when there is none any more. */
export function entryWithKey(view: KnowledgeView, topic: string, key: string): number {
  const minutes = Number.parseInt(key, 36);
  const isMeant = (id: number) => view.minutesOf(id) === minutes && entryKey(view, id) === key;
  return view.topicDocuments(topic).find(isMeant) ?? -1;
}

function entryLines(view: KnowledgeView, id: number, remark: string): string[] {
  const { topic, snippet, tags, confidence } = view.document(id);
  const labels = cutLine(tags.map((tag) => ` #${tag}`).join(""), TAGS_LENGTH_MAX);
  const sure = confidence < 1 ? ` (~${Math.round(confidence * 100)}%)` : "";
  const said = remark === "" ? "" : ` (${remark})`;
  const date = formatDate(view.minutesOf(id));
  // Logs of other programs hold what they like, line breaks too.
  const first = cleanLine(`- [${cutLine(topic, TOPIC_LENGTH_MAX)}] ${date} ${snippet[0]}${labels}${sure}${said}`);
  const second = cleanLine(snippet[1]);
  return second === "" ? [first] : [first, `  ${second}`];
}
