// Generations that are built in threads: the same as those that are built here, and failures arrive.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { threadBuilder } from "../../../../src/code/store/thread-builder.ts";
import { chunksOf, codeService } from "../../../support/code-index.ts";
import { putFiles } from "../../../support/code-ports.ts";
import { makeRepository } from "../../../support/git-repository.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const newFolder = useFolders("each");
let builder = threadBuilder();
let root = "";
let own = "";

beforeEach(() => {
  builder = threadBuilder();
  own = newFolder();
  root = makeRepository(join(newFolder(), "app"));
  for (let at = 0; at < 600; at++) putFiles(root, { [`f${at % 7}/n${at}.ts`]: `export function fn${at}() {}\n` });
});

afterEach(() => builder.close());

test("two threads build what one process builds", async () => {
  const folder = newFolder();
  const done: number[] = [];
  const view = await codeService(root, folder, own, { builder }).view((count) => done.push(count));
  expect(view.generations.map(({ files }) => files.documentCount).sort()).toEqual([280, 320]);
  expect(view.remarks).toEqual([]);
  expect(done.length).toBeGreaterThan(1);
  expect(chunksOf(view)).toEqual(chunksOf(await codeService(root, newFolder(), own).view()));
});

test("what the disk says arrives, with its code", async () => {
  const request = { folder: join(newFolder(), "none"), name: "a", paths: ["f0/n0.ts"], gone: [] };
  await expect(builder.build(root, request, () => undefined)).rejects.toMatchObject({ code: "ENOENT" });
});

test("who waits for a thread that is ended learns it, and answers go on", async () => {
  const folder = newFolder();
  const service = codeService(root, folder, own, { builder });
  const waiting = service.view(() => builder.close());
  const view = await waiting;
  expect(view.live.count).toBe(600);
  rmSync(folder, { recursive: true });
});
