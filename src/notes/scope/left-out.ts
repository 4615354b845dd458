// What an answer leaves out because it belongs to other projects: how many entries of how many projects, and the option
// that includes them. And captured failures, which are kept apart from notes.

import { counted, type Wording } from "../../base/wording.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";

/** How much of a project's name is shown, in code units. */
const NAME_LENGTH_MAX = 200;

/** Counts entries by the projects that they belong to. */
export class LeftOut {
  #count = 0;
  #ofNone = 0;
  #errors = 0;
  /** The sets of keys that entries carry, by the joined keys. */
  readonly #keys = new Map<string, readonly string[]>();

  /** Takes in `count` entries with these project keys. */
  add(keys: readonly string[], count = 1): void {
    this.#count += count;
    if (keys.length === 0) this.#ofNone += count;
    else this.#keys.set(keys.join(), keys);
  }

  /** Takes in a captured failure. */
  addError(): void {
    this.#errors++;
  }

  /** How many entries were added, captured failures among them. */
  get count(): number {
    return this.#count + this.#errors;
  }

  /**
   * A name for each project, ascending. Two entries are of one project if they share a key, or if a chain of entries
   * that share keys connects them.
   */
  projectNames(): string[] {
    const nameOf = new Map<string, string>();
    const rootOf = (key: string): string => {
      let root = key;
      for (let next = nameOf.get(root); next !== undefined && next !== root; next = nameOf.get(root)) root = next;
      return root;
    };
    for (const keys of this.#keys.values()) {
      const [first = "", ...others] = keys.map((key) => key.toLowerCase());
      const root = rootOf(first);
      nameOf.set(root, root);
      for (const key of others) nameOf.set(rootOf(key), root);
    }
    const shown = new Map<string, string>();
    for (const [key = ""] of this.#keys.values()) {
      const root = rootOf(key.toLowerCase());
      // Of several keys, a remote's key says most.
      if (!shown.has(root) || (key.includes("/") && !shown.get(root)!.includes("/"))) shown.set(root, key);
    }
    return [...shown.values()].map((key) => cutLine(cleanLine(key).replaceAll('"', "'"), NAME_LENGTH_MAX)).sort();
  }

  /** A line for an answer, or none: `left out: 5 entries of 2 other projects (project="any" includes them)`. */
  notes(wording: Wording): string[] {
    const errors = counted(this.#errors, "captured error", "captured errors");
    const apart = this.#errors === 0 ? [] : [`left out: ${errors} (search ${wording.option("in", "errors")})`];
    return [...this.#elsewhere(wording), ...apart];
  }

  #elsewhere(wording: Wording): string[] {
    if (this.#count === 0) return [];
    const projects = counted(this.projectNames().length, "other project", "other projects");
    const includes = `(${wording.option("project", "any")} includes ${this.#count === 1 ? "it" : "them"})`;
    const foreign = this.#count - this.#ofNone;
    if (foreign === 0) return [`left out: ${counted(this.#count, "entry", "entries")} of no project ${includes}`];
    const ofNone = this.#ofNone === 0 ? "" : ` and ${this.#ofNone} of none`;
    return [`left out: ${counted(foreign, "entry", "entries")} of ${projects}${ofNone} ${includes}`];
  }

  /** The text, with these notes behind it. */
  after(text: string, wording: Wording): string {
    return [text, ...this.notes(wording)].join("; ");
  }

  /** For `--json`; empty if nothing is left out. */
  data(): { elsewhere?: { entries: number; projects: number } } {
    return this.#count === 0 ? {} : { elsewhere: { entries: this.#count, projects: this.projectNames().length } };
  }
}
