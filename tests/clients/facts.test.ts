// What plans rest on, of the real client with hooks of the test's own: where it says that a project is, whose call a
// hook sees, that a change of its settings can be refused, and that a hook's clock must be shorter than the client's.

import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { claudeCode } from "../support/client/claude-code.ts";
import { agent, bash } from "../support/client/plan-project.ts";
import { runClient, untilLogged } from "../support/client/run-client.ts";
import { type Stage, useStages } from "../support/client/stage.ts";
import { resultsOf } from "../support/client/tool-results.ts";
import { say, use, useAll } from "../support/client/turn.ts";

const client = await claudeCode();
const makeStage = useStages("each");

interface SeenEvent {
  readonly cwd: string;
  readonly agent_id?: string;
  readonly tool_name?: string;
  readonly hook_event_name: string;
}

/** Settings in which each of the events runs a command. */
function settings(stage: Stage, commands: Readonly<Record<string, readonly string[]>>): void {
  const hooks = Object.entries(commands).map(([event, each]) => [
    event,
    [{ hooks: each.map((command) => ({ type: "command", command, timeout: 1 })) }],
  ]);
  stage.putHome(".claude/settings.json", JSON.stringify({ hooks: Object.fromEntries(hooks) }));
}

/** A command that keeps the event and the project's folder, and what it kept, in no order. */
function recorder(stage: Stage): [string, () => [string, SeenEvent][]] {
  const folder = join(stage.root, "seen");
  mkdirSync(folder);
  const command = `f=$(mktemp '${folder}/XXXXXXXX'); { echo "$CLAUDE_PROJECT_DIR"; cat; } > "$f"`;
  return [
    command,
    () =>
      readdirSync(folder).map((name) => {
        const [first, ...rest] = readFileSync(join(folder, name), "utf8").split("\n");
        return [first!, JSON.parse(rest.join("\n")) as SeenEvent];
      }),
  ];
}

describe.skipIf(client === null)("the real client, as plans need it", () => {
  test("a project is the real path of the folder that it was started in, whoever asks and wherever the shell is", async () => {
    const stage = makeStage();
    const [record, seen] = recorder(stage);
    settings(stage, { PreToolUse: [record], SubagentStop: [record] });
    stage.put("src/deep/pool.ts", "export {};\n");
    const directory = join(stage.root, "link");
    symlinkSync(join(stage.project, "src"), directory);
    const session = await runClient({
      client: client!,
      stage,
      directory,
      mode: "bypassPermissions",
      prompts: ["look at the pool"],
      script: {
        main: [
          bash("cd deep"),
          bash("pwd"),
          useAll(agent("builder one", true), agent("builder two", false)),
          say("done"),
        ],
        agents: { "builder one": [bash("cd deep"), say("seen")], "builder two": [bash("pwd"), say("seen")] },
      },
    });
    expect([session.exitCode, session.hookProblems], session.errors).toEqual([0, []]);
    const project = join(stage.project, "src");
    const events = seen();
    expect([...new Set(events.map(([folder]) => folder))]).toEqual([project]);
    const agents = events.flatMap(([, { agent_id, tool_name }]) => (tool_name === "Bash" ? [agent_id ?? "main"] : []));
    expect([agents.length, new Set(agents).size]).toEqual([4, 3]);
    expect(events.some(([, { cwd }]) => cwd === join(project, "deep"))).toBe(true);
    expect(events.filter(([, event]) => event.hook_event_name === "SubagentStop")).toHaveLength(2);
  });

  test("settings that turn hooks off while it runs are not taken up where a hook refuses them", async () => {
    const stage = makeStage();
    const [record, seen] = recorder(stage);
    settings(stage, { PreToolUse: [record], ConfigChange: [record, `echo '{"decision":"block","reason":"not now"}'`] });
    const session = await runClient({
      client: client!,
      stage,
      mode: "bypassPermissions",
      prompts: ["look at the pool"],
      script: {
        main: [
          bash("echo first"),
          () => {
            stage.put(".claude/settings.local.json", '{"disableAllHooks":true}');
            return bash("echo second");
          },
          async () => {
            await untilLogged(stage, "ConfigChange hook blocked change");
            return bash("echo third");
          },
          bash("echo fourth"),
          say("done"),
        ],
      },
    });
    expect(session.exitCode, session.errors).toBe(0);
    expect(seen().filter(([, event]) => event.tool_name === "Bash")).toHaveLength(4);
  });

  test("a hook that the client stops waiting for lets the call through; one that ends itself denies it", async () => {
    const stage = makeStage();
    const late = stage.putHome("late", "#!/bin/sh\nexec sleep 20\n");
    const ended = stage.putHome("ended", "#!/bin/sh\nkill -ALRM $$\n");
    writeFileSync(join(stage.home, "which"), "");
    const command = `. "$HOME/which"; sh "$HOOK" 2> "$HOME/errors" || { echo no >&2; exit 2; }`;
    settings(stage, { PreToolUse: [command] });
    const choosing = (hook: string, words: string) => () => {
      stage.putHome("which", `HOOK='${hook}'\n`);
      return use("Bash", { command: words, description: "a command" });
    };
    const session = await runClient({
      client: client!,
      stage,
      mode: "bypassPermissions",
      prompts: ["look at the pool"],
      script: { main: [choosing(late, "echo through"), choosing(ended, "echo through"), say("done")] },
    });
    const [first, second] = resultsOf(session.main);
    expect([first!.text, first!.isError]).toEqual(["through", false]);
    expect([second!.isError, second!.text.endsWith("no\n") || second!.text.endsWith("no")]).toEqual([true, true]);
  });
});
