// edit action=delete where=...: deletes the notes of many topics that a filter finds (where.ts) and that concern the
// current project (reach.ts). Without `apply` it says what it would delete. With `apply` the notes are found again under
// the lock, and deleted in one transaction, which undo takes back.

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { quote } from "../../engine/text/clean.ts";
import { isoTime } from "../../engine/text/dates.ts";
import { removedLinks } from "../../notes/links/links.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import { LeftOut } from "../../notes/scope/left-out.ts";
import { keysOf, Reach } from "../../notes/scope/reach.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { indexingProgress, type Writing } from "../../notes/store/long-work.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import { BoundedText } from "../common/bounded-text.ts";
import { indexFinder } from "../common/entry-index.ts";
import type { Paged } from "../common/page-request.ts";
import { PagedText } from "../common/paged-text.ts";
import { byCount, countedNames, entryLine, undoHint } from "../topics/listing.ts";
import type { DeletedWhereData } from "./data.ts";
import { titleOf } from "./target.ts";
import { notesWhere, parseWhere, type Where } from "./where.ts";

/** How many notes one call deletes. */
export const DELETED_MAX = 10_000;
/** How many of the deleted notes, and how many projects, an answer names. */
const ENTRIES_SHOWN_MAX = 50;
const PROJECTS_SHOWN_MAX = 10;

const TOO_MANY = `at most ${DELETED_MAX} are deleted at once: narrow it by topic:, tag: or before:`;

interface DeleteWhereRequest {
  readonly where?: string | undefined;
  readonly apply?: boolean | undefined;
  readonly project?: string | undefined;
  readonly topic?: string | undefined;
  readonly index?: number | undefined;
  readonly match_str?: string | undefined;
  readonly all?: boolean | undefined;
}

/** What the filter finds in a view: within reach, by topic and then in the order of the topic; and what is beyond it. */
interface Found {
  readonly view: KnowledgeView;
  readonly notes: readonly { readonly id: number; readonly index: number }[];
  readonly topics: ReadonlyMap<string, number>;
  readonly left: LeftOut;
}

/** Says which notes a filter finds; deletes them with `apply`. Throws INVALID_ARGUMENT, LIMIT, and what a write throws. */
export async function deleteWhere(ports: Writing & Caller & Paged, request: DeleteWhereRequest): Promise<Answer> {
  const { where: given = "", apply = false, project, ...others } = request;
  checkAlone(others);
  const where = parseWhere(given, ports.base.clock());
  const reach = new Reach(ports, project);
  const early = find(await ports.base.view(indexingProgress(ports)), where, reach);
  if (early.notes.length === 0) return nothing(early, given);
  if (!apply) return report(ports, early, request);
  checkCount(early);
  let done = early;
  let lines: readonly string[] = [];
  const { linksRemoved } = await ports.base.change((view) => {
    done = find(view, where, reach);
    checkCount(done);
    lines = entryLines(ports, done);
    return done.notes.map(({ id }) => ({ kind: "delete", id }) as const);
  }, indexingProgress(ports));
  const head = `deleted ${sizeOf(done)}`;
  return {
    found: done.notes.length > 0,
    ...(done.notes.length > 0 ? { operation: head } : {}),
    text(wording) {
      const answer = new BoundedText();
      answer.add(`${head}: ${countedNames(done.topics)}`);
      addEntries(answer, lines, done);
      const notes = [...removedLinks(linksRemoved), ...done.left.notes(wording)].map((note) => `  ${note}`);
      return answer.text(...notes, undoHint(wording));
    },
    data: () => dataOf(done, given, { applied: true, linksRemoved }),
  };
}

/** Refuses what names notes in another way. */
function checkAlone(others: Omit<DeleteWhereRequest, "where" | "apply" | "project">): void {
  for (const name of ["topic", "index", "match_str", "all"] as const) {
    if (others[name] === undefined) continue;
    throw new HelixError(
      "INVALID_ARGUMENT",
      `where names the notes alone: leave ${name} out, and put all of the filter into where, e.g. where="topic:engine tag:draft"`,
    );
  }
}

/** Throws INVALID_ARGUMENT for notes of several projects as `Reach.checkOneProject` does. */
function find(view: KnowledgeView, where: Where, reach: Reach): Found {
  const all = notesWhere(view, where);
  const isConcerned = reach.in(view.index);
  const indexOf = indexFinder(view);
  const topics = new Map<string, number>();
  const byTopic = Map.groupBy(all.filter(isConcerned), (id) => view.index.topicOf(id));
  const notes = [...byTopic]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([topic, ids]) => {
      topics.set(topic, ids.length);
      return ids.map((id) => ({ id, index: indexOf(id) })).sort((a, b) => a.index - b.index);
    });
  const found = { view, notes, topics, left: reach.leftOutOf(view, all) };
  reach.checkOneProject(projectsOf(found), "where finds");
  return found;
}

function projectsOf({ view, notes }: Found): Iterable<readonly string[]> {
  return keysOf(
    view,
    notes.map(({ id }) => id),
  );
}

function checkCount({ notes }: Found): void {
  if (notes.length <= DELETED_MAX) return;
  throw new HelixError("LIMIT", `where finds ${notes.length} entries, and nothing was deleted: ${TOO_MANY}`);
}

function nothing(found: Found, where: string): Answer {
  return {
    found: false,
    text: (wording) => found.left.after(`no entry fits where=${quote(where)}`, wording),
    data: () => dataOf(found, where, { applied: false, linksRemoved: 0 }),
  };
}

/** What would be deleted, and the call that does it. */
function report(
  ports: Pick<Caller, "project"> & Paged,
  found: Found,
  { where = "", project }: DeleteWhereRequest,
): Answer {
  return {
    found: true,
    isPaged: true,
    text(wording) {
      const { view, notes, left } = found;
      const closing = [`of ${projectWords(found)}`, howTo(found, where, project, wording), ...left.notes(wording)];
      const answer = new PagedText(ports, closing);
      answer.head(`would delete ${sizeOf(found)}: ${countedNames(found.topics)}`);
      answer.addEach(notes, (note) => [noteLine(ports, view, note)]);
      return answer.text(notes.length, (more) => counted(more, "more entry", "more entries"));
    },
    data: () => dataOf(found, where, { applied: false, linksRemoved: 0 }),
  };
}

/** `acme/bank, acme/shop, no project`: whose the notes are. */
function projectWords(found: Found): string {
  const names = projectNames(found);
  const shown = names.slice(0, PROJECTS_SHOWN_MAX);
  if (names.length > shown.length) shown.push(`${names.length - shown.length} more projects`);
  if (Iterator.from(projectsOf(found)).some((keys) => keys.length === 0)) shown.push("no project");
  return shown.join(", ");
}

function projectNames(found: Found): string[] {
  const projects = new LeftOut();
  for (const keys of projectsOf(found)) projects.add(keys);
  return projects.projectNames();
}

function howTo({ notes }: Found, where: string, project: string | undefined, wording: Wording): string {
  if (notes.length > DELETED_MAX) return TOO_MANY;
  const reach =
    project === undefined
      ? ""
      : wording.either(` --project ${shellWord(project)}`, ` project=${JSON.stringify(project)}`);
  const call = wording.either(
    `helix edit delete --where ${shellWord(where)}${reach} --apply`,
    `edit action=delete where=${JSON.stringify(where)}${reach} apply=true`,
  );
  return `nothing was deleted; do it with: ${call}`;
}

function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** `3 entries in 2 topics` */
function sizeOf({ notes, topics }: Found): string {
  return `${counted(notes.length, "entry", "entries")} in ${counted(topics.size, "topic", "topics")}`;
}

function entryLines(ports: Pick<Caller, "project">, { view, notes }: Found): string[] {
  return notes.slice(0, ENTRIES_SHOWN_MAX).map((note) => noteLine(ports, view, note));
}

function noteLine(ports: Pick<Caller, "project">, view: KnowledgeView, { id, index }: Found["notes"][number]): string {
  return entryLine(ports, view, id, `${topicName(view.index.topicOf(id))}:${index}`, "");
}

function addEntries(answer: BoundedText, lines: readonly string[], { notes }: Found): void {
  const left = notes.length - answer.addEach(lines, (line) => [line]);
  if (left > 0) answer.close(`  ... ${counted(left, "more entry", "more entries")}`);
}

function dataOf(
  found: Found,
  where: string,
  done: Pick<DeletedWhereData, "applied" | "linksRemoved">,
): DeletedWhereData {
  const { view, notes, topics, left } = found;
  return {
    action: "delete",
    where,
    ...done,
    count: notes.length,
    topics: Object.fromEntries(byCount(topics)),
    projects: projectNames(found),
    entries: notes.slice(0, DELETED_MAX).map(({ id, index }) => {
      const { topic, snippet } = view.document(id);
      const time = isoTime(view.minutesOf(id));
      return { id: view.noteId(id), topic, index, time, title: titleOf({ text: snippet[0] }) };
    }),
    ...left.data(),
  };
}
