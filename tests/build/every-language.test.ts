// The binary brings the parser and the grammar of every language with it.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codeFixtures } from "../support/code-fixtures.ts";
import { runHelix } from "../support/command-line.ts";
import { placeBinary } from "../support/helix-binary.ts";
import { useFolders } from "../support/temporary-folder.ts";

const newFolder = useFolders("each");

test("a binary alone in an empty folder reads every language", () => {
  const folder = newFolder();
  const code = newFolder();
  placeBinary(join(folder, "helix"));
  for (const { name, text } of codeFixtures()) writeFileSync(join(code, name), text);
  const { status, stdout } = runHelix(["trace", code, "--action", "symbols", "--limit", "1000"], {
    base: newFolder(),
    cwd: folder,
    binary: join(folder, "helix"),
  });
  expect(status).toBe(0);
  const symbols = codeFixtures().reduce((sum, fixture) => sum + fixture.symbols.length, 0);
  expect(stdout).toMatch(new RegExp(`: ${codeFixtures().length} files, ${symbols} symbols\n`));
  expect(stdout).toMatch(/^read line by line, without a parser: sql\.sql$/m);
});
