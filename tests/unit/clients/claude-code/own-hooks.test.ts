// Which hooks are taken for helix's own: too many, and somebody's hook is lost; too few, and ours run twice.

import { describe, expect, it } from "vitest";
import { mentions, ownHook, ownHooks } from "../../../../src/clients/claude-code/own-hooks.ts";
import { eventsRunTwice } from "../../../../src/clients/claude-code/twice.ts";

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
    ["env FOO=1 helix hook stop >/dev/null 2>&1 || true", { type: "stop", program: "helix", directory: null }],
    [
      "'/opt/my tools/memory' hook stop /kb # helix",
      { type: "stop", program: "/opt/my tools/memory", directory: "/kb" },
    ],
    ["helix hook stop # mine", { type: "stop", program: "helix", around: { behind: " # mine" } }],
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
    "helix hook stop || false",
    "helix hook stop 2> log",
    "> /dev/null helix hook stop",
    "timeout 5 helix hook stop",
    "(helix hook stop)",
    "! helix hook stop",
    "helix hook `cat type`",
    "helix hook $(cat type)",
    "sh -c 'helix hook stop'",
    "helix hook",
    "helix hook stop /kb more",
    "helix store a b",
    "helix-editor hook stop",
    "/opt/memory hook stop",
    "/opt/memory hook stop # not helix",
    "/opt/memory run stop # helix",
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

it("a line that looks for its program is known with what stands around it; one that looks for another is not quiet", () => {
  const own = ownHook(command("! hash helix 2>/dev/null || A=1 exec env B=2 helix hook stop /kb || true"));
  expect(own).toMatchObject({ type: "stop", program: "helix", directory: "/kb", isQuiet: true });
  expect(own!.around).toEqual({ variables: "A=1 ", env: "env B=2 ", behind: " || true" });
  const path = "'/it'\\''s/helix'";
  expect(ownHook(command(`[ ! -f ${path} ] || [ ! -x ${path} ] || exec ${path} hook stop`))).toMatchObject({
    program: "/it's/helix",
    isQuiet: true,
  });
  expect(ownHook(command("[ ! -f /a/helix ] || [ ! -x /a/helix ] || exec /b/helix hook stop"))!.isQuiet).toBe(false);
  expect(ownHook(command("helix hook stop"))!.isQuiet).toBe(false);
  for (const other of ["! hash helix || exec helix hook stop", "[ ! -x /a/helix ] || exec /a/helix hook stop"])
    expect([other, ownHook(command(other))]).toEqual([other, null]);
});

it("what stands around the words is known, to be kept", () => {
  expect(ownHook(command(" HELIX_KB=/x exec helix hook ambient  2>/dev/null || true "))).toMatchObject({
    around: { variables: "HELIX_KB=/x ", env: "", behind: "  2>/dev/null || true" },
    setsVariables: true,
  });
  expect(ownHook(command("exec helix hook ambient"))).toMatchObject({
    around: { variables: "", env: "", behind: "" },
    setsVariables: false,
  });
});

it("a megabyte of commands that nearly are helix's is read to its end", () => {
  const blanks = " ".repeat(9_900);
  const odd = [
    `helix${blanks}hook stop`,
    `helix hook stop${blanks}x`,
    `helix hook stop${blanks}||${blanks.slice(5000)}`,
    `helix hook stop ${"|| true ".repeat(1_200)}`,
    `helix hook stop ${">/dev/null ".repeat(890)}x`,
    `helix hook ${'"'.repeat(9_801)}`,
    `helix hook ${"\\".repeat(9_801)}`,
    `${"A=1 ".repeat(2_400)}helix hook stop`,
    `${'"a"'.repeat(3_300)}'`,
    "{f() ".repeat(2_000),
  ];
  const all = Array.from({ length: 108 }, (_, index) => command(odd[index % odd.length]!));
  const groups = all.map((hook) => ({ hooks: [hook] }));
  expect(JSON.stringify(groups).length).toBeGreaterThan(1_000_000);
  expect(ownHooks({ Stop: groups })).toHaveLength(4 * 11);
  expect(mentions({ Stop: groups })).toBeGreaterThan(0);
});

it("hooks of the same words run once, others twice", () => {
  const settings = (...texts: string[]) => ({ Stop: texts.map((text) => ({ hooks: [command(text)] })) });
  expect(eventsRunTwice([settings("helix hook stop"), settings("helix hook stop")])).toEqual([]);
  expect(eventsRunTwice([settings("helix hook stop"), settings("/bin/helix hook stop")])).toEqual(["Stop"]);
  expect(eventsRunTwice([settings("helix hook stop", "helix hook stop /kb")])).toEqual(["Stop"]);
  // The guard may stand twice: a call counts once.
  expect(eventsRunTwice([settings("helix hook guard"), settings("/bin/helix hook guard")])).toEqual([]);
});
