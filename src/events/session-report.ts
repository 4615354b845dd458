// A report in a few lines of what the hooks of a session saw: for the summary of a conversation, for the conversation
// that continues it, and for users. Names of files and topics are text of others, so each is made to fit one line.

import { counted } from "../base/wording.ts";
import { cleanLine } from "../engine/text/clean.ts";
import { cutLine } from "../engine/text/cut-line.ts";
import { isNoteKey, type SessionState } from "./session-state.ts";

const TOPICS_MAX = 6;
const FILES_MAX = 12;
const NAME_LENGTH_MAX = 60;
/** A list ends before it is longer than this, in bytes. */
const LIST_BYTES_MAX = 300;

/** Whether the session did anything worth reporting. Files that were only read do not count. */
export function hasWorked({ topics, edited, lastRun, stores }: SessionState): boolean {
  return topics.size > 0 || edited.size > 0 || lastRun !== null || stores > 0;
}

/** The facts of a session, one line each. */
export function sessionFacts(state: SessionState): string[] {
  const { edited, stores, phase } = state;
  const run = lastRun(state);
  const focus = focusTopics(state);
  return [
    run === null ? `phase: ${phase}` : `phase: ${phase}; last build or test: ${run}`,
    ...(focus.length === 0
      ? []
      : [`topics in use: ${listed(focus.map(({ topic, count }) => `${shownName(topic)} (${count})`))}`]),
    ...(edited.size === 0 ? [] : [`files edited: ${fileList(edited)}`]),
    ...(stores === 0 ? [] : [`stored in helix: ${counted(stores, "time", "times")}`]),
  ];
}

/** The last run and its result; null if there was none. */
export function lastRun({ lastRun: run }: SessionState): string | null {
  return run === null ? null : `${shownName(run.what)} ${run.failed ? "failed" : "succeeded"}`;
}

/**
 * The topics that notes of this session came from or went to, the most used first. Of topics used equally often, the
 * one used last comes first.
 */
export function focusTopics({ topics }: SessionState): { topic: string; count: number }[] {
  const all = Array.from(topics, ([topic, count]) => ({ topic, count }));
  return all
    .reverse()
    .sort((a, b) => b.count - a.count)
    .slice(0, TOPICS_MAX);
}

/** Files in one line, the last ones first. */
export function fileList(files: ReadonlySet<string>): string {
  return listed([...files].reverse().map(shownName), FILES_MAX);
}

/** The facts of a session as data. */
export function sessionData(state: SessionState) {
  return {
    phase: state.phase,
    lastRun: state.lastRun,
    topics: focusTopics(state),
    read: state.read.size,
    edited: [...state.edited],
    stores: state.stores,
    shown: notesShown(state),
    reminded: state.isReminded,
  };
}

/** How many notes were shown in all conversations of the session. The summary of the knowledge base is not counted. */
function notesShown({ injected }: SessionState): number {
  let count = 0;
  for (const key of injected) if (isNoteKey(key)) count++;
  return count;
}

/** The report for a user who asks what the session did; no lines if no hook saw anything. */
export function sessionReport(state: SessionState): string[] {
  if (!hasWorked(state) && state.read.size === 0 && state.injected.size === 0) return [];
  const seen = `${counted(state.read.size, "file", "files")} read, ${counted(state.edited.size, "file", "files")} edited`;
  const notes = counted(notesShown(state), "note", "notes");
  const reminded = state.isReminded ? ", reminded of storing" : "";
  return [`seen by hooks: ${seen}, ${notes} shown${reminded}`, ...sessionFacts(state).map((line) => `  ${line}`)];
}

/** A name chosen by others, as one short line. */
export function shownName(name: string): string {
  return cutLine(cleanLine(name), NAME_LENGTH_MAX);
}

/** As many names as fit, and how many more there are. */
function listed(names: readonly string[], countMax = names.length): string {
  let line = "";
  let shown = 0;
  for (const name of names.slice(0, countMax)) {
    const next = shown === 0 ? name : `, ${name}`;
    if (Buffer.byteLength(line + next) > LIST_BYTES_MAX) break;
    line += next;
    shown++;
  }
  return shown === names.length ? line : `${line}, ${names.length - shown} more`;
}
