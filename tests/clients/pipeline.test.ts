// The whole pipeline in the real client with the plugin's skill and agents: an objective is explored, planned, built by
// two builders at once, and observed, with tasks of the client's own list. One builder is blocked and its task is built
// by another one, which is a lesson.

import { beforeAll, describe, expect, test } from "vitest";
import { claudeCode } from "../support/client/claude-code.ts";
import type { ModelRequest } from "../support/client/model-request.ts";
import {
  bash,
  edit,
  Meeting,
  makePlanProject,
  onAnswers,
  type PlanProject,
  task,
} from "../support/client/plan-project.ts";
import { plugged, pluginFolder, WITH_TASK_LIST } from "../support/client/plugin-folder.ts";
import { type ClientSession, runClient } from "../support/client/run-client.ts";
import { type Stage, useStages } from "../support/client/stage.ts";
import { resultsOf, type ToolResult } from "../support/client/tool-results.ts";
import { say, use, useAll } from "../support/client/turn.ts";

const client = await claudeCode();
const makeStage = useStages("all");

const OBJECTIVE = "make the engine ready for retries inside a transaction";
const EXPLORE = "explore: make the engine ready";
const PLAN = "plan: make the engine ready";
const ALPHA = "Build task 001 alpha of the plan";
const BETA = "Build task 002 beta of the plan";
const BETA_AGAIN = "Build again task 002 beta of the plan";
const OBSERVE = "observe: make the engine ready";
const BLOCK = "the check of beta wants a transaction, which nobody has opened";
const OVERCOME = "opened the transaction first, and retried inside of it";
const TASKS = [
  task("001", "alpha", "src/alpha/"),
  task("002", "beta", "src/beta.ts", "none", "sh check.sh"),
  task("003", "gamma", "src/gamma.ts", "001,002"),
];

function role(name: string, prompt: string) {
  return ["Agent", { description: name, prompt, subagent_type: `helix:${name}`, run_in_background: false }] as const;
}

const created = (subject: string) => ["TaskCreate", { subject, description: subject, activeForm: subject }] as const;
const updated = (taskId: string, changes: object) => ["TaskUpdate", { taskId, ...changes }] as const;
const plan = (action: string, rest: object = {}) => plugged("plan", { action, ...rest });
const save = (data: object) => plan("save", { data });
const learn = (action: string, rest: object) => plugged("learn", { action, ...rest });
const figures = (tool: string, action: string) => [`mcp__plugin_helix_helix__${tool}`, { action }] as const;

function resultsIn(session: ClientSession, prompt: string): ToolResult[] {
  return resultsOf(session.subagent.filter((request: ModelRequest) => request.task === prompt));
}

describe.skipIf(client === null).each(["command", "mcp"])(
  "/helix OBJECTIVE with the plugin, hooks by %s",
  (transport) => {
    let stage: Stage;
    let files: PlanProject;
    let session: ClientSession;
    let main: ToolResult[];

    beforeAll(async () => {
      stage = makeStage();
      files = makePlanProject(stage);
      const [started, ended] = [new Meeting(2), new Meeting(2)];
      session = await runClient({
        client: client!,
        stage,
        plugins: [pluginFolder(stage, transport)],
        mode: "acceptEdits",
        environment: WITH_TASK_LIST,
        allowedTools: ["Bash"],
        prompts: [`/helix ${OBJECTIVE}`, "/helix-stats"],
        script: {
          main: [
            plan("status"),
            useAll(role("explorer", EXPLORE)),
            useAll(role("planner", PLAN)),
            plan("show"),
            useAll(created("001 alpha"), created("002 beta"), created("003 gamma")),
            useAll(updated("3", { addBlockedBy: ["1", "2"] })),
            useAll(["TaskList", {}]),
            plan("ready"),
            useAll(
              updated("1", { status: "in_progress" }),
              updated("2", { status: "in_progress" }),
              role("builder", ALPHA),
              role("builder", BETA),
            ),
            plan("status"),
            useAll(updated("1", { status: "completed" }), updated("2", { status: "completed" })),
            useAll(role("builder", BETA_AGAIN)),
            useAll(updated("2", { status: "completed" })),
            useAll(["TaskList", {}]),
            useAll(role("builder", "Build task 003 gamma of the plan")),
            useAll(updated("3", { status: "completed" })),
            useAll(role("observer", OBSERVE)),
            say("all is delivered"),
            useAll(
              figures("topics", "stats"),
              figures("learn", "health"),
              figures("learn", "lift"),
              figures("plan", "status"),
            ),
            say("these are the figures"),
          ],
          agents: {
            [EXPLORE]: [
              plan("explore", { objective: OBJECTIVE }),
              plan("explore", { data: { objective: OBJECTIVE, targets: { files: ["src/beta.ts"] } } }),
              say(`{"objective": "${OBJECTIVE}"}`),
            ],
            [PLAN]: [
              plan("explore", { load: "true" }),
              save({ objective: OBJECTIVE, decision: "PROCEED", idioms: { forbidden: ["console.log"] }, tasks: TASKS }),
              onAnswers((all) => say(`PROCEED: ${/plan (\w{10})/.exec(all.at(-1)!.text)![1]}`)),
            ],
            [ALPHA]: [
              plan("start", { seq: "001" }),
              started.come(use("Read", { file_path: files.alpha })),
              started.after(edit(files.alpha, "alpha = 1", "ready = 1")),
              edit(files.beta, "beta = 1", "ready = 1"),
              bash("grep -rq ready src/alpha"),
              plan("report", { status: "delivered", summary: "alpha is ready" }),
              ended.come(say("DELIVERED: alpha is ready\nUTILIZED: none")),
            ],
            [BETA]: [
              plan("start", { seq: "002" }),
              started.come(bash("sh check.sh")),
              plan("report", { status: "blocked", summary: BLOCK }),
              ended.come(say(`BLOCKED: ${BLOCK}\nUTILIZED: none`)),
            ],
            [BETA_AGAIN]: [
              plan("start", { seq: "002" }),
              use("Read", { file_path: files.beta }),
              edit(files.beta, "beta = 1", "ready = 1"),
              bash("sh check.sh"),
              plan("report", { status: "delivered", summary: OVERCOME }),
              say(`DELIVERED: ${OVERCOME}\nUTILIZED: none`),
            ],
            "Build task 003 gamma of the plan": [
              plan("start", { seq: "003" }),
              use("Read", { file_path: files.gamma }),
              edit(files.gamma, "gamma = 1", "ready = 1"),
              bash("grep -rq ready src/gamma.ts"),
              plan("report", { status: "delivered", summary: "gamma is ready" }),
              say("DELIVERED: gamma is ready\nUTILIZED: none"),
            ],
            [OBSERVE]: [
              plan("status"),
              learn("chunk", { objective: "retry what runs in a transaction", approach: OVERCOME, outcome: "success" }),
              say('{"scores": [], "stored": [], "left": [], "related": []}'),
            ],
          },
        },
      });
      main = resultsOf(session.main);
    });

    /** The results of the main conversation that hold the words. */
    const holding = (words: string | RegExp) =>
      main.filter(({ text }) => (typeof words === "string" ? text.includes(words) : words.test(text)));

    test("the client accepts every answer", () => {
      expect([session.exitCode, session.hookProblems, session.strays], session.errors).toEqual([0, [], []]);
    });

    test("the skill and its agents are given the objective", () => {
      expect(JSON.stringify(session.main[0]!.body.messages)).toContain(`Objective: ${OBJECTIVE}`);
      expect(JSON.stringify(session.main.at(-1)!.body.messages)).toContain("Call helix's tools all at once");
    });

    test("each role runs with its model", () => {
      const modelOf = (prompt: string) => session.subagent.find((request) => request.task === prompt)!.body.model;
      expect(modelOf(EXPLORE)).toMatch(/haiku/);
      for (const prompt of [PLAN, ALPHA, BETA, BETA_AGAIN, OBSERVE]) expect(modelOf(prompt)).toMatch(/opus/);
    });

    test("the explorer's findings reach the planner, whose plan reaches the main conversation", () => {
      const [, explored] = resultsIn(session, EXPLORE);
      const [loaded, saved] = resultsIn(session, PLAN);
      expect(explored!.isError, explored!.text).toBe(false);
      expect(loaded!.text).toContain("src/beta.ts");
      expect(saved!.text).toContain("3 tasks: 2 ready, 1 waiting");
      expect(holding("PROCEED: ")).toHaveLength(1);
    });

    test("two builders work at once, each within its task", () => {
      const alpha = resultsIn(session, ALPHA);
      expect(alpha.map(({ isError }) => isError)).toEqual([false, false, false, true, false, false]);
      expect(alpha[3]!.text).toContain("Task 001 may change: src/alpha/");
      expect(alpha.at(-1)!.text).toMatch(/^delivered: task 001 alpha/);
      const beta = resultsIn(session, BETA);
      expect(beta.at(-1)!.text).toMatch(/^blocked: task 002 beta/);
    });

    test("tasks are on the client's list, and the blocked one is not completed before it is delivered", () => {
      const refused = holding("helix: task 002 beta of the plan is not delivered: it is blocked");
      expect(refused).toHaveLength(1);
      expect(refused[0]!.text).toContain(BLOCK);
      const lists = holding("003 gamma").flatMap(({ text }) => (text.startsWith("#1") ? [text.split("\n")] : []));
      expect(lists).toEqual([
        ["#1 [pending] 001 alpha", "#2 [pending] 002 beta", "#3 [pending] 003 gamma [blocked by #1, #2]"],
        ["#1 [completed] 001 alpha", "#2 [completed] 002 beta", "#3 [pending] 003 gamma"],
      ]);
      expect(holding("helix: task 003")).toEqual([]);
    });

    test("the observer is shown scores and proposals, and keeps one", () => {
      const [status, kept] = resultsIn(session, OBSERVE);
      expect(status!.text).toContain("(complete: all tasks are delivered)");
      expect(status!.text).toMatch(/002 beta \(delivered\)[\s\S]*?scored \d+: block overcome \+3, idioms followed \+2/);
      expect(status!.text).toMatch(/001 alpha \(delivered\)[\s\S]*?scored \d+: first try \+2, idioms followed \+2/);
      expect(status!.text).toContain(`002 pattern: learn action="chunk"`);
      expect(kept!.text).toMatch(/^added @\w{10}/);
    });

    test("/helix-stats has the figures", () => {
      const [notes, lessons, lift, standing] = main.slice(-4);
      for (const each of [notes, lessons, lift, standing]) expect(each!.isError, each!.text).toBe(false);
      expect(lessons!.text).toContain("1 lesson: 0 failures, 1 pattern");
      expect(standing!.text).toContain("scored ");
    });

    test("no marker is left", () => {
      expect(stage.homeFiles().filter((path) => path.startsWith(".helix-guard"))).toEqual([]);
    });
  },
);
