// The guard of a plan in sessions of the real client: while a workspace is active, nothing is edited that it cannot
// decide on, in every mode of permissions; while none is, it is not even started.

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { claudeCode } from "../support/client/claude-code.ts";
import { injectionsOf } from "../support/client/model-request.ts";
import {
  agent,
  bash,
  codeThatWrites,
  edit,
  Meeting,
  makePlanProject,
  plan,
  README,
  save,
  THREE_TASKS,
} from "../support/client/plan-project.ts";
import { runClient, untilLogged } from "../support/client/run-client.ts";
import type { ScriptedTurn } from "../support/client/scripted-model.ts";
import { type Stage, useStages } from "../support/client/stage.ts";
import { resultsOf } from "../support/client/tool-results.ts";
import { say, type Turn, use } from "../support/client/turn.ts";

const client = await claudeCode();
const makeStage = useStages("each");

const BUILDER = "look after the engine";
const OWN_TOOLS = ["mcp__helix__plan"];

/** Where the files lie that the tests take away and bring back. */
function placesOf(stage: Stage) {
  const helix = join(stage.root, "bin", "helix");
  const plans = join(stage.base, "plans");
  const away = (path: string) => `${path}-away`;
  const workspace = () => {
    const folder = join(plans, "workspaces");
    const [id] = readdirSync(folder).filter((name) => /^\w{10}$/.test(name));
    return join(folder, id!, "workspace.json");
  };
  return {
    take: (path: string) => renameSync(path, away(path)),
    bring: (path: string) => {
      rmSync(path, { force: true });
      renameSync(away(path), path);
    },
    helix,
    plans,
    workspace,
  };
}

/** The turn, once something was done to the stage. */
function having(action: () => void, turn: Turn): ScriptedTurn {
  return () => {
    action();
    return turn;
  };
}

/** The files below a folder. */
function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true, encoding: "utf8" })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
}

const MODES = [
  ["default", "command", [...OWN_TOOLS, "Bash", "Edit", "Write", "Agent"]],
  ["acceptEdits", "mcp", [...OWN_TOOLS, "Bash", "Agent"]],
  ["bypassPermissions", "command", []],
  ["bypassPermissions", "mcp", []],
] as const;

// Its own hooks are commands whatever reaches the others, so that not each case is tried with both.
describe.skipIf(client === null)("the guard in the real client", () => {
  test.each(MODES)(
    "mode %s, hooks by %s: what it cannot decide on is denied",
    async (mode, transport, allowedTools) => {
      const stage = makeStage();
      makePlanProject(stage);
      stage.helix("hooks", "install", "--user", "--transport", transport);
      const { take, bring, helix, plans, workspace } = placesOf(stage);
      const write = (name: string) =>
        use("Write", { file_path: join(stage.project, "src/alpha", name), content: "export const ready = true;\n" });
      const ended = new Meeting(1);
      let text = "";
      const damage = () => {
        text = readFileSync(workspace(), "utf8");
        writeFileSync(workspace(), text.slice(0, 40));
      };
      const session = await runClient({
        client: client!,
        stage,
        mode,
        allowedTools,
        prompts: ["make the engine ready"],
        script: {
          main: [
            save(THREE_TASKS),
            having(() => take(helix), write("before.ts")),
            having(() => bring(helix), plan("start", { seq: "001" })),
            write("allowed.ts"),
            having(() => take(plans), write("no-plans.ts")),
            having(() => bring(plans), use(...agent(BUILDER, true))),
            ended.after(having(damage, write("damaged.ts"))),
            having(() => {
              writeFileSync(workspace(), text);
              take(helix);
            }, write("no-helix.ts")),
            bash("echo x > src/alpha/no-helix-either.ts"),
            having(() => bring(helix), write("allowed-again.ts")),
            having(() => take(stage.base), write("no-knowledge.ts")),
            having(() => {
              for (const marker of filesBelow(join(stage.home, ".helix-guard"))) rmSync(marker);
              rmSync(join(stage.home, ".helix-guard"), { recursive: true });
            }, write("released.ts")),
            say("done"),
            say("done"),
          ],
          agents: {
            [BUILDER]: [write("subagent.ts"), bash("echo x > src/alpha/by-bash.ts"), ended.come(say("it may not"))],
          },
        },
      });
      expect(session.exitCode, session.errors).toBe(0);
      const results = resultsOf(session.main);
      const made = readdirSync(join(stage.project, "src/alpha")).filter((name) => !/^(index|notes)\./.test(name));
      expect(made.sort(), results.map((each) => each.text).join("\n\n")).toEqual([
        "allowed-again.ts",
        "allowed.ts",
        "before.ts",
        "released.ts",
      ]);
      const marker = join(stage.home, ".helix-guard");
      const [, , , , noPlans, , damaged, noHelix, noHelixForBash, , noKnowledge] = results;
      for (const denied of [noPlans, damaged, noHelix, noHelixForBash, noKnowledge]) {
        expect(denied!.isError, denied!.text).toBe(true);
        expect(denied!.text.replaceAll("$HOME", stage.home)).toContain(marker);
      }
      const subagent = resultsOf(session.subagent);
      expect(subagent.map(({ isError }) => isError)).toEqual([true, true]);
    },
  );

  test("settings that turn it off meanwhile are not taken up, whoever wrote them", async () => {
    const stage = makeStage();
    const { readme } = makePlanProject(stage);
    stage.helix("hooks", "install", "--user", "--transport", "mcp");
    stage.put(".claude/settings.json", "{}\n");
    const settings = join(stage.project, ".claude/settings.local.json");
    const off = '{"disableAllHooks":true}';
    const session = await runClient({
      client: client!,
      stage,
      mode: "bypassPermissions",
      prompts: ["make the engine ready"],
      script: {
        main: [
          save(THREE_TASKS),
          plan("start", { seq: "001" }),
          use("Write", { file_path: settings, content: off }),
          use("Read", { file_path: readme }),
          bash(codeThatWrites(".claude/settings.local.json", off)),
          async () => {
            await untilLogged(stage, "ConfigChange hook blocked change");
            return edit(readme, "engine", "mine");
          },
          say("done"),
          say("done"),
        ],
      },
    });
    const results = resultsOf(session.main);
    const said = results.map((each) => each.text).join("\n\n");
    expect(
      results.map(({ isError }) => isError),
      said,
    ).toEqual([false, false, true, false, false, true]);
    expect(results.at(-1)!.text).toContain("outside of the task's delta");
    expect(readFileSync(readme, "utf8")).toBe(README);
  });

  test("where it is slow beyond its deadline it is ended by its own clock, and the call is denied", async () => {
    const stage = makeStage();
    makePlanProject(stage);
    stage.helix("hooks", "install", "--user", "--transport", "command");
    const { helix, take } = placesOf(stage);
    const file = join(stage.project, "src/alpha/late.ts");
    // A pipe that it has open for writing itself never ends.
    const pipe = join(stage.root, "pipe");
    execFileSync("mkfifo", [pipe]);
    const slow = `#!/bin/sh
[ "$2" != guard ] || exec 0<> '${pipe}'
HELIX_TIMEOUT_SCALE=1 exec '${helix}-away' "$@"
`;
    const session = await runClient({
      client: client!,
      stage,
      mode: "bypassPermissions",
      prompts: ["make the engine ready"],
      script: {
        main: [
          save(THREE_TASKS),
          plan("start", { seq: "001" }),
          having(
            () => {
              take(helix);
              writeFileSync(helix, slow, { mode: 0o755 });
            },
            use("Write", { file_path: file, content: "x\n" }),
          ),
          say("done"),
        ],
      },
    });
    const [, , late] = resultsOf(session.main);
    expect([late!.isError, existsSync(file)], late!.text).toEqual([true, false]);
    expect(late!.text).toContain(".helix-guard");
  });

  test("it holds where the client was started in a folder of the project, through a link, and after cd", async () => {
    const stage = makeStage();
    makePlanProject(stage);
    stage.helix("hooks", "install", "--user", "--transport", "mcp");
    const directory = join(stage.root, "link");
    symlinkSync(join(stage.project, "src"), directory);
    const session = await runClient({
      client: client!,
      stage,
      directory,
      mode: "bypassPermissions",
      prompts: ["make the engine ready"],
      script: {
        main: [
          save(THREE_TASKS),
          plan("start", { seq: "001" }),
          bash("cd alpha"),
          use("Write", { file_path: join(directory, "other.ts"), content: "x\n" }),
          bash("echo x > ../other.ts"),
          bash("echo x > own.ts"),
          plan("report", { status: "blocked", summary: "the engine is of another kind" }),
          use("Write", { file_path: join(directory, "free.ts"), content: "x\n" }),
          say("done"),
          say("done"),
        ],
      },
    });
    expect(session.exitCode, session.errors).toBe(0);
    const results = resultsOf(session.main);
    expect(
      results.map(({ isError }) => isError),
      results.map((each) => each.text).join("\n\n"),
    ).toEqual([false, false, false, true, true, false, false, false]);
    expect(filesBelow(join(stage.home, ".helix-guard"))).toEqual([]);
  });

  test.each(["command", "mcp"])("with no workspace active nothing is said, hooks by %s", async (transport) => {
    const stage = makeStage();
    makePlanProject(stage);
    stage.helix("hooks", "install", "--user", "--transport", transport);
    const session = await runClient({
      client: client!,
      stage,
      mode: "bypassPermissions",
      prompts: ["make the engine ready"],
      script: {
        main: [
          bash("echo x > README.md"),
          use("Write", { file_path: join(stage.project, "free.ts"), content: "x\n" }),
          use(...agent(BUILDER, false)),
          say("done"),
        ],
        agents: { [BUILDER]: [bash("echo x > src/beta.ts"), say("done")] },
      },
    });
    expect([session.exitCode, session.hookProblems], session.errors).toEqual([0, []]);
    expect(resultsOf(session.main).map(({ isError }) => isError)).toEqual([false, false, false]);
    expect(resultsOf(session.subagent).map(({ isError }) => isError)).toEqual([false]);
    const said = session.requests.flatMap(injectionsOf).filter(({ event }) => /ToolUse|SubagentStop/.test(event));
    expect(said).toEqual([]);
    expect(session.hookCommands.some((command) => command.includes("helix hook guard"))).toBe(true);
  });
});
