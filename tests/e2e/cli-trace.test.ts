// The command trace, on the compiled binary: words and options, JSON, exit codes, and a binary that stands alone.

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type CommandOptions, runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { useFolders } from "../support/temporary-folder.ts";

const newFolder = useFolders("all");
let root = "";
let base = "";

beforeAll(() => {
  root = makeRepository(join(newFolder(), "shop"));
  base = newFolder();
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src", "cache.ts"), "export function open(): void {}\n\nexport const SIZE = 1;\n");
  writeFileSync(join(root, "src", "main.ts"), 'import { open } from "./cache.ts";\n\nopen();\n');
  writeFileSync(join(root, "open.py"), "def open():\n    pass\n");
});

function helix(words: readonly string[], options: Partial<CommandOptions> = {}) {
  return runHelix(["trace", ...words], { cwd: root, base, ...options });
}

describe("helix trace", () => {
  test("PATH SYMBOL: definitions and uses", () => {
    expect(helix(["src", "open"])).toEqual({
      status: 0,
      stdout: [
        "open: 1 definition, 2 uses in 1 file",
        "defined:",
        "  src/cache.ts:1  function  export function open(): void",
        "used:",
        '  src/main.ts:1  import { open } from "./cache.ts";',
        "  src/main.ts:3  open();",
        "",
      ].join("\n"),
      stderr: "",
    });
  });

  test("PATH alone: the symbols of a file", () => {
    const { status, stdout } = helix(["src/cache.ts"]);
    expect(status).toBe(0);
    expect(stdout).toBe(
      "src/cache.ts: TypeScript, 3 lines, 2 symbols\n  1  function  export function open(): void\n  3  constant  export const SIZE = 1\n",
    );
  });

  test("PATH alone: an overview of a folder", () => {
    const { status, stdout } = helix(["src"]);
    expect(status).toBe(0);
    expect(stdout.split("\n")[0]).toBe("src: 2 files of code");
    expect(stdout).toContain("\nmore: with a SYMBOL: where it is defined and used; --action symbols: all symbols\n");
    expect(JSON.parse(helix(["src", "--json"]).stdout)).toMatchObject({
      path: "src",
      languages: [{ name: "TypeScript", files: 2, lines: 6 }],
      entryPoints: ["src/main.ts"],
      modules: [{ path: "src", files: 2, lines: 6, symbols: ["open", "SIZE"] }],
      mostUsed: [{ name: "open", kind: "function", path: "src/cache.ts", line: 1, files: 1 }],
    });
  });

  test("--action, --limit and --filter", () => {
    expect(helix([".", "--action", "symbols", "--filter", "*.ts", "--limit", "1"]).stdout).toBe(
      [
        ".: 2 files, 2 symbols",
        "src/cache.ts: TypeScript, 3 lines, 2 symbols",
        "  1  function  export function open(): void",
        "1 more symbol: the limit of 1 is reached",
        "",
      ].join("\n"),
    );
    expect(helix(["src/cache.ts", "--action=blast"]).stdout).toContain("open (function, line 1): 2 uses in 1 file");
    expect(helix([".", "--action=analyze"]).stdout).toMatch(/^overview stored in code-shop\n/);
    expect(runHelix(["read", "code-shop"], { cwd: root, base }).stdout).toContain("Code overview of shop");
  });

  test("./ and ../ are from where one is, other paths from the project's root", () => {
    const cwd = join(root, "src");
    expect(helix(["./cache.ts"], { cwd }).stdout).toMatch(/^src\/cache\.ts: /);
    expect(helix(["src/cache.ts"], { cwd }).stdout).toMatch(/^src\/cache\.ts: /);
    expect(helix(["../open.py"], { cwd }).stdout).toMatch(/^open\.py: /);
    expect(helix([".", "open"], { cwd }).stdout).not.toContain("open.py");
  });

  test("out of the project leads an absolute path, and no other", () => {
    const other = makeRepository(join(newFolder(), "other"));
    mkdirSync(join(other, "lib"));
    writeFileSync(join(other, "lib", "a.go"), "package lib\n\nfunc Open() {}\n");
    expect(helix([join(other, "lib"), "Open"]).stdout).toBe(
      [
        "Open: 1 definition, 0 uses",
        "defined:",
        "  lib/a.go:3  function  func Open()",
        `paths are relative to ${other}`,
        "",
      ].join("\n"),
    );
    symlinkSync(other, join(root, "linked"));
    for (const [path, what] of [
      [relative(root, other), "leads"],
      ["src/../../x", "leads"],
      ["linked", "follows a link that leads"],
      ["./linked/lib/a.go", "follows a link that leads"],
      ["linked/none.go", "follows a link that leads"],
    ] as const) {
      const { status, stdout, stderr } = helix([path, "Open"]);
      expect([status, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(
        `${what} out of the project ${root}: give a path within it, e.g. helix trace src; what lies elsewhere has to be named by an absolute path`,
      );
    }
    expect(helix([".", "Open"]).stderr).toContain("(left out: 1 link)");
    rmSync(join(root, "linked"));
  });

  test("--json: the same as data", () => {
    const { stdout } = helix(["src", "open", "--json"]);
    expect(JSON.parse(stdout)).toEqual({
      symbol: "open",
      definitions: [
        {
          path: "src/cache.ts",
          name: "open",
          kind: "function",
          line: 1,
          endLine: 1,
          signature: "export function open(): void",
          container: null,
          exported: true,
        },
      ],
      uses: [
        {
          path: "src/main.ts",
          line: 1,
          code: 'import { open } from "./cache.ts";',
          within: null,
          qualifier: null,
          test: false,
        },
        { path: "src/main.ts", line: 3, code: "open();", within: null, qualifier: null, test: false },
      ],
      left: 0,
      notes: [],
    });
    const blast = JSON.parse(helix(["src/cache.ts", "--action", "blast", "--json"]).stdout);
    expect(blast.symbols.map(({ name, count }: { name: string; count: number }) => [name, count])).toEqual([
      ["open", 2],
      ["SIZE", 0],
    ]);
    expect(JSON.parse(helix(["src", "--action", "symbols", "--json"]).stdout).files).toHaveLength(2);
  });

  test("exit codes: 1 for what is not there, 2 for what is wrong", () => {
    expect(helix(["src", "opn"])).toMatchObject({ status: 1, stdout: "" });
    expect(helix(["nowhere"])).toMatchObject({ status: 1, stdout: "" });
    expect(helix([])).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining("helix trace src/cache.ts"),
    });
    expect(helix(["src", "open", "more"]).stderr).toContain('"more" is one too many');
    expect(helix(["src", "--action", "find"]).stderr).toContain("give one of symbols, blast, analyze");
  });
});
