// The guard of plans in the client's settings: written beside the other hooks, known again, exchanged, taken out; and
// whether it is whole is told, since a guard with a part missing lets calls run that a plan forbids.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Surroundings } from "../../../../src/clients/claude-code/finding.ts";
import { GUARD_PLACES, guardedCommand, guardLine } from "../../../../src/clients/claude-code/guard-hooks.ts";
import { hookStatus } from "../../../../src/clients/claude-code/hook-status.ts";
import { mentions, ownHook, ownHooks } from "../../../../src/clients/claude-code/own-hooks.ts";
import { statusLines } from "../../../../src/clients/claude-code/report.ts";
import { examine } from "../../../../src/clients/doctor/doctor.ts";
import { install, uninstall } from "../../../support/installation.ts";
import { linesOf, put, soundSurroundings } from "../../../support/surroundings.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
let home = "";
let sound: Surroundings;

beforeEach(() => {
  sound = soundSurroundings(folder());
  home = sound.home;
});

const settings = () => join(home, ".claude", "settings.json");
const read = () => JSON.parse(readFileSync(settings(), "utf8"));
const write = (value: object) => put(settings(), value);
const status = (changes: Partial<Surroundings> = {}) => hookStatus({ ...sound, ...changes }, () => null, null);
const doctorLine = async () =>
  (await examine(sound)).flatMap(({ findings }) => linesOf(findings)).filter((line) => line.includes("guard of plans"));
const guards = (hooks: unknown) =>
  ownHooks(hooks)
    .filter(({ type }) => type.startsWith("guard"))
    .map(({ event, type, matcher, isClosed }) => ({ event, type, matcher: matcher || null, isClosed }));

describe("the hooks of the guard", () => {
  it("as helix 0.2 wrote them refuse calls, too", () => {
    const older = new URL("../../../fixtures/helix-0.2/home/.claude/settings.json", import.meta.url);
    const closed = guards(JSON.parse(readFileSync(older, "utf8")).hooks).filter(({ isClosed }) => isClosed);
    expect(closed.map(({ event }) => event)).toEqual(["PreToolUse", "ConfigChange"]);
  });

  it.each(["command", "mcp"] as const)(
    "are commands with the transport %s, each in a group of its own",
    async (transport) => {
      const others = { hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "say go" }] }] } };
      write(others);
      install(sound, { scope: "user", transport });
      const byPlace = (places: readonly object[]) => places.map((place) => JSON.stringify(place)).sort();
      const wanted = GUARD_PLACES.map(({ event, type, matcher, isClosed }) => ({ event, type, matcher, isClosed }));
      expect(byPlace(guards(read().hooks))).toEqual(byPlace(wanted));
      expect(read().hooks.PreToolUse[0]).toEqual(others.hooks.PreToolUse[0]);
      expect(
        read()
          .hooks.PreToolUse.slice(2)
          .every(({ hooks }: { hooks: object[] }) => hooks.length === 1),
      ).toBe(true);
      expect(install(sound, { scope: "user", transport }).changes).toEqual([]);
      expect([status().guard, status().twice]).toEqual([{ state: "whole", missing: [] }, []]);
      expect(await doctorLine()).toEqual(["ok: the guard of plans is installed whole"]);
      uninstall(sound, { scope: "user" });
      expect(read()).toEqual(others);
    },
  );

  it("are known again by another path, and exchanged with what was set around them", () => {
    const line = (program: string) => guardLine(`FOO=1 ${program} hook guard /old-kb`, true);
    write({
      hooks: { PreToolUse: [{ matcher: "*", hooks: [{ type: "command", command: line("/old/helix"), timeout: 60 }] }] },
    });
    install(sound, { scope: "user", transport: "command" });
    const [group] = read().hooks.PreToolUse;
    expect(group.hooks).toEqual([
      { type: "command", command: guardLine(`FOO=1 ${sound.executable} hook guard`, true), timeout: 60 },
    ]);
    expect(guards(read().hooks)).toHaveLength(GUARD_PLACES.length);
  });

  it("of a program with another name carry the mark", () => {
    const own = ownHook({ type: "command", command: `${guardLine("/opt/memory hook guard /kb", true)} # helix` });
    expect(own).toMatchObject({ type: "guard", program: "/opt/memory", directory: "/kb", isClosed: true });
    expect(ownHook({ type: "command", command: guardLine("/opt/memory hook guard /kb", true) })).toBe(null);
  });

  it("are somebody's own where the line is another one", () => {
    const command = guardLine("helix hook guard", true).replace("exit 2", "exit 0");
    expect(ownHook({ type: "command", command })).toBe(null);
    expect(ownHook({ type: "command", command: guardLine("helix hook stop", true) })).toBe(null);
    expect(mentions({ PreToolUse: [{ hooks: [{ type: "command", command }] }] })).toBe(1);
    expect(guardedCommand(command)?.isClosed).toBe(false);
  });
});

describe("a guard that does not hold is told", () => {
  const installed = () => {
    install(sound, { scope: "user", transport: "command" });
    return read();
  };

  it.each(GUARD_PLACES)("$type at $event is missing", async ({ type, event }) => {
    const value = installed();
    value.hooks[event] = value.hooks[event].filter(
      ({ hooks: [hook] }: { hooks: [unknown] }) => ownHook(hook)?.type !== type,
    );
    write(value);
    const missing = [`${event} (${type}): not installed`];
    expect(status().guard).toEqual({ state: "in part", missing });
    const lines = statusLines(status(), null).join("\n");
    expect(lines).toContain("guard of plans: installed in part, so it does not hold\n");
    expect(lines).toContain(`problem  guard of plans: ${missing[0]}`);
    expect(await doctorLine()).toEqual([
      `problem: the guard of plans does not hold: ${missing[0]} -> helix hooks install --user`,
    ]);
  });

  it("its matcher leaves tools out", () => {
    const value = installed();
    value.hooks.PreToolUse.find(({ matcher }: { matcher: string }) => matcher === "*").matcher = "Edit|Write";
    write(value);
    expect(status().guard.missing).toEqual(['PreToolUse (guard): its matcher "Edit|Write" leaves tools out']);
  });

  it("it lets calls run when helix cannot decide", () => {
    write(installed());
    const text = readFileSync(settings(), "utf8");
    put(settings(), text.replace("hook guard ||", "hook guard || true ||"));
    expect(status().guard.missing).toEqual(["PreToolUse (guard): it lets a call run when helix cannot decide"]);
  });

  it("hooks are turned off, or the program is gone", () => {
    const value = installed();
    write({ ...value, disableAllHooks: true });
    expect(status().guard.missing).toHaveLength(GUARD_PLACES.length);
    write(JSON.parse(JSON.stringify(value).replaceAll(sound.executable, "/none/helix")));
    expect(status().guard.missing[0]).toBe("PreToolUse (guard): /none/helix is not there, or may not be run");
    install(sound, { scope: "user", transport: "command" });
    expect(status().guard.state).toBe("whole");
  });

  it("no hook of it is there", async () => {
    write({ hooks: { Stop: [{ hooks: [{ type: "command", command: "helix hook stop" }] }] } });
    expect(status().guard).toEqual({ state: "none", missing: [] });
    expect(await doctorLine()).toEqual([
      "note: the guard of plans is not installed: only a plan's reports check its limits -> helix hooks install --user",
    ]);
  });
});
