// Somebody else's hooks beside helix's, in the real client: they run as before, and when helix's are taken out the
// settings are what they were, byte for byte.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { claudeCode } from "../support/client/claude-code.ts";
import { MARK, makeEngineProject } from "../support/client/engine-project.ts";
import { placesOf } from "../support/client/model-request.ts";
import { runClient } from "../support/client/run-client.ts";
import { type Stage, useStages } from "../support/client/stage.ts";
import { say, use } from "../support/client/turn.ts";

const client = await claudeCode();
const makeStage = useStages("each");

/**
 * Settings as a person keeps them: tabs, an order of their own, no line break at the end, and hooks that write down
 * that they ran.
 */
function foreignSettings(record: string): string {
  const command = (what: string) => ({ type: "command", command: `cat > /dev/null; echo ${what} >> '${record}'` });
  const saying = JSON.stringify({
    hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: "read it slowly" },
  });
  const settings = {
    permissions: { deny: ["WebFetch"], allow: [] },
    hooks: {
      Stop: [{ hooks: [command("stop")] }],
      PreToolUse: [
        { matcher: "Read|Edit|Write|NotebookEdit|Grep|Glob", hooks: [command("read")] },
        { matcher: "*", hooks: [{ type: "command", command: `printf %s '${saying}'`, timeout: 10 }] },
      ],
      UserPromptSubmit: [{ hooks: [command("prompt")] }],
      SessionStart: [{ matcher: "startup", hooks: [command("start")] }],
      Notification: [],
    },
    env: { GREETING: "héllo" },
  };
  return JSON.stringify(settings, null, "\t");
}

/** Where the settings lie in the stage, for each choice of the command line. */
const FILES = { "--user": "home/.claude/settings.json", "--project": "project/.claude/settings.json" };

/** The files of a folder and below, except git's. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => !path.startsWith(".git/"))
    .sort();
}

const combinations = (Object.keys(FILES) as (keyof typeof FILES)[]).flatMap((place) =>
  ["command", "mcp"].map((transport) => [place, transport] as const),
);

describe.skipIf(client === null).each(combinations)(
  "foreign hooks in %s settings, helix's by %s",
  (place, transport) => {
    /** A stage with foreign settings, which are returned too. */
    function prepared(): { stage: Stage; settings: string; record: string } {
      const stage = makeStage();
      const record = join(stage.root, "record");
      const settings = foreignSettings(record);
      if (place === "--user") stage.putHome(".claude/settings.json", settings);
      else stage.put(".claude/settings.json", settings);
      return { stage, settings, record };
    }

    test("they still run, and are all that is left afterwards", async () => {
      const { stage, settings, record } = prepared();
      const { pool } = makeEngineProject(stage);
      stage.helix("hooks", "install", place, "--transport", transport);
      const session = await runClient({
        client: client!,
        stage,
        prompts: ["read the pool"],
        allowedTools: ["Read"],
        script: { main: [use("Read", { file_path: pool }), say("read")] },
      });
      expect(session.hookProblems).toEqual([]);
      expect(readFileSync(record, "utf8").split("\n")).toEqual(["start", "prompt", "read", "stop", ""]);
      expect(placesOf(session.main[1]!, "read it slowly")).toEqual(["PreToolUse:Read"]);
      expect(placesOf(session.main[1]!, MARK.source)).toEqual(["PreToolUse:Read"]);
      stage.helix("hooks", "uninstall", place);
      expect(stage.read(FILES[place])).toBe(settings);
    });

    test("installing twice is installing once, and removing leaves no file behind that was not there", () => {
      const { stage, settings } = prepared();
      const before = [filesOf(stage.home), filesOf(stage.project)];
      stage.helix("hooks", "install", place, "--transport", transport);
      const once = stage.read(FILES[place]);
      stage.helix("hooks", "install", place, "--transport", transport);
      expect(stage.read(FILES[place])).toBe(once);
      stage.helix("hooks", "uninstall", place);
      expect(stage.read(FILES[place])).toBe(settings);
      expect([filesOf(stage.home), filesOf(stage.project)]).toEqual(before);
    });

    test("after they are removed the client calls nothing of helix", async () => {
      const { stage } = prepared();
      stage.helix("hooks", "install", place, "--transport", transport);
      stage.helix("hooks", "uninstall", place);
      const session = await runClient({ client: client!, stage, prompts: ["hello"], script: { main: [say("hello")] } });
      expect(session.hookProblems).toEqual([]);
      expect(session.hookCommands.filter((command) => command.includes("helix hook "))).toEqual([]);
      expect(session.main[0]!.body.tools!.map(({ name }) => name).filter((name) => name.includes("helix"))).toEqual([]);
    });
  },
);
