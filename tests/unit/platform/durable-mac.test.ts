// On macOS all that is made durable is flushed through the memory of the drive: files, their copies, programs, and the
// names in folders. Here the system is taken for macOS, and what it is told is written down.

import * as fs from "node:fs";
import { basename, join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { diskFileSystem } from "../../../src/platform/disk-file-system.ts";
import { diskOnceFiles } from "../../../src/platform/disk-once-files.ts";
import { type Flushing, syncAll, syncBytes, syncFolder } from "../../../src/platform/durable.ts";
import { copyProgram, installProgram, programFile } from "../../../src/platform/program-file.ts";
import { keepCopy } from "../../../src/platform/settings-copies.ts";
import { changeSettings } from "../../../src/platform/settings-file.ts";
import { useFolders } from "../../support/temporary-folder.ts";

/** The inodes that were flushed through the drive, and those that only fsync was called for. */
const told = vi.hoisted(() => ({ flushed: new Set<number>(), synced: new Set<number>() }));

vi.mock("../../../src/platform/libc.ts", async (load) => ({
  ...(await load<typeof import("../../../src/platform/libc.ts")>()),
  isMac: true,
}));

vi.mock("../../../src/platform/system-library.ts", async (load) => ({
  ...(await load<typeof import("../../../src/platform/system-library.ts")>()),
  fullSync: (descriptor: number) => told.flushed.add(fs.fstatSync(descriptor).ino).size > 0,
}));

vi.mock("node:fs", async (load) => {
  const real = await load<typeof import("node:fs")>();
  const noted = (descriptor: number) => {
    told.synced.add(real.fstatSync(descriptor).ino);
    real.fsyncSync(descriptor);
  };
  return { ...real, default: real, fdatasyncSync: noted, fsyncSync: noted };
});

const newFolder = useFolders("each");
let root = "";

beforeEach(() => {
  root = newFolder();
  told.flushed.clear();
  told.synced.clear();
});

/** The paths in the folder, itself included as ".", that were flushed through the drive. */
function flushed(): string[] {
  const paths = ["", ...(fs.readdirSync(root, { recursive: true }) as string[])];
  return paths
    .filter((path) => told.flushed.has(fs.statSync(join(root, path)).ino))
    .map((path) => path || ".")
    .sort();
}

test.each<[string, () => void | Promise<void>, string[]]>([
  [
    "a file of the store and the names beside it",
    () => {
      const file = diskFileSystem.open(join(root, "data.log"), "append");
      file.append(new TextEncoder().encode("note"));
      file.sync();
      file.close();
      diskFileSystem.syncDirectory(root);
    },
    [".", "data.log"],
  ],
  ["new folders", () => diskFileSystem.makeDirectory(join(root, "a/b")), [".", "a"]],
  [
    "files that are written once",
    () => {
      diskOnceFiles.write(join(root, "draft"), "text");
      diskOnceFiles.place(join(root, "draft"), join(root, "placed"));
      diskOnceFiles.append(join(root, "record"), "line");
    },
    [".", "placed", "record"],
  ],
  [
    "a copy of settings",
    () => {
      const { path } = keepCopy(root, "/etc/settings.json", "{}", true);
      fs.renameSync(path, join(root, "backups", "copy"));
    },
    ["backups", "backups/copy"],
  ],
  [
    "settings that are replaced",
    () => {
      const change = { path: join(root, "settings.json"), before: null, after: "{}", mode: 0o600, folders: [] };
      changeSettings([change], () => undefined);
    },
    [".", "settings.json"],
  ],
  [
    "a program that is installed",
    async () => {
      fs.writeFileSync(join(root, "built"), "program");
      await copyProgram(programFile(join(root, "built"))!, join(root, "copy"), 0o755, undefined);
      installProgram(join(root, "copy"), join(root, "helix"), join(root, "before"));
    },
    [".", "helix"],
  ],
])("%s", async (_, work, expected) => {
  await work();
  expect(flushed()).toEqual(expected);
  // Nothing got less than that.
  expect([...told.synced]).toEqual([]);
});

test("a volume that cannot flush its drive gets fsync, and a drive that failed is told", () => {
  const calls: string[] = [];
  const note = (name: string) => (descriptor: number) => {
    calls.push(`${name} ${fs.fstatSync(descriptor).isDirectory() ? "folder" : basename(root) && "file"}`);
  };
  const refusing: Flushing = { whole: () => false, fsync: note("fsync"), fdatasync: note("fdatasync") };
  const file = fs.openSync(join(root, "file"), "w");
  syncBytes(file, refusing);
  syncAll(file, refusing);
  syncFolder(root, refusing);
  expect(calls.splice(0)).toEqual(["fsync file", "fsync file", "fsync folder"]);
  // Elsewhere than on macOS there is no such call.
  const other = { ...refusing, whole: null };
  syncBytes(file, other);
  syncAll(file, other);
  syncFolder(root, other);
  expect(calls.splice(0)).toEqual(["fdatasync file", "fsync file", "fsync folder"]);
  const failing = () => {
    throw Object.assign(new Error("EIO"), { code: "EIO" });
  };
  expect(() => syncBytes(file, { ...refusing, whole: failing })).toThrow("EIO");
  expect(() => syncFolder(root, { ...refusing, whole: failing })).toThrow("EIO");
  expect(calls).toEqual([]);
  fs.closeSync(file);
});
