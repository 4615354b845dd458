// Which events are looked at for an output to shorten.

import { expect, test } from "vitest";
import { SHORTENED_BYTES_MIN } from "../../../../src/filters/command-output.ts";
import { parseHookEvent } from "../../../../src/hooks/common/hook-event.ts";
import { mayBeShortened } from "../../../../src/hooks/outputs/looked-at.ts";

const isLookedAt = (stdout: string, fields: object = {}, type: "post-build" | "error-context" = "post-build") =>
  mayBeShortened(type, parseHookEvent({ tool_name: "Bash", tool_response: { stdout, stderr: "" }, ...fields }));

test("from 2 kB on, in bytes, whether the response is an object or its text", () => {
  expect(isLookedAt("x".repeat(SHORTENED_BYTES_MIN))).toBe(true);
  expect(isLookedAt("x".repeat(SHORTENED_BYTES_MIN - 1))).toBe(false);
  expect(isLookedAt("ü".repeat(SHORTENED_BYTES_MIN / 2))).toBe(true);
  const text = JSON.stringify({ stdout: "x".repeat(2000), stderr: "y".repeat(48) });
  expect(isLookedAt("", { tool_response: text })).toBe(true);
});

test("no other tool, no failure, no other event", () => {
  const long = "x".repeat(SHORTENED_BYTES_MIN);
  expect(isLookedAt(long, { tool_name: "Grep" })).toBe(false);
  expect(isLookedAt(long, { tool_name: "mcp__helix__search" })).toBe(false);
  expect(isLookedAt(long, { error: "Exit code 1" })).toBe(false);
  expect(isLookedAt(long, {}, "error-context")).toBe(false);
});
