// Carrying out an installation while others write the same files, when it is cut short, and what is kept of the files.

import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { carryOut } from "../../../../src/clients/claude-code/carry-out.ts";
import type { Surroundings } from "../../../../src/clients/claude-code/finding.ts";
import { planInstall } from "../../../../src/clients/claude-code/install.ts";
import { planUninstall } from "../../../../src/clients/claude-code/uninstall.ts";
import { install, NEW_CLIENT, snapshot, uninstall } from "../../../support/installation.ts";
import { put, soundSurroundings } from "../../../support/surroundings.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
let root = "";
let sound: Surroundings;
let settings = "";
let state = "";

beforeEach(() => {
  root = folder();
  sound = soundSurroundings(root);
  settings = join(sound.home, ".claude", "settings.json");
  state = join(sound.home, ".claude.json");
});

const REQUEST = { scope: "user", transport: "auto", withServer: true } as const;
const jsonOf = (path: string) => JSON.parse(readFileSync(path, "utf8"));
/** All but what helix itself remembers. */
const world = () =>
  Object.fromEntries(Object.entries(snapshot(root, ["bin"])).filter(([name]) => !name.startsWith("home/.helix-kb/")));

describe("others write meanwhile", () => {
  it.each(["install", "uninstall"] as const)(
    "%s: it is planned anew from what they wrote, and nothing of it is lost",
    (action) => {
      put(state, { numStartups: 0 });
      if (action === "uninstall") install(sound, { scope: "user" });
      let plans = 0;
      const makePlan = () => {
        const plan =
          action === "install"
            ? planInstall(REQUEST, NEW_CLIENT, sound)
            : planUninstall({ scope: "user", withServer: true }, sound);
        // The client writes right after each of the first plans.
        if (plans++ < 4) put(state, { ...jsonOf(state), numStartups: plans });
        return plan;
      };
      const { changes } = carryOut(makePlan, sound);
      expect([plans, changes.length]).toEqual([5, 2]);
      expect(jsonOf(state).numStartups).toBe(4);
      expect(existsSync(settings)).toBe(action === "install");
      expect(JSON.stringify(jsonOf(state)).includes("helix")).toBe(action === "install");
    },
  );

  it("who never stops is not waited for, and nothing is left behind", () => {
    put(state, { numStartups: 0 });
    let plans = 0;
    const makePlan = () => {
      const plan = planInstall(REQUEST, NEW_CLIENT, sound);
      put(state, { numStartups: ++plans });
      return plan;
    };
    expect(() => carryOut(makePlan, sound)).toThrow(
      /somebody else changes ~\/\.claude\.json or .* again and again; nothing was/,
    );
    expect(plans).toBeLessThan(50);
    expect(readdirSync(join(sound.directory, "backups"))).toEqual([]);
    expect(existsSync(join(sound.directory, "installed.json"))).toBe(false);
    expect(Object.keys(world()).sort()).toEqual(["home", "home/.claude.json", "home/.helix-kb", "project"]);
  });
});

describe("cut short between the files and what is remembered", () => {
  const memory = () => join(sound.directory, "installed.json");

  it.each(["the record is written, no file", "the record and the first file"])(
    "%s: install again, or uninstall, mends it",
    (where) => {
      const first = '{"a": 1}';
      for (const finish of ["install", "uninstall"] as const) {
        put(settings, first);
        put(state, first);
        install(sound, { scope: "user" });
        // As it was when the process was killed.
        put(settings, first);
        if (where.endsWith("no file")) put(state, first);
        if (finish === "install") expect(install(sound, { scope: "user" }).changes.length).toBeGreaterThan(0);
        uninstall(sound, { scope: "user" });
        expect([readFileSync(settings, "utf8"), readFileSync(state, "utf8")]).toEqual([first, first]);
        expect(existsSync(memory())).toBe(false);
      }
    },
  );

  it("an exchange of one transport by the other that was begun: what was there first comes back to the byte", () => {
    const first = '{"a": [ ],\t"hooks": { }}';
    put(settings, first);
    install(sound, { scope: "user", transport: "command" });
    const before = readFileSync(settings, "utf8");
    install(sound, { scope: "user", transport: "mcp" });
    writeFileSync(settings, before);
    uninstall(sound, { scope: "user" });
    expect(readFileSync(settings, "utf8")).toBe(first);
  });

  it("new texts that never came to their places are swept", () => {
    put(settings, '{"a": 1}');
    const before = world();
    // No process has the number.
    for (const path of [settings, state]) put(`${path}.tmp-99999999-1-abcdef`, "{");
    uninstall(sound, { scope: "user" });
    expect(world()).toEqual(before);
  });

  it("uninstall was killed before it forgot", () => {
    put(settings, '{"a": 1}');
    install(sound, { scope: "user" });
    const remembered = readFileSync(memory());
    uninstall(sound, { scope: "user" });
    writeFileSync(memory(), remembered);
    const before = world();
    expect(uninstall(sound, { scope: "user" })).toMatchObject({ hooks: 0, isServerTaken: false, changes: [] });
    expect([world(), existsSync(memory())]).toEqual([before, false]);
    writeFileSync(memory(), remembered);
    install(sound, { scope: "user" });
    uninstall(sound, { scope: "user" });
    expect(world()).toEqual(before);
  });
});

describe("copies", () => {
  const copies = () => readdirSync(join(sound.directory, "backups")).sort();

  it("are in the knowledge base directory, for its owner alone; nothing is beside the files", () => {
    put(settings, '{"a": 1}');
    const { changes } = install(sound, { scope: "user" });
    const { backup } = changes.find(({ path }) => path === settings)!;
    expect(backup).toMatch(/\/\.helix-kb\/backups\/settings\.json-[0-9a-f]{8}-1-before$/);
    expect([readFileSync(backup!, "utf8"), statSync(backup!).mode & 0o777]).toEqual(['{"a": 1}', 0o600]);
    expect(statSync(join(sound.directory, "backups")).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(sound.home, ".claude"))).toEqual(["settings.json"]);
  });

  it("are few, and that from before helix is always among them", () => {
    put(settings, '{"a": 1}');
    install(sound, { scope: "user", transport: "command" });
    for (let count = 0; count < 12; count++) {
      put(settings, { ...jsonOf(settings), count });
      install(sound, { scope: "user", transport: count % 2 === 0 ? "mcp" : "command" });
    }
    expect(copies()).toHaveLength(4);
    const contents = copies().map((name) => readFileSync(join(sound.directory, "backups", name), "utf8"));
    expect(contents).toContain('{"a": 1}');
    expect(contents.some((text) => text.includes('"count":11'))).toBe(true);
  });

  it("are not made where nothing is lost", () => {
    put(settings, '{"a": 1}');
    install(sound, { scope: "user" });
    expect(uninstall(sound, { scope: "user" }).changes.map(({ backup }) => backup)).toEqual([null, null]);
    install(sound, { scope: "user" });
    expect(copies()).toHaveLength(1);
  });

  it("that cannot be kept are no reason to keep hooks in, and are told", () => {
    put(settings, '{"a": 1}');
    install(sound, { scope: "user" });
    put(settings, { ...jsonOf(settings), b: 1 });
    rmSync(join(sound.directory, "backups"), { recursive: true });
    put(join(sound.directory, "backups"), "in the way");
    expect(uninstall(sound, { scope: "user" }).notes.join()).toMatch(
      /no copy of ~\/\.claude\/settings\.json could be kept: /,
    );
    expect(jsonOf(settings)).toEqual({ a: 1, b: 1 });
  });
});

it.skipIf(process.getuid?.() !== 0)("the administrator makes files for those whose folder it is", () => {
  const [user, group] = [12_345, 12_346];
  for (const path of [sound.home, sound.currentDirectory!]) chownSync(path, user, group);
  put(settings, '{"a": 1}');
  install(sound, { scope: "user" });
  install(sound, { scope: "local" });
  const made = [state, sound.directory, join(sound.currentDirectory!, ".claude", "settings.local.json")];
  const kept = ["backups", "installed.json", "installed.lock"].map((name) => join(sound.directory, name));
  const copies = readdirSync(kept[0]!).map((name) => join(kept[0]!, name));
  for (const path of [...made, ...kept, ...copies]) {
    const { uid, gid } = statSync(path);
    expect([path, uid, gid]).toEqual([path, user, group]);
  }
  expect(statSync(settings).uid).toBe(0);
});

describe("nothing is installed", () => {
  it.each([
    ["an empty file", ""],
    ["white space", "\n\n"],
    ["an empty list of hooks", '{"hooks": {"Stop": [ ]}}'],
  ])("%s stays to the byte", (_, text) => {
    put(settings, text);
    put(state, text);
    mkdirSync(join(sound.directory), { recursive: true });
    const before = snapshot(root);
    expect(uninstall(sound, { scope: "user" })).toMatchObject({ hooks: 0, isServerTaken: false, changes: [] });
    expect(snapshot(root)).toEqual(before);
  });
});
