// Where the paths of a delta are: a folder that may not be entered is not taken for a repository of its own.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deltaPlaces } from "../../../../src/features/plan/delta-places.ts";
import { diskTreeEntries, type TreeEntries } from "../../../../src/platform/tree-entries.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");

test("a folder with a .git is a repository of its own; one that may not be entered says nothing", () => {
  const root = folder();
  for (const name of ["own", "shut"]) mkdirSync(join(root, name));
  writeFileSync(join(root, "own", ".git"), "gitdir: elsewhere\n");
  const closed = { ...diskTreeEntries.look(root)!, kind: "closed" } as const;
  const entries: TreeEntries = {
    ...diskTreeEntries,
    look: (path) => (path.startsWith(`${root}/shut/`) ? closed : diskTreeEntries.look(path)),
  };
  expect(deltaPlaces(root, ["own/a.ts", "shut/a.ts", "shut/"], entries)).toEqual({
    foreign: [{ path: "own/a.ts", repository: "own" }],
    leading: [],
  });
});
