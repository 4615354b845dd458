// Shortened outputs in the real client, on both transports: what the model sees is the short form, the key in it leads to
// the original, and nothing else of the client is different.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { draw } from "../fixtures/secrets.ts";
import { claudeCode } from "../support/client/claude-code.ts";
import { injectionsOf } from "../support/client/model-request.ts";
import { type ClientSession, runClient } from "../support/client/run-client.ts";
import { type Stage, useStages } from "../support/client/stage.ts";
import { keyIn, resultsOf, type ToolResult } from "../support/client/tool-results.ts";
import { say, use } from "../support/client/turn.ts";

const client = await claudeCode();
const makeStage = useStages("all");

const FILTER = '[filters.numbers]\nmatch_command = "^seq\\\\b"\nhead_lines = 2\ntail_lines = 1\n';
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at).join("\n");
const bash = (command: string, more: object = {}) => use("Bash", { command, description: "a command", ...more });
const CREDENTIAL = `gh${"p_"}${draw("abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789", 36, 1)}`;
const LAST_LINE = /\n\[helix: [\d,]+ of [\d,]+ lines left out by numbers; helix output [0-9A-Z]{8} shows all\]$/;

function preparedStage(transport: string, economy: "on" | "off"): Stage {
  const stage = makeStage();
  stage.helix("store", "engine", "pages have a size");
  stage.helix("hooks", "install", "--user", "--transport", transport);
  stage.helix("config", "set", "economy.filters", economy);
  stage.putHome("../knowledge/filters/numbers.toml", FILTER);
  return stage;
}

/** The originals that are kept, as the client's user sees them. */
function keptIn(stage: Stage): string[] {
  try {
    return readdirSync(join(stage.base, "outputs")).sort();
  } catch {
    return [];
  }
}

describe.skipIf(client === null).each(["command", "mcp"])(
  "outputs in the real client, with hooks by %s",
  (transport) => {
    let stage: Stage;
    let session: ClientSession;
    let results: ToolResult[];
    let key = "";

    beforeAll(async () => {
      stage = preparedStage(transport, "on");
      session = await runClient({
        client: client!,
        stage,
        prompts: ["count"],
        allowedTools: ["Bash(seq:*)", "Bash(exit:*)", "Bash(echo:*)", "Bash(helix output:*)", "Agent"],
        script: {
          main: [
            bash("seq 1 1000"),
            (request) => {
              key = keyIn(request);
              return use("mcp__helix__output", { key, lines: "499-501" });
            },
            () => bash(`helix output ${key} --search 777`),
            bash("seq 1 9000"),
            bash("seq 1 1500; exit 3"),
            bash("seq 1 9000; exit 3"),
            bash("rm -rf src"),
            bash(`seq 1 1000; echo ${CREDENTIAL}`),
            bash("seq 1 10"),
            use("Agent", { description: "count", prompt: "count to 2000", subagent_type: "general-purpose" }),
            say("done"),
            say("done"),
          ],
          subagent: [bash("seq 1 2000"), say("counted")],
        },
      });
      results = resultsOf(session.main);
    });

    test("the client accepts every answer", () => {
      expect([session.exitCode, session.hookProblems, session.strays], session.errors).toEqual([0, [], []]);
    });

    test("the model sees the short form, and the key in it", () => {
      expect(results[0]!.text).toMatch(/^1\n2\n/);
      expect(results[0]!.text).toMatch(LAST_LINE);
      expect(results[0]!.text.length).toBeLessThan(200);
      expect(results[0]!.isError).toBe(false);
      expect(key).not.toBe("");
    });

    test("the tool gives back what was left out, and so does the command", () => {
      expect(results[1]!.text).toContain("499: 499\n500: 500\n501: 501");
      expect(results[2]!.text).toContain("777: 777");
      expect(stage.helix("output", key, "--raw").stdout).toBe(numbers(1, 1000));
    });

    test("an output that the client keeps in a file is shortened from that file", () => {
      expect(results[3]!.text).toMatch(/^1\n2\n/);
      expect(results[3]!.text).toMatch(/[\d,]+ of 9,000 lines left out/);
      const long = /output ([0-9A-Z]{8}) shows/.exec(results[3]!.text)![1]!;
      expect(stage.helix("output", long, "--raw").stdout).toBe(`${numbers(1, 9000)}\n`);
    });

    test("what failed is whole, and what the client cut away is said", () => {
      expect(results[4]).toMatchObject({ isError: true, text: `Exit code 3\n${numbers(1, 1500)}` });
      expect(results[5]!.text).not.toContain("[helix:");
      const said = injectionsOf(session.main.at(-1)!).filter(({ event }) => event === "PostToolUseFailure");
      expect(said.map(({ text }) => text).join("\n")).toMatch(/characters of this output are not shown.*helix run/);
    });

    test("a command that is not allowed stays so", () => {
      expect(results[6]!.isError).toBe(true);
      expect(results[6]!.text).toMatch(/permission|approval|denied|blocked/i);
    });

    test("an output with a credential, and a short one, are whole", () => {
      expect(results[7]!.text).toContain(`${numbers(1, 1000)}\n${CREDENTIAL}`);
      expect(results[8]!.text).toBe(numbers(1, 10));
    });

    test("a subagent sees the short form, too", () => {
      const [counted] = resultsOf(session.subagent);
      expect(counted!.text).toMatch(/of 2,000 lines left out by numbers/);
    });

    test("three originals are kept, open to nobody else, and the log tells of each", () => {
      expect(keptIn(stage)).toHaveLength(3);
      const { decisions } = JSON.parse(stage.helix("hooks", "why", "--json", "--limit", "50").stdout) as {
        decisions: { output: { filter: string } | null; agent: string; unsaid: { name: string }[] }[];
      };
      const shortened = decisions.filter(({ output }) => output !== null);
      expect(shortened.map(({ output }) => output!.filter)).toEqual(["numbers", "numbers", "numbers"]);
      expect(shortened.filter(({ agent }) => agent !== "")).toHaveLength(1);
      expect(decisions.flatMap(({ unsaid }) => unsaid.map(({ name }) => name))).toContain(
        "output it holds a credential",
      );
    });

    test("the transcript has what the model saw", () => {
      const folder = join(stage.home, ".claude", "projects");
      const transcripts = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
        path.endsWith(".jsonl"),
      );
      const lines = transcripts.flatMap((path) => readFileSync(join(folder, path), "utf8").split("\n"));
      const shortened = lines.filter(
        (line) => line.includes(`helix output ${key} shows all]`) && line.includes("toolUseResult"),
      );
      expect(shortened).toHaveLength(1);
      expect(shortened[0]).not.toContain("\\n555\\n");
    });

    test("with the economy off nothing is different from a client without helix", async () => {
      const off = preparedStage(transport, "off");
      const told = await runClient({
        client: client!,
        stage: off,
        prompts: ["count"],
        allowedTools: ["Bash(seq:*)"],
        script: { main: [bash("seq 1 1000"), bash("seq 1 9000"), say("done")] },
      });
      const [short, long] = resultsOf(told.main);
      expect(short!.text).toBe(numbers(1, 1000));
      expect(long!.text).toMatch(/^<persisted-output>/);
      expect(keptIn(off)).toEqual([]);
    });
  },
);
