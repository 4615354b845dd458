// Projects: what is stored in a git work tree belongs to it; a search sees everything, puts the own project first, and
// can be kept to one. Two repositories with remotes, one without, and a folder outside of any.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { git, makeRepository } from "../support/git-repository.ts";
import { type Served, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

describe("projects", () => {
  const serve = useServers("all");
  const folder = useFolders("all");
  let one: Served;
  let two: Served;
  let local: Served;
  let outside: Served;

  beforeAll(async () => {
    const directory = folder();
    const root = folder();
    const first = makeRepository(join(root, "one"), "git@github.com:owner/first.git");
    mkdirSync(join(first, "src", "deep"), { recursive: true });
    const second = makeRepository(join(root, "two"), "https://user@example.org/owner/second.git");
    one = await serve({ directory, cwd: join(first, "src", "deep") });
    two = await serve({ directory, cwd: second });
    local = await serve({ directory, cwd: makeRepository(join(root, "no-remote")) });
    outside = await serve({ directory });
    await one.store("from-one", "linker flag");
    await two.store("from-two", "linker flag");
    await local.store("from-local", "linker flag");
    await outside.store("from-outside", "linker flag");
  });

  const topics = async (helix: Served, more: Record<string, unknown> = {}, query = "linker") =>
    [...(await helix.search(query, { detail: "brief", ...more })).matchAll(/\[from-(\w+)\]/g)].map((match) => match[1]);

  test("the own project comes first, everything else is found too", async () => {
    for (const [helix, name] of [
      [one, "one"],
      [two, "two"],
      [local, "local"],
    ] as const) {
      const found = await topics(helix);
      expect(found[0]).toBe(name);
      expect(found.sort()).toEqual(["local", "one", "outside", "two"]);
    }
    // Outside of any project, equal texts of one minute stand newest first.
    expect(await topics(outside)).toEqual(["outside", "local", "two", "one"]);
  });

  test("without words the own project does not come first: newest first", async () => {
    expect(await topics(one, {}, "")).toEqual(["outside", "local", "two", "one"]);
  });

  test("project: here", async () => {
    expect(await topics(one, { project: "here" })).toEqual(["one"]);
    expect(await topics(two, { project: "here" })).toEqual(["two"]);
    expect(await topics(local, { project: "here" })).toEqual(["local"]);
    expect(await topics(one, { project: "here" }, "")).toEqual(["one"]);
    expect(await one.search("linker", { project: "here", detail: "count" })).toBe("1 match(es)");
  });

  test("project: a key, from anywhere", async () => {
    expect(await topics(one, { project: "owner/second" })).toEqual(["two"]);
    expect(await topics(outside, { project: "owner/first" })).toEqual(["one"]);
  });

  test("project: a key that no note is of is an error with the nearest", async () => {
    const unknown =
      'no note is of the project "owner/thrd"; nearest: owner/first, owner/second; project="any" means all';
    for (const [tool, more] of [
      ["search", { query: "linker" }],
      ["brief", {}],
      ["topics", { action: "list" }],
      ["topics", { action: "recent" }],
    ] as const) {
      expect(await outside.refusal(tool, { ...more, project: "owner/thrd" })).toBe(unknown);
    }
    // The caller's own is none of these, whether it has notes or not.
    const empty = await serve({
      directory: outside.directory,
      cwd: makeRepository(join(folder(), "empty"), "git@github.com:owner/empty.git"),
    });
    expect(await empty.search("linker", { project: "owner/empty" })).toBe("0 match(es)");
  });

  test("project: a key, in any case", async () => {
    expect(await topics(outside, { project: "Owner/SECOND" })).toEqual(["two"]);
    await outside.load([{ topic: "from-mixed", time: "2026-02-20T09:00:00Z", body: "linker\n[project: Mixed/Case]" }]);
    expect(await outside.search("linker", { project: "mixed/case", detail: "count" })).toBe("1 match(es)");
    await outside.answer("edit", { action: "delete", topic: "from-mixed", all: true });
  });

  test("project: the key of a repository without a remote is its folder's name and a hash", async () => {
    const key = /\[project: (no-remote-[0-9a-f]{6,40})\]/.exec(await outside.read("from-local"))![1]!;
    expect(await topics(outside, { project: key })).toEqual(["local"]);
  });

  test("project: any, which is the default", async () => {
    expect((await topics(one, { project: "any" })).length).toBe(4);
    expect((await topics(outside, { project: "any" })).length).toBe(4);
  });

  test("entries of other projects are marked, own ones and those of none are not", async () => {
    const marked = (text: string) =>
      text
        .replace(/-[0-9a-f]{6,40}/, "-HASH")
        .split("\n")
        .sort();
    expect(marked(await one.search("linker"))).toEqual([
      "  [from-local] 2026-02-21 linker flag (no-remote-HASH)",
      "  [from-one] 2026-02-21 linker flag",
      "  [from-outside] 2026-02-21 linker flag",
      "  [from-two] 2026-02-21 linker flag (owner/second)",
      "4 match(es)",
    ]);
    expect(await one.read("from-one", { index: 0 })).toBe("[0] 2026-02-21 06:11\n  linker flag");
    expect(await one.read("from-two", { index: 0 })).toBe(
      "[0] 2026-02-21 06:11\n  linker flag\n  [project: owner/second]",
    );
    expect(await one.search("topic:from-two", { detail: "full" })).toBe(
      "--- from-two ---\n  linker flag\n[project: owner/second]\n\n1 matching section(s)",
    );
  });
});

describe("what makes two places one project", () => {
  const serve = useServers("each");
  const folder = useFolders("each");
  const found = (helix: Served) => helix.search("linker", { project: "here", detail: "count" });

  test("work trees of one repository", async () => {
    const directory = folder();
    const root = folder();
    const main = makeRepository(join(root, "main"));
    git(main, "commit", "-q", "--allow-empty", "-m", "first");
    git(main, "worktree", "add", "-q", join(root, "elsewhere"));
    await (await serve({ directory, cwd: main })).store("t", "linker flag");
    expect(await found(await serve({ directory, cwd: join(root, "elsewhere") }))).toBe("1 match(es)");
  });

  test("two clones of one remote, whatever the form of its address", async () => {
    const directory = folder();
    const root = folder();
    const first = makeRepository(join(root, "a"), "git@github.com:owner/repo.git");
    git(first, "commit", "-q", "--allow-empty", "-m", "first");
    const second = join(root, "b");
    git(root, "clone", "-q", first, second);
    git(second, "remote", "set-url", "origin", "https://github.com/owner/repo");
    await (await serve({ directory, cwd: first })).store("t", "linker flag");
    expect(await found(await serve({ directory, cwd: second }))).toBe("1 match(es)");
  });

  test("a repository before and after it got a remote", async () => {
    const directory = folder();
    const repository = makeRepository(join(folder(), "project"));
    await (await serve({ directory, cwd: repository })).store("t", "linker flag");
    git(repository, "remote", "add", "origin", "https://example.org/owner/project.git");
    expect(await found(await serve({ directory, cwd: repository }))).toBe("1 match(es)");
  });

  test("not two folders of one name", async () => {
    const directory = folder();
    const root = folder();
    await (await serve({ directory, cwd: makeRepository(join(root, "a", "project")) })).store("t", "linker flag");
    expect(await found(await serve({ directory, cwd: makeRepository(join(root, "b", "project")) }))).toBe(
      "0 match(es)",
    );
  });
});
