// topics action=prune: finds topics in which nothing was stored for a while, and deletes them. Which topics are idle is
// decided under the lock of the write. So nothing that was written after the report is deleted, neither a new note nor
// an old note that was edited. Of a topic, only the notes that concern the current project (reach.ts) count, and only
// these are deleted.

import type { Answer } from "../../base/answer.ts";
import { counted } from "../../base/wording.ts";
import { quote } from "../../engine/text/clean.ts";
import { DAY_MINUTES, formatDate, isoTime, MINUTE_MS } from "../../engine/text/dates.ts";
import { removedLinks } from "../../notes/links/links.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import type { LeftOut } from "../../notes/scope/left-out.ts";
import { keysOf, Reach } from "../../notes/scope/reach.ts";
import { editTimes } from "../../notes/store/edited.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { indexingProgress, type Writing } from "../../notes/store/long-work.ts";
import { entryDate } from "../../notes/text/entry-date.ts";
import { parseEntryText } from "../../notes/text/entry-text.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import type { Paged } from "../common/page-request.ts";
import { PagedText } from "../common/paged-text.ts";
import type { PruneData } from "./data.ts";
import { undoHint } from "./listing.ts";
import type { TopicsArguments } from "./parameters.ts";

const DAYS_DEFAULT = 30;
/** How many of the deleted topics are named. */
const NAMED_MAX = 20;

interface IdleTopic {
  readonly name: string;
  readonly documents: readonly number[];
  /** Time of its newest note, UTC minutes since 1970. */
  readonly newest: number;
}

/** The topics in which nothing was stored for a while; with `apply` they are deleted. */
export async function prune(
  ports: Writing & Caller & Paged,
  { days = DAYS_DEFAULT, apply, project }: TopicsArguments,
): Promise<Answer> {
  const reach = new Reach(ports, project);
  const now = Math.floor(ports.base.clock() / MINUTE_MS);
  const view = await ports.base.view(indexingProgress(ports));
  const unrevised = new Set<string>();
  const left = reach.leftOut(view);
  const find = (current: KnowledgeView) => idleTopics(current, reach, now - days * DAY_MINUTES, now, unrevised);
  const idle = find(view);
  if (idle.length === 0) {
    return {
      found: false,
      text: (wording) => left.after(`no topic is idle for ${counted(days, "day", "days")}`, wording),
      data: (): PruneData => ({ topics: [], ...left.data() }),
    };
  }
  if (!apply) return report(ports, idle, left, days, project);
  checkProjects(view, reach, idle);
  let pruned: IdleTopic[] = [];
  const { linksRemoved } = await ports.base.change((current) => {
    pruned = find(current);
    checkProjects(current, reach, pruned);
    return pruned.flatMap(({ documents }) => documents.map((id) => ({ kind: "delete", id }) as const));
  }, indexingProgress(ports));
  const head = `pruned ${size(pruned)}`;
  const names = pruned.slice(0, NAMED_MAX).map(({ name }) => topicName(name));
  if (pruned.length > NAMED_MAX) names.push(`... ${pruned.length - NAMED_MAX} more`);
  return {
    found: pruned.length > 0,
    ...(pruned.length > 0 ? { operation: head } : {}),
    text: (wording) =>
      [
        `${head}: ${names.join(", ")}`,
        ...[...removedLinks(linksRemoved), ...left.notes(wording)].map((note) => `  ${note}`),
        undoHint(wording),
      ].join("\n"),
    data: (): PruneData => ({ topics: pruned.map(topicData), applied: true, ...left.data() }),
  };
}

function checkProjects(view: KnowledgeView, reach: Reach, idle: readonly IdleTopic[]): void {
  const documents = idle.flatMap((topic) => topic.documents);
  reach.checkOneProject(keysOf(view, documents), "the idle topics hold");
}

/** The idle topics, and how to delete them. */
function report(
  ports: Paged,
  idle: readonly IdleTopic[],
  left: LeftOut,
  days: number,
  project: string | undefined,
): Answer {
  return {
    found: true,
    isPaged: true,
    text(wording) {
      const here = project && wording.either(` --project ${project}`, ` project=${quote(project)}`);
      const prune = wording.either(
        `helix topics prune --days ${days} --apply`,
        `topics action=prune days=${days} apply=true`,
      );
      const command = `${prune}${here ?? ""}`;
      const head = `${size(idle)} idle for ${counted(days, "day", "days")} or more; delete them with: ${command}`;
      const answer = new PagedText(ports, [head, ...left.notes(wording)]);
      answer.addEach(idle, ({ name, documents, newest }) => [
        `${topicName(name)} (${documents.length}) ${formatDate(newest)}`,
      ]);
      return answer.text(idle.length, (more) => counted(more, "more topic", "more topics"));
    },
    data: (): PruneData => ({ topics: idle.map(topicData), applied: false, ...left.data() }),
  };
}

/**
 * Finds the topics that have neither a note nor a known edit since `cutoff`, longest idle first. Times are in minutes
 * since 1970. An edit is known from the log, or from the revision time that the note itself holds. A compacted log only
 * leaves the latter. `unrevised` has the records whose notes were read already, so that little is left to read under
 * the lock.
 */
function idleTopics(
  view: KnowledgeView,
  reach: Reach,
  cutoff: number,
  now: number,
  unrevised: Set<string>,
): IdleTopic[] {
  const edits = editTimes(view, now);
  const isEditedLately = (id: number) => {
    if ((edits.get(id) ?? Number.NEGATIVE_INFINITY) >= cutoff) return true;
    const { offset, size, stored, topic } = view.document(id);
    // After a compaction, an offset alone would name another record.
    const record = `${offset} ${size} ${stored} ${topic}`;
    if (unrevised.has(record)) return false;
    if (entryDate(view.minutesOf(id), parseEntryText(view.body(id) ?? "").modified) >= cutoff) return true;
    unrevised.add(record);
    return false;
  };
  const isConcerned = reach.in(view.index);
  return reach
    .topics(view)
    .filter(({ newest }) => newest < cutoff)
    .map(({ name, newest }) => ({ name, newest, documents: view.topicDocuments(name).filter(isConcerned) }))
    .filter(({ documents }) => !documents.some(isEditedLately))
    .sort((a, b) => a.newest - b.newest || (a.name < b.name ? -1 : 1));
}

function size(topics: readonly IdleTopic[]): string {
  const entries = topics.reduce((sum, { documents }) => sum + documents.length, 0);
  return `${counted(topics.length, "topic", "topics")} (${counted(entries, "entry", "entries")})`;
}

function topicData({ name, documents, newest }: IdleTopic): PruneData["topics"][number] {
  return { name, count: documents.length, newest: isoTime(newest) };
}
