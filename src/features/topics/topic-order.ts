// The topics of a listing and their order. A topic changes when a note of it is stored or edited (edited.ts). A time
// that cannot be was written by a wrong clock. It counts only in a topic that has no other time, and such topics stand
// last.

import { MINUTE_MS } from "../../engine/text/dates.ts";
import { documentsOfProjects } from "../../notes/index/document-test.ts";
import type { TopicSummary } from "../../notes/index/note-index.ts";
import { namesWith } from "../../notes/index/project-documents.ts";
import { type Project, sameProject } from "../../notes/projects/project.ts";
import type { Reach } from "../../notes/scope/reach.ts";
import { editTimes } from "../../notes/store/edited.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { impossibleFrom } from "../../notes/text/entry-date.ts";

/** Whose notes a topic holds: some of the caller's project; else some of none; else those of others. In this order. */
export const OWNERS = { here: "of this project", none: "of no project", other: "of other projects" } as const;
const OWNER_ORDER = Object.keys(OWNERS);

/** A topic of a listing. */
export interface ListedTopic extends TopicSummary {
  /** When a note of it was last stored or edited, in UTC minutes since 1970. */
  readonly changed: number;
  /** Left out where only notes of the caller's project and of none are listed, and outside of any project. */
  readonly project?: keyof typeof OWNERS;
}

/** The topics within reach, with their last changes; `now` in milliseconds since 1970. */
export function listedTopics(
  view: KnowledgeView,
  reach: Reach,
  { project, now }: { readonly project: Project | null; readonly now: number },
): ListedTopic[] {
  const { index } = view;
  const nowMinutes = Math.floor(now / MINUTE_MS);
  const end = impossibleFrom(nowMinutes);
  const isConcerned = reach.in(index);
  const edited = new Map<string, number>();
  for (const [id, minutes] of editTimes(view, nowMinutes)) {
    if (minutes >= end || !isConcerned(id)) continue;
    const topic = index.topicOf(id);
    edited.set(topic, Math.max(minutes, edited.get(topic) ?? minutes));
  }
  const storedIn = ({ name, newest }: TopicSummary) => {
    if (newest < end) return newest;
    const times = index.topicDocuments(name).flatMap((id) => (isConcerned(id) ? [index.minutesOf(id)] : []));
    return times.findLast((minutes) => minutes < end) ?? newest;
  };
  const ownerOf = reach.includes === null && project !== null ? ownersIn(view, project) : null;
  return reach.topics(view).map((topic) => ({
    ...topic,
    changed: Math.max(storedIn(topic), edited.get(topic.name) ?? Number.NEGATIVE_INFINITY),
    ...(ownerOf === null ? {} : { project: ownerOf(topic.name) }),
  }));
}

/** Sorts topics: those of the caller's project first; then by last change or count, highest first, or by name. */
export function sortTopics(
  topics: readonly ListedTopic[],
  by: "changed" | "name" | "count",
  now: number,
): ListedTopic[] {
  const end = impossibleFrom(now / MINUTE_MS);
  const rank = ({ project }: ListedTopic) => (project === undefined ? 0 : OWNER_ORDER.indexOf(project));
  const changed = (topic: ListedTopic) => (topic.changed < end ? topic.changed : Number.NEGATIVE_INFINITY);
  const keyOf = { changed, count: ({ count }: ListedTopic) => count, name: () => 0 }[by];
  return topics.toSorted((a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    return rank(a) - rank(b) || (left === right ? 0 : right - left) || (a.name < b.name ? -1 : 1);
  });
}

function ownersIn({ index }: KnowledgeView, { keys }: Project): (name: string) => keyof typeof OWNERS {
  const named = (matches: (of: readonly string[]) => boolean) =>
    new Set(namesWith(index, documentsOfProjects(index, matches)));
  const own = named((of) => of.length > 0 && sameProject(of, keys));
  const ofNone = named((of) => of.length === 0);
  return (name) => (own.has(name) ? "here" : ofNone.has(name) ? "none" : "other");
}
