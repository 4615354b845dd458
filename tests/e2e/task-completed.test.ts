// The hook before the client marks a task of its own list as completed, as a process: it refuses one that stands for a
// task of a plan which is not delivered, and nothing else, whatever it is given.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { endOfHook } from "../support/hook-process.ts";
import { planOf, StartWorld, taskOf } from "../support/started-plan.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
const SILENT = { code: 0, signal: null, output: "", errors: "" };

const eventOf = (at: StartWorld, subject: string, changes: object = {}) =>
  JSON.stringify({
    hook_event_name: "TaskCompleted",
    session_id: "s1",
    cwd: at.root,
    task_id: "1",
    task_subject: subject,
    ...changes,
  });
/** How often the hook was asked: the first ones in a process of their own stand for all. */
let asked = 0;
const OWN_PROCESSES = 3;

const end = (at: StartWorld, input: string, environment: Readonly<Record<string, string>> = {}, ...more: string[]) =>
  endOfHook("guard-task", input, {
    cwd: at.root,
    isHosted: ++asked > OWN_PROCESSES,
    words: [at.directory, ...more],
    environment: { PATH: process.env.PATH ?? "", HOME: at.home, ...environment },
  });

function world(): StartWorld {
  const at = new StartWorld(folder());
  at.save(planOf([taskOf(1), taskOf(2)]));
  return at;
}

test("a task that is not delivered is refused, with the reason", async () => {
  const at = world();
  const { code, output, errors } = await end(at, eventOf(at, "002 task-2"));
  expect([code, errors]).toEqual([0, ""]);
  expect(JSON.parse(output)).toEqual({
    decision: "block",
    reason: expect.stringMatching(/^helix: task 002 task-2 of the plan is not delivered: 002 waits for 001/),
  });
});

test.each([
  "1 task-1",
  "001 Task-1",
  "#001 task-1",
  "001-task-1",
  "001: task-1",
  "001. task_1",
  "[001] task-1",
  "001 — task 1",
  "Task 001: task-1 (src/part-1.ts)",
  "  001\ttask-1\n",
])("however its subject is written: %j", async (subject) => {
  const at = world();
  expect((await end(at, eventOf(at, subject))).output).toContain("helix: task 001 task-1 of the plan is not delivered");
});

test.each([
  "001",
  "task-1",
  "0011 task-1",
  "001 task-12",
  "001 other",
  "003 task-3",
  "9 lives",
  "2026-11-24 notes",
  "fix 001 task-1",
  "",
])("one that stands for no task of the plan is let pass: %j", async (subject) => {
  const at = world();
  expect(await end(at, eventOf(at, subject))).toEqual(SILENT);
});

test("by a subagent it is refused, too; in a plan that took its place the old one's tasks are nobody's", async () => {
  const at = world();
  const agent = { agent_id: "a1b2c3d4", agent_type: "helix:builder" };
  expect((await end(at, eventOf(at, "001 task-1", agent))).output).toContain("is not delivered");
  at.now += 1000;
  at.save(planOf([taskOf(1, { slug: "anew" })], { objective: "Build it anew" }));
  expect(await end(at, eventOf(at, "001 task-1"))).toEqual(SILENT);
  expect((await end(at, eventOf(at, "001 anew"))).output).toContain("is not delivered");
});

test("the plan is that of the folder in which the client was started", async () => {
  const at = world();
  const elsewhere = eventOf(at, "001 task-1", { cwd: at.home });
  expect(await end(at, elsewhere)).toEqual(SILENT);
  const { output } = await end(at, elsewhere, { CLAUDE_PROJECT_DIR: join(at.root, "src") });
  expect(output).toContain("is not delivered");
});

test.each<[string, (at: StartWorld) => string]>([
  ["another task", (at) => eventOf(at, "write the docs")],
  ["another event", (at) => eventOf(at, "001 task-1", { hook_event_name: "TaskCreated" })],
  ["no subject", (at) => eventOf(at, "", { task_subject: 7 })],
  ["no event", () => "no JSON"],
  ["nothing", () => ""],
])("%s is let pass", async (_, inputOf) => {
  const at = world();
  expect(await end(at, inputOf(at))).toEqual(SILENT);
});

test("a plan that cannot be read refuses nothing", async () => {
  const at = world();
  const hash = at.save(planOf([taskOf(1)]));
  writeFileSync(join(at.directory, "plans", "documents", `${hash}.json`), "damaged");
  expect(await end(at, eventOf(at, "001 task-1"))).toEqual(SILENT);
});

test("the plugin's hook leaves it to one in the settings", async () => {
  const at = world();
  const refused = (await end(at, eventOf(at, "001 task-1"))).output;
  expect((await end(at, eventOf(at, "001 task-1"), {}, "--plugin")).output).toBe(refused);
  const hooks = { TaskCompleted: [{ hooks: [{ type: "command", command: "helix hook guard-task" }] }] };
  mkdirSync(join(at.home, ".claude"));
  writeFileSync(join(at.home, ".claude", "settings.json"), JSON.stringify({ hooks }));
  expect(await end(at, eventOf(at, "001 task-1"), {}, "--plugin")).toEqual(SILENT);
  expect((await end(at, eventOf(at, "001 task-1"))).output).toBe(refused);
});

test("without plans nothing is made", async () => {
  const at = new StartWorld(folder());
  expect(await end(at, eventOf(at, "001 task-1"))).toEqual(SILENT);
  expect(existsSync(at.directory)).toBe(false);
});
