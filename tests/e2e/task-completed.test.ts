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
const end = (at: StartWorld, input: string, environment: Readonly<Record<string, string>> = {}, ...more: string[]) =>
  endOfHook("guard-task", input, {
    cwd: at.root,
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
