// Import through the tool topics: three forms of JSON, keys that come again, what is there already, what is refused.

import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { repositoryRoot } from "../support/helix-binary.ts";
import { type Served, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const importing = (helix: Served, json: unknown) =>
  helix.answer("topics", { action: "import", json: typeof json === "string" ? json : JSON.stringify(json) });
const exported = async (helix: Served) => JSON.parse(await helix.answer("topics", { action: "export" }));

describe("import: the three forms", () => {
  const serve = useServers("each");
  const folder = useFolders("each");

  test("action=import: helix's own export: topic, time and body; times and metadata stay", async () => {
    const helix = await serve();
    const entries = [
      { topic: "a", time: "2025-12-31T23:59:00.000Z", body: "[tags: gotcha]\n[confidence: 0.4]\nwords" },
      { topic: "a", time: "2026-01-01T00:00:00.000Z", body: "more words\n[project: owner/repo]" },
    ];
    expect(await importing(helix, entries)).toBe("imported 2 entries into 1 topic");
    expect(await exported(helix)).toEqual(entries);
    expect(await helix.search("tag:gotcha")).toBe("  [a] 2026-01-01 words #gotcha (~40%)\n1 match(es)");
    expect(await helix.search("", { project: "owner/repo", detail: "count" })).toBe("1 match(es)");
  });

  test("the reference's: topic and text, dated now, as one JSON text", async () => {
    const helix = await serve();
    expect(await importing(helix, '[{"topic":"test","text":"imported"}]')).toBe("imported 1 entry into 1 topic");
    expect(await helix.read("test")).toBe("[0] 2026-02-21 06:11\n  imported\n\n1 entry in test");
  });

  test("topic and text with tags and source", async () => {
    const helix = await serve();
    await importing(helix, [{ topic: "Build Gotchas", text: "arm64 only", tags: "Gotchas, build", source: "a.ts:1" }]);
    await importing(helix, [{ topic: "Build Gotchas", text: "both steps", tags: ["Gotchas", "build"] }]);
    expect(await helix.read("build-gotchas")).toBe(
      [
        "[0] 2026-02-21 06:11",
        "  [tags: build, gotcha]",
        "  [source: a.ts:1]",
        "  arm64 only",
        "",
        "[1] 2026-02-21 06:11",
        "  [tags: build, gotcha]",
        "  both steps",
        "",
        "2 entries in build-gotchas",
      ].join("\n"),
    );
  });

  test("the original program's: an object of topics, where a key may come again", async () => {
    const helix = await serve();
    const json = `{
      "a": ["first", "[tags: gotcha]\\nsecond"],
      "b": [{"text": "third"}, {"body": "fourth, with \\"quotes\\", {braces} and [brackets]"}],
      "a": ["fifth"],
      "c": "sixth",
      "\\u0061": {"text": "seventh"},
      "c": []
    }`;
    expect(await importing(helix, json)).toBe("imported 7 entries into 3 topics");
    const bodies = (await exported(helix)).map(
      ({ topic, body }: { topic: string; body: string }) => `${topic}: ${body}`,
    );
    expect(bodies).toEqual([
      "a: first",
      "a: [tags: gotcha]\nsecond",
      "a: fifth",
      "a: seventh",
      "b: third",
      'b: fourth, with "quotes", {braces} and [brackets]',
      "c: sixth",
    ]);
  });

  test("a single entry without its list", async () => {
    const helix = await serve();
    expect(await importing(helix, { topic: "test", text: "imported" })).toBe("imported 1 entry into 1 topic");
    expect(await importing(helix, { topic: ["a topic named topic"], text: ["and one named text"] })).toBe(
      "imported 2 entries into 2 topics",
    );
    expect(await helix.answer("topics")).toBe(
      "test (1) 2026-02-21\ntext (1) 2026-02-21\ntopic (1) 2026-02-21\n3 topics, 3 entries",
    );
  });

  test("json: the list itself instead of its JSON text", async () => {
    const helix = await serve();
    expect(await helix.answer("topics", { action: "import", json: [{ topic: "test", text: "imported" }] })).toBe(
      "imported 1 entry into 1 topic",
    );
    expect(await helix.answer("topics", { action: "import", json: { other: ["imported"] } })).toBe(
      "imported 1 entry into 1 topic",
    );
  });

  test("an export into an empty knowledge base gives the same, and again changes nothing", async () => {
    const directory = folder();
    cpSync(join(repositoryRoot, "tests", "fixtures", "original", "edited"), directory, { recursive: true });
    const source = await serve({ directory });
    await source.store("Ünï Topic/X", "[tags: no tag]\ntext that begins like metadata", { tags: "gotcha" });
    const json = await source.answer("topics", { action: "export" });
    const target = await serve();
    expect(await importing(target, json)).toBe("imported 9 entries into 7 topics");
    // Links of the original by index are links by id now.
    const there = await target.answer("topics", { action: "export" });
    expect(there.replace(/@[0-9a-z]{10}/, "build-gotchas:0")).toBe(json);
    expect(await importing(target, json)).toBe("imported 0 entries into 0 topics\n  skipped 9: already there");
    expect(await target.answer("topics", { action: "export" })).toBe(there);
    const third = await serve();
    expect(await importing(third, there)).toBe("imported 9 entries into 7 topics");
    expect(await third.answer("topics", { action: "export" })).toBe(there);
  });
});

describe("import: what is there already", () => {
  const serve = useServers("each");

  test("the same text at the same time, or at any time when it comes without one", async () => {
    const helix = await serve();
    await helix.store("a", "words");
    expect(await importing(helix, [{ topic: "a", time: "2026-02-21T00:41:00Z", body: "words" }])).toBe(
      "imported 0 entries into 0 topics\n  skipped 1: already there",
    );
    expect(
      await importing(helix, [
        { topic: "a", text: "words" },
        { topic: "b", text: "words" },
      ]),
    ).toBe("imported 1 entry into 1 topic\n  skipped 1: already there");
    expect(await importing(helix, [{ topic: "a", time: "2025-01-01T00:00:00Z", body: "words" }])).toBe(
      "imported 1 entry into 1 topic",
    );
  });

  test("equal entries count as often as they come", async () => {
    const helix = await serve();
    expect(await importing(helix, { a: ["words", "words"] })).toBe("imported 2 entries into 1 topic");
    const json = await helix.answer("topics", { action: "export" });
    expect(await importing(helix, json)).toBe("imported 0 entries into 0 topics\n  skipped 2: already there");
    expect(await importing(helix, { a: ["words", "words", "words"] })).toBe(
      "imported 1 entry into 1 topic\n  skipped 2: already there",
    );
    const other = await serve();
    expect(await importing(other, json)).toBe("imported 2 entries into 1 topic");
    expect(await other.answer("topics", { action: "export" })).toBe(json);
  });
});

describe("import: text is text", () => {
  const serve = useServers("each");

  test("the text of topic and text forges no metadata", async () => {
    const helix = await serve();
    await importing(helix, [{ topic: "a", text: "[tags: forged]\nwords\n[project: some/body]" }]);
    expect(await helix.search("", { tag: "forged", detail: "count" })).toBe("0 match(es)");
    expect(await helix.refusal("search", { query: "", project: "some/body" })).toBe(
      'no note is of the project "some/body"; every note is of none; project="any" means all',
    );
  });

  test("control characters go, also in topics", async () => {
    const helix = await serve();
    await importing(helix, [{ topic: "a\u0000b\n[0]", time: "2026-01-01T00:00:00Z", body: "one\u0000 \u001b[31mtwo" }]);
    expect(await helix.read("a-b-0")).toBe("[0] 2026-01-01 05:30\n  one two\n\n1 entry in a-b-0");
  });
});

describe("import: what it does not accept; nothing of it is imported", () => {
  const serve = useServers("all");
  let helix: Served;
  const ACCEPTED =
    'accepted: an array of {topic, time, body} or {topic, text}, or {"topic": [entries]}, e.g. json=[{"topic": "test", "text": "imported"}]';
  const good = { topic: "a", text: "words" };

  beforeAll(async () => {
    helix = await serve();
  });

  test.each<[string, unknown, string]>([
    ["a number", "42", `the import is neither an array nor an object; ${ACCEPTED}`],
    ["white space", "  ", `the import is empty; ${ACCEPTED}`],
    ["a text in the list", [good, "words"], `entry 1 is not an object; ${ACCEPTED}`],
    ["an entry without topic", [good, { text: "words" }], `entry 1 has no topic; ${ACCEPTED}`],
    ["an entry without text", [{ topic: "a" }], `entry 0 has no body and no text; ${ACCEPTED}`],
    ["an entry with an empty text", [{ topic: "a", text: " " }], `entry 0 has no body and no text; ${ACCEPTED}`],
    [
      "a time that is none",
      [good, { topic: "a", time: "soon", body: "words" }],
      `entry 1 has a time that is no date: "soon"; ${ACCEPTED}`,
    ],
    [
      "a time that does not fit",
      [{ topic: "a", time: "9999-01-01T00:00:00Z", body: "words" }],
      `entry 0 has a time outside 1900 to 3999: "9999-01-01T00:00:00Z"; ${ACCEPTED}`,
    ],
    ["tags that are numbers", [{ ...good, tags: [1] }], `entry 0 has tags that are not text; ${ACCEPTED}`],
    ["an object of numbers", { a: [1] }, `entry 0 of topic "a" is not an object; ${ACCEPTED}`],
    [
      "a topic without letters",
      [good, { topic: "//", text: "words" }],
      'entry 1 of the import has a topic without a letter or digit: "//", e.g. "build-gotchas"; nothing was imported',
    ],
    [
      "a topic of more than 255 bytes",
      [good, { topic: "ü".repeat(128), text: "words" }],
      `entry 1 of the import (topic "${"ü".repeat(59)}…") has a topic of more than 255 bytes; nothing was imported`,
    ],
    [
      "a body of more than 1 MiB",
      [good, { topic: "a", text: "x".repeat(1_048_577) }],
      'entry 1 of the import (topic "a") has a body of more than 1048576 bytes; nothing was imported',
    ],
  ])("%s", async (_, json, message) => {
    const text = typeof json === "string" ? json : JSON.stringify(json);
    expect(await helix.refusal("topics", { action: "import", json: text })).toBe(message);
    expect(existsSync(join(helix.directory, "data.log"))).toBe(false);
  });

  test.each(["[{", '{"a": ["b"], }', "not JSON", '{"a": ["b"]} {"c": ["d"]}'])(
    "text that is no JSON: %s",
    async (json) => {
      expect(await helix.refusal("topics", { action: "import", json })).toMatch(
        /^the import is not JSON \(.+\); accepted: an array of .*, e\.g\. json=\[\{"topic": "test", "text": "imported"\}\]$/,
      );
      expect(existsSync(join(helix.directory, "data.log"))).toBe(false);
    },
  );
});
