// Folders of trials that were not removed: which are swept, and what is never touched.

import { mkdirSync, readdirSync, symlinkSync, utimesSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { makeScratchBase } from "../../../src/platform/scratch-base.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const folder = useFolders("each");
/** No system has so many processes. */
const NOBODY = 999_999_999;

test("a folder is swept as soon as its maker is gone, one of unknown makers when no trial can last so long", () => {
  const root = folder();
  const own = makeScratchBase(root, []);
  const kept = [".reload-notes", ".reload-12-notes-of-mine", ".reload-abcdef", `.reload-${NOBODY}-linked`];
  const swept = [`.reload-${NOBODY}-abcdef`, ".reload-uvwxyz"];
  for (const name of [...kept.slice(0, 3), ...swept]) mkdirSync(join(root, name, "shown"), { recursive: true });
  symlinkSync(join(root, ".reload-notes"), join(root, `.reload-${NOBODY}-linked`));
  const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
  for (const name of [".reload-uvwxyz", ".reload-12-notes-of-mine"]) utimesSync(join(root, name), old, old);
  const next = makeScratchBase(root, []);
  expect(readdirSync(root).sort()).toEqual([...kept, basename(own.folder), basename(next.folder)].sort());
  expect(basename(next.folder)).toMatch(new RegExp(`^\\.reload-${process.pid}-`));
});
