// Decides which notes an action concerns when it is not given a single note. By default these are the notes of the
// current project and those of no project. `project` names others: a key, `here` (without notes of no project) or
// `any`. Answers say what was left out, and which parameter includes it. Outside of any project everything is read, but
// a change there may concern only one project unless `project` is given.
// Invariants:
// - A note is judged by the view that is read or written against. For a write that is the view under the lock.

import { HelixError } from "../../base/errors.ts";
import { CALLS, type Wording } from "../../base/wording.ts";
import { quote } from "../../engine/text/clean.ts";
import { capturedFailures, capturedIds } from "../index/captured-failures.ts";
import { type DocumentTest, documentsOfProjects } from "../index/document-test.ts";
import type { NoteIndex, TopicSummary } from "../index/note-index.ts";
import { entriesByProject, haveOnly, namesWith, topicsWith } from "../index/project-documents.ts";
import { sameProject } from "../projects/project.ts";
import type { KnowledgeView } from "../store/knowledge-view.ts";
import { topicName } from "../text/topic-names.ts";
import type { Caller } from "./caller.ts";
import { LeftOut } from "./left-out.ts";
import { projectFilter } from "./scope.ts";
import { checkProject } from "./unknown-project.ts";

/** The parameter that says how far an action reaches. */
export const PROJECT_PARAMETER = {
  kind: "text",
  description: "any, here or a key (default: here and of none)",
  example: 'project="any"',
} as const;

/** How many projects the error names. */
const PROJECTS_NAMED_MAX = 4;

export class Reach {
  /** Whether a note with these keys is concerned; null: every note is. */
  readonly includes: ((keys: readonly string[]) => boolean) | null;
  /** How errors are worded. */
  readonly wording: Wording;
  readonly #given: string | undefined;
  readonly #caller: Caller;
  readonly #hasErrors: boolean;

  /**
   * `given` is the parameter `project`. Captured failures are concerned by what changes or moves notes, and left out,
   * which is said, where notes are listed (`isListing`). Throws INVALID_ARGUMENT for `here` outside of any project.
   */
  constructor(caller: Caller, given: string | undefined, { isListing = false } = {}) {
    this.#hasErrors = !isListing;
    this.wording = caller.wording ?? CALLS;
    this.#given = given;
    this.#caller = caller;
    this.includes = given === undefined ? ownNotes(caller) : namedNotes(caller, given);
  }

  /**
   * Makes a test that says whether a document is concerned; null if every document is, so that none has to be tested.
   * Throws NOT_FOUND for a project that no note is of.
   */
  testIn(index: NoteIndex): DocumentTest | null {
    checkProject(index, this.#caller, this.#given);
    const isIncluded =
      this.includes === null || haveOnly(index, this.includes) ? null : documentsOfProjects(index, this.includes);
    const isError = this.#errorsIn(index);
    if (isError === null) return isIncluded;
    return (id) => isIncluded?.(id) !== false && !isError(id);
  }

  /** The test of the captured failures that are left out; null where none is. */
  #errorsIn(index: NoteIndex): DocumentTest | null {
    return this.#hasErrors ? null : capturedFailures(index);
  }

  /** Like `testIn`, but never null. */
  in(index: NoteIndex): DocumentTest {
    return this.testIn(index) ?? (() => true);
  }

  /**
   * The positions of the concerned notes in a topic, given by its stored name, and the notes of the topic that are left
   * out.
   */
  of(view: KnowledgeView, topic: string): { positions: number[]; left: LeftOut } {
    const left = new LeftOut();
    const positions: number[] = [];
    const isConcerned = this.in(view.index);
    const isError = this.#errorsIn(view.index);
    view.topicDocuments(topic).forEach((id, position) => {
      if (isConcerned(id)) positions.push(position);
      else this.#leave(left, view, id, isError);
    });
    return { positions, left };
  }

  /** The same for a change. Throws NOT_FOUND if no note is concerned, INVALID_ARGUMENT as `checkOneProject` does. */
  toChange(view: KnowledgeView, topic: string): ReturnType<Reach["of"]> {
    this.checkOneProject(keysOf(view, view.topicDocuments(topic)), `${topicName(topic)} holds`);
    const found = this.of(view, topic);
    if (found.positions.length === 0)
      throw new HelixError("NOT_FOUND", (say) => this.nothingIn(topic, found.left, say));
    return found;
  }

  /** The topics that have concerned notes, with the counts of only these notes. */
  topics(view: KnowledgeView): TopicSummary[] {
    const isConcerned = this.testIn(view.index);
    return isConcerned === null ? view.topics() : topicsWith(view.index, isConcerned);
  }

  /** The names of these topics. */
  topicNames({ index }: KnowledgeView): string[] {
    const isConcerned = this.testIn(index);
    return isConcerned === null ? index.topicNames() : namesWith(index, isConcerned);
  }

  /** The notes of the whole knowledge base that are left out. */
  leftOut({ index }: KnowledgeView): LeftOut {
    const { includes } = this;
    const left = new LeftOut();
    if (!this.#hasErrors) {
      for (const id of capturedIds(index)) if (includes?.(index.document(id).projects) !== false) left.addError();
    }
    if (includes === null || haveOnly(index, includes)) return left;
    for (const { keys, count } of entriesByProject(index)) if (!includes(keys)) left.add(keys, count);
    return left;
  }

  /** Those of some documents that are left out. */
  leftOutOf(view: KnowledgeView, ids: Iterable<number>): LeftOut {
    const isConcerned = this.in(view.index);
    const isError = this.#errorsIn(view.index);
    const left = new LeftOut();
    for (const id of ids) if (!isConcerned(id)) this.#leave(left, view, id, isError);
    return left;
  }

  #leave(left: LeftOut, view: KnowledgeView, id: number, isError: DocumentTest | null): void {
    const { projects } = view.document(id);
    if (isError?.(id) === true && this.includes?.(projects) !== false) left.addError();
    else left.add(projects);
  }

  /**
   * Refuses a change that would concern notes of several projects although no `project` was given. That can happen only
   * outside of any project. `what` begins the error: `docs holds`. Throws INVALID_ARGUMENT.
   */
  checkOneProject(notes: Iterable<readonly string[]>, what: string): void {
    if (this.includes !== null || this.#given !== undefined) return;
    const all = new LeftOut();
    for (const keys of notes) all.add(keys);
    const names = all.projectNames();
    if (names.length < 2) return;
    const shown = names.slice(0, PROJECTS_NAMED_MAX).map((name) => `"${name}"`);
    const more = names.length > PROJECTS_NAMED_MAX ? ` and ${names.length - PROJECTS_NAMED_MAX} more` : "";
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `${what} notes of ${names.length} projects (${shown.join(", ")}${more}), and this directory is in none: give one of them, e.g. ${say.option("project", names[0]!)}, or all with ${say.option("project", "any")}`,
    );
  }

  /** The error text for a topic, given by its stored name, none of whose notes is concerned. */
  nothingIn(topic: string, left: LeftOut, wording: Wording): string {
    const given = this.#given?.trim();
    const isHere = given === undefined || given.toLowerCase() === "here";
    const whose = isHere ? "this project" : wording.given("project", quote(given));
    return left.after(`${topicName(topic)} has no entry of ${whose}`, wording);
  }

  /**
   * Refuses a note that was given by its address but is not of the project that was given with it. Throws NOT_FOUND.
   */
  checkNamed(address: string, keys: readonly string[]): void {
    if (this.#given === undefined || this.includes === null || this.includes(keys)) return;
    const of = keys[0] === undefined ? "no project" : quote(keys[0]);
    const given = quote(this.#given);
    throw new HelixError("NOT_FOUND", (say) => `${address} is not of ${say.given("project", given)}: it is of ${of}`);
  }
}

/** The project keys of each document. */
export function* keysOf(view: KnowledgeView, ids: Iterable<number>): Generator<readonly string[]> {
  for (const id of ids) yield view.document(id).projects;
}

/** Notes of the caller's project and notes of no project. Null outside of any project: then all notes. */
function ownNotes({ project }: Caller): Reach["includes"] {
  return project === null ? null : (keys) => keys.length === 0 || sameProject(keys, project.keys);
}

function namedNotes(caller: Caller, given: string): Reach["includes"] {
  const { project } = caller;
  const isOwn = project !== null && sameProject([given.trim()], project.keys);
  return projectFilter(caller, isOwn ? "here" : given);
}
