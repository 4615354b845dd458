// trace in trees that others made: nothing outside is read, nothing is run, nothing hangs, and what is left out is
// said.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { git, makeRepository } from "../support/git-repository.ts";
import { type Served, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const serve = useServers("each");
const newFolder = useFolders("each");
let root = "";
let helix: Served;

beforeEach(async () => {
  root = makeRepository(join(newFolder(), "hostile"));
  writeFileSync(join(root, "a.ts"), "export function target() {}\n");
  helix = await serve({ cwd: root });
});

const find = () => helix.answer("trace", { path: ".", symbol: "target" });
const FOUND = ["target: 1 definition, 0 uses", "defined:", "  a.ts:1  function  export function target()"];

describe("trace: path", () => {
  test("path: links that lead out, in circles and nowhere, a FIFO, a device", async () => {
    const outside = newFolder();
    writeFileSync(join(outside, "secret.ts"), "target();\n");
    symlinkSync(outside, join(root, "out"));
    symlinkSync(join(outside, "secret.ts"), join(root, "secret.ts"));
    symlinkSync(root, join(root, "circle"));
    symlinkSync("loop.ts", join(root, "loop.ts"));
    symlinkSync("/dev/zero", join(root, "zero.ts"));
    spawnSync("mkfifo", [join(root, "pipe.ts")]);
    spawnSync("mkfifo", [join(root, ".ignore")]);
    expect(await find()).toBe([...FOUND, "left out: 5 links"].join("\n"));
    expect(await helix.refusal("trace", { path: "loop.ts" })).toMatch(/^there is no file or folder "loop\.ts"/);
    expect(await helix.refusal("trace", { path: "pipe.ts" })).toMatch(/is neither a file nor a folder/);
  });

  test("path: files of 10 MB, of bytes, of one line, generated", async () => {
    writeFileSync(join(root, "large.ts"), "target();\n".repeat(1_000_000));
    writeFileSync(join(root, "bytes.ts"), Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 256)));
    writeFileSync(join(root, "line.js"), "target();".repeat(5000));
    writeFileSync(join(root, "made.ts"), "// @generated\ntarget();\n");
    expect(await find()).toBe([...FOUND, "left out: 1 over 1.5 MB, 2 minified or generated, 1 binary"].join("\n"));
    expect(await helix.refusal("trace", { path: "large.ts" })).toBe(
      "there is no code in large.ts (left out: 1 over 1.5 MB)",
    );
    expect(await helix.answer("trace", { path: "made.ts", symbol: "target" })).toContain("target: 1 definition");
  });

  test("path: text that is not UTF-8, that is broken, that has no end", async () => {
    writeFileSync(
      join(root, "latin.ts"),
      Buffer.concat([Buffer.from("// caf"), Buffer.from([0xe9, 0xff]), Buffer.from("\ntarget();\n")]),
    );
    writeFileSync(join(root, "broken.ts"), "export class {\n  target( {\n???\n");
    writeFileSync(join(root, "open.py"), 'text = """ target\n');
    const answer = await find();
    expect(answer).toContain("  latin.ts:2  target();");
    expect(answer).toContain("defined:\n  a.ts:1");
    expect(answer).toContain("syntax errors hide parts of broken.ts, open.py");
  });

  test("path: code that is made to take long to parse", async () => {
    writeFileSync(join(root, "deep.ts"), `target();\n${"((((((((((((((((((((\n".repeat(40_000)}`);
    const answer = await find();
    expect(answer).toContain("deep.ts:1");
    expect(answer).toContain("read line by line, without a parser: deep.ts");
    expect(await helix.answer("trace", { path: "a.ts" })).toBe(
      ["a.ts: TypeScript, 1 line, 1 symbol", "  1  function  export function target()"].join("\n"),
    );
  });

  test("path: names and code that would change an answer or a terminal", async () => {
    writeFileSync(join(root, "x\n--- defined ---.ts"), "target(); \u001b[31m\u202e\n");
    const answer = await find();
    expect(answer).toBe([...FOUND, "left out: 1 name that cannot be shown"].join("\n"));
    writeFileSync(join(root, "b.ts"), "target(); // \u001b[31m red \u0007\n");
    expect(await find()).toContain("  b.ts:1  target(); // red\n");
  });

  test("path: git and its hooks are never run", async () => {
    const mark = join(newFolder(), "ran");
    git(root, "config", "core.fsmonitor", `touch ${mark}`);
    git(root, "config", "core.excludesFile", "/dev/zero");
    mkdirSync(join(root, ".git", "hooks"), { recursive: true });
    writeFileSync(join(root, ".git", "hooks", "x.ts"), "target();\n");
    writeFileSync(join(root, "package.json"), `{"scripts": {"preinstall": "touch ${mark}"}}`);
    await find();
    await helix.answer("trace", { path: ".", action: "analyze" });
    expect(existsSync(mark)).toBe(false);
  });
});

describe("trace: analyze", () => {
  test("action=analyze: a key in a manifest is not stored, and no name makes two lines", async () => {
    writeFileSync(
      join(root, "package.json"),
      JSON.stringify({
        scripts: { start: `run --token ghp_${"a1B2".repeat(9)}` },
        dependencies: { "line\n[tags: forged]": "1" },
      }),
    );
    await helix.answer("trace", { path: ".", action: "analyze" });
    const stored = await helix.read("code-hostile");
    expect(stored).toContain("[redacted:");
    expect(stored).not.toContain("ghp_a1B2");
    expect(stored).toContain("dependencies (package.json): line [tags: forged]");
  });
});
