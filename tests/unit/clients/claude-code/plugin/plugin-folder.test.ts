// The folder that `helix plugin` writes: only an empty one or its own, and a person's changes stay.

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  isFolderChange,
  planFolder,
  removeCopy,
  removeFolder,
  settingsBefore,
  writeFolder,
} from "../../../../../src/clients/claude-code/plugin/plugin-folder.ts";
import { RECORD_NAME } from "../../../../../src/clients/claude-code/plugin-state.ts";
import { diskFileSystem } from "../../../../../src/platform/disk-file-system.ts";
import { diskPaths } from "../../../../../src/platform/path-facts.ts";
import { useFolders } from "../../../../support/temporary-folder.ts";

const folder = useFolders("each");
const disk = { files: diskFileSystem, paths: diskPaths };
/** No process has this number: systems give smaller ones. */
const GONE_PROCESS = 2_000_000_000;
const A = { path: "helix/agents/a.md", text: "a\n" };
const B = { path: "helix/b.json", text: "{}\n" };

function write(directory: string, files = [A, B]) {
  const plan = planFolder(directory, files, disk);
  writeFolder(plan, disk);
  return plan;
}

const filesIn = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(directory, name)).isFile())
    .sort();

test("a new folder gets every file; written again, nothing changes", () => {
  const directory = join(folder(), "deep", "market");
  const plan = write(directory);
  expect(plan.writes.map(({ path }) => path)).toEqual([A.path, B.path]);
  expect(filesIn(directory)).toEqual([RECORD_NAME, A.path, B.path]);
  expect(readFileSync(join(directory, A.path), "utf8")).toBe(A.text);
  expect(isFolderChange(write(directory))).toBe(false);
});

test("a folder with anything in it that helix did not write is refused, and stays as it is", () => {
  const directory = folder();
  writeFileSync(join(directory, "mine.txt"), "mine");
  expect(() => planFolder(directory, [A], disk)).toThrow("is not empty, and helix did not write it");
  writeFileSync(join(directory, RECORD_NAME), "not a record");
  expect(() => planFolder(directory, [A], disk)).toThrow("is not empty");
  expect(() => planFolder(join(directory, "mine.txt"), [A], disk)).toThrow("is no folder");
  expect(filesIn(directory).sort()).toEqual([RECORD_NAME, "mine.txt"]);
});

test("what a killed helix left before its record is nobody's: the folder is written, and the rest is swept", () => {
  const directory = folder();
  const gone = `${RECORD_NAME}.tmp-${GONE_PROCESS}-1-abcdef`;
  writeFileSync(join(directory, gone), '{ "note": "Wri');
  write(directory);
  expect(filesIn(directory)).toEqual([RECORD_NAME, A.path, B.path]);
});

test("what a living helix is at, and anything beside it, keeps the folder closed", () => {
  const [atWork, others] = [folder(), folder()];
  writeFileSync(join(atWork, `${RECORD_NAME}.tmp-${process.pid}-1-abcdef`), "");
  writeFileSync(join(others, `${RECORD_NAME}.tmp-${GONE_PROCESS}-1-abcdef`), "");
  writeFileSync(join(others, "mine.txt"), "mine");
  for (const directory of [atWork, others])
    expect(() => planFolder(directory, [A], disk)).toThrow("is not empty, and helix did not write it");
});

test("a record that names files outside of the folder is none", () => {
  const directory = folder();
  const victim = join(folder(), "victim.txt");
  writeFileSync(victim, "v");
  const hash = new Bun.CryptoHasher("sha256").update("v").digest("hex");
  for (const path of ["../victim.txt", victim, "helix/../../victim.txt"]) {
    writeFileSync(join(directory, RECORD_NAME), JSON.stringify({ files: { [path]: [hash] } }));
    expect(() => planFolder(directory, [A], disk)).toThrow("is not empty");
    expect(removeFolder(directory, disk)).toBe(null);
  }
  expect(existsSync(victim)).toBe(true);
});

describe("a newer helix", () => {
  test("replaces what it wrote, removes what is no longer there, and adds what is new", () => {
    const directory = join(folder(), "market");
    write(directory);
    const [newer, added] = [
      { ...B, text: "[]\n" },
      { path: "helix/skills/c/SKILL.md", text: "c\n" },
    ];
    const plan = write(directory, [newer, added]);
    expect([plan.writes.map(({ path }) => path), plan.removes, plan.kept]).toEqual([
      [B.path, added.path],
      [A.path],
      [],
    ]);
    expect(filesIn(directory)).toEqual([RECORD_NAME, B.path, added.path]);
    expect(existsSync(join(directory, "helix/agents"))).toBe(false);
    expect(readFileSync(join(directory, B.path), "utf8")).toBe("[]\n");
  });

  test("leaves what a person changed, names it each time, and takes it up again where it is as it should be", () => {
    const directory = join(folder(), "market");
    write(directory);
    writeFileSync(join(directory, A.path), "mine\n");
    for (let time = 0; time < 2; time++) {
      const plan = write(directory, [{ ...A, text: "newer\n" }, B]);
      expect([plan.kept, plan.writes]).toEqual([[A.path], []]);
      expect(readFileSync(join(directory, A.path), "utf8")).toBe("mine\n");
    }
    expect(write(directory, [B]).kept).toEqual([A.path]);
    writeFileSync(join(directory, A.path), "newer\n");
    expect(write(directory, [{ ...A, text: "newer\n" }, B]).kept).toEqual([]);
  });

  test("writes anew what is gone, and follows no link", () => {
    const directory = join(folder(), "market");
    const elsewhere = folder();
    write(directory);
    rmSync(join(directory, A.path));
    rmSync(join(directory, B.path));
    writeFileSync(join(elsewhere, "b.json"), B.text);
    symlinkSync(join(elsewhere, "b.json"), join(directory, B.path));
    const plan = write(directory, [A, { ...B, text: "[]\n" }]);
    expect([plan.writes, plan.kept]).toEqual([[A], [B.path]]);
    expect(readFileSync(join(elsewhere, "b.json"), "utf8")).toBe(B.text);
  });

  test("that was killed between record and files goes on, and takes nothing for a person's", () => {
    const directory = join(folder(), "market");
    write(directory);
    const plan = planFolder(
      directory,
      [
        { ...A, text: "newer\n" },
        { ...B, text: "[]\n" },
      ],
      disk,
    );
    let renames = 0;
    const files = {
      ...diskFileSystem,
      rename(from: string, to: string) {
        // The record, the first file, and then the power goes.
        if (++renames > 2) throw new Error("no power");
        diskFileSystem.rename(from, to);
      },
    };
    expect(() => writeFolder(plan, { ...disk, files })).toThrow();
    const again = write(directory, [
      { ...A, text: "newer\n" },
      { ...B, text: "[]\n" },
    ]);
    expect([again.kept, again.writes.map(({ path }) => path)]).toEqual([[], [B.path]]);
  });
});

describe("taken out", () => {
  test("nothing is left; what a person changed or added stays, and is named", () => {
    const [clean, changed] = [join(folder(), "market"), join(folder(), "market")];
    for (const directory of [clean, changed]) write(directory);
    expect(removeFolder(clean, disk)).toEqual({ kept: [] });
    expect(existsSync(clean)).toBe(false);
    writeFileSync(join(changed, A.path), "mine\n");
    mkdirSync(join(changed, "notes"));
    writeFileSync(join(changed, "notes", "n.md"), "n");
    expect(removeFolder(changed, disk)).toEqual({ kept: [A.path, "notes"] });
    expect(filesIn(changed)).toEqual([A.path, "notes/n.md"]);
  });

  test("a copy that the client made goes, with its mark, and nothing else of the client's", () => {
    const cache = folder();
    const copy = join(cache, "helix/helix/1.0.0");
    const directory = join(folder(), "market");
    const { wanted } = write(directory);
    mkdirSync(join(copy, "agents"), { recursive: true });
    writeFileSync(join(copy, "agents/a.md"), A.text);
    writeFileSync(join(copy, "b.json"), "changed");
    writeFileSync(join(copy, ".orphaned_at"), "1");
    const hashOf = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest("hex");
    const recorded = Object.fromEntries(wanted.map(({ path, text }) => [path, [hashOf(text)]]));
    removeCopy(copy, cache, "helix", recorded, disk);
    expect(filesIn(cache)).toEqual(["helix/helix/1.0.0/b.json"]);
    rmSync(join(copy, "b.json"));
    removeCopy(copy, cache, "helix", recorded, disk);
    expect(readdirSync(cache)).toEqual([]);
    removeCopy(directory, cache, "helix", recorded, disk);
    expect(filesIn(directory)).toHaveLength(3);
  });
});

test("the settings before it are remembered, through later writings", () => {
  const directory = join(folder(), "market");
  const settings = { path: "/settings.json", text: null };
  writeFolder(planFolder(directory, [A], disk), disk, settings);
  expect(settingsBefore(directory, disk)).toEqual(settings);
  write(directory, [{ ...A, text: "newer\n" }]);
  expect(settingsBefore(directory, disk)).toEqual(settings);
});
