// `code` where the knowledge base directory is on a disk that is full or read-only: git is asked all the same, answers
// are complete, and say that the index is not saved.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { ServedProcess } from "../prove/support/served-process.ts";
import { canMount, onReadOnlyDisk, onSmallDisk, skipLoudly } from "../support/confined.ts";
import { git, makeRepository } from "../support/git-repository.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
const FILES = 250;
let root = "";

beforeEach(() => {
  root = makeRepository(join(folder(), "app"));
  for (let at = 0; at < FILES; at++) writeFileSync(join(root, `f${at}.ts`), `export const value${at} = retries;\n`);
  // Tracked although it is ignored: only git knows.
  writeFileSync(join(root, ".gitignore"), "*.py\n");
  writeFileSync(join(root, "limit.py"), "def limit_retries():\n    pass\n");
  git(root, "add", "-A", "-f");
  git(root, "commit", "-q", "-m", "limit the retries");
});

async function expectWholeAnswers(directory: string, wrapper: readonly string[], code: RegExp): Promise<void> {
  const server = await new ServedProcess({ directory, home: folder(), folder: root, wrapper }).initialize();
  onTestFinished(() => void server.kill());
  for (let times = 0; times < 2; times++) {
    const found = await server.ask("code", { query: "limit_retries", detail: "files" });
    expect(found.split("\n")[0]).toBe("limit.py");
    expect(found).toMatch(/^the index could not be saved: /m);
    const status = await server.ask("code", { action: "status" });
    expect(status).toContain(`files: ${FILES + 2} read, `);
    expect(status).toContain("\ncommits: 1\n");
    expect(status).toMatch(code);
    expect(status).not.toContain("git could not be run");
  }
  expect(await server.end()).toBe(0);
}

test("a read-only disk", async () => {
  if (!canMount) return skipLoudly("file systems cannot be mounted here");
  const source = folder();
  writeFileSync(join(source, "other"), "");
  const directory = folder();
  await expectWholeAnswers(directory, onReadOnlyDisk(directory, source), /^the index could not be saved: EROFS/m);
});

test("a full disk", async () => {
  if (!canMount) return skipLoudly("file systems cannot be mounted here");
  const directory = folder();
  const fill = 'head -c 60k /dev/zero > "$1/other"; true';
  await expectWholeAnswers(
    directory,
    onSmallDisk(directory, 64, `{ ${fill}; }`),
    /^the index could not be saved: ENOSPC/m,
  );
});
