// A set of failures that come back, made of a repository's history. Earlier fixes are the lessons: what their messages
// say is the trigger, what they changed the resolution. Later fixes are the failures. For a failure a lesson
//   helps     when it is about a function that the failure's fix changed, too: it leads to the right place;
//   misleads  when none of its files is among the fix's: whoever follows it looks in the wrong place;
//   is by     when it is about another function of such a file: it is neither.
// Failures that share a function are a family. The older two thirds of a family's failures come back round by round and
// are judged; the others are asked only, to see whether what was learned holds for other words.

import { basename, resolve } from "node:path";
import { ArgumentError } from "../../bench/arguments.ts";
import { type Fix, readFixes } from "./fixes.ts";

/** The oldest of the fixes are the lessons, by share. */
const LESSONS_SHARE = 0.5;
/** At most so many failures of a family, the first: a function that is mended all the time is not all there is. */
const FAMILY_MAX = 9;
/** Of three failures of a family the third is asked only. */
const ASKED_ONLY = 3;
/** Fewer failures than this say nothing. */
const FAILURES_MIN = 20;

/** What is learned from an earlier fix. */
export interface ReplayLesson {
  readonly id: string;
  readonly at: number;
  readonly trigger: string;
  readonly resolution: string;
}

/** What a lesson is worth for a failure. */
export type Worth = "helps" | "misleads" | "by";

/** A failure that comes up. */
export interface Failure {
  readonly text: string;
  /** The function that its family has in common. */
  readonly family: string;
  /** Whether it comes back and is judged; else it is asked only. */
  readonly isJudged: boolean;
  /** The worth of each lesson, by place. */
  readonly worth: readonly Worth[];
}

/** Lessons, and the failures that ask for them. */
export interface LessonSet {
  readonly name: string;
  readonly lessons: readonly ReplayLesson[];
  readonly failures: readonly Failure[];
  /** When the first failure comes up, in milliseconds since 1970. */
  readonly begin: number;
}

/** Makes the set of a repository. Throws ArgumentError of one line where none can be made. */
export function lessonSet(folder: string): LessonSet {
  const name = basename(resolve(folder));
  const fixes = readFixes(folder);
  const refuse = (why: string) =>
    new ArgumentError(
      `${name}: ${why}; give a git repository with a long history, e.g. npm run quality -- --lessons ../repository`,
    );
  if (fixes === null) throw refuse("there is no git repository, or no git");
  const set = setOfFixes(name, fixes);
  if (set.failures.length < FAILURES_MIN)
    throw refuse(
      `${set.failures.length} of its fixes are about functions that were fixed before, ${FAILURES_MIN} are needed`,
    );
  return set;
}

/** The set of fixes, which stand in order of time. */
export function setOfFixes(name: string, fixes: readonly Fix[]): LessonSet {
  const count = Math.floor(fixes.length * LESSONS_SHARE);
  const earlier = fixes.slice(0, count);
  const known = new Set(earlier.flatMap(({ functions }) => functions));
  const families = new Map<string, Fix[]>();
  for (const fix of fixes.slice(count)) {
    const family = fix.functions.find((each) => known.has(each));
    if (family === undefined) continue;
    const members = families.get(family) ?? [];
    if (members.length < FAMILY_MAX) families.set(family, [...members, fix]);
  }
  const failures = [...families].flatMap(([family, members]) =>
    members.map((fix, at) => ({
      text: fix.text,
      family,
      isJudged: at % ASKED_ONLY !== ASKED_ONLY - 1,
      worth: earlier.map((lesson) => worthOf(lesson, fix)),
    })),
  );
  return { name, lessons: earlier.map(lessonOf), failures, begin: fixes[count]?.at ?? 0 };
}

function lessonOf({ id, at, text, functions, added }: Fix): ReplayLesson {
  const changed = functions.map((each) => each.split(" ").reverse().join(" in ")).join(", ");
  return { id, at, trigger: text, resolution: [`change ${changed}`, ...added].join("\n") };
}

function worthOf(lesson: Fix, { functions, files }: Fix): Worth {
  if (lesson.functions.some((each) => functions.includes(each))) return "helps";
  return lesson.files.some((each) => files.includes(each)) ? "by" : "misleads";
}
