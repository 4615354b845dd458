// A log in which bytes within an act read as the beginning of another one, or as half an edit at its end, was cut off
// in the middle of the act. The act then reached beyond the end of the file and was taken for torn, with all that was
// stored behind it. Found by the fuzzer of the log reader: helix writes no such log, but damage and others do.

import { expect, test } from "vitest";
import { encodeEntry, encodeMark } from "../../src/engine/log/log-encoding.ts";
import { MARK_BEGIN } from "../../src/engine/log/log-layout.ts";
import { encodeLogHeader } from "../../src/engine/log/log-record.ts";
import { liveEntries, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { addition, DIRECTORY, INDEX_PATH, LOG_PATH } from "../support/random-log.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const entry = (text: string, pair = false) => encodeEntry(bytes("notes"), bytes(text), 1_000_000, pair);

/** A log of an act that was to end where the file ends, but whose last record is no end. */
function actOf(...records: Uint8Array[]): Uint8Array {
  const head = encodeLogHeader();
  const size = [head, ...records].reduce((sum, { length }) => sum + length, encodeMark(MARK_BEGIN, 0).length);
  return Buffer.concat([head, encodeMark(MARK_BEGIN, size), ...records]);
}

async function bodiesIn(files: MemoryFileSystem): Promise<string[]> {
  const kb = openKnowledgeBase(DIRECTORY, { files });
  const bodies = liveEntries(await kb.view()).map(({ body }) => body);
  kb.close();
  return bodies;
}

test.each([
  ["the beginning of another act", [entry("one"), encodeMark(MARK_BEGIN, 5000), entry("two")], ["one", "two"]],
  ["the beginning of another act, last", [entry("one"), encodeMark(MARK_BEGIN, 5000)], ["one"]],
  ["half an edit", [entry("one"), entry("half", true)], ["one"]],
  ["a broken record", [entry("one"), entry("two").fill(7, 9, 14)], ["one"]],
])("what is stored behind an act that holds %s stays, and so does what is in it", async (_, records, found) => {
  const files = new MemoryFileSystem();
  files.write(LOG_PATH, actOf(...records));
  expect(await bodiesIn(files)).toEqual(found);
  const kb = openKnowledgeBase(DIRECTORY, { files });
  await kb.change(() => [addition("notes", "behind it")]);
  await kb.mergeNow();
  kb.close();
  expect(await bodiesIn(files)).toEqual([...found, "behind it"]);
  files.remove(INDEX_PATH);
  expect(await bodiesIn(files)).toEqual([...found, "behind it"]);
});
