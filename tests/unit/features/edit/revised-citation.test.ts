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
])("keeps what %s remembers", (_, body, cited) => {
  expect(revisedCitation(before, undefined, context)(parseEntryText(body))).toBe(cited);
});

it("forgets what an entry remembered of the source that it no longer has", () => {
  for (const entry of [before, { ...before, projects: ["me/app"] }]) {
    expect(revisedCitation(before, null, context)(entry)).toBeNull();
    expect(revisedCitation(before, "missing.rs:1", context)(entry)).toBeNull();
  }
});
