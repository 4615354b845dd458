// Interception in the real client: the first read of a long file is answered by its outline, the second shows the file,
// and an edit finds it read.

import { describe, expect, test } from "vitest";
import { claudeCode } from "../support/client/claude-code.ts";
import { runClient } from "../support/client/run-client.ts";
import { useStages } from "../support/client/stage.ts";
import { resultsOf } from "../support/client/tool-results.ts";
import { say, use } from "../support/client/turn.ts";

const client = await claudeCode();
const makeStage = useStages("each");

/** A file of 400 lines with twenty functions. */
const SOURCE = Array.from({ length: 20 }, (_, at) =>
  [
    `/** Step ${at}. */`,
    `export function step${at}(count: number): number {`,
    ...Array.from({ length: 16 }, (_, line) => `  count += ${at * 100 + line};`),
    "  return count;",
    "}",
  ].join("\n"),
).join("\n");

describe.skipIf(client === null).each(["command", "mcp"])(
  "interception in the real client, hooks by %s",
  (transport) => {
    test.each(["on", "off"])("economy.intercept %s", async (value) => {
      const stage = makeStage();
      const file = stage.put("src/steps.ts", `${SOURCE}\n`);
      const short = stage.put("src/short.ts", "export const one = 1;\n");
      stage.helix("store", "engine", "pages have a size");
      stage.helix("hooks", "install", "--user", "--transport", transport);
      stage.helix("config", "set", "economy.intercept", value);
      const session = await runClient({
        client: client!,
        stage,
        prompts: ["change a step"],
        allowedTools: ["Read", "Edit", "mcp__helix__code"],
        script: {
          main: [
            use("mcp__helix__code", { action: "index", path: "." }),
            use("Read", { file_path: file }),
            use("Read", { file_path: file }),
            use("Edit", { file_path: file, old_string: "count += 703;", new_string: "count += 704;" }),
            use("Read", { file_path: file, offset: 10, limit: 3 }),
            use("Read", { file_path: short }),
            say("done"),
            say("done"),
          ],
        },
      });
      expect([session.exitCode, session.hookProblems], session.errors).toEqual([0, []]);
      const [, first, second, edit, part, whole] = resultsOf(session.main);
      if (value === "on") {
        expect(first!.isError).toBe(true);
        expect(first!.text).toMatch(/src\/steps\.ts has 400 lines\. Its outline instead[\s\S]*step19\(count: number\)/);
        expect(first!.text.length).toBeLessThan(SOURCE.length * 0.7);
      } else expect(first!.text).toContain("count += 1915;");
      expect(second!.text).toContain(value === "on" ? "count += 1915;" : "");
      expect(edit!.isError, edit!.text).toBe(false);
      expect(part!.text).toContain("count += 7;");
      expect(whole!.text).toContain("one = 1");
    });

    test("a file that the user's rules deny has no outline; a search shows none that is left out of the index", async () => {
      const stage = makeStage();
      const file = stage.put("src/steps.ts", `${SOURCE}\n`);
      stage.put("src/known.ts", "export function known(step: number, count: number): number {\n  return count;\n}\n");
      stage.helix("hooks", "install", "--user", "--transport", transport);
      stage.helix("config", "set", "economy.intercept", "on");
      stage.helix("config", "set", "code.exclude", "src/steps.ts");
      stage.put(".claude/settings.json", JSON.stringify({ permissions: { deny: ["Read(./src/steps.ts)"] } }));
      const session = await runClient({
        client: client!,
        stage,
        prompts: ["look at the steps"],
        allowedTools: ["Read", "Grep", "mcp__helix__code"],
        script: {
          main: [
            use("mcp__helix__code", { action: "index", path: "." }),
            use("Read", { file_path: file }),
            use("Read", { file_path: file }),
            use("Grep", { pattern: "step count number" }),
            say("done"),
          ],
        },
      });
      const [, first, second, search] = resultsOf(session.main);
      for (const read of [first!, second!])
        expect(read).toMatchObject({
          isError: true,
          text: expect.stringMatching(/denied by your permission settings/),
        });
      // Where the answer is late, the client searches, which leaves out what is denied.
      expect(search!.text).toMatch(/known\(step: number|No files found/);
      expect(JSON.stringify(session.main)).not.toContain("step19");
    });
  },
);
