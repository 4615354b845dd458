// What a shortened output left out, given back: whole, by lines, by a search, page by page.

import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { CALLS } from "../../src/base/wording.ts";
import type { NewEvent } from "../../src/events/log/event-types.ts";
import type { FeatureContext } from "../../src/features/common/feature.ts";
import { outputFeature } from "../../src/features/output/output.ts";
import { KeptOutputs } from "../../src/filters/kept/kept-outputs.ts";
import { openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { runs } from "../support/runs.ts";

let kept: KeptOutputs;
let context: FeatureContext;
let events: NewEvent[];
let session: string | null;
let keys: number;

beforeEach(() => {
  const files = new MemoryFileSystem();
  keys = 0;
  kept = new KeptOutputs({
    files,
    directory: "/base",
    isOwn: () => true,
    newKey: () => `K${String(keys++).padStart(7, "0")}`,
  });
  events = [];
  session = "one";
  const base = openKnowledgeBase("/base", { files });
  const outputs = { kept, session: () => session, note: (event: NewEvent) => events.push(event) };
  context = { base, outputs, directory: "/", project: null } as unknown as FeatureContext;
});

function keep(text: string, { command = "make all", of = "one", ago = 0 } = {}): string {
  const at = context.base.clock() - ago;
  const by = { session: of, agent: "", tool: "Bash", command, isFailure: false, at };
  return kept.keep(new TextEncoder().encode(text), by)!;
}

const ask = (values: Record<string, unknown>) => outputFeature.run(context, values);
const textOf = async (values: Record<string, unknown>) => (await ask(values)).text(CALLS);

const LOG = `${Array.from({ length: 30 }, (_, at) => (at === 12 ? "src/a.c:3: error: bad token" : `step ${at}`)).join("\n")}\n`;

describe("by its key", () => {
  test("key: an output is shown whole, in a fence, with what printed it", async () => {
    keep("one\ntwo\n", { command: "ls -la" });
    expect(await textOf({ key: "k0000000" })).toBe("K0000000 ls -la: 2 lines, 8 bytes\n```\none\ntwo\n```");
    expect(events).toEqual([{ type: "fetched", key: "K0000000", bytes: 49 }]);
  });

  test("lines: they are shown with their numbers", async () => {
    const key = keep(LOG);
    expect(await textOf({ key, lines: "12-14" })).toContain(
      "12: step 11\n13: src/a.c:3: error: bad token\n14: step 13",
    );
  });

  test("search: shows what holds the text or all the words, with a line around", async () => {
    const key = keep(LOG);
    expect(await textOf({ key, search: "TOKEN bad" })).toMatch(
      /, 1 match\n```\n12- step 11\n13: src\/a\.c:3: error: bad token\n14- step 13\n```$/,
    );
    const none = await ask({ key, search: "warning" });
    expect([none.found, none.text(CALLS)]).toEqual([false, `no line of ${key} has "warning"; it has 30 lines`]);
  });

  test("nothing in it closes the fence, obeys a terminal or hides", async () => {
    const key = keep("```\n\u001b[31mred\u001b[0m\u202e\r\n````\n");
    const text = await textOf({ key });
    expect(text.split("\n").slice(1)).toEqual(["`````", "```", expect.stringMatching(/^red/), "````", "`````"]);
    expect(text).not.toMatch(/[\u001b\u202e\r]/);
  });

  test("page: the pages of a long one hold each of its lines once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.stringMatching(/^[a-z ]{1,40}$/), { minLength: 1, maxLength: 200 }),
        async (lines) => {
          const numbered = lines.map((line, at) => `${at} ${line}`);
          const key = keep(numbered.join("\n"));
          const shown: string[] = [];
          for (let page = 1, more = true; more; page++) {
            const text = await textOf({ key, budget: 200, page });
            shown.push(...text.split("\n").filter((line) => /^\d+ /.test(line)));
            more = text.includes(`page=${page + 1}`);
          }
          expect(shown).toEqual(numbered);
        },
      ),
      { numRuns: runs(20) },
    );
  });

  test("budget: as data it has every line, whatever the budget, and what is known of it", async () => {
    const key = keep("one\ntwo");
    expect((await ask({ key, budget: 200 })).data()).toMatchObject({
      key,
      command: "make all",
      tool: "Bash",
      failed: false,
      bytes: 7,
      lineCount: 2,
      lines: [
        { number: 1, text: "one", match: true },
        { number: 2, text: "two", match: true },
      ],
    });
  });
});

describe("a key that shows nothing", () => {
  test.each([
    ["of another session, unless any is asked for", { of: "two" }, "is of another session: any=true shows it"],
    ["of yesterday", { ago: 25 * 3_600_000 }, "is not kept (any more): originals are kept for 24 hours"],
  ])("%s", async (_, by, message) => {
    const key = keep("text", by);
    await expect(ask({ key })).rejects.toThrow(message);
    if ("of" in by) expect(await textOf({ key, any: true })).toContain("text");
  });

  test("that is none", async () => {
    await expect(ask({ key: "../x" })).rejects.toThrow('key="../x" is no key');
    await expect(ask({ lines: "1-2" })).rejects.toThrow("lines needs a key");
    await expect(ask({ key: keep("a"), lines: "7" })).rejects.toThrow("lies behind the end");
  });

  test("any: a person may see the outputs of all sessions", async () => {
    session = null;
    expect(await textOf({ key: keep("text", { of: "two" }) })).toContain("text");
  });
});

describe("without a key", () => {
  test("the outputs of this session are listed, the newest first", async () => {
    keep("x".repeat(5000), { command: "make\nall", ago: 3 * 3_600_000 });
    keep("b", { command: "git log", ago: 60_000 });
    keep("c", { of: "two" });
    expect((await textOf({})).split("\n")).toEqual([
      "K0000001   1 bytes  1 minute ago    git log",
      "K0000000    5.0 KB  3 hours ago     make all",
    ]);
    expect((await ask({ any: true })).data()).toMatchObject({ outputs: [{ session: "two" }, {}, {}] });
  });

  test("an empty list says what else there is", async () => {
    expect(await textOf({})).toBe("no outputs of this session are kept; any=true lists all");
    session = null;
    expect((await ask({})).found).toBe(false);
  });
});
