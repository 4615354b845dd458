// Installing again over what people have set by hand, and what they are told about places that are not what they seem.

import { linkSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Surroundings } from "../../../../src/clients/claude-code/finding.ts";
import { startLine } from "../../../../src/clients/claude-code/start-line.ts";
import { makeRepository } from "../../../support/git-repository.ts";
import { install, uninstall } from "../../../support/installation.ts";
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

describe("what people have set by hand stays", () => {
  const settings = () => join(home, ".claude", "settings.json");
  const own = (event: string, group: object) => put(settings(), { hooks: { [event]: [group] } });
  const groupOf = (event: string) => jsonAt(settings()).hooks[event];
  const notesGroup = (event: string) => groupOf(event).slice(0, 1);

  it("matcher, timeout, a description, other keys; what is started is exchanged", () => {
    own("PreToolUse", {
      matcher: "Edit",
      description: "mine",
      hooks: [{ command: "/old/helix hook ambient /old-kb || true", type: "command", timeout: 3, statusMessage: "…" }],
    });
    const group = (hook: object) => [
      {
        matcher: "Edit",
        description: "mine",
        hooks: [expect.objectContaining({ ...hook, timeout: 3, statusMessage: "…" })],
      },
    ];
    install(sound, { scope: "user", transport: "command" });
    expect(notesGroup("PreToolUse")).toEqual(
      group({ command: startLine(`${root}/bin/helix`, `${root}/bin/helix hook ambient || true`) }),
    );
    install(sound, { scope: "user", transport: "mcp" });
    expect(notesGroup("PreToolUse")).toEqual(group({ type: "mcp_tool", tool: "hook" }));
    expect(groupOf("PreToolUse")[0].hooks[0]).not.toHaveProperty("command");
    uninstall(sound, { scope: "user" });
    expect(jsonAt(settings())).toEqual({});
  });

  it("variables; a hook that has them stays a command, and that is said", () => {
    own("Stop", { hooks: [{ type: "command", command: "HELIX_KB=/srv/team-kb helix hook stop" }] });
    const { notes, groups } = install(sound, { scope: "user", transport: "mcp" });
    const program = `${root}/bin/helix`;
    const command = `[ ! -f ${program} ] || [ ! -x ${program} ] || HELIX_KB=/srv/team-kb exec ${program} hook stop`;
    expect(groupOf("Stop")[0].hooks).toEqual([{ type: "command", command, timeout: 10 }]);
    expect(notes).toContain("Stop: by command, since variables are set for it there");
    expect(groups.find(({ event }) => event === "Stop")!.transport).toBe("command");
    expect(install(sound, { scope: "user", transport: "mcp" }).changes).toEqual([]);
  });

  it("helix's own timeout follows the transport", () => {
    const timeout = () => groupOf("Stop")[0].hooks[0].timeout;
    const found = (["command", "mcp", "command"] as const).map((transport) => {
      install(sound, { scope: "user", transport });
      return timeout();
    });
    expect(found).toEqual([10, 5, 10]);
  });
});

describe("what else is told", () => {
  it("the user's own knowledge base in shared files, and where it comes from", () => {
    const directory = join(home, "team-kb");
    const notes = (environment: object) =>
      install({ ...sound, directory, environment: { ...sound.environment, ...environment } }).notes.join("\n");
    expect(notes({ HELIX_KB: "~/team-kb" })).toMatch(
      /shared settings now name ~\/team-kb for everybody.*from HELIX_KB; unset it/,
    );
    expect(notes({})).toMatch(/from --kb; leave it out/);
    expect(install(sound).notes.join()).not.toMatch(/for everybody/);
  });

  it("--local in a folder below the work tree", () => {
    makeRepository(project);
    mkdirSync(join(project, "deep"));
    const { notes } = install({ ...sound, currentDirectory: join(project, "deep") }, { scope: "local" });
    expect(notes).toContain(`the client reads this when it is started in ${project}`);
  });

  it("hard links keep the old text", () => {
    const path = put(join(home, ".claude", "settings.json"), "{}");
    linkSync(path, join(home, "dotfile.json"));
    expect(install(sound, { scope: "user" }).notes).toContain(
      "~/.claude/settings.json is one of 2 names of a file (hard links): the others keep the old text",
    );
    expect(readFileSync(join(home, "dotfile.json"), "utf8")).toBe("{}");
  });
});
