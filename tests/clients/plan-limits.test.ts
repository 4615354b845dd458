// The other limits of a task in sessions of the real client: its budget, its idioms, what nobody saw, and a subagent in
// a work tree of its own.

import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { claudeCode } from "../support/client/claude-code.ts";
import { placesOf } from "../support/client/model-request.ts";
import { agent, bash, makePlanProject, plan, save, THREE_TASKS, task } from "../support/client/plan-project.ts";
import { type ClientSession, runClient } from "../support/client/run-client.ts";
import type { Script } from "../support/client/scripted-model.ts";
import { type Stage, useStages } from "../support/client/stage.ts";
import { resultsOf } from "../support/client/tool-results.ts";
import { say, use } from "../support/client/turn.ts";

const client = await claudeCode();
const makeStage = useStages("each");

const VERIFY = "grep -rq ready src/alpha";
const ONE_TASK = { ...THREE_TASKS, tasks: [{ ...task("001", "alpha", "src/alpha/"), budget: 5 }] };
const DELIVERED = plan("report", { status: "delivered", summary: "alpha is ready" });

function write(stage: Stage, name: string, content = "export const ready = true;\n") {
  return use("Write", { file_path: join(stage.project, "src/alpha", name), content });
}

async function run(transport: string, script: (stage: Stage) => Script): Promise<[Stage, ClientSession]> {
  const stage = makeStage();
  makePlanProject(stage);
  stage.helix("hooks", "install", "--user", "--transport", transport);
  const prompts = ["make alpha ready"];
  const session = await runClient({
    client: client!,
    stage,
    mode: "bypassPermissions",
    prompts,
    script: script(stage),
  });
  expect([session.exitCode, session.hookProblems], session.errors).toEqual([0, []]);
  return [stage, session];
}

/** Whether each call failed, and all that was answered, to be shown where that is not as expected. */
function failures(session: ClientSession): [boolean[], string] {
  const results = resultsOf(session.main);
  return [results.map(({ isError }) => isError), results.map(({ text }) => text).join("\n\n")];
}

describe.skipIf(client === null)("a task's limits in the real client", () => {
  test("forbidden idioms are refused, the end of the budget is told, and then only reading and verifying is left", async () => {
    const idioms = { required: [], forbidden: ["export default"] };
    const [, session] = await run("command", (stage) => ({
      main: [
        save({ ...ONE_TASK, idioms }),
        plan("start", { seq: "001" }),
        write(stage, "default.ts", "export default 1;\n"),
        ...["1.ts", "2.ts", "3.ts", "4.ts", "5.ts", "6.ts"].map((name) => write(stage, name)),
        bash("ls src"),
        use("Read", { file_path: join(stage.project, "README.md") }),
        bash(VERIFY),
        DELIVERED,
        say("done"),
        say("done"),
      ],
    }));
    const [isError, said] = failures(session);
    const writes = [false, false, false, false, false, true];
    expect(isError, said).toEqual([false, false, true, ...writes, true, false, false, false]);
    const results = resultsOf(session.main);
    expect(results[2]!.text).toContain("export default");
    expect(results[8]!.text).toMatch(/budget|calls/);
    const last = session.main.at(-1)!;
    expect(placesOf(last, "calls are left").concat(placesOf(last, "2 calls"))).toContain("PreToolUse:Write");
  });

  test("calls that the guard did not see refuse DELIVERED", async () => {
    const [, session] = await run("mcp", (stage) => {
      const markers = join(stage.home, ".helix-guard");
      const away = join(stage.root, "markers");
      return {
        main: [
          save(ONE_TASK),
          plan("start", { seq: "001" }),
          () => {
            renameSync(markers, away);
            return write(stage, "unseen.ts");
          },
          () => {
            rmSync(markers, { recursive: true, force: true });
            mkdirSync(dirname(markers), { recursive: true });
            renameSync(away, markers);
            return bash(VERIFY);
          },
          DELIVERED,
          say("done"),
          say("done"),
        ],
      };
    });
    const report = resultsOf(session.main).at(-1)!;
    expect(report.text).toMatch(/^NOT DELIVERED[\s\S]*^- gap: .*\n?.*Write/m);
    expect(report.text).not.toMatch(/^- (?:verify|outside)/m);
  });

  test("a subagent in a work tree of its own is held there", async () => {
    const builder = "build task 001 in a tree of your own";
    const [name, input] = agent(builder, false);
    const [stage, session] = await run("mcp", () => ({
      main: [save(ONE_TASK), use(name, { ...input, isolation: "worktree" }), plan("status"), say("done"), say("done")],
      agents: {
        [builder]: [
          plan("start", { seq: "001" }),
          bash("echo 'export const ready = true;' > src/alpha/ready.ts"),
          bash("echo mine > README.md"),
          bash("echo mine > ../../../README.md"),
          bash(VERIFY),
          DELIVERED,
          say("DELIVERED: alpha is ready"),
        ],
      },
    }));
    const results = resultsOf(session.subagent);
    const said = results.map(({ text }) => text).join("\n\n");
    expect(
      results.map(({ isError }) => isError),
      said,
    ).toEqual([false, false, true, true, false, false]);
    expect(resultsOf(session.main).at(-1)!.text).toMatch(/^plan \w{10} \(complete/);
    expect(stage.projectFiles()["README.md"]).toBe("# engine\n");
  });
});
