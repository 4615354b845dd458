// Surveys what a knowledge base holds for one project: how many notes in which topics, and which of them matter most.
// Notes of other projects do not count, nor do captured failures. The survey is made for a process that has just begun. So it reads no body, and
// goes through whole columns of the index only where notes of other projects have to be told apart.
// Invariants:
// - The same notes give the same answer, whatever segments they are in and whatever numbers they have.

import { capturedIds } from "../../notes/index/captured-failures.ts";
import type { NoteSurvey } from "../../notes/index/note-columns.ts";
import { noteColumns } from "../../notes/index/note-columns.ts";
import type { NoteIndex } from "../../notes/index/note-index.ts";
import { ARCHIVED_TAG } from "../../notes/lessons/lesson.ts";
import { type Project, sameProject } from "../../notes/projects/project.ts";
import { FOREIGN, KeyEntries, OF_NONE, OWN, offerTopics } from "./key-entries.ts";

/** The kinds of notes that a session should not begin without, by their tags, the most pressing first. */
export const KEY_TAGS = ["gotcha", "invariant", "decision"] as const;
export type KeyTag = (typeof KEY_TAGS)[number];

/** How much a survey picks. */
export interface SurveyBounds {
  /** Notes of each kind. */
  readonly entriesMax: number;
  readonly topicsMax: number;
}

export interface Survey {
  readonly entries: number;
  /** How many topics have notes that count. */
  readonly topicCount: number;
  /** The topics with the most notes, most first, then by name. */
  readonly topics: readonly { readonly name: string; readonly count: number }[];
  /** The best notes with each tag, best first; none is listed twice. */
  readonly best: Readonly<Record<KeyTag, readonly number[]>>;
}

/** Surveys the live notes of `project` and of no project. */
export function survey(index: NoteIndex, project: Project | null, { entriesMax, topicsMax }: SurveyBounds): Survey {
  const kinds = KEY_TAGS.map(() => new KeyEntries(index, entriesMax));
  const counts = new Uint32Array(index.topicKeyCount);
  index.segments.forEach(({ segment, first }, at) => {
    if (segment.documentCount === 0) return;
    const notes = noteColumns(segment);
    const columns = notes.survey(
      KEY_TAGS,
      (keys) => {
        if (keys.length === 0) return OF_NONE;
        return project !== null && sameProject(keys, project.keys) ? OWN : FOREIGN;
      },
      ARCHIVED_TAG,
    );
    const { ofTopics, ownerMax } = countTopics(index, at, columns);
    offerTopics(index, at, { columns, ownerMax }, kinds);
    // The base's topics are the first keys.
    const keyOf = segment === index.base ? null : index.topicKeys();
    for (let topic = 0; topic < ofTopics.length; topic++) {
      const count = ofTopics[topic]!;
      if (count > 0) counts[keyOf?.(first + notes.topics.document(topic, 0)) ?? topic]! += count;
    }
  });
  const captured = capturedIds(index);
  const topicKeyOf = index.topicKeys();
  for (const id of captured) {
    const { projects } = index.document(id);
    if (projects.length === 0 || (project !== null && sameProject(projects, project.keys))) counts[topicKeyOf(id)]!--;
  }
  const [gotcha, invariant, decision] = kinds.map((kind) => kind.best().filter((id) => !captured.includes(id)));
  return {
    entries: counts.reduce((sum, count) => sum + count, 0),
    topicCount: counts.reduce((sum, count) => (count > 0 ? sum + 1 : sum), 0),
    topics: largestTopics(index, counts, topicsMax),
    best: { gotcha: gotcha!, invariant: invariant!, decision: decision! },
  };
}

/** How many notes count in each topic of the segment at `at`, and the highest class among them. */
function countTopics(index: NoteIndex, at: number, { topics, projects, classOfProject }: NoteSurvey) {
  const { segment, first } = index.segments[at]!;
  const topicCount = noteColumns(segment).topics.names.count;
  const ofTopics = new Uint32Array(topicCount);
  const ownerMax = new Uint8Array(topicCount);
  const anyBuried = index.deletedCount > 0;
  if (!Array.prototype.includes.call(classOfProject, FOREIGN)) {
    const highest = Array.prototype.includes.call(classOfProject, OWN) ? OWN : OF_NONE;
    const live = index.groups("topic");
    for (let topic = 0; topic < ofTopics.length; topic++) ofTopics[topic] = live.liveIn(at, topic);
    return { ofTopics, ownerMax: ownerMax.fill(highest) };
  }
  // This loop makes as few calls as it can: before the code is compiled, a call costs more than all the rest.
  for (let id = segment.documentCount - 1; id >= 0; id--) {
    const owner = classOfProject[projects[id]!];
    if (!owner || (anyBuried && index.isDeleted(first + id))) continue;
    const topic = topics[id]!;
    ofTopics[topic]!++;
    if (owner > ownerMax[topic]!) ownerMax[topic] = owner;
  }
  return { ofTopics, ownerMax };
}

/**
 * The topics with the most notes. Names are read only of topics that can be among them, because there may be very many
 * topics of one note.
 */
function largestTopics(index: NoteIndex, counts: Uint32Array, topicsMax: number): Survey["topics"] {
  const least = Math.max(1, counts.toSorted().at(-topicsMax) ?? 1);
  const named = index.base === null ? 0 : noteColumns(index.base).topics.names.count;
  const found: { name: string; count: number }[] = [];
  let ties = 0;
  for (let key = 0; key < counts.length; key++) {
    const count = counts[key]!;
    if (count < least) continue;
    // The base's topics are in the order of their names.
    if (count === least && key < named && ++ties > topicsMax) continue;
    found.push({ name: index.topicOfKey(key), count });
  }
  found.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  return found.slice(0, topicsMax);
}
