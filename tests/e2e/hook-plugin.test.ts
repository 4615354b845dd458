// A hook of the plugin, as a process: it says what any hook says, and nothing where the client's settings hold the same
// hook. It decides so by itself, as settings-answer.ts does: both agree on all settings here.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { guardGroups, hookGroups } from "../../src/clients/claude-code/hook-groups.ts";
import { libcFiles } from "../../src/platform/libc-files.ts";
import { isInSettings } from "../../src/surfaces/hooks/settings-answer.ts";
import { runHelix } from "../support/command-line.ts";
import { endOfHook } from "../support/hook-process.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
const shared = useFolders("all");
let base = "";
let sessions = 0;

beforeAll(() => {
  const cwd = shared();
  base = join(cwd, "kb");
  expect(runHelix(["store", "tides", "the moon moves the tides"], { base, cwd }).status).toBe(0);
});

const line = (command: string) => ({ hooks: { SessionStart: [{ hooks: [{ type: "command", command }] }] } });
const groupsOf = (words: { program: string; directory: null; isOfPlugin?: boolean }, type: string) => {
  const groups = [...hookGroups("command", words), ...guardGroups(words)].filter((each) => each.type === type);
  return { hooks: Object.fromEntries(groups.map(({ event, group }) => [event, [group]])) };
};
const HELIX = { program: "/b/helix", directory: null };

interface Place {
  readonly home: string;
  readonly project: string;
  readonly settings?: string;
}

/** What the plugin's hook at the start of a session prints, and whether it is told to be silent. */
async function sessionIn({ home, project }: Place, more: Readonly<Record<string, string>> = {}) {
  const environment = { PATH: process.env.PATH ?? "", HOME: home, ...more };
  const event = { hook_event_name: "SessionStart", session_id: `s${++sessions}`, cwd: project, source: "startup" };
  const words = [base, "--plugin"];
  const { code, output, errors } = await endOfHook("session", JSON.stringify(event), {
    cwd: project,
    words,
    environment,
  });
  expect([code, errors]).toEqual([0, ""]);
  return { output, isSilent: isInSettings("session", { environment, directory: project }, libcFiles) };
}

function place(path?: string, settings?: unknown): Place {
  const root = folder();
  const at = { home: join(root, "home"), project: join(root, "project") };
  for (const each of Object.values(at)) mkdirSync(each);
  if (path === undefined) return at;
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof settings === "string" ? settings : JSON.stringify(settings));
  return at;
}

test("alone it says what there is to say", async () => {
  expect(await sessionIn(place())).toEqual({
    output: expect.stringContaining("helix knows 1 note"),
    isSilent: false,
  });
});

test.each(["home/.claude/settings.json", "project/.claude/settings.json", "project/.claude/settings.local.json"])(
  "it is silent where %s holds the same hook, however that reaches helix",
  async (path) => {
    for (const settings of [
      groupsOf(HELIX, "session"),
      line("helix hook session"),
      line("'/my bin/helix' hook session '/my kb'"),
      line("/b/other hook session # helix"),
      {
        hooks: { Any: [{ hooks: [{ type: "mcp_tool", server: "helix", tool: "hook", input: { type: "session" } }] }] },
      },
    ])
      expect([settings, await sessionIn(place(path, settings))]).toEqual([settings, { output: "", isSilent: true }]);
  },
);

test.each<[string, unknown]>([
  ["another hook", groupsOf(HELIX, "stop")],
  ["the guard", groupsOf(HELIX, "guard")],
  ["the plugin's own", groupsOf({ ...HELIX, isOfPlugin: true }, "session")],
  ["a longer name", line("helix hook session-end")],
  ["somebody else's", line("echo helix")],
  ["no hooks", { helix: true }],
  ["hooks of another shape", { hooks: { SessionStart: ["helix"] } }],
  ["no JSON", "helix hook session"],
  ["nothing", ""],
])("it speaks where the settings hold %s", async (_, settings) => {
  const { output, isSilent } = await sessionIn(place("home/.claude/settings.json", settings));
  expect([output, isSilent]).toEqual([expect.stringContaining("helix knows 1 note"), false]);
});

test("it looks where the client was started, and into the client's own folder wherever that is", async () => {
  const held = line("helix hook session");
  const at = place("elsewhere/.claude/settings.json", held);
  const elsewhere = join(dirname(at.home), "elsewhere");
  expect((await sessionIn(at)).output).not.toBe("");
  expect(await sessionIn(at, { CLAUDE_PROJECT_DIR: elsewhere })).toEqual({ output: "", isSilent: true });
  expect(await sessionIn(at, { CLAUDE_CONFIG_DIR: join(elsewhere, ".claude") })).toEqual({
    output: "",
    isSilent: true,
  });
  const own = place("home/.claude/settings.json", held);
  expect((await sessionIn(own, { CLAUDE_CONFIG_DIR: elsewhere })).output).not.toBe("");
});
