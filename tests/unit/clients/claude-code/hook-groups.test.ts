// The hooks as they are written: which events, matchers, transports and inputs.

import { describe, expect, it } from "vitest";
import { hookGroups } from "../../../../src/clients/claude-code/hook-groups.ts";
import { startLine } from "../../../../src/clients/claude-code/start-line.ts";
import { EVENT_OF, HOOK_TYPES } from "../../../../src/hooks/common/hook-types.ts";

const words = { program: "helix", directory: null };
const matcherOf = (type: string) =>
  hookGroups("command", words).find((group) => group.type === type)?.group.matcher as string | undefined;

/** Whether the client runs a hook for a tool: a name list exactly, anything else as an expression found anywhere. */
function isMatched(matcher: string | undefined, tool: string): boolean {
  if (matcher === undefined) return true;
  return /^[\w|]*$/.test(matcher) ? matcher.split("|").includes(tool) : new RegExp(matcher).test(tool);
}

it("commands: each event its hook, with a limit", () => {
  const groups = hookGroups("command", { program: "/b/helix", directory: "'/my kb'" });
  expect(groups.map(({ event }) => event)).toEqual(HOOK_TYPES.map((type) => EVENT_OF[type]));
  for (const { type, group, transport } of groups) {
    expect(transport).toBe("command");
    expect(group.hooks).toEqual([
      { type: "command", command: startLine("/b/helix", `/b/helix hook ${type} '/my kb'`), timeout: 10 },
    ]);
  }
});

it("by the server: all but the start of a session, and each says which hook it is and where it happened", () => {
  for (const { type, group, transport } of hookGroups("mcp", words)) {
    const [hook] = group.hooks as Record<string, unknown>[];
    if (type === "session") {
      const command = startLine("helix", "helix hook session");
      expect([transport, hook]).toEqual(["command", { type: "command", command, timeout: 10 }]);
      continue;
    }
    expect([transport, hook]).toEqual([
      "mcp",
      { type: "mcp_tool", server: "helix", tool: "hook", input: expect.any(Object), timeout: 5 },
    ]);
    const { type: named, ...fields } = hook!.input as Record<string, string>;
    expect(named).toBe(type);
    expect(Object.keys(fields)).toEqual(expect.arrayContaining(["session_id", "cwd", "agent_id", "transcript_path"]));
    for (const [name, value] of Object.entries(fields)) expect(value).toBe(`\${${name}}`);
  }
});

describe("which tools reach a hook", () => {
  it.each([
    [
      "ambient",
      ["Read", "Edit", "MultiEdit", "Write", "NotebookEdit", "Grep", "Glob"],
      ["Bash", "ReadMcpResource", "mcp__x__Read"],
    ],
    [
      "post-build",
      ["Bash", "mcp__helix__store", "mcp__helix__topics"],
      ["BashOutput", "mcp__x__Bash", "mcp__helix__search", "Edit"],
    ],
    ["approve-mcp", ["mcp__helix__store", "mcp__helix___reload"], ["mcp__helixother__store", "Bash"]],
    ["error-context", ["Bash", "Edit"], []],
  ])("%s", (type, matched, others) => {
    for (const tool of matched) expect([tool, isMatched(matcherOf(type), tool)]).toEqual([tool, true]);
    for (const tool of others) expect([tool, isMatched(matcherOf(type), tool)]).toEqual([tool, false]);
  });
});
