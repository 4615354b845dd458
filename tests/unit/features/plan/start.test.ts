// plan action=start: what a task is given, who is refused and why, and whether the limits are held.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { FeatureContext } from "../../../../src/features/common/feature.ts";
import { learnFeature } from "../../../../src/features/learn/learn.ts";
import { planStore } from "../../../../src/features/plan/ports.ts";
import type { Report } from "../../../../src/plan/documents/plan-documents.ts";
import { LEFT_BEHIND_S } from "../../../../src/plan/workspace/workspace.ts";
import { git } from "../../../support/git-repository.ts";
import { type Caller, planOf, StartWorld, taskOf } from "../../../support/started-plan.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
const OTHER: Caller = { agent: "a2" };

function world(tasks = [taskOf(1), taskOf(2)], name?: string): StartWorld {
  const made = new StartWorld(folder(), name);
  made.save(planOf(tasks));
  return made;
}

const startIn = (at: StartWorld, seq: string, caller?: Caller) => at.text("start", { seq }, caller);

describe("a task that begins", () => {
  test("is bound to its caller, with a snapshot, a digest and a marker", async () => {
    const at = world();
    const text = await startIn(at, "001");
    expect(text.split("\n")[0]).toMatch(/^task 001 task-1 is yours \(workspace \w{10}\): its limits hold from now on/);
    const [held] = at.store.active().active;
    expect(held?.workspace).toMatchObject({
      session: "s1",
      agent: "",
      hold: "guard",
      of: "Build the shop",
      root: at.root,
      projectDirectory: at.root,
      transcript: "/tmp/s1.jsonl",
      snapshot: expect.stringMatching(/^[0-9a-f]{32}$/),
      deltaDigest: expect.stringMatching(/^[0-9a-f]+$/),
    });
    expect(readFileSync(held!.workspace.marker, "utf8")).toContain(`helix plan release ${held!.workspace.id}`);
    expect(at.events("workspace")).toMatchObject([{ how: "started", task: "001", session: "s1" }]);
  });

  test("says in its first line that the guard is not whole, and what is missing", async () => {
    const missing = "PreToolUse (guard): not installed";
    const text = await startIn(world(), "001", { guardFlaws: [missing] });
    expect(text.split("\n")[0]).toMatch(
      /the guard is not whole here.*PreToolUse \(guard\): not installed.*helix hooks/,
    );
    expect(text).not.toContain("hold from now on");
    expect((await world().data("start", { seq: "001" }, { guardFlaws: [missing] })).guard_flaws).toEqual([missing]);
  });

  test("says so where no settings that helix can see hold the guard", async () => {
    const text = await startIn(world(), "001", { guardFlaws: null });
    expect(text).toContain("note: the settings that helix can see hold none of the guard's hooks");
  });

  test("is told as the seed names it", async () => {
    const at = world([taskOf(1, { writes: ["coverage/"] })]);
    const { workspace, since, plan, root, ...told } = await at.data("start", { seq: "001" });
    expect([workspace, since, plan, root]).toEqual([
      expect.stringMatching(/^\w{10}$/),
      "2026-11-24T12:00:00.000Z",
      expect.any(String),
      at.root,
    ]);
    expect(told).toEqual({
      hold: "guard",
      unheld: "",
      guard_flaws: [],
      task_seq: "001",
      task_slug: "task-1",
      objective: "Do part 1 of the shop",
      delta: ["src/part-1.ts"],
      verify: "npm test",
      writes: ["coverage/"],
      budget: 7,
      framework: "express",
      idioms: { required: ["Use the router"], forbidden: [] },
      failures: [],
      patterns: [],
      lineage: { parents: [] },
      notes: [],
    });
    const again = world([taskOf(1)]);
    const json = JSON.parse(await again.text("start", { seq: "1", format: "json" }));
    expect(json).toMatchObject({ task_seq: "001", hold: "guard" });
  });

  test("is found by its number without zeros, and by its name", async () => {
    const at = world([taskOf(1), taskOf(2, { depends: [] })]);
    await startIn(at, "1");
    expect(await startIn(at, "task-2", OTHER)).toContain("task 002 task-2 is yours");
  });

  test("is given lessons on its objective, which count as shown to its actor", async () => {
    const at = world([taskOf(1, { objective: "Parse the invoice currency amounts" })]);
    const remember = (type: string, trigger: string) =>
      learnFeature.run(at.ports({ kind: "person" }) as unknown as FeatureContext, {
        action: "remember",
        type,
        trigger,
        resolution: "use decimal numbers for it",
      });
    for (const way of [
      "commas between thousands",
      "cents lost in floats",
      "brackets when negative",
      "rupees spelled out",
    ])
      await remember("failure", `parse the invoice currency amounts: ${way}`);
    await remember("pattern", "parse the currency amounts of an invoice");
    await remember("failure", "the login page needs a cookie");
    const told = await at.data("start", { seq: "001" });
    expect(told.failures).toHaveLength(3);
    expect(told.patterns).toMatchObject([{ record: "not judged yet", resolution: "use decimal numbers for it" }]);
    const ids = [...told.failures, ...told.patterns].map(({ id }) => id);
    expect(at.events("shown")).toMatchObject([{ hook: "plan", session: "s1", notes: ids }]);
    expect(at.store.active().active[0]?.workspace.lessons).toEqual(ids);
  });

  test("knows what its parents delivered", async () => {
    const at = world();
    await startIn(at, "001");
    const [held] = at.store.active().active;
    at.store.end(held!.workspace, { how: "delivered" });
    const told = await at.data("start", { seq: "002" }, OTHER);
    expect(told.lineage.parents).toEqual([{ seq: "001", slug: "task-1", delivered: "" }]);
  });

  test("lies in the caller's own work tree of the project", async () => {
    const at = world();
    const tree = `${at.root}-tree`;
    git(at.root, "-c", "user.name=x", "-c", "user.email=x@y", "commit", "-qm", "one", "--allow-empty");
    git(at.root, "worktree", "add", "-q", tree);
    const told = await at.data("start", { seq: "001" }, { binding: { directory: tree } });
    expect(told.root).toBe(tree);
    // A folder elsewhere is none.
    const other = world();
    expect((await other.data("start", { seq: "001" }, { binding: { directory: "/" } })).root).toBe(other.root);
  });

  test.each(["my shop", `"quoted" 'shop'`, "line\nbreak", "d".repeat(200)])("in a project named %j", async (name) => {
    const at = world([taskOf(1)], name);
    const { hold } = await at.data("start", { seq: "001" });
    expect(hold).toBe("guard");
    const [held] = at.store.active().active;
    expect(readFileSync(held!.workspace.marker, "utf8").split("\n")[0]).toBe(
      `helix-guard 1 ${held!.workspace.id} s1 - ${at.directory}`,
    );
    at.store.end(held!.workspace, { how: "released" });
    expect(readdirSync(at.home)).toEqual([]);
  });
});

describe("who is not held by a guard is told so first", () => {
  const FIRST = /but no guard holds its limits here; only its report checks them: .*helix hooks install/;

  test("a call that no hook saw", async () => {
    const at = world();
    const text = await startIn(at, "001", { isUnseen: true });
    expect(text.split("\n")[0]).toMatch(FIRST);
    expect(at.store.active().active[0]?.workspace).toMatchObject({ hold: "report", marker: "", session: "s1" });
    expect(readdirSync(at.home)).toEqual([]);
  });

  test("a person at a terminal", async () => {
    const at = world();
    expect((await startIn(at, "001", { kind: "person" })).split("\n")[0]).toMatch(FIRST);
  });

  test("a session of which a marker cannot speak", async () => {
    const at = world();
    expect((await startIn(at, "001", { session: "odd id" })).split("\n")[0]).toMatch(FIRST);
    const other = world();
    const binding = { projectDirectory: "/srv/../shop" };
    expect((await startIn(other, "001", { binding })).split("\n")[0]).toMatch(FIRST);
  });
});

describe("a task is refused", () => {
  const refused = async (at: StartWorld, seq: string, caller?: Caller) => {
    const before = at.store.active().active.length;
    const error = await startIn(at, seq, caller).then(
      () => new Error("it began"),
      (thrown: Error) => thrown,
    );
    expect(error.message).not.toContain("\n");
    expect(at.store.active().active).toHaveLength(before);
    return error.message;
  };

  test("where a program typed it: a command line does not say which agent it is", async () => {
    expect(await refused(world(), "001", { kind: "program" })).toContain('call the tool plan, action=start seq="001"');
  });

  test("where there is no plan, or no such task", async () => {
    expect(await refused(new StartWorld(folder()), "001")).toMatch(/^no plan is saved for this project: save one/);
    expect(await refused(world(), "009")).toMatch(/the plan has no task "009": there are 001, 002/);
  });

  test("where it waits, with what for, through all tasks in between", async () => {
    const at = world([taskOf(1), taskOf(2), taskOf(3)]);
    expect(await refused(at, "003")).toMatch(
      /^task 003 cannot begin yet: 003 waits for 002, which waits for 001, which is ready; what may begin: plan action=ready$/,
    );
    await startIn(at, "001");
    expect(await refused(at, "002", OTHER)).toMatch(/002 waits for 001, which is active/);
  });

  test("where it is active, with whose and since when", async () => {
    const at = world();
    await startIn(at, "001", OTHER);
    at.now += 60_000;
    expect(await refused(at, "001")).toMatch(
      /^task 001 is active already, in workspace \w{10} of agent a2 of session s1 since 2026-11-24 \d\d:\d\d; a person can end it: helix plan release \w{10}$/,
    );
  });

  test("where it is delivered", async () => {
    const at = world();
    await startIn(at, "001");
    at.store.end(at.store.active().active[0]!.workspace, { how: "delivered" });
    expect(await refused(at, "001")).toMatch(/^task 001 is delivered already, since 2026-11-24 \d\d:\d\d/);
  });

  test("where its caller has another one", async () => {
    const at = world([taskOf(1), taskOf(2, { depends: [] })]);
    await startIn(at, "001", OTHER);
    expect(await refused(at, "002", OTHER)).toMatch(
      /^you have task 001 task-1 since .*and nobody has two: report it first/,
    );
    await startIn(at, "002");
  });

  test("where another task that is active may change the same path", async () => {
    const at = world([taskOf(1), taskOf(2, { depends: [], delta: ["src/*-1.ts"] })]);
    await startIn(at, "001", OTHER);
    expect(await refused(at, "002")).toMatch(
      /^task 002 cannot begin while 001 task-1 is active \(workspace \w{10} of agent a2 of session s1\): both may change src\/\*-1\.ts and src\/part-1\.ts,/,
    );
  });

  test("where its delta lies in a submodule, which needs a plan of its own", async () => {
    const at = world([taskOf(1, { delta: ["src/part-1.ts", "vendor/lib/a.ts", "vendor/lib/"] })]);
    mkdirSync(`${at.root}/vendor/lib`, { recursive: true });
    writeFileSync(`${at.root}/vendor/lib/.git`, "gitdir: ../../.git/modules/lib\n");
    expect(await refused(at, "001")).toMatch(
      /^2 paths of the delta lie in a repository of its own \(vendor\/lib\/a.ts, vendor\/lib\/\).*make a plan there/,
    );
  });

  test("where the home cannot be written, and nothing is left behind", async () => {
    const at = world();
    rmSync(at.home, { recursive: true });
    writeFileSync(at.home, "a file in its place");
    expect(await refused(at, "001")).toMatch(/^the marker of the workspace cannot be made in .*nothing was started/);
    expect(at.store.ids()).toEqual([]);
    expect(at.events("workspace")).toEqual([]);
    expect(await at.text("status")).toContain("1 ready");
  });

  test("where the plan asks first, or is closed", async () => {
    const at = new StartWorld(folder());
    const asks = at.save(planOf([], { decision: "CLARIFY", questions: ["Which shop?"] }));
    const text = at.text("start", { seq: "001", plan: asks });
    await expect(text).rejects.toThrow("asks first, and has no tasks to begin: Which shop?");
  });
});

describe("what is left behind", () => {
  test("is ready again, with its state kept, whoever looks", async () => {
    const at = world();
    await startIn(at, "001", OTHER);
    const { workspace } = at.store.active().active[0]!;
    at.uptime += LEFT_BEHIND_S;
    expect(await startIn(at, "001", { agent: "a3" })).toContain("task 001 task-1 is yours");
    expect(existsSync(workspace.marker)).toBe(false);
    expect(at.store.read(workspace.id)).toMatchObject({ id: workspace.id });
    expect(at.events("workspace").map(({ how }) => how)).toEqual(["started", "expired", "started"]);
    at.store.end(at.store.active().active[0]!.workspace, { how: "released" });
    expect(await startIn(at, "001")).toContain("note: its last workspace was released by a person");
  });

  test("what was blocked can be tried again, and says why it was", async () => {
    const at = world();
    await startIn(at, "001", OTHER);
    const report = planStore(at.ports()).keepReport({
      status: "blocked",
      summary: "the key of the API\nis missing",
      utilized: [],
      changed: [],
      unattributed: [],
      overridden: [],
    } as unknown as Report);
    at.store.end(at.store.active().active[0]!.workspace, { how: "blocked", report });
    expect(await startIn(at, "001")).toContain("note: it was blocked before: the key of the API is missing");
  });

  test("an end that a crash left out of the event log is made up for", async () => {
    const at = world();
    await startIn(at, "001", OTHER);
    const { workspace } = at.store.active().active[0]!;
    writeFileSync(
      `${at.directory}/plans/workspaces/${workspace.id}/ended.json`,
      JSON.stringify({ at: at.now, how: "delivered", report: "" }),
    );
    expect(await startIn(at, "002", OTHER)).toContain("task 002 task-2 is yours");
  });

  test("a workspace that only events know, as after an import, is none", async () => {
    const at = world();
    await startIn(at, "001", OTHER);
    const { workspace } = at.store.active().active[0]!;
    rmSync(`${at.directory}/plans/workspaces/${workspace.id}`, { recursive: true });
    rmSync(workspace.marker);
    expect(await startIn(at, "001")).toContain("task 001 task-1 is yours");
  });
});

test("a link in the delta that leads out of the tree is told", async () => {
  const at = world([taskOf(1, { delta: ["src/part-1.ts", "out/a.ts"] })]);
  symlinkSync("/tmp", `${at.root}/out`);
  expect(await startIn(at, "001")).toContain("note: out/a.ts of the delta is a link that leads out of the tree (/tmp)");
});
