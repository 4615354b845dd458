// topics action=stale, by the rows of its description: what it lists and counts, topic, refresh.

import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const lines = (count: number) => Array.from({ length: count }, (_, at) => `  line(${at + 1});`);

describe("topics: stale", () => {
  const serve = useServers("each");
  const folder = useFolders("each");

  async function start() {
    const root = makeRepository(join(folder(), "project"));
    const write = (path: string, content: readonly string[]) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), `${content.join("\n")}\n`);
    };
    const helix = await serve({ cwd: root });
    return { helix, root, write };
  }

  /** Two topics; afterwards one line moved, one changed, one file gone, one unchanged. */
  async function withStaleEntries() {
    const started = await start();
    const { helix, root, write } = started;
    for (const name of ["a", "b", "c", "d"]) write(`src/${name}.ts`, lines(60));
    await helix.store("engine", "moves\nsecond line", { source: "src/a.ts:42", tags: "gotcha" });
    await helix.store("engine", "changes", { source: "src/b.ts:8-9" });
    await helix.store("cache", "goes", { source: "src/c.ts" });
    await helix.store("cache", "stays", { source: "src/d.ts:1" });
    await helix.store("cache", "cites nothing");
    write("src/a.ts", [...Array.from({ length: 10 }, (_, at) => `// new ${at}`), ...lines(60)]);
    write("src/b.ts", lines(60).with(8, "  other(9);"));
    rmSync(join(root, "src/c.ts"));
    return started;
  }

  test("action=stale: entries whose source is not as it was, then a count", async () => {
    const { helix } = await withStaleEntries();
    expect(await helix.answer("topics", { action: "stale" })).toBe(
      [
        "  cache:0 src/c.ts gone: goes",
        "  engine:0 src/a.ts:42 moved to line 52: moves",
        "  engine:1 src/b.ts:8-9 changed: changes",
        "4 sources looked at, 1 unchanged",
      ].join("\n"),
    );
  });

  test("action=stale: source file modified after entry, where nothing else is known of it", async () => {
    const { helix, root, write } = await start();
    write("src/kernels.rs", lines(60));
    await helix.load([
      { topic: "kernels", time: "2026-02-20T10:00:00Z", body: "[source: src/kernels.rs:42]\nan old note" },
      { topic: "kernels", time: "2026-02-22T10:00:00Z", body: "[source: src/kernels.rs:42]\na younger one" },
    ]);
    const modified = new Date("2026-02-21T10:00:00Z");
    utimesSync(join(root, "src/kernels.rs"), modified, modified);
    expect(await helix.answer("topics", { action: "stale" })).toBe(
      "  kernels:0 src/kernels.rs:42 modified since: an old note\n1 source looked at, 0 unchanged; not looked at: 1 without a fingerprint",
    );
  });

  test("action=stale: what can not be looked at is not counted as unchanged", async () => {
    const { helix, root, write } = await start();
    write("a.ts", lines(60));
    write("g.ts", lines(100_001));
    for (const source of ["g.ts:5", "a.ts:999", "a.ts:0"])
      await helix.store("engine", `about ${source}`, { source, force: true });
    const before = new Date("2026-02-20T10:00:00Z");
    for (const name of ["a.ts", "g.ts"]) utimesSync(join(root, name), before, before);
    expect(await helix.answer("topics", { action: "stale" })).toBe(
      [
        "  engine:1 a.ts:999 gone: about a.ts:999",
        "  engine:2 a.ts:0 gone: about a.ts:0",
        "2 sources looked at, 0 unchanged; not looked at: 1 over a limit",
      ].join("\n"),
    );
    expect(await helix.answer("read", { topic: "engine", index: 0 })).not.toContain("unchanged");
  });

  test("action=stale: of a knowledge base without sources, and of an empty one", async () => {
    const { helix } = await start();
    expect(await helix.answer("topics", { action: "stale" })).toBe("0 sources looked at, 0 unchanged");
    await helix.store("engine", "cites nothing");
    expect(await helix.answer("topics", { action: "stale" })).toBe("0 sources looked at, 0 unchanged");
  });

  test("topic: only that topic", async () => {
    const { helix } = await withStaleEntries();
    expect(await helix.answer("topics", { action: "stale", topic: "Cache" })).toBe(
      "  cache:0 src/c.ts gone: goes\n2 sources looked at, 1 unchanged",
    );
    expect(await helix.refusal("topics", { action: "stale", topic: "cach" })).toBe(
      'there is no topic "cach"; nearest: cache',
    );
  });

  test("refresh=true: each entry with its text and the lines that it cites as they are now", async () => {
    const { helix } = await withStaleEntries();
    expect(await helix.answer("topics", { action: "stale", refresh: "true" })).toBe(
      [
        "cache:0 src/c.ts gone",
        "  entry of 2026-02-21:",
        "    goes",
        "  source now: there is no such file",
        "",
        "engine:0 src/a.ts:42 moved to line 52",
        "  entry of 2026-02-21:",
        "    moves",
        "    second line",
        "  source now:",
        "    49   line(39);",
        "    50   line(40);",
        "    51   line(41);",
        "  > 52   line(42);",
        "    53   line(43);",
        "    54   line(44);",
        "    55   line(45);",
        "",
        "engine:1 src/b.ts:8-9 changed",
        "  entry of 2026-02-21:",
        "    changes",
        "  source now:",
        "     5   line(5);",
        "     6   line(6);",
        "     7   line(7);",
        "  >  8   line(8);",
        "  >  9   other(9);",
        "    10   line(10);",
        "    11   line(11);",
        "    12   line(12);",
        "",
        "4 sources looked at, 1 unchanged",
      ].join("\n"),
    );
    expect(await helix.answer("topics", { action: "stale", refresh: "false" })).not.toContain("source now");
  });

  test("refresh=true: a changed line is looked for where its neighbours are", async () => {
    const { helix, write } = await start();
    write("a.ts", lines(60));
    await helix.store("engine", "changes", { source: "a.ts:42" });
    write("a.ts", [...Array.from({ length: 10 }, (_, at) => `// new ${at}`), ...lines(60).with(41, "  other();")]);
    expect(await helix.answer("topics", { action: "stale", refresh: true })).toContain("\n  > 52   other();\n");
  });

  test("refresh=true: of a whole file its beginning, with line ends of any kind", async () => {
    const { helix, write } = await start();
    write("a.ts", lines(60));
    await helix.store("engine", "about all of it", { source: "a.ts" });
    write("a.ts", [...lines(60).map((line) => `${line}\r`), "one more\r"]);
    const shown = Array.from({ length: 8 }, (_, at) => `    ${at + 1}   line(${at + 1});`);
    expect(await helix.answer("topics", { action: "stale", refresh: true })).toBe(
      [
        "engine:0 a.ts changed",
        "  entry of 2026-02-21:",
        "    about all of it",
        "  source now:",
        ...shown,
        "",
        "1 source looked at, 0 unchanged",
      ].join("\n"),
    );
  });

  test("refresh=true: long texts and lines are cut, terminal sequences taken out, credentials not shown", async () => {
    const { helix, write } = await start();
    const token = ["ghp_", "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"].join("");
    for (const name of ["a", "b", "c"]) write(name, lines(3));
    const long = Array.from({ length: 200 }, (_, at) => `line ${at} of a long text`).join("\n");
    await helix.store("engine", long, { source: "a" });
    await helix.store("engine", "a token", { source: "b:2" });
    await helix.store("engine", "a key", { source: "c:2" });
    write("a", [`\u001b[31m${"x".repeat(1000)}`]);
    write("b", ["one", `const token = "${token}";`, "three"]);
    write("c", [
      "-----BEGIN RSA PRIVATE KEY-----",
      "c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0",
      "-----END RSA PRIVATE KEY-----",
    ]);
    const answer = await helix.answer("topics", { action: "stale", refresh: true });
    expect(answer).toMatch(/\n {4}\.\.\. \(the rest: read topic="@\w{10}"\)\n/);
    expect(answer).toMatch(/\n {4}1 x{190,200}…\n/);
    expect(answer).not.toContain(token);
    expect(answer).toMatch(/\n {2}> 2 const token = "\[redacted: [^\]]+\]";\n/);
    expect(answer).toContain("\n  source now: the file holds a private key\n");
    expect(answer).not.toContain("c2VjcmV0");
  });

  test("an answer that grows too long says how many are left", async () => {
    const { helix, write } = await start();
    write("a.ts", lines(3));
    const title = "a title of some length that makes the list longer than an answer may be, entry";
    for (const topic of ["one", "two"])
      await helix.answer("batch", {
        entries: Array.from({ length: 500 }, (_, at) => ({ topic, text: `${title} ${at}`, source: "a.ts:2" })),
        force: true,
      });
    write("a.ts", ["other"]);
    const answer = await helix.answer("topics", { action: "stale" });
    expect(Buffer.byteLength(answer)).toBeLessThan(6000);
    const listed = answer.split("\n").filter((line) => line.startsWith("  ")).length;
    expect(answer.split("\n").slice(-2)).toEqual([
      "1000 sources looked at, 0 unchanged",
      `... ${1000 - listed} more: page=2`,
    ]);
  });

  test("on the command line: the same text, the data as JSON, 1 when nothing is found", async () => {
    const { helix, root } = await withStaleEntries();
    const run = (...words: string[]) => runHelix(["topics", ...words], { base: helix.directory, cwd: root });
    expect(run("stale").stdout).toBe(`${await helix.answer("topics", { action: "stale" })}\n`);
    expect(run("stale").status).toBe(0);
    const { entries, ...counts } = JSON.parse(run("stale", "--json").stdout);
    expect(counts).toEqual({ checked: 4, unchanged: 1, unchecked: {}, leftOut: 0, listed: 3 });
    expect(entries[1]).toEqual({
      topic: "engine",
      index: 0,
      time: "2026-02-21T00:41:00.000Z",
      source: "src/a.ts:42",
      state: "moved to line 52",
      line: 52,
      title: "moves",
    });
  });
});
