// Rewrites links when entries are renumbered, moved or deleted, in the same write.
// Invariants:
// - The entries with such links are found by the index. No other body is read.
// - A link that points at no entry stays as it is, since it may be meant for a future entry. Only a new name of its
//   topic changes it.
// - Of the linking entries only the line of links changes. That does not count as a revision of them.

import { counted } from "../../base/wording.ts";
import { documentsLinkingTo } from "../index/link-lookup.ts";
import { parseLink } from "../index/link-terms.ts";
import type { Change } from "../store/changes.ts";
import { checkEntryBytes, checkRewrittenBytes, STORED_BYTES_MAX } from "../store/edit-size.ts";
import type { KnowledgeView } from "../store/knowledge-view.ts";
import { formatEntryText } from "../text/entry-format.ts";
import { parseEntryText } from "../text/entry-text.ts";
import { canStandInLink } from "./links.ts";

/** Where an entry will be after an edit. */
export interface Address {
  readonly topic: string;
  readonly index: number;
}

/**
 * Where a link to an entry of one topic leads after an edit; null: its target is gone; undefined: the link stays as it
 * is.
 */
export type Redirect = (index: number) => Address | null | undefined;

/** The consequences of an edit for entries that link to the edited ones. */
export interface Followed {
  /** New bodies by document. */
  readonly bodies: ReadonlyMap<number, string>;
  /** How many links were removed, because their target is gone or its new name cannot stand in a link. */
  readonly removed: number;
}

/**
 * Rewrites the links to the topics of `redirects`, which are stored names. Entries in `gone` are left out, since the
 * same write deletes them. Throws LIMIT if that is more than one write may hold, or if an entry would grow too long.
 */
export function followLinks(
  view: KnowledgeView,
  redirects: ReadonlyMap<string, Redirect>,
  gone: ReadonlySet<number> = new Set(),
): Followed {
  const linking = new Set<number>();
  for (const topic of redirects.keys()) for (const id of documentsLinkingTo(view.index, topic)) linking.add(id);
  for (const id of gone) linking.delete(id);
  checkRewrittenBytes(view, linking);
  const rewrite = linkRewriter(view, redirects);
  const bodies = new Map<number, string>();
  let removed = 0;
  for (const id of linking) {
    const rewritten = rewrite(view.body(id) ?? "");
    if (rewritten === null) continue;
    removed += rewritten.removed;
    checkEntryBytes(
      rewritten.body,
      STORED_BYTES_MAX,
      () => addressOf(view, id),
      "with its links rewritten",
      "shorten it first",
    );
    bodies.set(id, rewritten.body);
  }
  return { bodies, removed };
}

/** Where links to a topic, given by its stored name, lead when its documents in `gone` are deleted. */
export function withoutEntries(view: KnowledgeView, topic: string, gone: ReadonlySet<number>): Redirect {
  let next = 0;
  const addresses = view.topicDocuments(topic).map((id) => (gone.has(id) ? null : { topic, index: next++ }));
  return (index) => addresses[index];
}

/**
 * Makes a function that redirects the links of a body. It returns null if all links stay as they are. It looks up each
 * topic's name once.
 */
export function linkRewriter(
  view: KnowledgeView,
  redirects: ReadonlyMap<string, Redirect>,
): (body: string) => { body: string; removed: number } | null {
  const resolved = new Map<string, string>();
  const resolve = (given: string): string => {
    const topic = resolved.get(given) ?? view.resolveTopic(given) ?? "";
    resolved.set(given, topic);
    return topic;
  };
  return (body) => {
    const entry = parseEntryText(body);
    const links = entry.links.map((link) => redirected(link, resolve, redirects));
    if (links.every((link, at) => link === entry.links[at])) return null;
    const kept = new Set(links.filter((link) => link !== null));
    return {
      body: formatEntryText({ ...entry, links: [...kept] }),
      removed: links.filter((link) => link === null).length,
    };
  };
}

/** Whether a body may have links. False is certain, true is not. */
export function holdsLinks(body: string): boolean {
  return body.includes("[links:");
}

/** The changes for entries of which only the links change. The caller changes those in `moved` itself. */
export function linkChanges({ bodies }: Followed, moved: ReadonlySet<number> = new Set()): Change[] {
  return [...bodies].filter(([id]) => !moved.has(id)).map(([id, body]) => ({ kind: "replace", id, body }));
}

/** What an answer says about rewritten links: lines, or none. `why` is the reason for removed links. */
export function followedNotes({ bodies, removed }: Followed, why: string): string[] {
  const notes = bodies.size === 0 ? [] : [`links rewritten in ${counted(bodies.size, "entry", "entries")}`];
  if (removed > 0) notes.push(`${counted(removed, "link", "links")} removed: ${why}`);
  return notes;
}

/** The link as it is to be written; null if it has to be removed. A link that stays the same keeps its spelling. */
function redirected(
  link: string,
  resolve: (topic: string) => string,
  redirects: ReadonlyMap<string, Redirect>,
): string | null {
  const parts = parseLink(link);
  if (parts === null) return link;
  const topic = resolve(parts.topic);
  const address = redirects.get(topic)?.(parts.index);
  if (address === undefined || (address?.topic === topic && address.index === parts.index)) return link;
  if (address === null || !canStandInLink(address.topic)) return null;
  // An index that stays keeps its digits: a link may have more digits than a number can hold.
  const digits = address.index === parts.index ? link.slice(parts.topic.length + 1) : String(address.index);
  return `${address.topic}:${digits}`;
}

function addressOf(view: KnowledgeView, id: number): string {
  const { topic } = view.document(id);
  return `${topic}:${view.topicDocuments(topic).indexOf(id)}`;
}
