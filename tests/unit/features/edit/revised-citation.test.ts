// What was found out about an entry's source before the lock holds only for the entry that it was found out about.

import { expect, it } from "vitest";
import { revisedCitation } from "../../../../src/features/edit/revised-citation.ts";
import { parseEntryText } from "../../../../src/notes/text/entry-text.ts";
import { openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";

const context = { base: openKnowledgeBase("/kb", { files: new MemoryFileSystem() }), project: null };
const before = parseEntryText("[source: a.rs:1]\na note\n[cited: 1 1 aaaaaaaaaaaa 1 /]");

it.each([
  ["the same entry", "[source: a.rs:1]\nrevised elsewhere\n[cited: 1 1 aaaaaaaaaaaa 1 /]", "1 1 aaaaaaaaaaaa 1 /"],
  [
    "one with another fingerprint by now",
    "[source: a.rs:1]\na note\n[cited: 1 1 bbbbbbbbbbbb 1 /]",
    "1 1 bbbbbbbbbbbb 1 /",
  ],
  ["one with another source by now", "[source: b.rs:1]\na note", null],
])("keeps what %s remembers", async (_, body, cited) => {
  const revised = await revisedCitation(before, undefined, context);
  expect(revised(parseEntryText(body))).toEqual({ cited });
});

it("forgets what an entry remembered of the source that it no longer has", async () => {
  for (const entry of [before, { ...before, projects: ["me/app"] }]) {
    for (const source of [null, "missing.rs:1"])
      expect((await revisedCitation(before, source, context))(entry)).toEqual({ source, cited: null });
  }
});
