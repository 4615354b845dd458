// Checks what is told of the use of a note. It has to speak of what the note speaks of, in words that few notes have,
// and it may not be the note itself.

import { jaccard } from "../../engine/text/similarity.ts";
import { contentTokens } from "../../engine/text/tokenizer.ts";
import { liveFrequency } from "../../notes/index/live-frequency.ts";
import { frequencyOf, isIn } from "../../notes/search/matched-share.ts";
import { type PromptWord, promptWords } from "../../notes/search/prompt-words.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";

/** How much of an evidence is read, in code units and in words: a diff may be long. */
const TEXT_MAX = 20_000;
const WORDS_MAX = 2000;
/** A word in more notes than this, and in more than this share of them, says nothing about one. */
const FEW_NOTES = 3;
const FEW_SHARE = 1 / 20;
/**
 * So many words have to be shared, one of them distinctive; one of a note that has hardly more. A name in code suffices
 * alone.
 */
const SHARED_MIN = 2;
/** An evidence that is as like the note as this is the note. */
const COPY = 0.9;

/** A note, as evidence is compared with it. */
export interface ProvenNote {
  readonly text: string;
  /** The terms of its text, tags, topic and source. */
  readonly terms: ReadonlySet<string>;
}

/** What is wrong with the evidence for a note; null where it will do. */
export function evidenceFlaw({ index }: KnowledgeView, note: ProvenNote, evidence: string): string | null {
  const text = evidence.slice(0, TEXT_MAX);
  if (!/[\p{L}\p{N}]/u.test(text)) return "no evidence: say what you did because of it";
  if (jaccard(contentTokens(text), contentTokens(note.text)) >= COPY) {
    return "the evidence repeats the note: say what you did because of it";
  }
  const most = Math.max(FEW_NOTES, index.liveCount * FEW_SHARE);
  const live = { documentFrequency: (term: string) => liveFrequency(index, term, most) };
  const isDistinctive = ({ forms, worth }: PromptWord) =>
    worth > 0 && Math.max(...forms.map((form) => frequencyOf(live, form))) <= most;
  const shared = promptWords(text, WORDS_MAX).filter(({ forms }) => forms.some((form) => isIn(note.terms, form)));
  const distinctive = shared.filter(isDistinctive);
  if (distinctive.length === 0) return "the evidence has no word of the note's own: say what of the note you used";
  if (shared.length >= SHARED_MIN || distinctive.some(({ isName }) => isName)) return null;
  const own = promptWords(note.text.slice(0, TEXT_MAX), WORDS_MAX).filter(isDistinctive).length;
  if (own < 2 * SHARED_MIN) return null;
  return "the evidence has only one word of the note's own: say what of the note you used";
}

/** What tells an evidence from others: a hash of its words, in whatever order. Undefined without words. */
export function evidenceKey(evidence: string): string | undefined {
  const words = [...contentTokens(evidence.slice(0, TEXT_MAX))].sort();
  return words.length === 0 ? undefined : Bun.hash(words.join(" ")).toString(36);
}

/** Divides an evidence: a line that begins with `@id:` begins what is told of that note; the rest is of all. */
export function evidenceById(evidence: string): { readonly all: string; readonly byId: ReadonlyMap<string, string> } {
  const byId = new Map<string, string>();
  const all: string[] = [];
  let current: string | null = null;
  for (const line of evidence.split("\n")) {
    const [, id, rest = ""] = /^\s*[-*]?\s*@([0-9a-hjkmnp-tv-z]{10})\b[:,\s-]*(.*)$/i.exec(line) ?? [];
    if (id !== undefined) current = id.toLowerCase();
    const text = id === undefined ? line : rest;
    if (current === null) all.push(text);
    else byId.set(current, `${byId.has(current) ? `${byId.get(current)}\n` : ""}${text}`);
  }
  return { all: all.join("\n"), byId };
}
