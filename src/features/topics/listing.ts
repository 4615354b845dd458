// How the actions of `topics` show what they list: one note in one line, counts by topic, and how to undo a change.

import type { Wording } from "../../base/wording.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { formatDate, isoTime } from "../../engine/text/dates.ts";
import type { ListedNote } from "../../notes/data.ts";
import { sameProject } from "../../notes/projects/project.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import { staleMark, stateMark } from "../../notes/sources/source-state.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import type { PagedText } from "../common/paged-text.ts";
import type { ShownStates } from "../common/shown-states.ts";

/** What an answer says after a change that can be undone. */
export function undoHint(say: Wording): string {
  return `  take it back with: ${say.either("helix undo", "edit action=undo")}`;
}

/** How much a line shows of a note's tags and of the name of its project, in code units. */
const TAGS_LENGTH_MAX = 200;
const PROJECT_LENGTH_MAX = 200;

/** What the lines of a list are made of. */
export interface Listing {
  readonly ports: Pick<Caller, "project">;
  readonly view: KnowledgeView;
  readonly states: ShownStates;
}

/**
 * Adds a note as one line: `  [engine:3 @7k3v9xq2mp] 2026-02-20 a term map #architecture (stale: changed)`. `label` is
 * the text in front of the id. `edited` is the time of an edit, in UTC minutes since 1970. A note with it is marked as
 * edited and shows that date.
 */
export function addEntry(
  answer: PagedText,
  { ports, view, states }: Listing,
  id: number,
  label: string,
  edited?: number,
): ReturnType<PagedText["add"]> {
  const line = (mark: string) => [entryLine(ports, view, id, label, mark, edited)];
  return answer.add(line(stateMark(states.longest(id))), () => line(staleMark(states.of(id))));
}

/** The line of a note. `mark` says that its source is stale. */
export function entryLine(
  ports: Pick<Caller, "project">,
  view: KnowledgeView,
  id: number,
  label: string,
  mark: string,
  edited?: number,
): string {
  const { snippet, tags, confidence, projects } = view.document(id);
  const labels = cutLine(tags.map((tag) => ` #${cleanLine(tag)}`).join(""), TAGS_LENGTH_MAX);
  const sure = confidence < 1 ? ` (~${Math.round(confidence * 100)}%)` : "";
  const elsewhere = foreignProject(ports, projects);
  const date = edited === undefined ? formatDate(view.minutesOf(id)) : `${formatDate(edited)} (edited)`;
  return `  [${label} ${view.shownId(id)}] ${date} ${cleanLine(snippet[0])}${labels}${sure}${elsewhere}${mark}`;
}

/** ` (owner/repo)` behind a note of another project than the caller's; else "". */
export function foreignProject({ project }: Pick<Caller, "project">, projects: readonly string[]): string {
  const isElsewhere = project !== null && projects.length > 0 && !sameProject(projects, project.keys);
  return isElsewhere ? ` (${cutLine(cleanLine(projects[0]!), PROJECT_LENGTH_MAX)})` : "";
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

/** The most bytes of one line of counts. */
const COUNTS_BYTES_MAX = 600;

/** `engine (5), cache (4)`: counts by topic, the highest first. Topics that have no room in a line are only counted. */
export function countedNames(
  counts: ReadonlyMap<string, number>,
  words: (name: string, count: number) => string = (_name, count) => String(count),
): string {
  const shown: string[] = [];
  let bytes = 0;
  for (const [name, count] of byCount(counts)) {
    const next = `${topicName(name)} (${words(name, count)})`;
    bytes += Buffer.byteLength(next) + 2;
    if (bytes > COUNTS_BYTES_MAX && shown.length > 0) break;
    shown.push(next);
  }
  if (shown.length < counts.size) shown.push(`... ${counts.size - shown.length} more`);
  return shown.join(", ");
}

/** Counts by topic, most first, then by name. */
export function byCount(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
}
