// A lesson is a note with one of two tags: `failure`, what went wrong, or `pattern`, what works. Its text is a trigger,
// the situation that it is about, and behind it a resolution, what to do then:
//   ImportError of a partially initialised module when a test runs alone
//   resolution: move the shared types into a module of their own
// Everything that stores, edits, moves and finds notes works for lessons, too.
// Invariants:
// - parse(format(lesson)) = lesson for every trigger and resolution without blank ends.

export const LESSON_KINDS = ["failure", "pattern"] as const;
export type LessonKind = (typeof LESSON_KINDS)[number];

export { ARCHIVED_TAG } from "../text/archived.ts";

/** What a lesson says. */
export interface Lesson {
  readonly kind: LessonKind;
  /** The situation. */
  readonly trigger: string;
  /** What to do then; "" where nothing is known yet. */
  readonly resolution: string;
}

const RESOLUTION = "resolution: ";
const LABEL = /^resolution:[ \t]?/im;
/** Lines of a trigger that read as the label get one space more. */
const LIKE_LABEL = /^( *)(?=resolution:)/gim;

/** The text of the note. */
export function formatLesson({ trigger, resolution }: Pick<Lesson, "trigger" | "resolution">): string {
  const situation = trigger.trim().replace(LIKE_LABEL, "$1 ");
  const said = resolution.trim();
  return said === "" ? situation : `${situation}\n${RESOLUTION}${said}`;
}

/** The kind that tags say; null for a note that is no lesson. A failure that is a pattern, too, counts as a failure. */
export function lessonKind(tags: readonly string[]): LessonKind | null {
  return LESSON_KINDS.find((kind) => tags.includes(kind)) ?? null;
}

/**
 * Reads a note as a lesson; null where its tags say that it is none. Without a label, the first line is the trigger and
 * the rest the resolution.
 */
export function parseLesson(tags: readonly string[], text: string): Lesson | null {
  const kind = lessonKind(tags);
  if (kind === null) return null;
  const found = LABEL.exec(text);
  if (found !== null) {
    const situation = text.slice(0, found.index).replace(LIKE_LABEL, (spaces: string) => spaces.slice(1));
    return { kind, trigger: situation.trim(), resolution: text.slice(found.index + found[0].length).trim() };
  }
  const end = text.indexOf("\n");
  if (end < 0) return { kind, trigger: text.trim(), resolution: "" };
  return { kind, trigger: text.slice(0, end).trim(), resolution: text.slice(end + 1).trim() };
}

/** A name for people, made of the trigger's first words: `importerror-of-partially`. It is no key; ids are. */
export function lessonName(trigger: string): string {
  const words = trigger.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const told = words.filter((word) => word.length > 2 || /[\d\P{ASCII}]/u.test(word));
  return (told.length > 0 ? told : words).slice(0, 4).join("-").slice(0, 48) || "lesson";
}
