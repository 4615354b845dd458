// A repository whose .gitignore is made to take git hours: git is given up, and the files are found without it.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeRepository } from "../support/git-repository.ts";
import { useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
const serve = useServers("each");

test("an answer comes all the same, and says so", async () => {
  const root = makeRepository(join(folder(), "slow"));
  writeFileSync(join(root, ".gitignore"), `${"*x".repeat(60)}y\n${"**/".repeat(40)}z\n`);
  writeFileSync(join(root, `${"x".repeat(200)}.ts`), "target();\n");
  const helix = await serve({ cwd: root, home: folder() });
  const answer = await helix.answer("trace", { path: ".", symbol: "target" });
  expect(answer).toContain("target: no definition here, 1 use in 1 file");
  expect(answer).toContain("git did not end within 20 s: the files were found without it");
});
