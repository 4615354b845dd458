// Lessons in sessions of the real client, on both transports: what is shown is judged by the tool, the judgement is
// counted, and the next session has another order. Nothing is withheld. A hook that no server answers does the same.

import { beforeAll, describe, expect, test } from "vitest";
import { claudeCode } from "../support/client/claude-code.ts";
import { injectionsOf, type ModelRequest } from "../support/client/model-request.ts";
import { type ClientSession, runClient } from "../support/client/run-client.ts";
import { type Stage, useStages } from "../support/client/stage.ts";
import { say, use } from "../support/client/turn.ts";
import { runHelix } from "../support/command-line.ts";
import { askHook } from "../support/hook-process.ts";

const client = await claudeCode();
const makeStage = useStages("all");

const QUESTION = "why does the connection pool starve when a transaction is retried inside a callback?";
const evidence = ({ right, wrong }: { right: string; wrong: string }) =>
  `@${right}: put the retry around withOuterTransaction, the starving stopped\n@${wrong}: maxSockets = 4096 changed nothing, the pool starved later`;
const NEXT = "go on, and say what helped";
const TRIGGER = "The connection pool starves when a transaction is retried inside a callback";

/** Two lessons on the same trouble, of which the one that misleads fits better; their ids. */
function learn(stage: Stage): { right: string; wrong: string } {
  const remember = (trigger: string, resolution: string) => {
    const words = ["learn", "remember", trigger, "--resolution", resolution, "--json"];
    const { stdout, stderr } = runHelix(words, { ...placeOf(stage), keepsIds: true });
    expect(stderr).toBe("");
    return (JSON.parse(stdout) as { id: string }).id;
  };
  return {
    wrong: remember(TRIGGER, "raise the pool's limit to `maxSockets = 4096`"),
    right: remember(
      "A transaction retried inside a callback starves the connection pool: its owner waits for a second socket while it holds the first",
      "retry around `withOuterTransaction`, never inside of it",
    ),
  };
}

/** Where helix is run as the user of the stage would. */
function placeOf(stage: Stage) {
  return { cwd: stage.project, environment: { ...stage.environment, HELIX_NOW: "" } };
}

/** The ids of the lessons that a prompt brought, in their order. */
function lessonsIn(text: string): string[] {
  return Array.from(text.matchAll(/^- failure @(\w{10}): /gm), ([, id]) => id!);
}

function saidTo(request: ModelRequest): string {
  return injectionsOf(request)
    .filter(({ event }) => event === "UserPromptSubmit")
    .map(({ text }) => text)
    .join("\n");
}

function events(stage: Stage): Record<string, unknown>[] {
  const lines = stage.read("knowledge/events/active.jsonl").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

describe.skipIf(client === null).each(["command", "mcp"])("lessons in the real client by %s", (transport) => {
  let stage: Stage;
  let ids: { right: string; wrong: string };
  let first: ClientSession;
  let second: ClientSession;

  beforeAll(async () => {
    stage = makeStage();
    ids = learn(stage);
    stage.helix("hooks", "install", "--user", "--transport", transport);
    const feedback = {
      action: "feedback",
      helped: `@${ids.right}`,
      misled: `@${ids.wrong}`,
      evidence: evidence(ids),
    };
    const run = (prompts: string[], main: Parameters<typeof runClient>[0]["script"]["main"]) =>
      runClient({ client: client!, stage, prompts, script: { main } });
    first = await run(
      [QUESTION, NEXT],
      [say("looking"), use("mcp__helix__learn", feedback), use("mcp__helix__learn", feedback), say("done")],
    );
    second = await run([QUESTION], [say("looking")]);
  });

  test("the client accepts every answer", () => {
    for (const { exitCode, errors, hookProblems, strays } of [first, second]) {
      expect(exitCode, errors).toBe(0);
      expect(hookProblems).toEqual([]);
      expect(strays).toEqual([]);
    }
  });

  test("they are shown with what to do, nobody having judged them, and a report is asked for", () => {
    const text = saidTo(first.main[0]!);
    expect(lessonsIn(text)).toEqual([ids.wrong, ids.right]);
    expect(text).toContain("  do: retry around `withOuterTransaction`");
    expect(text).not.toMatch(/\((?:helped|misled) \d/);
    expect(text).toContain('learn action="feedback"');
  });

  test("what the tool is told is counted, once", () => {
    const body = JSON.stringify(first.main.at(-1)!.body);
    expect(body.includes("1 helped, 1 misled")).toBe(true);
    expect(body.includes("0 helped, 0 misled")).toBe(true);
    const judged = events(stage).filter(({ type }) => type === "feedback");
    expect(judged.map(({ note, verdict, by, session }) => [note, verdict, by, session])).toEqual([
      [ids.right, "helped", "assistant", first.id],
      [ids.wrong, "misled", "assistant", first.id],
    ]);
  });

  test("the next session has the one that helped first, each with its record", () => {
    const text = saidTo(second.main[0]!);
    expect(lessonsIn(text)).toEqual([ids.right, ids.wrong]);
    expect(text).toContain("(helped 1 of 1)");
    expect(text).toContain("(misled 1 of 1)");
  });

  test("nothing was withheld but what the conversation had", () => {
    const held = events(stage).flatMap(({ type, held: all }) =>
      type === "withheld" ? ((all ?? []) as string[][]) : [],
    );
    expect([...new Set(held.map(([, why]) => why))].filter((why) => why !== "told")).toEqual([]);
  });
});

describe("a hook that no server answers", () => {
  test("shows lessons in the order of their judgements, too", async () => {
    const stage = makeStage();
    const ids = learn(stage);
    const environment = { ...stage.environment, HELIX_NOW: "" };
    const ask = (session_id: string) =>
      askHook(
        "prompt",
        { session_id, cwd: stage.project, prompt: QUESTION },
        { cwd: stage.project, base: stage.base, environment },
      );
    const judge = (...words: string[]) =>
      runHelix(["learn", "feedback", ...words], {
        cwd: stage.project,
        environment: { ...environment, CLAUDE_CODE_SESSION_ID: "s1" },
      });
    expect(lessonsIn(await ask("s1"))).toEqual([ids.wrong, ids.right]);
    const judged = judge(`@${ids.right}`, "--misled", `@${ids.wrong}`, "--evidence", evidence(ids));
    expect(judged.stdout, judged.stderr).toContain("1 helped, 1 misled");
    const text = await ask("s2");
    expect(lessonsIn(text)).toEqual([ids.right, ids.wrong]);
    expect(text).toContain("(helped 1 of 1)");
    expect(await ask("s2")).toBe("");
  });
});
