// The sets for hooks, a folder each: the notes and source files of an invented project, and events of somebody's work
// on it, with the notes that should come up at each of them. The notes of another project and chatter of the own one
// are there to be kept out.
//
//   notes.json    "of" says whose a note is: the project's, another project's, or chatter stored in the project
//   sources.json  the project's files, as lines
//   events.json   "wanted" should be shown, "fitting" may be, anything else is wrong; "*" is any note of the project but chatter;
//                 "place" is where it happens: in the project (left out), in the other one, in an empty one, or in no repository

import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface JudgedNote {
  readonly name: string;
  readonly of: "project" | "other" | "chatter";
  readonly topic: string;
  readonly tags: string;
  readonly text: string;
  readonly source?: string;
}

/** The hooks that the set has events for, in the order of the table. */
export const JUDGED_HOOKS = ["session", "prompt", "ambient", "error-context", "post-build"] as const;

export interface JudgedEvent {
  readonly type: (typeof JUDGED_HOOKS)[number];
  readonly place?: "other" | "empty" | "nowhere";
  readonly wanted: readonly string[];
  readonly fitting?: readonly string[];
  /** Of a session's start. */
  readonly source?: string;
  readonly prompt?: string;
  /** Of a tool: its name ("Bash" when there is a command), and what it is given. */
  readonly tool?: string;
  readonly file?: string;
  readonly pattern?: string;
  readonly before?: string;
  readonly after?: string;
  readonly content?: string;
  readonly command?: string;
  /** What a command printed that succeeded, or how a tool failed. */
  readonly output?: string;
  readonly error?: string;
}

/** The invented projects, which differ in language, matter and in how their notes are written. */
export const JUDGED_PROJECTS = ["tidewater", "fermata"] as const;

export interface JudgedEvents {
  /** What the project's folder is called. */
  readonly project: string;
  readonly notes: readonly JudgedNote[];
  /** Lines by path. */
  readonly sources: Readonly<Record<string, readonly string[]>>;
  readonly events: readonly JudgedEvent[];
}

/** Reads the set of a project. */
export function readJudgedEvents(project: (typeof JUDGED_PROJECTS)[number]): JudgedEvents {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(new URL(`${project}/${name}`, import.meta.url), "utf8"));
  return {
    project,
    notes: read("notes.json") as JudgedNote[],
    sources: read("sources.json") as Record<string, string[]>,
    events: read("events.json") as JudgedEvent[],
  };
}

/** The first characters of a note's text, which hooks always show and which tell it from the others. */
export function beginningOf({ text }: Pick<JudgedNote, "text">): string {
  return text.slice(0, 40);
}

/** The names of the notes that a text shows. */
export function shownNotes(text: string, notes: readonly JudgedNote[]): string[] {
  return notes.filter((note) => text.includes(beginningOf(note))).map(({ name }) => name);
}

/** Whether a note may be shown at an event. */
export function isRight({ wanted, fitting = [], place }: JudgedEvent, { name, of }: JudgedNote): boolean {
  if (wanted.includes(name) || fitting.includes(name)) return true;
  return fitting.includes("*") && of === (place === "other" ? "other" : "project");
}

/** The fields of an event as the client gives them, in the project at `folder`. */
export function eventFields(event: JudgedEvent, folder: string): Record<string, unknown> {
  const { source, prompt, command, output, error, file, pattern, before, after, content } = event;
  if (source !== undefined) return { source };
  if (prompt !== undefined) return { prompt };
  const input = {
    ...(command === undefined ? {} : { command }),
    ...(file === undefined ? {} : { file_path: join(folder, file) }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(before === undefined ? {} : { old_string: before, new_string: after ?? "" }),
    ...(content === undefined ? {} : { content }),
  };
  return {
    tool_name: event.tool ?? "Bash",
    tool_input: input,
    tool_use_id: "use",
    ...(output === undefined ? {} : { tool_response: { stdout: output, stderr: "", interrupted: false } }),
    ...(error === undefined ? {} : { error }),
  };
}
