// Logs byte for byte as the original program writes them: no checksums, minutes since 1970 of a local clock, bodies
// taken as they are. Written from the description of the format and sharing no code with the product.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** 2026-02-20 09:00 on whatever clock. */
const MINUTES = Date.UTC(2026, 1, 20, 9) / 60_000;

export interface OriginalEntry {
  readonly topic: string;
  readonly body: string;
  readonly minutes?: number;
}

/** The log of these entries, in order. */
export function originalLog(entries: Iterable<OriginalEntry>): Buffer {
  const pieces = [Buffer.from([0x41, 0x4d, 0x52, 0x4c, 1, 0, 0, 0])];
  for (const { topic, body, minutes = MINUTES } of entries) {
    const topicBytes = Buffer.from(topic);
    const bodyBytes = Buffer.from(body);
    const head = Buffer.alloc(12);
    head[0] = 1;
    head[1] = topicBytes.length;
    head.writeUInt32LE(bodyBytes.length, 2);
    head.writeInt32LE(minutes, 6);
    pieces.push(head, topicBytes, bodyBytes);
  }
  return Buffer.concat(pieces);
}

/** Writes such a log into a directory, which is created; returns the log's path. */
export function writeOriginalLog(directory: string, entries: Iterable<OriginalEntry>): string {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, "data.log");
  writeFileSync(path, originalLog(entries));
  return path;
}

/** Entries of about 520 bytes that together make a log longer than a server reads for a single call. */
export function* manyEntries(count: number): Generator<OriginalEntry> {
  const filler = "some words that fill the entry so that the log grows quickly ".repeat(8);
  for (let number = 0; number < count; number++) {
    yield { topic: `topic-${number % 97}`, body: `needle${number} ${filler}` };
  }
}

/**
 * Entries that make a log longer than a server reads for a single call, too, of few words and many dashes: what takes
 * the time is that the log has to be read, not how many words it has.
 */
export function* longEntries(): Generator<OriginalEntry> {
  for (let number = 0; number < 1000; number++) {
    yield { topic: `topic-${number % 97}`, body: `needle${number} some words ${"-".repeat(4500)}` };
  }
}
