// Stores a lesson, or adds it to the one that has nearly the same trigger, in one write.

import type { Answer } from "../../base/answer.ts";
import type { Wording } from "../../base/wording.ts";
import { type Draft, draftTopic, loadJoiningGate, prepareDraft, redactionNotes } from "../../notes/intake/draft.ts";
import { formatLesson, LESSON_KINDS, type LessonKind, lessonName, parseLesson } from "../../notes/lessons/lesson.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import { shownNoteId } from "../../notes/text/note-id.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import type { KeptLessonData } from "./data.ts";
import { type MergedLesson, mergedLesson } from "./merged-lesson.ts";
import type { LearnPorts } from "./ports.ts";
import { lessonFinder, type SimilarLesson } from "./similar-lesson.ts";

const MINUTE_MS = 60_000;
const TOPIC = "lessons";

/** A lesson as it is given. */
export interface GivenLesson {
  readonly kind: LessonKind;
  readonly trigger: string;
  readonly resolution: string;
  readonly topic?: string | undefined;
  /** With commas. */
  readonly tags: string;
  readonly source?: string | undefined;
  readonly confidence?: number | undefined;
  /** The confidence of a known lesson that this one confirms; left out: as it is. */
  readonly confirmed?: ((confidence: number) => number) | undefined;
}

/** What became of a lesson. */
type Kept =
  | { readonly status: "added"; readonly id: string }
  | {
      readonly status: "merged" | "similar";
      readonly id: string;
      readonly with: SimilarLesson;
      readonly merged: MergedLesson;
    };

/** Keeps it. Throws INVALID_ARGUMENT, LIMIT, and what a write throws; then nothing is stored. */
export async function keepLesson(ports: LearnPorts, given: GivenLesson): Promise<Answer> {
  const { kind, topic = TOPIC, source, confidence } = given;
  const others = LESSON_KINDS.filter((each) => each !== kind);
  const tags = [kind, ...given.tags.split(",").map((tag) => tag.trim())].filter(
    (tag) => tag !== "" && !others.includes(tag.toLowerCase() as LessonKind),
  );
  const draft = await prepareDraft({ topic, text: formatLesson(given), tags, source, confidence }, ports);
  const { trigger, resolution } = parseLesson([kind], draft.text)!;
  const finder = await lessonFinder(ports, { kind, trigger, projects: draft.projects });
  const gate = await loadJoiningGate();
  const minutes = Math.floor(ports.base.clock() / MINUTE_MS);
  let kept = null as Exclude<Kept, { status: "added" }> | null;
  const { ids } = await ports.base.change((current) => {
    const found = finder.in(current);
    if (found === null) {
      kept = null;
      return [{ kind: "add", topic: draftTopic(current, draft), body: draft.body, minutes }];
    }
    const { lesson } = found;
    const merged = mergedLesson(lesson, { ...draft, resolution }, gate, given.confirmed?.(lesson.entry.confidence));
    kept = { status: merged.body === null ? "similar" : "merged", id: lesson.id, with: found, merged };
    return merged.body === null ? [] : [{ kind: "replace", id: lesson.document, body: merged.body }];
  }, indexingProgress(ports));
  return answerOf(kept ?? { status: "added", id: ids()[0]! }, trigger, draft, finder.remarks);
}

function answerOf(kept: Kept, trigger: string, draft: Draft, remarks: readonly string[]): Answer {
  const name = lessonName(kept.status === "added" ? trigger : kept.with.lesson.trigger);
  const reason = kept.status === "added" ? "" : reasonOf(kept);
  const source = draft.sourceNote === null ? [] : [draft.sourceNote.text];
  const kinds = kept.status === "added" ? [] : redactionNotes(kept.merged.kinds);
  const notes = [...source, ...draft.notes, ...kinds, ...remarks];
  const head = `${kept.status} ${shownNoteId(kept.id)} ${name}`;
  const where = kept.status === "added" ? ` in ${topicName(draft.topic)}` : "";
  return {
    found: true,
    ...(kept.status === "similar" ? {} : { operation: head }),
    text: (wording) =>
      [
        head + where,
        ...[...(reason === "" ? [] : [reason]), ...notes, ...advice(kept, wording)].map((line) => `  ${line}`),
      ].join("\n"),
    data: (): KeptLessonData => ({ status: kept.status, name, id: kept.id, reason, notes }),
  };
}

function reasonOf({ with: { lesson, similarity }, merged }: Exclude<Kept, { status: "added" }>): string {
  const alike = `its trigger is like this one's (${Math.round(similarity * 100)}%): ${lesson.trigger.split("\n")[0]!.slice(0, 120).toWellFormed()}`;
  if (merged.obstacle !== null) return `${alike}; nothing was merged: ${merged.obstacle}`;
  if (merged.body === null) return `${alike}; it says this already`;
  return `${alike}; ${merged.isNew ? "it has both resolutions now" : "it says this already, and was confirmed"}`;
}

function advice(kept: Kept, { either }: Wording): string[] {
  if (kept.status !== "similar" || kept.merged.obstacle === null) return [];
  return [`change it yourself with ${either("helix edit revise", "edit action=revise")} ${shownNoteId(kept.id)}`];
}
