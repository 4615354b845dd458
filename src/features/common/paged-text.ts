// Makes one page of a long answer. An answer is a sequence of blocks: mostly one for each result. A page holds as many
// whole blocks as fit, and its last line says how many results are left and how to get them.
// Invariants:
// - The pages of an answer, one after another, hold each block exactly once.
// - A block that is longer than a page has pages of its own. It is cut at the ends of lines; a line that is longer than
//   a page is cut between characters, and each part begins with the line's indent.
// - Blocks of earlier pages are only measured, and a block behind the page is not taken any more.

import { HelixError } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { wholeCharacters } from "./bounded-text.ts";
import { LONGEST_PAGE, type Paged, type PageRequest, TOKEN_BYTES } from "./page-request.ts";

/** Bytes for the line about what is left, and for remarks. */
const MORE_BYTES = 240;
/** The most that closing lines take of a page. */
const CLOSING_SHARE = 1 / 2;
/** The bytes of a UTF-16 unit, at most. */
const UNIT_BYTES_MAX = 3;
/** What each part of a cut line begins with. */
const INDENT = /^[ >=]*/;
const INDENT_LENGTH_MAX = 20;
/** A piece of a cut line is no shorter, unless it is the last. */
const PIECE_BYTES_MIN = 80;

/** What became of a block: it is of an earlier page, it is on this page, or this page had no room for it. */
type Place = "before" | "here" | "full";

/** A block: its lines, and for one whose final lines are made only where they are shown, those; no longer than `lines`. */
interface Block {
  readonly lines: readonly string[];
  readonly final?: (() => readonly string[]) | undefined;
}

interface Options {
  /** Blocks are given from the newest to the oldest, and shown the other way round. */
  readonly newestLast?: boolean;
}

export class PagedText {
  readonly #request: PageRequest;
  readonly #closing: readonly string[];
  readonly #newestLast: boolean;
  readonly #room: number;
  /** The blocks of the page that is asked for. */
  readonly #blocks: (readonly string[])[] = [];
  /** Lines that stand above the next block, on the same page. */
  #heads: readonly string[] = [];
  /** Lines that stand once more on top of a page that goes on with what they are about. */
  #section: readonly string[] = [];
  #page = 1;
  #bytes = 0;
  #isFull = false;
  /** How many results begin on this page or before it, and whether the last of them goes on behind it. */
  #begun = 0;
  #goesOn = false;

  /** `closing`: the lines that close each page. */
  constructor({ page = LONGEST_PAGE }: Paged, closing: readonly string[] = [], { newestLast = false }: Options = {}) {
    this.#request = page;
    this.#newestLast = newestLast;
    this.#closing = fitted(closing, Math.floor(page.bytes * CLOSING_SHARE));
    this.#room = page.bytes - MORE_BYTES - bytesOf(this.#closing);
  }

  /** Adds lines that stand above the next result, on its page. */
  head(...lines: readonly string[]): void {
    this.#heads = [...this.#heads, ...lines];
  }

  /** The same for lines that also stand on top of each further page, until the next ones are given. */
  section(...lines: readonly string[]): void {
    this.head(...lines);
    this.#section = lines;
  }

  /**
   * Adds the lines of a result. `final` makes those that are shown, where that is dear; they are no longer. Tells where
   * the result begins.
   */
  add(lines: readonly string[], final?: () => readonly string[]): Place {
    return this.#put({ lines, final }, true);
  }

  /** Adds the results one after another, until the page is full. */
  addEach<Item>(items: Iterable<Item>, lines: (item: Item) => readonly string[]): void {
    for (const item of items) if (this.add(lines(item)) === "full") return;
  }

  /**
   * The page. `total`: how many results there are on all pages. `what`: what they are called in `12 more topics`.
   * `remarks`: lines that only came up while the page was made. Throws NOT_FOUND where there are not so many pages.
   */
  text(
    total: number,
    what: (left: number) => string = (left) => `${left} more`,
    remarks: readonly string[] = [],
  ): string {
    if (this.#heads.length > 0) this.#put({ lines: [] }, false);
    const { page, bytes, next } = this.#request;
    if (this.#page < page || (page > 1 && this.#blocks.length === 0)) {
      const pages = counted(Math.max(1, this.#page), "page", "pages");
      const tokens = Math.floor(bytes / TOKEN_BYTES);
      throw new HelixError("NOT_FOUND", `there is no page ${page}: the answer has ${pages} of ${tokens} tokens`);
    }
    const left = total - this.#begun;
    const parts = [...(this.#goesOn ? ["it goes on"] : []), ...(left > 0 ? [what(left)] : [])];
    const isMore = this.#isFull && parts.length > 0;
    const call = isMore ? next(page + 1) : null;
    const more = isMore ? [`... ${parts.join(", ")}${call === null ? " not shown" : `: ${call}`}`] : [];
    const lines = (this.#newestLast ? this.#blocks.toReversed() : this.#blocks).flat();
    return [...lines, ...this.#closing, ...remarks, ...more].join("\n");
  }

  #put({ lines, final }: Block, isResult: boolean): Place {
    if (this.#isFull) return "full";
    const heads = this.#heads;
    const all = heads.length === 0 ? lines : [...heads, ...lines];
    const size = bytesOf(all);
    if (this.#bytes > 0 && this.#bytes + size > this.#room && !this.#turn(size, heads.length === 0)) return "full";
    this.#heads = [];
    if (isResult) this.#begun++;
    const isHere = this.#page === this.#request.page;
    if (size <= this.#room) {
      this.#bytes += size;
      if (isHere) this.#blocks.push(final === undefined ? all : [...heads, ...final()]);
      return isHere ? "here" : "before";
    }
    this.#putInParts(final === undefined ? all : [...heads, ...final()]);
    return isHere ? "here" : "before";
  }

  /** Puts a block on pages of its own. */
  #putInParts(lines: readonly string[]): void {
    for (const [at, part] of partsOf(lines, this.#room).entries()) {
      if (at > 0 && !this.#turn(this.#room, false)) {
        this.#goesOn = true;
        return;
      }
      if (this.#page === this.#request.page) this.#blocks.push(part);
    }
    this.#bytes = this.#room;
  }

  /**
   * Begins the next page for a block of `size` bytes, with the section's lines on top where `isWithin` and there is
   * room; false where that page is one too far.
   */
  #turn(size: number, isWithin: boolean): boolean {
    this.#bytes = 0;
    if (this.#page === this.#request.page) {
      this.#isFull = true;
      return false;
    }
    this.#page++;
    const top = bytesOf(this.#section);
    if (isWithin && top > 0 && top + size <= this.#room) {
      this.#bytes = top;
      if (this.#page === this.#request.page) this.#blocks.push(this.#section);
    }
    return true;
  }
}

/** A text whose lines are its blocks, as the page that is asked for. */
export function pageOfLines(text: string, paged: Paged): string {
  const lines = text.split("\n");
  const answer = new PagedText(paged);
  answer.addEach(lines, (line) => [line]);
  return answer.text(lines.length, (left) => counted(left, "more line", "more lines"));
}

/** Bytes of UTF-8, line ends included. */
function bytesOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
}

/** The closing lines, cut where they would take more than `bytes`. */
export function fitted(lines: readonly string[], bytes: number): readonly string[] {
  if (bytesOf(lines) <= bytes) return lines;
  const length = Math.max(1, Math.floor(bytes / lines.length / UNIT_BYTES_MAX) - 1);
  return lines.map((line) => cutLine(line, length));
}

/** Lines in parts of `room` bytes at most. */
function partsOf(lines: readonly string[], room: number): string[][] {
  const parts: string[][] = [[]];
  let bytes = 0;
  const push = (line: string) => {
    parts.at(-1)!.push(line);
    bytes += Buffer.byteLength(line) + 1;
  };
  const turn = () => {
    parts.push([]);
    bytes = 0;
  };
  for (const line of lines) {
    const size = Buffer.byteLength(line) + 1;
    if (size > room) {
      for (const piece of piecesOf(line, () => room - bytes - 1, turn)) push(piece);
      continue;
    }
    if (bytes + size > room) turn();
    push(line);
  }
  return parts;
}

/** A line in pieces, each as long as there is `room`; `turn` makes more of it. */
function* piecesOf(line: string, room: () => number, turn: () => void): Generator<string> {
  const indent = INDENT.exec(line)![0].slice(0, INDENT_LENGTH_MAX);
  const encoded = Buffer.from(line);
  for (let at = 0; at < encoded.length; ) {
    if (room() < PIECE_BYTES_MIN) turn();
    const front = at === 0 ? "" : indent;
    const end = wholeCharacters(encoded, at + room() - front.length);
    yield front + encoded.toString("utf8", at, end);
    at = end;
    if (at < encoded.length) turn();
  }
}
