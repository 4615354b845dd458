// What an answer leaves out, since it belongs to other projects: how many entries of how many projects, and what
// includes them.

import { counted } from "../../base/wording.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import type { Caller } from "./caller.ts";

/** What is shown of the name of a project, in code units. */
const NAME_LENGTH_MAX = 200;

/** Counts entries by the projects that they belong to. */
export class LeftOut {
  #count = 0;
  #ofNone = 0;
  /** Sets of keys that entries carry, by what tells them apart. */
  readonly #keys = new Map<string, readonly string[]>();
  readonly #caller: Pick<Caller, "isCommandLine">;

  constructor(caller: Pick<Caller, "isCommandLine">) {
    this.#caller = caller;
  }

  /** Takes in `count` entries with these project keys. */
  add(keys: readonly string[], count = 1): void {
    this.#count += count;
    if (keys.length === 0) this.#ofNone += count;
    else this.#keys.set(keys.join(), keys);
  }

  /** How many entries. */
  get count(): number {
    return this.#count;
  }

  /**
   * A name for each project, ascending. Entries are of one project when they share a key, or others do that link them.
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
      // Of several names that of a remote says most.
      if (!shown.has(root) || (key.includes("/") && !shown.get(root)!.includes("/"))) shown.set(root, key);
    }
    return [...shown.values()].map((key) => cutLine(cleanLine(key).replaceAll('"', "'"), NAME_LENGTH_MAX)).sort();
  }

  /** A line for an answer, or none: `left out: 5 entries of 2 other projects (project="any" includes them)`. */
  notes(): string[] {
    if (this.#count === 0) return [];
    const projects = counted(this.projectNames().length, "other project", "other projects");
    const option = this.#caller.isCommandLine ? "--project any" : 'project="any"';
    const includes = `(${option} includes ${this.#count === 1 ? "it" : "them"})`;
    const foreign = this.#count - this.#ofNone;
    if (foreign === 0) return [`left out: ${counted(this.#count, "entry", "entries")} of no project ${includes}`];
    const ofNone = this.#ofNone === 0 ? "" : ` and ${this.#ofNone} of none`;
    return [`left out: ${counted(foreign, "entry", "entries")} of ${projects}${ofNone} ${includes}`];
  }

  /** A text with the same behind it. */
  after(text: string): string {
    return [text, ...this.notes()].join("; ");
  }

  /** For `--json`; nothing when nothing is left out. */
  data(): { elsewhere?: { entries: number; projects: number } } {
    return this.#count === 0 ? {} : { elsewhere: { entries: this.#count, projects: this.projectNames().length } };
  }
}
