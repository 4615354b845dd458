// Taking out what was installed: what was there comes back to the byte, and where others have changed something since,
// theirs stays.

import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Surroundings } from "../../../../src/clients/claude-code/finding.ts";
import { install, snapshot, uninstall } from "../../../support/installation.ts";
import { put, soundSurroundings } from "../../../support/surroundings.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
let root = "";
let home = "";
let project = "";
let sound: Surroundings;

beforeEach(() => {
  root = folder();
  sound = soundSurroundings(root);
  home = sound.home;
  project = sound.currentDirectory!;
});

const jsonAt = (...path: string[]) => JSON.parse(readFileSync(join(...path), "utf8"));
/** All but what helix itself remembers. */
const world = () => {
  const all = Object.entries(snapshot(root, ["bin"]));
  return Object.fromEntries(all.filter(([name]) => !name.startsWith("home/.helix-kb")));
};

describe("taking out brings back what was there", () => {
  const texts = [
    ["nothing", null],
    ["an empty file", ""],
    ["an empty object, oddly written", "{ \n }"],
    ["hooks without any", '{"hooks": { }, "a": 1.0}'],
    [
      "tabs, CRLF, escapes, no line break at the end",
      '\uFEFF{\r\n\t"\\u0061": 1e3,\r\n\t"hooks": {\r\n\t\t"Stop": [ ]\r\n\t}\r\n}',
    ],
  ] as const;

  it.each(texts)("%s", (_, text) => {
    for (const scope of ["project", "user", "local"] as const) {
      if (text !== null) {
        put(join(project, ".claude", "settings.json"), text);
        put(join(project, ".claude", "settings.local.json"), text);
        put(join(project, ".mcp.json"), text);
        put(join(home, ".claude", "settings.json"), text);
        put(join(home, ".claude.json"), text);
      }
      const before = world();
      for (const transport of ["command", "mcp", "auto"] as const) install(sound, { scope, transport });
      expect(world()).not.toEqual(before);
      uninstall(sound, { scope });
      expect(world()).toEqual(before);
    }
  });

  it("from another knowledge base than the one that remembers", () => {
    const before = world();
    install({ ...sound, directory: join(root, "kb") });
    uninstall(sound);
    const after = world();
    for (const name of ["kb", "kb/installed.lock"]) delete after[name];
    expect(after).toEqual(before);
  });

  it("what others changed since stays, and what install found empty stays, too", () => {
    const path = put(join(project, ".claude", "settings.json"), '{\n  "hooks": {\n    "Stop": []\n  }\n}\n');
    install(sound);
    writeFileSync(path, readFileSync(path, "utf8").replace("{", '{\n  "model": "opus",'));
    const { changes } = uninstall(sound);
    expect(readFileSync(path, "utf8")).toBe('{\n  "model": "opus",\n  "hooks": {\n    "Stop": []\n  }\n}\n');
    expect(readFileSync(changes[0]!.backup!, "utf8")).toMatch(/opus[\s\S]*helix hook/);
  });

  it("without any memory, by what the hooks are", () => {
    const path = put(join(project, ".claude", "settings.json"), '{\n    "a": 1\n}');
    install(sound);
    rmSync(sound.directory, { recursive: true });
    expect(uninstall(sound)).toMatchObject({ hooks: 16, isServerTaken: true });
    expect(readFileSync(path, "utf8")).toBe('{\n    "a": 1\n}');
    expect(jsonAt(project, ".mcp.json")).toEqual({});
  });

  it("a memory that lies changes nothing but the hooks", () => {
    const path = put(join(project, ".claude", "settings.json"), '{\n    "a": 1\n}');
    install(sound);
    const memory = join(sound.directory, "installed.json");
    for (const text of [
      "",
      "{",
      '{"version":1,"files":[5,{"path":5}]}',
      readFileSync(memory, "utf8").replaceAll('"at":', '"at":9'),
    ]) {
      install(sound);
      writeFileSync(memory, text);
      uninstall(sound);
      expect(readFileSync(path, "utf8")).toBe('{\n    "a": 1\n}');
    }
  });

  it("a memory that a project brings along is not asked", () => {
    const path = put(join(project, ".claude", "settings.json"), '{"a":1}');
    const inside = { ...sound, directory: join(project, "kb") };
    install(inside);
    const memory = join(inside.directory, "installed.json");
    writeFileSync(memory, readFileSync(memory, "utf8").replaceAll('"removed":""', '"removed":",\\"b\\":2"'));
    uninstall(sound);
    expect(readFileSync(path, "utf8")).toBe('{"a":1}');
  });

  it("the folder stays when something else is in it, the server with --no-mcp", () => {
    install(sound);
    put(join(project, ".claude", "agents.md"), "x");
    uninstall(sound, { withServer: false });
    expect(Object.keys(snapshot(project))).toEqual([".claude", ".claude/agents.md", ".mcp.json"]);
  });

  it("nothing there: nothing found, and where else there is something", () => {
    install(sound, { scope: "user" });
    const { hooks, isServerTaken, notes } = uninstall(sound);
    expect([hooks, isServerTaken, notes]).toEqual([
      0,
      false,
      ["~/.claude/settings.json has hooks of helix: helix hooks uninstall --user"],
    ]);
  });

  it("the server goes, and hooks elsewhere that call it are named", () => {
    install(sound, { scope: "user" });
    install(sound, { scope: "local" });
    expect(uninstall(sound, { scope: "user" }).notes.join()).toMatch(
      /hooks in \.claude\/settings\.local\.json call the server that is taken out/,
    );
  });
});

it("permissions stay, links stay and their targets change, the file as it was is kept in the knowledge base", () => {
  const target = put(join(root, "dotfiles", "claude.json"), '{"a":1}');
  chmodSync(target, 0o640);
  mkdirSync(join(home, ".claude"));
  symlinkSync(target, join(home, ".claude", "settings.json"));
  const before = world();
  const copy = install(sound, { scope: "user" }).changes[1]!.backup!;
  expect([copy.startsWith(`${sound.directory}/backups/settings.json-`), readFileSync(copy, "utf8")]).toEqual([
    true,
    '{"a":1}',
  ]);
  const after = world();
  expect(after["home/.claude/settings.json"]).toBe(`-> ${target}`);
  expect(after["dotfiles/claude.json"]).toMatch(/^640 .*helix/s);
  expect(Object.keys(after).filter((name) => name.includes("tmp-"))).toEqual([]);
  uninstall(sound, { scope: "user" });
  expect(world()).toEqual(before);
});
