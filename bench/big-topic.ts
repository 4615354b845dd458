// The rows of a topic that got out of hand: 20,000 entries in one, among 5,000 in others.

import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { BenchClient } from "./client.ts";
import { corpusOf, queriesOf } from "./corpora.ts";
import { loadEntries } from "./load.ts";
import { memoryOf } from "./memory.ts";
import { timed } from "./samples.ts";
import { measureStores, type Setting } from "./size-rows.ts";

const CORPUS = "big-topic";
const BIG = 20_000;
const OTHERS = 5_000;
const ROW_MS_MAX = 8_000;

/** Measures what can be asked of the big topic. */
export async function measureBigTopic(setting: Setting): Promise<void> {
  const { recorder, programs, scratch } = setting;
  const directory = join(mkdtempSync(join(scratch, "big-")), "kb");
  mkdirSync(directory);
  const corpus = corpusOf(BIG + OTHERS);
  // The others lie between them, as they would.
  let made = 0;
  const nextEntry = () => corpus.entry(made++ % (BIG / OTHERS + 1) === 0 ? undefined : "big");
  const loaded = await loadEntries(programs.helix, directory, BIG + OTHERS, nextEntry);
  recorder.value(CORPUS, "load", "load: 20,000 notes in one topic, 5,000 in others", loaded / 1000, "s");
  const client = new BenchClient([programs.helix, "serve", directory], directory);
  await client.initialize();
  const query = queriesOf(BIG + OTHERS);
  const call = (name: string, values: object) => client.call(name, values);
  const limited = { topic: "big", limit: 10 };
  const rows: readonly [id: string, what: string, count: number, work: (round: number) => unknown][] = [
    ["search", "search within it, 2 words", 400, () => call("search", { query: query(), ...limited })],
    ["search-all", "search of everything, 2 words", 400, () => call("search", { query: query(), limit: 10 })],
    ["newest", "its newest ten", 100, () => call("search", limited)],
    ["read-topic", "read of it: what fits into an answer", 30, () => call("read", { topic: "big" })],
    ["read-entry", "read of one note of it", 200, (round) => call("read", { topic: "big", index: (round * 97) % BIG })],
    ["brief-topic", "brief of it", 30, () => call("brief", { query: "big" })],
  ];
  for (const [id, what, count, work] of rows) {
    recorder.times(CORPUS, id, what, await timed(Math.max(5, Math.round(count * setting.scale)), work, ROW_MS_MAX));
  }
  const store = () => client.call("store", { ...corpus.entry("big") });
  await measureStores(setting, CORPUS, directory, store);
  recorder.value(CORPUS, "memory", "memory of the server", memoryOf(client.process.pid).resident, "MB");
  await client.end();
}
