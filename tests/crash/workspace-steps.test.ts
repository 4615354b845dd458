// The process is killed between each two changes of the disk when a workspace begins or ends. Nothing is half: the guard
// never comes upon a marker without its workspace, what did not begin holds nobody, and what was to end is over as soon
// as it does not hold any more.

import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { heldWorkspace, markedWorkspaces } from "../../src/plan/decision/read-held.ts";
import { markerFolder } from "../../src/plan/plan-paths.ts";
import { diskOnceFiles } from "../../src/platform/disk-once-files.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { Killed, mortalFiles, newWorkspace, WorkspaceWorld } from "../support/workspaces.ts";

const folder = useFolders("all");
/** Each folder of its path is a step: where temporary folders are is no matter. */
const PROJECT = "/srv/a/shop";
const WHEN = ["before", "after"] as const;

/** What the guard holds the session to. Throws where it could not decide. */
function heldBy({ home, project }: WorkspaceWorld): string[] {
  return markedWorkspaces(markerFolder(home, project), "s1", diskOnceFiles).flatMap(
    (line) => heldWorkspace(line, diskOnceFiles, () => 0)?.workspace.id ?? [],
  );
}

/** The ports of a process that is killed at a step. Writing the event is one, too. */
function mortal(world: WorkspaceWorld, at: number, when: "before" | "after", steps: string[]) {
  const files = mortalFiles(at, when, (_step, what) => void steps.push(what));
  return world.open({
    files,
    record(_of, events) {
      files.die("record");
      for (const event of events) if (event.type === "workspace") world.events.push(`${event.task} ${event.how}`);
    },
  });
}

async function stepsOf(run: (world: WorkspaceWorld, steps: string[]) => Promise<void>): Promise<number> {
  const steps: string[] = [];
  await run(new WorkspaceWorld(folder(), PROJECT), steps);
  return steps.length;
}

const beginning = await stepsOf(async (world, steps) => {
  await mortal(world, 0, "before", steps).create(newWorkspace({ projectDirectory: world.project }));
});
const ending = await stepsOf(async (world, steps) => {
  const workspace = await world.start();
  mortal(world, 0, "before", steps).end(workspace, { how: "delivered", report: "r1" });
});

test("the steps are those that are meant", () => {
  expect([beginning, ending]).toEqual([11, 10]);
});

const cuts = (count: number) =>
  Array.from({ length: count }, (_, index) => WHEN.map((when) => ({ step: index + 1, when }))).flat();

describe("a start that is killed", () => {
  test.each(cuts(beginning))("$when step $step", async ({ step, when }) => {
    const world = new WorkspaceWorld(folder(), PROJECT);
    const dying = mortal(world, step, when, []);
    const draft = newWorkspace({ projectDirectory: world.project });
    const isTold = await dying.create(draft).then(
      () => true,
      () => false,
    );
    // The guard decides, whatever is there, and holds only what can be looked up.
    const held = heldBy(world);
    expect(world.activeIds).toEqual(expect.arrayContaining(held));
    if (isTold) expect(held).toEqual([draft.id]);
    world.store.settle();
    expect(heldBy(world)).toEqual(world.activeIds);
    // What events say is what is.
    const isOpen = world.events.includes("001 started") && !world.events.some((each) => /released/.test(each));
    expect(isOpen).toBe(world.activeIds.length === 1);
    // The next one can begin as if nothing had been.
    for (const { workspace } of world.store.active().active) world.store.end(workspace, { how: "released" });
    await world.start({ id: "bbbbbbb002" });
    expect(heldBy(world)).toEqual(["bbbbbbb002"]);
  });
});

describe("an end that is killed", () => {
  test.each(cuts(ending))("$when step $step", async ({ step, when }) => {
    const world = new WorkspaceWorld(folder(), PROJECT);
    const workspace = await world.start();
    const dying = mortal(world, step, when, []);
    try {
      dying.end(workspace, { how: "delivered", report: "r1" });
    } catch (error) {
      expect((error as Error).cause ?? error).toBeInstanceOf(Killed);
    }
    const isOver = world.activeIds.length === 0;
    // It holds as long as it is not over, and no longer.
    expect(heldBy(world)).toEqual(isOver ? [] : [workspace.id]);
    world.store.settle();
    expect(heldBy(world)).toEqual(isOver ? [] : [workspace.id]);
    if (isOver) {
      expect(existsSync(workspace.marker)).toBe(false);
      expect(world.store.ending(workspace.id)).toMatchObject({ how: "delivered", report: "r1" });
    } else expect(world.store.end(workspace, { how: "delivered", report: "r1" }).isOurs).toBe(true);
  });
});
