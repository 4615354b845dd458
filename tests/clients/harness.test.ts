// The harness in which the real client runs, tried on hooks of the test's own: what the client takes from a hook is
// seen where it comes in, what it refuses is reported, and nothing leaves the machine. Without this, silence of the
// other tests would prove nothing.

import { describe, expect, test } from "vitest";
import { claudeCode } from "../support/client/claude-code.ts";
import { canIsolate } from "../support/client/loopback.ts";
import { injectionsOf, placesOf } from "../support/client/model-request.ts";
import { runClient } from "../support/client/run-client.ts";
import { useStages } from "../support/client/stage.ts";
import { say, use } from "../support/client/turn.ts";
import { skipLoudly } from "../support/confined.ts";

const client = await claudeCode();
if (client !== null && !canIsolate) skipLoudly("the client cannot be given a network of its own here");
const makeStage = useStages("each");

/** Settings with one command for an event, which prints `output`. */
function printing(event: string, output: string): string {
  const command = `cat > /dev/null; printf %s '${output}'`;
  return JSON.stringify({ hooks: { [event]: [{ hooks: [{ type: "command", command }] }] } });
}

function context(hookEventName: string, additionalContext: string): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext } });
}

describe.skipIf(client === null)("the harness of the real client", () => {
  test("what a hook injects is seen once, after the event", async () => {
    const stage = makeStage();
    stage.putHome(".claude/settings.json", printing("PreToolUse", context("PreToolUse", "the pool is small")));
    const file = stage.put("pool.ts", "export {};\n");
    const session = await runClient({
      client: client!,
      stage,
      prompts: ["look at the pool", "and again"],
      script: { main: [use("Read", { file_path: file }), say("seen"), say("as before")] },
      allowedTools: ["Read"],
    });
    expect(session.exitCode, session.errors).toBe(0);
    expect(session.main.map((request) => placesOf(request, "the pool is small"))).toEqual([
      [],
      ["PreToolUse:Read"],
      ["PreToolUse:Read"],
    ]);
    expect(session.hookProblems).toEqual([]);
    expect(session.strays).toEqual([]);
  });

  test.each([
    [
      "without its event's name",
      '{"hookSpecificOutput":{"additionalContext":"the pool is small"}}',
      /validation failed/,
    ],
    ["for another event", context("Stop", "the pool is small"), /incorrect event name/],
    ["that is no JSON", "{ pool: small }", /not valid JSON/],
  ])("an answer %s is reported, and not injected", async (_, answer, problem) => {
    const stage = makeStage();
    stage.putHome(".claude/settings.json", printing("UserPromptSubmit", answer));
    const session = await runClient({ client: client!, stage, prompts: ["hello"], script: { main: [say("hello")] } });
    expect(session.hookProblems.join("\n")).toMatch(problem);
    expect(session.main.flatMap(injectionsOf)).toEqual([]);
  });

  test("an answer that was cut off is reported, though the client takes it for text", async () => {
    const stage = makeStage();
    stage.putHome(".claude/settings.json", printing("UserPromptSubmit", '{"hookSpecificOutput":'));
    const session = await runClient({ client: client!, stage, prompts: ["hello"], script: { main: [say("hello")] } });
    expect(session.hookProblems.join("\n")).toMatch(/not a JSON object/);
    expect(placesOf(session.main[0]!, '{"hookSpecificOutput":')).toEqual(["UserPromptSubmit"]);
  });

  test("a hook that fails is reported", async () => {
    const stage = makeStage();
    const hooks = [{ type: "command", command: "cat > /dev/null; exit 1" }];
    stage.putHome(".claude/settings.json", JSON.stringify({ hooks: { Stop: [{ hooks }] } }));
    const session = await runClient({ client: client!, stage, prompts: ["hello"], script: { main: [say("hello")] } });
    expect(session.hookProblems.join("\n")).toMatch(/finished with status 1/);
  });

  test("a hook that cannot be called is reported", async () => {
    const stage = makeStage();
    const hooks = [{ type: "mcp_tool", server: "nobody", tool: "hook", input: {} }];
    stage.putHome(".claude/settings.json", JSON.stringify({ hooks: { UserPromptSubmit: [{ hooks }] } }));
    const session = await runClient({ client: client!, stage, prompts: ["hello"], script: { main: [say("hello")] } });
    expect(session.hookProblems.join("\n")).toMatch(/'nobody' not connected/);
  });

  test.skipIf(!canIsolate)("the client has no network but loopback", async () => {
    const stage = makeStage();
    const session = await runClient({
      client: client!,
      stage,
      prompts: ["hello"],
      script: { main: [use("Bash", { command: "cat /proc/net/dev", description: "devices" }), say("seen")] },
      allowedTools: ["Bash"],
    });
    const result = JSON.stringify(session.main[1]!.body.messages);
    expect([...result.matchAll(/(\w+): +\d+ +\d/g)].map(([, device]) => device)).toEqual(["lo"]);
  });
});
