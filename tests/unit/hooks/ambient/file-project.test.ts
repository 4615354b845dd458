// The hook ambient where the file is of another repository than the session: nested ones, submodules, work trees,
// siblings.

import { describe, expect, it } from "vitest";
import { AmbientWorld } from "../../../support/ambient-world.ts";
import { git as anyGit } from "../../../support/git-repository.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");

describe("ambient takes the project of the file", () => {
  const git = (cwd: string, ...words: string[]) => anyGit(cwd, "-c", "protocol.file.allow=always", ...words);

  /**
   * The repository proj, with one in proj/nested, a submodule in proj/vendor/lib, a work tree in proj/.trees/w1, and a
   * sibling.
   */
  async function manyRepositories(): Promise<AmbientWorld> {
    const world = new AmbientWorld(folder());
    world.repository("lib");
    world.repository("proj");
    for (const name of ["lib", "proj"]) {
      world.put(`${name}/src/pay.rs`, "fn charge_twice() {}\n");
      git(world.at(name), "add", ".");
      git(world.at(name), "commit", "-qm", "first");
    }
    git(world.at("proj"), "submodule", "--quiet", "add", world.at("lib"), "vendor/lib");
    git(world.at("proj"), "worktree", "add", "-q", world.at("proj/.trees/w1"));
    world.repository("proj/nested");
    world.repository("sibling");
    for (const name of ["proj/nested", "sibling"]) world.put(`${name}/src/pay.rs`, "fn charge_twice() {}\n");
    for (const name of ["proj", "proj/nested", "proj/vendor/lib", "sibling"]) {
      const isCited = name !== "sibling";
      await world.note(
        name,
        { topic: "file", text: `FILE-${name}`, source: "src/pay.rs:1", isCited },
        { topic: "code", text: `CODE-${name}: charge_twice waits` },
      );
    }
    return world;
  }

  const seen = async (world: AmbientWorld, cwd: string, path: string, session = `${cwd} ${path}`) => {
    const input = { file_path: world.at(path) };
    const answer = await world.touch({ tool: "Read", input, cwd: world.at(cwd), session: session.replace(/\W/g, "-") });
    return [...answer.matchAll(/(FILE|CODE)-([\w/]+)/g)].map(([, layer, name]) => `${layer} ${name}`).sort();
  };
  const both = (name: string) => [`CODE ${name}`, `FILE ${name}`];

  it("of a nested repository, a submodule, another work tree, and a repository below the working directory", async () => {
    const world = await manyRepositories();
    for (const cwd of ["proj", "proj/src", ""]) {
      expect([cwd, await seen(world, cwd, "proj/src/pay.rs")]).toEqual([cwd, both("proj")]);
      expect([cwd, await seen(world, cwd, "proj/nested/src/pay.rs")]).toEqual([cwd, both("proj/nested")]);
      expect([cwd, await seen(world, cwd, "proj/vendor/lib/src/pay.rs")]).toEqual([cwd, both("proj/vendor/lib")]);
      expect([cwd, await seen(world, cwd, "proj/.trees/w1/src/pay.rs")]).toEqual([cwd, both("proj")]);
    }
    expect(await seen(world, "proj/.trees/w1", "proj/src/pay.rs")).toEqual(both("proj"));
    expect(await seen(world, "", "sibling/src/pay.rs")).toEqual(both("sibling"));
    const grep = { tool: "Grep", input: { path: world.at("proj/nested"), pattern: "charge_twice" } };
    expect(await world.touch({ ...grep, cwd: world.at("proj"), session: "grep" })).toMatch(/CODE-proj\/nested/);
  });

  it("not of a repository that lies elsewhere", async () => {
    const world = await manyRepositories();
    expect(await seen(world, "proj", "sibling/src/pay.rs")).not.toContain("FILE sibling");
    expect(await seen(world, "proj", "sibling/src/pay.rs", "s")).not.toContain("CODE sibling");
    expect(await seen(world, "proj/nested", "proj/src/pay.rs")).not.toContain("FILE proj");
    expect(await seen(world, "sibling", "proj/nested/src/pay.rs")).not.toContain("FILE proj/nested");
  });

  it("and tells the session of it by its path in the session's own", async () => {
    const world = await manyRepositories();
    for (const path of ["proj/nested/src/pay.rs", "proj/.trees/w1/new/deep/a.rs", "sibling/src/pay.rs"])
      await seen(world, "proj", path, "s1");
    expect(world.updatesOf("s1").filter((line) => line.startsWith("r "))).toEqual([
      "r nested/src/pay.rs",
      "r .trees/w1/new/deep/a.rs",
      `r ${world.at("sibling/src/pay.rs")}`,
    ]);
  });

  it("of one that came about meanwhile", async () => {
    const world = new AmbientWorld(folder());
    world.put("app/src/pay.rs", "fn charge_twice() {}\n");
    expect(await seen(world, "app", "app/src/pay.rs", "s1")).toEqual([]);
    world.repository("app");
    await world.note("app", { topic: "file", text: "FILE-app", source: "src/pay.rs" });
    expect(await seen(world, "app", "app/src/pay.rs", "s1")).toEqual(["FILE app"]);
    world.repository("app/src");
    await world.note("app/src", { topic: "file", text: "FILE-app/src", source: "pay.rs" });
    expect(await seen(world, "app", "app/src/pay.rs", "s1")).toEqual(["FILE app/src"]);
  });
});
