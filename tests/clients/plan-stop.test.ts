// Builders of the real client that end without a report: each is asked for one, once; then what it said last counts.

import { beforeAll, describe, expect, test } from "vitest";
import { claudeCode } from "../support/client/claude-code.ts";
import { textsOf } from "../support/client/model-request.ts";
import { agent, makePlanProject, plan, save, THREE_TASKS, task } from "../support/client/plan-project.ts";
import { type ClientSession, runClient } from "../support/client/run-client.ts";
import { type Stage, useStages } from "../support/client/stage.ts";
import { resultsOf } from "../support/client/tool-results.ts";
import { say, useAll } from "../support/client/turn.ts";

const client = await claudeCode();
const makeStage = useStages("all");

const REPORTS = "build task 001 of the plan";
const SAYS = "build task 002 of the plan";
const SILENT = "build task 003 of the plan";
const FREE = "look at the engine";

describe.skipIf(client === null).each(["command", "mcp"])("a builder without a report, hooks by %s", (transport) => {
  let stage: Stage;
  let session: ClientSession;

  beforeAll(async () => {
    stage = makeStage();
    makePlanProject(stage);
    stage.helix("hooks", "install", "--user", "--transport", transport);
    const tasks = [
      task("001", "alpha", "src/alpha/"),
      task("002", "beta", "src/beta.ts"),
      task("003", "gamma", "src/gamma.ts"),
    ];
    session = await runClient({
      client: client!,
      stage,
      mode: "bypassPermissions",
      prompts: ["make the engine ready"],
      script: {
        main: [
          save({ ...THREE_TASKS, tasks }),
          useAll(agent(REPORTS, false), agent(SAYS, false), agent(SILENT, false), agent(FREE, false)),
          plan("status"),
          say("done"),
          say("done"),
        ],
        agents: {
          [REPORTS]: [
            plan("start", { seq: "001" }),
            say("I looked at alpha"),
            plan("report", { status: "blocked", summary: "alpha has no layout" }),
            say("alpha is blocked"),
          ],
          [SAYS]: [plan("start", { seq: "002" }), say("I looked at beta"), say("BLOCKED: beta has no owner")],
          [SILENT]: [plan("start", { seq: "003" }), say("I looked at gamma"), say("gamma is large")],
          [FREE]: [say("it is an engine")],
        },
      },
    });
  });

  /** How often a subagent was asked for its report. */
  function requestsFor(prompt: string): number {
    const last = session.subagent.filter((request) => request.task === prompt).at(-1)!;
    const said = last.body.messages.flatMap(textsOf).join("\n");
    return said.split("SubagentStop hook blocking error").length - 1;
  }

  test("is asked for it once, and who has no task is not asked", () => {
    expect([session.exitCode, session.hookProblems, session.strays], session.errors).toEqual([0, [], []]);
    expect([REPORTS, SAYS, SILENT, FREE].map(requestsFor)).toEqual([1, 1, 1, 0]);
  });

  test("its last words count as its report; without them its task stays active", () => {
    const status = resultsOf(session.main).at(-1)!.text;
    expect(status).toMatch(/^001 alpha \(blocked\).*\n.*alpha has no layout/m);
    expect(status).toMatch(/^002 beta \(blocked\).*\n.*beta has no owner/m);
    expect(status).toMatch(/^003 gamma \(active\)/m);
  });
});
