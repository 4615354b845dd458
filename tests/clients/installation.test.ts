// What `helix hooks install` writes, seen by the real client: its version is understood, the server is registered as
// the client itself would register it, and the client connects to it.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { claudeCode } from "../support/client/claude-code.ts";
import { runClientCommand } from "../support/client/client-command.ts";
import { runClient } from "../support/client/run-client.ts";
import { type Stage, useStages } from "../support/client/stage.ts";
import { say } from "../support/client/turn.ts";

const client = await claudeCode();
const makeStage = useStages("each");

type Servers = Record<string, { readonly command: string; readonly args: readonly string[] }>;

/** The servers that a file registers; null when it is not there or registers none. */
function serversOf(path: string): Servers | null {
  if (!existsSync(path)) return null;
  return (JSON.parse(readFileSync(path, "utf8")) as { mcpServers?: Servers }).mcpServers ?? null;
}

/** The servers registered for the user and in the project. */
function registered(stage: Stage): Record<string, Servers | null> {
  return { user: serversOf(join(stage.home, ".claude.json")), project: serversOf(join(stage.project, ".mcp.json")) };
}

describe.skipIf(client === null)("installed for the real client", () => {
  test("without a word about it, hooks go through the server of a client that can", () => {
    const stage = makeStage();
    stage.addProgram("claude", client!);
    stage.helix("hooks", "install", "--user");
    const { hooks } = JSON.parse(stage.read("home/.claude/settings.json")) as { hooks: Record<string, unknown> };
    const kinds = Object.fromEntries(
      Object.entries(hooks).map(([event, value]) => [event, /"type":"(\w+)"/.exec(JSON.stringify(value))![1]]),
    );
    expect(kinds).toEqual({
      SessionStart: "command",
      UserPromptSubmit: "mcp_tool",
      PreToolUse: "mcp_tool",
      PostToolUse: "mcp_tool",
      PostToolUseFailure: "mcp_tool",
      PreCompact: "mcp_tool",
      Stop: "mcp_tool",
      SubagentStart: "mcp_tool",
      PermissionRequest: "mcp_tool",
      // A hook that calls a server lets everything through when the server is not there.
      SubagentStop: "command",
      ConfigChange: "command",
      TaskCompleted: "command",
    });
    expect(stage.helix("hooks", "status").stdout).toContain("2.1.329");
  });

  test.each(["user", "project"])("the %s's server is registered as the client does it", (scope) => {
    const [own, clients] = [makeStage(), makeStage()];
    own.helix("hooks", "install", `--${scope}`, "--transport", "mcp");
    const ours = registered(own);
    const { command, args } = ours[scope]!.helix!;
    const words = ["mcp", "add", "-s", scope, "helix", "--", command, ...args];
    expect(runClientCommand(client!, clients, words).status).toBe(0);
    expect(ours).toEqual(registered(clients));
    if (scope === "project") {
      expect(own.read("project/.mcp.json").trim()).toBe(clients.read("project/.mcp.json").trim());
    }
  });

  test.each(["--user", "--project", "--local"])("the client connects to the server registered with %s", (scope) => {
    const stage = makeStage();
    stage.helix("hooks", "install", scope, "--transport", "mcp");
    const { stdout } = runClientCommand(client!, stage, ["mcp", "get", "helix"]);
    // A project's server has to be allowed by the user first, and the client says so.
    expect(stdout).toMatch(scope === "--project" ? /Connected|approval/ : /Connected/);
  });

  test("a server that the client registered is taken as it is, and stays", () => {
    const stage = makeStage();
    runClientCommand(client!, stage, ["mcp", "add", "-s", "user", "helix", "--", "helix", "serve"]);
    const before = registered(stage);
    stage.helix("hooks", "install", "--user", "--transport", "mcp");
    expect(registered(stage)).toEqual(before);
    stage.helix("hooks", "uninstall", "--user");
    expect(registered(stage)).toEqual(before);
  });

  test("after the client has written its file, only the server is taken out of it", async () => {
    const stage = makeStage();
    stage.helix("hooks", "install", "--user", "--transport", "mcp");
    await runClient({ client: client!, stage, prompts: ["hello"], script: { main: [say("hello")] } });
    const before = JSON.parse(stage.read("home/.claude.json")) as Record<string, unknown>;
    stage.helix("hooks", "uninstall", "--user");
    const { mcpServers: left = {}, ...after } = JSON.parse(stage.read("home/.claude.json")) as Record<string, unknown>;
    const { mcpServers: _, ...others } = before;
    expect(Object.keys(others)).not.toEqual([]);
    expect(after).toEqual(others);
    expect(left).toEqual({});
  });
});
