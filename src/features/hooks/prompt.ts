// A question of the user: what is known about it. Silence beats noise, since a note that is not to the point is read all the same.
// An entry comes when it holds enough of what is asked about: of the weight of the prompt's words (their inverse document frequency)
// a certain share, in two words at least, or in one name that hardly any entry holds. The share keeps out what has a word or two in
// common with a long request; the two words what one ambiguous word brings.

import { type QuickResults, quickSearch } from "../../retrieval/quick-search.ts";
import { SILENCE } from "./hook-answer.ts";
import type { HookContext, HookOutcome } from "./hook-context.ts";
import { NoteList } from "./note-list.ts";
import { isOwnEntry } from "./own-entries.ts";
import { questionOf } from "./prompt-text.ts";
import { type PromptWord, promptWords } from "./prompt-words.ts";

const NOTES_MAX = 3;
/** An entry with less than this share of the best one's score is not shown beside it. */
const BESIDE_BEST = 0.5;
const SHARE_MIN = 0.4;
const NAME_SHARE_MIN = 0.25;
const WORDS_MIN = 2;
/** A name in more entries than this does not do alone. */
const NAME_ENTRIES_MAX = 3;
/** What a word in no entry counts for, of what it would if it were in one; pairs of characters reach across words. */
const UNKNOWN = 0.4;
const UNKNOWN_PAIR = 0.1;

const NOTHING: HookOutcome = { answer: SILENCE, updates: [] };

/** Answers the event. */
export function prompt(context: HookContext): HookOutcome {
  const { event, session, project } = context;
  const words = promptWords(questionOf(event.prompt));
  if (coverage(words) < WORDS_MIN && !words.some(({ isName }) => isName)) return NOTHING;
  const view = context.view();
  if (view === null) return NOTHING;
  const forms = words.flatMap((word) => word.forms);
  const found = quickSearch(view.index, forms, isOwnEntry(view.index, project));
  const ids = relevant(words, found, view.index.liveCount);
  if (ids.length === 0) return NOTHING;
  const notes = new NoteList(view, session, event.agent, "helix has notes on this:");
  notes.add("NOTES", ids, NOTES_MAX);
  return { answer: notes.answer(), updates: notes.updates() };
}

/** The hits that are about the prompt, best first. */
function relevant(words: readonly PromptWord[], { hits, weights }: QuickResults, entries: number): number[] {
  const owners = words.flatMap((word, at) => word.forms.map(() => at));
  const known = words.map(() => 0);
  weights.forEach((weight, place) => {
    const at = owners[place]!;
    // Of several forms the most frequent one says how rare the word is.
    if (weight > 0) known[at] = known[at] === 0 ? weight : Math.min(known[at]!, weight);
  });
  const unknown = Math.log(1 + (entries + 0.5) / 0.5);
  let total = 0;
  words.forEach(({ isUnspaced, worth }, at) => {
    if (known[at]! > 0) total += known[at]!;
    else if (worth > 0) total += unknown * (isUnspaced ? UNKNOWN_PAIR : UNKNOWN);
  });
  const rare = Math.log(1 + (entries - NAME_ENTRIES_MAX + 0.5) / (NAME_ENTRIES_MAX + 0.5));
  const best = hits[0]?.score ?? 0;
  const ids: number[] = [];
  for (const { id, score, words: places } of hits) {
    if (score < best * BESIDE_BEST) break;
    const held = [...new Set(places.map((place) => owners[place]!))];
    const share = held.reduce((sum, at) => sum + known[at]!, 0) / total;
    const hasName = held.some((at) => words[at]!.isName && known[at]! >= rare);
    const isEnough = coverage(held.map((at) => words[at]!)) >= WORDS_MIN && share >= SHARE_MIN;
    if (isEnough || (hasName && share >= NAME_SHARE_MIN)) ids.push(id);
  }
  return ids;
}

/** How many words are covered. */
function coverage(words: readonly PromptWord[]): number {
  const worth = new Map<number, number>();
  for (const word of words) for (const at of word.covers) worth.set(at, Math.max(worth.get(at) ?? 0, word.worth));
  let sum = 0;
  for (const value of worth.values()) sum += value;
  return sum;
}
