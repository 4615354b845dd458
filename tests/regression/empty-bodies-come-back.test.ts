// An import took a text of control characters for one that says something, stored nothing of it, and the export of that
// entry was refused by the next import, whole. Found by the fuzzer of imports.

import { expect, test } from "vitest";
import { exportJson, importJson } from "../../src/exchange/transfer.ts";
import { openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { addition, DIRECTORY } from "../support/random-log.ts";

const empty = () => openKnowledgeBase(DIRECTORY, { files: new MemoryFileSystem() });

test("a text of nothing but control characters is no text", async () => {
  const context = { base: empty(), project: null };
  const json = JSON.stringify([
    { topic: "a", text: "good" },
    { topic: "a", text: "\u0000\u0007" },
  ]);
  await expect(importJson(context, json)).rejects.toThrow("entry 1 has no body and no text");
});

test("an export with an empty body is imported again", async () => {
  const base = empty();
  await base.change(() => [addition("a", ""), addition("a", "text")]);
  const json = [...exportJson(await base.view(), () => undefined)].join("");
  const other = empty();
  await importJson({ base: other }, json);
  expect([...exportJson(await other.view(), () => undefined)].join("")).toBe(json);
});
