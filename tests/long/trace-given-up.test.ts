// trace of a text that the parser gives up only after seconds. What it is not given at all is among the tests of trace.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { FeatureContext } from "../../src/features/common/feature.ts";
import { BOUNDS } from "../../src/features/trace/notes.ts";
import { runTrace } from "../../src/features/trace/run.ts";
import { diskTrees } from "../support/code-index.ts";
import { openKnowledgeBase, temporaryDirectory } from "../support/knowledge.ts";
import { rendered } from "../support/rendered.ts";
import { useFolders } from "../support/temporary-folder.ts";

const newFolder = useFolders("each");

test("a text that the parser gives up is read line by line", async () => {
  const root = newFolder();
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src", "z.cpp"), `class Before {\n};\n${"a<\n".repeat(160_000)}\n`);
  const base = openKnowledgeBase(temporaryDirectory());
  const context: FeatureContext = { base, project: null, directory: root, code: diskTrees(newFolder()) };
  const { text } = await rendered(runTrace(context, { path: "src", limit: 50, action: "symbols" }, BOUNDS));
  expect(text).toContain("class  class Before");
  expect(text).toContain("read line by line, without a parser: src/z.cpp");
});
