// All nine hooks in sessions of the real client, on both transports, installed by helix itself: what each of them put
// into which conversation, and when, as the model got to see it.

import { beforeAll, describe, expect, test } from "vitest";
import { claudeCode } from "../support/client/claude-code.ts";
import { runClientCommand } from "../support/client/client-command.ts";
import {
  type EngineProject,
  FAILING_BUILD,
  FAILING_COMMAND,
  MARK,
  makeEngineProject,
  QUESTION,
  REMOVED,
} from "../support/client/engine-project.ts";
import { injectionsOf, type ModelRequest, placesOf, textsOf, wholeText } from "../support/client/model-request.ts";
import { type ClientSession, runClient } from "../support/client/run-client.ts";
import { type Stage, useStages } from "../support/client/stage.ts";
import { say, use } from "../support/client/turn.ts";

const client = await claudeCode();
const makeStage = useStages("all");

/** Everything goes well: the client ended by itself, no hook was refused or made noise, nothing else was asked for. */
function expectSound({ exitCode, errors, hookProblems, main, strays }: ClientSession): void {
  expect(exitCode, errors).toBe(0);
  expect(hookProblems).toEqual([]);
  expect(wholeText(main).match(/\w+ hook success: .{0,80}/g) ?? []).toEqual([]);
  expect(strays).toEqual([]);
}

/** Where a word came in, for each request of a conversation. */
function placesIn(requests: readonly ModelRequest[], word: string): string[][] {
  return requests.map((request) => placesOf(request, word));
}

/**
 * The index of the first request that holds the injected word; each later one must hold it once, from the same place.
 */
function arrival(requests: readonly ModelRequest[], word: string): [number, string] {
  const places = placesIn(requests, word);
  const first = places.findIndex((each) => each.length > 0);
  const place = places[first]?.[0] ?? "nowhere";
  expect(places.slice(first)).toEqual(places.slice(first).map(() => [place]));
  return [first, place];
}

describe.skipIf(client === null).each(["command", "mcp"])("hooks of the real client by %s", (transport) => {
  let stage: Stage;
  let project: EngineProject;
  let files: Record<string, string>;

  beforeAll(() => {
    stage = makeStage();
    project = makeEngineProject(stage);
    files = stage.projectFiles();
    stage.helix("hooks", "install", "--user", "--transport", transport);
  });

  const run = (options: Omit<Parameters<typeof runClient>[0], "client" | "stage">) =>
    runClient({ client: client!, stage, ...options });

  describe("while work is done", () => {
    let session: ClientSession;

    beforeAll(async () => {
      const bash = (command: string) => use("Bash", { command, description: "a command" });
      session = await run({
        prompts: [QUESTION],
        allowedTools: ["Read", "Edit", "Bash(echo:*)", "Bash(make:*)", "Bash(exit:*)", "Bash(true:*)"],
        script: {
          main: [
            use("Read", { file_path: project.pool }),
            use("Read", { file_path: project.pool }),
            use("Read", { file_path: project.table, offset: 500 }),
            use("Edit", { file_path: project.table, old_string: REMOVED, new_string: "" }),
            bash(FAILING_COMMAND),
            bash(FAILING_BUILD),
            use("mcp__helix__search", { query: "recovery" }),
            use("Write", { file_path: `${project.pool}.copy`, content: "not allowed\n" }),
            say("finished"),
            say("nothing is worth storing"),
          ],
        },
      });
    });

    test("the client accepts every answer", () => expectSound(session));

    test("only what the server cannot be called for is a process", () => {
      // The shell finds no plan, and starts nothing.
      const started = session.hookCommands.filter((command) => !command.startsWith("[ ! -e"));
      const types = new Set(started.map((command) => /helix hook (\S+)/.exec(command)?.[1]));
      const all = ["ambient", "approve-mcp", "error-context", "post-build", "prompt", "session", "stop"];
      expect([...types].sort()).toEqual(transport === "command" ? all : ["session"]);
    });

    test("a session begins with what was decided", () => {
      expect(arrival(session.main, MARK.decision)).toEqual([0, "SessionStart"]);
    });

    test("a question brings what is known about it, once", () => {
      expect(arrival(session.main, MARK.prompt)).toEqual([0, "UserPromptSubmit"]);
    });

    test("a file that is read brings its notes, the first time only", () => {
      expect(arrival(session.main, MARK.source)).toEqual([1, "PreToolUse:Read"]);
    });

    test("an edit that removes a function brings who needs it", () => {
      expect(arrival(session.main, MARK.refactor)).toEqual([4, "PreToolUse:Edit"]);
    });

    test("a command that fails brings what is known about its error", () => {
      expect(arrival(session.main, MARK.error)).toEqual([5, "PostToolUseFailure:Bash"]);
    });

    test("a build that fails brings what is known about its error, whatever its exit code", () => {
      expect(arrival(session.main, MARK.build)).toEqual([6, "PostToolUse:Bash"]);
    });

    test("helix's own tools run without being asked for, and no others", () => {
      const [searched, written] = [resultOf(session.main[7]!), resultOf(session.main[8]!)];
      expect(searched).toContain(MARK.refactor);
      expect(written).toMatch(/permission/);
    });

    test("the end reminds of storing, once, and then the session ends", () => {
      const reminders = session.main.map((request) => injectionsOf(request).filter(({ event }) => event === "Stop"));
      expect(reminders.map((each) => each.length)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
      expect(reminders.at(-1)![0]!.text).toMatch(/store/);
    });

    test("nothing of it shows in what the client asks for besides", () => {
      const others = session.requests.filter(({ conversation }) => conversation !== "main");
      expect(others.flatMap(injectionsOf)).toEqual([]);
    });
  });

  describe("in a subagent", () => {
    let session: ClientSession;

    beforeAll(async () => {
      const task = { description: "look", prompt: "look at how the pool is opened", subagent_type: "general-purpose" };
      session = await run({
        prompts: ["let somebody look at the pool"],
        allowedTools: ["Read", "Agent"],
        script: {
          main: [use("Read", { file_path: project.pool }), use("Agent", task), say("it is under way"), say("done")],
          subagent: [
            use("Read", { file_path: project.pool }),
            use("Read", { file_path: project.pool }),
            say("the pool is opened early"),
          ],
        },
      });
    });

    test("the client accepts every answer", () => expectSound(session));

    test("the subagent begins with the topics, in its own conversation only", () => {
      const starts = (requests: readonly ModelRequest[]) =>
        requests.map((request) => injectionsOf(request).filter(({ event }) => event === "SubagentStart"));
      expect(starts(session.subagent).map((each) => each.length)).toEqual([1, 1, 1]);
      expect(starts(session.subagent)[0]![0]!.text).toContain("buffer-pool");
      expect(starts(session.main).flat()).toEqual([]);
    });

    test("a note that the main conversation has comes into the subagent's too, once", () => {
      expect(arrival(session.main, MARK.source)).toEqual([1, "PreToolUse:Read"]);
      expect(arrival(session.subagent, MARK.source)).toEqual([1, "PreToolUse:Read"]);
    });

    test("what the subagent reports is not taken for a question", () => {
      const questions = session.main.flatMap(injectionsOf).filter(({ event }) => event === "UserPromptSubmit");
      expect(questions).toEqual([]);
    });
  });

  describe.each([
    ["asked for", { prompts: ["read the pool", "/compact", "where were we?"], inputTokens: 10 }],
    ["by itself", { prompts: ["read the pool", "where were we?"], inputTokens: 990_000 }],
  ])("when the conversation is compacted %s", (_, { prompts, inputTokens }) => {
    let session: ClientSession;

    beforeAll(async () => {
      const read = use("Read", { file_path: project.pool });
      session = await run({
        prompts,
        allowedTools: ["Read"],
        script: {
          main: [read, { ...say("read"), inputTokens }, use("Read", { file_path: project.pool }), say("we go on")],
        },
      });
    });

    test("the client accepts every answer", () => expectSound(session));

    test("the summary is told what to keep, in plain text", () => {
      expect(session.summary).toHaveLength(1);
      const instructions = instructionsOf(session.summary[0]!);
      expect(instructions).toMatch(/Additional Instructions:[\s\S]*buffer-pool/);
      expect(instructions).not.toContain("hookSpecificOutput");
    });

    test("focus and notes in use come back, and a note at its own file", () => {
      const [, , after, later] = session.main;
      expect(placesOf(after!, MARK.source)).toEqual(["SessionStart"]);
      expect(placesOf(later!, MARK.source)).toEqual(["SessionStart", "PreToolUse:Read"]);
      const [start] = injectionsOf(after!).filter(({ event }) => event === "SessionStart");
      expect(start!.text).toContain("buffer-pool");
    });
  });

  test("a conversation in which nothing was done is summarised without a word of helix", async () => {
    const session = await run({ prompts: ["hello", "/compact"], script: { main: [say("hello")] } });
    expectSound(session);
    expect(session.summary).toHaveLength(1);
    expect(instructionsOf(session.summary[0]!)).not.toContain("Additional Instructions:");
  });

  test("after /clear the notes come again", async () => {
    const session = await run({
      prompts: ["read the pool", "/clear", "read it again"],
      allowedTools: ["Read"],
      script: {
        main: [
          use("Read", { file_path: project.pool }),
          say("read"),
          use("Read", { file_path: project.pool }),
          say("read again"),
        ],
      },
    });
    expectSound(session);
    expect(placesIn(session.main, MARK.source)).toEqual([[], ["PreToolUse:Read"], [], ["PreToolUse:Read"]]);
    expect(placesIn(session.main, MARK.decision)).toEqual(session.main.map(() => ["SessionStart"]));
  });

  test("a session that is resumed is told what is new, and not again what it knows", async () => {
    const read = () => use("Read", { file_path: project.pool });
    const first = await run({
      prompts: ["read the pool"],
      allowedTools: ["Read"],
      script: { main: [read(), say("read")] },
    });
    stage.helix("store", "formats", "a page ends in its checksum (opalsum)", "--tags", "decision");
    const second = await run({
      prompts: ["and again"],
      resume: first.id,
      allowedTools: ["Read"],
      script: { main: [read(), say("read again")] },
    });
    for (const session of [first, second]) expectSound(session);
    expect(placesIn(second.main, MARK.source)).toEqual([["PreToolUse:Read"], ["PreToolUse:Read"]]);
    for (const word of [MARK.decision, "opalsum"]) {
      expect(placesIn(second.main, word)).toEqual([["SessionStart"], ["SessionStart"]]);
    }
  });

  test("tools of a server whose name begins like helix's are not let through", async () => {
    const other = makeStage();
    other.helix("hooks", "install", "--user", "--transport", transport);
    runClientCommand(client!, other, ["mcp", "add", "-s", "user", "helix__other", "--", "helix", "serve"]);
    const note = { topic: "scratch", text: "stored by somebody else" };
    const session = await runClient({
      client: client!,
      stage: other,
      prompts: ["store it"],
      script: { main: [use("mcp__helix__other__store", note), use("mcp__helix__store", note), say("done")] },
    });
    expect(resultOf(session.main[1]!)).toMatch(/permission/);
    expect(resultOf(session.main[2]!)).toContain("stored in scratch");
  });

  test.each([
    ["is reminded", [], 1],
    [
      "is not reminded once something is stored",
      [use("mcp__helix__store", { topic: "scratch", text: "the check fails without layout.h" })],
      0,
    ],
  ])("who leaves a failed build %s", async (_, turns, reminders) => {
    const build = use("Bash", { command: FAILING_BUILD, description: "a build" });
    const session = await run({
      prompts: ["check it"],
      allowedTools: ["Bash(make:*)", "Bash(true:*)"],
      script: { main: [build, ...turns, say("it fails"), say("so it does")] },
    });
    expectSound(session);
    const found = injectionsOf(session.main.at(-1)!).filter(({ event }) => event === "Stop");
    expect(found).toHaveLength(reminders);
    expect(session.main).toHaveLength(3);
  });

  test("where nothing was ever stored only the beginning says so, and nothing goes wrong", async () => {
    const fresh = makeStage();
    fresh.helix("hooks", "install", "--user", "--transport", transport);
    const file = fresh.put("src/pool.ts", "export {};\n");
    const session = await runClient({
      client: client!,
      stage: fresh,
      prompts: [QUESTION, "/compact", "go on"],
      allowedTools: ["Read", "Bash(make:*)"],
      script: {
        main: [
          use("Read", { file_path: file }),
          use("Bash", { command: "make nothing", description: "a build" }),
          say("done"),
          say("done"),
        ],
      },
    });
    expectSound(session);
    const said = session.main.flatMap(injectionsOf);
    expect(said.filter(({ event }) => event !== "SessionStart" && event !== "Stop")).toEqual([]);
    expect(said[0]!.text).toMatch(/^helix knows nothing yet/);
  });

  test("two sessions begin with the same bytes while nothing is stored", async () => {
    const starts: string[] = [];
    for (const prompt of ["hello", "hello again"]) {
      const session = await run({ prompts: [prompt], script: { main: [say("hello")] } });
      starts.push(...injectionsOf(session.main[0]!).map(({ event, text }) => `${event}: ${ownPart(text)}`));
    }
    expect(starts[0]).toContain(MARK.decision);
    expect(starts).toEqual([starts[0], starts[0]]);
  });

  test("after all of that the repository holds what it held, but for the edit", () => {
    const { "src/table.ts": table, ...others } = stage.projectFiles();
    const { "src/table.ts": before, ...othersBefore } = files;
    expect(others).toEqual(othersBefore);
    expect(table).toBe(before!.replace(REMOVED, ""));
  });
});

/** The result of the tool call before this request. */
function resultOf({ body }: ModelRequest): string {
  const results = body.messages.filter(({ content }) => JSON.stringify(content).includes('"tool_result"'));
  return JSON.stringify(results.at(-1));
}

/** What the summariser is told. */
function instructionsOf({ body }: ModelRequest): string {
  const told = body.messages.filter(({ role }) => role === "user").at(-1)!;
  return textsOf(told).join("\n");
}

/** What the hook said, without what the client puts behind it. */
function ownPart(text: string): string {
  return text.split("\n\n# Environment")[0]!;
}
