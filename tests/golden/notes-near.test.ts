// near: in a search: notes on a file, its folder, what it imports and what imports it.

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { git } from "../support/git-repository.ts";
import { FILES, useShop } from "../support/shop.ts";

const { serve, folder, inShop } = useShop();

describe("near: in a search", () => {
  test("finds notes on a file, its folder, what it imports and what imports it", async () => {
    const { helix } = await inShop();
    for (const source of Object.keys(FILES)) await helix.store("notes", `about ${source}`, { source });
    await helix.store("notes", "about nothing");
    await helix.store("notes", "about log", { source: "src/util/log.ts#log" });
    const near = async (query: string) => {
      const lines = (await helix.search(query, { detail: "brief" })).split("\n");
      return [lines.flatMap((line) => /about (\S+)/.exec(line)?.[1] ?? []).sort(), lines.at(-1)];
    };
    expect(await near("near:src/cache.ts")).toEqual([
      ["app/main.ts", "log", "src/cache.ts", "src/util/log.ts"],
      "near src/cache.ts: its folder, 1 file that it imports, 1 file that imports it",
    ]);
    expect(await near("near:src/util/log.ts main")).toEqual([
      [],
      "near src/util/log.ts: its folder, 1 file that imports it",
    ]);
    expect(await near('near:"src/cache.ts" cache')).toEqual([
      ["src/cache.ts"],
      "near src/cache.ts: its folder, 1 file that it imports, 1 file that imports it",
    ]);
    expect(await near("near:lib/none.ts")).toEqual([
      ["lib/far.ts"],
      "near lib/none.ts: its folder (there is no such file)",
    ]);
    expect(await near("near:docs/")).toEqual([["docs/cache.md"], "near docs: the files in it"]);
    expect(await near("near:lib near:app/main.ts")).toEqual([
      [],
      "near app/main.ts: its folder, 1 file that it imports",
    ]);
  });

  test("a note on a file that commits renamed is found where the file is now", async () => {
    const { helix, root } = await inShop();
    await helix.store("notes", "about far", { source: "lib/far.ts" });
    git(root, "mv", "lib/far.ts", "app/far.ts");
    git(root, "commit", "-q", "-m", "moved");
    await helix.answer("code", { action: "index" });
    expect(await helix.search("near:app/main.ts", { detail: "brief" })).toContain("about far");
  });

  test("a file that commits renamed is followed, also where it is asked for by its former name", async () => {
    const { helix, root } = await inShop();
    await helix.store("notes", "about far", { source: "lib/far.ts" });
    git(root, "mv", "lib/far.ts", "app/far.ts");
    git(root, "commit", "-q", "-m", "moved");
    await helix.answer("code", { action: "index" });
    const said = await helix.search("near:lib/far.ts", { detail: "brief" });
    expect(said).toContain("about far");
    expect(said.split("\n").at(-1)).toBe("near app/far.ts (before: lib/far.ts): its folder");
  });

  test("links count as what they lead to, and nothing is told of what is out of the project", async () => {
    const { helix, root, put } = await inShop();
    const outside = folder();
    mkdirSync(join(outside, "there"));
    symlinkSync(outside, join(root, "out"));
    for (const name of ["out", "out/there", "out/none", "out/none/deep.ts"]) {
      expect(await helix.refusal("search", { query: `near:${name}` })).toBe(
        `near:"${name}" leads out of ${root}: give a file in it, e.g. near:src/cache.ts`,
      );
    }
    await helix.store("notes", "about main", { source: "app/main.ts" });
    symlinkSync("../src/cache.ts", join(root, "lib/linked.ts"));
    await helix.store("notes", "about the link", { source: "lib/linked.ts" });
    const said = await helix.search("near:lib/linked.ts", { detail: "brief" });
    expect(said).toContain("about main");
    expect(said).toContain("about the link");
    expect(said.split("\n").at(-1)).toBe(
      "near src/cache.ts: its folder, 1 file that it imports, 1 file that imports it",
    );
    put(".gitignore", "kept/\n");
    put("kept/own.ts", "export const own = 1;\n");
    expect((await helix.search("near:kept/own.ts", { detail: "brief" })).split("\n").at(-1)).toBe(
      "near kept/own.ts: its folder (it is not indexed)",
    );
  });

  test("notes of another project are not near", async () => {
    const { helix, root } = await inShop();
    await helix.load([
      { topic: "notes", time: "2026-01-01T00:00:00Z", body: "[source: src/cache.ts]\nabout it\n[project: me/other]" },
    ]);
    expect(await helix.search("near:src/cache.ts", { detail: "count" })).toMatch(/^0 match/);
    expect(root).not.toBe("");
  });

  test("outside of a repository the folder is near, and why is said", async () => {
    const cwd = folder();
    writeFileSync(join(cwd, "a.ts"), 'import "./sub/b.ts";\n');
    mkdirSync(join(cwd, "sub"));
    writeFileSync(join(cwd, "sub/b.ts"), "export const b = 1;\n");
    const helix = await serve({ cwd, home: folder() });
    await helix.store("notes", "about a", { source: "a.ts" });
    await helix.store("notes", "about b", { source: "sub/b.ts" });
    const said = await helix.search("near:a.ts", { detail: "brief" });
    expect(said).toContain("about a");
    expect(said).not.toContain("about b");
    expect(said).toMatch(/\nnear a\.ts: its folder \(.*git repository.*\)$/);
  });

  test("what names no file of the project is refused", async () => {
    const { helix, root } = await inShop();
    for (const query of ['near:""', "near:", "cache near: ", "near: src/cache.ts"]) {
      expect(await helix.refusal("search", { query })).toBe(
        'near: names no file: give one, e.g. query="near:src/cache.ts"',
      );
    }
    await helix.store("notes", "syntax error near: unexpected token");
    expect(await helix.search("error near: unexpected", { detail: "count" })).toMatch(/^1 match/);
    expect(await helix.refusal("search", { query: "near:../x.ts" })).toBe(
      `near:"../x.ts" leads out of ${root}: give a file in it, e.g. near:src/cache.ts`,
    );
    expect(await helix.refusal("search", { query: "near:a ".repeat(6) })).toBe(
      "near: is given 6 times, at most 5 are accepted",
    );
  });
});
