// Whether the settings hold a hook of helix, so that the plugin's is silent.

import { describe, expect, test } from "vitest";
import { guardGroups, hookGroups } from "../../../../src/clients/claude-code/hook-groups.ts";
import { isInSettings } from "../../../../src/surfaces/hooks/settings-answer.ts";

const PLACE = { environment: { HOME: "/h", CLAUDE_PROJECT_DIR: "/p" }, directory: "/elsewhere" };
const FILES = ["/h/.claude/settings.json", "/p/.claude/settings.json", "/p/.claude/settings.local.json"];

const holding = (path: string, text: string) => ({ readText: (asked: string) => (asked === path ? text : null) });
const isIn = (settings: unknown, type: string, event: string | null = null, path = FILES[0]!) =>
  isInSettings(type, PLACE, holding(path, typeof settings === "string" ? settings : JSON.stringify(settings)), event);
const command = (line: string) => ({ hooks: { Stop: [{ hooks: [{ type: "command", command: line }] }] } });

describe("what helix writes is found", () => {
  test.each(["command", "mcp"] as const)("by %s, each hook and no other", (transport) => {
    const groups = hookGroups(transport, { program: "/b/helix", directory: null });
    for (const { event, type, group } of groups) {
      const settings = { hooks: { [event]: [group] } };
      for (const path of FILES) expect([type, path, isIn(settings, type, null, path)]).toEqual([type, path, true]);
      for (const other of groups) if (other.type !== type) expect(isIn(settings, other.type)).toBe(false);
    }
  });

  test("with any path, directory, variable and mark", () => {
    for (const line of [
      "helix hook stop",
      "'/my bin/helix' hook stop '/my kb'",
      "HELIX_KB=~/kb exec helix hook stop 2>/dev/null",
      "cd /tmp && helix hook stop",
      "/b/other hook stop # helix",
    ])
      expect([line, isIn(command(line), "stop")]).toEqual([line, true]);
  });

  test("the guard's, by its event", () => {
    const groups = guardGroups({ program: "helix", directory: null });
    const at = groups.find(({ event }) => event === "SubagentStop")!;
    const settings = { hooks: { SubagentStop: [at.group] } };
    expect(isIn(settings, "guard", "SubagentStop")).toBe(true);
    expect(isIn(settings, "guard", "PostToolUse")).toBe(false);
    expect(isIn(settings, "guard-binding", "SubagentStop")).toBe(false);
  });
});

test("anything else is none: the plugin's hook speaks", () => {
  for (const line of [
    "helix hook stopped",
    "helix hook stop-all",
    "echo helix",
    "hook stop",
    "helix hook stop --plugin",
  ])
    expect([line, isIn(command(line), "stop")]).toEqual([line, false]);
  for (const settings of ["", "helix", '"helix"', '{"helix":1}', '{"hooks":"helix"}', '{"hooks":{"Stop":["helix"]}}'])
    expect([settings, isIn(settings, "stop")]).toEqual([settings, false]);
  expect(isIn(command("helix hook stop"), "stop", null, "/elsewhere/.claude/settings.json")).toBe(false);
});

test("without a word of the client on it, the project is the folder; its own folder may be elsewhere", () => {
  const settings = JSON.stringify(command("helix hook stop"));
  const here = { environment: { HOME: "/h" }, directory: "/here" };
  expect(isInSettings("stop", here, holding("/here/.claude/settings.json", settings))).toBe(true);
  const moved = { environment: { HOME: "/h", CLAUDE_CONFIG_DIR: "/moved" }, directory: "/here" };
  expect(isInSettings("stop", moved, holding("/moved/settings.json", settings))).toBe(true);
  expect(isInSettings("stop", moved, holding("/h/.claude/settings.json", settings))).toBe(false);
});
