// One note as everything above the index sees it: a number in a segment. Its columns are read only when asked for,
// because most callers want one or two properties of a note.

import type { RecordLocation, Segment } from "../../engine/segment/segment.ts";
import type { NoteColumns } from "./note-columns.ts";

/** Reads the first two lines of content, cut, of the note of `topic` at a location in the log. */
export type SnippetReader = (location: RecordLocation, topic: string) => readonly [string, string];

/** Where the index has a note: its number in a segment, and the segment's columns. */
export interface NotePlace {
  readonly segment: Segment;
  readonly columns: NoteColumns;
  readonly id: number;
}

export class NoteDocument implements RecordLocation {
  readonly #segment: Segment;
  readonly #columns: NoteColumns;
  readonly #id: number;
  readonly #readSnippet: SnippetReader;
  #topic: string | undefined;
  #tags: readonly string[] | undefined;
  #source: string | null | undefined;
  #snippet: readonly [string, string] | undefined;

  constructor({ segment, columns, id }: NotePlace, readSnippet: SnippetReader) {
    this.#segment = segment;
    this.#columns = columns;
    this.#id = id;
    this.#readSnippet = readSnippet;
  }

  get offset(): number {
    return this.#segment.offsetOf(this.#id);
  }

  get size(): number {
    return this.#segment.sizeOf(this.#id);
  }

  get isReplacement(): boolean {
    return this.#segment.isReplacement(this.#id);
  }

  /** Orders notes of the same minute: the offset of the note that this one descends from by edits. */
  get origin(): number {
    return this.#segment.originOf(this.#id);
  }

  /** Time as the record stores it (see log/log-time.ts). */
  get stored(): number {
    return this.#columns.stored.of(this.#id);
  }

  get topic(): string {
    this.#topic ??= this.#columns.topicOf(this.#id);
    return this.#topic;
  }

  /** The bits of its id, written or derived: 25 above, 25 below. */
  get keyHigh(): number {
    return this.#columns.keyHigh.of(this.#id);
  }

  get keyLow(): number {
    return this.#columns.keyLow.of(this.#id);
  }

  /** 0 to 1. */
  get confidence(): number {
    return this.#columns.confidenceOf(this.#id);
  }

  get tags(): readonly string[] {
    this.#tags ??= this.#columns.tags.of(this.#id);
    return this.#tags;
  }

  get source(): string | null {
    if (this.#source === undefined) this.#source = this.#columns.sources.of(this.#id);
    return this.#source;
  }

  get projects(): readonly string[] {
    return this.#columns.projectsOf(this.#id);
  }

  /**
   * The first two lines of content, cut; for a damaged record, a line that says so. Valid as long as the view that it
   * comes from.
   */
  get snippet(): readonly [string, string] {
    this.#snippet ??= this.#readSnippet(this, this.topic);
    return this.#snippet;
  }
}
