// code action=map: what a newcomer is told of a project, of a folder of it, and as data and graphs.

import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { codeMapData } from "../../src/features/code/data.ts";
import { putFiles } from "../support/code-ports.ts";
import { gitAt, makeRepository } from "../support/git-repository.ts";
import { type Served, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

/** So many lines that say nothing. */
const filler = (lines: number) => "// what it does\n".repeat(lines);
const MANIFEST = {
  name: "@shop/till",
  description: "Keeps the till of a shop.",
  main: "dist/index.js",
  bin: { till: "./dist/cli.js" },
  exports: {
    ".": "./dist/index.js",
    "./money": { import: "./dist/money/index.js" },
    "./package.json": "./package.json",
  },
  scripts: { build: "x", test: "y" },
};
const FILES = {
  "package.json": JSON.stringify(MANIFEST),
  Makefile: "VERSION := 1\n.PHONY: all\nall: build\nbuild lint: ; true\n",
  "src/index.ts": `export { openTill } from "./till/till.ts";\n`,
  "src/cli.ts": `import { openTill } from "./index.ts";\nimport { parse } from "yargs/helpers";\nopenTill(parse());\n`,
  "src/till/till.ts": `import { readFile } from "node:fs";
import { round, type Money } from "../money/index.ts";
import { z } from "zod";
export function openTill(money: Money) { return round(money, readFile, z); }
export function closeTill() {}
${filler(60)}`,
  "src/till/report.ts": `import type { Money } from "../money/index.ts";\nimport { closeTill } from "./till.ts";\nexport function report(all: Money[]) { closeTill(); }\n${filler(20)}`,
  "src/money/index.ts": `import { closeTill } from "../till/till.ts";\nexport interface Money {}\nexport function round(money: Money) { closeTill(); }\n${filler(40)}`,
  "src/stock/shelf.ts": `import { z } from "zod";\nimport * as money from "../money/index.ts";\nexport class Shelf { price = money.round(z); }\n${filler(30)}`,
  "tools/ledger/main.go": `package main\n\nimport "fmt"\n\nfunc main() { fmt.Println(Sum()) }\n${filler(10)}`,
  "tools/ledger/sum.go": "package main\n\nfunc Sum() int { return 1 }\n",
  "tests/till.test.ts": `import { openTill } from "../src/index.ts";\nimport { test } from "vitest";\ntest("opens", () => openTill({}));\n`,
  "README.md": "# Till\n\nThe till is not described here.\n",
};

const serve = useServers("all");
const newFolder = useFolders("all");
let helix: Served;
let root = "";

beforeAll(async () => {
  root = makeRepository(join(newFolder(), "shop"));
  putFiles(root, FILES);
  gitAt("2025-01-10T12:00:00Z", root, "add", "-A");
  gitAt("2025-01-10T12:00:00Z", root, "commit", "-q", "-m", "a till");
  for (const [at, day] of ["2026-02-01", "2026-02-03"].entries()) {
    putFiles(root, { "src/money/index.ts": `${FILES["src/money/index.ts"]}// ${at}\n` });
    gitAt(`${day}T12:00:00Z`, root, "commit", "-aq", "-m", "rounds better");
  }
  helix = await serve({ cwd: root, home: newFolder() });
});

const map = (values: object = {}) => helix.answer("code", { action: "map", ...values });
const refused = (values: object) => helix.refusal("code", { action: "map", ...values });
const HINT = 'closer: action="map" path=FOLDER; action="outline" path=PATH';

describe("code action=map: the overview of a project", () => {
  test("action=map: what it is, where it begins, what it is made of, what changes", async () => {
    expect(await map()).toBe(
      [
        root,
        '  "Keeps the till of a shop." (package.json)',
        "  languages: TypeScript (7 files, 172 lines), Go (2 files, 18 lines)",
        "  of these: code (8 files, 187 lines), tests (1 file, 3 lines, tests)",
        "  make: all, build",
        "  npm run: build, test",
        "entry points:",
        "  src/cli.ts  bin till",
        "  src/index.ts  package @shop/till",
        "  tools/ledger/main.go",
        "  also @shop/till/money",
        "modules, largest first (-> what they depend on, with links from file to file):",
        "  src/till/till.ts (1 file, 65 lines): openTill, closeTill",
        "    -> index.ts 1",
        "  src/money/index.ts (1 file, 44 lines): Money, round",
        "    -> till.ts 1",
        "  src/stock/shelf.ts (1 file, 33 lines): Shelf",
        "    -> index.ts 1",
        "  src/till/report.ts (1 file, 23 lines): report",
        "    -> till.ts 1, index.ts 1",
        "  tools/ledger (2 files, 18 lines): Sum",
        "  src/* (2 files, 4 lines)",
        "    -> till.ts 1",
        "cycles:",
        "  till.ts -> index.ts (1) -> till.ts (1)",
        "packages from outside, by files:",
        "  zod 2, yargs 1",
        "changed most lately:",
        "  src/money/index.ts  3 commits, last 2026-02-03",
        "  src/cli.ts  1 commit, last 2025-01-10",
        "  src/index.ts  1 commit, last 2025-01-10",
        "  src/stock/shelf.ts  1 commit, last 2025-01-10",
        "  src/till/report.ts  1 commit, last 2025-01-10",
        "  src/till/till.ts  1 commit, last 2025-01-10",
        "imported by most files:",
        "  src/money/index.ts  3",
        "  src/till/till.ts  3",
        HINT,
      ].join("\n"),
    );
  });

  test("a folder: its own modules, and what of the tree outside of it uses it or is used", async () => {
    const text = await map({ path: "src/till/" });
    expect(text.split("\n")[0]).toBe("src/till/");
    expect(text).toContain("\noutside of it:\n  uses src/money/index.ts 2\n  used by src/money/index.ts 1, src/* 1\n");
    expect(text).toContain("\n  src/till/report.ts (1 file, 23 lines): report\n    -> till.ts 1\n");
    expect(text).not.toContain("bin till");
    expect(await map({ path: "." })).toBe(await map());
  });

  test("a folder of tests alone has modules, too; one without code has none", async () => {
    expect(await map({ path: "tests" })).toContain("\n  tests (1 file, 3 lines)\n");
    putFiles(root, { "texts/a.txt": "nothing\n" });
    expect(await map({ path: "texts" })).toBe("texts/: no code of a known language");
  });

  test("what is not named is counted, however much it is", async () => {
    const targets = Array.from({ length: 300 }, (_, at) => `t${at}:\n\ttrue\n`).join("");
    const users = Array.from({ length: 12 }, (_, at): [string, string] => [
      `used/by${at}/a.ts`,
      `import { core } from "../../core/a.ts";\nexport const a${at} = core;\n`,
    ]);
    const own = makeRepository(join(newFolder(), "many"));
    putFiles(own, { Makefile: targets, "core/a.ts": "export const core = 1;\n", ...Object.fromEntries(users) });
    const other = await serve({ cwd: own, home: newFolder() });
    expect(await other.answer("code", { action: "map" })).toMatch(/\n {2}make: t0, .*, t9, 290 more\n/);
    const { outside } = codeMapData.parse(
      JSON.parse(await other.answer("code", { action: "map", path: "core", format: "json" })),
    );
    expect([outside.usedBy.length, outside.total]).toEqual([10, { uses: 0, usedBy: 12 }]);
    expect(await other.answer("code", { action: "map", path: "core" })).toMatch(/\n {2}used by .*, 6 more\n/);
  });

  test("what looks like a credential is left out of what manifests say", async () => {
    const token = ["ghp", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_");
    putFiles(root, {
      "safe/Dockerfile": `CMD ["run", "${"x".repeat(280)}", "--token=${token}"]\n`,
      "safe/a.ts": "f();\n",
    });
    putFiles(root, { "safe/package.json": JSON.stringify({ scripts: { start: `TOKEN=${token} node x` } }) });
    for (const format of ["text", "json"]) {
      const text = await map({ path: "safe", format });
      expect(text).toContain("npm start");
      expect(text).not.toMatch(/16C7e42F|ghp_/);
    }
  });

  test("the map is of the files as they are now", async () => {
    putFiles(root, { "src/coins/coin.ts": `import { z } from "zod";\nexport class Coin {}\n${filler(3)}` });
    expect(await map()).toContain("src/coins/coin.ts (1 file, 5 lines): Coin");
    expect(await map()).toContain("\n  zod 3, yargs 1\n");
    putFiles(root, { "src/coins/coin.ts": "export class Penny {}\n" });
    expect(await map({ path: "src/coins" })).toContain("\n  src/coins (1 file, 1 line): Penny\n");
  });
});

describe("format", () => {
  test("format: json is all of it", async () => {
    const data = codeMapData.parse(JSON.parse(await map({ format: "json", path: "src" })));
    expect(data.modules[0]).toEqual({
      name: "src/till/till.ts",
      files: 1,
      lines: 65,
      symbols: [
        { name: "openTill", kind: "function", path: "src/till/till.ts", line: 4, users: 2 },
        { name: "closeTill", kind: "function", path: "src/till/till.ts", line: 5, users: 2 },
      ],
      uses: [{ module: "src/money/index.ts", links: 1 }],
      usedBy: 3,
    });
    expect(data).toMatchObject({ path: "src", left: 0, packages: [{ name: "zod" }, { name: "yargs", files: 1 }] });
  });

  test("format: as mermaid and dot, modules and their dependencies, cycles dotted", async () => {
    const mermaid = await map({ format: "mermaid", path: "src" });
    expect(mermaid).toMatch(/^flowchart LR\n {2}m0\["src\/till\/till.ts"\]\n/);
    expect(mermaid).toContain("\n  m0 -.->|1| m1\n");
    expect(mermaid).toContain("\n  m2 -->|1| m1\n");
    const dot = await map({ format: "dot", path: "src" });
    expect(dot).toMatch(/^digraph modules \{\n/);
    expect(dot).toContain('  m0 [label="src/till/till.ts"];\n');
    expect(dot).toContain('  m0 -> m1 [label="1", style=dashed];\n');
    expect(dot).toContain('  m2 -> m1 [label="1"];\n');
  });

  test("what is refused", async () => {
    expect(await refused({ format: "svg" })).toBe(
      'format="svg" is not accepted: give one of text, json, mermaid, dot, e.g. format="mermaid"',
    );
    expect(await refused({ path: "src/til" })).toBe(
      'there is no folder "src/til" with files that are read; nearest: src/till, src, src/coins',
    );
    expect(await refused({ path: "src/cli.ts" })).toBe(
      '"src/cli.ts" is a file: give a folder, or action="outline" path="src/cli.ts"',
    );
    expect(await refused({ path: "../other" })).toMatch(/^path="..\/other" leads out of .*: give a folder in it/);
    expect(await refused({ symbol: "x" })).toMatch(/takes no symbol; it takes path, format$/);
  });
});
