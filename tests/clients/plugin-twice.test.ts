// The plugin and hooks in the settings at once, in the real client, in either order and on both transports: everything is
// said once, and a call of a plan's task counts once. The plugin alone does all that the settings do.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { claudeCode } from "../support/client/claude-code.ts";
import { runClientCommand } from "../support/client/client-command.ts";
import { FAILING_BUILD, MARK, makeEngineProject, QUESTION } from "../support/client/engine-project.ts";
import { type ModelRequest, placesOf, wholeText } from "../support/client/model-request.ts";
import {
  bash,
  codeThatWrites,
  edit,
  makePlanProject,
  plan,
  save,
  THREE_TASKS,
} from "../support/client/plan-project.ts";
import { plugged } from "../support/client/plugin-folder.ts";
import { type ClientSession, runClient, untilLogged } from "../support/client/run-client.ts";
import { type Stage, useStages } from "../support/client/stage.ts";
import { resultsOf } from "../support/client/tool-results.ts";
import { say, use } from "../support/client/turn.ts";

const client = await claudeCode();
const makeStage = useStages("each");

function addPlugin(stage: Stage, transport: string): void {
  const market = join(stage.root, "market");
  stage.helix("plugin", market, "--transport", transport);
  for (const words of [
    ["marketplace", "add", market],
    ["install", "helix@helix"],
  ])
    expect(runClientCommand(client!, stage, ["plugin", ...words])).toMatchObject({ status: 0 });
}

/** From how many places the word came in, for the last request of a conversation. */
function timesSaid(requests: readonly ModelRequest[], word: string): string[] {
  return placesOf(requests.at(-1)!, word);
}

function expectSound({ exitCode, errors, hookProblems, main }: ClientSession): void {
  expect(exitCode, errors).toBe(0);
  expect(hookProblems).toEqual([]);
  expect(wholeText(main).match(/\w+ hook success: .{0,80}/g) ?? []).toEqual([]);
}

/** What a session hears that reads a file and runs a build. */
async function heard(stage: Stage, tool: string) {
  const project = makeEngineProject(stage);
  const session = await runClient({
    client: client!,
    stage,
    prompts: [QUESTION],
    allowedTools: ["Read", "Bash(make:*)"],
    script: {
      main: [
        use("Read", { file_path: project.pool }),
        use("Bash", { command: FAILING_BUILD, description: "a build" }),
        use(tool, { query: "recovery" }),
        say("finished"),
        say("nothing is worth storing"),
      ],
    },
  });
  expectSound(session);
  const [, , searched] = resultsOf(session.main);
  expect(searched, JSON.stringify(searched)).toMatchObject({ isError: false });
  const { decision, prompt, source } = MARK;
  return [decision, prompt, source].map((word) => timesSaid(session.main, word));
}

const ONCE = [["SessionStart"], ["UserPromptSubmit"], ["PreToolUse:Read"]];

/** Any two of transport in the settings, transport of the plugin and order come in all their pairs. */
const ORDERS = [
  ["command", "command", true],
  ["command", "mcp", false],
  ["mcp", "command", false],
  ["mcp", "mcp", true],
] as const;

describe.skipIf(client === null)("the plugin beside hooks in the settings", () => {
  test.each(ORDERS)(
    "settings by %s, plugin by %s, settings first: %s: all is said once",
    async (own, other, isFirst) => {
      const stage = makeStage();
      const install = () => stage.helix("hooks", "install", "--user", "--transport", own);
      if (isFirst) install();
      addPlugin(stage, other);
      if (!isFirst) install();
      expect(await heard(stage, "mcp__helix__search")).toEqual(ONCE);
    },
  );

  test.each([
    ["project", "command"],
    ["project", "mcp"],
    ["local", "command"],
  ])("hooks of the %s, by %s, and the plugin by mcp: all is said once", async (scope, by) => {
    const stage = makeStage();
    stage.helix("hooks", "install", `--${scope}`, "--transport", by);
    addPlugin(stage, "mcp");
    expect(await heard(stage, "mcp__plugin_helix_helix__search")).toEqual(ONCE);
  });

  test.each(["command", "mcp"])("the plugin alone, by %s, says the same, and its tools need no asking", async (by) => {
    const stage = makeStage();
    addPlugin(stage, by);
    expect(await heard(stage, "mcp__plugin_helix_helix__search")).toEqual(ONCE);
  });

  test.each([
    ["on", /its limits hold from now on/],
    ["off", /no guard holds its limits here/],
  ])("a task says what the plugin's guard does: %s", async (state, said) => {
    const stage = makeStage();
    makePlanProject(stage);
    addPlugin(stage, "mcp");
    // A server of its own, which stays when the plugin is off.
    stage.put(".mcp.json", JSON.stringify({ mcpServers: { helix: { command: "helix", args: ["serve"] } } }));
    if (state === "off")
      stage.put(".claude/settings.local.json", JSON.stringify({ enabledPlugins: { "helix@helix": false } }));
    const session = await runClient({
      client: client!,
      stage,
      mode: "bypassPermissions",
      prompts: ["begin"],
      script: { main: [save(THREE_TASKS), plan("start", { seq: "001" }), say("done"), say("done")] },
    });
    const [, started] = resultsOf(session.main);
    expect(started!.text.split("\n")[0]).toMatch(said);
    expect(started!.text).not.toContain("the settings that helix can see");
  });

  test("the plugin's guard holds on when the plugin is emptied and turned off while a task is active", async () => {
    const stage = makeStage();
    const { beta } = makePlanProject(stage);
    addPlugin(stage, "mcp");
    const planned = (action: string, rest: object) => plugged("plan", { action, ...rest });
    const settings = join(stage.home, ".claude/settings.json");
    const session = await runClient({
      client: client!,
      stage,
      mode: "bypassPermissions",
      prompts: ["make the engine ready"],
      script: {
        main: [
          planned("save", { data: THREE_TASKS }),
          planned("start", { seq: "001" }),
          use("Read", { file_path: beta }),
          bash(codeThatWrites(join(stage.root, "market/helix/hooks/hooks.json"), '{"hooks":{}}')),
          bash(codeThatWrites(settings, '{"enabledPlugins":{"helix@helix":false}}')),
          async () => {
            await untilLogged(stage, "ConfigChange hook blocked change");
            return edit(beta, "beta", "mine");
          },
          say("done"),
          say("done"),
        ],
      },
    });
    const results = resultsOf(session.main);
    expect(results.map(({ isError }) => isError)).toEqual([false, false, false, false, false, true]);
    expect(results.at(-1)!.text).toContain("outside of the task's delta");
  });

  test("two guards: a call counts once, what one refuses stays refused, and the report sees no gap", async () => {
    const stage = makeStage();
    const { alpha, beta } = makePlanProject(stage);
    stage.helix("hooks", "install", "--user", "--transport", "mcp");
    addPlugin(stage, "mcp");
    const write = (file_path: string) => use("Write", { file_path, content: "export const ready = true;\n" });
    const session = await runClient({
      client: client!,
      stage,
      mode: "bypassPermissions",
      prompts: ["make the engine ready"],
      script: {
        main: [
          save(THREE_TASKS),
          plan("start", { seq: "001" }),
          use("Read", { file_path: alpha }),
          write(alpha),
          write(beta),
          use("Bash", { command: "grep -rq ready src/alpha", description: "the check" }),
          plan("report", { seq: "001", status: "delivered", summary: "alpha is ready" }),
          say("done"),
          say("done"),
        ],
      },
    });
    expect(session.exitCode, session.errors).toBe(0);
    const results = resultsOf(session.main);
    const text = results.map((each) => each.text).join("\n\n");
    expect(results[4], text).toMatchObject({ isError: true });
    expect(results[6]!.text, text).toContain("delivered: task 001 alpha");
    const folder = join(stage.base, "plans/workspaces");
    const [id] = readdirSync(folder).filter((name) => /^\w{10}$/.test(name));
    const lines = readFileSync(join(folder, id!, "calls.jsonl"), "utf8")
      .trim()
      .split("\n");
    const records = lines.map((line) => JSON.parse(line) as { kind: string; id: string; counted?: boolean });
    expect(records.filter(({ kind }) => kind === "verify")).toHaveLength(1);
    expect(new Set(records.filter(({ counted }) => counted).map((each) => each.id)).size).toBe(3);
  });
});
