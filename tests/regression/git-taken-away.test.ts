// A server went on with the repository that a work tree had when it was first asked about: commits of a repository that
// was gone still counted, and one that came later, or was configured anew, did not.

import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ServedProcess } from "../prove/support/served-process.ts";
import { git, makeRepository } from "../support/git-repository.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");

test("a repository that goes, comes back and is configured is the one that counts", async () => {
  const root = makeRepository(join(folder(), "app"));
  writeFileSync(join(root, "cache.ts"), "export function evict() {}\n");
  git(root, "add", "-A");
  git(root, "commit", "-q", "-m", "evict what is old");
  writeFileSync(join(root, "notes.txt"), "evict\n");
  const server = await new ServedProcess({ directory: folder(), home: folder(), folder: root }).initialize();
  onTestFinished(() => void server.kill());
  const status = () => server.ask("code", { action: "status" });
  const [dotGit, away] = [join(root, ".git"), `${root}.away`];

  expect(await status()).toMatch(/^commits: 1$/m);
  renameSync(dotGit, away);
  expect(await status()).toMatch(/^files: 2 read, [\s\S]*^commits: 0$/m);
  renameSync(away, dotGit);
  expect(await status()).toMatch(/^commits: 1$/m);

  // Another repository in its place.
  renameSync(dotGit, away);
  makeRepository(root);
  for (const message of ["one", "two"]) git(root, "commit", "-q", "--allow-empty", "-m", message);
  expect(await status()).toMatch(/^commits: 2$/m);

  writeFileSync(join(root, "patterns"), "*.txt\npatterns\n");
  git(root, "config", "core.excludesFile", "patterns");
  expect(await status()).toMatch(/^files: 1 read, /m);
  expect(await server.end()).toBe(0);
});
