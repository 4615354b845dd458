// What a knowledge base offers for a word that is being typed: topics, ids, indexes, tags, projects. It looks once and
// writes nothing.
//
// Invariants
// - A value is a name exactly as it is stored; otherwise it would lead nowhere. A name with characters that nobody sees,
//   or that poses as something else, is not offered.
// - The values of the current project come first, and those that changed last.

import { cleanLine, forTerminal } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { formatDate } from "../../engine/text/dates.ts";
import { sanitiseTopic } from "../../engine/text/topic.ts";
import { documentsOfProjects } from "../../notes/index/document-test.ts";
import { noteColumns } from "../../notes/index/note-columns.ts";
import type { TopicSummary } from "../../notes/index/note-index.ts";
import { topicsWith } from "../../notes/index/project-documents.ts";
import { tagCounts } from "../../notes/index/tag-counts.ts";
import { type Project, sameProject } from "../../notes/projects/project.ts";
import type { NoteView } from "../../notes/store/note-view.ts";
import { parseNoteId } from "../../notes/text/note-id.ts";
import type { Candidate, Values } from "./wanted.ts";

/** The most notes that are offered by their ids or indexes: each is read in the log. */
const NOTES_MAX = 100;
const ID_LENGTH = 10;
const ABOUT_LENGTH_MAX = 60;
const CONTROLS = /[\u0000-\u001f\u007f]/g;

/** A knowledge base, and where it is asked from. */
export interface Asked {
  readonly view: NoteView;
  readonly project: Project | null;
  /** The topic that the line names. */
  readonly topic: string | undefined;
}

/** The values that begin with `typed` in any case, best first. */
export function storedValues(values: Values, asked: Asked, typed: string): Candidate[] {
  const isLike = beginsWith(typed);
  switch (values) {
    case "topic or id":
      return typed.startsWith("@") ? notes(asked, typed) : topics(asked, isLike);
    case "topic":
      return topics(asked, isLike);
    case "ids":
      return behindSeparator(typed, (last) => notes(asked, last));
    case "index":
      return indexes(asked, isLike);
    case "tag":
      return tags(asked, isLike);
    case "tags":
      return behindSeparator(typed, (last) => tags(asked, beginsWith(last)));
    case "project":
      return projects(asked, isLike);
    default:
      return [];
  }
}

/** A test for values that begin with the typed text, in any case. */
export function beginsWith(typed: string): (value: string) => boolean {
  const wanted = typed.toLowerCase();
  return (value) => value.toLowerCase().startsWith(wanted);
}

/** One line of stored text, as it may be shown beside a value. */
export function aboutLine(text: string): string {
  return cutLine(forTerminal(cleanLine(text)), ABOUT_LENGTH_MAX);
}

/** Completes the last of several values. */
function behindSeparator(typed: string, find: (last: string) => Candidate[]): Candidate[] {
  const [before = "", last = ""] = /^(.*[,\s])?(.*)$/s.exec(typed)!.slice(1);
  return find(last).map(({ value, about }) => ({ value: before + value, about }));
}

/** Whether a name may be offered. Shells write control characters so that they are seen. */
function isHonest(name: string): boolean {
  const seen = name.replace(CONTROLS, "");
  return seen !== "" && !name.includes("\0") && forTerminal(seen) === seen;
}

function topics({ view, project }: Asked, isLike: (value: string) => boolean): Candidate[] {
  const { index } = view;
  const own = new Map<string, TopicSummary>();
  if (project !== null) {
    const isOwn = documentsOfProjects(index, (keys) => sameProject(keys, project.keys));
    for (const topic of topicsWith(index, isOwn)) own.set(topic.name, topic);
  }
  const fits = ({ name }: TopicSummary) => isLike(name) && isHonest(name);
  const newestFirst = (a: TopicSummary, b: TopicSummary) => b.newest - a.newest;
  const others = index.topics().filter(({ name }) => !own.has(name));
  return [[...own.values()], others]
    .flatMap((topics) => topics.filter(fits).sort(newestFirst))
    .map(({ name, count, newest }) => ({
      value: name,
      about: `${count === 1 ? "1 note" : `${count} notes`}, ${formatDate(newest)}`,
    }));
}

/** Notes whose ids begin with the typed text, those of the current project first. */
function notes({ view, project }: Asked, typed: string): Candidate[] {
  const { index } = view;
  const given = typed.replace(/^@/, "");
  const least = parseNoteId(given.padEnd(ID_LENGTH, "0"));
  const most = parseNoteId(given.padEnd(ID_LENGTH, "z"));
  if (least === null || most === null) return [];
  const isOwn = documentsOfProjects(index, (keys) => project === null || sameProject(keys, project.keys));
  const own: number[] = [];
  const others: number[] = [];
  for (const { segment, first } of index.segments.toReversed()) {
    const { keyHigh, keyLow } = noteColumns(segment);
    for (let at = segment.documentCount - 1; at >= 0 && own.length < NOTES_MAX; at--) {
      const high = keyHigh.of(at);
      if (high < least.high || high > most.high || index.isDeleted(first + at)) continue;
      if (high === least.high && keyLow.of(at) < least.low) continue;
      if (high === most.high && keyLow.of(at) > most.low) continue;
      if (isOwn(first + at)) own.push(first + at);
      else if (others.length < NOTES_MAX) others.push(first + at);
    }
  }
  return [...own, ...others].slice(0, NOTES_MAX).map((id) => {
    const { topic, snippet } = view.document(id);
    return { value: view.shownId(id), about: aboutLine(`${topic}: ${snippet[0]}`) };
  });
}

/** The places of a topic's notes, the newest first. */
function indexes({ view, topic = "" }: Asked, isLike: (value: string) => boolean): Candidate[] {
  const name = view.index.hasTopic(topic) ? topic : sanitiseTopic(topic);
  return view
    .topicDocuments(name)
    .map((id, position) => ({ id, value: String(position) }))
    .filter(({ value }) => isLike(value))
    .reverse()
    .slice(0, NOTES_MAX)
    .map(({ id, value }) => ({ value, about: aboutLine(view.document(id).snippet[0]) }));
}

function tags({ view }: Asked, isLike: (value: string) => boolean): Candidate[] {
  return [...tagCounts(view.index)]
    .filter(([tag]) => isLike(tag) && isHonest(tag))
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([value, count]) => ({ value, about: count === 1 ? "1 note" : `${count} notes` }));
}

function projects({ view, project }: Asked, isLike: (value: string) => boolean): Candidate[] {
  const keys = new Set<string>();
  for (const { segment } of view.index.segments) {
    // A remote's key says more than a folder's, and stands first.
    for (const [key = ""] of noteColumns(segment).projects()) keys.add(key);
  }
  const named = [...keys]
    .filter(isHonest)
    .sort()
    .map((value) => ({ value, about: "" }));
  const here = project === null ? [] : [{ value: "here", about: "the project of this directory" }];
  return [...here, { value: "any", about: "every project" }, ...named].filter(({ value }) => isLike(value));
}
