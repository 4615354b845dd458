// Briefings as data, for `--json`.

import { isoTime } from "../../engine/text/dates.ts";
import type { JudgedNotes } from "../../events/judged-notes.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { noteIdOf } from "../../notes/text/note-id.ts";
import type { Briefing } from "./briefing.ts";
import { categoryKey } from "./categories.ts";
import type { BriefingData, BriefNote, OverviewData } from "./data.ts";
import type { BriefEntry } from "./entry.ts";
import type { Overview } from "./overview.ts";
import { believed } from "./score.ts";
import type { TopicLists } from "./topic-lists.ts";

/** A briefing as data. With `withText` notes have their text, else the lines of their previews. */
export function briefingData(
  lists: TopicLists,
  briefing: Briefing,
  { withText, judged }: { withText: boolean; judged: JudgedNotes | null },
): BriefingData {
  const judgedData = (id: number) => {
    const counts = judged?.countsOf(id);
    return counts && { judged: { helped: counts.helped, misled: counts.misled } };
  };
  const indexOf = ({ document, id }: BriefEntry) => lists.indexOf(document.topic, id);
  const place = (entry: BriefEntry) => ({
    id: noteIdOf(entry.document),
    topic: entry.document.topic,
    index: indexOf(entry),
  });
  const entryData = (entry: BriefEntry): BriefNote => {
    const { tags, source, confidence, projects, snippet } = entry.document;
    return {
      ...place(entry),
      time: isoTime(entry.minutes),
      relevance: entry.relevance,
      ...judgedData(entry.id),
      tags,
      source,
      confidence: believed(confidence, entry.isStale),
      sourceChanged: entry.isStale,
      projects,
      links: entry.links,
      linked: entry.isLinked,
      alsoIn: entry.copies.map(place),
      supersededBy: entry.supersededBy === null ? null : place(entry.supersededBy),
      ...(withText ? { text: entry.body === null ? null : entry.text } : { lines: snippet.filter(Boolean) }),
    };
  };
  const { query, collected, parts, superseded, chains } = briefing;
  return {
    query,
    matchedBy: collected.by,
    fellBack: collected.fellBack,
    topics: collected.topics,
    categories: parts.map(({ category, count, entries }) => ({
      name: categoryKey(category),
      count,
      entries: entries.map(entryData),
    })),
    superseded: superseded.map((entry) => ({ ...place(entry), by: place(entry.supersededBy!) })),
    chains: chains.map(({ topic, keyword, entries }) => ({
      topic,
      keyword,
      entries: entries.map((entry) => ({ index: indexOf(entry), time: isoTime(entry.minutes) })),
    })),
    counts: {
      entries: briefing.total,
      matches: collected.total,
      read: briefing.read,
      merged: briefing.merged,
      linked: briefing.linked,
      otherCategories: briefing.outside,
      unclassified: briefing.unclassified,
    },
  };
}

/** The overview as data. */
export function overviewData(view: KnowledgeView, overview: Overview, lists: TopicLists): OverviewData {
  const { topics, categories, hot, hotHours, gaps, gapCount, entries, inScope, unclassified, newest } = overview;
  return {
    query: null,
    topics,
    categories: categories
      .map((count, category) => ({ name: categoryKey(category), count, share: inScope === 0 ? 0 : count / inScope }))
      .filter(({ count }) => count > 0),
    hot: { hours: hotHours, topics: hot },
    gaps: gaps.map((id) => {
      const document = view.document(id);
      const time = isoTime(view.minutesOf(id));
      return {
        id: view.noteId(id),
        topic: document.topic,
        index: lists.indexOf(document.topic, id),
        time,
        lines: document.snippet.filter(Boolean),
      };
    }),
    counts: { entries, topics: topics.length, gaps: gapCount, otherCategories: inScope - entries, unclassified },
    newest: newest === null ? null : isoTime(newest),
  };
}
