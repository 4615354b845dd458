// How the actions of `topics` show what they list: one note in one line, counts by topic, and how to undo a change.

import { cleanLine } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { formatDate, isoTime } from "../../engine/text/dates.ts";
import type { ListedNote } from "../../notes/data.ts";
import { sameProject } from "../../notes/projects/project.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { topicName } from "../../notes/text/topic-names.ts";

/** What an answer says after a change that can be undone. */
export const UNDO_HINT = "  take it back with: edit action=undo";

/** How much a line shows of a note's tags and of the name of its project, in code units. */
const TAGS_LENGTH_MAX = 200;
const PROJECT_LENGTH_MAX = 200;

/**
 * `  [engine:3] 2026-02-20 a term map #architecture`. `label` is the text in the brackets. `edited` is the time of an
 * edit, in UTC minutes since 1970. A note with it is marked as edited and shows that date.
 */
export function entryLine(
  ports: Pick<Caller, "project">,
  view: KnowledgeView,
  id: number,
  label: string,
  edited?: number,
): string {
  const { snippet, tags, confidence, projects } = view.document(id);
  const labels = cutLine(tags.map((tag) => ` #${cleanLine(tag)}`).join(""), TAGS_LENGTH_MAX);
  const sure = confidence < 1 ? ` (~${Math.round(confidence * 100)}%)` : "";
  const isElsewhere = ports.project !== null && projects.length > 0 && !sameProject(projects, ports.project.keys);
  const elsewhere = isElsewhere ? ` (${cutLine(projects[0]!, PROJECT_LENGTH_MAX)})` : "";
  const date = edited === undefined ? formatDate(view.minutesOf(id)) : `${formatDate(edited)} (edited)`;
  return `  [${label} ${view.shownId(id)}] ${date} ${cleanLine(snippet[0])}${labels}${sure}${elsewhere}`;
}

/** The same as data. */
export function entryData(view: KnowledgeView, id: number, index: number): ListedNote {
  const { topic, tags, source, confidence, projects, snippet } = view.document(id);
  const time = isoTime(view.minutesOf(id));
  return {
    id: view.noteId(id),
    topic,
    index,
    time,
    tags,
    source,
    confidence,
    projects,
    lines: snippet.filter(Boolean),
  };
}

/** `engine (5), cache (4)`: counts by topic, the highest first. Topics beyond the first `most` are only counted. */
export function countedNames(
  counts: ReadonlyMap<string, number>,
  most: number,
  words: (name: string, count: number) => string = (_name, count) => String(count),
): string {
  const ordered = byCount(counts);
  const shown = ordered.slice(0, most).map(([name, count]) => `${topicName(name)} (${words(name, count)})`);
  if (ordered.length > most) shown.push(`... ${ordered.length - most} more`);
  return shown.join(", ");
}

/** The first `most` of the items in order, found without sorting all of them. */
export function firstOf<Item>(items: Iterable<Item>, most: number, compare: (a: Item, b: Item) => number): Item[] {
  const found: Item[] = [];
  for (const item of items) {
    if (found.length === most && compare(item, found[most - 1]!) >= 0) continue;
    let at = found.length;
    while (at > 0 && compare(item, found[at - 1]!) < 0) at--;
    found.splice(at, 0, item);
    if (found.length > most) found.pop();
  }
  return found;
}

/** Counts by topic, most first, then by name. */
export function byCount(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
}
