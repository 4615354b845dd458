// What a server keeps of the entries that it shows again and again.

import { expect, test } from "vitest";
import type { Segment } from "../../../../src/engine/segment/segment.ts";
import { DOCUMENTS_MAX, DocumentCache } from "../../../../src/notes/index/document-cache.ts";
import type { NoteColumns } from "../../../../src/notes/index/note-columns.ts";

/** Documents of a segment of which each is of a topic of its own, and how often which snippets were read. */
function counted(): { documents: DocumentCache; read: string[] } {
  const read: string[] = [];
  const columns = { topicOf: (id: number) => `topic-${id}` } as unknown as NoteColumns;
  const documents = new DocumentCache(
    (id) => ({ segment: {} as Segment, columns, id }),
    (_, topic) => {
      read.push(topic);
      return [`first of ${topic}`, "second"];
    },
  );
  return { documents, read };
}

test("a snippet is read once", () => {
  const { documents, read } = counted();
  for (const id of [7, 8, 7]) expect(documents.of(id).snippet).toEqual([`first of topic-${id}`, "second"]);
  expect(read).toEqual(["topic-7", "topic-8"]);
});

test("so many are kept, and the oldest goes first", () => {
  const { documents, read } = counted();
  for (let id = 0; id <= DOCUMENTS_MAX; id++) expect(documents.of(id).snippet[1]).toBe("second");
  read.length = 0;
  expect(documents.of(1).snippet[0]).toBe("first of topic-1");
  expect(read).toEqual([]);
  for (const id of [0, 1]) expect(documents.of(id).snippet[0]).toBe(`first of topic-${id}`);
  expect(read).toEqual(["topic-0", "topic-1"]);
});
