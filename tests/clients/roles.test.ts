// The plugin's agents and skills in the real client: the model that each runs with, the tools that it is given under
// which names, how many turns it has, what stands in the place of placeholders; and that a task of the client's own list
// is not completed before that of the plan is delivered.

import { describe, expect, test } from "vitest";
import { claudeCode } from "../support/client/claude-code.ts";
import type { ModelRequest } from "../support/client/model-request.ts";
import { bash, edit, makePlanProject, plan, save, THREE_TASKS, task } from "../support/client/plan-project.ts";
import { plugged, pluginFolder, WITH_TASK_LIST } from "../support/client/plugin-folder.ts";
import { type ClientSession, runClient } from "../support/client/run-client.ts";
import type { ScriptedTurn } from "../support/client/scripted-model.ts";
import { type Stage, useStages } from "../support/client/stage.ts";
import { resultsOf } from "../support/client/tool-results.ts";
import { say, use } from "../support/client/turn.ts";

const client = await claudeCode();
const makeStage = useStages("each");
const PROMPT = "make the engine ready for retries";

/** A session in which the agent does what the turns say. */
async function sessionOf(stage: Stage, agent: string, turns: readonly ScriptedTurn[]): Promise<ClientSession> {
  const input = { description: "a step", prompt: PROMPT, subagent_type: `helix:${agent}`, run_in_background: false };
  return runClient({
    client: client!,
    stage,
    plugins: [pluginFolder(stage)],
    mode: "bypassPermissions",
    prompts: ["begin"],
    script: { main: [use("Agent", input), say("done")], agents: { [PROMPT]: turns } },
  });
}

const toolsOf = ({ body }: ModelRequest) => (body.tools ?? []).map(({ name }) => name);
const systemOf = ({ body }: ModelRequest) => JSON.stringify(body.system);

describe.skipIf(client === null)("an agent of the plugin", () => {
  test.each([
    ["explorer", /haiku/, false],
    ["planner", /opus/, false],
    ["builder", /opus/, true],
    ["observer", /opus/, false],
  ])("%s has its model, its text and its tools", async (name, model, writes) => {
    const stage = makeStage();
    makePlanProject(stage);
    // Where the client lists the tools of servers only when asked, it is asked.
    const select = use("ToolSearch", { query: "select:mcp__plugin_helix_helix__plan", max_results: 1 });
    const session = await sessionOf(stage, name, [
      select,
      plugged("plan", { action: "status" }),
      plugged("store", { topic: "retries", text: "three at most" }),
      say("seen"),
    ]);
    expect([session.exitCode, session.strays], session.errors).toEqual([0, []]);
    const [first] = session.subagent;
    expect(first!.body.model).toMatch(model);
    expect(systemOf(first!)).toContain("helix's tool `plan`");
    const tools = session.subagent.flatMap(toolsOf);
    expect(tools).toContain("Read");
    expect([tools.includes("Edit"), tools.includes("Write"), tools.includes("Bash")]).toEqual([writes, writes, writes]);
    expect(tools).not.toContain("Agent");
    const [, status, stored] = resultsOf(session.subagent);
    expect(status!.text).toMatch(/^no plan is saved for this project: /);
    // What its file does not name, it does not have.
    expect([stored!.isError, stored!.text]).toEqual([true, expect.stringContaining("No such tool")]);
  });

  test.each([
    ["explorer", 6],
    ["observer", 10],
  ])("%s has %d turns", async (name, turns) => {
    const stage = makeStage();
    const { readme } = makePlanProject(stage);
    const look = use("Read", { file_path: readme });
    const session = await sessionOf(
      stage,
      name,
      Array.from({ length: turns + 3 }, () => look),
    );
    expect([session.exitCode, session.strays], session.errors).toEqual([0, []]);
    expect(session.subagent).toHaveLength(turns);
  });

  test("builder and planner have as many turns as they need", async () => {
    const stage = makeStage();
    const { readme } = makePlanProject(stage);
    const look = use("Read", { file_path: readme });
    const session = await sessionOf(stage, "builder", [...Array.from({ length: 20 }, () => look), say("seen")]);
    expect(session.subagent).toHaveLength(21);
  });
});

describe.skipIf(client === null)("a skill of the plugin", () => {
  test.each([
    ["helix", "Objective: make the engine ready", ["helix:explorer", "helix:observer"]],
    ["helix-query", "Look up: make the engine ready", ["search", "recall"]],
    ["helix-stats", "Call helix's tools all at once", ["health", "stats"]],
  ])("/%s is given with what the user typed", async (name, opening, words) => {
    const stage = makeStage();
    makePlanProject(stage);
    const session = await runClient({
      client: client!,
      stage,
      plugins: [pluginFolder(stage)],
      prompts: [`/${name} make the engine ready`],
      script: { main: [plugged("plan", { action: "status" }), plugged("learn", { action: "health" }), say("done")] },
    });
    expect([session.exitCode, session.strays], session.errors).toEqual([0, []]);
    const said = JSON.stringify(session.main[0]!.body.messages);
    expect(said).toContain(JSON.stringify(opening).slice(1, -1));
    for (const word of words) expect(said).toContain(word);
    expect(said).not.toContain("$ARGUMENTS");
    // Nobody is asked whether they may run.
    const results = resultsOf(session.main);
    expect(results.map(({ isError }) => isError)).toEqual([false, false]);
  });

  test("costs nothing while nobody asks for it", async () => {
    const stage = makeStage();
    makePlanProject(stage);
    const session = await runClient({
      client: client!,
      stage,
      plugins: [pluginFolder(stage)],
      prompts: ["hello"],
      script: { main: [say("hello")] },
    });
    expect(JSON.stringify(session.main.map(({ body }) => body))).not.toContain("helix-query");
  });
});

describe.skipIf(client === null)("a task of the client's list", () => {
  test("is completed only when that of the plan is delivered", async () => {
    const stage = makeStage();
    const { beta } = makePlanProject(stage);
    stage.helix("hooks", "install", "--user");
    const create = (subject: string) => use("TaskCreate", { subject, description: subject, activeForm: subject });
    const complete = (taskId: string) => use("TaskUpdate", { taskId, status: "completed" });
    const session = await runClient({
      client: client!,
      stage,
      mode: "bypassPermissions",
      environment: WITH_TASK_LIST,
      prompts: ["do it"],
      script: {
        main: [
          save({ ...THREE_TASKS, tasks: [task("001", "beta", "src/beta.ts", "none", "sh check.sh")] }),
          create("001 beta"),
          create("write the docs"),
          complete("1"),
          complete("2"),
          plan("start", { seq: "001" }),
          bash("sh check.sh"),
          complete("1"),
          use("Read", { file_path: beta }),
          edit(beta, "beta = 1", "ready = 1"),
          bash("sh check.sh"),
          plan("report", { status: "delivered", summary: "beta is ready" }),
          complete("1"),
          use("TaskList", {}),
          say("done"),
          say("done"),
        ],
      },
    });
    expect([session.exitCode, session.hookProblems], session.errors).toEqual([0, []]);
    const results = resultsOf(session.main);
    const [, , , early, other, , , red, , , , delivered, done, list] = results;
    expect(early!.text).toContain("helix: task 001 beta of the plan is not delivered: it has no report");
    expect(other!.text).not.toContain("helix:");
    expect(red!.text).toContain("its verify command failed when it ran last");
    expect(delivered!.text).toMatch(/^delivered/);
    expect(done!.text).not.toContain("helix:");
    expect(list!.text).toMatch(/1[\s\S]*completed[\s\S]*2[\s\S]*completed/);
  });
});
