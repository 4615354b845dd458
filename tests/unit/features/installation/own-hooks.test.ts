// Which hooks are taken for helix's own: too many, and somebody's hook is lost; too few, and ours run twice.

import { describe, expect, it } from "vitest";
import { ownHook, ownHooks } from "../../../../src/features/installation/own-hooks.ts";
import { eventsRunTwice } from "../../../../src/features/installation/twice.ts";

const command = (text: string) => ({ type: "command", command: text });

describe("a command is helix's", () => {
  it.each([
    ["helix hook stop", { type: "stop", program: "helix", directory: null }],
    [
      "  /usr/local/bin/helix   hook  pre-compact ",
      { type: "pre-compact", program: "/usr/local/bin/helix", directory: null },
    ],
    [
      `"/My Programs/helix" hook session '/my kb'`,
      { type: "session", program: "/My Programs/helix", directory: "/my kb" },
    ],
    ["'/it'\\''s/helix' hook session ~/'my kb'", { type: "session", program: "/it's/helix", directory: "~/my kb" }],
    ["HELIX_KB=/x exec helix hook ambient || true", { type: "ambient", program: "helix", directory: null }],
    ["helix hook ambient 2>/dev/null", { type: "ambient", program: "helix", directory: null }],
    ['"$HOME/bin/helix" hook ambient', { type: "ambient", program: "$HOME/bin/helix", directory: null }],
    ["./dist/helix-darwin-arm64 hook stop", { type: "stop", program: "./dist/helix-darwin-arm64", directory: null }],
    ["helix hook user-prompt", { type: "user-prompt", program: "helix", directory: null }],
  ])("%s", (text, expected) => {
    expect(ownHook(command(text))).toMatchObject(expected);
  });
});

describe("a command is somebody's own", () => {
  it.each([
    "echo helix hook stop",
    "cd x && helix hook stop",
    "helix hook stop; notify-send done",
    "helix hook stop | tee log",
    "helix hook stop > log.txt",
    "helix hook stop && true",
    "helix hook stop &",
    "helix hook $(cat type)",
    "sh -c 'helix hook stop'",
    "helix hook",
    "helix hook stop /kb more",
    "helix store a b",
    "helix-editor hook stop",
    "myhelix hook stop",
    "/opt/helix/run hook stop",
    "helix 'hook stop",
    "",
  ])("%s", (text) => {
    expect(ownHook(command(text))).toBe(null);
  });
});

it("a call of the server is helix's by server and tool", () => {
  expect(ownHook({ type: "mcp_tool", server: "helix", tool: "hook", input: { type: "stop" } })).toMatchObject({
    type: "stop",
    program: null,
  });
  expect(ownHook({ type: "mcp_tool", server: "helix", tool: "hook" })).toMatchObject({ type: "", program: null });
  for (const hook of [
    { type: "mcp_tool", server: "helix", tool: "store" },
    { type: "mcp_tool", server: "other", tool: "hook" },
    { type: "prompt", prompt: "helix hook stop" },
    null,
    "helix hook stop",
    { command: 5 },
  ])
    expect(ownHook(hook)).toBe(null);
});

it("whatever the value of hooks is, nothing throws", () => {
  for (const value of [null, 5, [], "x", { Stop: 5 }, { Stop: [null, { hooks: {} }, { hooks: [null, 5] }] }])
    expect(ownHooks(value)).toEqual([]);
});

it("hooks of the same words run once, others twice", () => {
  const settings = (...texts: string[]) => ({ Stop: texts.map((text) => ({ hooks: [command(text)] })) });
  expect(eventsRunTwice([settings("helix hook stop"), settings("helix hook stop")])).toEqual([]);
  expect(eventsRunTwice([settings("helix hook stop"), settings("/bin/helix hook stop")])).toEqual(["Stop"]);
  expect(eventsRunTwice([settings("helix hook stop", "helix hook stop /kb")])).toEqual(["Stop"]);
});
