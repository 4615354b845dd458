// What the client cut away from the output of a failed command is said, and nothing is said of any other.

import { expect, test } from "vitest";
import { parseHookEvent } from "../../../../src/hooks/common/hook-event.ts";
import { cutFailureLine } from "../../../../src/hooks/outputs/cut-failure.ts";

const half = "x".repeat(4990);
const lineOf = (error: string, tool = "Bash") => cutFailureLine(parseHookEvent({ tool_name: tool, error }));
const cut = (count: number) => `Exit code 3\n${half}\n\n... [${count} characters truncated] ...\n\n${half}abcdefghij`;

test("of a failure that the client cut, how much is missing", () => {
  expect(lineOf(cut(3904))).toBe(
    'helix: 3,904 characters of this output are not shown; "helix run COMMAND" keeps all of it',
  );
});

test("of one that is longer than the client looks at, that its end may be missing", () => {
  expect(lineOf(cut(20_012))).toContain("20,012 characters of this output are not shown, and perhaps all behind");
});

test("nothing of a whole failure, another tool, or an output that speaks of such a cut", () => {
  expect(lineOf("Exit code 3\nfailed")).toBeNull();
  expect(lineOf(cut(3904), "mcp__x__y")).toBeNull();
  expect(lineOf(`Exit code 3\n... [5 characters truncated] ...\n${half}${half}`)).toBeNull();
});
