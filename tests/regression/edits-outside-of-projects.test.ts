// Whether an edit came about is told by the file. Outside of projects its name was taken for one at the root of the
// file system, so that new files were never edits.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { askHook } from "../support/hook-process.ts";
import { useFolders } from "../support/temporary-folder.ts";

const makeFolder = useFolders("each");

test("files that were made outside of any project count as edited, those that were refused do not", async () => {
  const cwd = makeFolder();
  const base = join(makeFolder(), "kb");
  const write = (session: string, name: string) =>
    askHook(
      "ambient",
      { session_id: session, cwd, tool_name: "Write", tool_input: { file_path: join(cwd, name), content: "text" } },
      { cwd, base },
    );
  for (const name of ["a.txt", "b.txt"]) {
    await write("made", name);
    writeFileSync(join(cwd, name), "text");
  }
  for (const name of ["c.txt", "d.txt"]) await write("refused", name);
  expect(await askHook("stop", { session_id: "made", cwd }, { cwd, base })).toContain("b.txt");
  expect(await askHook("stop", { session_id: "refused", cwd }, { cwd, base })).toBe("");
});
