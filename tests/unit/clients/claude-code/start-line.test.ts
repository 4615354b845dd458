// The lines by which the client starts helix, in the shells that clients use: they become helix where it is there, and
// end silently with 0 where it is not.

import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { readSettings } from "../../../../src/clients/claude-code/client-settings.ts";
import { guardGroups, hookGroups } from "../../../../src/clients/claude-code/hook-groups.ts";
import { ownHooks } from "../../../../src/clients/claude-code/own-hooks.ts";
import { startLine } from "../../../../src/clients/claude-code/start-line.ts";
import { checkHooks } from "../../../../src/clients/doctor/hooks.ts";
import { install, uninstall } from "../../../support/installation.ts";
import { put, soundSurroundings } from "../../../support/surroundings.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
const SHELLS = ["sh", "bash"].filter((shell) => spawnSync(shell, ["-c", ":"]).status === 0);
let root = "";
let program = "";

beforeEach(() => {
  root = folder();
  program = join(root, "my bin", "helix");
  mkdirSync(join(root, "my bin"));
  // `$$` of the shell and of the program are one process where the shell has become the program.
  writeFileSync(program, '#!/bin/sh\necho "$$ $*"\nexit 7\n');
  chmodSync(program, 0o755);
});

const run = (shell: string, line: string, more: Readonly<Record<string, string>> = {}) => {
  const environment = { PATH: `${join(root, "my bin")}:/usr/bin:/bin`, HOME: root, ...more };
  const { status, stdout, stderr, pid } = spawnSync(shell, ["-c", line], {
    env: environment,
    cwd: root,
    encoding: "utf8",
  });
  return { status, stdout: stdout.replace(`${pid} `, "same "), stderr };
};
const SILENT = { status: 0, stdout: "", stderr: "" };

/** What may be wrong with a program. */
const FAULTS: Readonly<Record<string, () => void>> = {
  "that is gone": () => rmSync(program),
  "that was moved": () => renameSync(program, `${program}-old`),
  "that may not be run": () => chmodSync(program, 0o644),
  "that is a folder now": () => {
    rmSync(program);
    mkdirSync(program);
  },
  "that is a link to nowhere": () => {
    rmSync(program);
    symlinkSync("/none/helix", program);
  },
  "whose folder is gone": () => rmSync(join(root, "my bin"), { recursive: true }),
};

describe.each(SHELLS)("in %s", (shell) => {
  const words = () => [
    { program: "helix", directory: null },
    { program: `'${program}'`, directory: "'/my kb'" },
  ];

  it("the shell becomes the program, with its words and its exit code", () => {
    expect(run(shell, startLine("helix", "helix hook stop"))).toEqual({
      status: 7,
      stdout: "same hook stop\n",
      stderr: "",
    });
    const line = startLine(`'${program}'`, `'${program}' hook stop '/my kb'`);
    expect(run(shell, line)).toEqual({ status: 7, stdout: "same hook stop /my kb\n", stderr: "" });
  });

  it.each(Object.entries(FAULTS))("every hook of a program %s ends silently, by both transports", (_, break_) => {
    break_();
    for (const each of words()) {
      for (const group of [...hookGroups("command", each), ...hookGroups("mcp", each), ...guardGroups(each)]) {
        const { type, command } = group.hook;
        if (type === "command") expect([command, run(shell, String(command))]).toEqual([command, SILENT]);
      }
    }
  });

  it.each(Object.entries(FAULTS))("the guard of a program %s refuses where a workspace is active", (_, break_) => {
    mkdirSync(join(root, ".helix-guard", root), { recursive: true });
    writeFileSync(join(root, ".helix-guard", root, "active"), "");
    break_();
    for (const each of words()) {
      for (const { event, hook } of guardGroups(each)) {
        const { status, stderr } = run(shell, String(hook.command), { CLAUDE_PROJECT_DIR: root });
        const isClosed = String(hook.command).includes("exit 2");
        expect([event, status]).toEqual([event, isClosed ? 2 : 0]);
        if (isClosed) expect(stderr).toContain("helix could not decide");
        else expect(stderr).toBe("");
      }
    }
  });
});

describe("what helix 0.2 installed", () => {
  const older = (text: string) =>
    text.replaceAll(/! hash helix 2>\/dev\/null \|\| exec |\[ ! -f \S+ \] \|\| \[ ! -x \S+ \] \|\| exec /g, "");

  it.each(["user", "project", "local"] as const)("is helix's own, is told, brought up and taken out: %s", (scope) => {
    const sound = soundSurroundings(root);
    const place = scope === "user" ? sound.home : sound.currentDirectory!;
    const path = join(place, ".claude", scope === "local" ? "settings.local.json" : "settings.json");
    const before = `{\n  "model": "opus",\n  "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }] }\n}\n`;
    const read = () => String(sound.paths.readText(path, 1_000_000));
    const doctor = () => checkHooks(readSettings(sound).files, sound).map(({ what }) => what);
    put(path, before);
    install(sound, { scope, transport: "command" });
    const now = read();
    const then = older(now);
    expect(then).not.toBe(now);
    expect(then).toContain("helix hook session");
    writeFileSync(path, then);
    expect(ownHooks(JSON.parse(then).hooks)).toHaveLength(16);
    expect(doctor().join("\n")).toMatch(
      /14 hooks in .*settings.* are from an older helix: they fail where helix is missing/,
    );
    install(sound, { scope, transport: "command" });
    expect(JSON.parse(read())).toEqual(JSON.parse(now));
    expect(doctor().join("\n")).not.toContain("older helix");
    writeFileSync(path, then);
    uninstall(sound, { scope });
    expect(JSON.parse(read())).toEqual(JSON.parse(before));
    put(path, before);
    install(sound, { scope, transport: "command" });
    uninstall(sound, { scope });
    expect(read()).toBe(before);
  });
});
