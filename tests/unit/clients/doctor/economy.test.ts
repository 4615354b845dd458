// Whose hooks may replace outputs beside helix's.

import { expect, test } from "vitest";
import { otherReplacers } from "../../../../src/clients/doctor/economy.ts";

const command = (text: string) => ({ type: "command", command: text });
const after = (matcher: string | undefined, ...commands: string[]) => ({
  ...(matcher === undefined ? {} : { matcher }),
  hooks: commands.map(command),
});

test("hooks of others count that run after a command, and helix's own do not", () => {
  const groups = [
    after("^(Bash|mcp__helix__(store))$", "helix hook post-build"),
    after("Bash", "shorten"),
    after("*", "note it"),
  ];
  expect(otherReplacers({ PostToolUse: groups })).toBe(2);
});

test.each<[string | undefined, number]>([
  [undefined, 1],
  ["", 1],
  ["Edit|Bash", 1],
  ["Edit|Write", 0],
  ["BashOutput", 0],
  ["^Ba", 1],
  ["(", 0],
])("a matcher %j", (matcher, count) => {
  expect(otherReplacers({ PostToolUse: [after(matcher, "x")], PreToolUse: [after("Bash", "y")] })).toBe(count);
});

test("what has another shape counts as none", () => {
  expect(otherReplacers({ PostToolUse: [{ matcher: 7, hooks: "x" }, null] })).toBe(0);
  expect(otherReplacers(null)).toBe(0);
});
