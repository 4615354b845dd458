// The bounds of a call, its progress and its end, with bounds of the test's making.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { FeatureContext } from "../../../../src/features/common/feature.ts";
import { BOUNDS, type TraceBounds } from "../../../../src/features/trace/notes.ts";
import { runTrace } from "../../../../src/features/trace/run.ts";
import { diskTrees } from "../../../support/code-index.ts";
import { openKnowledgeBase, temporaryDirectory } from "../../../support/knowledge.ts";
import { rendered } from "../../../support/rendered.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const newFolder = useFolders("each");
let root = "";
let context: FeatureContext;

beforeEach(() => {
  root = newFolder();
  const own = newFolder();
  mkdirSync(join(root, "src"));
  for (let at = 0; at < 6; at++) {
    writeFileSync(join(root, "src", `f${at}.ts`), `export function f${at}() {\n  return shared();\n}\n`);
  }
  context = { base: openKnowledgeBase(temporaryDirectory()), project: null, directory: root, code: diskTrees(own) };
});

function trace(
  values: { symbol?: string; path?: string; action?: "symbols" | "blast" | "analyze"; limit?: number | undefined },
  bounds: Partial<TraceBounds> = {},
) {
  return rendered(runTrace(context, { path: "src", limit: 50, ...values }, { ...BOUNDS, ...bounds }));
}

describe("a call stops, and says so,", () => {
  test("after so many files", async () => {
    const { text } = await trace({ action: "symbols" }, { filesMax: 4 });
    expect(text).toContain("f3.ts");
    expect(text).not.toContain("f4.ts");
    expect(text).toContain("stopped after 4 files: 2 files were not looked at; narrow it with path or filter");
  });

  test("after so much text, whether it is read for the first time or again", async () => {
    const bounds = { textMax: 100 };
    const first = await trace({ symbol: "shared" }, bounds);
    expect(first.text).toMatch(/^shared: no definition here, 3 uses in 3 files$/m);
    expect(first.text).toMatch(/^stopped after 0 MB: 3 files were not looked at/m);
    expect(await trace({ symbol: "shared" }, bounds)).toEqual(first);
    expect((await trace({ path: "." }, bounds)).text).toMatch(/^stopped after 0 MB: 3 files/m);
  });

  test("after so many uses", async () => {
    const { text } = await trace({ symbol: "shared" }, { usesMax: 2 });
    expect(text).toMatch(/^shared: no definition here, 2 uses in 2 files$/m);
    expect(text).toMatch(/^stopped after 2 uses: 4 files were not looked at/m);
  });

  test("and tells what is missing where nothing was found", async () => {
    await expect(trace({ symbol: "Other.shared" }, { filesMax: 2 })).rejects.toThrow(
      /^nothing in src is called "Other.shared" \(stopped after 2 files: 4 files were not looked at; narrow it with .*\)$/,
    );
  });

  test("before files that are too large or that a machine made", async () => {
    writeFileSync(join(root, "src", "large.ts"), `export function onlyHere() {}\n${"// filler\n".repeat(150_000)}`);
    writeFileSync(join(root, "src", "made.ts"), "// @generated\nexport function onlyHere() {}\n");
    writeFileSync(join(root, "src", "large.md"), "x".repeat(1_600_000));
    const leftOut = "left out: 1 over 1.5 MB, 1 minified or generated";
    const { text } = await trace({ action: "symbols" });
    expect(text).not.toContain("onlyHere");
    expect(text.split("\n")).toContain(leftOut);
    await expect(trace({ symbol: "onlyHere" })).rejects.toThrow(`(${leftOut})`);
    expect((await trace({ path: "src/made.ts" })).text).toContain("export function onlyHere()");
    await expect(trace({ path: "src/large.ts" })).rejects.toThrow("(left out: 1 over 1.5 MB)");
  });

  test("before a folder that lies too deep", async () => {
    const deep = join(root, "src", ...Array.from({ length: 61 }, () => "d"));
    mkdirSync(deep, { recursive: true });
    writeFileSync(join(deep, "deep.ts"), "export function deep() {}\n");
    const { text } = await trace({ action: "symbols" });
    expect(text).not.toContain("deep.ts");
    expect(text).toMatch(/^left out: 1 folder deeper than 60 levels$/m);
    await expect(trace({ symbol: "deep" })).rejects.toThrow("(left out: 1 folder deeper than 60 levels)");
  });
});

test.each([
  ["symbol", { symbol: "shared" }],
  ["unknown symbol", { symbol: "sharde" }],
  ["symbols", { action: "symbols" }],
  ["blast", { path: "src/f0.ts", action: "blast" }],
  ["overview", {}],
] as const)("%s: the answer is the same whether the code was parsed before or is now", async (_, values) => {
  const answer = () => trace(values).catch(String);
  const first = await answer();
  expect(await answer()).toEqual(first);
  for (const folder of [root, join(root, "src")]) await context.code!.open(folder, true).source.parseAll();
  expect(await answer()).toEqual(first);
});

test("nobody waits any more: the call ends", async () => {
  const controller = new AbortController();
  controller.abort();
  context = { ...context, signal: controller.signal };
  await expect(trace({ symbol: "shared" })).rejects.toThrow("cancelled");
});

test("nobody waits any more while files are read: the call ends", async () => {
  const controller = new AbortController();
  let reports = 0;
  const onProgress = ({ what }: { what: string }) => {
    if (what === "reading code" && ++reports === 2) controller.abort();
  };
  context = { ...context, signal: controller.signal, onProgress };
  await expect(trace({ action: "symbols" })).rejects.toThrow("cancelled");
  expect(reports).toBe(2);
});

test("blast finds many names in one pass", async () => {
  const names = Array.from({ length: 2000 }, (_, at) => `name${at}`);
  writeFileSync(join(root, "src", "names.ts"), names.map((name) => `export function ${name}() {}\n`).join(""));
  writeFileSync(join(root, "src", "users.ts"), names.map((name) => `${name}();\n`).join(""));
  const { text } = await trace({ path: "src/names.ts", action: "blast" });
  expect(text).toContain("2000 symbols for others, used by 1 file");
});

test("progress is told file by file", async () => {
  const steps: string[] = [];
  context = { ...context, onProgress: ({ done, total, what }) => steps.push(`${what} ${done}/${total}`) };
  await trace({ symbol: "shared" });
  const reading = steps.filter((step) => step.startsWith("reading code"));
  expect(reading).toEqual([0, 1, 2, 3, 4, 5].map((done) => `reading code ${done}/6`));
});

test("a file that was changed is read anew", async () => {
  const symbols = async () => {
    const { data } = await trace({ action: "symbols" });
    return (data as { files: { symbols: { name: string }[] }[] }).files.flatMap((file) =>
      file.symbols.map(({ name }) => name),
    );
  };
  expect(await symbols()).toEqual(["f0", "f1", "f2", "f3", "f4", "f5"]);
  writeFileSync(join(root, "src", "f0.ts"), "export function g0() {\n  return shared();\n}\n");
  expect(await symbols()).toEqual(["g0", "f1", "f2", "f3", "f4", "f5"]);
});

test.each([
  ["is nested without an end", "((((((((((\n".repeat(300)],
  ["repeats an operator without an end", `${"*".repeat(1100)}\n`],
  ["is longer than the parser is given", "call();\n".repeat(70_000)],
])("a text that %s is read line by line, and the answer says so", async (_, text) => {
  writeFileSync(join(root, "src", "z.ts"), `export function before() {}\n${text}`);
  const { text: answer } = await trace({ action: "symbols" });
  expect(answer).toContain("function  export function before()");
  expect(answer).toContain("read line by line, without a parser: src/z.ts");
});

test("a text with many brackets that are closed is parsed", async () => {
  const last = "export function last() {}\n";
  writeFileSync(join(root, "src", "z.ts"), `${"call([{}]);\n".repeat(3000)}${last}`);
  const { text } = await trace({ action: "symbols" });
  expect(text).toContain("3001  function  export function last()");
  expect(text).not.toContain("line by line");
});

test("what is broken is said", async () => {
  writeFileSync(join(root, "src", "z.ts"), `export function before() {}\n${"@@ ?? %%\n".repeat(10)}`);
  const { text } = await trace({ action: "symbols" });
  expect(text).toContain("syntax errors hide parts of src/z.ts");
});

describe("data has as many results as its limit, and says how many it left", () => {
  interface Listed {
    readonly left: number;
    readonly definitions: readonly unknown[];
    readonly uses: readonly unknown[];
    readonly files: readonly { readonly symbols: readonly unknown[] }[];
    readonly symbols: readonly { readonly count: number; readonly files: readonly unknown[] }[];
  }
  const data = async (values: Parameters<typeof trace>[0]) => (await trace(values)).data as Listed;

  test("of a name", async () => {
    writeFileSync(join(root, "src", "shared.ts"), "export function shared() {}\n");
    const all = await data({ symbol: "shared", limit: undefined });
    expect([all.definitions.length, all.uses.length, all.left]).toEqual([1, 6, 0]);
    const some = await data({ symbol: "shared", limit: 3 });
    expect([some.definitions.length, some.uses.length, some.left]).toEqual([1, 2, 4]);
    expect(some.uses).toEqual(all.uses.slice(0, 2));
    const one = await data({ symbol: "shared", limit: 1 });
    expect([one.definitions.length, one.uses.length, one.left]).toEqual([1, 0, 6]);
  });

  test("of the symbols of a tree: no files without any", async () => {
    expect((await data({ action: "symbols", limit: undefined })).files).toHaveLength(6);
    const some = await data({ action: "symbols", limit: 2 });
    expect(some.files.map(({ symbols }) => symbols.length)).toEqual([1, 1]);
    expect(some.left).toBe(4);
  });

  test("of the users of a file: the symbols stay, with how often they are used", async () => {
    writeFileSync(join(root, "src", "shared.ts"), "export function shared() {}\n");
    const path = "src/shared.ts";
    expect((await data({ action: "blast", path, limit: undefined })).symbols[0]!.files).toHaveLength(6);
    const some = await data({ action: "blast", path, limit: 2 });
    expect([some.symbols[0]!.count, some.symbols[0]!.files.length, some.left]).toEqual([6, 2, 4]);
  });

  test("a text has 50 where nobody set a limit", async () => {
    for (let at = 0; at < 60; at++) writeFileSync(join(root, "src", `g${at}.ts`), "shared();\n");
    expect((await trace({ symbol: "shared", limit: undefined })).text).toContain(
      "16 more definitions and uses: the limit of 50",
    );
    expect((await data({ symbol: "shared", limit: undefined })).uses).toHaveLength(66);
  });
});
