// Which tools run without a question: all of helix's own that start no program, and nothing that only begins like them.

import { expect, test } from "vitest";
import { loadTools } from "../../../../src/features/tools.ts";
import { approveMcp } from "../../../../src/hooks/approval/approve-mcp.ts";
import { parseHookEvent } from "../../../../src/hooks/common/hook-event.ts";

const FEATURES = await loadTools();

function answerFor(toolName: string): string {
  return approveMcp({ event: parseHookEvent({ tool_name: toolName }) }).answer.kind;
}

test("every tool of helix that starts no program is allowed", () => {
  const names = FEATURES.map(({ name }) => name);
  expect(names).toHaveLength(12);
  for (const prefix of ["mcp__helix__", "mcp__plugin_helix_helix__"])
    for (const name of names) expect([name, answerFor(prefix + name)]).toEqual([name, "allow"]);
});

test.each([
  // It starts a build.
  "mcp__helix___reload",
  "mcp__plugin_helix_helix___reload",
  // A client calls it, nobody else.
  "mcp__helix__hook",
  "mcp__helix__x__store",
  "mcp__helix__store__x",
  "mcp__helix__stores",
  "mcp__helix__",
  "mcp__helix_store",
  "mcp__plugin_helix_other__store",
  "mcp__plugin_other_helix__store",
  "mcp__plugin_helix_helix__x__store",
  "mcp__helixother__store",
  "MCP__HELIX__STORE",
  "mcp__helix__store\n",
  "x mcp__helix__store",
  "store",
  "Bash",
  "",
])("nothing is said of %j", (name) => {
  expect(answerFor(name)).toBe("silence");
});
