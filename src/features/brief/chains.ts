// Third pass of the compression: chains of notes of one topic about the same subject, in the order of time, which show
// how it evolved. The subject is a keyword that leads several notes.

import { inverseDocumentFrequency } from "../../engine/search/bm25.ts";
import { contentTokens, STOP_WORDS } from "../../engine/text/tokenizer.ts";
import type { NoteIndex } from "../../notes/index/note-index.ts";
import type { BriefEntry } from "./entry.ts";

/** The shortest keyword, in characters, and the smallest number of notes that it leads. */
const KEYWORD_LENGTH_MIN = 3;
export const CHAIN_LENGTH_MIN = 3;
/** How many chains of one topic are kept. */
const TOPIC_CHAINS_MAX = 3;
/** How much of the first line counts as the lead of a note, in code units. */
const LEAD_LENGTH_MAX = 240;
/** The weight factor for a word of the topic's name, which hardly distinguishes the topic's notes. */
const NAME_WEIGHT = 0.1;

export interface Chain {
  readonly topic: string;
  readonly keyword: string;
  /** The notes of the chain, oldest first. */
  readonly entries: readonly BriefEntry[];
}

/** English words that are never the subject of a note, beside the stop words. */
const NO_SUBJECTS: ReadonlySet<string> = new Set(
  (
    "all cannot out now onto without within then both every another more most less least even ever never always often above below " +
    "over under upon since though although however done doing get gets got lets make makes made need needs needed use uses used " +
    "via per set sets one two first last new old same like yet way see add adds added own off out yours mine"
  ).split(" "),
);

interface Keyword {
  readonly word: string;
  readonly weight: number;
  readonly entries: Set<BriefEntry>;
}

/**
 * Chains the notes of each topic by the keywords that lead most of them, preferring rare words. A note is in one chain
 * at most. The chain with the greatest weight comes first. Chains whose notes were all brought in by links come last.
 */
export function temporalChains(entries: readonly BriefEntry[], index: NoteIndex): Chain[] {
  const found: { chain: Chain; weight: number }[] = [];
  for (const [topic, ofTopic] of Map.groupBy(entries, ({ document }) => document.topic)) {
    if (ofTopic.length < CHAIN_LENGTH_MIN) continue;
    for (const { word, weight, entries: led } of topicKeywords(topic, ofTopic, index)) {
      const inOrder = [...led].sort((a, b) => a.minutes - b.minutes || index.compare(a.id, b.id));
      found.push({ chain: { topic, keyword: word, entries: inOrder }, weight });
    }
  }
  const order = (a: Chain, b: Chain) => (a.topic + a.keyword < b.topic + b.keyword ? -1 : 1);
  const isLinked = ({ chain }: (typeof found)[0]) => chain.entries.every((entry) => entry.isLinked);
  found.sort((a, b) => Number(isLinked(a)) - Number(isLinked(b)) || b.weight - a.weight || order(a.chain, b.chain));
  return found.map(({ chain }) => chain);
}

/** The keywords of a topic, the greatest weight first, each with the notes that no earlier keyword has taken. */
function topicKeywords(topic: string, entries: readonly BriefEntry[], index: NoteIndex): Keyword[] {
  const inName = contentTokens(topic);
  const candidates = [...leadWords(entries)].filter(([, led]) => led.size >= CHAIN_LENGTH_MIN);
  const idfs = new Map(
    candidates.map(([word]) => [word, inverseDocumentFrequency(index.liveCount, index.documentFrequency(word))]),
  );
  // As in classic tf-idf the rarity counts squared: a few notes about one subject say more than many that share a
  // common word. Adding one keeps rarity from deciding alone among few notes, where every word is rare.
  const weigh = (word: string, led: number) => led * (1 + idfs.get(word)!) ** 2 * (inName.has(word) ? NAME_WEIGHT : 1);
  const chosen: Keyword[] = [];
  while (chosen.length < TOPIC_CHAINS_MAX) {
    let best: Keyword | null = null;
    for (const [word, led] of candidates) {
      if (led.size < CHAIN_LENGTH_MIN) continue;
      const weight = weigh(word, led.size);
      const isBetter = best === null || weight > best.weight || (weight === best.weight && word < best.word);
      if (isBetter) best = { word, weight, entries: led };
    }
    if (best === null) break;
    chosen.push({ ...best, entries: new Set(best.entries) });
    const taken = chosen.at(-1)!.entries;
    for (const [, led] of candidates) for (const entry of taken) led.delete(entry);
  }
  return chosen;
}

/** The words that lead notes, each with the notes that it leads. */
function leadWords(entries: readonly BriefEntry[]): Map<string, Set<BriefEntry>> {
  const words = new Map<string, Set<BriefEntry>>();
  for (const entry of entries) {
    for (const word of contentTokens(leadOf(entry.text))) {
      if (word.length < KEYWORD_LENGTH_MIN || /^\d+$/.test(word) || STOP_WORDS.has(word) || NO_SUBJECTS.has(word))
        continue;
      const led = words.get(word);
      if (led) led.add(entry);
      else words.set(word, new Set([entry]));
    }
  }
  return words;
}

/** The first line with content, cut. */
function leadOf(text: string): string {
  return /\S[^\n]*/.exec(text)?.[0].slice(0, LEAD_LENGTH_MAX) ?? "";
}
