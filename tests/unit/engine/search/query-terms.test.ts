// Words of a query that have the same forms weigh the same to the last digit: which of them comes first must not depend
// on rounding.

import { expect, it } from "vitest";
import { lookUp } from "../../../../src/engine/search/query-terms.ts";
import { parseQuery } from "../../../../src/notes/search/note-query.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";

const several = (count: number, body: string) => new Array<string>(count).fill(body);

it.each([
  ["cached caching", ["cached", "caches", ...several(2, "cache"), ...several(2, "caching")]],
  ["decoder decoders", ["decoders", ...several(9, "linker")]],
])("%s", async (query, bodies) => {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  await base.change(() => bodies.map((body) => ({ kind: "add" as const, topic: "t", body, minutes: NOW_MINUTES })));
  for (const words of [query, query.split(" ").toReversed().join(" ")]) {
    const { index } = await base.view();
    const [one, other] = lookUp(index, parseQuery(words)).terms;
    expect(one!.names[0]).not.toBe(other!.names[0]);
    expect(one!.idf).toBe(other!.idf);
    expect(one!.gain).toBe(other!.gain);
  }
});
