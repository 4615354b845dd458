// Which entry an edit means: by index, by a piece of its text, by a tag, else the last one. All that are given must hold. The
// text alone is searched, not the metadata lines, so that `match_str="gotcha"` never means an entry that is only tagged so.
// A search for a piece of text reads a whole topic: it is done before a write takes the lock, and under it only what was found is
// looked at again.

import { HelixError } from "../../errors.ts";
import type { KnowledgeView } from "../../knowledge/knowledge-view.ts";
import { cleanLine, quote } from "../../text/clean.ts";
import { type EntryText, parseEntryText } from "../../text/entry-text.ts";
import { snippetLines } from "../../text/snippet.ts";
import { normaliseTags } from "../../text/tags.ts";
import { unknownIndex } from "../read/read.ts";
import { counted, topicName } from "../wording.ts";

/** What a caller gives to name an entry. */
export interface TargetRequest {
  readonly index?: number | undefined;
  readonly match_str?: string | undefined;
  readonly tag?: string | undefined;
}

/** The entry that is meant. */
export interface Target {
  readonly id: number;
  readonly index: number;
  readonly entry: EntryText;
  /** Indexes of the other entries that `match_str` fits as well; none when the entry was named by its index. */
  readonly others: readonly number[];
}

/** What a search for a piece of text found before the lock was taken; it holds in other views if the entry still fits. */
export interface FoundEarlier {
  /** Of the entry: see `IndexedDocument`. */
  readonly place: number;
  readonly others: readonly number[];
  readonly index: number;
}

const OTHERS_SHOWN_MAX = 5;

/** Checks what can be checked without a view. Throws INVALID_ARGUMENT. */
export function checkTargetRequest({ match_str: piece, tag }: TargetRequest): void {
  if (piece !== undefined && piece.trim() === "") {
    throw new HelixError(
      "INVALID_ARGUMENT",
      'match_str is blank: give a piece of the entry\'s text, e.g. match_str="FFI bridge"',
    );
  }
  if (tag !== undefined && normaliseTags(tag).length !== 1) {
    throw new HelixError("INVALID_ARGUMENT", `tag=${quote(tag)} is not accepted: give one tag, e.g. tag="gotcha"`);
  }
}

/**
 * Looks for the entry before the lock is taken. Throws as `findTarget` does: what is not there is no reason to wait, or to make
 * a directory.
 */
export function findEarly(view: KnowledgeView, topic: string, request: TargetRequest): FoundEarlier {
  const { id, index, others } = findTarget(view, topic, request, null);
  return { place: view.document(id).place, index, others };
}

/**
 * The entry of `topic`, a stored name, that is meant. `earlier`: what was found before the lock, if anything. Throws NOT_FOUND when none
 * fits, CORRUPTION when its record was damaged since it was indexed.
 */
export function findTarget(
  view: KnowledgeView,
  topic: string,
  request: TargetRequest,
  earlier: FoundEarlier | null,
): Target {
  const name = topicName(topic);
  const { index, match_str: piece } = request;
  const documents = view.topicDocuments(topic);
  const tag = request.tag === undefined ? null : normaliseTags(request.tag)[0]!;
  const isTagged = (id: number) => tag === null || storedTags(view.document(id).tags).includes(tag);
  const at = (position: number, others: readonly number[] = []): Target => {
    const id = documents[position]!;
    return { id, index: position, entry: readEntry(view, topic, id, position), others };
  };
  if (index !== undefined) {
    if (index >= documents.length) throw unknownIndex(topic, index, documents.length);
    const target = at(index);
    const begins = `it begins with ${quote(titleOf(target.entry))}`;
    if (piece !== undefined && !matcher(piece)(target.entry.text)) {
      throw new HelixError("NOT_FOUND", `${name}:${index} does not hold match_str=${quote(piece)}: ${begins}`);
    }
    if (!isTagged(target.id)) throw new HelixError("NOT_FOUND", `${name}:${index} has no tag ${tag}: ${begins}`);
    return target;
  }
  const inTopic = `${name} has ${counted(documents.length, "entry", "entries")}`;
  const withTag = tag === null ? "" : ` with the tag ${tag}`;
  if (piece === undefined) {
    const last = documents.findLastIndex(isTagged);
    if (last < 0) throw new HelixError("NOT_FOUND", `no entry${withTag}: ${inTopic}`);
    return at(last);
  }
  if (earlier !== null) {
    const id = documents[earlier.index];
    const isThere = id !== undefined && view.document(id).place === earlier.place && isTagged(id);
    const target = isThere ? at(earlier.index, earlier.others) : null;
    if (target !== null && matcher(piece)(target.entry.text)) return target;
  }
  const [first, ...others] = matches(view, documents, piece, isTagged);
  if (first === undefined) {
    throw new HelixError("NOT_FOUND", `no entry${withTag} holds match_str=${quote(piece)}: ${inTopic}`);
  }
  return at(first, others);
}

/** What an answer says of further matches: a line, or none. */
export function otherMatches({ others }: Target): string[] {
  if (others.length === 0) return [];
  const shown = others.slice(0, OTHERS_SHOWN_MAX).join(", ");
  const more = others.length > OTHERS_SHOWN_MAX ? ", ..." : "";
  return [`match_str also fits ${counted(others.length, "other entry", "other entries")}: ${shown}${more}`];
}

/** The first line of an entry, as answers name it. */
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

/** Stored tags as new ones are written; logs of other programs hold tags of any form. */
export function storedTags(tags: readonly string[]): string[] {
  return tags.map((tag) => {
    try {
      return normaliseTags(tag)[0] ?? tag;
    } catch {
      return tag;
    }
  });
}

/** Positions of the entries that hold the piece as it is; if there are none, of those that hold it in any case. */
function matches(
  view: KnowledgeView,
  documents: readonly number[],
  piece: string,
  isWanted: (id: number) => boolean,
): number[] {
  const exact: number[] = [];
  const alike: number[] = [];
  const isExact = includes(piece);
  const isAlike = includesFolded(piece);
  documents.forEach((id, position) => {
    const body = isWanted(id) ? view.body(id) : null;
    if (body === null) return;
    const { text } = parseEntryText(body);
    if (isExact(text)) exact.push(position);
    else if (exact.length === 0 && isAlike(text)) alike.push(position);
  });
  return exact.length > 0 ? exact : alike;
}

function matcher(piece: string): (text: string) => boolean {
  const isExact = includes(piece);
  const isAlike = includesFolded(piece);
  return (text) => isExact(text) || isAlike(text);
}

function includes(piece: string): (text: string) => boolean {
  const wanted = piece.replace(/\r\n?/g, "\n");
  return (text) => text.includes(wanted);
}

function includesFolded(piece: string): (text: string) => boolean {
  const wanted = folded(piece.replace(/\r\n?/g, "\n"));
  return (text) => folded(text).includes(wanted);
}

function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
