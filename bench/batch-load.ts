// A knowledge base that is filled by an assistant: one call of `batch` after the other, thirty notes each, into
// nothing. Each is on the disk before it is answered: the mark that its act begins with, then the rest, so two syncs a
// batch. The floor is the same bytes, written and synced so.

import { mkdirSync, mkdtempSync, statSync } from "node:fs";
import { join } from "node:path";
import { BenchClient } from "./client.ts";
import { corpusOf } from "./corpora.ts";
import type { CorpusEntry } from "./corpus.ts";
import { SyncedFile } from "./floors.ts";
import type { Recorder } from "./run-record.ts";
import { timed } from "./samples.ts";

const BATCH = 30;
/** More notes than this take the same time each. */
const NOTES_MAX = 50_000;
/** What the mark takes of a batch, in bytes. */
const MARK_BYTES = 10;
const FLOOR_BATCHES = 200;

/** Batches of notes of a corpus of so many, at most `most` notes. */
export function batchesOf(size: number, most: number): CorpusEntry[][] {
  const corpus = corpusOf(size);
  const count = Math.min(size, most, NOTES_MAX);
  return Array.from({ length: Math.ceil(count / BATCH) }, (_, at) =>
    Array.from({ length: Math.min(BATCH, count - at * BATCH) }, () => corpus.entry()),
  );
}

/** A server with an empty knowledge base of its own. */
export async function emptyServer(helix: string, scratch: string): Promise<{ client: BenchClient; directory: string }> {
  const directory = join(mkdtempSync(join(scratch, "batches-")), "kb");
  mkdirSync(directory);
  const client = new BenchClient([helix, "serve", directory], directory);
  await client.initialize();
  return { client, directory };
}

/** Loads a knowledge base, and writes as many bytes to a file beside it. `scale` multiplies the number of notes. */
export async function measureBatchLoad(
  { recorder, scratch, scale }: { readonly recorder: Recorder; readonly scratch: string; readonly scale: number },
  helix: string,
  label: string,
): Promise<void> {
  const batches = batchesOf(Number(label), Math.max(BATCH, Math.round(NOTES_MAX * scale)));
  const { client, directory } = await emptyServer(helix, scratch);
  const samples = await timed(batches.length, (round) => client.call("batch", { entries: batches[round] }));
  await client.end();
  const total = samples.reduce((sum, sample) => sum + sample, 0);
  const notes = batches.reduce((sum, { length }) => sum + length, 0);
  recorder.value(label, "batch-load", `load of ${notes} notes by batches of ${BATCH}`, total / 1000, "s");
  recorder.times(label, "batch", `a batch of ${BATCH} (2 syncs)`, samples);
  const bytes = new Uint8Array(Math.round(statSync(join(directory, "data.log")).size / batches.length));
  const file = new SyncedFile(directory);
  const floor = await timed(Math.min(FLOOR_BATCHES, batches.length), () => {
    file.append(bytes.subarray(0, MARK_BYTES));
    file.append(bytes.subarray(MARK_BYTES));
  });
  file.close();
  recorder.times(label, "batch-sync", `floor: ${bytes.length} bytes in two synced writes`, floor);
}
