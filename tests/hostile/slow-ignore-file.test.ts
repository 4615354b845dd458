// A repository whose .gitignore is made to take git hours: git is given up, and the files are found without it. Here
// git has a second; the server's own limit, which is twenty, is waited for by `npm run prove`.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LISTING_BOUNDS } from "../../src/code/files/list-files.ts";
import { traceFeature } from "../../src/features/trace/trace.ts";
import { isLong } from "../prove/support/proof.ts";
import { codeService } from "../support/code-index.ts";
import { makeRepository } from "../support/git-repository.ts";
import { openKnowledgeBase } from "../support/knowledge.ts";
import { rendered } from "../support/rendered.ts";
import { useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const SECONDS = isLong ? 20 : 1;
const VALUES = { path: ".", symbol: "target" };

const folder = useFolders("each");
const serve = useServers("each");

/** What `trace` says with another limit than the server's. */
async function answerHere(root: string): Promise<string> {
  const bounds = { ...LISTING_BOUNDS, timeMs: SECONDS * 1000 };
  const source = codeService(root, join(folder(), "index"), folder(), { bounds });
  const open = () => ({ root, source, stored: () => ({ bytes: 0, savedAt: null }), rebuild: async () => undefined });
  const code = { open, openAlone: open, kept: () => null, forget: async () => null };
  const context = { base: openKnowledgeBase(folder()), project: null, directory: root, code };
  return (await rendered(traceFeature.run(context, VALUES))).text;
}

test("an answer comes all the same, and says so", async () => {
  const root = makeRepository(join(folder(), "slow"));
  writeFileSync(join(root, ".gitignore"), `${"*x".repeat(60)}y\n${"**/".repeat(40)}z\n`);
  writeFileSync(join(root, `${"x".repeat(200)}.ts`), "target();\n");
  const helix = isLong ? await serve({ cwd: root, home: folder() }) : null;
  const answer = await (helix?.answer("trace", VALUES) ?? answerHere(root));
  expect(answer).toContain("target: no definition here, 1 use in 1 file");
  expect(answer).toContain(`git did not end within ${SECONDS} s: the files were found without it`);
});
