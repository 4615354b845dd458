// Whether a file is one that a task under way is about to change.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { isInActiveDelta } from "../../../../src/plan/decision/active-delta.ts";
import { diskOnceFiles } from "../../../../src/platform/disk-once-files.ts";
import { putWorkspace, workspaceOf } from "../../../support/guard-state.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
let directory = "";
let workspace = "";

beforeEach(() => {
  const base = folder();
  directory = join(base, "kb");
  for (const name of ["home", "kb"]) mkdirSync(join(base, name));
  workspace = putWorkspace({ home: join(base, "home"), project: "/shop", directory }, workspaceOf({ root: "/shop" }));
});

const isActive = (path: string) => isInActiveDelta(diskOnceFiles, directory, path);

it("is told of files in the delta, of what a person allowed, and of no other", () => {
  expect(["/shop/src/a.ts", "/shop/lib/x", "/shop/src/b.ts", "/other/src/a.ts", "/shop"].map(isActive)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  const override = { at: 1, reason: "it is needed", delta: ["src/b.ts"], budget: 0, accepts: [] };
  writeFileSync(join(workspace, "overrides.jsonl"), `${JSON.stringify(override)}\n`);
  expect(isActive("/shop/src/b.ts")).toBe(true);
});

it("is not told once the workspace has ended, nor where there never was one", () => {
  writeFileSync(join(workspace, "ended.json"), "{}");
  expect(isActive("/shop/src/a.ts")).toBe(false);
  rmSync(join(directory, "plans"), { recursive: true });
  expect(isActive("/shop/src/a.ts")).toBe(false);
});

it("is told where it cannot be told: then nothing is taken from the assistant", () => {
  writeFileSync(join(workspace, "workspace.json"), "{");
  expect(isActive("/shop/src/b.ts")).toBe(true);
});
