// Walking through the results of one search must not change the next one: the list that the order used up was the
// scorer's own record of what to clear, so that after an OR search its entries kept their scores and were then found by
// nothing.

import { expect, it } from "vitest";
import { NOW_MINUTES, openKnowledgeBase, searchHits, temporaryDirectory } from "../support/knowledge.ts";

it.each([
  ["an OR search", "linker", "or"],
  ["an AND search that fell back to OR", "linker absent", "and"],
] as const)("finds the same again after %s", async (_, text, mode) => {
  const base = openKnowledgeBase(temporaryDirectory());
  const bodies = ["linker wants arm64", "linker wants x86", "nothing of the kind"];
  await base.change(() => bodies.map((body) => ({ kind: "add" as const, topic: "build", body, minutes: NOW_MINUTES })));
  const view = await base.view();
  const first = searchHits(view, text, mode);
  expect(first).toHaveLength(2);
  expect(searchHits(view, text, mode)).toEqual(first);
  expect(searchHits(view, "wants linker")).toHaveLength(2);
});
