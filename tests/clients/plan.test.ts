// A plan in sessions of the real client, on both transports: it is explored, saved, and built by two subagents at once,
// one of which writes where it must not, while the other one's tests stay red. What it learned reaches the next plan.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { claudeCode } from "../support/client/claude-code.ts";
import {
  agent,
  bash,
  codeThatWrites,
  edit,
  Meeting,
  makePlanProject,
  onAnswers,
  type PlanProject,
  plan,
  README,
  save,
  THREE_TASKS,
  task,
} from "../support/client/plan-project.ts";
import { type ClientSession, runClient } from "../support/client/run-client.ts";
import { type Stage, useStages } from "../support/client/stage.ts";
import { resultsOf, type ToolResult } from "../support/client/tool-results.ts";
import { say, use, useAll } from "../support/client/turn.ts";

const client = await claudeCode();
const makeStage = useStages("all");

const ALPHA = "build task 001 of the plan";
const BETA = "build task 002 of the plan";
const TOOLS = ["Bash", "Edit", "Write", "Read", "Agent", "mcp__helix__plan", "mcp__helix__learn"];
const FAILURE = "beta cannot be made ready for retries: its transaction is committed twice inside the callback";

/** The results that a subagent got. */
function resultsIn(session: ClientSession, prompt: string): ToolResult[] {
  return resultsOf(session.subagent.filter((request) => request.task === prompt));
}

/** The id of the failure to avoid that a task was given. */
function lessonIn(text: string): string {
  return /^avoid @(\w{10}) /m.exec(text)?.[1] ?? "";
}

/** The call that stores a lesson, as a result proposes it. */
function proposedCall(text: string): object {
  const call = /learn action="remember" type="failure" trigger=("(?:[^"\\]|\\.)*") resolution=("(?:[^"\\]|\\.)*")/.exec(
    text,
  );
  if (call === null) throw new Error(`no lesson is proposed: ${text}`);
  const [, trigger, resolution] = call.map((each) => (each.startsWith('"') ? (JSON.parse(each) as string) : ""));
  return { action: "remember", type: "failure", trigger, resolution };
}

describe.skipIf(client === null).each(["command", "mcp"])("a plan in the real client, hooks by %s", (transport) => {
  let stage: Stage;
  let files: PlanProject;
  let first: ClientSession;
  let alpha: ToolResult[];
  let beta: ToolResult[];

  /** Breaks out of its task in five ways, is refused, undoes it, and delivers. */
  const alphaTurns = (started: Meeting, ended: Meeting) => [
    plan("start", { seq: "001" }),
    started.come(use("Read", { file_path: files.readme })),
    started.after(edit(files.readme, "engine", "mine")),
    edit(files.link, "engine", "mine"),
    edit(join(stage.project, "src/alpha/../../README.md"), "engine", "mine"),
    bash("sed -i s/engine/mine/ README.md"),
    bash(codeThatWrites("README.md", "# mine\n")),
    use("Write", { file_path: join(stage.project, "src/alpha/retry.ts"), content: "export const ready = true;\n" }),
    bash("grep -rq ready src/alpha"),
    plan("report", { status: "delivered", summary: "alpha is ready" }),
    bash(codeThatWrites("README.md", README)),
    plan("report", { status: "delivered", summary: "alpha is ready" }),
    ended.come(say("DELIVERED: alpha is ready")),
  ];

  /** Does what it can, claims that it is enough, and gives up. */
  const betaTurns = (started: Meeting, ended: Meeting) => [
    plan("start", { seq: "003" }),
    plan("start", { seq: "002" }),
    plan("start", { seq: "001" }),
    started.come(use("Read", { file_path: files.beta })),
    started.after(edit(files.beta, "beta = 1", "beta = 2")),
    bash("sh check.sh"),
    plan("report", { status: "delivered", summary: "beta is ready" }),
    plan("report", { status: "blocked", summary: FAILURE }),
    onAnswers((all) => use("mcp__helix__learn", proposedCall(all.at(-1)!.text))),
    ended.come(say(`BLOCKED: ${FAILURE}`)),
  ];

  beforeAll(async () => {
    stage = makeStage();
    files = makePlanProject(stage);
    stage.helix("hooks", "install", "--user", "--transport", transport);
    const [started, ended] = [new Meeting(2), new Meeting(2)];
    first = await runClient({
      client: client!,
      stage,
      prompts: ["make the engine ready for retries"],
      allowedTools: TOOLS,
      script: {
        main: [
          plan("explore", { objective: THREE_TASKS.objective }),
          plan("explore", { data: { objective: THREE_TASKS.objective, targets: { files: ["src/beta.ts"] } } }),
          save(THREE_TASKS),
          plan("ready"),
          useAll(agent(ALPHA, true), agent(BETA, true)),
          started.after(edit(files.gamma, "gamma = 1", "gamma = 2")),
          ended.after(plan("status")),
          plan("start", { seq: "003" }),
          say("one is blocked"),
          say("done"),
          say("done"),
        ],
        agents: { [ALPHA]: alphaTurns(started, ended), [BETA]: betaTurns(started, ended) },
      },
    });
    alpha = resultsIn(first, ALPHA);
    beta = resultsIn(first, BETA);
  });

  test("the client accepts every answer", () => {
    expect(first.exitCode, first.errors).toBe(0);
    expect(first.hookProblems).toEqual([]);
    expect(first.strays).toEqual([]);
  });

  test("the plan is explored, saved, and two tasks are ready", () => {
    const [found, explored, saved, ready] = resultsOf(first.main);
    for (const each of [found, explored, saved, ready]) expect(each!.isError, each!.text).toBe(false);
    expect(explored!.text).toContain("src/beta.ts");
    expect(ready!.text).toMatch(/001[\s\S]*002/);
    expect(ready!.text).not.toContain("003");
  });

  test("a subagent that starts a task is told its limits", () => {
    expect(alpha[0]!.text).toContain("src/alpha/");
    expect(alpha[0]!.text).toContain("grep -rq ready src/alpha");
    expect(alpha[0]!.isError).toBe(false);
  });

  test("edits outside of the delta are denied with the reason and the way out", () => {
    for (const denied of alpha.slice(2, 6)) {
      expect(denied.isError, denied.text).toBe(true);
      expect(denied.text).toContain("README.md");
      expect(denied.text).toMatch(/outside|delta/);
      expect(denied.text).toContain("status=blocked");
    }
  });

  test("what no guard could see is found at the report, and DELIVERED is refused until it is undone", () => {
    const [ran, written, verified, refused, undone, delivered] = alpha.slice(6);
    expect([ran, written, verified, undone].map((each) => each!.isError)).toEqual([false, false, false, false]);
    expect(refused!.text).toMatch(/^NOT DELIVERED/);
    expect(refused!.text).toContain("README.md");
    expect(refused!.text).not.toContain("beta.ts is outside");
    expect(delivered!.text).toMatch(/delivered/);
    expect(delivered!.isError, delivered!.text).toBe(false);
    expect(readFileSync(files.readme, "utf8")).toBe(README);
  });

  test("a task that waits cannot be started, nor a second one", () => {
    const [waiting, started, second] = beta;
    expect(waiting!.isError).toBe(true);
    expect(waiting!.text).toMatch(/waits for/);
    expect(started!.isError, started!.text).toBe(false);
    expect(second!.isError).toBe(true);
  });

  test("who sees its verify fail cannot deliver, but can block, and is proposed a lesson", () => {
    const [edited, red, refused, blocked, stored] = beta.slice(4);
    expect(edited!.isError, edited!.text).toBe(false);
    expect(red!.isError).toBe(true);
    expect(refused!.text).toMatch(/^NOT DELIVERED/);
    expect(refused!.text).toContain("sh check.sh");
    expect(blocked!.isError, blocked!.text).toBe(false);
    expect(stored!.isError, stored!.text).toBe(false);
  });

  test("the main conversation, which has no task, may not edit meanwhile", () => {
    const [, , , , , , edited, status, third] = resultsOf(first.main);
    expect(edited!.isError, edited!.text).toBe(true);
    expect(edited!.text).toMatch(/workspace|task/);
    expect(status!.text).toMatch(/^plan \w{10} \(all blocked/);
    expect(status!.text).toMatch(/003 waits for 002, which is blocked/);
    expect(third!.isError).toBe(true);
    expect(readFileSync(files.gamma, "utf8")).toBe("export const gamma = 1;\n");
  });

  test("no marker is left", () => {
    expect(stage.homeFiles().filter((path) => path.startsWith(".helix-guard"))).toEqual([]);
  });

  describe("and the next plan", () => {
    let second: ClientSession;
    let results: ToolResult[];

    beforeAll(async () => {
      second = await runClient({
        client: client!,
        stage,
        prompts: ["then beta alone"],
        allowedTools: TOOLS,
        script: {
          main: [
            save({
              ...THREE_TASKS,
              objective: "make beta ready for retries inside a transaction",
              tasks: [task("001", "beta", "src/beta.ts")],
            }),
            plan("start", { seq: "001" }),
            use("Read", { file_path: files.beta }),
            edit(files.beta, "beta = 2", "ready = 2"),
            bash("grep -rq ready src/beta.ts"),
            onAnswers(([, started]) => {
              const id = lessonIn(started!.text);
              const evidence = `@${id}: its transaction was committed twice inside the callback, which is mended`;
              return plan("report", { status: "delivered", summary: "beta is ready", utilized: `@${id}`, evidence });
            }),
            plan("status"),
            edit(files.beta, "ready = 2", "ready = 3"),
            say("done"),
            say("done"),
          ],
        },
      });
      results = resultsOf(second.main);
    });

    test("gets the lesson, is delivered, and is complete", () => {
      expect([second.exitCode, second.hookProblems], second.errors).toEqual([0, []]);
      const [saved, started, , edited, verified, delivered, status, free] = results;
      for (const each of [saved, started, edited, verified, delivered, status, free])
        expect(each!.isError, each!.text).toBe(false);
      expect(started!.text).toContain("committed twice inside the callback");
      expect(delivered!.text).toContain(`lesson @${lessonIn(started!.text)}`);
      expect(delivered!.text).toMatch(/: helped$/m);
      expect(status!.text).toMatch(/complete/i);
    });
  });
});
