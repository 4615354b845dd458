// `npm run bench` of code from its arguments to its table, with the compiled binary, on the smallest tree.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { helixBinary, repositoryRoot } from "../support/helix-binary.ts";
import { TIMEOUT_SCALE } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const newFolder = useFolders("each");

test("code: a tree is indexed, searched and compared, and the table has its row", () => {
  const folder = newFolder();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(repositoryRoot, "bench", "main.ts"), "--code-growth", "2000", "--quick", "--binary", helixBinary()],
    {
      cwd: repositoryRoot,
      env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, HELIX_TIMEOUT_SCALE: TIMEOUT_SCALE },
      encoding: "utf8",
    },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "helix: 2,000 lines measured\n" });
  const cells =
    /^\| +2,000 \|.*$/m
      .exec(stdout)?.[0]
      .split("|")
      .map((cell) => cell.trim()) ?? [];
  // All but memory, which not every system says.
  const known = cells.slice(1, -1).filter((cell) => /^[\d.,]+(?: %)?$/.test(cell) && !/^[0.,]+(?: %)?$/.test(cell));
  expect(known.length).toBeGreaterThanOrEqual(13);
  const chunks = /chunks of the index +(\d+)/.exec(stdout)?.[1];
  expect(stdout).toMatch(new RegExp(`SQLite FTS5: chunks +${chunks}\\b`));
});
