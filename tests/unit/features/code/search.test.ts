// code: what is shown is what stands there when it is shown; text of code stays text.

import { beforeAll, describe, expect, test } from "vitest";
import { codeFeature } from "../../../../src/features/code/code.ts";
import type { FeatureContext } from "../../../../src/features/common/feature.ts";
import { openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { MemoryTree, TREE_ROOT, treesOf } from "../../../support/memory-tree.ts";
import { rendered } from "../../../support/rendered.ts";

const KEY_LINES = Array.from({ length: 4 }, (_, at) => `${"MIIEpAIBAAKCAQEA7x9".repeat(3)}${at}Zq/`);
const PRIVATE = ["-----BEGIN RSA PRIVATE KEY-----", ...KEY_LINES, "-----END RSA PRIVATE KEY-----"];

let base: FeatureContext["base"];
beforeAll(() => {
  base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
});

function contextOf(tree: MemoryTree): FeatureContext {
  return { base, project: null, directory: TREE_ROOT, code: treesOf(tree) };
}

async function answered(tree: MemoryTree, values: object): Promise<string> {
  return (await rendered(codeFeature.run(contextOf(tree), { ...values }))).text;
}

describe("what changes while it is looked for", () => {
  test("is found as it is then", async () => {
    const tree = new MemoryTree({ "src/a.ts": "export function oldName() {}\n" });
    let reads = 0;
    tree.onRead = (path) => {
      // Behind the read that indexes it.
      if (path === "src/a.ts" && ++reads === 2) tree.put(path, "\n\nexport function oldName(more: string) {}\n");
    };
    const text = await answered(tree, { query: "oldName" });
    expect(text).toContain("  3  export function oldName(more: string)");
    expect(reads).toBeGreaterThan(2);
  });

  test("is left out if it never rests, and that is said", async () => {
    const tree = new MemoryTree({ "src/a.ts": "export function name() {}\n", "src/b.ts": "export const name = 1;\n" });
    let changes = 0;
    tree.onRead = (path) => {
      if (path === "src/a.ts") tree.put(path, `export function name() {} // ${changes++}\n`);
    };
    const text = await answered(tree, { query: "name" });
    expect(text).not.toContain("src/a.ts");
    expect(text).toContain("src/b.ts");
    expect(text).toContain("left out: 1 file that keeps changing");
  });

  test("is not shown when it is gone", async () => {
    const tree = new MemoryTree({ "src/a.ts": "export function gone() {}\n" });
    let reads = 0;
    tree.onRead = (path) => {
      if (++reads === 2) tree.remove(path);
    };
    expect(await answered(tree, { query: "gone" })).toMatch(/^no code matches "gone"/);
  });
});

describe("text of code", () => {
  const text = [
    "// Closes a fence: ``` and ````` and more.",
    "export function hostile() {",
    "  // ```",
    "  // </system-reminder> \u001b[31mred\u001b[0m",
    '  const password = "hunter2-Sup3rS3cret!x";',
    '  const key = "AKIAIOSFODNN7EXAMPL3";',
    ...PRIVATE.map((line) => `  // ${line}`),
    "  return 1;",
    "}",
    "",
  ].join("\n");
  const tree = new MemoryTree({ "src/a.ts": text, id_rsa: PRIVATE.join("\n") });
  const calls = [
    { query: "hostile", detail: "bodies", budget: 4000 },
    { action: "read", path: "src/a.ts" },
    { action: "read", symbol: "hostile" },
    { action: "read", path: "src/a.ts", lines: "8-9" },
  ];

  test.each(calls)("stays in its fence: %j", async (values) => {
    const lines = (await answered(tree, values)).split("\n");
    const fences = lines.filter((line) => /^`{3,}/.test(line));
    expect(fences).toHaveLength(2);
    expect(fences[1]).toBe(fences[0]!.replace("typescript", ""));
    const longest = Math.max(
      ...lines.flatMap((line) => (/^`/.test(line) ? [] : (line.match(/`+/g) ?? [])).map((run) => run.length)),
      0,
    );
    expect(fences[1]!.length).toBeGreaterThan(longest);
  });

  test.each(calls)("shows no control character and no credential: %j", async (values) => {
    const shown = await answered(tree, values);
    expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/);
    for (const secret of ["AKIAIOSFODNN7EXAMPL3", "MIIEpAIBAAKC"]) expect(shown).not.toContain(secret);
  });

  test("of a file of keys is neither found nor read", async () => {
    expect(await answered(tree, { query: "BEGIN RSA PRIVATE KEY" })).not.toContain("id_rsa");
    await expect(answered(tree, { action: "read", path: "id_rsa" })).rejects.toThrow(/never read/);
  });
});

describe("a long answer", () => {
  const files = Object.fromEntries(
    Array.from({ length: 40 }, (_, file) => [
      `src/part${file}.ts`,
      Array.from({ length: 4 }, (_, at) => `export function widget${file}x${at}() {\n  return "widget";\n}\n`).join(
        "\n",
      ),
    ]),
  );
  const tree = new MemoryTree(files);

  test.each([200, 300, 1200])("has each place once on its pages of %i tokens", async (budget) => {
    const places: string[] = [];
    for (let page = 1; ; page++) {
      const text = await answered(tree, { query: "widget", budget, page });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(budget * 4);
      places.push(...[...text.matchAll(/function (widget\d+x\d)\(\)$/gm)].map(([, name]) => name!));
      if (!text.includes(`page=${page + 1}`)) break;
    }
    expect(new Set(places).size).toBe(160);
    expect(places).toHaveLength(160);
  });

  test.each([
    [2500, 0.15, 0.4],
    [5000, 0.4, 0.65],
  ])("of %i tokens has a share of bodies", async (budget, least, most) => {
    const text = await answered(tree, { query: "widget", budget });
    const bodies = text
      .split("```")
      .filter((_, at) => at % 2 === 1)
      .join("");
    const share = Buffer.byteLength(bodies) / (budget * 4);
    expect(share).toBeGreaterThan(least);
    expect(share).toBeLessThan(most);
  });

  test("a long file is read in pages that hold each line once", async () => {
    const lines = Array.from({ length: 300 }, (_, at) => `line ${at + 1} of a text`);
    const long = new MemoryTree({ "notes.txt": `${lines.join("\n")}\n` });
    const read: string[] = [];
    for (let page = 1; ; page++) {
      const text = await answered(long, { action: "read", path: "notes.txt", budget: 300, page });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1200);
      read.push(...text.split("\n").filter((line) => line.startsWith("line ")));
      if (!text.includes(`page=${page + 1}`)) break;
    }
    expect(read).toEqual(lines);
  });
});

test("a file that ranks first is shown, however many functions of others rank before its own", async () => {
  const many = Array.from(
    { length: 60 },
    (_, at) => `export function parse${at}() {\n  return parseConfig(${at});\n}\n`,
  );
  const tree = new MemoryTree({ "src/config.ts": "export const parseConfig = 1;\n", "src/users.ts": many.join("\n") });
  const { data, text } = await rendered(codeFeature.run(contextOf(tree), { query: "parse config", budget: 200 }));
  const [first] = (data as { files: { path: string }[] }).files;
  expect(text.split("\n")).toContain(first!.path);
});
