// Finds what a prompt asks about: its words without those that every question holds, and the forms in which a note may
// hold them. In scripts without spaces the words are not known. There each pair of characters counts for a fraction of
// a word, as much as it usually is.

import { isStopWord, type TermGroup, termGroups } from "../../engine/text/tokenizer.ts";

/** One word, or pair of characters, to look for. */
export interface PromptWord {
  /** The forms in which a note may hold the word; the first is as written. */
  readonly forms: readonly TermGroup[];
  /** The parts of the prompt that the word covers, as numbers. Overlapping pairs of characters share a number. */
  readonly covers: readonly number[];
  /** How much of a word each of those parts is; 0 for a word that says too little to count. */
  readonly worth: number;
  /** Whether the word has several parts or mixes digits with letters, as names in code do. */
  readonly isName: boolean;
  readonly isUnspaced: boolean;
}

/** At most this many words are looked for, unless a caller has time for more. */
const WORDS_MAX = 40;

/** Words of questions and requests on any subject, beside the words of grammar. They are not looked for. */
const ASKING =
  "a above actually all along already always anything aren around ask away back best better both bye cannot cause come comes couldn " +
  "currently didn doesn doing don done either else even ever every everything exactly explain few figure first five four get gets getting " +
  "give go goes going good got great hasn haven having hello help helps hey hi however instead isn itself keep know last least lets like " +
  "little ll look looking looks lot made make makes making many maybe mean means mine more most much need needed needs never new next nice " +
  "nothing now off often ok okay old once one onto out over own part perhaps place please possible probably put quite rather re really " +
  "right same say says see seem seems several shouldn show since something soon stuff sure take takes tell thank thanks then thing things " +
  "think though three through today together toward try trying two under upon use used uses ve via want wants wasn way well weren whether " +
  "whole within without won wonder work working works wouldn yes yet";

/** Words that are asked for all day. A note that shares no other words with a prompt is not about it. */
const WEAK =
  "add added adding app application apply bug build call called change changed check class clean code command commit config count create " +
  "created data debug delete different edit error fail failed failing file find fix fixed folder format function handle happen happened idea " +
  "implement import improve issue js json lib line list log machine main md method move name number open option output page parse pass package " +
  "print problem project push py question read refactor remove rename replace request result return review rs run running save script " +
  "search send server set slow src start status step stop string switch test text time title ts type unit update user value variable " +
  "version wrong write yaml";

/**
 * Short words that double their last letter before an ending: log, logging. Longer words gained nothing on the judged
 * table.
 */
const DOUBLED = /^[b-df-hj-np-tv-z][aeiou][bdgklmnprt]$/;

let asking: ReadonlySet<string> | undefined;
let weak: ReadonlySet<string> | undefined;

/** Characters of Chinese, Japanese and Korean that are more often grammar than a word. */
const GRAMMAR =
  /^[\p{Script=Hiragana}的了吗呢吧啊么怎什哪谁为何如是在有和与我你他她它们这那个把被让请能可以会要就都也还不没办样]+$/u;
const HAN_OR_HANGUL = /[\p{Script=Han}\p{Script=Hangul}]/u;

/**
 * The words of a prompt that may be looked for, each once, in order; of runs without spaces, the pairs of characters.
 */
export function promptWords(text: string, most = WORDS_MAX): PromptWord[] {
  asking ??= new Set(ASKING.split(" "));
  weak ??= new Set(WEAK.split(" "));
  const found: PromptWord[] = [];
  let covered = 0;
  for (const group of termGroups(text)) {
    if (found.length >= most) break;
    const { whole, parts, prefix, word } = group;
    // A run of characters without spaces is the only group of several parts that has no whole.
    if (prefix || (whole === null && parts.length > 1)) {
      for (const pair of pairsOf(word)) {
        const covers = [covered, ++covered];
        if (!GRAMMAR.test(pair)) found.push(pairWord(pair, covers));
      }
      covered++;
      continue;
    }
    const plain = whole ?? parts[0]!;
    if (isStopWord(group) || asking.has(plain)) continue;
    const isName = whole !== null ? parts.length > 0 : /\d/.test(plain) && /[^\d]/.test(plain);
    found.push({
      forms: isName || !/^[a-z]{4,}$/.test(plain) ? [group] : [group, ...otherForms(plain).map(groupOf)],
      covers: [covered++],
      worth: isWeak(plain) ? 0 : 1,
      isName,
      isUnspaced: false,
    });
  }
  return found;
}

function isWeak(word: string): boolean {
  return /^\d{1,2}$/.test(word) || weak!.has(word) || (word.endsWith("s") && weak!.has(word.slice(0, -1)));
}

/** The overlapping pairs of characters in a run. */
function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, at) => characters[at]! + character);
}

function pairWord(pair: string, covers: number[]): PromptWord {
  // A word has about two Han or Hangul characters, and about four characters of scripts that write sounds.
  return {
    forms: [groupOf(pair)],
    covers,
    worth: HAN_OR_HANGUL.test(pair) ? 1 / 2 : 1 / 4,
    isName: false,
    isUnspaced: true,
  };
}

function groupOf(term: string): TermGroup {
  return { word: term, whole: null, parts: [term], prefix: false };
}

/** Other forms of an English word, made from its endings. A form that is no word does no harm: no note holds it. */
function otherForms(word: string): string[] {
  const stems = new Set<string>();
  if (word.endsWith("ies")) stems.add(`${word.slice(0, -3)}y`);
  else if (/(?:s|x|z|ch|sh)es$/.test(word)) stems.add(word.slice(0, -2));
  if (word.endsWith("s") && !word.endsWith("ss")) stems.add(word.slice(0, -1));
  const past = /^(.{3,}?)(?:ing|ed)$/.exec(word)?.[1];
  if (past !== undefined) {
    stems.add(past);
    stems.add(`${past}e`);
    if (past.at(-1) === past.at(-2)) stems.add(past.slice(0, -1));
  }
  if (stems.size === 0) stems.add(word);
  const forms = new Set<string>();
  for (const stem of stems) {
    const base = stem.endsWith("e") ? stem.slice(0, -1) : stem;
    for (const form of [stem, `${stem}s`, `${base}ed`, `${base}ing`]) forms.add(form);
    if (DOUBLED.test(stem)) for (const ending of ["ed", "ing"]) forms.add(stem + stem.at(-1) + ending);
  }
  forms.delete(word);
  return [...forms];
}
