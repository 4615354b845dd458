// What a hook saw and decided, collected while it works: the events that the log gets. `helix hooks why` shows them.

import type { HeldNote, NewEvent, Reason, Silence } from "../../events/log/event-types.ts";

/** How many of the notes that were held back are kept, and how many where more is asked for. */
const HELD_MAX = 10;
const HELD_MORE_MAX = 100;
/** How many of the notes that came behind enough others are kept for each group of notes. */
const PASSED_MAX = 2;
const SCORE_DIGITS = 3;

export class HookTrace {
  readonly #isMore: boolean;
  readonly #shown = new Set<string>();
  readonly #held = new Map<string, HeldNote>();
  readonly #seen: NewEvent[] = [];
  readonly #said: string[] = [];
  readonly #unsaid = new Map<string, HeldNote>();
  #silence: Silence | null = null;
  #file: string | undefined;

  /** With `isMore` all is kept: every silence, and a hundred of the notes that were held back. */
  constructor(isMore: boolean) {
    this.#isMore = isMore;
  }

  /** The file that the event is about, by the session's name for it. */
  about(file: string): void {
    this.#file = file;
  }

  /** How many of the notes that come behind enough others are worth being named. */
  get passedMax(): number {
    return this.#isMore ? HELD_MORE_MAX : PASSED_MAX;
  }

  /** A note is shown; by its id, as all here. */
  show(note: string): void {
    this.#shown.add(note);
  }

  /** A note is held back. The first reason counts. `score` is what the hook weighed. */
  hold(note: string, why: Reason, score?: number): void {
    if (this.#held.has(note) || this.#held.size >= (this.#isMore ? HELD_MORE_MAX : HELD_MAX)) return;
    this.#held.set(note, score === undefined ? [note, why] : [note, why, Number(score.toPrecision(SCORE_DIGITS))]);
  }

  /** The ids of the notes that are shown. */
  get shownNotes(): readonly string[] {
    return [...this.#shown];
  }

  /** The file that the event is about; "" for none. */
  get file(): string {
    return this.#file ?? "";
  }

  /** Something of another source than the notes is said, by the source's name and its own. */
  showOffer(source: string, name: string): void {
    this.#said.push(`${source} ${name}`);
  }

  /** Something of another source is held back. The first reason counts. */
  holdOffer(source: string, name: string, why: Reason, score?: number): void {
    const key = name === "" ? source : `${source} ${name}`;
    if (this.#unsaid.has(key) || this.#unsaid.size >= HELD_MAX) return;
    this.#unsaid.set(key, score === undefined ? [key, why] : [key, why, Number(score.toPrecision(SCORE_DIGITS))]);
  }

  /** Why the hook is silent, if it is; null where the notes that were held back say it, or that there are none. */
  silent(why: Silence | null): void {
    this.#silence = why;
  }

  /** Something beside the notes that were shown and held back. */
  saw(event: NewEvent): void {
    this.#seen.push(event);
  }

  /** The events. A silence where nothing was looked for is left out, unless more is asked for. */
  events(hook: string, isSilent: boolean): NewEvent[] {
    const events = [...this.#seen];
    const file = this.#file;
    if (!isSilent && this.#shown.size + this.#said.length > 0) {
      const said = this.#said.length === 0 ? undefined : this.#said;
      events.push({ type: "shown", hook, notes: [...this.#shown], said, file });
    }
    const held = [...this.#held.values()].filter(([note]) => isSilent || !this.#shown.has(note));
    const unsaid = [...this.#unsaid.values()];
    const why = isSilent ? (this.#silence ?? (held.length > 0 ? "held" : "unknown")) : undefined;
    if (held.length + unsaid.length === 0 && (why === undefined || (why === "aside" && !this.#isMore))) return events;
    events.push({
      type: "withheld",
      hook,
      why,
      held: held.length === 0 ? undefined : held,
      unsaid: unsaid.length === 0 ? undefined : unsaid,
      file,
    });
    return events;
  }
}
