// Reading files that others control: every answer comes at once, and nothing throws.

import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { nameOf } from "../../../src/base/path-names.ts";
import { diskFiles } from "../../../src/platform/disk-small-files.ts";
import { libcFiles } from "../../../src/platform/libc-files.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const makeFolder = useFolders("each");

describe("diskFiles", () => {
  it("reads a file up to the limit and none beyond it", () => {
    const path = join(makeFolder(), "a");
    writeFileSync(path, "12345");
    expect(diskFiles.readText(path, 5)).toBe("12345");
    expect(diskFiles.readText(path, 6)).toBe("12345");
    expect(diskFiles.readText(path, 4)).toBeNull();
    writeFileSync(path, "");
    expect(diskFiles.readText(path, 0)).toBe("");
  });

  it("reads the beginning of a file of any length", () => {
    const folder = makeFolder();
    const path = join(folder, "a");
    writeFileSync(path, "12345");
    expect(diskFiles.readStart(path, 3)).toBe("123");
    expect(diskFiles.readStart(path, 5)).toBe("12345");
    expect(diskFiles.readStart(path, 100)).toBe("12345");
    writeFileSync(path, "aé");
    expect(diskFiles.readStart(path, 2)).toBe("a\uFFFD");
    for (const other of [folder, join(folder, "none"), "/dev/zero", `${path}\0`]) {
      expect(diskFiles.readStart(other, 10)).toBeNull();
    }
  });

  it("reads what is no text leniently", () => {
    const path = join(makeFolder(), "a");
    writeFileSync(path, Buffer.from([0x61, 0xff, 0x62]));
    expect(diskFiles.readText(path, 10)).toBe("a\uFFFDb");
  });

  it("answers null for what is not there or is no path", () => {
    const folder = makeFolder();
    for (const path of [join(folder, "none"), join(folder, "none", "a"), `${folder}/a\0b`, "", "x".repeat(100_000)]) {
      expect(diskFiles.readText(path, 10)).toBeNull();
      expect(diskFiles.kind(path)).toBeNull();
      expect(diskFiles.realPath(path)).toBeNull();
    }
  });

  it("follows links and notices loops", () => {
    const folder = makeFolder();
    mkdirSync(join(folder, "real"));
    writeFileSync(join(folder, "real", "a"), "text");
    symlinkSync(join(folder, "real"), join(folder, "link"));
    symlinkSync(join(folder, "loop"), join(folder, "loop"));
    expect(diskFiles.kind(join(folder, "link"))).toBe("directory");
    expect(diskFiles.realPath(join(folder, "link", "a"))).toBe(join(folder, "real", "a"));
    expect(diskFiles.readText(join(folder, "link", "a"), 10)).toBe("text");
    expect(diskFiles.kind(join(folder, "loop"))).toBeNull();
    expect(diskFiles.readText(join(folder, "loop"), 10)).toBeNull();
  });

  it("opens nothing that lies outside of a root, whatever leads there", () => {
    const [root, outside] = [makeFolder(), makeFolder()];
    mkdirSync(join(root, "real"));
    writeFileSync(join(root, "real", "a"), "own");
    writeFileSync(join(outside, "a"), "secret");
    symlinkSync("real", join(root, "inner"));
    symlinkSync("real/a", join(root, "inner-file"));
    symlinkSync(outside, join(root, "folder"));
    symlinkSync(join(outside, "a"), join(root, "file"));
    for (const files of [diskFiles, libcFiles]) {
      for (const path of ["real/a", "inner/a", "inner-file"]) {
        expect(files.readText(join(root, path), 10, root)).toBe("own");
        expect(files.readStart(join(root, path), 2, root)).toBe("ow");
      }
      for (const path of [
        join(root, "folder", "a"),
        join(root, "file"),
        join(root, "..", nameOf(outside), "a"),
        outside,
      ]) {
        expect([path, files.readText(path, 10, root)]).toEqual([path, null]);
        expect([path, files.readStart(path, 10, root)]).toEqual([path, null]);
      }
      expect(files.readText(join(`${root}-2`, "a"), 10, root)).toBeNull();
    }
  });

  it("stamps a file with a version that changes with it", () => {
    const path = join(makeFolder(), "a");
    writeFileSync(path, "12345");
    utimesSync(path, 1_700_000_000, 1_700_000_000);
    const stamp = diskFiles.stamp(path)!;
    expect(stamp).toMatchObject({ kind: "file", size: 5, modifiedMs: 1_700_000_000_000 });
    expect(diskFiles.stamp(path)).toEqual(stamp);
    // Same length, same time of modification: the time of change tells them apart, or the file itself.
    rmSync(path);
    writeFileSync(`${path}2`, "54321");
    utimesSync(`${path}2`, 1_700_000_000, 1_700_000_000);
    renameSync(`${path}2`, path);
    expect(diskFiles.stamp(path)!.version).not.toBe(stamp.version);
    expect(diskFiles.stamp(join(path, "none"))).toBeNull();
    expect(diskFiles.stamp("/dev/zero")!.kind).toBe("other");
  });

  it("never waits for a FIFO or reads a device", () => {
    const fifo = join(makeFolder(), "fifo");
    expect(Bun.spawnSync(["mkfifo", fifo]).exitCode).toBe(0);
    expect(diskFiles.kind(fifo)).toBe("other");
    expect(diskFiles.readText(fifo, 10)).toBeNull();
    expect(diskFiles.kind("/dev/zero")).toBe("other");
    expect(diskFiles.readText("/dev/zero", 10)).toBeNull();
    expect(diskFiles.readText(makeFolder(), 10)).toBeNull();
  });
});
