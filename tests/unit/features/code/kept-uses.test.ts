// What an answer about impact found serves the next answers: they say what they would say alone.

import { beforeAll, expect, test } from "vitest";
import type { CodeTrees } from "../../../../src/code/store/code-trees.ts";
import { codeFeature } from "../../../../src/features/code/code.ts";
import type { CodeImpactData } from "../../../../src/features/code/data.ts";
import type { FeatureContext } from "../../../../src/features/common/feature.ts";
import { openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { MemoryTree, TREE_ROOT, treesOf } from "../../../support/memory-tree.ts";

let base: FeatureContext["base"];
beforeAll(() => {
  base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
});

async function impact(code: CodeTrees, values: object): Promise<CodeImpactData> {
  const context = { base, project: null, directory: TREE_ROOT, code };
  return (await codeFeature.run(context, { action: "impact", depth: 3, ...values })).data() as CodeImpactData;
}

const usersIn = ({ callers }: CodeImpactData) => callers.map(({ name, distance }) => `${name} ${distance}`);

const CHAIN = {
  "low.ts": "export function low() {}\n",
  "mid.ts": 'import { low } from "./low.ts";\nexport function mid() {\n  low();\n}\n',
  "top.ts": 'import { mid } from "./mid.ts";\nexport function top() {\n  mid();\n  mid();\n}\n',
};

test("what changed since is in the next answer", async () => {
  const tree = new MemoryTree(CHAIN);
  const code = treesOf(tree);
  expect(usersIn(await impact(code, { symbol: "low" }))).toEqual(["mid 1", "top 2"]);
  tree.put("more.ts", 'import { mid } from "./mid.ts";\nexport function more() {\n  mid();\n}\n');
  expect(usersIn(await impact(code, { symbol: "low" }))).toEqual(["mid 1", "more 2", "top 2"]);
  tree.put("top.ts", "export function top() {}\n");
  expect(usersIn(await impact(code, { symbol: "low" }))).toEqual(["mid 1", "more 2"]);
  tree.remove("more.ts");
  expect(usersIn(await impact(code, { symbol: "low" }))).toEqual(["mid 1"]);
});

test("a file that cannot be parsed is counted each time, and only where it was asked for", async () => {
  const hard = `import { mid } from "./mid.ts";\nexport function hard() {\n  mid(${"!".repeat(1100)}1);\n}\n`;
  const code = treesOf(new MemoryTree({ ...CHAIN, "hard.ts": hard }));
  for (let times = 0; times < 3; times++) {
    expect((await impact(code, { symbol: "top", direction: "callers" })).left).toBe(0);
    expect((await impact(code, { symbol: "low" })).left).toBe(1);
  }
});

test("so it is where it was asked for while something else was looked for", async () => {
  const files = {
    "hard.ts": `export const hard = ${"!".repeat(1100)}1;\n`,
    "index.ts": 'export * from "./hard.ts";\n',
    "other.ts": "export function thing() {}\n",
    "use.ts":
      'import { thing } from "./index.ts";\nexport function first() {\n  thing();\n}\nexport function second() {\n  thing();\n}\n',
    "both.ts": 'import { first, second } from "./use.ts";\nexport function both() {\n  first();\n  second();\n}\n',
  };
  const ask = async (code: CodeTrees, symbol: string) => (await impact(code, { symbol, direction: "callees" })).left;
  const code = treesOf(new MemoryTree(files));
  const alone = await ask(treesOf(new MemoryTree(files)), "second");
  expect([alone, await ask(code, "both"), await ask(code, "second")]).toEqual([1, 1, 1]);
});

const SHARED: Readonly<Record<string, string>> = {
  ...CHAIN,
  "a/run.ts":
    'import { low } from "../low.ts";\nexport function run() {\n  low();\n  step();\n}\nfunction step() {\n  run();\n}\n',
  "b/run.ts":
    'import { mid } from "../mid.ts";\nexport class Box {\n  run() {\n    mid();\n  }\n}\nexport function run() {}\n',
  "use.ts":
    'import { run } from "./a/run.ts";\nimport { Box, run as other } from "./b/run.ts";\nexport function use(box: Box) {\n  run();\n  other();\n  box.run();\n}\nuse(new Box());\n',
};
const QUESTIONS = [
  { symbol: "run" },
  { symbol: "run", path: "a/run.ts" },
  { symbol: "Box.run" },
  { symbol: "use" },
  { symbol: "step" },
  { symbol: "low" },
  { symbol: "run", path: "b/run.ts" },
  { symbol: "mid", direction: "callees" },
  { symbol: "Box" },
];

test("after other questions, in whatever order, an answer is the same as alone", async () => {
  const alone = await Promise.all(QUESTIONS.map((each) => impact(treesOf(new MemoryTree(SHARED)), each)));
  expect(usersIn(alone[0]!).length).toBeGreaterThan(1);
  for (const order of [QUESTIONS.keys().toArray(), QUESTIONS.keys().toArray().reverse()]) {
    const code = treesOf(new MemoryTree(SHARED));
    for (const at of [...order, ...order]) expect(await impact(code, QUESTIONS[at]!)).toEqual(alone[at]);
  }
});
