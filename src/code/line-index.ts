// Line numbers of offsets in one text.

import { lowerBound } from "../base/sorted-search.ts";

/** Lines count from 1, offsets and columns are in code units from 0. */
export class LineIndex {
  readonly #text: string;
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.#text = text;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  get count(): number {
    return this.#starts.length;
  }

  lineAt(offset: number): number {
    return lowerBound(this.#starts, offset + 1);
  }

  /** Where a line begins. */
  startOf(line: number): number {
    return this.#starts[line - 1]!;
  }

  columnAt(offset: number): number {
    return offset - this.#starts[this.lineAt(offset) - 1]!;
  }

  textOf(line: number): string {
    const start = this.#starts[line - 1]!;
    return this.#text.slice(start, this.#starts[line] ?? this.#text.length);
  }
}
