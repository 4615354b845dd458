// How the overview is shown: topics, categories, what is hot, gaps, figures. The compact form names only the five
// largest topics, and has one line for each part.

import { counted, type Wording } from "../../base/wording.ts";
import { formatDate, MINUTE_MS } from "../../engine/text/dates.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { categoryKey, GAPS } from "./categories.ts";
import { limits, type Narrowing, topicList } from "./closing.ts";
import { firstLine, topicWord } from "./entry-words.ts";
import { type Overview, SNIPPETS_MAX } from "./overview.ts";

const TOPICS_MAX = 15;
const HOT_MAX = 5;
const COMPACT_TOPICS = 5;
const DAY_MS = 86_400_000;

export interface OverviewLinesOptions {
  readonly view: KnowledgeView;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly narrowing: Narrowing;
  readonly isCompact: boolean;
  readonly say: Wording;
}

/** The lines of the overview. */
export function overviewLines(overview: Overview, options: OverviewLinesOptions): string[] {
  const { hotHours, topics } = overview;
  const categories = `CATEGORIES: ${categoryShares(overview, options.narrowing.focus)}`;
  const hotTitle = `HOT (last ${hotHours}h):`;
  const statistics = statisticsLine(overview, options);
  if (options.isCompact) {
    const top = new Set(topics.slice(0, COMPACT_TOPICS).map(({ name }) => name));
    const hot = overview.hot
      .filter(({ name }) => top.has(name))
      .map(({ name, count }) => `${topicWord(name)} ${count}`);
    return [
      `TOPICS: ${topicList(topics, COMPACT_TOPICS)}`,
      categories,
      `${hotTitle} ${hot.length === 0 ? "none" : hot.join(", ")}`,
      `GAPS: ${overview.gapCount === 0 ? "none" : overview.gapCount}`,
      statistics,
    ];
  }
  const lines = [`TOPICS: ${topicList(topics, TOPICS_MAX)}`, "", categories, ""];
  lines.push(...section(hotTitle, hotLines(overview)), "");
  lines.push(...section("GAPS:", gapLines(overview, options)), "");
  lines.push(statistics);
  return lines;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [`${title} none`] : [title, ...lines.map((line) => `  ${line}`)];
}

/**
 * The shares of the categories, e.g. `architecture 23%, gotchas 18%`, largest first. Only categories in focus are
 * shown.
 */
function categoryShares({ categories, inScope }: Overview, focus: number | null): string {
  return categories
    .map((count, category) => ({ count, category }))
    .filter(({ count, category }) => count > 0 && (focus === null || (focus & (1 << category)) !== 0))
    .sort((a, b) => b.count - a.count || a.category - b.category)
    .map(({ count, category }) => `${categoryKey(category)} ${percent(count / inScope)}`)
    .join(", ");
}

function percent(share: number): string {
  const rounded = Math.round(100 * share);
  return rounded === 0 ? "<1%" : `${rounded}%`;
}

function hotLines({ hot }: Overview): string[] {
  const lines = hot
    .slice(0, HOT_MAX)
    .map(({ name, count }) => `${topicWord(name)}: ${counted(count, "new entry", "new entries")}`);
  if (hot.length > HOT_MAX) lines.push(`(${counted(hot.length - HOT_MAX, "more topic", "more topics")})`);
  return lines;
}

function gapLines({ gaps, gapCount }: Overview, { view, say }: OverviewLinesOptions): string[] {
  const lines = gaps.map((id) => {
    const document = view.document(id);
    return `[${topicWord(document.topic)} ${view.shownId(id)}] ${firstLine(document)}`;
  });
  if (gapCount > gaps.length)
    lines.push(
      `(${gapCount - gaps.length} more: ${say.option("detail", "full")} ${say.option("focus", categoryKey(GAPS))})`,
    );
  return lines;
}

/** The line of figures, e.g. `STATS: 847 entries, 52 topics, newest: today`. */
function statisticsLine(overview: Overview, { now, narrowing }: OverviewLinesOptions): string {
  const { entries, inScope, topics, newest, unclassified } = overview;
  const parts = [
    `STATS: ${counted(entries, "entry", "entries")}${limits(narrowing)}`,
    counted(topics.length, "topic", "topics"),
    `newest: ${newest === null ? "unknown" : dayWord(newest, now)}`,
  ];
  if (inScope > entries) parts.push(`${inScope - entries} in other categories`);
  if (unclassified > 0) parts.push(`${unclassified} classified by tags only (text of ${SNIPPETS_MAX} looked at)`);
  return parts.join(", ");
}

function dayWord(minutes: number, now: number): string {
  const day = formatDate(minutes);
  if (day === formatDate(now / MINUTE_MS)) return "today";
  return day === formatDate((now - DAY_MS) / MINUTE_MS) ? "yesterday" : day;
}
