// Finds a stored entry with exactly the text of a draft, the same project and the same source. White space at the ends
// of lines, tags, confidence and topic may differ.

import type { Wording } from "../../base/wording.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import type { Draft, DraftRequest } from "../intake/draft.ts";
import { sameProject } from "../projects/project.ts";
import { STALE } from "../sources/source-state.ts";
import type { KnowledgeView } from "../store/knowledge-view.ts";
import { LinkTargets } from "../store/link-targets.ts";
import { type Fingerprint, parseFingerprint } from "../text/citation.ts";
import { type EntryText, parseEntryText } from "../text/entry-text.ts";
import { shownNoteId } from "../text/note-id.ts";
import { topicName } from "../text/topic-names.ts";
import { comparable, type SoughtText, sameTextCandidates, soughtText } from "./same-text-candidates.ts";

/** An entry that holds the text already, and its position: the stored name of its topic, and its index. */
export interface SameText {
  readonly id: string;
  readonly topic: string;
  readonly index: number;
  readonly entry: EntryText;
  /** Whether it has all links of the draft. */
  readonly hasLinks: boolean;
}

/**
 * How many entries are read for one text. Nearly every entry with the same words and the same length of its first line
 * has the same text.
 */
const READ_MAX = 32;
const TAGS_SHOWN_MAX = 200;

/** Prepares the comparison of a draft with stored entries, before the write lock is taken. */
export function soughtDraft({ text, source }: Draft): SoughtText {
  return soughtText(text, source);
}

/**
 * The newest live entry that holds the text of a draft that would be stored under `topic`; null for none. Runs under
 * the write lock.
 */
export function findSame(view: KnowledgeView, topic: string, draft: Draft, sought: SoughtText): SameText | null {
  const { projects, cited } = draft;
  const isOwn = (keys: readonly string[]) => (projects.length === 0 ? keys.length === 0 : sameProject(keys, projects));
  let read = 0;
  for (const id of sameTextCandidates(view.index, sought, topic, isOwn)) {
    if (++read > READ_MAX) return null;
    const body = view.body(id);
    const entry = body === null ? null : parseEntryText(body);
    if (entry === null || comparable(entry.text) !== sought.text || !isOfOnePlace(entry.cited, cited)) continue;
    const found = view.index.topicOf(id);
    const index = view.topicDocuments(found).indexOf(id);
    return { id: view.noteId(id), topic: found, index, entry, hasLinks: hasLinks(view, entry, draft) };
  }
  return null;
}

/** Whether a stored note has the links of a draft, by whatever name they lead to their notes. */
function hasLinks(view: KnowledgeView, { links }: EntryText, draft: Draft): boolean {
  if (draft.links.length === 0) return true;
  const targets = new LinkTargets(view);
  const has = new Set(links.map((link) => targets.byId(link)));
  return draft.links.every((link) => has.has(targets.byId(link)));
}

/** A key that is equal for two drafts of one project that say the same about the same source. */
export function sameTextKey({ source, cited }: Draft, { text }: SoughtText): string {
  const place = fingerprintOf(cited);
  return JSON.stringify([text, source, place?.mark, place?.folder]);
}

/** Where the text stands: `build-gotchas:3 @7k3v9xq2mp`. */
export function addressOf({ id, topic, index }: SameText): string {
  return `${topicName(topic)}:${index} ${shownNoteId(id)}`;
}

/** Lines for the answer: what was given with the text and the stored entry does not have, and how to change that. */
export function differences(
  { entry, hasLinks: hasAllLinks }: SameText,
  draft: Draft,
  given: Pick<DraftRequest, "tags" | "confidence">,
  wording: Wording,
): string[] {
  const by = (action: string) => wording.either(`helix edit ${action}`, `edit action="${action}"`);
  const lines: string[] = [];
  if (given.tags !== undefined && !areEqual(entry.tags, draft.tags)) {
    const tags = entry.tags.length === 0 ? "it has no tags" : `its tags are ${shownTags(entry.tags)}`;
    lines.push(`${tags}: ${by("tag")} changes them`);
  }
  if (given.confidence !== undefined && entry.confidence !== draft.confidence) {
    lines.push(`its confidence is ${Math.round(entry.confidence * 100)}%: ${by("revise")} changes it`);
  }
  if (!hasAllLinks) lines.push("the links were not added");
  const [before, now] = [fingerprintOf(entry.cited), fingerprintOf(draft.cited)];
  if (before !== null && now !== null && before.hash !== now.hash) {
    lines.push(`${STALE}: its source has changed; ${by("revise")} with the same text says that it still holds`);
  }
  return lines;
}

function shownTags(tags: readonly string[]): string {
  return cutLine(cleanLine(tags.join(", ")), TAGS_SHOWN_MAX);
}

function areEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each) => b.includes(each));
}

/**
 * Whether both entries cite the same file. The same path may begin in different folders. If the folder is not known,
 * the files count as the same.
 */
function isOfOnePlace(a: string | null, b: string | null): boolean {
  const [one, other] = [fingerprintOf(a), fingerprintOf(b)];
  return one === null || other === null || (one.folder === other.folder && one.mark === other.mark);
}

function fingerprintOf(cited: string | null): Fingerprint | null {
  return cited === null ? null : parseFingerprint(cited);
}
