// Archives lessons that an action finds. It says first what it would do; with `apply` they are found again under the
// lock of the write, by what is judged then, and get the tag `archived` in one transaction, which undo takes back.

import type { Answer } from "../../base/answer.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { quote } from "../../engine/text/clean.ts";
import { ARCHIVED_TAG } from "../../notes/lessons/lesson.ts";
import { storedLessons } from "../../notes/lessons/stored-lessons.ts";
import { keysOf, type Reach } from "../../notes/scope/reach.ts";
import type { Change } from "../../notes/store/changes.ts";
import { checkRewrittenBytes } from "../../notes/store/edit-size.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import { formatEntryText } from "../../notes/text/entry-format.ts";
import { parseEntryText } from "../../notes/text/entry-text.ts";
import { BoundedText } from "../common/bounded-text.ts";
import { PagedText } from "../common/paged-text.ts";
import { undoHint } from "../topics/listing.ts";
import type { FoundLessonsData } from "./care-data.ts";
import { type CarePorts, type JudgedLesson, leftOutLines, lessonData, lessonLine } from "./care-lessons.ts";

/** How many notes one call archives. */
const ARCHIVED_MAX = 1000;

/** A lesson that is found and stays, and why. */
export interface KeptLesson {
  readonly lesson: JudgedLesson;
  readonly why: string;
}

/** What an action finds in a view. */
export interface FoundLessons {
  readonly chosen: readonly JudgedLesson[];
  readonly kept: readonly KeptLesson[];
  /** How many lessons were looked at, and how many older ones were not. */
  readonly lessons: number;
  readonly leftOut: number;
}

/** An action that archives what it finds. */
export interface ArchivingAction {
  readonly name: "prune" | "decay";
  readonly reach: Reach;
  readonly apply: boolean;
  /** The options of the call beside `apply`, as they were given. */
  readonly given: Readonly<Record<string, string | number | undefined>>;
  /** What the lessons are: `judged at least 5 times, with an effectiveness below 0.25`. */
  readonly what: string;
  find(view: KnowledgeView): FoundLessons;
}

/** The tag `archived` is set, or taken off, where that changes something. */
export function archivingChanges(view: KnowledgeView, documents: readonly number[], isArchived: boolean): Change[] {
  checkRewrittenBytes(view, documents);
  return documents.flatMap((id): Change[] => {
    const body = view.body(id);
    if (body === null) return [];
    const entry = parseEntryText(body);
    if (entry.tags.includes(ARCHIVED_TAG) === isArchived) return [];
    const others = entry.tags.filter((tag) => tag !== ARCHIVED_TAG);
    const tags = isArchived ? [...others, ARCHIVED_TAG].sort() : others;
    return [{ kind: "replace", id, body: formatEntryText({ ...entry, tags }) }];
  });
}

/** The report, or what was done. Throws INVALID_ARGUMENT for lessons of several projects, and what a write throws. */
export async function archiveFound<Data extends object>(
  ports: CarePorts,
  action: ArchivingAction,
  more: Data,
): Promise<Answer> {
  const view = await ports.base.view(indexingProgress(ports));
  const early = action.find(view);
  const left = action.reach.leftOutOf(
    view,
    storedLessons(view, () => true).lessons.map(({ document }) => document),
  );
  const beside = (found: FoundLessons, say: Wording) => [...left.notes(say), ...leftOutLines(found.leftOut)];
  const data = (found: FoundLessons, applied: boolean): FoundLessonsData & Data => ({
    lessons: found.chosen.map(lessonData),
    kept: found.kept.map(({ lesson, why }) => ({ ...lessonData(lesson), why })),
    applied,
    leftOut: found.leftOut,
    ...left.data(),
    ...more,
  });
  if (!action.apply || early.chosen.length === 0) {
    const isFound = early.chosen.length + early.kept.length > 0;
    return {
      found: isFound,
      isPaged: isFound,
      text: (say) => reportText(ports, action, early, beside(early, say), say),
      data: () => data(early, false),
    };
  }
  let done = early;
  await ports.base.change((current) => {
    const found = action.find(current);
    done = { ...found, chosen: found.chosen.slice(0, ARCHIVED_MAX) };
    const documents = done.chosen.map(({ document }) => document);
    action.reach.checkOneProject(keysOf(current, documents), `${action.name} finds`);
    return archivingChanges(current, documents, true);
  }, indexingProgress(ports));
  const head = `archived ${counted(done.chosen.length, "lesson", "lessons")}`;
  const isDone = done.chosen.length > 0;
  return {
    found: isDone,
    ...(isDone ? { operation: head } : {}),
    text(say) {
      const answer = new BoundedText();
      answer.add(`${head} ${action.what}`);
      const shown = answer.addEach(done.chosen, (lesson) => [`  ${lessonLine(lesson)}`]);
      if (shown < done.chosen.length) answer.close(`  ... ${done.chosen.length - shown} more`);
      const rest = early.chosen.length - done.chosen.length;
      const again = rest > 0 ? [`  at most ${ARCHIVED_MAX} are archived at once: call it again for the rest`] : [];
      const lines = [...again, ...beside(done, say).map((line) => `  ${line}`)];
      return answer.text(...lines, ...(isDone ? [undoHint(say)] : []));
    },
    data: () => data(done, isDone),
  };
}

function reportText(
  ports: CarePorts,
  action: ArchivingAction,
  { chosen, kept, lessons }: FoundLessons,
  beside: readonly string[],
  say: Wording,
): string {
  const none = `no lesson to archive among ${counted(lessons, "lesson", "lessons")}: none is ${action.what}`;
  if (chosen.length + kept.length === 0) return [none, ...beside].join("\n");
  const closing =
    chosen.length === 0 ? beside : [`nothing was archived; do it with: ${callOf(action, say)}`, ...beside];
  const answer = new PagedText(ports, closing);
  if (chosen.length === 0) answer.head(kept.length > 0 ? `nothing to archive; ${keptWords(kept)}` : none);
  else answer.head(`would archive ${counted(chosen.length, "lesson", "lessons")} ${action.what}`);
  answer.addEach(chosen, (lesson) => [`  ${lessonLine(lesson)}`]);
  if (chosen.length > 0 && kept.length > 0) answer.head(keptWords(kept));
  answer.addEach(kept, ({ lesson, why }) => [`  ${lessonLine(lesson)} (${why})`]);
  return answer.text(chosen.length + kept.length, (rest) => counted(rest, "more lesson", "more lessons"));
}

function keptWords(kept: readonly KeptLesson[]): string {
  return `${counted(kept.length, "more is found, and stays", "more are found, and stay")}:`;
}

/** The call that does it. */
function callOf({ name, given }: ArchivingAction, say: Wording): string {
  const options = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([option, value]) =>
      say.either(
        `--${option.replaceAll("_", "-")} ${typeof value === "number" ? value : shellWord(String(value))}`,
        `${option}=${typeof value === "number" ? value : quote(String(value))}`,
      ),
    );
  const call = say.either(`helix learn ${name}`, `learn action=${name}`);
  return [call, ...options, say.either("--apply", "apply=true")].join(" ");
}

function shellWord(text: string): string {
  return /^[\w@%+:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
