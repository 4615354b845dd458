// One note as a briefing knows it.

import type { Version } from "../../notes/duplicates/supersession.ts";
import type { NoteDocument } from "../../notes/index/note-document.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";

export interface BriefEntry extends Version<BriefEntry> {
  readonly id: number;
  readonly document: NoteDocument;
  /** See `relevance` in score.ts. */
  readonly relevance: number;
  readonly isStale: boolean;
  /** The stored body; null when its record is damaged. */
  readonly body: string | null;
  /** The links of the note to others, each `topic:index`. */
  readonly links: readonly string[];
  /** The categories of the note, as a mask. */
  readonly categories: number;
  /** Whether the note is here only because another note links to it. */
  readonly isLinked: boolean;
  /** Notes with the same text that were merged into this one. */
  readonly copies: BriefEntry[];
}

/** The order of notes: collected notes before those that a link brought in, then by relevance, then the newer first. */
export function byRelevance(view: KnowledgeView): (a: BriefEntry, b: BriefEntry) => number {
  return (a, b) =>
    Number(a.isLinked) - Number(b.isLinked) || b.relevance - a.relevance || view.index.compare(b.id, a.id);
}
