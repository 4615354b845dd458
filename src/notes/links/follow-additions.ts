// Handles entries that are added before others of their topic, because a clock went back or an import brings older
// ones. The others move up, and the links to them are rewritten in the same write.
// Invariants:
// - The entries of a topic are not gone through if the new ones stand last.
// - Nor are they if no live entry links to the topic, unless the additions bring links that have to be redirected.

import { minutesOfStored, storedOfMinutes } from "../../engine/log/log-time.ts";
import type { LiveIndex } from "../../engine/segment/live-index.ts";
import { documentsLinkingTo } from "../index/link-lookup.ts";
import type { Change } from "../store/changes.ts";
import type { KnowledgeView } from "../store/knowledge-view.ts";
import { type Followed, followLinks, holdsLinks, linkChanges, linkRewriter, type Redirect } from "./follow-links.ts";

/** An entry that is about to be added. */
export type Addition = Extract<Change, { kind: "add" }>;

/** The positions of the entries of a topic after a write. */
export interface Positions {
  /** By the index that the entries have now. */
  readonly existing: readonly number[];
  /** In the order of the additions. */
  readonly added: readonly number[];
}

/**
 * Where the entries of `topic`, a stored name, will stand when entries with these times (minutes UTC since 1970) are
 * added.
 */
export function positionsAfter(view: KnowledgeView, topic: string, minutes: readonly number[]): Positions {
  const documents = view.topicDocuments(topic);
  const times = minutes.map((time) => asStored(view, time));
  const order = times.map((_, at) => at).sort((a, b) => times[a]! - times[b]! || a - b);
  const existing: number[] = [];
  const added = new Array<number>(minutes.length);
  let next = 0;
  for (const id of documents) {
    // Entries of the same minute that are there already stand before new ones.
    for (const time = view.minutesOf(id); next < order.length && times[order[next]!]! < time; next++) {
      added[order[next]!] = existing.length + next;
    }
    existing.push(existing.length + next);
  }
  for (; next < order.length; next++) added[order[next]!] = existing.length + next;
  return { existing, added };
}

/** The time of the topic's last live entry, in minutes UTC since 1970; minus infinity if there is none. */
function newestMinutes(index: LiveIndex, topic: string): number {
  let newest = Number.NEGATIVE_INFINITY;
  for (const { segment, first } of index.segments) {
    const ordinal = segment.findTopic(topic);
    if (ordinal < 0) continue;
    for (let at = segment.topicSize(ordinal) - 1; at >= 0; at--) {
      const id = segment.topicDocument(ordinal, at);
      // A damaged index may name documents that do not exist.
      if (id < 0 || id >= segment.documentCount || index.isDeleted(first + id)) continue;
      newest = Math.max(newest, index.minutesOf(first + id));
      break;
    }
  }
  return newest;
}

/**
 * The time as it is read back from the log. Around a change of the clocks, wall-clock time does not have every minute.
 */
function asStored(view: KnowledgeView, minutes: number): number {
  return minutesOfStored(storedOfMinutes(minutes, view.index.timeBase));
}

/**
 * The consequences of additions: other entries with new links. `own` are the additions themselves, with the links that
 * they brought redirected.
 */
export interface FollowedAdditions extends Followed {
  readonly own: readonly Addition[];
}

/**
 * Follows the links to entries that move up when `additions` are written. With `redirectsOwn`, links that the additions
 * bring lead to the entry that they meant before the write. Otherwise they stay as they are. Throws LIMIT.
 */
export function followAdditions(
  view: KnowledgeView,
  additions: readonly Addition[],
  redirectsOwn: boolean,
): FollowedAdditions {
  const times = new Map<string, number[]>();
  for (const { topic, minutes } of additions) {
    const known = times.get(topic);
    if (known) known.push(minutes);
    else times.set(topic, [minutes]);
  }
  const linksBrought = redirectsOwn && additions.some(({ body }) => holdsLinks(body));
  const redirects = new Map<string, Redirect>();
  for (const [topic, minutes] of times) {
    const earliest = minutes.reduce((least, time) => Math.min(least, asStored(view, time)), Number.POSITIVE_INFINITY);
    // This holds almost always, and costs less to find out than which entries link to the topic.
    if (earliest >= newestMinutes(view.index, topic)) continue;
    if (!linksBrought && documentsLinkingTo(view.index, topic).length === 0) continue;
    const { existing } = positionsAfter(view, topic, minutes);
    redirects.set(topic, (index) => addressAt(topic, existing[index]));
  }
  if (redirects.size === 0) return { bodies: new Map(), removed: 0, own: additions };
  const rewrite = linkRewriter(view, redirects);
  const own = redirectsOwn
    ? additions.map((addition) => ({ ...addition, body: rewrite(addition.body)?.body ?? addition.body }))
    : additions;
  return { ...followLinks(view, redirects), own };
}

/** The changes of a write that adds entries: the additions, and behind them the rewritten links. */
export function additionChanges(followed: FollowedAdditions): Change[] {
  return [...followed.own, ...linkChanges(followed)];
}

function addressAt(topic: string, index: number | undefined): ReturnType<Redirect> {
  return index === undefined ? undefined : { topic, index };
}
