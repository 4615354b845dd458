// read, search and edit on what the original program stored as it came: blank names of topics, names and bodies with
// control characters. Nothing of it may break a line of an answer, or reach a client as it is.

import { describe, expect, test } from "vitest";
import { writeOriginalLog } from "../support/original-log.ts";
import { type Served, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const serve = useServers("each");
const folder = useFolders("each");

async function serveOriginal(...entries: [topic: string, body: string][]): Promise<Served> {
  const directory = folder();
  writeOriginalLog(
    directory,
    entries.map(([topic, body]) => ({ topic, body })),
  );
  return serve({ directory });
}

describe("read: a topic with a blank for a name", () => {
  test("topic: it is read by exactly that name, and edited", async () => {
    const helix = await serveOriginal([" ", "nameless"]);
    expect(await helix.read(" ")).toBe('[0] 2026-02-20 09:00\n  nameless\n\n1 entry in " "');
    expect(await helix.read(" ", { index: 0 })).toBe("[0] 2026-02-20 09:00\n  nameless");
    expect(await helix.refusal("read", { topic: " ", index: 1 })).toBe(
      '" " has no entry 1: it has entry 0 only, e.g. index="0"',
    );
    expect(await helix.refusal("read", { topic: "  " })).toBe(
      'topic is empty: give a text, e.g. topic="build-gotchas"',
    );
    expect(await helix.answer("edit", { action: "append", topic: " ", text: "more" })).toBe(
      'appended to " ":0: nameless',
    );
    expect(await helix.answer("edit", { action: "rename", topic: " ", new_name: "named" })).toBe(
      'renamed " " to named: 1 entry',
    );
  });

  test("topic: where there is none of that name, it is empty", async () => {
    const helix = await serveOriginal(["a", "b"]);
    expect(await helix.refusal("read", { topic: " " })).toBe('topic is empty: give a text, e.g. topic="build-gotchas"');
    expect(await helix.refusal("read", { topic: "" })).toBe('topic is empty: give a text, e.g. topic="build-gotchas"');
  });
});

describe("read, search: control characters", () => {
  const NAME = "to\npic\u001b[31m";
  const BODY = "[tags: a\u0007b]\ntitle \u001b[31mred\u001b[0m\tend\r\nsecond\u0001 \u009b2J line";

  test("topic, index: names stand in one line, control characters are shown as U+FFFD, not in data", async () => {
    const helix = await serveOriginal([NAME, BODY]);
    const shown = "[0] 2026-02-20 09:00\n  [tags: a�b]\n  title �red�\tend\n  second� � line";
    expect(await helix.read(NAME)).toBe(`${shown}\n\n1 entry in to pic`);
    expect(await helix.read(NAME, { index: 0 })).toBe(shown);
    expect(await helix.refusal("read", { topic: NAME, index: 3 })).toBe(
      'to pic has no entry 3: it has entry 0 only, e.g. index="0"',
    );
  });

  test.each(["full", "medium", "brief", "grouped", "topics", "count"])(
    "detail=%s: none is passed on",
    async (detail) => {
      const helix = await serveOriginal([NAME, BODY], ["other", BODY]);
      const answer = await helix.search("title", { detail, diverse: false });
      expect(answer).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
      if (detail !== "count") expect(answer).toContain("to pic");
      if (detail === "medium") {
        expect(answer).toBe(
          [
            "  [other] 2026-02-20 title �red�\tend #a�b",
            "    second� � line",
            "  [to pic] 2026-02-20 title �red�\tend #a�b",
            "    second� � line",
            "2 match(es)",
          ].join("\n"),
        );
      }
    },
  );
});

describe("read: the size of an answer", () => {
  const name = "n".repeat(255);

  test.each([
    ["one long entry", ["x".repeat(200_000)]],
    ["a long one after others", ["a", "b", "x".repeat(200_000)]],
    ["a long one of many lines", ["a", "x\n".repeat(100_000)]],
    ["a long one of control characters", ["a", `x${"\u0007".repeat(200_000)}y`]],
    ["many", Array.from({ length: 800 }, (_, at) => `${at} ${"word ".repeat(20)}`)],
    ["two that almost fit", ["y".repeat(40_000), "x".repeat(39_880)]],
  ])("%s: no longer than its budget, the footer included", async (_, bodies) => {
    const helix = await serveOriginal(...bodies.map((body): [string, string] => [name, body]));
    for (const budget of [200, 5000, 20_000]) {
      const answer = await helix.read(name, { budget });
      expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(budget * 4);
      expect(answer).toMatch(new RegExp(`^${bodies.length} ${bodies.length === 1 ? "entry" : "entries"} in `, "m"));
      const one = await helix.read(name, { index: bodies.length - 1, budget });
      expect(Buffer.byteLength(one)).toBeLessThanOrEqual(budget * 4);
    }
  });
});
