// Reads a query: words, a commit message, an error, a piece of code. The first line says what is wanted; what follows
// explains it, and counts less.

import { isStopWord, type TermGroup, termGroups } from "../../engine/text/tokenizer.ts";

/** Measured on nine repositories (docs/RANKING.md): bodies .3 to .5, identifiers 1 to 1.3 and quotes 1.3 to 1.6 are as good. */
const BODY_WEIGHT = 0.4;
const STOP_WEIGHT = 0.1;
const IDENTIFIER_WEIGHT = 1.3;
/** Parts of an identifier say together hardly more than it does. */
const PART_WEIGHT = 0.7;
const QUOTED_WEIGHT = 1.5;
/** So much of a query is read, in code units, and so many terms count, the heaviest. */
const QUERY_LENGTH_MAX = 16_000;
const TERMS_MAX = 96;

const QUOTED = /`([^`\n]{2,80})`|"([^"\n]{2,80})"|(?<![\w])'([^'\n]{2,80})'(?![\w])/g;
const PATH_LIKE = /[\w@.~+-]*(?:\/[\w@.~+-]+)+|[\w@~+-]+\.[A-Za-z]\w{0,9}\b/g;

/** What to look for. */
export interface CodeQuery {
  /** Terms with their weights; 1 is that of a plain word. */
  readonly terms: ReadonlyMap<string, number>;
  /** Names of files and paths that the query holds, in lower case. */
  readonly named: readonly string[];
}

/** Reads a query. */
export function parseCodeQuery(text: string): CodeQuery {
  const whole = text.slice(0, QUERY_LENGTH_MAX).trim();
  const end = whole.indexOf("\n");
  const subject = end < 0 ? whole : whole.slice(0, end);
  const body = end < 0 ? "" : whole.slice(end + 1);
  const weights = new Map<string, number>();
  addTerms(weights, subject, 1);
  if (body !== "") addTerms(weights, body, BODY_WEIGHT);
  const heaviest = [...weights].sort((a, b) => b[1] - a[1]).slice(0, TERMS_MAX);
  return { terms: new Map(heaviest), named: namedFiles(whole) };
}

function addTerms(weights: Map<string, number>, text: string, factor: number): void {
  const quoted = new Set<string>();
  for (const match of text.matchAll(QUOTED)) {
    for (const group of termGroups(match[1] ?? match[2] ?? match[3]!))
      for (const term of termsOf(group)) quoted.add(term);
  }
  for (const group of termGroups(text)) {
    const isIdentifier = group.whole !== null;
    for (const term of termsOf(group)) {
      let weight = isStopWord(group) ? STOP_WEIGHT : 1;
      if (quoted.has(term)) weight *= QUOTED_WEIGHT;
      else if (isIdentifier) weight *= term === group.whole ? IDENTIFIER_WEIGHT : PART_WEIGHT;
      weights.set(term, Math.max(weights.get(term) ?? 0, weight * factor));
    }
  }
}

function termsOf({ whole, parts }: TermGroup): string[] {
  return whole === null ? parts : [...parts, whole];
}

function namedFiles(text: string): string[] {
  return [...new Set([...text.matchAll(PATH_LIKE)].map(([name]) => name.toLowerCase().replace(/^\.?\//, "")))];
}
