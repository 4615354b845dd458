// The live entries with a source that belong to the current project or to none. Entries that were read once are kept,
// so that another look reads only the entries that came since.
// Invariants:
// - An entry is recognised by its record, that is by the log and the offset in it. Document numbers belong to one
//   index.

import { noteColumns } from "../index/note-columns.ts";
import type { NoteIndex } from "../index/note-index.ts";
import { sameProject } from "../projects/project.ts";
import type { KnowledgeBase } from "../store/knowledge-base.ts";
import type { KnowledgeView } from "../store/knowledge-view.ts";
import { parseEntryText } from "../text/entry-text.ts";
import { type Checked, type CitingEntry, citingEntry } from "./source-checker.ts";
import type { TimeSlices } from "./time-slices.ts";

/** How many entries are watched: the newest. */
export const WATCHED_MAX = 20_000;
/** How often a look begins again because a merge or compaction replaced the index, before it is given up. */
const ATTEMPTS_MAX = 5;

/** An entry with a source. */
export interface Watched extends CitingEntry {
  /** The offset of the record in the log, and the entry's place (see `NoteDocument`). */
  readonly offset: number;
  readonly place: number;
  /** The state as it was found last; null: not yet checked. */
  checked: Checked | null;
}

/** An entry with its number in an index. */
export interface Numbered {
  readonly id: number;
  readonly watched: Watched;
}

export class WatchedEntries {
  readonly #base: KnowledgeBase;
  readonly #keys: readonly string[];
  /** The newest first. They are numbered in `#index` and were looked for up to `#capacity`. */
  #entries: readonly Numbered[] = [];
  #index: NoteIndex | null = null;
  #capacity = 0;
  /** The keys at the last look. They may change while a server runs, when a remote comes to count. */
  #keysThen = "";
  #log: object | null = null;
  /** By offset in `#log`. */
  #known = new Map<number, Watched>();

  /** `keys`: of the project whose entries are watched, beside those of no project. They are read again at each look. */
  constructor(base: KnowledgeBase, keys: readonly string[]) {
    this.#base = base;
    this.#keys = keys;
  }

  /** Whether the index and the keys are those of the last look, and nothing was added since. */
  isCurrent(index: NoteIndex): boolean {
    return this.#isSame(index) && index.capacity === this.#capacity;
  }

  #isSame(index: NoteIndex): boolean {
    return index === this.#index && this.#keys.join() === this.#keysThen;
  }

  /** The entries as of the last look, the newest first, and the index that their numbers belong to. */
  get last(): { entries: readonly Numbered[]; index: NoteIndex | null } {
    return { entries: this.#entries, index: this.#index };
  }

  /** Looks at the log as it is now. Throws what `KnowledgeBase.view` throws. */
  async look(slices: TimeSlices): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const view = await this.#base.view();
      if (await this.#lookAt(view, slices)) return;
    }
  }

  /** Returns false if the index was replaced meanwhile. */
  async #lookAt(first: KnowledgeView, slices: TimeSlices): Promise<boolean> {
    let view = first;
    const { index, logIdentity } = view;
    const { capacity } = index;
    const isSame = this.#isSame(index);
    const keys = this.#keys.join();
    const known = logIdentity === this.#log ? this.#known : new Map<number, Watched>();
    const read = isSame ? known : new Map<number, Watched>();
    const isOfHere = ownEntries(index, this.#keys);
    const found: Numbered[] = [];
    for (let id = capacity - 1; id >= (isSame ? this.#capacity : 0) && found.length < WATCHED_MAX; id--) {
      if (slices.isOver()) {
        await slices.pause();
        view = await this.#base.view();
        if (view.index !== index) return false;
      }
      const watched = index.isDeleted(id) || !isOfHere(id) ? null : watchedAt(view, id, known);
      if (watched === null) continue;
      found.push({ id, watched });
      read.set(watched.offset, watched);
    }
    const kept = isSame ? this.#entries.filter(({ id }) => !index.isDeleted(id)) : [];
    this.#entries = [...found, ...kept].slice(0, WATCHED_MAX);
    this.#index = index;
    this.#capacity = capacity;
    this.#keysThen = keys;
    this.#log = logIdentity;
    this.#known = read;
    return true;
  }
}

function watchedAt(view: KnowledgeView, id: number, known: ReadonlyMap<number, Watched>): Watched | null {
  const { offset } = view.index.recordOf(id);
  const read = known.get(offset);
  if (read !== undefined) return read;
  if (view.index.sourceOf(id) === null) return null;
  const body = view.body(id);
  const citing = body === null ? null : citingEntry(parseEntryText(body), view.minutesOf(id));
  return citing === null ? null : { ...citing, offset, place: view.index.originOf(id), checked: null };
}

/** Makes a test: whether a document belongs to the project with these keys or to no project. */
function ownEntries(index: NoteIndex, keys: readonly string[]): (id: number) => boolean {
  const parts = index.segments.map(({ segment, first }) => ({
    first,
    isOwn: noteColumns(segment).withProject((entryKeys) => entryKeys.length === 0 || sameProject(entryKeys, keys)),
  }));
  const [base, delta] = parts;
  return (id) => {
    const part = delta !== undefined && id >= delta.first ? delta : base!;
    return part.isOwn(id - part.first);
  };
}
