// One entry as everything above the index sees it: a number in a segment. Its columns are read only when asked for,
// because most callers want one or two properties of an entry.

import type { IndexedDocument, Segment, SnippetReader } from "./document.ts";

export class LiveDocument implements IndexedDocument {
  readonly #segment: Segment;
  readonly #id: number;
  readonly #readSnippet: SnippetReader;
  #topic: string | undefined;
  #tags: readonly string[] | undefined;
  #source: string | null | undefined;
  #snippet: readonly [string, string] | undefined;

  /** `id` is the document's number in `segment`. */
  constructor(segment: Segment, id: number, readSnippet: SnippetReader) {
    this.#segment = segment;
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

  get origin(): number {
    return this.#segment.originOf(this.#id);
  }

  get stored(): number {
    return this.#segment.storedOf(this.#id);
  }

  get topic(): string {
    this.#topic ??= this.#segment.topicName(this.#segment.topicOf(this.#id));
    return this.#topic;
  }

  get length(): number {
    return this.#segment.lengthOf(this.#id);
  }

  get firstLineLength(): number {
    return this.#segment.firstLineLengthOf(this.#id);
  }

  get keyHigh(): number {
    return this.#segment.keyHighOf(this.#id);
  }

  get keyLow(): number {
    return this.#segment.keyLowOf(this.#id);
  }

  get confidence(): number {
    return this.#segment.confidenceOf(this.#id);
  }

  get tags(): readonly string[] {
    this.#tags ??= this.#segment.tagsOf(this.#id);
    return this.#tags;
  }

  get source(): string | null {
    if (this.#source === undefined) this.#source = this.#segment.sourceOf(this.#id);
    return this.#source;
  }

  get projects(): readonly string[] {
    return this.#segment.projectsOf(this.#id);
  }

  get snippet(): readonly [string, string] {
    this.#snippet ??= this.#readSnippet(this, this.topic);
    return this.#snippet;
  }
}
