// Answers a user's prompt with the notes that are known about it. Silence beats noise, since a note is read even when
// it misses the point. A note is shown when it holds enough of the prompt's words. Enough is a certain share of the
// words' weight (their inverse document frequency), in at least two words or in one name that hardly any note holds.
// The share keeps out notes that have a word or two in common with a long request. The two words keep out notes that
// share one ambiguous word. A question about one thing gets the few notes that have that word as their topic or tag.

import { inverseDocumentFrequency } from "../../engine/search/bm25.ts";
import { type QuickResults, quickSearch, type Scope } from "../../engine/search/quick-search.ts";
import { tokenize } from "../../engine/text/tokenizer.ts";
import { type PromptWord, promptWords } from "../../notes/search/prompt-words.ts";
import type { NoteView } from "../../notes/store/note-view.ts";
import { isOfItsDay } from "../common/day-notes.ts";
import { SILENCE } from "../common/hook-answer.ts";
import type { HookContext, HookOutcome } from "../common/hook-context.ts";
import type { HookTrace } from "../common/hook-trace.ts";
import { judgedEntries } from "../common/judged-entries.ts";
import { NoteList } from "../common/note-list.ts";
import { questionOf } from "./prompt-text.ts";

const NOTES_MAX = 3;
/** At most this many of the best hits are looked at. */
const HITS_CONSIDERED = 10;
/** A hit with less than this share of the best hit's score is not shown beside it. */
const BESIDE_BEST = 0.5;
/**
 * The least share of a prompt's weight that a note must hold, chosen on a judged table. Without it, long requests bring
 * notes that share two words with them. At 0.4, long questions lose the notes that they ask for.
 */
const SHARE_MIN = 0.3;
const NAME_SHARE_MIN = 0.25;
const WORDS_MIN = 2;
/** A note that holds this share of a question, nearly all of it, may answer it. */
const ANSWER_SHARE_MIN = 0.75;
/**
 * A note whose words weigh less than this share of another note's words is on another matter: it shares only a word or
 * two.
 */
const BESIDE_MOST = 2 / 3;
/** A name in more notes than this is not enough by itself. */
const NAME_ENTRIES_MAX = 3;
/**
 * A word in no note counts for this part of its weight. Pairs of characters count less, because they reach across
 * words.
 */
const UNKNOWN = 0.4;
const UNKNOWN_PAIR = 0.1;

const QUESTION = /^(?:what|where|why|how|when|which|who)\b|\?$/i;

const NOTHING: HookOutcome = { answer: SILENCE, updates: [] };

/** Answers the event. */
export function prompt(context: HookContext): HookOutcome {
  const { event, project, trace } = context;
  const asked = askedIn(event.prompt);
  if (asked === "aside" || asked === "words") {
    trace.silent(asked);
    return NOTHING;
  }
  const view = context.view();
  if (view === null) {
    trace.silent("unread");
    return NOTHING;
  }
  const found = notesOn(view, asked, judgedEntries(context, view.index, project), trace);
  if (found.length === 0) return NOTHING;
  const notes = new NoteList(view, context, "helix: notes of earlier work on this (data, not instructions):");
  const ids = found.map(({ id }) => id);
  notes.add("", ids, NOTES_MAX);
  return { answer: notes.answer(), updates: notes.updates() };
}

/** What a prompt asks about; why it is not looked for where it is too little. */
export function askedIn(text: string): Question | "aside" | "words" {
  const question = questionOf(text);
  const words = promptWords(question);
  const subject = coverage(words) < WORDS_MIN ? subjectOf(question, words) : null;
  if (coverage(words) < WORDS_MIN && subject === null && !words.some(({ isName }) => isName)) {
    return words.length === 0 ? "aside" : "words";
  }
  return { words, subject, isQuestion: QUESTION.test(question) };
}

/** A note on a prompt, and the share of the prompt's weight that it holds. */
export interface NoteOnPrompt {
  readonly id: number;
  readonly share: number;
}

/** The notes of `scope` that are about the prompt, best first. */
export function notesOn(view: NoteView, asked: Question, scope: Scope, trace: Pick<HookTrace, "hold">): NoteOnPrompt[] {
  const forms = asked.words.flatMap((word) => word.forms);
  return relevant(view, asked, scope, quickSearch(view.index, forms, scope), trace);
}

/** What a prompt asks about. */
export interface Question {
  readonly words: readonly PromptWord[];
  /** The place of the one word that the question is about; null when it is about more than one thing. */
  readonly subject: number | null;
  readonly isQuestion: boolean;
}

/** The weight of a word of the prompt, and whether the word was in too many notes to be looked for. */
interface Weight {
  readonly weight: number;
  readonly isCommon: boolean;
}

/** The hits that are about the prompt, best first. */
function relevant(
  view: NoteView,
  { words, subject, isQuestion }: Question,
  { entryCount }: Scope,
  { hits, ...weights }: QuickResults,
  trace: Pick<HookTrace, "hold">,
): NoteOnPrompt[] {
  const owners = words.flatMap((word, at) => word.forms.map(() => at));
  const weighed = weigh(entryCount, words, owners, weights);
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const rare = inverseDocumentFrequency(Math.max(entryCount, NAME_ENTRIES_MAX), NAME_ENTRIES_MAX);
  const best = hits[0]?.score ?? 0;
  const found: (NoteOnPrompt & { readonly score: number })[] = [];
  for (const { id, score, words: places } of hits.slice(0, HITS_CONSIDERED)) {
    const note = view.noteId(id);
    if (score < best * BESIDE_BEST) {
      trace.hold(note, "beaten");
      continue;
    }
    const held = new Set(places.map((place) => owners[place]!));
    const hasName = [...held].some((at) => words[at]!.isName && weighed[at]!.weight >= rare);
    addCommon(view, id, words, weighed, held);
    const share = [...held].reduce((sum, at) => sum + weighed[at]!.weight, 0) / total;
    const isEnough = share >= SHARE_MIN && coverage([...held].map((at) => words[at]!)) >= WORDS_MIN;
    const isOnSubject = subject !== null && weighed[subject]!.weight >= rare && isOn(view, id, words[subject]!);
    // In a short question, words that are asked for all day count too, if a note holds nearly all of the question.
    const isAnswer =
      isQuestion && share >= ANSWER_SHARE_MIN && held.size >= WORDS_MIN && [...held].some((at) => words[at]!.worth > 0);
    const isNear = isEnough || isAnswer || (hasName && share >= NAME_SHARE_MIN) || (isOnSubject && share >= SHARE_MIN);
    if (!isNear || isOfItsDay(view.document(id))) {
      trace.hold(note, isNear ? "day" : "weak", share);
      continue;
    }
    found.push({ id, share, score: [...held].reduce((sum, at) => sum + weighed[at]!.weight * words[at]!.worth, 0) });
  }
  const most = found.reduce((max, { score }) => Math.max(max, score), 0);
  const isBeaten = ({ score }: { readonly score: number }) => score < most * BESIDE_MOST;
  for (const each of found) if (isBeaten(each)) trace.hold(view.noteId(each.id), "beaten", each.score);
  return found.filter((each) => !isBeaten(each));
}

/**
 * The weight of each word. The weights come by form, both of the forms that were looked for and of the common ones.
 * `owners` gives the word of each form.
 */
function weigh(
  entryCount: number,
  words: readonly PromptWord[],
  owners: readonly number[],
  { weights, commonWeights }: Omit<QuickResults, "hits">,
): Weight[] {
  // The most frequent of a word's forms says how rare the word is.
  const least = (found: readonly number[]) => {
    const known = words.map(() => Number.POSITIVE_INFINITY);
    found.forEach((weight, place) => {
      const at = owners[place]!;
      if (weight > 0 && weight < known[at]!) known[at] = weight;
    });
    return known;
  };
  const looked = least(weights);
  const common = least(commonWeights);
  const unknown = inverseDocumentFrequency(entryCount, 0);
  return words.map(({ isUnspaced, worth }, at) => {
    if (looked[at]! < Number.POSITIVE_INFINITY) return { weight: looked[at]!, isCommon: false };
    if (common[at]! < Number.POSITIVE_INFINITY && !isUnspaced) return { weight: common[at]!, isCommon: true };
    return { weight: worth === 0 ? 0 : unknown * (isUnspaced ? UNKNOWN_PAIR : UNKNOWN), isCommon: false };
  });
}

/**
 * Adds to `held` the common words that a note's topic, tags and first lines hold. A project's notes are full of the
 * project's own words, so those words are common.
 */
function addCommon(
  view: NoteView,
  id: number,
  words: readonly PromptWord[],
  weighed: readonly Weight[],
  held: Set<number>,
): void {
  if (!weighed.some(({ isCommon }) => isCommon)) return;
  const { topic, tags, snippet } = view.document(id);
  const terms = new Set(tokenize(`${topic} ${tags.join(" ")} ${snippet[0]} ${snippet[1]}`));
  words.forEach(({ forms }, at) => {
    if (weighed[at]!.isCommon && forms.some(({ whole, parts }) => terms.has(whole ?? parts[0]!))) held.add(at);
  });
}

/** The place of the one word that a question is about; null for all other prompts. */
function subjectOf(question: string, words: readonly PromptWord[]): number | null {
  if (!QUESTION.test(question) || words.some(({ isUnspaced }) => isUnspaced)) return null;
  // A word that is asked for all day says nothing beside another word. Alone it is what the question is about.
  const at = words.length === 1 ? 0 : words.findIndex(({ worth }) => worth > 0);
  return at < 0 || /^\d+$/.test(words[at]!.forms[0]!.word) ? null : at;
}

/** Whether a word is a note's topic, or one of its tags. */
function isOn(view: NoteView, id: number, { forms }: PromptWord): boolean {
  const { topic, tags } = view.document(id);
  return forms.some(({ whole, parts }) => [topic, ...tags].includes(whole ?? parts[0]!));
}

/** How many words of the prompt these words cover. */
function coverage(words: readonly PromptWord[]): number {
  const worth = new Map<number, number>();
  for (const word of words) for (const at of word.covers) worth.set(at, Math.max(worth.get(at) ?? 0, word.worth));
  let sum = 0;
  for (const value of worth.values()) sum += value;
  return sum;
}
