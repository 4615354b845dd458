// What a server's hooks keep of the entries that they show again and again.

import { expect, test } from "vitest";
import { DOCUMENTS_MAX, FamiliarDocuments } from "../../../src/index/familiar-documents.ts";
import type { LiveDocument } from "../../../src/index/live-document.ts";

function counted(): { documents: FamiliarDocuments; made: number[] } {
  const made: number[] = [];
  const documents = new FamiliarDocuments((id) => {
    made.push(id);
    return { offset: id } as LiveDocument;
  });
  return { documents, made };
}

test("a document is made once", () => {
  const { documents, made } = counted();
  expect(documents.of(7)).toBe(documents.of(7));
  expect(documents.of(8)).not.toBe(documents.of(7));
  expect(made).toEqual([7, 8]);
});

test("so many are kept, and the oldest goes first", () => {
  const { documents, made } = counted();
  for (let id = 0; id <= DOCUMENTS_MAX; id++) documents.of(id);
  made.length = 0;
  documents.of(1);
  expect(made).toEqual([]);
  documents.of(0);
  documents.of(1);
  expect(made).toEqual([0, 1]);
});
