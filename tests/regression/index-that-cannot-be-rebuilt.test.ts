// A record is damaged and the disk takes no new index: each search that shows the record began a rebuild that failed,
// again and again.

import { expect, test } from "vitest";
import { NOW_MINUTES, openKnowledgeBase, searchHits } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";

const LOG = "/kb/data.log";
const NOTES = 400;

async function damagedStore() {
  const files = new MemoryFileSystem();
  const first = openKnowledgeBase("/kb", { files });
  // Longer than what tells one log from another.
  const texts = Array.from({ length: NOTES }, (_, at) =>
    at === NOTES / 2 ? "the parser reads marker nine" : `the linker wants an architecture, and then ${at}`,
  );
  await first.change(() =>
    texts.map((body) => ({ kind: "add" as const, topic: "engine", body, minutes: NOW_MINUTES })),
  );
  await first.mergeNow();
  first.close();
  const bytes = Buffer.from(files.content(LOG)!);
  bytes[bytes.indexOf("marker nine")] = 0x4d;
  files.overwrite(LOG, bytes);
  const errors: unknown[] = [];
  const kb = openKnowledgeBase("/kb", { files, onMergeError: (error) => errors.push(error) });
  return { files, kb, errors };
}

test("it is tried once, and again when the log has changed", async () => {
  const { files, kb, errors } = await damagedStore();
  files.fault = ({ kind, path }) => (kind === "create" && path !== LOG ? { code: "EROFS" } : null);
  for (let search = 0; search < 5; search++) {
    const [hit] = searchHits(await kb.view(), "parser nine");
    expect(hit?.snippet).toContain("[damaged record");
    await kb.view();
    await kb.settled();
  }
  expect(errors).toHaveLength(1);
  files.fault = () => null;
  await kb.change(() => [{ kind: "add", topic: "engine", body: "one more", minutes: NOW_MINUTES }]);
  searchHits(await kb.view(), "parser nine");
  await kb.view();
  await kb.settled();
  expect(searchHits(await kb.view(), "parser nine")).toEqual([]);
  expect(errors).toHaveLength(1);
  kb.close();
});
