// A briefing as data: the notes that a query collects, compressed and classified. summary.ts, scan.ts and full.ts show
// it.

import { markSuperseded } from "../../notes/duplicates/supersession.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { impossibleFrom } from "../../notes/text/entry-date.ts";
import { CATEGORY_COUNT, shownCategory } from "./categories.ts";
import { type Chain, temporalChains } from "./chains.ts";
import { type Collected, collect } from "./collect.ts";
import type { BriefEntry } from "./entry.ts";
import { mergeIdentical } from "./merge-identical.ts";
import { type SelectOptions, select } from "./select.ts";

/** One category of a briefing. */
export interface CategoryPart {
  /** See `categoryName`. */
  readonly category: number;
  /** The number of notes in it, including those that were not read. */
  readonly count: number;
  /**
   * The notes of it that were read: by relevance, superseded ones last. Behind them, in the same order, the notes that
   * links brought in.
   */
  readonly entries: readonly BriefEntry[];
}

export interface Briefing {
  /** Null: everything. */
  readonly query: string | null;
  readonly collected: Collected;
  /** The compressed notes by relevance, including superseded ones. */
  readonly entries: readonly BriefEntry[];
  /** The categories that have notes, in the order of the table. */
  readonly parts: readonly CategoryPart[];
  readonly superseded: readonly BriefEntry[];
  readonly chains: readonly Chain[];
  /**
   * Numbers of notes: in all, read, merged into others, brought in by links, of other categories, and not examined
   * because they come too far down the list.
   */
  readonly total: number;
  readonly read: number;
  readonly merged: number;
  readonly linked: number;
  readonly outside: number;
  readonly unclassified: number;
}

/** Collects, scores, compresses and classifies. Throws NOT_FOUND when there is nothing about the query. */
export function makeBriefing(view: KnowledgeView, query: string | null, options: SelectOptions): Briefing {
  const collected = collect(view, query, options.scope, options.lists);
  const selected = select(view, collected, options);
  const entries = mergeIdentical(selected.entries);
  markSuperseded(entries, impossibleFrom(options.nowMinutes));
  const linked = selected.entries.filter(({ isLinked }) => isLinked).length;
  const unread = selected.unread.reduce((sum, count) => sum + count, 0);
  return {
    query,
    collected,
    entries,
    parts: partsOf(entries, selected.unread, options.focus),
    superseded: entries.filter(({ supersededBy }) => supersededBy !== null),
    chains: temporalChains(entries, view.index),
    total: selected.entries.length + unread,
    read: selected.entries.length,
    merged: selected.entries.length - entries.length,
    linked,
    outside: selected.outside,
    unclassified: selected.unclassified,
  };
}

function partsOf(entries: readonly BriefEntry[], unread: readonly number[], focus: number | null): CategoryPart[] {
  const byCategory = Map.groupBy(entries, ({ categories }) => shownCategory(categories, focus));
  const parts: CategoryPart[] = [];
  for (let category = 0; category < CATEGORY_COUNT; category++) {
    const read = byCategory.get(category) ?? [];
    const count = read.length + unread[category]!;
    if (count === 0) continue;
    // The sort is stable, so each of the four groups stays ordered by relevance.
    const rank = ({ isLinked, supersededBy }: BriefEntry) => 2 * Number(isLinked) + Number(supersededBy !== null);
    const ordered = read.toSorted((a, b) => rank(a) - rank(b));
    parts.push({ category, count, entries: ordered });
  }
  return parts;
}
