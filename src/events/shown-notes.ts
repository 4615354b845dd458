// What a session's file says of notes that were shown to the main conversation: at which file, since which prompt, which
// of them tell of the error that a run failed with, and what spoke for or against them since. Nothing of it is a
// judgement.
// Invariants:
// - Everything is bounded: the newest stays.

import { resolves } from "./run-names.ts";

/** How many notes are remembered of one file, one turn and one run. */
const NOTES_MAX = 8;
const FILES_MAX = 64;
const RUNS_MAX = 8;
/** How many contents of one file are remembered. */
const CONTENTS_MAX = 8;
const SIGNS_MAX = 32;

/**
 * The kinds of lines (session-state.ts).
 *   a  notes were shown: their ids, joined by commas, a space and the file that the event was about, if any
 *   q  a prompt came
 *   w  a run failed with an error that notes tell of which the conversation has: their ids, a space and the run
 *   c  a command was run that a note tells which tells of a failed run
 *   h  what a file holds that is about to be edited: a hash of it, a space and the file
 *   b  something spoke against notes that were shown: their ids, a space and what it was
 *   j  notes were judged
 */
export type ShownKind = "a" | "q" | "w" | "c" | "h" | "b" | "j";

/** Whether a line is of one of these kinds. */
export function isShownKind(kind: string): kind is ShownKind {
  return "aqwchbj".includes(kind);
}

/** A run that failed with an error that notes tell of. */
export interface AwaitedRun {
  readonly run: string;
  /** Ids of notes. */
  readonly notes: readonly string[];
  /** Whether a file was edited since, or a command was run that one of the notes tells. */
  isActedOn: boolean;
}

export class ShownNotes {
  /** Ids of notes that were shown since the last prompt. */
  readonly inTurn = new Set<string>();
  /** Ids of the notes that were shown at events about a file, by the session's name of it. */
  readonly ofFiles = new Map<string, readonly string[]>();
  /** Hashes of what a file held before its edits, the oldest first. */
  readonly contents = new Map<string, readonly string[]>();
  /** Runs that failed and did not pass since. */
  awaited: readonly AwaitedRun[] = [];
  /** Ids of notes whose error was resolved after they were shown. */
  readonly resolved = new Set<string>();
  /** What spoke against notes, by their ids. */
  readonly doubts = new Map<string, string>();
  /** Whether the assistant was asked to judge, and has judged. */
  isJudged = false;

  /** Adds one line. */
  take(kind: ShownKind, value: string): void {
    if (kind === "a") this.#show(value);
    else if (kind === "q") this.inTurn.clear();
    else if (kind === "w") this.#await(value);
    else if (kind === "c") this.act();
    else if (kind === "h") this.#hold(value);
    else if (kind === "b") this.#doubt(value);
    else this.isJudged = true;
  }

  /** An answer showed notes: ids, joined by commas, and behind a space the file, if any. */
  #show(value: string): void {
    const [ids, file] = divided(value);
    for (const id of ids) addTo(this.inTurn, id, NOTES_MAX);
    if (file === "") return;
    const known = this.ofFiles.get(file) ?? [];
    this.ofFiles.delete(file);
    this.ofFiles.set(file, [...known.filter((id) => !ids.includes(id)), ...ids].slice(-NOTES_MAX));
    if (this.ofFiles.size > FILES_MAX) this.ofFiles.delete(this.ofFiles.keys().next().value!);
  }

  /** A run failed with an error that notes tell of: ids and the run. */
  #await(value: string): void {
    const [notes, run] = divided(value);
    if (notes.length === 0 || run === "") return;
    const others = this.awaited.filter((each) => each.run !== run);
    this.awaited = [...others, { run, notes: notes.slice(-NOTES_MAX), isActedOn: false }].slice(-RUNS_MAX);
  }

  /** Something was done that may have resolved what runs failed with. */
  act(): void {
    for (const each of this.awaited) each.isActedOn = true;
  }

  /** Ids of the notes that tell of what a run resolves, if something was done about it. */
  resolvedBy(passed: string): string[] {
    const found = this.awaited.filter(({ run, isActedOn }) => isActedOn && resolves(passed, run));
    return [...new Set(found.flatMap(({ notes }) => notes))];
  }

  /** A run passed. */
  pass(run: string): void {
    if (this.awaited.length === 0) return;
    for (const id of this.resolvedBy(run)) addTo(this.resolved, id, SIGNS_MAX);
    this.awaited = this.awaited.filter((each) => !resolves(run, each.run));
  }

  /** What a file holds before an edit: a hash and the file. */
  #hold(value: string): void {
    const space = value.indexOf(" ");
    const file = value.slice(space + 1);
    const known = this.contents.get(file) ?? [];
    this.contents.delete(file);
    this.contents.set(file, [...known, value.slice(0, space)].slice(-CONTENTS_MAX));
    if (this.contents.size > FILES_MAX) this.contents.delete(this.contents.keys().next().value!);
  }

  /** Something spoke against notes: ids and what it was. */
  #doubt(value: string): void {
    const [ids, how] = divided(value);
    for (const id of ids) if (this.doubts.size < SIGNS_MAX) this.doubts.set(id, how);
  }
}

/** Ids, joined by commas, and what stands behind the first space. */
function divided(value: string): [ids: string[], rest: string] {
  const space = value.indexOf(" ");
  const ids = space < 0 ? value : value.slice(0, space);
  return [[...new Set(ids.split(","))].filter((id) => id !== ""), space < 0 ? "" : value.slice(space + 1)];
}

function addTo(set: Set<string>, value: string, countMax: number): void {
  set.delete(value);
  set.add(value);
  if (set.size > countMax) set.delete(set.values().next().value!);
}
