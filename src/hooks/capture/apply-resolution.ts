// Adds to captured failures what resolved them, in one transaction. A note gets a line below its first one, which lists
// show with it, links to the notes that were stored meanwhile, and a higher confidence. A note that is gone, or that
// somebody has turned into another note, is left alone. So is a note of another project that tells of the same error.

import { cleanLine } from "../../engine/text/clean.ts";
import { isCaptured, RESOLVED_CONFIDENCE } from "../../events/captured-entries.ts";
import { errorHash, hashOfKey } from "../../events/run-names.ts";
import { admitText, type JoiningGate, loadJoiningGate } from "../../notes/intake/draft.ts";
import { LINKS_MAX } from "../../notes/links/links.ts";
import { type Project, sameProject } from "../../notes/projects/project.ts";
import { isOwnFailure } from "../../notes/scope/own-entries.ts";
import type { Change } from "../../notes/store/changes.ts";
import { checkEntryBytes, STORED_BYTES_MAX } from "../../notes/store/edit-size.ts";
import type { KnowledgeBase } from "../../notes/store/knowledge-base.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import type { Author } from "../../notes/store/transaction-authors.ts";
import { formatEntryText } from "../../notes/text/entry-format.ts";
import { type EntryText, parseEntryText } from "../../notes/text/entry-text.ts";
import type { Resolution, ResolvedFailure } from "../common/hook-context.ts";
import { boundedWrite } from "./bounded-write.ts";

const RESOLVED = "Resolved: ";
/** How many lines that say what resolved the failure are kept; the newest is first. */
const RESOLVED_LINES_MAX = 3;
const NEW_LINKS_MAX = 5;
/** At most this many of a topic's last notes are looked at. */
const LOOKED_AT_MAX = 256;

/**
 * Amends the notes on resolved failures, in the name of `by`; they belong to `project` or to no project. Returns true when something was
 * written. Never throws.
 */
export async function applyResolution(
  base: KnowledgeBase,
  project: Project | null,
  { failures }: Resolution,
  by?: Author,
): Promise<boolean> {
  try {
    const admitted: ResolvedFailure[] = [];
    for (const failure of failures) {
      admitted.push({ ...failure, text: cleanLine((await admitText(failure.text)).text) });
    }
    const gate = await loadJoiningGate();
    const changed = await boundedWrite(base, (view) => resolvedChanges(view, project, admitted, gate), by);
    return changed !== null && changed.added.length > 0;
  } catch {
    return false;
  }
}

function resolvedChanges(
  view: KnowledgeView,
  project: Project | null,
  failures: readonly ResolvedFailure[],
  gate: JoiningGate,
): Change[] {
  const entries = new Map<number, EntryText>();
  const isOwn = isOwnFailure(view.index, project);
  for (const failure of failures) {
    const id = entryOf(view, isOwn, failure);
    const body = id < 0 ? null : view.body(id);
    if (body === null) continue;
    const entry = entries.get(id) ?? parseEntryText(body);
    const links = linksToStored(view, id, entry, failure.stored);
    const isMended = failure.isMended || links.length > entry.links.length;
    entries.set(id, {
      ...entry,
      text: gate.replace("", withResolution(entry.text, failure.text)).text,
      confidence: isMended ? Math.max(entry.confidence, RESOLVED_CONFIDENCE) : entry.confidence,
      links,
      // The citation is dropped: the cited lines were at fault and were meant to change.
      cited: null,
    });
  }
  return [...entries].map(([id, entry]) => {
    const body = formatEntryText(entry);
    checkEntryBytes(body, STORED_BYTES_MAX, () => "the entry", "after this", "shorten it first");
    return { kind: "replace", id, body };
  });
}

/** The captured note, at its old index or wherever it stands in the topic now; -1 when it is gone. */
function entryOf(
  view: KnowledgeView,
  isOwn: (id: number) => boolean,
  { captured: { topic, index, key } }: ResolvedFailure,
): number {
  const documents = view.topicDocuments(topic);
  const isIt = (id: number) => {
    if (!isOwn(id) || !isCaptured(view, id)) return false;
    const [title] = view.document(id).snippet;
    return errorHash(title) === hashOfKey(key);
  };
  const there = documents[index];
  if (there !== undefined && isOwn(there) && (isIt(there) || isRedacted(view, there))) return there;
  return documents.slice(-LOOKED_AT_MAX).findLast(isIt) ?? -1;
}

/** Whether redaction changed the first line of the note, from which the key was made. */
function isRedacted(view: KnowledgeView, id: number): boolean {
  return isCaptured(view, id) && view.document(id).snippet[0].includes("[redacted: ");
}

/** The text with `line` as its second line. */
function withResolution(text: string, line: string): string {
  const [title = "", ...rest] = text.split("\n");
  const before = rest.filter((each) => each.startsWith(RESOLVED) && each !== line);
  const others = rest.filter((each) => !each.startsWith(RESOLVED));
  return [title, line, ...before.slice(0, RESOLVED_LINES_MAX - 1), ...others].join("\n");
}

/** The note's links, and links to the notes that were written under `topics` after it. */
function linksToStored(view: KnowledgeView, id: number, entry: EntryText, topics: readonly string[]): string[] {
  const links = new Set(entry.links);
  const from = view.document(id).offset;
  const most = Math.min(LINKS_MAX, links.size + NEW_LINKS_MAX);
  for (const given of topics) {
    const topic = view.resolveTopic(given);
    const documents = topic === null ? [] : view.topicDocuments(topic);
    for (let index = documents.length - 1; index >= Math.max(0, documents.length - LOOKED_AT_MAX); index--) {
      if (links.size >= most) break;
      const other = documents[index]!;
      const { offset, projects } = view.document(other);
      const isOwn = projects.length === 0 || sameProject(projects, entry.projects);
      if (offset > from && isOwn && !isCaptured(view, other)) links.add(view.shownId(other));
    }
  }
  return [...links];
}
