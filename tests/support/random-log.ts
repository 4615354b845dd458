// Logs for tests of recovery: written by the product's own write path into memory, from a seed, with every kind of
// record.

import type { Change } from "../../src/notes/store/changes.ts";
import type { KnowledgeView } from "../../src/notes/store/knowledge-view.ts";
import { NOW_MINUTES, openKnowledgeBase } from "./knowledge.ts";
import { MemoryFileSystem } from "./memory-file-system.ts";

/** Where the knowledge bases of these tests live, in memory. */
export const DIRECTORY = "/kb";
export const LOG_PATH = `${DIRECTORY}/data.log`;
export const INDEX_PATH = `${DIRECTORY}/index.bin`;

const TOPICS = ["build", "engine", "Grüße/検索", "a"];
const WORDS = ["linker", "arm64", "CachedEntry", "müssen", "検索する", "🧭", "token_map", "x", "retry", "pool"];

/**
 * A few minutes only, so that several entries share one and their order rests on their places; some where clocks
 * change.
 */
const MINUTES = ["2026-02-21T12:00Z", "2026-03-08T09:59Z", "2026-11-01T08:29Z", "2025-10-26T01:00Z"].map(
  (time) => Date.parse(time) / 60_000,
);
const MINUTES_2019 = Date.UTC(2019, 4, 1) / 60_000;

/** Numbers in [0, limit) from a seed (mulberry32). */
export function randomNumbers(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

export interface RandomLogOptions {
  readonly seed: number;
  readonly changes: number;
  /** `local-1970` begins with a record as the original program writes it, so that the log goes on in that base. */
  readonly base?: "utc-2024" | "local-1970";
  /** Most words of a body. */
  readonly wordsMax?: number;
}

/** Builds a log and returns its bytes. */
export async function randomLog({
  seed,
  changes,
  base = "utc-2024",
  wordsMax = 8,
}: RandomLogOptions): Promise<Uint8Array> {
  const files = new MemoryFileSystem();
  if (base === "local-1970") files.write(LOG_PATH, logOfOriginal("build", "written by the other program", 29_920_466));
  const kb = openKnowledgeBase(DIRECTORY, { files });
  const next = randomNumbers(seed);
  const text = () =>
    Array.from({ length: next(wordsMax + 1) }, () => WORDS[next(WORDS.length)]).join(next(4) === 0 ? "\n" : " ");
  const minutes = () => (next(12) === 0 ? MINUTES_2019 : MINUTES[next(MINUTES.length)])! + next(2);
  const topic = () => TOPICS[next(TOPICS.length)]!;
  for (let done = 0; done < changes; done++) {
    // In every ten there are a write of two, a move, and a deletion that is taken back.
    if (done % 10 === 9) await kb.undo();
    await kb.change((view) => {
      if (done % 10 === 4) return [0, 1].map(() => ({ kind: "add", topic: topic(), body: text(), minutes: minutes() }));
      const kind = ({ 6: 7, 8: 9 } as Record<number, number>)[done % 10] ?? next(10);
      const id = kind < 5 ? undefined : anyDocument(view, next);
      if (id === undefined) return [{ kind: "add", topic: topic(), body: text(), minutes: minutes() }];
      if (kind < 7) return [{ kind: "replace", id, body: text() }];
      return [kind < 8 ? { kind: "move", id, topic: topic(), body: text() } : { kind: "delete", id }];
    });
  }
  kb.close();
  return files.content(LOG_PATH)!;
}

function anyDocument(view: KnowledgeView, next: (limit: number) => number): number | undefined {
  const ids = view.topics().flatMap(({ name }) => view.topicDocuments(name));
  return ids.length === 0 ? undefined : ids[next(ids.length)];
}

/**
 * A log of one entry, byte for byte as the original program writes it; `stored` is the time as it stands in the record.
 */
export function logOfOriginal(topic: string, body: string, stored: number): Uint8Array {
  return Buffer.concat([Buffer.from("AMRL\x01\0\0\0", "latin1"), entryOfOriginal(topic, body, stored)]);
}

/** One entry record without a checksum. */
export function entryOfOriginal(topic: string, body: string, stored: number): Uint8Array {
  const header = Buffer.alloc(12);
  header[0] = 1;
  header[1] = Buffer.byteLength(topic);
  header.writeUInt32LE(Buffer.byteLength(body), 2);
  header.writeInt32LE(stored, 6);
  return Buffer.concat([header, Buffer.from(topic), Buffer.from(body)]);
}

/** One tombstone record without a checksum. */
export function tombstoneOfOriginal(target: number): Uint8Array {
  const record = Buffer.alloc(8);
  record[0] = 2;
  record.writeUInt32LE(target, 4);
  return record;
}

/** A change that adds a plain entry. */
export function addition(topic: string, body: string, minutes = NOW_MINUTES): Change {
  return { kind: "add", topic, body, minutes };
}
