// Third pass of the compression: entries of one topic that are about the same thing, in the order of time, so that one
// sees how it evolved. What they are about is a keyword that leads several of them.

import { inverseDocumentFrequency } from "../../engine/search/bm25.ts";
import type { LiveIndex } from "../../engine/segment/live-index.ts";
import { contentTokens } from "../../engine/text/tokenizer.ts";
import type { BriefEntry } from "./entry.ts";

/** A keyword has this many characters or more, and leads this many entries or more. */
const KEYWORD_LENGTH_MIN = 3;
export const CHAIN_LENGTH_MIN = 3;
/** How many chains of one topic are worth showing. */
const TOPIC_CHAINS_MAX = 3;
/** How much of the first line leads an entry, in code units. */
const LEAD_LENGTH_MAX = 240;
/** What a word of the topic's name counts, for it hardly tells its entries apart. */
const NAME_WEIGHT = 0.1;

export interface Chain {
  readonly topic: string;
  readonly keyword: string;
  /** Oldest first. */
  readonly entries: readonly BriefEntry[];
}

/** Words of English that are never what an entry is about. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    "the and for are but not nor you all any can cannot could had has have was were its our out how who why what when where which " +
    "may might must shall should will would now only also into onto from with without within than then them they their there these " +
    "those this that some such each both every other another more most less least very just even ever never always often again " +
    "about above after before below between during over under until upon while because since though although however " +
    "been being does did done doing get gets got let lets make makes made need needs needed use uses used using via per set sets " +
    "one two first last new old same like too yet way see add adds added own off out here his her she him your yours mine"
  ).split(" "),
);

interface Keyword {
  readonly word: string;
  readonly weight: number;
  readonly entries: Set<BriefEntry>;
}

/**
 * Chains the entries of each topic by the keywords that lead most of them, rare words first; an entry is in one chain
 * at most. The weightiest chain comes first, and behind all others those of entries that only links brought in.
 */
export function temporalChains(entries: readonly BriefEntry[], index: LiveIndex): Chain[] {
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

/** The keywords of a topic, the weightiest first, each with the entries that no weightier one has taken. */
function topicKeywords(topic: string, entries: readonly BriefEntry[], index: LiveIndex): Keyword[] {
  const inName = contentTokens(topic);
  const candidates = [...leadWords(entries)].filter(([, led]) => led.size >= CHAIN_LENGTH_MIN);
  const idfs = new Map(
    candidates.map(([word]) => [word, inverseDocumentFrequency(index.liveCount, index.documentFrequency(word))]),
  );
  // As in classic tf-idf the rarity counts twice: few entries about one thing tell more than many that share a common
  // word. One more keeps it from deciding alone among few entries, where every word is rare.
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

/** The words that lead entries, with the entries that each leads. */
function leadWords(entries: readonly BriefEntry[]): Map<string, Set<BriefEntry>> {
  const words = new Map<string, Set<BriefEntry>>();
  for (const entry of entries) {
    for (const word of contentTokens(leadOf(entry.text))) {
      if (word.length < KEYWORD_LENGTH_MIN || FUNCTION_WORDS.has(word) || /^\d+$/.test(word)) continue;
      const led = words.get(word);
      if (led) led.add(entry);
      else words.set(word, new Set([entry]));
    }
  }
  return words;
}

/** The first line of content, cut. */
function leadOf(text: string): string {
  return /\S[^\n]*/.exec(text)?.[0].slice(0, LEAD_LENGTH_MAX) ?? "";
}
