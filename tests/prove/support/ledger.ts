// What is known of the notes of a proof from what was answered: a note's versions that may be there, by its key. A
// write that got no answer may have happened or not, as a whole; one that was refused has not.

import { noteBody, noteOf } from "../../support/process-notes.ts";

/** The version of a note; null where it is not there. */
export type Version = number | null;

export class Ledger {
  readonly #notes = new Map<string, ReadonlySet<Version>>();
  /** The notes of each batch that got no answer. Nobody writes to them again. */
  readonly #unansweredBatches: (readonly string[])[] = [];
  acknowledged = 0;
  unanswered = 0;
  refused = 0;

  get size(): number {
    return this.#notes.size;
  }

  /**
   * Follows one write of several notes to one version: `true` it was acknowledged, `false` refused, `null` not
   * answered.
   */
  follow(keys: readonly string[], version: Version, answer: boolean | null): void {
    if (answer === true) this.acknowledged++;
    else if (answer === null) this.unanswered++;
    else this.refused++;
    if (answer === false) return;
    if (answer === null && keys.length > 1) this.#unansweredBatches.push(keys);
    for (const key of keys) {
      const before = this.#notes.get(key) ?? new Set([null]);
      this.#notes.set(key, new Set(answer ? [version] : [...before, version]));
    }
  }

  /** How many batches got no answer, each of which has to be there whole or not at all. */
  get unansweredBatches(): number {
    return this.#unansweredBatches.length;
  }

  /** What was found settles what was not known. */
  settle(bodies: readonly string[]): void {
    const found = new Map(bodies.map((body) => [noteOf(body)?.key, noteOf(body)?.version]));
    for (const [key, versions] of this.#notes) {
      if (versions.size > 1) this.#notes.set(key, new Set([found.get(key) ?? null]));
    }
  }

  /** What contradicts it in the bodies of all notes that are there. */
  problems(bodies: readonly string[]): string[] {
    const problems: string[] = [];
    const found = new Map<string, number[]>();
    for (const body of bodies) {
      const note = noteOf(body);
      if (note === null) problems.push(`not whole: ${JSON.stringify(body.slice(0, 60))}`);
      else found.set(note.key, [...(found.get(note.key) ?? []), note.version]);
    }
    for (const key of new Set([...this.#notes.keys(), ...found.keys()])) {
      const versions = found.get(key) ?? [];
      const possible = this.#notes.get(key) ?? new Set([null]);
      if (versions.length > 1) problems.push(`${key} is there ${versions.length} times: ${versions}`);
      else if (!possible.has(versions[0] ?? null))
        problems.push(`${key}: found ${versions[0] ?? "none"}, expected ${[...possible].map((one) => one ?? "none")}`);
    }
    for (const keys of this.#unansweredBatches) {
      const there = keys.filter((key) => found.has(key));
      if (there.length > 0 && there.length < keys.length) problems.push(`half there: ${there} of the batch ${keys}`);
    }
    return problems;
  }
}

export { noteBody };
