// One note as a briefing knows it.

import type { NoteDocument } from "../../notes/index/note-document.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";

export interface BriefEntry {
  readonly id: number;
  readonly document: NoteDocument;
  /** When it was stored or last revised, UTC minutes since 1970. */
  readonly minutes: number;
  /** See `relevance` in score.ts. */
  readonly relevance: number;
  readonly isStale: boolean;
  /** The stored body; null when its record is damaged. */
  readonly body: string | null;
  /** The text of the body without its metadata lines. */
  readonly text: string;
  /** The links of the note to others, each `topic:index`. */
  readonly links: readonly string[];
  /** The categories of the note, as a mask. */
  readonly categories: number;
  /** Whether the note is here only because another note links to it. */
  readonly isLinked: boolean;
  /** Notes with the same text that were merged into this one. */
  readonly copies: BriefEntry[];
  /** The newer note that says nearly the same, and the older notes that this one replaces. */
  supersededBy: BriefEntry | null;
  readonly supersedes: BriefEntry[];
}

/** The order of notes: collected notes before those that a link brought in, then by relevance, then the newer first. */
export function byRelevance(view: KnowledgeView): (a: BriefEntry, b: BriefEntry) => number {
  return (a, b) =>
    Number(a.isLinked) - Number(b.isLinked) || b.relevance - a.relevance || view.index.compare(b.id, a.id);
}
