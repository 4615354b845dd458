// What store does not accept: one line each that says what was wrong, what is accepted, and an example; nothing is
// written.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type Served, useServers, type Values } from "../support/served.ts";

const TOPIC = 'topic="build-gotchas"';
const TEXT = 'text="gotcha: the linker wants arm64 only"';

describe("store: what it does not accept", () => {
  const serve = useServers("all");
  let helix: Served;
  let before: Buffer;
  const log = () => readFileSync(join(helix.directory, "data.log"));

  beforeAll(async () => {
    helix = await serve();
    await helix.store("engine", "a note");
    before = log();
  });

  const cases: [string, Values, string][] = [
    ["no topic", { text: "x" }, `topic is missing: give a text, e.g. ${TOPIC}`],
    ["a null topic", { topic: null, text: "x" }, `topic is missing: give a text, e.g. ${TOPIC}`],
    [
      "a topic that is a credential, which is not repeated",
      { topic: `ghp_${"a1B2c3D4e5F6".repeat(3)}`, text: "x" },
      `topic holds a credential (github-token), which is not stored: use a name without it, e.g. ${TOPIC}`,
    ],
    [
      "links that hold a credential, which is not repeated",
      { topic: "a", text: "x", links: `ghp_${"a1B2c3D4e5F6".repeat(3)}:0` },
      'links holds a credential (github-token), which is not stored: give topic:index pairs, e.g. links="build-gotchas:3"',
    ],
    ["an empty topic", { topic: " ", text: "x" }, `topic is empty: give a text, e.g. ${TOPIC}`],
    [
      "a topic of dots and slashes alone",
      { topic: "../..", text: "x" },
      `topic="../.." has no letter or digit: give a name, e.g. ${TOPIC}`,
    ],
    ["a topic of emoji", { topic: "🧭", text: "x" }, `topic="🧭" has no letter or digit: give a name, e.g. ${TOPIC}`],
    [
      "a topic of 256 bytes",
      { topic: `${"ü".repeat(127)}ab`, text: "x" },
      `topic is 256 bytes long, at most 255 are accepted: use a short name, e.g. ${TOPIC}`,
    ],
    [
      "a topic that is an object",
      { topic: { name: "a" }, text: "x" },
      `topic={"name":"a"} is not accepted: give a text, e.g. ${TOPIC}`,
    ],
    ["no text", { topic: "engine" }, `text is missing: give a text, e.g. ${TEXT}`],
    ["an empty text", { topic: "engine", text: "" }, `text is empty: give a text, e.g. ${TEXT}`],
    ["white space", { topic: "engine", text: " \n\t " }, `text is empty: give a text, e.g. ${TEXT}`],
    [
      "control characters alone",
      { topic: "engine", text: "\u0000\u0001" },
      'text is empty: give what is worth remembering, e.g. text="the linker wants arm64 only"',
    ],
    [
      "a text that is a list",
      { topic: "engine", text: ["a"] },
      `text=["a"] is not accepted: give a text, e.g. ${TEXT}`,
    ],
    [
      "a text of more than 1 MiB",
      { topic: "engine", text: "é".repeat(524_288 + 1) },
      'text is 1048578 bytes long, at most 1048576 are accepted: store the part that matters, e.g. a summary and source="path:line"',
    ],
    [
      "tags that are an object",
      { topic: "engine", text: "x", tags: {} },
      'tags={} is not accepted: give a text or a list of texts, e.g. tags="gotcha, build"',
    ],
    [
      "more than 32 tags",
      { topic: "engine", text: "x", tags: Array.from({ length: 33 }, (_, tag) => `t${tag}`).join() },
      "an entry has at most 32 tags; got 33",
    ],
    [
      "a tag of more than 64 characters",
      { topic: "engine", text: "x", tags: "q".repeat(65) },
      `a tag has at most 64 characters, for example gotcha; got "${"q".repeat(59)}…"`,
    ],
    [
      "a confidence above 1",
      { topic: "engine", text: "x", confidence: "1.5" },
      'confidence=1.5 is not accepted: give a number from 0 to 1, e.g. confidence="0.8"',
    ],
    [
      "a confidence below 0",
      { topic: "engine", text: "x", confidence: -0.1 },
      'confidence=-0.1 is not accepted: give a number from 0 to 1, e.g. confidence="0.8"',
    ],
    [
      "a confidence in words",
      { topic: "engine", text: "x", confidence: "high" },
      'confidence="high" is not accepted: give a number from 0 to 1, e.g. confidence="0.8"',
    ],
    [
      "a confidence in percent",
      { topic: "engine", text: "x", confidence: "80%" },
      'confidence="80%" is not accepted: give a number from 0 to 1, e.g. confidence="0.8"',
    ],
    [
      "a link without an index",
      { topic: "engine", text: "x", links: "engine" },
      'links="engine" is not accepted: give ids or topic:index with spaces between, e.g. links="@7k3v9xq2mp build-gotchas:3"',
    ],
    [
      "a link with a wrong index",
      { topic: "engine", text: "x", links: "engine:0 engine:first" },
      'links="engine:first" is not accepted: give ids or topic:index with spaces between, e.g. links="@7k3v9xq2mp build-gotchas:3"',
    ],
    [
      "a flag that is neither true nor false",
      { topic: "engine", text: "x", force: "yes" },
      'force="yes" is not accepted: give true or false, e.g. force="true"',
    ],
    [
      "a flag that is a number",
      { topic: "engine", text: "x", terse: 1 },
      'terse=1 is not accepted: give true or false, e.g. terse="true"',
    ],
    [
      "a parameter that does not exist",
      { topic: "engine", text: "x", tag: "gotcha" },
      'store has no parameter "tag"; accepted: topic, text, tags, source, confidence, links, force, terse',
    ],
  ];

  test.each(cases)("%s", async (_, values, message) => {
    expect(await helix.refusal("store", values)).toBe(message);
    expect(log()).toEqual(before);
  });

  test("what is not given, null or empty counts as not given", async () => {
    const empty = { tags: "", source: null, confidence: "", links: null, force: "", terse: null };
    expect(await helix.store("other", "gotcha: a note", empty)).toBe("stored in other [tags: gotcha]");
  });

  test("numbers and booleans count as text", async () => {
    expect(await helix.answer("store", { topic: 2026, text: 42 })).toBe("stored in 2026");
    expect(await helix.answer("store", { topic: "answers", text: true })).toBe("stored in answers");
    expect(await helix.read("2026", { index: 0 })).toBe("[0] 2026-02-21 06:11\n  42");
  });
});
