// Which line stands for a stretch that declares nothing.

import { expect, test } from "vitest";
import { codeFeature } from "../../../../src/features/code/code.ts";
import { openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { MemoryTree, TREE_ROOT, treesOf } from "../../../support/memory-tree.ts";
import { rendered } from "../../../support/rendered.ts";

const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });

async function found(files: Record<string, string>, query: string): Promise<string> {
  const context = { base, project: null, directory: TREE_ROOT, code: treesOf(new MemoryTree(files)) };
  return (await rendered(codeFeature.run(context, { action: "search", query }))).text;
}

test("the line with the words that fewest places hold, not the one with most words", async () => {
  const files = {
    "src/defaults.ts": "const limitDefault = 1;\nconst redirects = 20;\n",
    "src/more.ts": Array.from({ length: 20 }, (_, at) => `export const limitDefault${at} = "limit default";`).join(
      "\n",
    ),
  };
  expect(await found(files, "default limit of redirects")).toContain("  1-2  const redirects = 20;  <- line 2");
});

test("the usual first line where no other says more, and the declaration where there is one", async () => {
  const files = {
    "docs/a.md": "# Walrus\n\nOf seals.\n",
    "src/a.ts": "export function seals() {\n  walrus();\n  return walrus;\n}\n",
  };
  const text = await found(files, "walrus");
  expect(text).toContain("  1-3  # Walrus\n");
  expect(text).toContain("  1-4  export function seals()\n");
});

test("the last line of a private key, which tells nothing by itself, is masked", async () => {
  const part = "MIIEpAIBAAKCAQEA7x9".repeat(2);
  const key = [part, part, "Zq3/quagga/9x=="];
  const lines = ["const one = 1;", "-----BEGIN RSA PRIVATE KEY-----", ...key, "-----END RSA PRIVATE KEY-----"];
  const text = await found({ "src/a.ts": lines.join("\n") }, "quagga");
  expect(text).toMatch(/ {2}1-6 {2}\[redacted: private-key\] {2}<- line 5\n/);
  expect(text).not.toContain("Zq3");
});

test.each([
  ["get url for", "const GET_URL_FOR = 1;"],
  ["geturlfor", "const get_url_for = 1;"],
  ["url", "const makeURL = 1;"],
  ["grosse", "const größe = 1;"],
])("a word is found in whatever form names have it: %s", async (query, line) => {
  expect(await found({ "src/a.ts": `const first = 1;\n${line}\n` }, query)).toContain(`  1-2  ${line}  <- line 2`);
});
