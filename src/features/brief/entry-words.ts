// How a briefing names a note, and previews it on one line. Stored text cannot break a line.

import { CALLS, type Wording } from "../../base/wording.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { formatDate } from "../../engine/text/dates.ts";
import { currentVersion } from "../../notes/duplicates/supersession.ts";
import type { NoteDocument } from "../../notes/index/note-document.ts";
import { sameProject } from "../../notes/projects/project.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import { staleMark } from "../../notes/sources/source-state.ts";
import type { LinkTargets } from "../../notes/store/link-targets.ts";
import { DAMAGED_TEXT } from "../../notes/store/log-snippets.ts";
import { parseEntryText } from "../../notes/text/entry-text.ts";
import { noteIdOf, shownNoteId } from "../../notes/text/note-id.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import type { ShownStates } from "../common/shown-states.ts";
import type { BriefEntry } from "./entry.ts";
import { believed } from "./score.ts";
import type { TopicLists } from "./topic-lists.ts";

const TAGS_LENGTH_MAX = 160;
const VALUE_LENGTH_MAX = 120;
const ADDRESSES_MAX = 8;
/** Stands in place of the text of a note that has none. */
export const NO_TEXT = "(no text)";

/** Names and previews the notes of one view. */
export class EntryWords {
  readonly say: Wording;
  readonly #lists: TopicLists;
  readonly #targets: LinkTargets;
  readonly #states: ShownStates;
  readonly #project: Caller["project"];

  constructor(
    lists: TopicLists,
    targets: LinkTargets,
    states: ShownStates,
    { project, wording = CALLS }: Pick<Caller, "project" | "wording">,
  ) {
    this.say = wording;
    this.#lists = lists;
    this.#targets = targets;
    this.#states = states;
    this.#project = project;
  }

  indexOf(entry: BriefEntry): number {
    return this.#lists.indexOf(entry.document.topic, entry.id);
  }

  /** The address at which a note can be read, e.g. `engine:3`. */
  address(entry: BriefEntry): string {
    return `${topicWord(entry.document.topic)}:${this.indexOf(entry)}`;
  }

  /** Addresses joined by `separator`. When there are many, only the first are listed, with the number of the others. */
  addresses(entries: readonly BriefEntry[], separator = ", "): string {
    const shown = entries.slice(0, ADDRESSES_MAX).map((entry) => this.address(entry));
    const more = entries.length - shown.length;
    return shown.join(separator) + (more > 0 ? `${separator}${more} more` : "");
  }

  /**
   * The preview of a note, e.g. `[engine:3] 2026-02-20 the first line`. Remarks behind it say whether the note is
   * doubtful or of another project.
   */
  preview(entry: BriefEntry): string {
    const text = entry.body === null ? DAMAGED_TEXT : firstLine(entry.document);
    return `${this.head(entry)}${text}${this.#remarks(entry)}`;
  }

  /** The beginning of a preview, e.g. `[engine:3] 2026-02-20 `, and whether the note is superseded. */
  head(entry: BriefEntry): string {
    const mark = entry.supersededBy === null ? "" : `[SUPERSEDED] -> ${this.address(currentVersion(entry))} `;
    return `[${this.address(entry)} ${shownNoteId(noteIdOf(entry.document))}] ${formatDate(entry.minutes)} ${mark}`;
  }

  /** Everything known about a note besides its text, to be put behind its first line. */
  labels(entry: BriefEntry): string {
    const { tags, source } = entry.document;
    const parts = [cutLine(tags.map((tag) => ` #${cleanLine(tag)}`).join(""), TAGS_LENGTH_MAX), this.#remarks(entry)];
    if (source !== null) parts.push(` (source: ${valueWord(source)})`);
    if (entry.links.length > 0)
      parts.push(` (links: ${valueWord(entry.links.map((link) => this.#targets.shown(link)).join(" "))})`);
    if (entry.supersedes.length > 0) parts.push(` (supersedes: ${this.addresses(entry.supersedes)})`);
    return parts.join("");
  }

  #remarks(entry: BriefEntry): string {
    const { confidence, projects } = entry.document;
    const mark = staleMark(this.#states.of(entry.id, entry.body === null ? undefined : parseEntryText(entry.body)));
    const trusted = believed(confidence, entry.isStale || mark !== "");
    const parts: string[] = [];
    if (entry.isLinked) parts.push(" (linked)");
    if (trusted < 1) parts.push(` (~${Math.round(trusted * 100)}%)`);
    parts.push(mark);
    if (this.#project && projects.length > 0 && !sameProject(projects, this.#project.keys))
      parts.push(` (${valueWord(projects[0]!)})`);
    if (entry.copies.length > 0) parts.push(` (also in: ${this.addresses(entry.copies)})`);
    return parts.join("");
  }
}

/** The first line with content, from the index. */
export function firstLine({ snippet }: Pick<NoteDocument, "snippet">): string {
  return cleanLine(snippet[0]) || NO_TEXT;
}

/** The name of a topic, shortened, because logs of other programs may hold any name. */
export function topicWord(topic: string): string {
  return topicName(topic, VALUE_LENGTH_MAX);
}

function valueWord(value: string): string {
  return cutLine(cleanLine(value), VALUE_LENGTH_MAX);
}
