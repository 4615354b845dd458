// Where a call's time goes: its steps one by one, in this process, on a knowledge base that was measured through the
// binary just before. Times in microseconds.

import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { PostingBuffer } from "../../src/engine/postings/posting-buffer.ts";
import { termGroups, tokenize } from "../../src/engine/text/tokenizer.ts";
import type { KnowledgeView } from "../../src/notes/store/knowledge-view.ts";
import { snippetLines } from "../../src/notes/text/snippet.ts";
import { corpusOf, queriesOf } from "../corpora.ts";
import { SyncedFile } from "../floors.ts";
import { openInProcess, searchLines, searchRequest } from "../in-process.ts";
import { loadEntries } from "../load.ts";
import { percentile } from "../samples.ts";
import type { Setting } from "../size-rows.ts";
import { sdkRoundTrips } from "./sdk.ts";

const CORPUS = "micro";
const ROUNDS = 2000;
/** The engine compiles what it has seen often: these do not count. */
const EARLIER = 1000;
const RESULTS = 10;
const RECORD_BYTES = 500;

/** Times a synchronous step; the results are handed to nobody, but kept from being optimised away. */
function times(work: (round: number) => unknown, rounds = ROUNDS, earlier = EARLIER): number[] {
  const samples: number[] = [];
  let kept: unknown;
  for (let round = 0; round < earlier + rounds; round++) {
    const start = Bun.nanoseconds();
    kept = work(round);
    const end = Bun.nanoseconds();
    if (round >= earlier) samples.push((end - start) / 1000);
  }
  if (kept === times) throw new Error("never");
  return samples;
}

/** Measures the steps. Without a directory a knowledge base of `size` entries is made. */
export async function measureMicro(setting: Setting, directory: string | null, size: number): Promise<void> {
  const { recorder, programs, scratch } = setting;
  const row = (id: string, what: string, samples: number[]) => recorder.times(CORPUS, id, what, samples, "µs");
  let folder = directory;
  if (folder === null) {
    folder = join(mkdtempSync(join(scratch, "micro-")), "kb");
    mkdirSync(folder);
    const corpus = corpusOf(size);
    await loadEntries(programs.helix, folder, size, () => corpus.entry());
  }
  recorder.value(CORPUS, "entries", "notes in the knowledge base of these rows", size, "");
  measureTexts(row);
  const base = openInProcess(folder);
  const view = await base.view();
  measureSearch(row, view, queriesOf(size));
  base.close();
  const sdk = await sdkRoundTrips(ROUNDS, EARLIER);
  row("sdk", "SDK: a tool call from message to message, no pipe", sdk);
  const file = new SyncedFile(folder);
  const bytes = new Uint8Array(RECORD_BYTES);
  row(
    "sync",
    "write and fdatasync of 500 bytes",
    times(() => file.append(bytes), 300, 20),
  );
  file.close();
}

type Row = (id: string, what: string, samples: number[]) => void;

function measureTexts(row: Row): void {
  const corpus = corpusOf(1000);
  const texts = Array.from({ length: 500 }, () => corpus.entry().text);
  const text = (round: number) => texts[round % texts.length]!;
  row(
    "tokenize",
    "tokenize: a note of 400 bytes",
    times((round) => tokenize(text(round))),
  );
  row(
    "snippet",
    "snippet: its first lines",
    times((round) => snippetLines(text(round))),
  );
  const answer = (count: number) => ({
    jsonrpc: "2.0",
    id: 1,
    result: { content: [{ type: "text", text: texts.slice(0, count).join("\n") }] },
  });
  const [short, long] = [answer(5), answer(75)];
  row(
    "serialize",
    "serialize: an answer of 2 kB",
    times(() => JSON.stringify(short)),
  );
  row(
    "serialize-long",
    "serialize: an answer of 30 kB",
    times(() => JSON.stringify(long)),
  );
  const message = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "store", arguments: corpus.entry() },
  });
  row(
    "parse",
    "parse: a call of store",
    times(() => JSON.parse(message)),
  );
}

/** A search in its steps, over the same queries. */
function measureSearch(row: Row, view: KnowledgeView, nextQuery: () => string): void {
  const queries = Array.from({ length: 500 }, nextQuery);
  const query = (round: number) => queries[round % queries.length]!;
  row(
    "query",
    "search: query to terms",
    times((round) => searchRequest(query(round))),
  );
  const [base] = view.index.segments;
  const buffer = new PostingBuffer();
  let decoded = 0;
  const decode = (round: number) => {
    buffer.count = 0;
    for (const { parts } of termGroups(query(round))) {
      for (const part of parts) {
        const term = base!.segment.findTerm(part);
        if (term >= 0) base!.segment.postings(term, buffer);
      }
    }
    decoded += buffer.count;
    return buffer.count;
  };
  const decoding = times(decode);
  row("decode", "search: look up and decode all postings of its words", decoding);
  const each = decoding.map((time, round) => time / Math.max(1, decode(round + EARLIER)));
  row("decode-each", "search: the same, for each posting", [percentile(each, 0.5)]);
  row(
    "match",
    "search: match and score",
    times((round) => view.search(searchRequest(query(round)))),
  );
  row(
    "top",
    "search: match, score, the best ten in order",
    times((round) => best(view, query(round))),
  );
  row(
    "present",
    "search: all that, and their snippets",
    times((round) => searchLines(view, query(round), RESULTS)),
  );
  if (decoded < 0) throw new Error("never");
}

function best(view: KnowledgeView, query: string): number {
  let sum = 0;
  let count = 0;
  for (const { id } of view.search(searchRequest(query)).ordered()) {
    sum += id;
    if (++count === RESULTS) break;
  }
  return sum;
}
