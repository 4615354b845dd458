// Links follow what they point at: when entries are renumbered, moved or deleted, the links to them are rewritten in
// the same write.
// Invariants:
// - the entries that hold such links are found by the index; no other body is read;
// - a link that points at no entry stays as it is, but under a new name of its topic: it may be meant for an entry to
//   come;
// - nothing of the linking entries changes but their links line; that is no revision of theirs.

import { counted } from "../../base/wording.ts";
import { documentsLinkingTo } from "../index/link-lookup.ts";
import { parseLink } from "../index/link-terms.ts";
import type { Change } from "../store/changes.ts";
import { checkEntryBytes, checkRewrittenBytes, STORED_BYTES_MAX } from "../store/edit-size.ts";
import type { KnowledgeView } from "../store/knowledge-view.ts";
import { formatEntryText } from "../text/entry-format.ts";
import { parseEntryText } from "../text/entry-text.ts";
import { canStandInLink } from "./links.ts";

/** Where an entry is to be found after an edit. */
export interface Address {
  readonly topic: string;
  readonly index: number;
}

/**
 * Where links to the entries of one topic lead after an edit; null: what they led to is gone; undefined: where they
 * led.
 */
export type Redirect = (index: number) => Address | null | undefined;

/** The bodies that an edit of other entries changes. */
export interface Followed {
  /** New bodies by document. */
  readonly bodies: ReadonlyMap<number, string>;
  /** How many links were removed, because what they led to is gone or no link can hold its new name. */
  readonly removed: number;
}

/**
 * Rewrites the links to the topics of `redirects`, which are stored names. Entries in `gone` are left out: they are
 * deleted in the same write. Throws LIMIT when that is more than one write may hold, or an entry would grow too long.
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

/** Where links to a topic, by stored name, lead when its documents in `gone` are deleted. */
export function withoutEntries(view: KnowledgeView, topic: string, gone: ReadonlySet<number>): Redirect {
  let next = 0;
  const addresses = view.topicDocuments(topic).map((id) => (gone.has(id) ? null : { topic, index: next++ }));
  return (index) => addresses[index];
}

/**
 * Makes a function that redirects the links of a body; null: they stay as they are. It looks each topic's name up once.
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

/** Whether a body may have links; false is certain. */
export function holdsLinks(body: string): boolean {
  return body.includes("[links:");
}

/** The changes for entries that keep their place but for their links; those in `moved` are changed by the caller. */
export function linkChanges({ bodies }: Followed, moved: ReadonlySet<number> = new Set()): Change[] {
  return [...bodies].filter(([id]) => !moved.has(id)).map(([id, body]) => ({ kind: "replace", id, body }));
}

/** What an answer says of links that followed: lines, or none. `why` says why links were removed. */
export function followedNotes({ bodies, removed }: Followed, why: string): string[] {
  const notes = bodies.size === 0 ? [] : [`links rewritten in ${counted(bodies.size, "entry", "entries")}`];
  if (removed > 0) notes.push(`${counted(removed, "link", "links")} removed: ${why}`);
  return notes;
}

/** The link as it is to be written; null when it has to go. One that leads where it led keeps its spelling. */
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
  // The digits of an index that stays are kept: a number could not hold those of every link.
  const digits = address.index === parts.index ? link.slice(parts.topic.length + 1) : String(address.index);
  return `${address.topic}:${digits}`;
}

function addressOf(view: KnowledgeView, id: number): string {
  const { topic } = view.document(id);
  return `${topic}:${view.topicDocuments(topic).indexOf(id)}`;
}
