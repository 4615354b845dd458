// The user's own rules in the real client, with economy on: what they deny stays denied, what they ask about is asked, and
// neither runs nor is kept. What they allow is shortened.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { claudeCode } from "../support/client/claude-code.ts";
import { runClient } from "../support/client/run-client.ts";
import { useStages } from "../support/client/stage.ts";
import { resultsOf } from "../support/client/tool-results.ts";
import { say, use } from "../support/client/turn.ts";

const client = await claudeCode();
const makeStage = useStages("each");
const bash = (command: string) => use("Bash", { command, description: "a command" });

const PERMISSIONS = {
  deny: ["Bash(rm:*)", "Bash(helix run rm:*)"],
  ask: ["Bash(touch asked.txt)"],
};

describe.skipIf(client === null).each(["command", "mcp"])("rules in the real client, with hooks by %s", (transport) => {
  test("are as without helix", async () => {
    const stage = makeStage();
    const file = stage.put("kept.txt", "kept\n");
    stage.helix("store", "engine", "pages have a size");
    stage.helix("hooks", "install", "--user", "--transport", transport);
    stage.helix("economy", "on");
    stage.helix("config", "set", "economy.intercept", "on");
    stage.put(".claude/settings.json", JSON.stringify({ permissions: PERMISSIONS }));
    const run = await runClient({
      client: client!,
      stage,
      prompts: ["clean up"],
      allowedTools: ["Bash(seq:*)", "Bash(rm:*)", "Bash(touch:*)", "Bash(helix run:*)"],
      script: {
        main: [
          bash("rm kept.txt"),
          bash("seq 1 1000; rm kept.txt"),
          bash("seq 1 1000 && rm kept.txt | cat"),
          bash("helix run rm kept.txt"),
          bash("touch asked.txt"),
          bash("touch allowed.txt"),
          bash("seq 1 1000"),
          say("done"),
          say("done"),
        ],
      },
    });
    expect([run.exitCode, run.hookProblems], run.errors).toEqual([0, []]);
    const results = resultsOf(run.main);
    for (const denied of results.slice(0, 4)) {
      expect(denied).toMatchObject({ isError: true, text: expect.stringMatching(/permission.*denied/i) });
      expect(denied.text).not.toContain("[helix:");
    }
    expect(existsSync(file)).toBe(true);
    expect(results[4]!.isError).toBe(true);
    expect(existsSync(join(stage.project, "asked.txt"))).toBe(false);
    expect(results[5]!.isError).toBe(false);
    expect(existsSync(join(stage.project, "allowed.txt"))).toBe(true);
    expect(results[6]!.text).toMatch(/of 1,000 lines left out by built-in; helix output [0-9A-Z]{8} shows all\]$/);
    expect(readdirSync(join(stage.base, "outputs"))).toHaveLength(1);
  });
});
