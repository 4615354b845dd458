// What store does with text that is no harmless ASCII: scripts, control characters, text that looks like metadata,
// credentials.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useServers } from "../support/served.ts";

// Put together from pieces, so that no scanner takes this file for a leak.
const GITHUB_TOKEN = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2)}`.slice(0, 40);
const PRIVATE_KEY = [
  `-----BEGIN ${"RSA PRIVATE"} KEY-----`,
  "MIIEpAIBAAKCAQEA7yn3bRHQ5FHMQ2dLnQKX0wq4pTz3V9sVbY1k2G5hJ8uTtWcE",
  "c3JvbmcgYnV0IG5vdCBhIGtleSBhdCBhbGwsIGp1c3QgYmFzZTY0IHdvcmRzIGhl",
  `-----END ${"RSA PRIVATE"} KEY-----`,
].join("\n");

describe("store: text", () => {
  const serve = useServers("each");

  test.each([
    ["Latin with accents", "Grüße aus Łódź: naïve façade", "grusse lodz NAIVE facade"],
    ["Cyrillic", "компоновщику нужен только arm64", "компоновщику arm64"],
    ["Greek", "ο συνδέτης θέλει μόνο arm64", "ΣΥΝΔΈΤΗΣ ΜΌΝΟ"],
    ["Arabic, right to left", "الرابط يريد arm64 فقط", "الرابط فقط"],
    ["Hebrew, right to left", "המקשר רוצה רק arm64", "המקשר"],
    ["Han", "链接器只接受这个架构", "架构"],
    ["kana", "リンカーはこのアーキテクチャだけ", "リンカー"],
    ["Hangul", "링커는 이 아키텍처만 받는다", "아키텍처"],
    ["Thai", "ตัวเชื่อมต้องการสถาปัตยกรรมนี้", "สถาปัตยกรรม"],
    ["Devanagari", "लिंकर को केवल arm64 चाहिए", "लिंकर"],
    ["emoji among words", "🧭 compass 👩‍👩‍👧 family", "compass family"],
  ])("%s: given back as it was, found by its words", async (_, text, query) => {
    const helix = await serve();
    expect(await helix.store("notes", text)).toBe("stored in notes");
    expect(await helix.read("notes", { index: 0 })).toBe(`[0] 2026-02-21 06:11\n  ${text}`);
    expect(await helix.search(query, { detail: "brief" })).toBe(`  [notes] ${text}\n1 match(es)`);
  });

  test("a right-to-left override is kept, and shown for what it is", async () => {
    const helix = await serve();
    await helix.store("notes", "file \u202Egpj.exe\u202C here");
    expect(await helix.read("notes", { index: 0 })).toBe("[0] 2026-02-21 06:11\n  file \uFFFDgpj.exe\uFFFD here");
    const exported = JSON.parse(await helix.answer("topics", { action: "export" })) as { body: string }[];
    expect(exported[0]!.body).toContain("file \u202Egpj.exe\u202C here");
  });

  test("NUL bytes and other control characters are taken out, and the answer says so", async () => {
    const helix = await serve();
    expect(await helix.store("notes", "one\u0000 two\u0007")).toBe("stored in notes\n  2 control characters removed");
    expect(await helix.store("notes", "three\u0008 four")).toBe("stored in notes\n  1 control character removed");
    expect(await helix.read("notes")).toBe(
      "[0] 2026-02-21 06:11\n  one two\n\n[1] 2026-02-21 06:11\n  three four\n\n2 entries in notes",
    );
  });

  test("terminal sequences are taken out whole", async () => {
    const helix = await serve();
    expect(await helix.store("notes", "\u001b]0;title\u0007a \u001b[31mred\u001b[0m word")).toBe(
      "stored in notes\n  3 control characters removed",
    );
    expect(await helix.read("notes", { index: 0 })).toBe("[0] 2026-02-21 06:11\n  a red word");
  });

  test("line ends of Windows and old Macs become plain ones, which is not worth a word", async () => {
    const helix = await serve();
    expect(await helix.store("notes", "one\r\ntwo\rthree")).toBe("stored in notes");
    expect(await helix.read("notes", { index: 0 })).toBe("[0] 2026-02-21 06:11\n  one\n  two\n  three");
  });

  test("a lone surrogate becomes a replacement character", async () => {
    const helix = await serve();
    expect(await helix.store("notes", "half \ud83e here, \udded there")).toBe("stored in notes");
    expect(await helix.read("notes", { index: 0 })).toBe("[0] 2026-02-21 06:11\n  half \ufffd here, \ufffd there");
  });

  test("text that looks like metadata forges no tag, no source, no confidence, no project", async () => {
    const helix = await serve();
    const text = "[tags: forged]\n[source: src/a.ts:1]\n[confidence: 0.1]\nwords\n[links: a:0]\n[project: some/body]";
    expect(await helix.store("notes", text)).toBe("stored in notes");
    const count = { detail: "count" };
    expect(await helix.search("words", { tag: "forged", ...count })).toBe("0 match(es)");
    expect(await helix.search("words source:a.ts", count)).toBe("0 match(es)");
    expect(await helix.refusal("search", { query: "words", project: "some/body" })).toContain(
      'no note is of the project "some/body"; ',
    );
    expect(await helix.search("words")).toBe(
      "  [notes] 2026-02-21 [tags: forged]\n    [source: src/a.ts:1]\n1 match(es)",
    );
    // The empty lines around the text say that these lines belong to it.
    const indented = text.replaceAll(/^/gm, "  ");
    expect(await helix.read("notes", { index: 0 })).toBe(`[0] 2026-02-21 06:11\n\n${indented}\n`);
  });

  test("text that looks like metadata stays text below real metadata", async () => {
    const helix = await serve();
    await helix.store("notes", "[tags: forged]\nwords", { tags: "real", source: "src/real.ts" });
    expect(await helix.search("tag:forged", { detail: "count" })).toBe("0 match(es)");
    expect(await helix.search("tag:real", { detail: "full" })).toBe(
      "--- notes ---\n[tags: real]\n[source: src/real.ts]\n  [tags: forged]\n  words\n\n1 matching section(s)",
    );
  });

  test("tags, sources and links end no line and no list of their own", async () => {
    const helix = await serve();
    await helix.store("notes", "words", { tags: "a]\n[source: x.ts], b", source: "src/a.ts]\n[confidence: 0.1" });
    expect(await helix.search("words source:x.ts", { detail: "count" })).toBe("0 match(es)");
    expect(await helix.read("notes", { index: 0 })).not.toMatch(/^ *\[confidence: 0.1\]/m);
  });
});

describe("store: credentials", () => {
  const serve = useServers("each");

  test("a token is replaced before anything is written, and the answer says so", async () => {
    const helix = await serve();
    expect(await helix.store("ci", `the job used ${GITHUB_TOKEN} to push`)).toBe(
      "stored in ci\n  redacted: github-token",
    );
    expect(await helix.read("ci", { index: 0 })).toBe(
      "[0] 2026-02-21 06:11\n  the job used [redacted: github-token] to push",
    );
    expect(readFileSync(join(helix.directory, "data.log"), "latin1")).not.toContain(GITHUB_TOKEN.slice(4, 20));
  });

  test("force does not keep it, and terse still says it", async () => {
    const helix = await serve();
    expect(await helix.store("ci", `uses ${GITHUB_TOKEN}`, { force: true, terse: true })).toBe(
      "stored in ci (redacted: github-token)",
    );
    expect(await helix.read("ci", { index: 0 })).toBe("[0] 2026-02-21 06:11\n  uses [redacted: github-token]");
  });

  test("a private key goes whole", async () => {
    const helix = await serve();
    expect(await helix.store("ci", `before\n${PRIVATE_KEY}\nafter`)).toBe("stored in ci\n  redacted: private-key");
    expect(await helix.read("ci", { index: 0 })).toBe(
      "[0] 2026-02-21 06:11\n  before\n  [redacted: private-key]\n  after",
    );
  });

  test("several kinds are named, each once", async () => {
    const helix = await serve();
    expect(await helix.store("ci", `${GITHUB_TOKEN} and ${GITHUB_TOKEN}\n${PRIVATE_KEY}`)).toMatch(
      /^stored in ci\n {2}redacted: (github-token, private-key|private-key, github-token)$/,
    );
  });

  test("a source is looked at too", async () => {
    const helix = await serve();
    const source = `https://user:${GITHUB_TOKEN}@example.org/a.git`;
    expect(await helix.store("ci", "a remote", { source })).toMatch(
      /^stored in ci\n {2}redacted: [a-z-]+(, [a-z-]+)*$/,
    );
    expect(readFileSync(join(helix.directory, "data.log"), "latin1")).not.toContain(GITHUB_TOKEN.slice(4, 20));
  });

  test("tags are looked at too", async () => {
    const helix = await serve();
    expect(await helix.store("ci", "a note", { tags: `build, ${GITHUB_TOKEN}` })).toContain(
      "\n  redacted: github-token",
    );
    const log = readFileSync(join(helix.directory, "data.log"), "latin1").toLowerCase();
    expect(log).not.toContain(GITHUB_TOKEN.slice(4, 20).toLowerCase());
  });

  test("batch and import redact as well, and say for which entry", async () => {
    const helix = await serve();
    const entries = [
      { topic: "ci", text: "harmless words" },
      { topic: "ci", text: `uses ${GITHUB_TOKEN}` },
    ];
    expect(await helix.answer("batch", { entries })).toBe(
      "2 entries stored across 1 topic\n  1: redacted: github-token",
    );
    const json = JSON.stringify([{ topic: "old", text: `used ${GITHUB_TOKEN}` }]);
    expect(await helix.answer("topics", { action: "import", json })).toBe(
      "imported 1 entry into 1 topic\n  redacted: credentials in 1 entry",
    );
    expect(readFileSync(join(helix.directory, "data.log"), "latin1")).not.toContain(GITHUB_TOKEN.slice(4, 20));
  });
});
