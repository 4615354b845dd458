// The look at the program that runs: what PATH means by its name, and its signature on macOS.

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { SignatureState, Surroundings } from "../../../../src/clients/claude-code/finding.ts";
import { checkBinary, findProgram, ownCommand } from "../../../../src/clients/claude-code/programs.ts";
import { linesOf, putProgram, soundSurroundings } from "../../../support/surroundings.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
let root = "";
let sound: Surroundings;

beforeEach(() => {
  root = folder();
  sound = soundSurroundings(root);
});

const rest = async (surroundings: Surroundings) => linesOf(await checkBinary(surroundings)).slice(1);

describe("checkBinary", () => {
  it("says which helix runs", async () => {
    expect(linesOf(await checkBinary(sound))[0]).toBe(`ok: helix 0.0.0-source (unknown), ${root}/bin/helix`);
  });

  it("finds itself on PATH, by a link too", async () => {
    expect(await rest(sound)).toEqual([`ok: on PATH: ${root}/bin/helix`]);
    symlinkSync(sound.executable, join(root, "home", "helix"));
    const linked = { ...sound, environment: { PATH: join(root, "home") } };
    expect(await rest(linked)).toEqual([`ok: on PATH: ${root}/home/helix`]);
    expect(ownCommand(linked)).toBe("helix");
  });

  it("tells when it is not on PATH, and how to put it there", async () => {
    const off = { ...sound, environment: { PATH: `${root}/none:relative:` } };
    expect(await rest(off)).toEqual([
      `note: helix is not on PATH: setup gives the client its full path; to type helix, put it there -> export PATH=${root}/bin:"$PATH"  # in the start-up file of your shell`,
    ]);
    expect(ownCommand(off)).toBe(`${root}/bin/helix`);
    const own = { ...sound, environment: { PATH: `/none:${root}/home/.local/bin/` } };
    expect((await rest(own))[0]).toMatch(`-> ln -s ${root}/bin/helix ${root}/home/.local/bin/helix`);
    expect(await rest({ ...sound, environment: {} })).toHaveLength(1);
  });

  it("passes over files on PATH that cannot be run, and names another helix", async () => {
    writeFileSync(join(root, "home", "helix"), "no program");
    const other = putProgram(join(root, "other folder", "helix"));
    const path = [join(root, "home"), join(root, "other folder"), join(root, "bin")].join(":");
    expect(await rest({ ...sound, environment: { PATH: path } })).toEqual([
      `note: another helix is on PATH: ${other}; the client starts that one -> '${other}' doctor`,
    ]);
  });

  it("names what a killed _reload has left, and nothing that is in use or of somebody else", async () => {
    const copy = `${sound.executable}.tmp-999999999-1-abcdef`;
    writeFileSync(copy, "left");
    writeFileSync(`${sound.executable}.tmp-${process.pid}-1-abcdef`, "in use");
    const trial = join(sound.directory, ".reload-999999999-abcdef");
    for (const name of [trial, `${sound.directory}/.reload-${process.pid}-abcdef`])
      mkdirSync(name, { recursive: true });
    expect((await rest(sound)).slice(1)).toEqual([
      `note: left by a _reload that was killed (4 bytes); the next one removes it: ${copy}, ${trial}`,
    ]);
    rmSync(trial, { recursive: true });
    expect(await rest({ ...sound, user: sound.user! + 1 })).toHaveLength(1);
  });

  it.each<[SignatureState, string]>([
    ["valid", "ok: its signature is valid"],
    ["unknown", "note: its signature could not be checked: there is no codesign"],
    ["invalid", "problem: its signature is not valid: macOS may refuse to run it -> codesign -s - -f PATH"],
  ])("looks at its signature on macOS: %s", async (state, line) => {
    const asked: string[] = [];
    const signatureOf = async (path: string) => {
      asked.push(path);
      return state;
    };
    expect((await rest({ ...sound, platform: "darwin", signatureOf }))[1]).toBe(line.replace("PATH", sound.executable));
    expect(asked).toEqual([sound.executable]);
  });
});

describe("findProgram", () => {
  it("takes paths from the current directory, and names from PATH", () => {
    const program = putProgram(join(root, "project", "tools", "run"));
    expect(findProgram("tools/run", sound)).toBe(program);
    expect(findProgram("./tools/../tools/run", sound)).toBe(program);
    expect(findProgram(program, sound)).toBe(program);
    expect(findProgram("run", sound)).toBeNull();
    expect(findProgram("helix", sound)).toBe(sound.executable);
    for (const name of ["", "tools", "./tools", `${root}/bin`, "/none/helix"])
      expect(findProgram(name, sound)).toBeNull();
    expect(findProgram("tools/run", { ...sound, currentDirectory: null })).toBeNull();
  });
});
