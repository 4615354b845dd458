// The packages that speak to models are in chunks of their own: no process loads them unless a model is asked.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { helixBinary, repositoryRoot } from "../support/helix-binary.ts";

interface Chunk {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly imports: readonly { readonly path: string; readonly kind: string }[];
  readonly entryPoint?: string;
}

const PACKAGES = /node_modules\/(?:openai|@anthropic-ai|@opentelemetry)\//;

test("only the models of src/models load them, and those are loaded when one is opened", () => {
  helixBinary();
  const report = JSON.parse(readFileSync(join(repositoryRoot, "dist", ".helix.chunks.json"), "utf8"));
  const chunks = Object.entries(report.outputs as Record<string, Chunk>);
  const holding = chunks.filter(([, { inputs }]) => Object.keys(inputs).some((path) => PACKAGES.test(path)));
  const names = holding.map(([, { entryPoint = "" }]) => entryPoint.replace(/^\.\.\//, ""));
  expect(names).toContain("src/models/openai-model.ts");
  expect(names).toContain("src/models/anthropic-model.ts");
  const isHolding = new Set(holding.map(([path]) => path));
  const importing = chunks.filter(
    ([path, { imports }]) =>
      !isHolding.has(path) && imports.some((each) => each.kind === "import-statement" && isHolding.has(each.path)),
  );
  expect(importing.map(([, { entryPoint, inputs }]) => entryPoint ?? Object.keys(inputs)[0])).toEqual([]);
});
