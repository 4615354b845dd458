// Edits that the user does not allow, in the real client: it says nothing more of them, and helix counts none.

import { describe, expect, test } from "vitest";
import { claudeCode } from "../support/client/claude-code.ts";
import { runClient } from "../support/client/run-client.ts";
import { useStages } from "../support/client/stage.ts";
import { say, use } from "../support/client/turn.ts";

const client = await claudeCode();
const makeStage = useStages("each");

describe.skipIf(client === null).each(["command", "mcp"])("edits in the real client, with hooks by %s", (transport) => {
  test.each([
    ["refused", ["Read"], 0],
    ["allowed", ["Read", "Edit", "Write"], 1],
  ])("those that are %s", async (_, allowedTools, reminders) => {
    const stage = makeStage();
    const file = stage.put("src/page.c", "int bits = 1;\n");
    stage.helix("store", "engine", "pages have a size");
    stage.helix("hooks", "install", "--user", "--transport", transport);
    const run = await runClient({
      client: client!,
      stage,
      allowedTools,
      prompts: ["make them wider"],
      script: {
        main: [
          use("Read", { file_path: file }),
          use("Edit", { file_path: file, old_string: "bits = 1", new_string: "bits = 2" }),
          use("Write", { file_path: file.replace("page.c", "wide.c"), content: "int wide;\n" }),
          say("done"),
          say("nothing to store"),
        ],
      },
    });
    expect([run.exitCode, run.hookProblems]).toEqual([0, []]);
    const said = JSON.stringify(run.main).match(/these files were edited: src\/wide\.c, src\/page\.c/g) ?? [];
    expect(said.length).toBe(reminders);
  });
});
