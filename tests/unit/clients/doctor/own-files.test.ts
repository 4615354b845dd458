// Closing helix's own files to others: what is changed, and what is left alone because it is not helix's alone.

import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Surroundings } from "../../../../src/clients/claude-code/finding.ts";
import { checkDirectory } from "../../../../src/clients/doctor/directory.ts";
import { closeAccess, foreignNames } from "../../../../src/clients/doctor/own-files.ts";
import { setMode } from "../../../../src/platform/path-mode.ts";
import { linesOf, realPaths, soundSurroundings } from "../../../support/surroundings.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const ELSEWHERE = "export HELIX_KB=~/helix-notes  # or another directory of your own";

const folder = useFolders("each");
let base = "";
let sound: Surroundings;

beforeEach(() => {
  sound = { ...soundSurroundings(folder()), paths: { ...realPaths, freeBytes: () => 5_000_000_000 } };
  base = sound.directory;
});

function makeBase(): void {
  mkdirSync(base, { mode: 0o700 });
  for (const name of ["data.log", "index.bin", ".lock"]) writeFileSync(join(base, name), "", { mode: 0o600 });
}

const unsound = () => linesOf(checkDirectory(sound)).filter((line) => !line.startsWith("ok: "));

describe("closing helix's files to others", () => {
  const close = (changes: Partial<Surroundings> = {}) =>
    closeAccess({ ...sound, ...changes }, setMode).map(
      ({ path, before, after }) => `${path.slice(base.length)} ${before.toString(8)} ${after.toString(8)}`,
    );

  it("closes the directory and the files, and nothing is left to say", () => {
    makeBase();
    chmodSync(base, 0o755);
    chmodSync(join(base, "data.log"), 0o444);
    expect(close()).toEqual([" 755 700", "/data.log 444 600"]);
    expect(unsound()).toEqual([]);
    expect(close()).toEqual([]);
  });

  it("knows the indexes of code, the settings and the events as helix's own", () => {
    makeBase();
    for (const name of ["code", "events", "outputs", "sessions"]) mkdirSync(join(base, name), { mode: 0o700 });
    writeFileSync(join(base, "config.json"), "{}", { mode: 0o600 });
    chmodSync(base, 0o755);
    expect(close()).toEqual([" 755 700"]);
  });

  it("leaves files where others could put them, until the person has looked at them", () => {
    makeBase();
    chmodSync(base, 0o777);
    chmodSync(join(base, "data.log"), 0o644);
    expect(close()).toEqual([" 777 700"]);
    expect(close()).toEqual(["/data.log 644 600"]);
  });

  it("changes nothing of others: their directory, a shared one, one that holds more than helix's files", () => {
    makeBase();
    chmodSync(base, 0o755);
    expect(close({ user: sound.user! + 1 })).toEqual([]);
    chmodSync(base, 0o1777);
    expect(close()).toEqual([]);
    chmodSync(base, 0o755);
    writeFileSync(join(base, "thesis.txt"), "");
    expect(close()).toEqual([]);
    expect(unsound()).toEqual([
      `problem: its permissions are 755: others on this machine may get at the notes; what helix did not make is there too (thesis.txt) -> ${ELSEWHERE}`,
    ]);
    expect(statSync(base).mode & 0o777).toBe(0o755);
  });

  it("knows every name that helix gives", () => {
    makeBase();
    for (const name of ["sessions", "events", "backups", ".reload-12-ab"]) mkdirSync(join(base, name));
    const names = "checkpoint.json changes.jsonl projects.json installed.json installed.lock hooks.sock .77.sock";
    for (const name of `${names} data.log.torn-5 index.bin.tmp-12-1-ab checkpoint.json.damaged-7`.split(" "))
      writeFileSync(join(base, name), "");
    expect(foreignNames(base, sound)).toEqual([]);
    for (const name of ["data.logs", "mine.log", ".sock"]) writeFileSync(join(base, name), "");
    expect(foreignNames(base, sound).sort()).toEqual([".sock", "data.logs", "mine.log"]);
  });
});
