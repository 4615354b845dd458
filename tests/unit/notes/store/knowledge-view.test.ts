// What a search reads of long notes: little of them, and enough to tell which has the words near each other.

import { describe, expect, it } from "vitest";
import { NEARNESS_BYTES_MAX } from "../../../../src/engine/search/proximity.ts";
import { foundDocuments, NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";

const FILLER = "so it goes on and on ".repeat(15_000);
const QUERY = "index rebuild locked";

async function baseOf(bodies: readonly string[]) {
  const files = new MemoryFileSystem();
  const base = openKnowledgeBase("/kb", { files });
  await base.change(() =>
    bodies.map((body, at) => ({ kind: "add" as const, topic: `t${at}`, body, minutes: NOW_MINUTES })),
  );
  return { files, view: await base.view() };
}

describe("a search for a question", () => {
  it("reads a bounded part of long notes", async () => {
    const { files, view } = await baseOf(
      Array.from({ length: 24 }, (_, at) => `index ${at} rebuild locked\n${FILLER}${at}`),
    );
    const before = files.bytesRead;
    expect(foundDocuments(view, QUERY)).toHaveLength(24);
    expect(files.bytesRead - before).toBeGreaterThan(NEARNESS_BYTES_MAX / 2);
    expect(files.bytesRead - before).toBeLessThanOrEqual(NEARNESS_BYTES_MAX);
  });

  it("finds the words near each other at the beginning of a long note, behind its metadata and in short ones whole", async () => {
    // Neither has a word in its first line, which would count more.
    const apart = "of this\nindex\nand so much more of that which\nrebuild\nand some other things that nobody\nlocked";
    const near = "of this and so much more of that which and some other things that nobody\nindex\nrebuild\nlocked";
    for (const long of [FILLER, ""]) {
      for (const front of ["", "[tags: a]\n[confidence: 1.0]\n"]) {
        // Of equal notes the newer one would come first.
        const { view } = await baseOf([near, apart].map((text) => `${front}${text}\n${long}`));
        expect(foundDocuments(view, QUERY)).toEqual([0, 1]);
      }
    }
  });
});
