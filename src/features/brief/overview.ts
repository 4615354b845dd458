// The briefing without a query: the whole knowledge base in figures, from the columns of the index. Nothing is read
// from the log. The text of a note counts by its first two lines, and only for the newest notes without a distinctive
// tag.

import { minutesOfStored } from "../../engine/log/log-time.ts";
import { noteColumns } from "../../notes/index/note-columns.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { impossibleFrom } from "../../notes/text/entry-date.ts";
import { CATEGORY_COUNT, GAPS, shownCategory, UNTAGGED } from "./categories.ts";
import { maskOfText, tagMasks } from "./classify.ts";
import { type Scope, scopeTest, type TopicCount } from "./collect.ts";

/** Notes newer than this are hot. */
export const HOT_HOURS = 48;
/** How many notes without a distinctive tag are classified by their first lines, the newest of the log first. */
export const SNIPPETS_MAX = 500;
/** How many gaps are kept: the newest ones. */
const GAPS_KEPT = 5;

const HOUR_MINUTES = 60;

export interface Overview {
  /** The topics, by number of notes. */
  readonly topics: readonly TopicCount[];
  /** The number of notes in each category, including categories that are not in focus. */
  readonly categories: readonly number[];
  /** The topics, by number of new notes. */
  readonly hot: readonly TopicCount[];
  readonly hotHours: number;
  /** The newest gaps, and how many there are. */
  readonly gaps: readonly number[];
  readonly gapCount: number;
  /** The number of notes that are counted, and of all notes in scope, in focus or not. */
  readonly entries: number;
  readonly inScope: number;
  /** The number of notes without a distinctive tag whose text was not examined. */
  readonly unclassified: number;
  /**
   * When the newest counted note was stored or revised, in UTC minutes since 1970; null when all times lie in the
   * future.
   */
  readonly newest: number | null;
}

export interface OverviewOptions {
  readonly nowMinutes: number;
  readonly since: number | null;
  readonly focus: number | null;
  readonly scope: Scope;
}

/** Counts everything that is live and in scope, in one pass. */
export function makeOverview(view: KnowledgeView, options: OverviewOptions): Overview {
  const { index } = view;
  const { focus, nowMinutes } = options;
  const hotHours = Math.min(HOT_HOURS, options.since ?? HOT_HOURS);
  const end = impossibleFrom(nowMinutes);
  const { revised } = options.scope;
  const hotFrom = Math.floor(nowMinutes) - hotHours * HOUR_MINUTES;
  const inScope = scopeTest(index, options.scope);
  const maskOf = fullMasks(view);
  const keyOf = index.topicKeys();
  const perTopic = new Uint32Array(index.topicKeyCount);
  const newPerTopic = new Uint32Array(index.topicKeyCount);
  const categories: number[] = new Array(CATEGORY_COUNT).fill(0);
  const gaps = new Newest(view, GAPS_KEPT);
  let entries = 0;
  let counted = 0;
  let newest = Number.NEGATIVE_INFINITY;
  // From the newest on, so that the text of the newest notes without distinctive tags is examined.
  for (let at = index.segments.length - 1; at >= 0; at--) {
    const { segment, first } = index.segments[at]!;
    const { stored } = noteColumns(segment);
    for (let local = segment.documentCount - 1; local >= 0; local--) {
      const id = first + local;
      if (index.isDeleted(id) || inScope?.(id) === false) continue;
      const mask = maskOf.of(id);
      entries++;
      const category = shownCategory(mask, focus);
      if (focus !== null && (mask & focus) === 0) {
        categories[shownCategory(mask, null)]!++;
        continue;
      }
      categories[category]!++;
      counted++;
      const minutes = revised.get(id) ?? minutesOfStored(stored.of(local));
      const isPossible = minutes < end;
      if (isPossible && minutes > newest) newest = minutes;
      const key = keyOf(id);
      perTopic[key]!++;
      if (isPossible && minutes >= hotFrom) newPerTopic[key]!++;
      if ((mask & (1 << GAPS)) !== 0) gaps.add(id, isPossible ? minutes : Number.NEGATIVE_INFINITY);
    }
  }
  return {
    topics: topicCounts(view, perTopic),
    categories,
    hot: topicCounts(view, newPerTopic),
    hotHours,
    gaps: gaps.ids,
    gapCount: gaps.count,
    entries: counted,
    inScope: entries,
    unclassified: maskOf.unclassified,
    newest: newest === Number.NEGATIVE_INFINITY ? null : newest,
  };
}

/** The categories of documents: by tags, else by the first lines as long as the budget lasts. */
function fullMasks(view: KnowledgeView): { of(id: number): number; readonly unclassified: number } {
  const byTags = tagMasks(view.index);
  let room = SNIPPETS_MAX;
  return {
    of(id) {
      const mask = byTags(id);
      if (mask !== 0) return mask;
      if (room-- <= 0) return 1 << UNTAGGED;
      return maskOfText(view.document(id).snippet.join("\n")) || 1 << UNTAGGED;
    },
    get unclassified() {
      return Math.max(0, -room);
    },
  };
}

/** Keeps the newest few of the documents that are added. */
class Newest {
  count = 0;
  readonly #view: KnowledgeView;
  readonly #most: number;
  readonly #kept: { id: number; minutes: number }[] = [];

  constructor(view: KnowledgeView, most: number) {
    this.#view = view;
    this.#most = most;
  }

  add(id: number, minutes: number): void {
    this.count++;
    const last = this.#kept[this.#most - 1];
    if (last !== undefined && minutes < last.minutes) return;
    this.#kept.push({ id, minutes });
    this.#kept.sort(
      (a, b) => (a.minutes === b.minutes ? 0 : b.minutes - a.minutes) || this.#view.index.compare(b.id, a.id),
    );
    if (this.#kept.length > this.#most) this.#kept.pop();
  }

  get ids(): number[] {
    return this.#kept.map(({ id }) => id);
  }
}

function topicCounts(view: KnowledgeView, counts: Uint32Array): TopicCount[] {
  const topics: TopicCount[] = [];
  counts.forEach((count, key) => {
    if (count > 0) topics.push({ name: view.index.topicOfKey(key), count });
  });
  return topics.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}
