// A build that fails, is mended and passes, in the real client: what helix keeps of it, and what the next session gets
// of that.

import { describe, expect, test } from "vitest";
import { claudeCode } from "../support/client/claude-code.ts";
import { placesOf } from "../support/client/model-request.ts";
import { runClient } from "../support/client/run-client.ts";
import { type Stage, useStages } from "../support/client/stage.ts";
import { say, type Turn, use } from "../support/client/turn.ts";

const client = await claudeCode();
const makeStage = useStages("each");

const BROKEN = "BITS = none";
const MENDED = "BITS = 12";
const MAKEFILE = `${BROKEN}
check:
\t@test $(BITS) != none || { echo "src/page.c:12:5: error: use of undeclared identifier 'PAGE_BITS'"; exit 2; }
`;

interface Entry {
  readonly topic: string;
  readonly body: string;
}

/** All that is stored. */
function entriesOf(stage: Stage): Entry[] {
  return JSON.parse(stage.helix("export").stdout) as Entry[];
}

function makeCheck(): Turn {
  return use("Bash", { command: "make check", description: "the check" });
}

describe.skipIf(client === null).each(["command", "mcp"])(
  "builds in the real client, with hooks by %s",
  (transport) => {
    test("a failure is kept once, with what resolved it, and comes up when it happens again", async () => {
      const stage = makeStage();
      const makefile = stage.put("Makefile", MAKEFILE);
      stage.helix("hooks", "install", "--user", "--transport", transport);
      const allowedTools = ["Read", "Edit", "Bash(make:*)"];
      const first = await runClient({
        client: client!,
        stage,
        allowedTools,
        prompts: ["make it pass"],
        script: {
          main: [
            makeCheck(),
            makeCheck(),
            use("Read", { file_path: makefile }),
            use("Edit", { file_path: makefile, old_string: BROKEN, new_string: MENDED }),
            makeCheck(),
            say("it passes"),
          ],
        },
      });
      expect([first.exitCode, first.hookProblems]).toEqual([0, []]);
      const [entry, ...others] = entriesOf(stage);
      expect(others).toEqual([]);
      expect(entry!.body).toContain("use of undeclared identifier 'PAGE_BITS'");
      expect(entry!.body).toMatch(/\[confidence: 0\.[1-6]\d?\]/);
      expect(entry!.body).toMatch(/Resolved: .*Makefile/);

      stage.put("Makefile", MAKEFILE);
      const second = await runClient({
        client: client!,
        stage,
        allowedTools,
        prompts: ["make it pass again"],
        script: { main: [makeCheck(), say("I know why")] },
      });
      expect([second.exitCode, second.hookProblems]).toEqual([0, []]);
      expect(placesOf(second.main[1]!, "Resolved: ")).toEqual(["PostToolUseFailure:Bash"]);
      expect(entriesOf(stage)).toHaveLength(1);
    });
  },
);
