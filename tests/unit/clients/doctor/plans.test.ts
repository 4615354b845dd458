// What the doctor says of active workspaces, and of markers that nothing stands behind.

import { rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkPlans } from "../../../../src/clients/doctor/plans.ts";
import { LEFT_BEHIND_S } from "../../../../src/plan/workspace/workspace.ts";
import { diskOnceFiles } from "../../../../src/platform/disk-once-files.ts";
import { useFolders } from "../../../support/temporary-folder.ts";
import { WorkspaceWorld } from "../../../support/workspaces.ts";

const folder = useFolders("each");

const said = (world: WorkspaceWorld) =>
  checkPlans(world, diskOnceFiles, () => world.uptime).map(({ status, what }) => `${status}: ${what}`);

test("none is active", () => {
  expect(said(new WorkspaceWorld(folder()))).toEqual(["ok: no workspace of a plan is active"]);
  expect(checkPlans({ home: "", directory: "/none" })).toHaveLength(1);
});

test("one is active, since when, in which tree", async () => {
  const world = new WorkspaceWorld(folder());
  const workspace = await world.start();
  expect(said(world)).toEqual([
    expect.stringMatching(
      /^ok: task 001 impl-auth in \/tmp\/shop is active since 2026-11-24 \d\d:\d\d \(workspace aaaaaaa001\), held by the guard$/,
    ),
  ]);
  world.uptime += LEFT_BEHIND_S;
  expect(said(world)[0]).toMatch(/^note: workspace aaaaaaa001 was left behind/);
  writeFileSync(`${world.directory}/plans/workspaces/${workspace.id}/ended.json`, "{}");
  expect(said(world)[0]).toMatch(/^note: workspace aaaaaaa001 has ended, and its marker is still there/);
});

test("one whose guard is not there any more is a problem", async () => {
  const world = new WorkspaceWorld(folder());
  const { projectDirectory } = await world.start();
  const found = (of: string) =>
    checkPlans(
      { home: world.home, directory: world.directory, isUnguarded: (each) => each === of },
      diskOnceFiles,
      () => world.uptime,
    )[0]!;
  expect(found(projectDirectory)).toMatchObject({
    status: "problem",
    what: expect.stringContaining("its guard is not installed whole: its limits do not hold"),
    fix: "helix hooks install",
  });
  expect(found("/elsewhere").status).toBe("ok");
});

test("one that no guard holds is told as such", async () => {
  const world = new WorkspaceWorld(folder());
  await world.start({ hold: "report", projectDirectory: "" });
  expect(said(world)).toEqual([expect.stringMatching(/^note: task 001 .* and no guard holds its limits/)]);
});

test("one that no guard holds and that cannot be read is a problem, told once, with the way out", async () => {
  const world = new WorkspaceWorld(folder());
  const { id } = await world.start({ hold: "report", projectDirectory: "" });
  writeFileSync(`${world.directory}/plans/workspaces/${id}/workspace.json`, "{");
  expect(checkPlans(world, diskOnceFiles, () => world.uptime)).toEqual([
    {
      status: "problem",
      what: `workspace ${id} cannot be read in ${world.directory}, and its task cannot be reported`,
      fix: `helix plan release ${id}  # in a terminal of your own`,
    },
  ]);
  world.store.endUnread(id);
  expect(said(world)).toEqual(["ok: no workspace of a plan is active"]);
});

test("what refuses the calls of a session is a problem, with the way out", async () => {
  const world = new WorkspaceWorld(folder());
  const { id, marker } = await world.start();
  const fixes = () => checkPlans(world, diskOnceFiles, () => world.uptime).map(({ fix }) => fix);
  writeFileSync(`${world.directory}/plans/workspaces/${id}/workspace.json`, "{");
  expect(said(world)[0]).toMatch(
    /^problem: workspace aaaaaaa001 cannot be read in .*all calls of its session are refused/,
  );
  expect(fixes()).toEqual([expect.stringContaining(`helix plan release ${id}`)]);
  rmSync(`${world.directory}/plans`, { recursive: true });
  expect(said(world)[0]).toMatch(/^problem: workspace aaaaaaa001 is gone/);
  writeFileSync(marker, "?");
  expect(said(world)[0]).toMatch(/^problem: the marker .* is damaged/);
  expect(fixes()).toEqual([`rm -r ${marker}`]);
});
