// What a briefing says about itself: its subject, how much of it was examined, how much is not shown.

import { counted } from "../../base/wording.ts";
import { quote } from "../../engine/text/clean.ts";
import type { Briefing } from "./briefing.ts";
import { CATEGORY_COUNT, categoryKey, categoryName } from "./categories.ts";
import type { TopicCount } from "./collect.ts";
import { topicWord } from "./entry-words.ts";

/** How a briefing was narrowed down. */
export interface Narrowing {
  /** The number of hours before now; null: no limit. */
  readonly since: number | null;
  readonly project: string | null;
  /** A mask of categories, or null. */
  readonly focus: number | null;
}

/** A list of topics, e.g. `engine (12), cache (3), 4 more`. */
export function topicList(topics: readonly TopicCount[], most: number): string {
  const shown = topics.slice(0, most).map(({ name, count }) => `${topicWord(name)} (${count})`);
  if (topics.length > most) shown.push(`${topics.length - most} more`);
  return shown.join(", ");
}

/** The last line of a briefing. `shown` is the number of notes above it, in full or as previews. */
export function closingLine(briefing: Briefing, shown: number, narrowing: Narrowing, more: string): string {
  const { collected, total, linked, read, merged } = briefing;
  const parts = [`${counted(total - linked, "entry", "entries")}${limits(narrowing)} ${whereabouts(briefing)}`];
  if (collected.fellBack) parts.push("no entry has all words, these have some");
  if (collected.nearest.length > 0) parts.push(`nearest topics: ${collected.nearest.map(topicWord).join(", ")}`);
  if (collected.total > collected.ids.length)
    parts.push(`the best ${collected.ids.length} of ${collected.total} matches`);
  if (linked > 0) parts.push(`${linked} more linked from them`);
  if (merged > 0) parts.push(counted(merged, "copy merged", "copies merged"));
  if (read < total) parts.push(`the best ${read} were read`);
  if (briefing.unclassified > 0) parts.push(`${briefing.unclassified} without a telling tag not classified`);
  if (briefing.outside > 0) parts.push(`${briefing.outside} in other categories`);
  const left = total - merged - shown;
  if (left > 0) parts.push(`${left} not shown${more === "" ? "" : `: ${more}`}`);
  return parts.join("; ");
}

/** The answer when the narrowing leaves nothing of what is known about `query`. */
export function nothingLeft(query: string | null, narrowing: Narrowing, outside: number): string {
  const about = query === null ? "nothing" : `nothing about ${quote(query)}`;
  const rest = outside > 0 ? `; ${counted(outside, "entry", "entries")} in other categories` : "";
  return `${about}${limits(narrowing)}${focusWords(narrowing)}${rest}`;
}

/** The limits of a briefing in words, e.g. ` from the last 24 hours of project "owner/repo"`. */
export function limits({ since, project }: Narrowing): string {
  const period = since === null ? "" : ` from the last ${since === 1 ? "hour" : `${since} hours`}`;
  if (project === null) return period;
  return `${period} of ${project === "here" ? "this project" : `project ${quote(project)}`}`;
}

function focusWords({ focus }: Narrowing): string {
  if (focus === null) return "";
  const names = Array.from({ length: CATEGORY_COUNT }, (_, category) => category)
    .filter((category) => (focus & (1 << category)) !== 0)
    .map(categoryKey);
  return ` in ${names.join(", ")}`;
}

function whereabouts({ query, collected: { by, topics } }: Briefing): string {
  const where = topics.length === 1 ? `in ${topicWord(topics[0]!.name)}` : `in ${topics.length} topics`;
  switch (by) {
    case "name":
    case "everything":
      return where;
    case "glob":
      return `${where} (topics that fit ${quote(query!)})`;
    case "substring":
      return `${where} (topics with ${quote(query!)} in their names)`;
    case "words":
      return `about ${quote(query!)} ${where}`;
  }
}

/** The categories with their counts, e.g. `GOTCHAS 5, ARCHITECTURE 3`, highest first. */
export function categoryCounts(parts: Briefing["parts"]): string {
  return parts
    .toSorted((a, b) => b.count - a.count)
    .map(({ category, count }) => `${categoryName(category)} ${count}`)
    .join(", ");
}
