// The files of a hook's process against those of everybody else: the same answers for whatever stands at a path.

import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { AppendedFiles } from "../../../src/platform/appended-files.ts";
import { diskAppendedFiles, removeIdleFiles } from "../../../src/platform/disk-appended-files.ts";
import { diskFileSystem } from "../../../src/platform/disk-file-system.ts";
import { diskFiles } from "../../../src/platform/disk-small-files.ts";
import { libcAppendedFiles, libcFileSystem, libcFiles } from "../../../src/platform/libc-files.ts";
import { factsAt } from "../../../src/platform/libc-paths.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const makeFolder = useFolders("each");

/** A folder with one of everything, and the paths in it. */
function zoo(): string[] {
  const folder = makeFolder();
  const at = (name: string) => join(folder, name);
  writeFileSync(at("file"), "text, ünï, 日本\n");
  writeFileSync(at("empty"), "");
  writeFileSync(at("bytes"), Uint8Array.of(0xff, 0, 0xfe, 0x41));
  writeFileSync(at("long"), "x".repeat(70_000));
  writeFileSync(at("na\nme ü"), "odd");
  mkdirSync(at("folder"));
  symlinkSync("file", at("link"));
  symlinkSync("folder", at("folder-link"));
  symlinkSync("nowhere", at("dangling"));
  symlinkSync("loop", at("loop"));
  spawnSync("mkfifo", [at("fifo")]);
  utimesSync(at("file"), 1_700_000_000, 1_700_000_000.25);
  const names = "file empty bytes long folder link folder-link dangling loop fifo missing folder/.. file/below".split(
    " ",
  );
  return [...names, "na\nme ü"].map(at).concat("/dev/null", "/", "", "/proc/self/status", `${at("file")}\0x`);
}

describe("small files", () => {
  test("are the same by the C library as by Node", () => {
    for (const path of zoo()) {
      expect([path, libcFiles.kind(path)]).toEqual([path, diskFiles.kind(path)]);
      if (path !== "") expect([path, libcFiles.realPath(path)]).toEqual([path, diskFiles.realPath(path)]);
      const [ours, theirs] = [libcFiles.stamp(path), diskFiles.stamp(path)];
      expect([path, ours?.size, ours?.kind]).toEqual([path, theirs?.size, theirs?.kind]);
      const [access, theirAccess] = [libcFiles.access(path), diskFiles.access(path)];
      expect([path, access?.mode, access?.owner]).toEqual([path, theirAccess?.mode, theirAccess?.owner]);
      if (theirs !== null) expect(ours!.modifiedMs).toBeCloseTo(theirs.modifiedMs, 2);
      if (path.startsWith("/proc")) continue;
      for (const bytesMax of [0, 10, 100_000]) {
        expect([path, libcFiles.readText(path, bytesMax)]).toEqual([path, diskFiles.readText(path, bytesMax)]);
        expect([path, libcFiles.readStart(path, bytesMax)]).toEqual([path, diskFiles.readStart(path, bytesMax)]);
      }
    }
  });

  test("that may not be read give nothing, not an error", () => {
    const path = join(makeFolder(), "closed");
    writeFileSync(path, "secret");
    chmodSync(path, 0);
    expect(libcFiles.readText(path, 100)).toBe(diskFiles.readText(path, 100));
    expect(libcFiles.kind(path)).toBe("file");
  });
});

test("owner and number of names are told as they are", () => {
  const path = join(makeFolder(), "named");
  writeFileSync(path, "");
  if (process.getuid?.() === 0) chownSync(path, 4711, 4712);
  linkSync(path, `${path}-too`);
  linkSync(path, `${path}-as-well`);
  for (const place of [path, "/", "/dev/null"]) {
    const { uid, nlink } = statSync(place);
    expect(factsAt(place)).toMatchObject({ owner: uid, links: nlink });
  }
});

describe("the store's files", () => {
  test("are the same by the C library as by Node", () => {
    for (const path of zoo()) {
      const outcome = (look: () => unknown) => {
        try {
          return look();
        } catch (error) {
          return (error as { code?: string }).code;
        }
      };
      // Node would wait for a writer of the FIFO, and has a name for the error of a loop.
      if (path === "" || /\0|^\/proc|fifo$|loop$/.test(path)) continue;
      const identities = [libcFileSystem, diskFileSystem].map((files) => outcome(() => files.identify(path)));
      const plain = (identity: unknown) => ({
        ...(identity as object),
        changedMs: 0,
        device: 0,
        version: "",
        kind: "",
        modifiedMs: 0,
        owner: 0,
        links: 0,
        mode: 0,
      });
      if (typeof identities[1] !== "object") expect([path, identities[0]]).toEqual([path, identities[1]]);
      else if (identities[1] !== null) expect(plain(identities[0])).toEqual(plain(identities[1]));
      const texts = [libcFileSystem, diskFileSystem].map((files) =>
        outcome(() => {
          const file = files.open(path, "read");
          const bytes = new Uint8Array(7);
          const length = file.read(bytes, 2);
          file.close();
          return [...bytes.subarray(0, length)];
        }),
      );
      expect([path, texts[0]]).toEqual([path, texts[1]]);
    }
    const path = join(makeFolder(), "mapped");
    writeFileSync(path, "mapped bytes");
    expect(Buffer.from(libcFileSystem.map(path)).toString()).toBe("mapped bytes");
  });
});

describe.each([
  ["libc", libcAppendedFiles],
  ["Node", diskAppendedFiles],
] as [string, AppendedFiles][])("appended files by %s", (_name, files) => {
  test("are made with their folders, for this user only, and grow", () => {
    const folder = join(makeFolder(), "base");
    const path = join(folder, "sessions", "one");
    expect(files.readEnd(path, 100)).toBeNull();
    expect(files.append(path, "first\n")).toBe(true);
    expect(files.append(path, "zweite, ü\n")).toBe(true);
    expect(readFileSync(path, "utf8")).toBe("first\nzweite, ü\n");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    for (const made of [folder, join(folder, "sessions")]) expect(statSync(made).mode & 0o777).toBe(0o700);
    const read = files.readEnd(path, 1000)!;
    expect(read.text).toBe("first\nzweite, ü\n");
    expect(read.modifiedMs).toBeCloseTo(statSync(path).mtimeMs, 2);
  });

  test("are read from the beginning of a line on when they are long", () => {
    const path = join(makeFolder(), "one");
    files.append(path, "a long first line\nsecond\nthird\n");
    expect(files.readEnd(path, 12)!.text).toBe("third\n");
  });

  test("are never a link, a FIFO or a folder", () => {
    const folder = makeFolder();
    const target = join(folder, "target");
    writeFileSync(target, "somebody's\n");
    symlinkSync(target, join(folder, "link"));
    mkdirSync(join(folder, "folder"));
    spawnSync("mkfifo", [join(folder, "fifo")]);
    for (const name of ["link", "folder", "fifo"])
      expect([name, files.append(join(folder, name), "x\n")]).toEqual([name, false]);
    expect(readFileSync(target, "utf8")).toBe("somebody's\n");
    for (const name of ["folder", "fifo"]) expect(files.readEnd(join(folder, name), 10)).toBeNull();
  });

  test("say so when they cannot be written", () => {
    const folder = makeFolder();
    writeFileSync(join(folder, "file"), "");
    expect(files.append(join(folder, "file", "one"), "x\n")).toBe(false);
    expect(files.append("/proc/none/one", "x\n")).toBe(false);
  });
});

test("files that were idle for long are removed, and nothing else", () => {
  const folder = makeFolder();
  for (const name of ["old", "new"]) writeFileSync(join(folder, name), "");
  mkdirSync(join(folder, "kept"));
  symlinkSync("new", join(folder, "link"));
  utimesSync(join(folder, "old"), 1000, 1000);
  utimesSync(join(folder, "kept"), 1000, 1000);
  removeIdleFiles(folder, 2_000_000);
  expect(diskFileSystem.list(folder).sort()).toEqual(["kept", "link", "new"]);
  removeIdleFiles(join(folder, "none"), 2_000_000);
});
