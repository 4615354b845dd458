// What speaks to servers of models is in the binary apart: nothing loads it but the first question to a model, or the
// first text that is embedded.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { helixBinary, repositoryRoot } from "../support/helix-binary.ts";

interface Chunk {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly imports: readonly { readonly path: string; readonly kind: string }[];
  readonly entryPoint?: string;
}

const ASKING = /src\/models\/(?:openai|anthropic)-(?:embedder|model)\.ts$/;
const PACKAGES = /node_modules\/(?:openai|@anthropic-ai|@opentelemetry)\//;

test("no other entry of the binary loads the packages that speak to servers", () => {
  helixBinary();
  const report = readFileSync(join(repositoryRoot, "dist", ".helix.chunks.json"), "utf8");
  const chunks = JSON.parse(report).outputs as Readonly<Record<string, Chunk>>;
  const loaded = (path: string, known = new Set<string>()): Set<string> => {
    const chunk = chunks[path];
    if (chunk === undefined || known.has(path)) return known;
    known.add(path);
    for (const { path: next, kind } of chunk.imports) if (kind === "import-statement") loaded(next, known);
    return known;
  };
  const entries = Object.keys(chunks).filter((path) => chunks[path]!.entryPoint !== undefined);
  const speaking = entries.filter((path) =>
    [...loaded(path)].some((each) => Object.keys(chunks[each]!.inputs).some((input) => PACKAGES.test(input))),
  );
  const names = speaking.map((path) => chunks[path]!.entryPoint!);
  for (const own of ["openai-model", "anthropic-model", "openai-embedder"])
    expect(names).toContain(`../src/models/${own}.ts`);
  expect(names.filter((name) => !ASKING.test(name) && !PACKAGES.test(name))).toEqual([]);
});
