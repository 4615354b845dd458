// helix through its compiled server, asked as a client asks it: the tool `search`, limit 10.
//
// Which document a line of an answer is, the answer itself must say, and nothing may be added to the texts for it,
// since every word would be ranked. So each note gets a day of its own as its time (an import takes times, and answers
// show the day): the nth document is of the nth day after 1 January 2200. What is ahead of the clock counts as new, so
// all notes are of the same age, none, and the days change nothing: not in the row where recency is off, and not in
// that of the defaults, where it is on.
//
// By the words alone: near-duplicates are listed one by one, which the parameter `diverse` of search says. An earlier
// helix lists three results a topic; there the same lifts that cap, or, where it has no such parameter, all topics in
// the query do (`topic:a topic:b`), which lets every note pass. Where their names are too long for a query, that row is
// left out.

import { join } from "node:path";
import type { BenchClient } from "../../bench/client.ts";
import type { JudgedDocument } from "../judged-set.ts";
import { DEPTH } from "../metrics.ts";
import { hasParameter, startServer } from "./helix-server.ts";
import type { Ranker, RankingSystem } from "./system.ts";

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2200, 0, 1, 12);
const IMPORT_ENTRIES = 1000;
const IMPORT_CHARACTERS = 4_000_000;
/** The largest budget of an answer, in tokens. */
const BUDGET = 20_000;
/** A query may have 10,000 characters; this leaves room for the question itself. */
const TOPIC_NAMES_LENGTH_MAX = 8000;
const RESULT_LINE = /^ {2}\[[^\]]*\] (\d{4}-\d\d-\d\d) /;

/** What is given beside a query. */
interface Manner {
  readonly prefix: string;
  readonly values: object;
}

const BY_DEFAULT: Manner = { prefix: "", values: {} };
const NO_SUCH_MANNER = "the names of all topics are too long for a query, so the cap a topic cannot be lifted";

/** helix by its binary, in two rows: as it is by default, and by the words alone. */
export function helixSystem(binary: string, name: string): RankingSystem {
  return {
    name,
    async load(documents, folder) {
      const client = await startServer(binary, join(folder, "kb"), folder, null);
      for (const part of parts(documents)) {
        const json = part.map(({ document: { topic, text }, at }) => ({ topic, text, time: dayOf(at) }));
        await client.call("topics", { action: "import", json: JSON.stringify(json) });
      }
      await client.call("topics", { action: "reindex" });
      const plain = await plainManner(client, documents);
      // All results of a query are wanted, however long their lines are.
      const whole = (await hasParameter(client, "search", "budget")) ? { budget: BUDGET } : {};
      const ranker = (label: string, manner: Manner | null): Ranker => ({
        name: label,
        problem: manner === null ? NO_SUCH_MANNER : "",
        search: (query) => search(client, documents, query, withValues(manner ?? BY_DEFAULT, whole)),
      });
      return { rankers: [ranker(name, BY_DEFAULT), ranker(`${name}, words alone`, plain)], close: () => client.end() };
    },
  };
}

function withValues({ prefix, values }: Manner, more: object): Manner {
  return { prefix, values: { ...values, ...more } };
}

async function search(
  client: BenchClient,
  documents: readonly JudgedDocument[],
  query: string,
  { prefix, values }: Manner,
): Promise<string[]> {
  const answer = await client.call("search", { query: prefix + query, limit: DEPTH, ...values });
  return answer.split("\n").flatMap((line) => {
    const day = RESULT_LINE.exec(line)?.[1];
    return day === undefined ? [] : [documents[originOf(day)]!.id];
  });
}

/** Recency, collapsing and the cap off; null where there is no way to have them off. */
async function plainManner(client: BenchClient, documents: readonly JudgedDocument[]): Promise<Manner | null> {
  const uncapped = (await hasParameter(client, "search", "diverse"))
    ? { prefix: "", values: { diverse: false } }
    : namedTopics(documents);
  if (uncapped === null || !(await hasParameter(client, "search", "recency"))) return uncapped;
  return { ...uncapped, values: { ...uncapped.values, recency: false } };
}

/** The cap lifted by naming all topics; null when their names are too long. */
function namedTopics(documents: readonly JudgedDocument[]): Manner | null {
  const names = [...new Set(documents.map(({ topic }) => topic))];
  if (names.length === 1) return { prefix: "", values: { topic: names[0] } };
  const prefix = names.map((name) => `topic:"${name.replaceAll('"', "-")}" `).join("");
  return prefix.length > TOPIC_NAMES_LENGTH_MAX ? null : { prefix, values: {} };
}

interface Placed {
  readonly document: JudgedDocument;
  readonly at: number;
}

/** The documents in parts that a call can bring. */
function parts(documents: readonly JudgedDocument[]): Placed[][] {
  const all: Placed[][] = [[]];
  let length = 0;
  documents.forEach((document, at) => {
    if (all.at(-1)!.length === IMPORT_ENTRIES || length > IMPORT_CHARACTERS) {
      all.push([]);
      length = 0;
    }
    all.at(-1)!.push({ document, at });
    length += document.text.length;
  });
  return all;
}

function dayOf(place: number): string {
  return new Date(FIRST_DAY + place * DAY_MS).toISOString();
}

function originOf(day: string): number {
  return Math.floor((Date.parse(day) - FIRST_DAY) / DAY_MS) + 1;
}
