// Finds the note that an edit means: by its index, by a piece of its text or by a tag. If none of these is given, the
// edit means the last note. A search for a piece of text reads a whole topic. So it runs before a write takes the lock,
// and under the lock only the notes that were not there then are read.
// Invariants:
// - The note fits everything that the request gives.
// - Without an index, only notes that concern the current project are looked at (reach.ts). A piece of text has to be
//   the whole text of one of them, or only one of them may hold it.
// - Only the text is searched, not the metadata lines. So `match_str="gotcha"` never means a note that is only tagged
//   so.

import { HelixError } from "../../base/errors.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { cleanLine, quote } from "../../engine/text/clean.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import type { LeftOut } from "../../notes/scope/left-out.ts";
import { Reach } from "../../notes/scope/reach.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { type EntryText, parseEntryText } from "../../notes/text/entry-text.ts";
import { snippetLines } from "../../notes/text/snippet.ts";
import { normaliseTags } from "../../notes/text/tags.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import { oneIndex, unknownIndex } from "../common/entry-index.ts";
import { PieceSearch } from "./piece-search.ts";

/** A topic by its stored name; with an index where one entry of it was named by its id. */
export interface EntryAddress {
  readonly topic: string;
  readonly index?: number | undefined;
}

/** What a caller gives to name an entry. */
export interface TargetRequest {
  readonly index?: number | undefined;
  readonly match_str?: string | undefined;
  readonly tag?: string | undefined;
  readonly project?: string | undefined;
}

/** The note that the request means. */
export interface Target {
  readonly id: number;
  readonly index: number;
  readonly entry: EntryText;
  /** What the search for the note left out; null when the note was named by its index. */
  readonly left: LeftOut | null;
}

/** How many of the notes that a piece of text fits are named in an error. */
const FITTING_SHOWN_MAX = 10;

/** Finds the note of a request. One finder may be used with several views, one after another. */
export class TargetFinder {
  readonly #request: TargetRequest;
  readonly #reach: Reach;
  readonly #piece: PieceSearch | null;
  /** The tag as it is stored. */
  readonly #tag: string | null;

  /** Throws INVALID_ARGUMENT for mistakes that show without a view. */
  constructor(caller: Caller, request: TargetRequest) {
    const { match_str: piece, tag, project } = request;
    if (piece !== undefined && piece.trim() === "") {
      throw new HelixError(
        "INVALID_ARGUMENT",
        (say) =>
          `${say.name("match_str")} is blank: give a piece of the entry's text, e.g. ${say.option("match_str", "FFI bridge")}`,
      );
    }
    const tags = tag === undefined ? [] : normaliseTags(tag);
    if (tag !== undefined && tags.length !== 1) {
      throw new HelixError(
        "INVALID_ARGUMENT",
        (say) => `${say.given("tag", quote(tag))} is not accepted: give one tag, e.g. ${say.option("tag", "gotcha")}`,
      );
    }
    this.#request = request;
    this.#reach = new Reach(caller, project);
    this.#piece = piece === undefined ? null : new PieceSearch(piece);
    this.#tag = tags[0] ?? null;
  }

  /**
   * The note of a topic, by its stored name, that the request means, or the note that was named by its id. Throws
   * NOT_FOUND when no note fits. Throws INVALID_ARGUMENT when several notes fit, or when the topic holds notes of several
   * projects and the caller is outside of any project. Throws CORRUPTION when the record was damaged since it was
   * indexed.
   */
  find(view: KnowledgeView, { topic, index: named }: EntryAddress): Target {
    const index = oneIndex(topic, this.#request.index, named);
    return index === undefined ? this.#search(view, topic) : this.#named(view, topic, index);
  }

  #named(view: KnowledgeView, topic: string, index: number): Target {
    const documents = view.topicDocuments(topic);
    if (index >= documents.length) throw unknownIndex(topic, index, documents.length);
    const id = documents[index]!;
    const entry = readEntry(view, topic, id, index);
    const address = `${topicName(topic)}:${index}`;
    const begins = `it begins with ${quote(titleOf(entry))}`;
    if (this.#piece !== null && !this.#piece.fits(entry.text)) {
      throw new HelixError("NOT_FOUND", (say) => `${address} does not hold ${this.#asked(say)}: ${begins}`);
    }
    if (!this.#isTagged(view, id)) throw new HelixError("NOT_FOUND", `${address} has no tag ${this.#tag}: ${begins}`);
    this.#reach.checkNamed(address, view.document(id).projects);
    return { id, index, entry, left: null };
  }

  #search(view: KnowledgeView, topic: string): Target {
    const documents = view.topicDocuments(topic);
    const { positions, left } = this.#reach.toChange(view, topic);
    const tagged = positions.filter((position) => this.#isTagged(view, documents[position]!));
    const fitting = this.#piece === null ? tagged.slice(-1) : this.#piece.best(view, documents, tagged);
    const [index, ...others] = fitting;
    if (index === undefined) {
      const has = `${topicName(topic)} has ${counted(documents.length, "entry", "entries")}`;
      const withTag = this.#tag === null ? "" : ` with the tag ${this.#tag}`;
      throw new HelixError("NOT_FOUND", (say) => {
        const holds = this.#piece === null ? "" : ` holds ${this.#asked(say)}`;
        return `no entry${withTag}${holds}: ${left.after(has, say)}`;
      });
    }
    if (others.length > 0) throw this.#ambiguous(view, topic, fitting);
    const id = documents[index]!;
    return { id, index, entry: readEntry(view, topic, id, index), left };
  }

  #ambiguous(view: KnowledgeView, topic: string, fitting: readonly number[]): HelixError {
    const documents = view.topicDocuments(topic);
    const name = topicName(topic);
    const shown = fitting.slice(0, FITTING_SHOWN_MAX).map((index) => {
      const title = titleOf({ text: view.document(documents[index]!).snippet[0] });
      // What is in quotes ends with them.
      return `${name}:${index} ${view.shownId(documents[index]!)} ${quote(title.replaceAll('"', "'"))}`;
    });
    const more = fitting.length > shown.length ? ` and ${fitting.length - shown.length} more` : "";
    return new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `${this.#asked(say)} fits ${fitting.length} entries of ${name}, and nothing was changed: ${shown.join(", ")}${more}; give more of the text of one, or its index, e.g. ${say.option("index", String(fitting[0]))}`,
    );
  }

  #asked(say: Wording): string {
    return say.given("match_str", quote((this.#request.match_str ?? "").replaceAll('"', "'")));
  }

  #isTagged(view: KnowledgeView, id: number): boolean {
    return this.#tag === null || storedTags(view.document(id).tags).includes(this.#tag);
  }
}

/** The first line of a note, by which answers name the note. */
export function titleOf({ text }: Pick<EntryText, "text">): string {
  return cleanLine(snippetLines(text)[0]) || "(no text)";
}

/** The parsed body of a document. Throws CORRUPTION when its record was damaged since it was indexed. */
export function readEntry(view: KnowledgeView, topic: string, id: number, index: number): EntryText {
  return parseEntryText(readBody(view, topic, id, index));
}

/** The body of a document as it is stored. Throws CORRUPTION when its record was damaged since it was indexed. */
export function readBody(view: KnowledgeView, topic: string, id: number, index: number): string {
  const body = view.body(id);
  if (body !== null) return body;
  throw new HelixError(
    "CORRUPTION",
    `the record of ${topicName(topic)}:${index} is damaged; nothing was changed: see helix check`,
  );
}

/** Brings stored tags into the form in which new tags are written. Logs of other programs hold tags of any form. */
export function storedTags(tags: readonly string[]): string[] {
  return tags.map((tag) => {
    try {
      return normaliseTags(tag)[0] ?? tag;
    } catch {
      return tag;
    }
  });
}
