// What the end of a line tells of the verify command.

import { expect, it } from "vitest";
import { endMarker } from "../../../../src/plan/decision/end-marker.ts";
import { verifyEnd, verifyIn } from "../../../../src/plan/decision/verify-line.ts";
import { guardEvent } from "../../../../src/plan/guard/guard-event.ts";
import { workspaceOf } from "../../../support/guard-state.ts";

const workspace = workspaceOf({ root: "/r/shop" });
const ended = (command: string, changes: object, flaw = "") =>
  verifyEnd(
    guardEvent({ hook_event_name: "PostToolUse", tool_input: { command }, tool_response: {}, ...changes }),
    workspace,
    flaw,
  );

it.each([
  ["npm test", "whole"],
  ["  npm test\n", "whole"],
  ["cd /r/shop && npm test", "whole"],
  ["cd '/r/shop' && npm test", "whole"],
  ["cd /r/other && npm test", "part"],
  ["npm test || true", "part"],
  ["npm test | tail -5", "part"],
  ["npm tests", "part"],
  ["npm run test", "none"],
])("%j: %s", (line, how) => {
  expect(verifyIn(line, workspace)).toBe(how);
});

it.each([
  ["npm test", {}, { ok: true, flaw: "" }],
  ["npm test; true", {}, { ok: true, flaw: expect.stringMatching(/before or behind/) }],
  ["npm test", { tool_response: { interrupted: true } }, { ok: false, flaw: "it was interrupted" }],
  ["npm test", { tool_response: { backgroundTaskId: "b1" } }, { ok: false, flaw: expect.stringMatching(/background/) }],
  ["npm test", { tool_response: { returnCodeInterpretation: "No matches found" } }, { ok: false, flaw: "" }],
  ["npm test", { hook_event_name: "PostToolUseFailure", error: "Exit code 1\nError: boom" }, { ok: false, flaw: "" }],
  [
    "npm test",
    { hook_event_name: "PostToolUseFailure", is_interrupt: true },
    { ok: false, flaw: "it was interrupted" },
  ],
])("%j %j", (command, changes, end) => {
  expect(ended(command, changes)).toMatchObject(end);
});

it("another line has nothing to do with it; what was wrong before the call stays wrong", () => {
  expect(ended("ls", {})).toBe(null);
  expect(ended("npm test", {}, "elsewhere")).toMatchObject({ ok: true, flaw: "elsewhere" });
  const failed = (error: string) => ended("npm test", { hook_event_name: "PostToolUseFailure", error })!.signature;
  expect(failed("Error: boom at line 3")).toBe(failed("Error: boom at line 7"));
  expect(failed("Error: boom")).not.toBe(failed("Error: bang"));
});

it.each([
  ["BLOCKED: no port", { status: "blocked", summary: "no port" }],
  ["text\n**DELIVERED:** it works \nmore", { status: "delivered", summary: "it works" }],
  ["DELIVERED: a\nBLOCKED: b", { status: "blocked", summary: "b" }],
  ["it is DELIVERED: no", null],
  ["BLOCKED:", null],
  ["", null],
])("the last words %j", (words, marker) => {
  expect(endMarker(words)).toEqual(marker);
});
