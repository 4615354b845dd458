// The index of a work tree as a reader sees it: always of the tree as it is, whatever happened to it or to the index.

import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { CodeServicePorts } from "../../../../src/code/store/code-service.ts";
import { rewriting } from "../../../../src/code/store/index-writer.ts";
import { readManifest } from "../../../../src/code/store/manifest.ts";
import { diskFileSystem } from "../../../../src/platform/disk-file-system.ts";
import { changedFiles } from "../../../support/broken-disk.ts";
import { chunksOf, codeService, foundFiles, nextTick } from "../../../support/code-index.ts";
import { putFiles } from "../../../support/code-ports.ts";
import { git, makeRepository } from "../../../support/git-repository.ts";
import { systemError } from "../../../support/memory-file-system.ts";
import { isThorough } from "../../../support/runs.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const newFolder = useFolders("each");
let root = "";
let folder = "";
let own = "";

const service = (changed: Partial<CodeServicePorts> = {}) => codeService(root, folder, own, changed);
const manifest = () => readManifest(diskFileSystem, folder);
const pathsOf = async (changed: Partial<CodeServicePorts> = {}) =>
  [...(await service(changed).view()).live.paths()].sort();
/** Files with a function each, in `many/`. */
const many = (count: number, word = "plain") =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `many/f${at}.ts`,
      `export function ${word}${at}() {\n  return ${at};\n}\n`,
    ]),
  );

beforeEach(() => {
  own = newFolder();
  root = makeRepository(join(newFolder(), "app"));
  folder = join(newFolder(), "code", "0123456789abcdef");
  putFiles(root, {
    "a.ts": "export function alpha() {}\n",
    "in/b.ts": "export function beta() {}\n",
    ".gitignore": "*.log\n",
  });
});

test("shows every change of the tree in the next view", async () => {
  const kept = service();
  const seen = async () => chunksOf(await kept.view());
  expect(Object.keys(await seen())).toEqual([".gitignore", "a.ts", "in/b.ts"]);
  putFiles(root, { "a.ts": "export function gamma() {}\n" });
  expect((await seen())["a.ts"]).toContain("1-1 function gamma");
  mkdirSync(join(root, "empty", "deep"), { recursive: true });
  await kept.view();
  putFiles(root, { "empty/deep/c.ts": "export const c = 1;\n", "x.log": "no\n" });
  renameSync(join(root, "in"), join(root, "out"));
  expect(Object.keys(await seen())).toEqual([".gitignore", "a.ts", "empty/deep/c.ts", "out/b.ts"]);
  writeFileSync(join(root, ".gitignore"), "out\n");
  expect(Object.keys(await seen())).toEqual([".gitignore", "a.ts", "empty/deep/c.ts", "x.log"]);
  git(root, "add", "-f", "out/b.ts");
  rmSync(join(root, "a.ts"));
  expect(Object.keys(await seen())).toEqual([".gitignore", "empty/deep/c.ts", "out/b.ts", "x.log"]);
});

test("other rules of what is ignored count at once, though no folder changed", async () => {
  const later = Date.now() + 3_600_000;
  const kept = service({ wallMs: () => later });
  await kept.view();
  writeFileSync(join(root, ".gitignore"), "in\n");
  expect(Object.keys(chunksOf(await kept.view()))).toEqual([".gitignore", "a.ts"]);
});

test("sees what changed without another size or time, and does not list again where nothing is new", async () => {
  const later = Date.now() + 3_600_000;
  let lists = 0;
  const kept = service({
    wallMs: () => later,
    takeTurn: async () => {
      lists++;
    },
  });
  nextTick(own);
  await kept.view();
  const first = lists;
  await kept.view();
  expect(lists - first).toBeLessThan(first);
  const { mtime } = statSync(join(root, "a.ts"));
  nextTick(own);
  writeFileSync(join(root, "a.ts"), "export function delta() {}\n");
  utimesSync(join(root, "a.ts"), mtime, mtime);
  expect(foundFiles(await kept.view(), "delta")).toEqual(["a.ts"]);
});

test("two changes within one tick of the clock are both seen", async () => {
  const kept = service();
  for (const name of ["first", "other", "third"]) {
    writeFileSync(join(root, "a.ts"), `export function ${name}() {}\n`);
    expect(foundFiles(await kept.view(), name)).toEqual(["a.ts"]);
    expect((await kept.view()).isCurrent("a.ts")).toBe(true);
  }
});

test("a file that changed behind a view is not current in it", async () => {
  const later = Date.now() + 3_600_000;
  const kept = service({ wallMs: () => later });
  const view = await kept.view();
  expect(view.isCurrent("a.ts")).toBe(true);
  nextTick(own);
  writeFileSync(join(root, "a.ts"), "export function changedBehind() {}\n");
  expect((await kept.view()).isCurrent("a.ts")).toBe(true);
  writeFileSync(join(root, "a.ts"), "export function changedAgain() {}\n");
  expect(view.isCurrent("a.ts")).toBe(false);
  rmSync(join(root, "a.ts"));
  expect(view.isCurrent("a.ts")).toBe(false);
});

test("a tree of many files is built, saved for this user only, and opened by the next process", async () => {
  putFiles(root, many(300));
  const done: number[] = [];
  const view = await service().view((count, total) => done.push(count / total));
  expect(view.live.count).toBe(303);
  expect(view.live.putCount).toBe(0);
  expect(done.at(-1)).toBeGreaterThan(0.9);
  for (const name of ["", ...readdirSync(folder)]) {
    expect(statSync(join(folder, name)).mode & 0o777).toBe(name === "" ? 0o700 : 0o600);
  }
  const other = await service().view();
  expect(chunksOf(other)).toEqual(chunksOf(view));
  expect(foundFiles(other, "plain77")[0]).toBe("many/f77.ts");
});

test("few changes are saved as a small generation, and many are merged", async () => {
  putFiles(root, many(300));
  const kept = service();
  await kept.view();
  const files = () => manifest()?.generations.map((each) => each.files);
  expect(files()).toEqual([303]);
  putFiles(root, many(60, "changed"));
  await kept.view();
  await kept.save();
  expect(files()).toEqual([303, 60]);
  // What a small generation replaces is not found any more.
  const other = await service().view();
  expect(foundFiles(other, "changed5")[0]).toBe("many/f5.ts");
  expect(foundFiles(other, "plain5")).not.toContain("many/f5.ts");
  rmSync(join(root, "many", "f299.ts"));
  await kept.view();
  await kept.save();
  expect(files()).toEqual([303, 60, 1]);
  putFiles(root, many(200, "again"));
  await kept.view();
  await kept.save();
  expect(files()).toEqual([302]);
  const view = await service().view();
  expect(foundFiles(view, "changed5")).toEqual([]);
  expect(foundFiles(view, "again5")[0]).toBe("many/f5.ts");
  expect(chunksOf(view)).toEqual(chunksOf(await kept.view()));
});

test("commits say what their message is about, are saved, and follow renames and rewritten history", async () => {
  git(root, "add", "-A");
  git(root, "commit", "-qm", "first: the quixotic parser");
  const kept = service();
  const evidence = async () => foundFiles(await kept.view(), "quixotic");
  expect(await evidence()).toEqual(expect.arrayContaining(["a.ts", "in/b.ts"]));
  git(root, "mv", "a.ts", "renamed.ts");
  expect(await evidence()).not.toContain("a.ts");
  git(root, "commit", "-qm", "moved");
  expect(await evidence()).toContain("renamed.ts");
  await kept.save();
  expect(manifest()?.commits.map(({ count }) => count)).toEqual([2]);
  const other = service({ programs: { find: () => null, run: () => Promise.reject(new Error("git ran")) } });
  expect(foundFiles(await other.view(), "quixotic")).toContain("renamed.ts");
  git(root, "commit", "--amend", "-qm", "flamboyant");
  expect(foundFiles(await kept.view(), "flamboyant")).toContain("renamed.ts");
  git(root, "checkout", "-q", "--orphan", "fresh");
  expect((await kept.view()).commits.every(({ isGone }) => isGone?.(0))).toBe(true);
});

describe("whatever is wrong with what was saved", () => {
  beforeEach(async () => {
    putFiles(root, many(300));
    git(root, "add", "a.ts");
    git(root, "commit", "-qm", "all");
    const first = service();
    await first.view();
    await first.save();
  });

  test("every file damaged, cut or gone: the index is built anew, and the answers are the same", async () => {
    const expected = chunksOf(await service().view());
    const saved = readdirSync(folder).filter((name) => name !== ".lock");
    expect(saved).toHaveLength(4);
    for (const [place, kind] of [/^manifest/, /files$/, /chunks$/, /commits$/].entries()) {
      for (const [way, spoil] of ["flip", "cut", "remove", "empty"].entries()) {
        if (!isThorough && (place + way) % 2 > 0) continue;
        const path = join(folder, readdirSync(folder).find((name) => kind.test(name))!);
        const bytes = diskFileSystem.load(path);
        rmSync(path);
        if (spoil === "flip")
          writeFileSync(
            path,
            bytes.map((byte, at) => (at === bytes.length - 20 ? byte ^ 0x55 : byte)),
          );
        else if (spoil === "cut") writeFileSync(path, bytes.subarray(0, bytes.length >> 1));
        else if (spoil === "empty") writeFileSync(path, "");
        const after = service();
        const view = await after.view();
        expect([kind, spoil, chunksOf(view)]).toEqual([kind, spoil, expected]);
        expect(foundFiles(view, "plain5")[0]).toBe("many/f5.ts");
        await after.save();
        expect(readdirSync(folder).filter((name) => name !== ".lock")).toHaveLength(4);
      }
    }
  }, 60_000);

  test("the index of another tree is not taken", async () => {
    const other = makeRepository(join(newFolder(), "other"));
    putFiles(other, { "o.ts": "export const o = 1;\n" });
    expect([...(await codeService(other, folder, own).view()).live.paths()]).toEqual(["o.ts"]);
  });

  test("what a killed writer left behind is removed by the next one", async () => {
    for (const name of ["zz.files", "zz.chunks", "manifest.json.tmp-1-1-abc"])
      writeFileSync(join(folder, name), "half");
    putFiles(root, many(60, "more"));
    const kept = service();
    await kept.view();
    await kept.save();
    expect(readdirSync(folder).filter((name) => /zz|tmp/.test(name))).toEqual([]);
  });
});

test.each(["ENOSPC", "EROFS", "EACCES"])("%s: answers go on from memory, and say so", async (code) => {
  putFiles(root, many(300));
  const disk = changedFiles(diskFileSystem, () => ({
    open() {
      throw systemError(code);
    },
    makeDirectory() {
      if (code !== "ENOSPC") throw systemError(code);
    },
    tryLock: () => ({ release: () => undefined }),
  }));
  const kept = service({ disk });
  const view = await kept.view();
  expect(view.live.count).toBe(303);
  expect(view.pending).toBe(0);
  expect(view.remarks.join("\n")).toContain(`the index could not be saved: ${code}`);
  putFiles(root, { "a.ts": "export function omega() {}\n" });
  expect(foundFiles(await kept.view(), "omega")).toEqual(["a.ts"]);
});

describe("two processes on one index", () => {
  test("while one builds, the other answers without, says so, and takes the result when it is there", async () => {
    putFiles(root, many(300));
    let finish = () => {};
    const held = rewriting(
      diskFileSystem,
      folder,
      () =>
        new Promise((resolve) => {
          finish = () => resolve(null);
        }),
    );
    let isOver = () => {};
    const over = new Promise<void>((resolve) => {
      isOver = resolve;
    });
    let pauses = 0;
    const second = service({
      timeout: () => over,
      pause: () => {
        if (++pauses === 3) isOver();
        return new Promise((resolve) => setImmediate(resolve));
      },
    });
    const waiting = await second.view();
    expect([waiting.pending, waiting.live.count]).toEqual([303, 0]);
    expect(waiting.remarks.join("\n")).toContain("another process is building the index");
    finish();
    await held;
    expect((await service().view()).live.count).toBe(303);
    expect((await service().view()).live.putCount).toBe(0);
  });

  test("both see what the other saved, and neither loses a change", async () => {
    putFiles(root, many(300));
    const [one, two] = [service(), service()];
    await Promise.all([one.view(), two.view()]);
    for (let step = 0; step < 6; step++) {
      putFiles(root, { [`many/f${step}.ts`]: `export function step${step}() {}\n` });
      const [writer, reader] = step % 2 === 0 ? [one, two] : [two, one];
      await reader.view();
      await writer.view();
      await Promise.all([writer.save(), reader.save()]);
      expect(chunksOf(await reader.view())).toEqual(chunksOf(await writer.view()));
      expect(foundFiles(await reader.view(), `step${step}`)[0]).toBe(`many/f${step}.ts`);
    }
    expect(await pathsOf()).toHaveLength(303);
  });
});

test("an index that is only read still counts as used, a day later", async () => {
  putFiles(root, many(300));
  let wallMs = Date.now();
  const kept = service({ wallMs: () => wallMs });
  await kept.view();
  const first = manifest()!.lookedAt;
  wallMs += 3_600_000;
  await kept.view();
  await kept.save();
  expect(manifest()!.lookedAt).toBe(first);
  wallMs += 86_400_000;
  await kept.view();
  await kept.save();
  expect(manifest()!.lookedAt).toBe(wallMs);
});

test("nobody waits after a cancelled call, and the next one goes on", async () => {
  putFiles(root, many(300));
  const kept = service();
  const controller = new AbortController();
  controller.abort();
  await expect(kept.view(undefined, controller.signal)).rejects.toThrow("cancelled");
  expect((await kept.view()).live.count).toBe(303);
});

test("files that were announced are looked at, whatever the system says of them", async () => {
  const later = Date.now() + 3_600_000;
  const kept = service({ wallMs: () => later });
  await kept.view();
  // Announced before the next look, and after it.
  kept.changed(["a.ts", "none.ts"]);
  putFiles(root, { "a.ts": "export function sigma() {}\n", "none.ts": "export function rho() {}\n" });
  const view = await kept.view();
  expect([foundFiles(view, "sigma"), foundFiles(view, "rho")]).toEqual([["a.ts"], ["none.ts"]]);
});
