// helix through its compiled server, asked as a client asks it: the tool `code`, action `search`.

import { join } from "node:path";
import type { BenchClient } from "../../bench/client.ts";
import { startServer } from "../systems/helix-server.ts";
import { checkOut, moveHeadBefore } from "./checkout.ts";
import type { CodeSet } from "./code-set.ts";
import { type CodePlace, type CodeRanker, type CodeRanking, type CodeSystem, PLACES_MAX } from "./code-system.ts";
import type { CodeQuestion } from "./questions.ts";

/** The largest budget of an answer, in tokens: all files are wanted. */
const BUDGET = 20_000;
/** A longer query is refused; the words that matter stand at its beginning. */
export const QUERY_LENGTH_MAX = 9000;
export const ROW = /^ {2}(\d+)(?:-(\d+))? {2}/;
const TESTS = /^tests(?: \(|:)/;

/** The server of a binary, as a row of that name. */
export function codeServer(binary: string, name: string): CodeSystem {
  return { name, load: (set, folder) => loadServer(set, binary, folder) };
}

/** A server on a checkout of a set's revision, which follows the history. */
export interface ServedTree {
  readonly client: BenchClient;
  /** Brings the history to where it stands before the question. */
  prepare(question: CodeQuestion): Promise<void>;
}

/** Starts a server in `folder`. Throws where it has read no commits. */
export async function serveTree(set: CodeSet, binary: string, folder: string) {
  const tree = checkOut(set, folder);
  const client = await startServer(binary, join(folder, "kb"), tree, null);
  const status = await client.call("code", { action: "status" });
  if (/^commits: 0$/m.test(status)) throw new Error(`the server has read no commits: ${status.split("\n").at(-1)}`);
  const served: ServedTree = {
    client,
    async prepare({ commit }) {
      moveHeadBefore(tree, commit);
      await client.call("code", { action: "status" });
    },
  };
  return served;
}

async function loadServer(set: CodeSet, binary: string, folder: string) {
  const { client, prepare } = await serveTree(set, binary, folder);
  const known = new Set(set.files.map(({ path }) => path));
  const ranker: CodeRanker = {
    prepare,
    async rank(question) {
      return { files: await filesFor(client, question, known), places: await placesFor(client, question, known) };
    },
    learn: () => undefined,
    close: () => client.end(),
  };
  return ranker;
}

async function filesFor(client: BenchClient, question: CodeQuestion, known: ReadonlySet<string>) {
  const text = await ask(client, question, { detail: "files", budget: BUDGET });
  return readRanking(text, known).files;
}

/** The functions of the answer by default, in the order in which a reader comes upon them. */
async function placesFor(client: BenchClient, question: CodeQuestion, known: ReadonlySet<string>) {
  return readRanking(await ask(client, question, {}), known).places;
}

function ask(client: BenchClient, { text }: CodeQuestion, values: object): Promise<string> {
  return client.call("code", { action: "search", query: text.slice(0, QUERY_LENGTH_MAX), ...values });
}

/** Reads an answer: the names of files, below each its places, at the end the tests. */
export function readRanking(text: string, known: ReadonlySet<string>): CodeRanking {
  const files: string[] = [];
  const places: CodePlace[] = [];
  let fence = "";
  for (const line of text.split("\n")) {
    if (fence !== "") {
      if (line === fence) fence = "";
      continue;
    }
    const opened = /^(`{3,})/.exec(line)?.[1];
    if (opened !== undefined) {
      fence = opened;
      continue;
    }
    if (TESTS.test(line)) break;
    const row = ROW.exec(line);
    if (row !== null && files.length > 0 && places.length < PLACES_MAX) {
      places.push({ path: files.at(-1)!, from: Number(row[1]), to: Number(row[2] ?? row[1]) });
    } else if (known.has(line)) files.push(line);
  }
  return { files, places };
}
