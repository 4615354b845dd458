// A process of tests/crash/workspace-processes.test.ts: `marks HOME PROJECT NUMBER COUNT` makes and removes its marker
// again and again; `start FOLDER NUMBER` waits for a line and begins a workspace. Each prints one line of JSON.

import { existsSync } from "node:fs";
import { markerFolder } from "../../src/plan/plan-paths.ts";
import { markerPath, markersOf, prepareMarker, removeMarker } from "../../src/plan/workspace/marker.ts";
import { diskOnceFiles } from "../../src/platform/disk-once-files.ts";
import { newWorkspace, WorkspaceWorld } from "./workspaces.ts";

const [role, ...words] = process.argv.slice(2);

function marks(home: string, project: string, number: string, count: number): unknown {
  const id = `aaaaaaa00${number}`;
  const path = markerPath(home, project, id);
  let lost = 0;
  for (let each = 0; each < count; each++) {
    prepareMarker(diskOnceFiles, home, path, `helix-guard 1 ${id} s${number} - /kb\n`).place();
    // As the shell of a hook looks, and as the guard does.
    const isSeen = existsSync(markerFolder(home, project));
    const isRead = markersOf(diskOnceFiles, home, project).some((marker) => marker.line?.workspace === id);
    if (!isSeen || !isRead) lost++;
    removeMarker(diskOnceFiles, home, path);
    if (existsSync(path)) lost++;
  }
  return { lost };
}

async function start(folder: string, number: string, seq: string): Promise<unknown> {
  const world = new WorkspaceWorld(folder);
  const store = world.open({ sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) });
  await new Promise<void>((resolve) => process.stdin.once("data", () => resolve()));
  const { task } = newWorkspace({ seq });
  const id = `bbbbbbbb0${number}`;
  const made = await store.create(newWorkspace({ id, agent: `a${number}`, task, projectDirectory: world.project }));
  return "kind" in made ? { refused: made.kind, by: made.with.id } : { started: made.id, beside: made.beside };
}

const [first = "", second = "", third = "", fourth = ""] = words;
const told = role === "marks" ? marks(first, second, third, Number(fourth)) : await start(first, second, third);
process.stdout.write(`${JSON.stringify(told)}\n`);
process.exit(0);
