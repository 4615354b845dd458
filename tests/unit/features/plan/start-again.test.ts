// plan action=start after a task of the tree ended without being delivered: what it changed outside of its delta.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LEFT_BEHIND_S } from "../../../../src/plan/workspace/workspace.ts";
import { type Caller, planOf, StartWorld, taskOf } from "../../../support/started-plan.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
const OTHER: Caller = { agent: "a2" };

function world(): StartWorld {
  const made = new StartWorld(folder());
  made.save(planOf([taskOf(1), taskOf(2, { depends: [] })]));
  return made;
}

const startIn = (at: StartWorld, seq: string, caller?: Caller) => at.text("start", { seq }, caller);

describe("a change outside of the delta, in a workspace that ended without being delivered", () => {
  const BLOCKED = { status: "blocked", summary: "it cannot be done" };
  const MINUTE_MS = 60_000;

  /** A world in which 001 was begun, and changed what is none of its own. */
  async function changed(agoMs = 0): Promise<StartWorld> {
    const at = world();
    at.now = Date.now() - agoMs;
    writeFileSync(`${at.root}/src/gone.ts`, "");
    writeFileSync(`${at.root}/src/other.ts`, "other\n");
    await startIn(at, "001", OTHER);
    writeFileSync(`${at.root}/src/other.ts`, "evil\n");
    writeFileSync(`${at.root}/.gitignore`, "hidden/\n");
    mkdirSync(`${at.root}/hidden`);
    writeFileSync(`${at.root}/hidden/evil.ts`, "");
    rmSync(`${at.root}/src/gone.ts`);
    return at;
  }

  /** What a report of DELIVERED says of paths outside; "" where it says nothing. */
  async function outside(at: StartWorld, caller: Caller = OTHER): Promise<string> {
    const { refusals } = await at.data("report", { status: "delivered", summary: "it is done" }, caller);
    const found = (refusals as { kind: string; lines: string[] }[]).find(({ kind }) => kind === "outside");
    return found?.lines.slice(1).join("; ") ?? "";
  }

  const ALL =
    ".gitignore added; hidden/evil.ts added, ignored by git only since a rule was changed; src/gone.ts deleted; src/other.ts changed";
  const ends: readonly [string, (at: StartWorld) => unknown][] = [
    ["blocked", (at) => at.text("report", BLOCKED, OTHER)],
    [
      "blocked, and touched since",
      async (at) => {
        await at.text("report", BLOCKED, OTHER);
        at.now -= 60 * MINUTE_MS;
        writeFileSync(`${at.root}/src/other.ts`, "evil again\n");
      },
    ],
    [
      "blocked twice",
      async (at) => {
        await at.text("report", BLOCKED, OTHER);
        await startIn(at, "001", OTHER);
        await at.text("report", BLOCKED, OTHER);
      },
    ],
    [
      "blocked, and the plan is saved anew",
      async (at) => {
        await at.text("report", BLOCKED, OTHER);
        at.save(planOf([taskOf(1), taskOf(2, { depends: [] })], { objective: "Build it again" }));
      },
    ],
    [
      "released: its marker is gone",
      (at) => {
        at.now += MINUTE_MS;
        rmSync(at.store.active().active[0]!.workspace.marker);
      },
    ],
    [
      "expired",
      (at) => {
        at.uptime += LEFT_BEHIND_S;
      },
    ],
  ];
  test.each(ends)("is told and still outside when the task begins again: %s", async (_, end) => {
    const at = await changed();
    await end(at);
    const text = await startIn(at, "001", OTHER);
    expect(text).toMatch(/note: 4 paths outside of the delta changed in the task's last workspace/);
    expect(text).toContain("src/other.ts changed");
    expect(await outside(at)).toBe(ALL);
  });

  test("is no more once it is taken back", async () => {
    const at = await changed();
    await at.text("report", BLOCKED, OTHER);
    // What somebody does after the end is not the task's.
    writeFileSync(`${at.root}/src/person.ts`, "");
    writeFileSync(`${at.root}/src/other.ts`, "other\n");
    writeFileSync(`${at.root}/src/gone.ts`, "");
    for (const path of [".gitignore", "hidden"]) rmSync(`${at.root}/${path}`, { recursive: true });
    expect(await startIn(at, "001", OTHER)).not.toContain("outside of the delta");
    expect(await outside(at)).toBe("");
  });

  test("what changed after it expired is not the task's either", async () => {
    const at = await changed(60 * MINUTE_MS);
    at.uptime += LEFT_BEHIND_S;
    expect(await startIn(at, "001", OTHER)).not.toContain("outside of the delta");
    expect(await outside(at)).toBe("");
  });

  test("was there before for another task, which is told", async () => {
    const at = await changed();
    await at.text("report", BLOCKED, OTHER);
    expect(await startIn(at, "002", OTHER)).toContain(
      "note: there before: 3 paths outside of its delta changed by task 001 task-1",
    );
    expect(await outside(at)).toBe("");
  });

  test("is told by the report of BLOCKED itself", async () => {
    const text = await (await changed()).text("report", BLOCKED, OTHER);
    expect(text).toContain("4 paths changed outside of the delta, and stays so for whoever begins the task again");
  });
});
