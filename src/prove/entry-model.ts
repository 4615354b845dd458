// Knows which notes there should be, without asking the product: a set of texts, for undo the sets before each act, and
// for redo those before each undo.

import type { Change } from "../notes/store/changes.ts";
import type { KnowledgeView } from "../notes/store/knowledge-view.ts";

type Entries = ReadonlySet<string>;

export class EntryModel {
  now: Entries;
  readonly #before: Entries[] = [];
  /** The notes before each of the undos that nothing was written behind. */
  #undone: Entries[] = [];
  #intended: Entries;

  /** `state` holds notes in the form that `stateOf` returns. */
  constructor(state: readonly string[]) {
    this.now = new Set(state.map(withoutTime));
    this.#intended = this.now;
  }

  /** The notes before the last act that was not undone; null when no such act is known. */
  beforeLast(): Entries | null {
    return this.#before.at(-1) ?? null;
  }

  /** The notes before the last undo; null when something else was written since. */
  beforeUndo(): Entries | null {
    return this.#undone.at(-1) ?? null;
  }

  /** Sets the notes that there will be when the act that begins now has happened. */
  intend(entries: Entries): void {
    this.#intended = entries;
  }

  intendChanges(changes: readonly Change[], view: KnowledgeView): void {
    const entries = new Set(this.now);
    for (const change of changes) {
      if (change.kind === "restore") continue;
      const old = change.kind === "add" ? null : view.index.document(change.id).topic;
      if (change.kind !== "add") entries.delete(keyOf(old!, view.body(change.id) ?? "damaged"));
      if (change.kind === "add" || change.kind === "move") entries.add(keyOf(change.topic, change.body));
      if (change.kind === "replace") entries.add(keyOf(old!, change.body));
    }
    // An act without changes is no act, so undo has nothing to undo.
    this.#intended = changes.length === 0 ? this.now : entries;
  }

  /** The act was acknowledged. */
  settle(kind: string): void {
    if (this.#intended === this.now) return;
    if (kind === "undo") this.#undone.push(this.now);
    else if (kind === "redo") this.#undone.pop();
    else this.#undone = [];
    if (kind === "undo") this.#before.pop();
    else this.#before.push(this.now);
    this.now = this.#intended;
  }

  /**
   * The act was not acknowledged; `found` shows whether it happened. Returns false when `found` is neither the state
   * before the act nor the state after it.
   */
  settleEither(found: readonly string[], kind: string): boolean {
    if (isSame(this.#intended, found)) this.settle(kind);
    else this.#intended = this.now;
    return isSame(this.now, found);
  }

  missingIn(found: readonly string[]): number {
    const keys = new Set(found.map(withoutTime));
    return [...this.now].filter((key) => !keys.has(key)).length;
  }

  foreignIn(found: readonly string[]): number {
    return found.length - [...new Set(found.map(withoutTime))].filter((key) => this.now.has(key)).length;
  }
}

function isSame(entries: Entries, found: readonly string[]): boolean {
  return entries.size === found.length && found.every((entry) => entries.has(withoutTime(entry)));
}

function keyOf(topic: string, body: string): string {
  return `${topic}\n${body}`;
}

/** The key of a note that is written as `TOPIC MINUTES BODY`, a line each; the minutes are left out. */
function withoutTime(entry: string): string {
  const [topic = "", , ...body] = entry.split("\n");
  return keyOf(topic, body.join("\n"));
}
