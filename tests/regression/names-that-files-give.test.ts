// What a file hands on under another name was followed only to files in which the first name stood, too; callees did not
// know it at all, and what a function imports for itself was taken for a variable of it.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { makeRepository } from "../support/git-repository.ts";
import { type Served, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const FILES = {
  "src/price.ts": "export default function price() {}\nexport class Basket {}\nexport function taxed() {}\n",
  "src/index.ts": 'export { default as format, Basket as Cart } from "./price.ts";\n',
  "src/barrel.ts": 'import anything from "./price.ts";\nexport default anything;\n',
  "src/use.ts": 'import { format, Cart } from "./index.ts";\nexport function use() {\n  format();\n  new Cart();\n}\n',
  "src/other.ts": 'import called from "./barrel.ts";\ncalled();\n',
  "src/late.ts": 'export async function late() {\n  const { taxed } = await import("./price.ts");\n  taxed();\n}\n',
};

const serve = useServers("all");
const newFolder = useFolders("all");
let helix: Served;

beforeAll(async () => {
  const root = makeRepository(join(newFolder(), "shop"));
  mkdirSync(join(root, "src"));
  for (const [path, text] of Object.entries(FILES)) writeFileSync(join(root, path), text);
  helix = await serve({ cwd: root, home: newFolder() });
});

test.each([
  ["price", ["src/use.ts:3", "src/other.ts:2"]],
  ["Basket", ["src/use.ts:4"]],
  ["taxed", ["src/late.ts:3"]],
])("callers of %s", async (symbol, places) => {
  const answer = await helix.answer("code", { action: "callers", symbol });
  for (const place of places) expect(answer).toContain(`  ${place}  `);
  expect(answer).not.toContain("by name only");
});

test("callees of what uses them", async () => {
  const answer = await helix.answer("code", { action: "callees", symbol: "use" });
  expect(answer).toContain("src/price.ts:1  export default function price()");
  expect(answer).toContain("src/price.ts:2  export class Basket");
  expect(answer).not.toContain("outside the tree");
});

test("a rename changes what a function imports for itself", async () => {
  const answer = await helix.answer("code", { action: "impact", symbol: "taxed", rename: true });
  const [mustChange = ""] = answer.split("the word in");
  expect(mustChange).toContain("src/late.ts:2  ");
  expect(mustChange).toContain("src/late.ts:3  ");
  expect(answer).not.toContain("something else");
});
