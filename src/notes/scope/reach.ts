// Which notes an action concerns that names none of them: those of the current project, and those of no project.
// `project` names others: a key, `here` (without those of no project) or `any`. What is left out is said, with the
// parameter that includes it. Outside of any project everything is read; a change there must be of one project at most,
// unless it says which.
// Invariant: a note is judged by the view that is read or written against, so under the lock by
// what stands there then.

import { HelixError } from "../../base/errors.ts";
import type { LiveIndex, TopicSummary } from "../../engine/segment/live-index.ts";
import { quote } from "../../engine/text/clean.ts";
import { type DocumentTest, documentsOfProjects } from "../index/document-test.ts";
import { entriesByProject, haveOnly, namesWith, topicsWith } from "../index/project-documents.ts";
import { sameProject } from "../projects/project.ts";
import type { KnowledgeView } from "../store/knowledge-view.ts";
import { topicName } from "../text/topic-names.ts";
import type { Caller } from "./caller.ts";
import { LeftOut } from "./left-out.ts";
import { projectFilter } from "./scope.ts";

/** The parameter that says how far an action reaches. */
export const PROJECT_PARAMETER = {
  kind: "text",
  description: "any, here or a key (default: here and of none)",
  example: 'project="any"',
} as const;

/** How many projects a refusal names. */
const PROJECTS_NAMED_MAX = 4;

export class Reach {
  /** Whether a note with these keys is concerned; null: each is. */
  readonly includes: ((keys: readonly string[]) => boolean) | null;
  readonly #caller: Caller;
  readonly #given: string | undefined;

  /** `given` is the parameter `project`. Throws INVALID_ARGUMENT for `here` outside of any project. */
  constructor(caller: Caller, given: string | undefined) {
    this.#caller = caller;
    this.#given = given;
    this.includes = given === undefined ? ownNotes(caller) : namedNotes(caller, given);
  }

  /** Whether a document is concerned; null: each is, and nothing has to be asked for each. */
  testIn(index: LiveIndex): DocumentTest | null {
    return this.includes === null || haveOnly(index, this.includes) ? null : documentsOfProjects(index, this.includes);
  }

  /** The same as a test in any case. */
  in(index: LiveIndex): DocumentTest {
    return this.testIn(index) ?? (() => true);
  }

  /** The positions in a topic, by stored name, of the notes that are concerned; and what of it is not. */
  of(view: KnowledgeView, topic: string): { positions: number[]; left: LeftOut } {
    const left = new LeftOut(this.#caller);
    const positions: number[] = [];
    const isConcerned = this.in(view.index);
    view.topicDocuments(topic).forEach((id, position) => {
      if (isConcerned(id)) positions.push(position);
      else left.add(view.document(id).projects);
    });
    return { positions, left };
  }

  /** The same, for a change of them. Throws NOT_FOUND when there are none, INVALID_ARGUMENT as `checkOneProject`. */
  toChange(view: KnowledgeView, topic: string): ReturnType<Reach["of"]> {
    this.checkOneProject(keysOf(view, view.topicDocuments(topic)), `${topicName(topic)} holds`);
    const found = this.of(view, topic);
    if (found.positions.length === 0) throw new HelixError("NOT_FOUND", this.nothingIn(topic, found.left));
    return found;
  }

  /** The topics that have notes that are concerned, with the counts of these. */
  topics(view: KnowledgeView): TopicSummary[] {
    const isConcerned = this.testIn(view.index);
    return isConcerned === null ? view.topics() : topicsWith(view.index, isConcerned);
  }

  /** Their names. */
  topicNames({ index }: KnowledgeView): string[] {
    const isConcerned = this.testIn(index);
    return isConcerned === null ? index.topicNames() : namesWith(index, isConcerned);
  }

  /** What of everything is left out. */
  leftOut({ index }: KnowledgeView): LeftOut {
    const { includes } = this;
    const left = new LeftOut(this.#caller);
    if (includes === null || haveOnly(index, includes)) return left;
    for (const { keys, count } of entriesByProject(index)) if (!includes(keys)) left.add(keys, count);
    return left;
  }

  /** What of some documents is left out. */
  leftOutOf(view: KnowledgeView, ids: Iterable<number>): LeftOut {
    const isConcerned = this.in(view.index);
    const left = new LeftOut(this.#caller);
    for (const id of ids) if (!isConcerned(id)) left.add(view.document(id).projects);
    return left;
  }

  /**
   * Refuses a change of notes with these keys that is not said to concern several projects, and would: only outside of
   * any project can that be. `what` holds the notes: `docs holds`. Throws INVALID_ARGUMENT.
   */
  checkOneProject(notes: Iterable<readonly string[]>, what: string): void {
    if (this.includes !== null || this.#given !== undefined) return;
    const all = new LeftOut(this.#caller);
    for (const keys of notes) all.add(keys);
    const names = all.projectNames();
    if (names.length < 2) return;
    const shown = names.slice(0, PROJECTS_NAMED_MAX).map((name) => `"${name}"`);
    const more = names.length > PROJECTS_NAMED_MAX ? ` and ${names.length - PROJECTS_NAMED_MAX} more` : "";
    const option = (value: string) => projectOption(this.#caller, value);
    throw new HelixError(
      "INVALID_ARGUMENT",
      `${what} notes of ${names.length} projects (${shown.join(", ")}${more}), and this directory is in none: give one of them, e.g. ${option(names[0]!)}, or all with ${option("any")}`,
    );
  }

  /** What is said of a topic, by stored name, of which no note is concerned. */
  nothingIn(topic: string, left: LeftOut): string {
    const given = this.#given?.trim();
    const whose = given === undefined || given.toLowerCase() === "here" ? "this project" : `project=${quote(given)}`;
    return left.after(`${topicName(topic)} has no entry of ${whose}`);
  }

  /**
   * Refuses a note that was named by its address and is not of the project that was named with it. Throws NOT_FOUND.
   */
  checkNamed(address: string, keys: readonly string[]): void {
    if (this.#given === undefined || this.includes === null || this.includes(keys)) return;
    const of = keys[0] === undefined ? "no project" : quote(keys[0]);
    throw new HelixError("NOT_FOUND", `${address} is not of project=${quote(this.#given)}: it is of ${of}`);
  }
}

/** The keys of the projects of documents. */
export function* keysOf(view: KnowledgeView, ids: Iterable<number>): Generator<readonly string[]> {
  for (const id of ids) yield view.document(id).projects;
}

/** How a hint gives `project`. */
function projectOption({ isCommandLine }: Pick<Caller, "isCommandLine">, value: string): string {
  return isCommandLine ? `--project "${value}"` : `project="${value}"`;
}

/** Those of the project that is asked from, and those of none; null outside of any project, where all are meant. */
function ownNotes({ project }: Caller): Reach["includes"] {
  return project === null ? null : (keys) => keys.length === 0 || sameProject(keys, project.keys);
}

function namedNotes(caller: Caller, given: string): Reach["includes"] {
  const { project } = caller;
  const isOwn = project !== null && sameProject([given.trim()], project.keys);
  return projectFilter(caller, isOwn ? "here" : given);
}
