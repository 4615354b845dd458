// That a file is "on the disk" means that the system was told to put it there: nothing else of helix would notice if it
// were not.

import * as fs from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { diskFileSystem } from "../../../src/platform/disk-file-system.ts";
import { diskOnceFiles } from "../../../src/platform/disk-once-files.ts";
import { makeOnce } from "../../../src/platform/once-files.ts";
import { useFolders } from "../../support/temporary-folder.ts";

/** What the system was told to make durable, in order, by inode. */
const synced = vi.hoisted((): number[] => []);
/** Whether the disk removes no names. */
const refusing = vi.hoisted(() => ({ removal: false }));

vi.mock("node:fs", async (load) => {
  const real = await load<typeof import("node:fs")>();
  const noted = (descriptor: number) => {
    synced.push(real.fstatSync(descriptor).ino);
    real.fsyncSync(descriptor);
  };
  const unlinkSync = (path: string) => {
    if (refusing.removal) throw Object.assign(new Error(`EIO: i/o error, unlink '${path}'`), { code: "EIO" });
    real.unlinkSync(path);
  };
  return { ...real, default: real, fdatasyncSync: noted, fsyncSync: noted, unlinkSync };
});

vi.mock("../../../src/platform/system-library.ts", async (load) => ({
  ...(await load<typeof import("../../../src/platform/system-library.ts")>()),
  fullSync: (descriptor: number) => synced.push(fs.fstatSync(descriptor).ino) > 0,
}));

const newFolder = useFolders("each");

test("a file and a directory that are synced are synced on the disk", () => {
  const folder = newFolder();
  const file = diskFileSystem.open(join(folder, "data.log"), "append");
  file.append(new TextEncoder().encode("note"));
  expect(synced).toEqual([]);
  file.sync();
  expect(synced.splice(0)).toEqual([file.identity().inode]);
  diskFileSystem.syncDirectory(folder);
  expect(synced.splice(0)).toEqual([fs.statSync(folder).ino]);
  file.close();
});

test("the names of directories that are made for a knowledge base are durable", () => {
  const folder = newFolder();
  diskFileSystem.makeDirectory(join(folder, "a", "b"));
  const inode = (path: string) => fs.statSync(path).ino;
  expect(synced.splice(0)).toEqual([inode(join(folder, "a")), inode(folder)]);
});

test("a file that is made once is made, though what it was made of cannot be removed", () => {
  const path = join(newFolder(), "ended.json");
  refusing.removal = true;
  try {
    expect(makeOnce(diskOnceFiles, path, "delivered")).toBe(true);
    expect(makeOnce(diskOnceFiles, path, "released")).toBe(false);
  } finally {
    refusing.removal = false;
  }
  expect(fs.readFileSync(path, "utf8")).toBe("delivered");
});
