// Lines that end as Windows ends them were shown with a sign for the carriage return.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeRepository } from "../support/git-repository.ts";
import { useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const serve = useServers("each");
const newFolder = useFolders("each");

test("callers and renames show lines of Windows as they are", async () => {
  const root = makeRepository(join(newFolder(), "shop"));
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src/a.ts"), "export function open() {\r\n  return 1;\r\n}\r\n");
  writeFileSync(join(root, "src/b.ts"), 'import { open } from "./a.ts";\r\n\r\nopen();\r\n');
  const helix = await serve({ cwd: root, home: newFolder() });
  const callers = await helix.answer("code", { action: "callers", symbol: "open" });
  expect(callers).toMatch(/^ {2}src\/b\.ts:3 {2}open\(\);$/m);
  const rename = await helix.answer("code", { action: "impact", symbol: "open", rename: true });
  expect(rename).toMatch(/^ {2}src\/b\.ts:3 {2}open\(\);$/m);
  expect(callers + rename).not.toMatch(/[\r�]/);
});
