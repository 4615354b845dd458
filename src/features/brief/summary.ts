// detail=summary: about 15 lines, however large the topic is. It shows topics, categories, what is hot, what is
// missing, and what evolved.

import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { impossibleFrom } from "../../notes/text/entry-date.ts";
import type { Briefing } from "./briefing.ts";
import { GAPS } from "./categories.ts";
import { categoryCounts, closingLine, type Narrowing, topicList } from "./closing.ts";
import type { BriefEntry } from "./entry.ts";
import type { EntryWords } from "./entry-words.ts";
import { recencyBoost } from "./score.ts";

interface Lengths {
  readonly topics: number;
  readonly hot: number;
  readonly gaps: number;
  readonly chains: number;
  readonly superseded: number;
}

/**
 * 1 line of topics, 1 of categories, 6 of what is hot, 4 of gaps, 1 of chains, 1 of superseded notes, 1 to close: 15.
 */
const SUMMARY: Lengths = { topics: 10, hot: 5, gaps: 3, chains: 3, superseded: 5 };
const COMPACT: Lengths = { topics: 5, hot: 3, gaps: 0, chains: 0, superseded: 0 };

export interface SummaryOptions {
  readonly view: KnowledgeView;
  readonly words: EntryWords;
  readonly nowMinutes: number;
  readonly narrowing: Narrowing;
  readonly isCompact: boolean;
}

/** The lines of the summary. */
export function summaryLines(briefing: Briefing, options: SummaryOptions): string[] {
  const { words } = options;
  const lengths = options.isCompact ? COMPACT : SUMMARY;
  const hot = hottest(briefing.entries, options, lengths.hot);
  const gaps = gapsOf(briefing);
  const shownGaps = gaps.entries.slice(0, lengths.gaps);
  const lines = [`TOPICS: ${topicsLine(briefing, lengths.topics)}`, `CATEGORIES: ${categoryCounts(briefing.parts)}`];
  lines.push("HOT:", ...hot.map((entry) => `  ${words.preview(entry)}`));
  const more = gaps.count - shownGaps.length;
  if (shownGaps.length === 0) lines.push(`GAPS: ${gaps.count === 0 ? "none" : gaps.count}`);
  else
    lines.push(more > 0 ? `GAPS (${more} more):` : "GAPS:", ...shownGaps.map((entry) => `  ${words.preview(entry)}`));
  if (lengths.chains > 0) lines.push(...chainsLine(briefing, words, lengths.chains));
  if (lengths.superseded > 0) lines.push(...supersededLine(briefing, words, lengths.superseded));
  const shown = new Set([...hot, ...shownGaps]).size;
  lines.push(
    closingLine(
      briefing,
      shown,
      options.narrowing,
      `${words.say.option("detail", "scan")} or ${words.say.option("detail", "full")}`,
    ),
  );
  return lines;
}

/** The current notes with the highest recency x relevance. Collected notes come before those that a link brought in. */
export function hottest(
  entries: readonly BriefEntry[],
  { view, nowMinutes }: Pick<SummaryOptions, "view" | "nowMinutes">,
  most: number,
): BriefEntry[] {
  const end = impossibleFrom(nowMinutes);
  const heat = ({ minutes, relevance }: BriefEntry) =>
    minutes >= end ? 0 : recencyBoost(minutes, nowMinutes) * relevance;
  return entries
    .filter(({ supersededBy }) => supersededBy === null)
    .map((entry) => ({ entry, heat: heat(entry) }))
    .sort(
      (a, b) =>
        Number(a.entry.isLinked) - Number(b.entry.isLinked) ||
        b.heat - a.heat ||
        view.index.compare(b.entry.id, a.entry.id),
    )
    .slice(0, most)
    .map(({ entry }) => entry);
}

function topicsLine({ collected, entries }: Briefing, most: number): string {
  const linked = Map.groupBy(
    entries.flatMap((entry) => [entry, ...entry.copies]).filter(({ isLinked }) => isLinked),
    ({ document }) => document.topic,
  );
  const topics = topicList(collected.topics, most);
  if (linked.size === 0) return topics;
  const counts = [...linked].map(([name, { length }]) => ({ name, count: length }));
  return `${topics}; linked: ${topicList(counts, most)}`;
}

function gapsOf({ parts }: Briefing): { count: number; entries: readonly BriefEntry[] } {
  return parts.find(({ category }) => category === GAPS) ?? { count: 0, entries: [] };
}

function chainsLine({ chains }: Briefing, words: EntryWords, most: number): string[] {
  if (chains.length === 0) return [];
  const shown = chains.slice(0, most).map(({ keyword, entries }) => `${keyword} ${words.addresses(entries, " -> ")}`);
  if (chains.length > most) shown.push(`${chains.length - most} more`);
  return [`CHAINS: ${shown.join("; ")}`];
}

function supersededLine({ superseded }: Briefing, words: EntryWords, most: number): string[] {
  if (superseded.length === 0) return [];
  const shown = superseded
    .slice(0, most)
    .map((entry) => `${words.address(entry)} -> ${words.address(entry.supersededBy!)}`);
  if (superseded.length > most) shown.push(`${superseded.length - most} more`);
  return [`[SUPERSEDED]: ${shown.join(", ")}`];
}
