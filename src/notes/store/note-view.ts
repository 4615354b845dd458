// The notes that are live at one moment, as far as hooks need them: by document number and by topic, with their bodies.
// knowledge-view.ts has everything else, and a hook's process does not load it.

import { decodeUtf8 } from "../../base/utf8.ts";
import type { EntryRecord } from "../../engine/log/log-record.ts";
import { bodyOf } from "../../engine/log/record-body.ts";
import type { RecordLocation } from "../../engine/segment/segment.ts";
import type { NoteDocument } from "../index/note-document.ts";
import type { NoteIndex } from "../index/note-index.ts";

import { noteIdOf, shownNoteId } from "../text/note-id.ts";

/** Where bodies come from: the log. */
export interface EntryReader {
  /**
   * The entry record of `size` bytes at `offset`. Returns null if it is not there, is damaged, or is not a replacement
   * as `isReplacement` states. Its bytes are valid only until the next record is read.
   */
  readEntry(location: RecordLocation): EntryRecord | null;
}

export class NoteView {
  /** The index that document numbers belong to. */
  readonly index: NoteIndex;
  readonly #log: EntryReader | null;
  readonly #onDamage: () => void;

  /** `onDamage` is called when a record turns out to have been damaged since it was indexed. */
  constructor(index: NoteIndex, log: EntryReader | null, onDamage: () => void) {
    this.index = index;
    this.#log = log;
    this.#onDamage = onDamage;
  }

  document(id: number): NoteDocument {
    return this.index.document(id);
  }

  /** The id of a note. */
  noteId(id: number): string {
    return noteIdOf(this.index.document(id));
  }

  /** The id of a note as answers show it: `@7k3v9xq2mp`. */
  shownId(id: number): string {
    return shownNoteId(this.noteId(id));
  }

  /** UTC minutes since 1970. */
  minutesOf(id: number): number {
    return this.index.minutesOf(id);
  }

  /**
   * The stored body; null if its record was damaged since it was indexed. The index is then rebuilt in the background,
   * and counts the lost entries.
   */
  body(id: number): string | null {
    const record = this.#log?.readEntry(this.index.recordOf(id)) ?? null;
    if (record === null || decodeUtf8(record.topic) !== this.index.topicOf(id)) {
      this.#onDamage();
      return null;
    }
    return bodyOf(record);
  }

  /** The live entries of a topic, given by its stored name, in order: the position in the list is the entry's index. */
  topicDocuments(name: string): number[] {
    return this.index.topicDocuments(name);
  }
}
