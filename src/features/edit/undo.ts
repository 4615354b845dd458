// Undo, redo and the list of changes. A server takes back the last change of its own session, and a command the last
// one of its project, so that nobody takes back what others did by mistake. A change that is named may be anybody's.

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { formatDateTime, MINUTE_MS } from "../../engine/text/dates.ts";
import { sameProject } from "../../notes/projects/project.ts";
import { type Access, indexingProgress } from "../../notes/store/long-work.ts";
import type { Author, Authored } from "../../notes/store/transaction-authors.ts";
import type { TakenBack } from "../../notes/store/undo.ts";
import type { DescribedAct, Undone } from "../../notes/store/undo-request.ts";
import { parseEntryText } from "../../notes/text/entry-text.ts";
import { shownNoteId } from "../../notes/text/note-id.ts";
import { snippetLines } from "../../notes/text/snippet.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import type { FeatureContext } from "../common/feature.ts";
import { PagedText } from "../common/paged-text.ts";
import type { HistoryData, UndoneData } from "./data.ts";

/** How many of the notes that were taken back are named. */
const NAMED_MAX = 5;
/** How many changes the list has on all pages, and how many are looked at for one that may be taken back. */
const LISTED_MAX = 100;
const LATELY_MAX = 20;

/** What undo, redo and the list need. */
export type UndoPorts = Access<"undo" | "transactions" | "author"> &
  Pick<FeatureContext, "wording" | "ownChanges" | "page">;

/** What a caller may say about an undo or a redo. */
export interface UndoArguments {
  /** The number of a change, as the list shows it. */
  readonly change?: number | undefined;
  readonly dry_run?: boolean | undefined;
}

/**
 * The answer of `edit action=undo` and `action=redo`. Throws NOT_FOUND when there is nothing to take back or to make
 * again.
 */
export async function undoLast(
  ports: UndoPorts,
  isRedo: boolean,
  { change, dry_run: isTrial = false }: UndoArguments,
): Promise<Answer> {
  const fits = whose(ports);
  const undone = await ports.base
    .undo({ isRedo, isTrial, start: change, ...(fits && { fits }) }, indexingProgress(ports))
    .catch(async (error: unknown) => {
      throw fits === null || change !== undefined ? error : await othersInstead(ports, error, isRedo);
    });
  const taken = paired(undone.taken);
  const lines = taken.slice(0, NAMED_MAX).map((step) => `  ${said(step)}`);
  if (taken.length > NAMED_MAX) lines.push(`  ... ${counted(taken.length - NAMED_MAX, "more entry", "more entries")}`);
  if (!isRedo && !undone.isLast) lines.push("  what was changed after it stays");
  const done = isRedo ? "redone" : "undone";
  const head = `${isTrial ? `would be ${done}` : done}: ${summary(taken, isRedo)}`;
  return {
    found: true,
    ...(isTrial ? {} : { operation: head }),
    text: () => [head, ...lines].join("\n"),
    data: () => dataOf(undone, taken),
  };
}

function dataOf({ act }: Undone, taken: readonly Told[]): UndoneData {
  return {
    change: act.start,
    entries: taken.map(({ kind, topic, movedTo, body }) => ({
      was: kind,
      topic,
      ...(kind === "moved" ? { movedTo } : {}),
      body,
    })),
  };
}

/** Whose changes are taken back when none is named; null: anybody's, because nobody is noted. */
function whose({ base, ownChanges }: UndoPorts): ((author: Authored | null) => boolean) | null {
  const own = base.author;
  if (own === null) return null;
  if (ownChanges !== "project") return (author) => author !== null && author.session === own.session;
  // What nobody is known to have made, a person may take back.
  return (author) => author === null || isOfProject(author, own);
}

function isOfProject({ project }: Author, own: Author): boolean {
  return project.length === 0 ? own.project.length === 0 : sameProject(project, own.project);
}

/** The error when others have changed something, and the caller has not. */
async function othersInstead(ports: UndoPorts, error: unknown, isRedo: boolean): Promise<unknown> {
  if (!(error instanceof HelixError) || error.code !== "NOT_FOUND") return error;
  const [last] = (await ports.base.transactions(LATELY_MAX)).filter(({ undoneAt }) => (undoneAt !== null) === isRedo);
  if (last === undefined || whose(ports)!(last.author)) return error;
  const { ownChanges = "session" } = ports;
  const command = `helix ${isRedo ? "redo" : "undo"}`;
  return new HelixError("NOT_FOUND", (say) => {
    const list = say.either(`${command} --list`, "edit action=history");
    const one = say.either(`${command} ${last.start}`, `change=${last.start}`);
    return `this ${ownChanges} has no change to ${isRedo ? "make again" : "take back"}; others have: ${list} lists them, ${one} means one of them`;
  });
}

/** The answer of `edit action=history`: the last changes, newest first. */
export async function listChanges(ports: UndoPorts): Promise<Answer> {
  const acts = await ports.base.transactions(LISTED_MAX, indexingProgress(ports));
  const own = ports.base.author;
  return {
    found: acts.length > 0,
    isPaged: acts.length > 0,
    text: (wording) => {
      if (acts.length === 0) return "nothing was changed since the log began or was compacted";
      const how = wording.either("helix undo CHANGE, helix redo CHANGE", "action=undo or redo with change=N");
      const most = acts.length === LISTED_MAX ? `; the last ${LISTED_MAX} changes are listed` : "";
      const answer = new PagedText(ports, [`newest first; take one back, or make it again, with: ${how}${most}`]);
      answer.addEach(acts, (act) => actLines(act, own));
      return answer.text(acts.length, (more) => counted(more, "older change", "older changes"));
    },
    data: (): HistoryData => ({ changes: acts.map((act) => actData(act, own)) }),
  };
}

function actLines(act: DescribedAct, own: Author | null): string[] {
  const told = paired(act.done);
  const when = act.author === null ? "" : ` ${formatDateTime(Math.floor(act.author.atMs / MINUTE_MS))}`;
  const more = act.count - act.done.length;
  const what = told.map(({ kind, ...step }) => `${DONE[kind]} ${said({ kind, ...step })}`);
  const state = act.undoneAt === null ? "" : " (undone)";
  const by = authorWords(act.author, own);
  const [first = "", ...rest] = [...what, ...(more > 0 ? [`... ${counted(more, "more entry", "more entries")}`] : [])];
  return [`${act.start}${when}${by}${state}: ${first}`, ...rest.map((line) => `  ${line}`)];
}

function authorWords(author: Authored | null, own: Author | null): string {
  if (author === null) return "";
  const project = author.project[0] === undefined ? "" : ` ${cleanLine(author.project[0])}`;
  const isOwn = own !== null && own.session !== "" && author.session === own.session;
  return `${project}${isOwn ? " this session" : ""}`;
}

function actData(act: DescribedAct, own: Author | null): HistoryData["changes"][number] {
  const { author } = act;
  return {
    change: act.start,
    undone: act.undoneAt !== null,
    time: author === null ? null : new Date(author.atMs).toISOString(),
    session: author?.session || null,
    ownSession: author !== null && own !== null && own.session !== "" && author.session === own.session,
    project: author?.project[0] ?? null,
    count: act.count,
    entries: paired(act.done).map(({ kind, topic, movedTo, body }) => ({
      kind,
      topic,
      ...(movedTo === null ? {} : { movedTo }),
      title: titleOf(body),
    })),
  };
}

/**
 * What was done to a note, as an answer tells it. A note that was stored again with another time is one note ("dated").
 */
interface Told extends Omit<TakenBack, "kind"> {
  readonly kind: TakenBack["kind"] | "dated";
}

function paired(steps: readonly TakenBack[]): Told[] {
  const keyOf = ({ topic, body }: TakenBack) => `${topic}\n${body}`;
  const stored = new Map<string, TakenBack[]>();
  for (const step of steps) {
    if (step.kind !== "stored") continue;
    const same = stored.get(keyOf(step));
    if (same) same.push(step);
    else stored.set(keyOf(step), [step]);
  }
  const again = new Set<TakenBack>();
  const told = steps.map((step): Told => {
    const twin = step.kind === "deleted" ? stored.get(keyOf(step))?.pop() : undefined;
    if (twin === undefined) return step;
    again.add(twin);
    return { ...step, kind: "dated" };
  });
  return told.filter((step) => !again.has(step as TakenBack));
}

const SUMMARIES = {
  dated: ["dated as before", "dated again"],
  stored: ["removed again", "removed again"],
  deleted: ["brought back", "brought back"],
  changed: ["changed back", "changed again"],
  moved: ["moved back", "moved again"],
} as const;

/** What a change did to a note, in the list. */
const DONE = { dated: "dated", stored: "stored", deleted: "deleted", changed: "changed", moved: "moved" } as const;

/** `2 entries brought back, 1 entry changed back`. */
function summary(taken: readonly Told[], isRedo: boolean): string {
  const counts = new Map<Told["kind"], number>();
  for (const { kind } of taken) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .map(([kind, count]) => `${counted(count, "entry", "entries")} ${SUMMARIES[kind][isRedo ? 1 : 0]}`)
    .join(", ");
}

function said({ kind, topic, movedTo, body }: Told): string {
  const from = kind === "moved" ? ` (from ${topicName(movedTo ?? "")})` : "";
  const { id } = parseEntryText(body);
  return `[${topicName(topic)}${id === null ? "" : ` ${shownNoteId(id)}`}]${from} ${titleOf(body)}`;
}

function titleOf(body: string): string {
  return cleanLine(snippetLines(parseEntryText(body).text)[0]);
}
