// Takes judgements of notes that were shown: checks each claim, and writes those that hold.
// Invariants:
// - What a session was not shown, it cannot judge; a person at a terminal may judge any note.
// - A claim counts only with evidence: a text that speaks of the note, or a use of it that hooks saw in the session.
// - A note is judged once for a task. Shown and not claimed is no judgement.
// - An assistant judges a note once in a session, whatever tasks it names; again only for a task that it has tried since,
//   and with evidence of that one.

import { tokenize } from "../../engine/text/tokenizer.ts";
import type { JudgementLog, ShownToSession } from "../../events/judgement-log.ts";
import type { EventBodies, Verdict } from "../../events/log/event-types.ts";
import { pairKey } from "../../events/log/judgements.ts";
import { lessonName } from "../../notes/lessons/lesson.ts";
import { storedLessons } from "../../notes/lessons/stored-lessons.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { parseEntryText } from "../../notes/text/entry-text.ts";
import { evidenceById, evidenceFlaw, evidenceKey, type ProvenNote } from "./evidence.ts";

/** What is claimed; notes by their ids, or lessons by their names. */
export interface Claims {
  readonly helped: readonly string[];
  readonly misled: readonly string[];
  /** Which others were shown; null: all lessons that the session was shown. */
  readonly shown: readonly string[] | null;
  readonly evidence: string;
  /** Hash or name of the task that it is about. */
  readonly task: string;
  readonly by: EventBodies["feedback"]["by"];
}

/** A note that was judged. */
export interface JudgedNote {
  readonly id: string;
  readonly ids: readonly string[];
  readonly name: string;
  readonly verdict: Verdict;
  /** A hash of the words that were given as evidence; undefined without any. */
  readonly evidence: string | undefined;
}

/** What became of claims. */
export interface Judging {
  readonly judged: readonly JudgedNote[];
  /** How many notes were shown and not claimed. */
  readonly unhelpful: number;
  /** What names no note. */
  readonly missing: readonly string[];
  readonly refused: readonly { readonly id: string; readonly why: string }[];
  /** How much of the log was looked through for what was shown, in bytes; null for all of it. */
  readonly boundBytes: number | null;
}

/** A note that a claim names. */
interface Claimed extends ProvenNote {
  readonly id: string;
  readonly ids: readonly string[];
  readonly name: string;
}

/** Checks the claims and writes those that hold. Throws IO; then nothing is written. */
export function judge(view: KnowledgeView, log: JudgementLog, claims: Claims): Judging {
  const seen = log.shownTo(log.acting.session);
  const find = finderIn(view);
  const refused: { id: string; why: string }[] = [];
  const missing: string[] = [];
  const named = new Map<string, { note: Claimed; verdicts: Set<Verdict> }>();
  for (const [verdict, given] of [["helped", claims.helped] as const, ["misled", claims.misled] as const]) {
    for (const each of given) {
      const note = find(each);
      if (note === null) missing.push(each);
      else if (typeof note === "string") refused.push({ id: each, why: note });
      else {
        const known = named.get(note.id) ?? { note, verdicts: new Set<Verdict>() };
        named.set(note.id, known);
        known.verdicts.add(verdict);
      }
    }
  }
  const judged: JudgedNote[] = [];
  const told = evidenceById(claims.evidence);
  const evidenceFor = (note: Claimed) =>
    note.ids.map((id) => told.byId.get(id)).find((text) => text !== undefined) ?? told.all;
  const flaw = flawFinder(view, log, seen, claims, evidenceFor);
  for (const { note, verdicts } of named.values()) {
    const why = verdicts.size > 1 ? "named both as helped and as misled: say which" : flaw(note);
    const [verdict] = verdicts;
    if (why === null) judged.push({ ...note, verdict: verdict!, evidence: evidenceKey(evidenceFor(note)) });
    else refused.push({ id: note.id, why });
  }
  const { task, by } = claims;
  log.write(judged.map(({ id, verdict, evidence }) => ({ type: "feedback", note: id, verdict, by, task, evidence })));
  const others = unclaimed(view, seen, claims.shown, find, missing, refused);
  const unhelpful = others.filter((id) => !named.has(id)).length;
  return { judged, unhelpful, missing, refused, boundBytes: seen.boundBytes };
}

/** Says why a claim does not count; null where it does. */
function flawFinder(
  view: KnowledgeView,
  log: JudgementLog,
  seen: ShownToSession,
  claims: Claims,
  evidenceFor: (note: Claimed) => string,
) {
  const { pairs } = log.read();
  return (note: Claimed): string | null => {
    if (claims.by !== "person" && !isSeen(seen, note)) return NOT_SHOWN;
    if (note.ids.some((id) => pairs.has(pairKey(claims.task, id)))) return "told already for this task";
    const evidence = evidenceFor(note);
    const before = claims.by === "assistant" ? seen.judged.filter(({ event }) => note.ids.includes(event.note)) : [];
    const last = before.at(-1)?.place ?? -1;
    if (before.length > 0 && (seen.tried.get(claims.task) ?? -1) < last) return TOLD_IN_SESSION;
    const key = evidenceKey(evidence);
    if (key !== undefined && before.some(({ event }) => event.evidence === key)) return SAME_EVIDENCE;
    if (note.ids.some((id) => (seen.used.get(id) ?? -1) > last)) return null;
    return evidenceFlaw(view, note, evidence);
  };
}

const TOLD_IN_SESSION =
  "told already in this session; another task counts once assess has recorded a try of it since then";
const SAME_EVIDENCE = "the evidence is that of another task: say what you did in this one";

const NOT_SHOWN = "not shown to this session";

function isSeen({ shown }: ShownToSession, { ids }: Pick<Claimed, "ids">): boolean {
  return ids.some((id) => shown.has(id));
}

/** Ids of the notes that were shown, claimed or not. */
function unclaimed(
  view: KnowledgeView,
  seen: ShownToSession,
  given: Claims["shown"],
  find: ReturnType<typeof finderIn>,
  missing: string[],
  refused: { id: string; why: string }[],
): string[] {
  if (given === null) {
    const { lessons } = storedLessons(view, () => true);
    return lessons.filter((lesson) => isSeen(seen, lesson)).map(({ id }) => id);
  }
  const ids = new Set<string>();
  for (const each of given) {
    const note = find(each);
    if (note === null) missing.push(each);
    else if (typeof note === "string") refused.push({ id: each, why: note });
    else if (isSeen(seen, note)) ids.add(note.id);
    else refused.push({ id: note.id, why: NOT_SHOWN });
  }
  return [...ids];
}

/** Finds a note by its id, or a lesson by its name. A text says why a name is none; null: there is no such note. */
function finderIn(view: KnowledgeView): (given: string) => Claimed | string | null {
  return (given) => {
    const document = view.findNote(given);
    if (document !== null) return claimedAt(view, document);
    const name = given.toLowerCase();
    const named = storedLessons(view, () => true).lessons.filter((lesson) => lesson.name === name);
    if (named.length > 1) return `${named.length} lessons have this name: give the id`;
    return named.length === 0 ? null : claimedAt(view, named[0]!.document);
  };
}

function claimedAt(view: KnowledgeView, document: number): Claimed | null {
  const body = view.body(document);
  if (body === null) return null;
  const { text, aliases, tags, source } = parseEntryText(body);
  const id = view.noteId(document);
  const terms = new Set(tokenize([text, tags.join(" "), view.index.topicOf(document), source ?? ""].join("\n")));
  return { id, ids: [id, ...aliases], name: lessonName(text.split("\n", 1)[0]!), text, terms };
}
