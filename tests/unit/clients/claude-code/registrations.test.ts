// Several registrations of helix in one file, which is the client's own: each goes alone, in any order, and who
// registered the server by hand keeps it.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Surroundings } from "../../../../src/clients/claude-code/finding.ts";
import { install, NEW_CLIENT, uninstall } from "../../../support/installation.ts";
import { isThorough } from "../../../support/runs.ts";
import { put, putProgram, soundSurroundings } from "../../../support/surroundings.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
let root = "";
let sound: Surroundings;
let state = "";

beforeEach(() => {
  root = folder();
  sound = soundSurroundings(root);
  state = join(sound.home, ".claude.json");
  for (const name of ["a", "b", "c"]) mkdirSync(join(root, name));
});

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : null);
const jsonOf = (path: string) => JSON.parse(readFileSync(path, "utf8") || "{}");
const inProject = (name: string): Surroundings => ({ ...sound, currentDirectory: join(root, name) });
/** Where a registration is, of `user`, `a`, `b`, `c`. */
const registered = () => {
  if (!existsSync(state)) return [];
  const { mcpServers, projects = {} } = jsonOf(state);
  const local = Object.entries<{ mcpServers?: object }>(projects).filter(([, project]) => project.mcpServers);
  return [...(mcpServers?.helix ? ["user"] : []), ...local.map(([path]) => path.slice(root.length + 1))].sort();
};
const put1 = (name: string) =>
  name === "user"
    ? install(sound, { scope: "user", transport: "command" })
    : install(inProject(name), { scope: "local", transport: "command" });
const take1 = (name: string) =>
  name === "user" ? uninstall(sound, { scope: "user" }) : uninstall(inProject(name), { scope: "local" });

function orders(names: readonly string[]): string[][] {
  if (names.length < 2) return [[...names]];
  return names.flatMap((name) => orders(names.filter((other) => other !== name)).map((rest) => [name, ...rest]));
}
/** The user last: their registration serves the projects, and none of those is made then. */
const PAIRS = [
  ["a", "b"],
  ["a", "user"],
].flatMap((names) => orders(names).map((order) => [names, order] as const));
const TRIPLES = [
  ["a", "b", "c"],
  ["a", "b", "user"],
]
  .flatMap((names) => orders(names).map((order) => [names, order] as const))
  // Of the orders of three the quick tests try two: the first one taken out first, and last.
  .filter((_, at) => isThorough || at % 3 === 0);
const FILES = [
  ["no file", null],
  ["an empty file", ""],
  ["a client's file", '{\n  "numStartups": 5,\n  "projects": {\n    "/x": {}\n  }\n}\n'],
  ["a minified file", '{"a":1.0,"projects":{}}'],
] as const;

describe.each(FILES)("in %s", (_, text) => {
  const all = text ? [...PAIRS, ...TRIPLES] : PAIRS;
  it.each(all)("%j, taken out as %j: the others stay, and the file is as before in the end", (names, order) => {
    if (text !== null) writeFileSync(state, text);
    for (const name of names) put1(name);
    expect(registered()).toEqual([...names].sort());
    for (const [index, name] of order.entries()) {
      expect(take1(name)).toMatchObject({ hooks: 16, isServerTaken: true });
      expect(registered()).toEqual(order.slice(index + 1).sort());
    }
    expect(textOf(state)).toBe(text);
  });

  it.each(all)("%j, taken out as %j, with a client that writes the file all the time", (names, order) => {
    if (text !== null) writeFileSync(state, text);
    const starts = () =>
      writeFileSync(state, `${JSON.stringify({ ...jsonOf(state), numStartups: Math.random() }, null, 2)}\n`);
    for (const name of names) {
      put1(name);
      starts();
    }
    for (const [index, name] of order.entries()) {
      expect(take1(name).isServerTaken).toBe(true);
      starts();
      expect(registered()).toEqual(order.slice(index + 1).sort());
    }
    const { numStartups, ...rest } = jsonOf(state);
    const { numStartups: _, ...before } = JSON.parse(text || "{}");
    expect([typeof numStartups, rest]).toEqual(["number", before]);
  });
});

it("a registration is taken out of the middle, renewed, and taken out again", () => {
  for (const name of ["a", "b", "c"]) put1(name);
  take1("b");
  put1("b");
  for (const name of ["b", "c", "a"]) take1(name);
  expect(textOf(state)).toBe(null);
});

describe("a server that helix did not register", () => {
  const own = { type: "stdio", command: "helix", args: ["serve"], env: {} };

  it("stays where nothing of helix is installed, whatever it looks like", () => {
    put(state, { mcpServers: { helix: own } });
    const before = textOf(state);
    expect(uninstall(sound, { scope: "user" })).toMatchObject({ hooks: 0, isServerTaken: false, changes: [] });
    expect(textOf(state)).toBe(before);
  });

  it("stays where it has taken the place of helix's own", () => {
    install(sound, { scope: "user" });
    const docker = { command: "docker", args: ["run", "helix"] };
    put(state, { mcpServers: { helix: docker } });
    expect(uninstall(sound, { scope: "user" })).toMatchObject({ hooks: 16, isServerTaken: false });
    expect(jsonOf(state).mcpServers.helix).toEqual(docker);
  });
});

describe("installed again from elsewhere", () => {
  const moved = (name: string) => ({
    ...sound,
    executable: putProgram(join(root, name, "helix")),
    environment: { PATH: "/none" },
  });

  it.each(["user", "local"] as const)("by a binary that was moved: its own registration follows (--%s)", (scope) => {
    install(moved("old"), { scope });
    put(state, { ...jsonOf(state), more: 1 });
    const now = moved("new");
    const { transport, notes } = install(now, { scope });
    expect([transport, notes]).toEqual(["mcp", []]);
    expect(textOf(state)).toContain(`${root}/new/helix`);
    expect(textOf(state)).not.toContain(`${root}/old/helix`);
    expect(uninstall(now, { scope })).toMatchObject({ hooks: 16, isServerTaken: true });
    expect(jsonOf(state)).toEqual({ more: 1 });
  });

  it("for another knowledge base, and what was set by hand stays; then to the byte what was there first", () => {
    const first = '{"a": 1}';
    put(state, first);
    const kb = (name: string) => ({ ...sound, directory: join(root, name) });
    install(kb("kb1"), { scope: "user" });
    install(kb("kb2"), { scope: "user" });
    const { helix } = jsonOf(state).mcpServers;
    expect(helix.args).toEqual(["serve", join(root, "kb2")]);
    uninstall(kb("kb3"), { scope: "user" });
    expect(textOf(state)).toBe(first);
    install(kb("kb1"), { scope: "user" });
    const content = jsonOf(state);
    content.mcpServers.helix.env = { LANG: "C" };
    put(state, content);
    expect(install(kb("kb2"), { scope: "user" }).transport).toBe("mcp");
    expect(jsonOf(state).mcpServers.helix).toEqual({ ...helix, env: { LANG: "C" } });
  });

  it.each([
    ["a server elsewhere", { type: "http", url: "https://example.org/" }, "it does not start helix (type http)"],
    ["another program", { command: "docker", args: ["run"] }, "it does not start helix"],
    ["a helix that is gone", { command: "/old/helix", args: ["serve"] }, "/old/helix, which it starts, is not there"],
    [
      "another knowledge base",
      { command: "helix", args: ["serve", "--kb", "/kb"] },
      "it serves another knowledge base, /kb",
    ],
    [
      "and by a variable",
      { command: "helix", args: ["serve"], env: { HELIX_KB: "/kb" } },
      "it serves another knowledge base, /kb",
    ],
  ])("beside somebody's registration of %s: that stays, and hooks do not call it", (_, server, why) => {
    put(state, { mcpServers: { helix: server } });
    const before = textOf(state);
    const { transport, notes } = install(sound, { scope: "user" }, NEW_CLIENT);
    expect([transport, textOf(state)]).toEqual(["command", before]);
    expect(notes).toEqual([
      `the server helix in ~/.claude.json is left: ${why}`,
      "hooks are commands: the server helix in ~/.claude.json is not this one",
    ]);
    // In a project its own registration goes before the user's.
    expect(install(sound, { scope: "local" }).transport).toBe("mcp");
    expect(registered()).toEqual(["project", "user"]);
  });
});
