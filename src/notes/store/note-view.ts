// The notes that are live at one moment, as far as hooks look at them: by document number and by topic, with their
// bodies. Everything else that can be asked of a view is knowledge-view.ts: a hook's process does not load it.

import { decodeUtf8 } from "../../base/utf8.ts";
import type { EntryRecord } from "../../engine/log/log-record.ts";
import { bodyOf } from "../../engine/log/record-body.ts";
import type { IndexedDocument, RecordLocation } from "../../engine/segment/document.ts";
import type { LiveIndex } from "../../engine/segment/live-index.ts";

/** Where bodies come from: the log. */
export interface EntryReader {
  /**
   * The entry record of `size` bytes at `offset`; null when it is not there, damaged, or not half an edit as
   * `isReplacement` says. Its bytes stay only until the next one is read.
   */
  readEntry(location: RecordLocation): EntryRecord | null;
}

export class NoteView {
  /** The index that document numbers belong to. */
  readonly index: LiveIndex;
  readonly #log: EntryReader | null;
  readonly #onDamage: () => void;

  /** `onDamage` is called when a record turns out to have been damaged since it was indexed. */
  constructor(index: LiveIndex, log: EntryReader | null, onDamage: () => void) {
    this.index = index;
    this.#log = log;
    this.#onDamage = onDamage;
  }

  document(id: number): IndexedDocument {
    return this.index.document(id);
  }

  /** UTC minutes since 1970. */
  minutesOf(id: number): number {
    return this.index.minutesOf(id);
  }

  /**
   * The stored body; null when its record was damaged since it was indexed. The index is then built anew in the
   * background, and counts what is lost.
   */
  body(id: number): string | null {
    const record = this.#log?.readEntry(this.index.recordOf(id)) ?? null;
    if (record === null || decodeUtf8(record.topic) !== this.index.topicOf(id)) {
      this.#onDamage();
      return null;
    }
    return bodyOf(record);
  }

  /** Live entries of a topic, by stored name, in order: position = index. */
  topicDocuments(name: string): number[] {
    return this.index.topicDocuments(name);
  }
}
