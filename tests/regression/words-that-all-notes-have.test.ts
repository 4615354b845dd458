// In a small base some words are in nearly every note and in their titles, such as the project's name. A note that has
// the one word that tells comes before all that have those.

import { expect, it } from "vitest";
import { foundDocuments, NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";

it("what tells one note from another outweighs what all have", async () => {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  const plans = Array.from(
    { length: 18 },
    (_, at) =>
      `tidewater server: step ${at} of the server plan\nthe tidewater server keeps part ${at} of the tidewater data`,
  );
  const others = [
    "what a slow peer does\nafter ten seconds the handshake is dropped, and the client has to begin anew; look at the counters first",
    "certificates\nthe handshake needs both of them in the folder, the older one first, since the second is read only when it has expired",
  ];
  await base.change(() =>
    [...others, ...plans].map((body, at) => ({ kind: "add" as const, topic: `t${at}`, body, minutes: NOW_MINUTES })),
  );
  const found = foundDocuments(await base.view(), "tidewater server handshake");
  expect(found.slice(0, 2).sort()).toEqual([0, 1]);
});
