// The power goes, or the process is killed, at every single write to the index of a work tree. What is left is the index
// from before, the one from after, or none; the next answer is right in any case, and the next writer removes the rest.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { CHUNK_SCHEMA, COMMIT_SCHEMA, FILE_SCHEMA } from "../../src/code/index/code-schemas.ts";
import { filesOf, readManifest } from "../../src/code/store/manifest.ts";
import { openSegmentFile } from "../../src/code/store/segment-file.ts";
import { chunksOf, codeService } from "../support/code-index.ts";
import { putFiles } from "../support/code-ports.ts";
import { git, makeRepository } from "../support/git-repository.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { isThorough } from "../support/runs.ts";
import { useFolders } from "../support/temporary-folder.ts";

const FOLDER = "/kb/code/0123456789abcdef";
/** How much of what was not synced is there: nothing, a half, all. */
const PARTS_KEPT = [() => 0, (unsynced: number) => unsynced >> 1, (unsynced: number) => unsynced];
const newFolder = useFolders("each");
let root = "";
let own = "";

beforeEach(() => {
  own = newFolder();
  root = makeRepository(join(newFolder(), "app"));
  putFiles(root, { "a.ts": "export function alpha() {}\n", "b.py": "def beta():\n    return 1\n", "c.md": "# C\n" });
  git(root, "add", "-A");
  git(root, "commit", "-qm", "begin");
});

/** Saves an index, changes the tree and saves again, on `disk`; stops where the disk fails. */
async function write(disk: MemoryFileSystem): Promise<void> {
  const service = codeService(root, FOLDER, own, { disk });
  await service.view();
  await service.save();
  await service.view();
}

/** The segments that the manifest of the folder names and that are not as they were written. */
function damaged(disk: MemoryFileSystem): string[] {
  const manifest = readManifest(disk, FOLDER);
  const schemas = { files: FILE_SCHEMA, chunks: CHUNK_SCHEMA, commits: COMMIT_SCHEMA };
  return (manifest === null ? [] : filesOf(manifest)).filter((name) => {
    const schema = schemas[name.slice(name.indexOf(".") + 1) as keyof typeof schemas];
    return openSegmentFile(disk, `${FOLDER}/${name}`, schema)?.isSound() !== true;
  });
}

test("after a power cut at every operation", async () => {
  const first = new MemoryFileSystem();
  await write(first);
  putFiles(root, { "a.ts": "export function omega() {}\n", "d.go": "package d\n" });
  const whole = first.afterPowerCut("synced", () => 0);
  const copy = () => whole.afterPowerCut("synced", () => 0);
  const complete = copy();
  const before = complete.operations.length;
  await write(complete);
  const operations = complete.operations.length - before;
  expect(operations).toBeGreaterThan(10);
  const expected = chunksOf(await codeService(root, FOLDER, own, { disk: new MemoryFileSystem() }).view());
  for (let at = 0; at < operations; at++) {
    const disk = copy();
    let left = at;
    disk.fault = ({ kind }) => (left-- > 0 || kind === "lock" ? null : { code: "EIO", written: 7 });
    await write(disk);
    for (const [isAll, names] of (["synced", "all"] as const).entries()) {
      for (const [part, keep] of PARTS_KEPT.entries()) {
        // The quick tests look at two of these six disks for each operation, at others for the next one.
        if (!isThorough && (at + isAll + part) % PARTS_KEPT.length > 0) continue;
        const after = disk.afterPowerCut(names, keep);
        // Not only is the answer right: what a manifest names is there, and whole.
        expect([at, names, damaged(after)]).toEqual([at, names, []]);
        const service = codeService(root, FOLDER, own, { disk: after });
        expect([at, names, chunksOf(await service.view())]).toEqual([at, names, expected]);
        // The next writer.
        putFiles(root, { "e.ts": "export const e = 1;\n" });
        await service.view();
        await service.save();
        rmSync(join(root, "e.ts"));
        const [manifest] = after.paths().filter((path) => path.endsWith("manifest.json"));
        const named = new TextDecoder().decode(after.content(manifest!)!);
        const unnamed = after
          .paths()
          .filter((path) => !/manifest\.json$|\.lock$/.test(path))
          .filter((path) => !named.includes(`"${path.slice(FOLDER.length + 1).replace(/\..*$/, "")}"`));
        expect([at, names, unnamed]).toEqual([at, names, []]);
      }
    }
  }
}, 120_000);
