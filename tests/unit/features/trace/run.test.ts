// The bounds of a call, its progress and its end, with clocks and bounds of the test's making.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { BOUNDS, type Bounds } from "../../../../src/code/survey.ts";
import type { FeatureContext } from "../../../../src/features/common/feature.ts";
import { runTrace } from "../../../../src/features/trace/run.ts";
import { openKnowledgeBase, temporaryDirectory } from "../../../support/knowledge.ts";
import { rendered } from "../../../support/rendered.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const newFolder = useFolders("each");
let root = "";
let context: FeatureContext;

beforeEach(() => {
  root = newFolder();
  context = { base: openKnowledgeBase(temporaryDirectory()), project: null, directory: root };
  mkdirSync(join(root, "src"));
  for (let at = 0; at < 6; at++) {
    writeFileSync(join(root, "src", `f${at}.ts`), `export function f${at}() {\n  return shared();\n}\n`);
  }
});

/** How many looks at the clock are few: far fewer than a long file has words. */
const LOOKS_FEW = 40;

/** The text or the error of a call that looks at the clock `looks` times in time, and is late from then on. */
async function withTime(inTime: number, values: Parameters<typeof trace>[0]) {
  let looks = 0;
  const now = () => (looks++ < inTime ? 0 : 2 * BOUNDS.timeMs);
  const finished = await trace(values, { now }).then(({ text }) => text, String);
  return { finished: finished.replace(/^HelixError: /, ""), looks };
}

function trace(
  values: { symbol?: string; path?: string; action?: "symbols" | "blast" | "analyze" },
  bounds: Partial<Bounds>,
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

  test("after so many bytes", async () => {
    const { text } = await trace({ symbol: "shared" }, { bytesMax: 100 });
    expect(text).toMatch(/^shared: no definition here, 3 uses in 3 files$/m);
    expect(text).toMatch(/^stopped after 0 MB: 3 files were not looked at/m);
  });

  test("after so much parsed code, whether it is read for the first time or again", async () => {
    const bounds = { parsedMax: 100 };
    const first = await trace({ action: "symbols" }, bounds);
    expect(first.text).toMatch(/^stopped after 0 MB of parsed code: 3 files were not looked at/m);
    expect(await trace({ action: "symbols" }, bounds)).toEqual(first);
    expect((await trace({ path: "." }, bounds)).text).toMatch(/^stopped after 0 MB of parsed code: 3 files/m);
  });

  test("after so many uses", async () => {
    const { text } = await trace({ symbol: "shared" }, { usesMax: 2 });
    expect(text).toMatch(/^shared: no definition here, 2 uses in 2 files$/m);
    expect(text).toMatch(/^stopped after 2 uses: 4 files were not looked at/m);
  });

  test("after so many names in folders", async () => {
    await expect(trace({ symbol: "shared" }, { namesMax: 3 })).rejects.toThrow(/there is no code/);
  });

  test("and tells what is missing where nothing was found", async () => {
    await expect(trace({ symbol: "f5" }, { filesMax: 2 })).rejects.toThrow(
      /^nothing in src is called "f5"; nearest: .* \(stopped after 2 files: .* not looked at; narrow it with path or filter\)$/,
    );
  });

  test("and tells which files were left out where nothing was found", async () => {
    writeFileSync(join(root, "src", "large.ts"), `export function onlyHere() {}\n${"// filler\n".repeat(50)}`);
    writeFileSync(join(root, "src", "made.ts"), "// @generated\nexport function onlyHere() {}\n");
    const call = trace({ symbol: "onlyHere" }, { fileBytesMax: 400 });
    await expect(call).rejects.toThrow(
      /^nothing in src is called "onlyHere".* \(left out: 1 over 0\.0004 MB, 1 minified or generated\)$/,
    );
  });

  test("before a folder that lies too deep", async () => {
    const deep = join(root, "src", ...Array.from({ length: 61 }, () => "d"));
    mkdirSync(deep, { recursive: true });
    writeFileSync(join(deep, "deep.ts"), "export function deep() {}\n");
    const { text } = await trace({ action: "symbols" }, {});
    expect(text).not.toContain("deep.ts");
    expect(text).toMatch(/^left out: 1 folder deeper than 60 levels$/m);
    await expect(trace({ symbol: "deep" }, {})).rejects.toThrow("(left out: 1 folder deeper than 60 levels)");
  });

  test("before a file that is too large", async () => {
    writeFileSync(join(root, "src", "large.ts"), `export const large = "${"x".repeat(500)}";\n`);
    const { text } = await trace({ action: "symbols" }, { fileBytesMax: 400 });
    expect(text).not.toContain("large");
    expect(text).toMatch(/^left out: 1 over 0\.0004 MB$/m);
  });
});

/**
 * Whatever a clock says, a call has one answer or one error: a machine that is busy at one moment or the other never
 * gives another answer.
 */
test.each([
  ["symbol", { symbol: "shared" }],
  ["unknown symbol", { symbol: "sharde" }],
  ["symbols", { action: "symbols" }],
  ["blast", { path: "src/f0.ts", action: "blast" }],
  ["overview", {}],
] as const)("%s: slow or quick, the answer is the same; too slow is an error that says so", async (_, values) => {
  writeFileSync(join(root, "src", "long.ts"), "call(1);\n".repeat(2000));
  const quick = await withTime(Number.POSITIVE_INFINITY, values);
  expect(quick.finished).not.toContain("gave up");
  const outcomes = new Set<string>();
  for (let inTime = 0; inTime <= quick.looks; inTime++) {
    const { finished } = await withTime(inTime, values);
    outcomes.add(finished.replace(/with \d+ files?/, "with N files"));
  }
  expect([...outcomes].sort()).toEqual(
    [
      quick.finished,
      'trace gave up after 120 s, with N files read: the machine is busy, or there is too much to read; try again, or narrow it with path or filter, e.g. path="src/engine"',
    ].sort(),
  );
});

test("nobody waits any more: the call ends", async () => {
  const controller = new AbortController();
  controller.abort();
  context = { ...context, signal: controller.signal };
  await expect(trace({ symbol: "shared" }, {})).rejects.toThrow("cancelled");
});

describe("blast on long files", () => {
  const count = 2000;
  const names = Array.from({ length: count }, (_, at) => `name${at}`);

  beforeEach(() => {
    writeFileSync(join(root, "src", "names.ts"), names.map((name) => `export function ${name}() {}\n`).join(""));
    writeFileSync(join(root, "src", "users.ts"), names.map((name) => `${name}();\n`).join(""));
  });

  test("finds every name in one pass", async () => {
    const { text } = await trace({ path: "src/names.ts", action: "blast" }, {});
    expect(text).toContain("2000 symbols for others, used by 1 file");
  });

  test("gives up inside of a file when the time is up", async () => {
    const { finished, looks } = await withTime(LOOKS_FEW, { path: "src/names.ts", action: "blast" });
    expect(finished).toMatch(/^trace gave up after 120 s, with \d files? read: /);
    expect(looks).toBeLessThan(LOOKS_FEW + 20);
  });

  test("ends inside of a file when nobody waits any more", async () => {
    const controller = new AbortController();
    let looks = 0;
    context = { ...context, signal: controller.signal };
    const now = () => {
      if (looks++ === 40) controller.abort();
      return 0;
    };
    await expect(trace({ path: "src/names.ts", action: "blast" }, { now })).rejects.toThrow("cancelled");
  });
});

test("progress is told file by file", async () => {
  const steps: string[] = [];
  context = { ...context, onProgress: ({ done, total, what }) => steps.push(`${what} ${done}/${total}`) };
  await trace({ symbol: "shared" }, {});
  expect(steps).toEqual([0, 1, 2, 3, 4, 5].map((done) => `reading code ${done}/6`));
});

test("a file that was changed is read anew", async () => {
  const symbols = async () => {
    const { data } = await trace({ action: "symbols" }, {});
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
  const { text: answer } = await trace({ action: "symbols" }, {});
  expect(answer).toContain("function  export function before()");
  expect(answer).toContain("read line by line, without a parser (the first 500 lines): src/z.ts");
});

test("a text that the parser gives up is read line by line too", async () => {
  writeFileSync(join(root, "src", "z.cpp"), `class Before {\n};\n${"a<\n".repeat(160_000)}\n`);
  const { text } = await trace({ action: "symbols" }, {});
  expect(text).toContain("class  class Before");
  expect(text).toContain("read line by line, without a parser (the first 500 lines): src/z.cpp");
});

test("a text with many brackets that are closed is parsed", async () => {
  const last = "export function last() {}\n";
  writeFileSync(join(root, "src", "z.ts"), `${"call([{}]);\n".repeat(3000)}${last}`);
  const { text } = await trace({ action: "symbols" }, {});
  expect(text).toContain("3001  function  export function last()");
  expect(text).not.toContain("line by line");
});

test("what is broken is said", async () => {
  writeFileSync(join(root, "src", "z.ts"), `export function before() {}\n${"@@ ?? %%\n".repeat(10)}`);
  const { text } = await trace({ action: "symbols" }, {});
  expect(text).toContain("syntax errors hide parts of src/z.ts");
});
