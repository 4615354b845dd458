// What a server is asked that changes nothing: the rows of a corpus that are reads, and the calls of each. Apart from
// who measures them, since two binaries that are compared are asked the very same.

import type { BenchClient } from "./client.ts";
import { corpusOf, queriesOf } from "./corpora.ts";
import { whole } from "./whole-answers.ts";

/** Searches before those that count: of a server that has been going on for a while. */
export const EARLIER_SEARCHES = 200;

/** One row: `draw` makes the next call, which may then be made of several servers. */
export interface ReadRow {
  readonly id: string;
  readonly what: string;
  /** How many calls are measured. */
  readonly count: number;
  readonly draw: (round: number) => (client: BenchClient) => Promise<unknown>;
}

/** The reads of a corpus of so many entries, in the order in which they are measured. */
export function readRows(size: number): readonly ReadRow[] {
  const query = queriesOf(size);
  const topic = (round: number) => `topic-${round % 10}`;
  const words = keywordsOf(size);
  const tool = (name: string, valuesOf: (round: number) => object) => (round: number) => {
    const values = valuesOf(round);
    return (client: BenchClient) => client.call(name, whole(client, name, values));
  };
  const search = tool("search", () => ({ query: query(), limit: 10 }));
  const searchOr = tool("search", () => ({ query: query(), mode: "or", limit: 10 }));
  const readTopic = tool("read", (round) => ({ topic: topic(round) }));
  const briefTopic = tool("brief", (round) => ({ query: topic(round) }));
  const briefWords = tool("brief", (round) => ({ query: words[round % words.length] }));
  const recent = tool("topics", () => ({ action: "recent", days: 30 }));
  const xref = tool("topics", (round) => ({ action: "xref", topic: topic(round) }));
  return [
    { id: "ping", what: "round trip: ping", count: 500, draw: () => (client) => client.request("ping", {}) },
    { id: "search", what: "search, 2 words, limit 10", count: 1000, draw: search },
    { id: "search-or", what: "search, 2 words, mode or", count: 500, draw: searchOr },
    { id: "read-topic", what: "read a topic of 100 notes", count: 200, draw: readTopic },
    { id: "brief-topic", what: "brief of a topic", count: 200, draw: briefTopic },
    { id: "brief-word", what: "brief of two words", count: 50, draw: briefWords },
    { id: "brief-all", what: "brief of everything", count: 20, draw: tool("brief", () => ({})) },
    { id: "recent", what: "topics recent", count: 20, draw: recent },
    { id: "xref", what: "topics xref", count: 50, draw: xref },
    { id: "list", what: "topics list", count: 50, draw: tool("topics", () => ({})) },
  ];
}

/** Pairs of words that stand in some entry: a brief of words that nothing has is an error. */
function keywordsOf(size: number): string[] {
  const corpus = corpusOf(size);
  return Array.from({ length: 50 }, () => corpus.entry().text.split(/\s/).slice(2, 4).join(" "));
}
