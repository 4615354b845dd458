// The same text came in twice: short, in another topic, in a batch after a store, and from processes that store at the
// same moment.

import { join } from "node:path";
import { expect, test } from "vitest";
import { useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const serve = useServers("each");
const folder = useFolders("each");

test("is stored once, whatever it comes in by", async () => {
  const helix = await serve();
  const texts = ["arm64", "arm64 only", "the linker wants arm64 and nothing else of it"];
  for (const text of texts) await helix.store("build", text);
  for (const topic of ["build", "linking"]) {
    for (const text of texts) await helix.store(topic, text);
    await helix.answer("batch", { entries: texts.map((text) => ({ topic, text })) });
  }
  await helix.answer("batch", {
    entries: [...texts, ...texts].map((text) => ({ topic: "linking", text: `${text} ` })),
  });
  expect(await helix.answer("topics")).toBe("build (3) 2026-02-21\n1 topic, 3 entries");
});

test("is stored once by processes that store it at the same moment", async () => {
  const directory = join(folder(), "kb");
  const servers = await Promise.all([0, 1, 2, 3].map(() => serve({ directory })));
  const texts = Array.from({ length: 25 }, (_, at) => `note ${at}`);
  const answers = await Promise.all(
    servers.flatMap((helix, at) => [
      ...texts.map((text) => helix.store(`topic-${at}`, text)),
      helix.answer("batch", { entries: texts.map((text) => ({ topic: `topic-${at}`, text: `of a batch: ${text}` })) }),
    ]),
  );
  const stored = answers.filter((answer) => answer.startsWith("stored in "));
  expect(stored).toHaveLength(texts.length);
  expect(answers.filter((answer) => answer.startsWith("already there, nothing stored: "))).toHaveLength(
    (servers.length - 1) * texts.length,
  );
  const exported = JSON.parse(await servers[0]!.answer("topics", { action: "export" })) as { body: string }[];
  const bodies = exported.map(({ body }) => body);
  expect(bodies.sort()).toEqual([...texts, ...texts.map((text) => `of a batch: ${text}`)].sort());
});
