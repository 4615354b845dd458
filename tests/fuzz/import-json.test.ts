// Import files of any bytes: refused in one line that says what is accepted, or taken whole. What was imported comes
// out of an export, and that export, imported elsewhere, is the same again; what is there already is skipped.

import { expect, test } from "vitest";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { DIRECTORY } from "../support/random-log.ts";
import { type Check, fuzz } from "./engine/campaign.ts";
import type { Random } from "./engine/mutate.ts";

async function load(): Promise<Check> {
  const { HelixError } = await import("../../src/base/errors.ts");
  const { parseImport } = await import("../../src/exchange/import-format.ts");
  const { exportJson, importJson } = await import("../../src/exchange/transfer.ts");
  const { liveEntries, openKnowledgeBase } = await import("../support/knowledge.ts");
  const openEmpty = () => openKnowledgeBase(DIRECTORY, { files: new MemoryFileSystem() });
  const exported = async (kb: ReturnType<typeof openEmpty>) =>
    [...exportJson(await kb.view(), () => undefined)].join("");
  const refused = (error: unknown) => {
    if (!(error instanceof HelixError)) throw error;
    expect(error.message).not.toMatch(/[\n\r]/);
    expect(error.message.length).toBeLessThan(1500);
  };
  return async (input) => {
    const json = Buffer.from(input).toString("utf8");
    let entries: ReturnType<typeof parseImport>;
    try {
      entries = parseImport(json);
    } catch (error) {
      return refused(error);
    }
    for (const { topic, body, minutes, topicStored } of entries) {
      // What an export holds comes back as it was, also an entry that says nothing.
      if (topic === "" || (body.trim() === "" && !topicStored) || (minutes !== null && !Number.isInteger(minutes))) {
        throw new Error(`the entry ${JSON.stringify({ topic, body, minutes })}`);
      }
    }
    const kb = openEmpty();
    try {
      await importJson({ base: kb }, json);
    } catch (error) {
      expect(liveEntries(await kb.view())).toEqual([]);
      return refused(error);
    }
    const first = await exported(kb);
    await importJson({ base: kb }, first);
    expect(await exported(kb)).toBe(first);
    const other = openEmpty();
    if (liveEntries(await kb.view()).length > 0) {
      await importJson({ base: other }, first);
      expect(JSON.parse(await exported(other))).toEqual(JSON.parse(first));
    }
  };
}

function generate(next: Random): string {
  const pick = <Value>(values: readonly Value[]) => values[next(values.length)]!;
  const text = () =>
    pick([
      "a",
      "ü/x",
      "[tags: a]\nx",
      "\n\n",
      "\u0000",
      "x".repeat(300),
      "__proto__",
      "検索",
      "[links: a:0]\ny",
      "\ud800",
    ]);
  const time = () =>
    pick<unknown>(["2026-02-21T12:00:00Z", "2026-02-21 12:00", 0, 29_000_000, -5, "x", null, 1e300, "0000"]);
  const item = () => ({
    topic: pick<unknown>([text(), text(), 7, null]),
    ...(next(2) === 0 ? { body: text() } : { text: text() }),
    ...(next(2) === 0 ? { time: time() } : {}),
    ...(next(3) === 0 ? { tags: pick<unknown>(["a,b", ["a"], [1], {}]) } : {}),
    ...(next(3) === 0 ? { source: pick<unknown>(["a.rs:1", "../../x:2", 5]) } : {}),
  });
  const items = Array.from({ length: next(4) }, item);
  if (next(2) === 0) return JSON.stringify(items);
  return `{${items.map((each) => `${JSON.stringify(String(each.topic))}: ${JSON.stringify(pick<unknown>([text(), [text()], [each], each, 5]))}`).join(", ")}}`;
}

test("an import of any bytes is refused in a line, or taken whole", async () => {
  await fuzz({
    name: "import-json",
    executions: 800,
    seeds: [
      '[{"topic": "test", "text": "imported"}]',
      '[{"topic": "a", "time": "2026-02-21T12:00:00.000Z", "body": "[tags: x]\\nbody"}]',
      '{"a": ["one", "two"], "a": [{"text": "three", "tags": "x"}]}',
      '{"topic": "a", "text": "b"}',
    ],
    dictionary: ['"topic"', '"text"', '"body"', '"time"', '"tags"', '"source"', '"a":', "[tags: x]", "\\n"],
    generate,
    lengthMax: 8192,
    load,
  });
});
