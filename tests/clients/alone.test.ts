// The pipeline without the plugin, in the real client: one session explores, plans, builds and learns by helix's tools
// alone. It ends half way, another session works on the same plan meanwhile, and it is resumed.

import { beforeAll, describe, expect, test } from "vitest";
import { claudeCode } from "../support/client/claude-code.ts";
import {
  bash,
  edit,
  makePlanProject,
  onAnswers,
  type PlanProject,
  plan,
  save,
  task,
} from "../support/client/plan-project.ts";
import { runClient, type SessionOptions } from "../support/client/run-client.ts";
import { type Stage, useStages } from "../support/client/stage.ts";
import { resultsOf, type ToolResult } from "../support/client/tool-results.ts";
import { say, use } from "../support/client/turn.ts";

const client = await claudeCode();
const makeStage = useStages("all");
const OBJECTIVE = "make the engine ready for retries inside a transaction";
const BLOCK = "the check wants a transaction, which nobody has opened";
const OVERCOME = "opened the transaction first, and retried inside of it";
/** What an explorer hands in who has looked at one thing only. */
const EXPLORED = {
  objective: OBJECTIVE,
  structure: { directories: [], entry_points: [], test_patterns: [], configs: [] },
  patterns: { framework: "", confidence: 0, idioms: { required: [], forbidden: ["console.log"] } },
  memory: { failures: [], patterns: [] },
  targets: {
    files: ["src/beta.ts"],
    functions: [{ name: "beta", file: "src/beta.ts", line: 1, reason: "it retries" }],
  },
};
const PLAN = {
  objective: OBJECTIVE,
  decision: "PROCEED",
  idioms: { required: [], forbidden: [] },
  tasks: [
    task("001", "alpha", "src/alpha/"),
    task("002", "beta", "src/beta.ts", "none", "sh check.sh"),
    task("003", "beta-too", "src/beta.ts"),
    task("004", "gamma", "src/gamma.ts", "001,002"),
  ],
};
const delivered = (summary: string) => plan("report", { status: "delivered", summary });

describe.skipIf(client === null)("a session without the plugin", () => {
  let stage: Stage;
  let files: PlanProject;
  let id = "";
  let first: ToolResult[] = [];
  let other: ToolResult[] = [];
  let resumed: ToolResult[] = [];

  const session = async (turns: SessionOptions["script"]["main"], resume?: string) => {
    const { main, id, exitCode, hookProblems, errors } = await runClient({
      client: client!,
      stage,
      mode: "bypassPermissions",
      prompts: [OBJECTIVE],
      ...(resume === undefined ? {} : { resume }),
      script: { main: [...turns, say("so far"), say("so far")] },
    });
    expect([exitCode, hookProblems], errors).toEqual([0, []]);
    return { results: resultsOf(main), id };
  };

  beforeAll(async () => {
    stage = makeStage();
    files = makePlanProject(stage);
    const { alpha, beta, gamma } = files;
    stage.helix("setup");
    ({ results: first, id } = await session([
      plan("explore", { objective: OBJECTIVE }),
      plan("explore", { data: EXPLORED }),
      save(PLAN),
      plan("start", { seq: "001" }),
      use("Read", { file_path: alpha }),
      edit(alpha, "alpha = 1", "ready = 1"),
      bash("grep -rq ready src/alpha && echo yes"),
      delivered("alpha is ready"),
      bash("grep -rq ready src/alpha"),
      delivered("alpha is ready"),
      plan("start", { seq: "002" }),
      bash("sh check.sh"),
      plan("report", { status: "blocked", summary: BLOCK }),
      plan("start", { seq: "004" }),
      plan("start", { seq: "002" }),
    ]));
    ({ results: other } = await session([plan("start", { seq: "002" }), plan("start", { seq: "003" })]));
    ({ results: resumed } = await session(
      [
        use("Read", { file_path: beta }),
        edit(beta, "beta = 1", "ready = 2"),
        bash("sh check.sh"),
        delivered(OVERCOME),
        plan("start", { seq: "003" }),
        edit(beta, "ready = 2", "ready = 3"),
        bash("grep -rq ready src/beta.ts"),
        delivered("beta is ready, too"),
        plan("start", { seq: "gamma" }),
        use("Read", { file_path: gamma }),
        edit(gamma, "gamma = 1", "ready = console.log(1)"),
        edit(gamma, "gamma = 1", "ready = 1"),
        bash("grep -rq ready src/gamma.ts"),
        delivered("gamma is ready"),
        plan("status"),
        onAnswers((all) => {
          const [, objective, approach] =
            /002 pattern: learn action="chunk" objective=(".*") approach=(".*") outcome/.exec(all.at(-1)!.text)!;
          const said = { objective: JSON.parse(objective!), approach: JSON.parse(approach!), outcome: "success" };
          return use("mcp__helix__learn", { action: "chunk", ...said });
        }),
        plan("status"),
      ],
      id,
    ));
    // What went before it was resumed is left out.
    resumed = resumed.slice(first.length);
  });

  test("what it explored is filled with what helix knows, and its idioms go into the plan", () => {
    const [, explored, planned] = first;
    expect(explored!.text).toMatch(
      /directories:\n {2}src\/[\s\S]*forbidden:\n {2}console\.log\nfiles:\n {2}src\/beta\.ts/,
    );
    expect(planned!.text).toContain("note: idioms taken from the exploration");
    expect(planned!.text).toContain("002 and 003 share src/beta.ts: only one of them can be active at a time");
  });

  test("a verify command that ran beside something else refuses DELIVERED, and a blocked task stops what needs it", () => {
    expect(first.map(({ text }) => text.split("\n")[0]).slice(7)).toEqual([
      expect.stringMatching(/^NOT DELIVERED: task 001/),
      expect.any(String),
      expect.stringMatching(/^delivered: task 001 alpha/),
      expect.stringMatching(/^task 002 beta is yours/),
      "Exit code 3",
      expect.stringContaining(`blocked: task 002 beta`),
      expect.stringContaining(`task 004 is stuck: 004 waits for 002, which is blocked: "${BLOCK}"`),
      expect.stringMatching(/^task 002 beta is yours/),
    ]);
  });

  test("another session is refused what is active, and what shares a path with it", () => {
    expect(other[0]!.text).toContain(`task 002 is active already`);
    expect(other[0]!.text).toContain(`of the main conversation of session ${id}`);
    expect(other[1]!.text).toContain("both may change src/beta.ts, and nobody could tell who did");
  });

  test("resumed it has its task still, and the plan comes to its end", () => {
    const heads = resumed.map(({ text }) => text.split("\n")[0]);
    expect(heads[3]).toMatch(/^delivered: task 002 beta/);
    expect(heads[7]).toMatch(/^delivered: task 003 beta-too/);
    expect(heads[10]).toContain("the new text has what the plan forbids: console.log");
    expect(heads[13]).toMatch(/^delivered: task 004 gamma/);
    expect(heads[14]).toContain("(complete: all tasks are delivered)");
  });

  test("it learns what is proposed, word for word, and that is proposed no more", () => {
    const [before, kept, after] = resumed.slice(-3);
    expect(before!.text).toContain(`002 pattern: learn action="chunk"`);
    expect(kept!.text).toMatch(/^added @\w{10}/);
    expect(after!.text).not.toContain("002 pattern:");
    expect(after!.text).toMatch(/002 beta \(delivered\)[\s\S]*?scored \d: block overcome \+3/);
  });
});
