// Collects the notes that a briefing is about: those of the topics that the query names, else those that a search for
// its words finds.

import { HelixError } from "../../base/errors.ts";
import type { Wording } from "../../base/wording.ts";
import { quote } from "../../engine/text/clean.ts";
import { capturedFailures } from "../../notes/index/captured-failures.ts";
import type { NoteIndex } from "../../notes/index/note-index.ts";
import { documentsTagged } from "../../notes/index/tagged-documents.ts";
import { resolveTopics } from "../../notes/scope/scope.ts";
import { nearestTopics } from "../../notes/scope/unknown-topic.ts";
import { archivedBy, buildFilter, type FilterRequest } from "../../notes/search/filter.ts";
import { type NoteQuery, parseQuery } from "../../notes/search/note-query.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { ARCHIVED_TAG } from "../../notes/text/archived.ts";
import { normaliseTags } from "../../notes/text/tags.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import type { TopicLists } from "./topic-lists.ts";
import { type NamedBy, namedTopics } from "./topic-names.ts";

/** How many matches of a search are taken, best first. */
export const MATCHES_MAX = 2000;
/**
 * If no note has all the words, matches with less than this share of the best score have hardly any of them and are
 * left out.
 */
const PARTIAL_SCORE_MIN = 0.5;
const NEAREST_SHOWN = 3;

/** The conditions that every note of a briefing meets. The time of a note is that of its last revision. */
export interface Scope extends Pick<FilterRequest, "from" | "to" | "project" | "archived"> {
  /** The times of revisions by document, in UTC minutes since 1970: see edited.ts. */
  readonly revised: ReadonlyMap<number, number>;
}

export interface TopicCount {
  readonly name: string;
  readonly count: number;
}

export interface Collected {
  readonly by: NamedBy | "words" | "everything";
  /** The document numbers, in the order of the search, or else topic by topic. */
  readonly ids: readonly number[];
  /** The search score of each document, by its position in `ids`; null when no words were searched for. */
  readonly scores: readonly number[] | null;
  /** The number of notes in each topic, highest first. */
  readonly topics: readonly TopicCount[];
  /** How many notes match; more than `ids` holds when a search finds very many. */
  readonly total: number;
  /** Whether no note has all the words, so that notes with some of them are listed. */
  readonly fellBack: boolean;
  /** Topics that may have been meant, for a query of one word that no note has. */
  readonly nearest: readonly string[];
}

/** A test for the notes in scope; null when all are. */
export function scopeTest(index: NoteIndex, scope: Scope): ((id: number) => boolean) | null {
  const { from, to, project, archived, revised } = scope;
  const hasErrors = capturedFailures(index) !== null;
  if (from === null && to === null && project === null && archived === undefined && !hasErrors) return null;
  const isStored = filterTest(index, scope);
  if (isStored === null || (from === null && to === null) || revised.size === 0) return isStored;
  const isOther = filterTest(index, { from: null, to: null, project, archived }) ?? (() => true);
  return (id) => {
    const date = revised.get(id);
    return date === undefined ? isStored(id) : isOther(id) && date >= (from ?? date) && date < (to ?? Infinity);
  };
}

function filterTest(
  index: NoteIndex,
  { from, to, project, archived }: Pick<FilterRequest, "from" | "to" | "project" | "archived">,
): ((id: number) => boolean) | null {
  const request: FilterRequest = { tags: [], topics: [], sources: [], from, to, project, archived };
  const isCaptured = capturedFailures(index);
  const tests = index.segments.map((numbered) => ({
    first: numbered.first,
    passes: buildFilter(numbered, request, isCaptured),
  }));
  if (tests.every(({ passes }) => passes === undefined)) return null;
  const [base, delta] = tests;
  return (id) => {
    const { first, passes } = delta !== undefined && id >= delta.first ? delta : base!;
    return passes === undefined || (passes?.(id - first) ?? false);
  };
}

/** How many archived notes the query means; 0 where it asks for them. */
export function archivedCount(view: KnowledgeView, query: string | null, scope: Scope, lists: TopicLists): number {
  if (documentsTagged(view.index, [ARCHIVED_TAG]) === null) return 0;
  if (query !== null && archivedBy(tagsOf(parseQuery(query))) === undefined) return 0;
  try {
    return collect(view, query, { ...scope, archived: "only" }, lists).total;
  } catch {
    // Nothing has the words.
    return 0;
  }
}

/**
 * Collects the notes that a query means; `query` null means everything. The collection is empty when nothing is in
 * scope. Throws NOT_FOUND with the nearest topics when nothing matches in any scope.
 */
export function collect(view: KnowledgeView, query: string | null, scope: Scope, lists: TopicLists): Collected {
  if (query === null) return ofTopics(view, "everything", view.index.topicNames(), scope, lists);
  const parsed = parseQuery(query);
  // Whoever asks for the tag gets archived notes, too.
  const reach = scope.archived === "without" ? { ...scope, archived: archivedBy(tagsOf(parsed)) } : scope;
  const hasFields = parsed.tags.length + parsed.topics.length + parsed.sources.length > 0;
  const named = hasFields ? null : namedTopics(view, query);
  if (named !== null) return ofTopics(view, named.by, named.names, scope, lists);
  const found = ofWords(view, parsed, reach);
  if (found.total > 0) {
    const isMistaken = found.fellBack && !hasFields && !/\s/.test(query);
    return isMistaken ? { ...found, nearest: nearestTopics(view, query, NEAREST_SHOWN) } : found;
  }
  const anywhere = ofWords(view, parsed, { ...scope, from: null, to: null, project: null, archived: undefined });
  if (anywhere.total === 0) throw nothingAbout(view, query);
  return found;
}

function ofTopics(
  view: KnowledgeView,
  by: Collected["by"],
  names: readonly string[],
  scope: Scope,
  lists: TopicLists,
): Collected {
  const passes = scopeTest(view.index, scope);
  const ids: number[] = [];
  const topics: TopicCount[] = [];
  for (const name of names) {
    const before = ids.length;
    for (const id of lists.of(name)) if (passes === null || passes(id)) ids.push(id);
    if (ids.length > before) topics.push({ name, count: ids.length - before });
  }
  return { by, ids, scores: null, topics: topics.sort(byCount), total: ids.length, fellBack: false, nearest: [] };
}

function ofWords(view: KnowledgeView, query: NoteQuery, scope: Scope): Collected {
  // The filter of a search knows no revisions. If there are any, the scope is tested on the results of the search.
  const passes = scope.from !== null && scope.revised.size > 0 ? scopeTest(view.index, scope) : null;
  const { project, archived } = scope;
  const [from, to] = passes === null ? [scope.from, scope.to] : [null, null];
  const results = view.search({
    query,
    filter: {
      tags: tagsOf(query),
      topics: resolveTopics(view, query.topics),
      sources: query.sources,
      from,
      to,
      project,
      archived,
    },
    mode: "and",
    diverse: false,
    // For the search every note counts as new and as of no project. The briefing adds both by itself.
    nowMinutes: Number.NEGATIVE_INFINITY,
    ownProject: null,
  });
  const ids: number[] = [];
  const scores: number[] = [];
  /** The documents including those beyond the limit, when results are tested one by one. */
  const all: number[] = [];
  let isCut = false;
  for (const { id, score } of results.ordered()) {
    if (passes?.(id) === false) continue;
    if (results.fellBack && score < PARTIAL_SCORE_MIN * (scores[0] ?? score)) break;
    if (ids.length < MATCHES_MAX) {
      ids.push(id);
      scores.push(score);
    } else if (passes === null) {
      isCut = true;
      break;
    }
    all.push(id);
  }
  const counts = isCut ? results.topicCounts() : topicCounts(view.index, all);
  const topics = [...counts].map(([name, count]) => ({ name, count })).sort(byCount);
  const total = isCut ? results.total : all.length;
  return { by: "words", ids, scores, topics, total, fellBack: results.fellBack, nearest: [] };
}

/** The tags that a query asks for, as they are stored. */
function tagsOf({ tags }: NoteQuery): string[] {
  return tags.flatMap((tag) => normaliseTags(tag));
}

function topicCounts(index: NoteIndex, ids: readonly number[]): Map<string, number> {
  const keyOf = index.topicKeys();
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(keyOf(id), (counts.get(keyOf(id)) ?? 0) + 1);
  return new Map([...counts].map(([key, count]) => [index.topicOfKey(key), count]));
}

function byCount(a: TopicCount, b: TopicCount): number {
  return b.count - a.count || (a.name < b.name ? -1 : 1);
}

function nothingAbout(view: KnowledgeView, query: string): HelixError {
  const nearest = nearestTopics(view, query, NEAREST_SHOWN);
  let hint = (say: Wording) => `; list the topics with: ${say.either("helix topics", "topics action=list")}`;
  if (view.index.liveCount === 0) hint = () => ": nothing is stored yet";
  else if (nearest.length > 0) hint = () => `; nearest topics: ${nearest.map((name) => topicName(name)).join(", ")}`;
  return new HelixError(
    "NOT_FOUND",
    (say) => `nothing about ${quote(query)}: no topic is called so, no entry has the words${hint(say)}`,
  );
}
