// helix forget: removes what is kept of a work tree, of one that is gone, too.

import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { planOf, StartWorld, taskOf } from "../support/started-plan.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");

test("forgets how a tree was when tasks began, but not what an active task is compared with", async () => {
  const home = folder();
  const world = new StartWorld(folder());
  world.save(planOf([taskOf(1), taskOf(2, { depends: [] })]));
  const run = (...words: string[]) =>
    runHelix(words, { base: world.directory, cwd: world.root, environment: { HOME: home } });
  const kept = () => readdirSync(join(world.directory, "plans", "snapshots"));
  await world.text("start", { seq: "001" });
  expect(kept()).toHaveLength(2);
  expect(run("forget", ".").stdout).toContain("what its active task is compared with stays");
  expect(kept()).toHaveLength(1);
  world.store.end(world.store.active().active[0]!.workspace, { how: "released" });
  expect(run("forget", ".")).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^forgot how \S+\/shop was when tasks of plans began \(/),
  });
  expect(kept()).toEqual([]);
  expect(run("plan", "status").stdout).toContain("001 task-1 (ready)");
});

test("forgets the index of a tree that is there, and of one that is gone; its files stay", () => {
  const base = folder();
  const home = folder();
  const [shop, gone] = ["shop", "gone"].map((name) => makeRepository(join(home, "src", name)));
  const run = (cwd: string, ...words: string[]) => runHelix(words, { base, cwd, environment: { HOME: home } });
  for (const tree of [shop!, gone!]) {
    mkdirSync(join(tree, "src"));
    writeFileSync(join(tree, "src", "cache.ts"), "export const CACHE_ENTRIES = 100;\n");
    expect(run(tree, "code", "CACHE_ENTRIES").stdout).toContain("src/cache.ts");
  }
  const kept = () =>
    readdirSync(join(base, "code")).filter((name) => existsSync(join(base, "code", name, "manifest.json")));
  expect(kept()).toHaveLength(2);
  rmSync(gone!, { recursive: true });
  expect(run(home, "forget", gone!).stdout).toMatch(/^forgot the index of \S+\/gone \(/);
  expect(run(shop!, "forget", ".").stdout).toMatch(/^forgot the index of \S+\/shop \(/);
  expect(kept()).toEqual([]);
  expect(existsSync(join(shop!, "src", "cache.ts"))).toBe(true);
  expect(run(shop!, "forget", ".")).toMatchObject({ status: 1, stdout: expect.stringMatching(/^nothing is kept of /) });
  expect(run(shop!, "forget").stderr).toBe("[error] helix forget needs a PATH, e.g. helix forget ~/src/shop\n");
});
