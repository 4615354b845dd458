// Settings files of any bytes: refused in one line and left alone, or changed so that the hooks are in and nothing else
// is different. Taking back gives the file to the byte; taking out leaves nothing of helix.

import { expect, test } from "vitest";
import { type Check, fuzz } from "./engine/campaign.ts";
import type { Random } from "./engine/mutate.ts";

async function load(): Promise<Check> {
  const { HelixError } = await import("../../src/base/errors.ts");
  const { containersOf, installHooks, uninstallHooks } = await import("../../src/clients/claude-code/edit-hooks.ts");
  const { installServer, serverContainers, serverEntry, uninstallServer } = await import(
    "../../src/clients/claude-code/edit-servers.ts"
  );
  const { hookGroups } = await import("../../src/clients/claude-code/hook-groups.ts");
  const { JsonText, takeBack } = await import("../../src/clients/claude-code/json-text.ts");
  const groups = hookGroups("command", { program: "helix", directory: null });
  const parsed = (text: string) => JSON.parse(text.replace(/^\uFEFF/, ""));
  const without = (value: Record<string, unknown>, name: string) =>
    JSON.stringify(Object.entries(value).filter(([key]) => key !== name));

  const hooks = (text: string) => {
    const json = new JsonText(text, "settings.json");
    const kept = new Set(containersOf(json));
    installHooks(json, groups);
    expect(takeBack(json.text, json.splices)).toBe(text);
    const before = text.trim() === "" ? {} : parsed(text);
    const after = parsed(json.text);
    expect(without(after, "hooks")).toBe(without(before, "hooks"));
    const again = new JsonText(json.text, "settings.json");
    installHooks(again, groups);
    expect(again.splices).toEqual([]);
    const out = new JsonText(json.text, "settings.json");
    expect(uninstallHooks(out, kept)).toBeGreaterThanOrEqual(groups.length);
    const left = new JsonText(out.text, "settings.json");
    expect(uninstallHooks(left, kept)).toBe(0);
    expect(without(parsed(out.text), "hooks")).toBe(without(before, "hooks"));
  };
  const server = (text: string) => {
    const json = new JsonText(text, ".claude.json");
    const kept = new Set(serverContainers(json, ["mcpServers"]));
    installServer(json, ["mcpServers"], serverEntry({ program: "helix", directory: null }));
    expect(takeBack(json.text, json.splices)).toBe(text);
    const before = text.trim() === "" ? {} : parsed(text);
    expect(without(parsed(json.text), "mcpServers")).toBe(without(before, "mcpServers"));
    const out = new JsonText(json.text, ".claude.json");
    expect(uninstallServer(out, ["mcpServers"], kept)).toBe(true);
    expect(parsed(out.text).mcpServers?.helix).toBe(undefined);
  };
  return (input) => {
    const text = Buffer.from(input).toString("utf8");
    for (const act of [hooks, server]) {
      try {
        act(text);
      } catch (error) {
        if (!(error instanceof HelixError)) throw error;
        expect(error.message).not.toMatch(/[\n\r]/);
      }
    }
  };
}

function generate(next: Random): string {
  const space = () => ["", " ", "\n", "\r\n  ", "\t"][next(5)]!;
  const value = (depth: number): string => {
    const kind = next(depth > 3 ? 5 : 9);
    const list = (open: string, close: string, item: () => string) =>
      `${open}${space()}${Array.from({ length: next(4) }, item).join(`${space()},${space()}`)}${space()}${close}`;
    if (kind < 5) return ['"x"', "1.50e3", "null", '"helix hook stop"', '"\\u0068elix"'][kind]!;
    if (kind < 7) return list("[", "]", () => value(depth + 1));
    const names = [
      "a",
      "hooks",
      "mcpServers",
      "helix",
      "SessionStart",
      "PreToolUse",
      "matcher",
      "command",
      "type",
      "\\u0061",
      "__proto__",
    ];
    return list("{", "}", () => `"${names[next(names.length)]}"${space()}:${space()}${value(depth + 1)}`);
  };
  const group = () =>
    `{"matcher": "Bash", "hooks": [{"type": "command", "command": "${["x", "helix hook stop", "helix hook ambient"][next(3)]}"}]}`;
  if (next(2) === 0) return `{"a": 1, "hooks": {"PreToolUse": [${group()}], "Stop": ${value(2)}}${space()}}`;
  return `${next(8) === 0 ? "\ufeff" : ""}{${space()}"hooks"${space()}:${value(0)}, "mcpServers": ${value(1)}}`;
}

test("settings of any bytes are left alone, or get the hooks and nothing else", async () => {
  await fuzz({
    name: "settings-merge",
    executions: 2000,
    seeds: [
      "{}",
      "",
      '{\n  "hooks": {\n    "Stop": []\n  },\n  "model": "x"\n}\n',
      '\ufeff{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "helix hook ambient"}]}]}}',
      '{"mcpServers": {"helix": {"command": "helix"}, "other": {}}}',
    ],
    dictionary: [
      '"hooks"',
      '"mcpServers"',
      '"PreToolUse"',
      '"helix"',
      '{"type":"command","command":"helix hook stop"}',
      "{}",
      "[]",
    ],
    generate,
    lengthMax: 8192,
    load,
  });
});
