// What the real client makes of the list of tools: which it shows to its model at once, which its search for tools finds
// by their hints, and that it passes on a long answer whole.

import { beforeAll, describe, expect, test } from "vitest";
import { claudeCode } from "../support/client/claude-code.ts";
import { type ClientSession, runClient } from "../support/client/run-client.ts";
import { useStages } from "../support/client/stage.ts";
import { say, use } from "../support/client/turn.ts";

const client = await claudeCode();
const makeStage = useStages("all");
const LINE = "what a long note says of the engine, line for line\n";
/** Longer than what the client passes on without being asked for more. */
const LINES = 1200;
const LONG = LINE.repeat(LINES);

describe.skipIf(client === null)("tools in the real client", () => {
  let session: ClientSession;

  beforeAll(async () => {
    const stage = makeStage();
    stage.helix("hooks", "install", "--user");
    session = await runClient({
      client: client!,
      stage,
      prompts: ["what is known?"],
      script: {
        main: [
          use("mcp__helix__store", { topic: "engine", text: LONG, tags: ["gotcha", "build"] }),
          use("ToolSearch", { query: "onboarding context", max_results: 3 }),
          use("mcp__helix__read", { topic: "engine", index: 0, budget: 20_000 }),
          say("done"),
        ],
      },
    });
  }, 120_000);

  test("search and store are there from the first request on, the others by name", () => {
    const helix = session.main[0]!.body.tools!.map(({ name }) => name).filter((name) =>
      name.startsWith("mcp__helix__"),
    );
    expect(helix.sort()).toEqual(["mcp__helix__search", "mcp__helix__store"]);
  });

  test("a hint finds the tool", () => {
    expect(JSON.stringify(session.main[2]!.body.messages.at(-1))).toContain("mcp__helix__brief");
  });

  test("tags of a list are stored, and a long answer arrives whole", () => {
    const said = (at: number) => JSON.stringify(session.main[at]!.body.messages);
    expect(said(1)).toContain("[tags: build, gotcha]");
    // Once as it was given, and once as it was read.
    expect(said(3).split("line for line")).toHaveLength(2 * LINES + 1);
    expect(said(3)).not.toContain("persisted-output");
  });
});
