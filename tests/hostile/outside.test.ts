// A project that leads out of itself: links to files and folders elsewhere, paths with `..`, absolute ones, sources of
// notes that name them, a folder that becomes a link while it is read. Nothing that lies outside is shown, by no tool,
// hook or command, nor that it is there; a person who names an absolute path on the command line is the only way.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { campaignMs, printFigures } from "../fuzz/engine/campaign.ts";
import { runHelix } from "../support/command-line.ts";
import { git, makeRepository } from "../support/git-repository.ts";
import { askHook } from "../support/hook-process.ts";
import { type Served, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("all");
const serve = useServers("all");
/** Stands in each line of what lies outside, and nowhere else. */
const SECRET = "Zqxvault";

let outside = "";
let root = "";
let base = "";
let helix: Served;
/** Paths that lead out, and what stands at each: a file, a folder, nothing. */
let ways: string[] = [];
const figures = { ways: 0, calls: 0, shown: 0 };

const code = (name: string) =>
  `export function ${name}One() {}\nexport const ${name}Two = ${name}One();\nexport class ${name}Three {}\n`;

beforeAll(async () => {
  outside = join(folder(), "private");
  mkdirSync(join(outside, "deep"), { recursive: true });
  for (const path of ["key.ts", "deep/key.ts"]) writeFileSync(join(outside, path), code(SECRET));
  writeFileSync(join(outside, "package.json"), `{"scripts": {"start": "${SECRET}"}}`);
  root = makeRepository(join(folder(), "work"));
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src", "own.ts"), "export function own() {}\nown();\n");
  symlinkSync(outside, join(root, "folder"));
  symlinkSync(join(outside, "key.ts"), join(root, "src", "link.ts"));
  symlinkSync(join(outside, "package.json"), join(root, "package.json"));
  symlinkSync("../folder/deep", join(root, "src", "twice"));
  symlinkSync(relative(join(root, "src"), outside), join(root, "src", "relative"));
  ways = [
    ...["key.ts", "deep", "deep/key.ts", "none.ts", ""].map((path) => join(outside, path)),
    relative(root, join(outside, "key.ts")),
    `src/../${relative(root, outside)}/deep`,
    "src/link.ts",
    "folder",
    "folder/key.ts",
    "folder/none.ts",
    "src/twice/key.ts",
    "src/relative/deep",
    "./src/../folder/deep/key.ts",
    `${root}/folder/key.ts`,
    `${root}/../private/key.ts`,
    "/etc/passwd",
    "/proc/self/cwd/../private/key.ts",
    "../../../../etc/passwd",
  ];
  base = folder();
  helix = await serve({ directory: base, cwd: root });
});

afterAll(() => printFigures("outside", { ...figures, ways: ways.length }));

function checkUnseen(what: string, text: string): void {
  figures.calls++;
  if (text.includes(SECRET)) figures.shown++;
  expect(text, what).not.toMatch(new RegExp(`${SECRET}|root:x:0`));
}

const calls = (path: string) => [
  { path },
  { path, symbol: `${SECRET}One` },
  { path, symbol: "own" },
  { path, action: "symbols" },
  { path, action: "blast" },
  { path, action: "analyze" },
  { path, symbol: "nothingNear", filter: "**/*" },
];

describe("trace over MCP", () => {
  test("refuses each way out in one line, and does not tell what is there from what is not", async () => {
    for (const path of ways) {
      const said = new Set<string>();
      for (const values of calls(path)) said.add(await helix.refusal("trace", values));
      expect([...said], path).toEqual([
        expect.stringMatching(
          /^path="\S+" (?:follows a link that )?leads out of the project .*: give a path within it, e\.g\. path="src"$/,
        ),
      ]);
    }
  });

  test("passes links over, and says so", async () => {
    for (const values of calls(".").slice(1)) {
      if (values.action === "blast") continue;
      const { content } = (await helix.client.callTool({ name: "trace", arguments: values })) as {
        content: { text: string }[];
      };
      const text = content.map((block) => block.text).join("\n");
      if (!text.includes(`"${SECRET}One"`)) checkUnseen(JSON.stringify(values), text);
      if (values.symbol !== undefined) expect(text).toMatch(/left out: 5 links/);
    }
    expect(await helix.read("code-work")).not.toContain(SECRET);
  });

  test("a server that was started nowhere has no project", async () => {
    const nowhere = await serve({ directory: folder(), cwd: "/" });
    for (const path of [outside, join(outside, "key.ts"), "etc"]) {
      expect(await nowhere.refusal("trace", { path, action: "symbols" })).toMatch(
        /^path=".*" lies in no project, since helix was started in \/: start it in the project, or run helix trace with an absolute path/,
      );
    }
  });

  test("a repository that is made around it later changes nothing", async () => {
    const around = folder();
    mkdirSync(join(around, "inner"));
    writeFileSync(join(around, "key.ts"), code(SECRET));
    writeFileSync(join(around, "inner", "own.ts"), "own();\n");
    const inner = await serve({ directory: folder(), cwd: join(around, "inner") });
    // It answers before it looks where it is.
    expect(await inner.answer("trace", { path: "own.ts", symbol: "own" })).toContain("own.ts:1");
    git(around, "init", "-q");
    const answer = await inner.answer("trace", { path: "own.ts", symbol: "own" });
    checkUnseen("around", answer);
    expect(await inner.refusal("trace", { path: ".", symbol: `${SECRET}Four` })).not.toMatch(/nearest/);
  });
});

test("the command trace goes out by an absolute path, and by no other", () => {
  for (const path of ways.filter((way) => !way.startsWith("/"))) {
    for (const words of [[], ["own", "--json"]]) {
      const { status, stdout, stderr } = runHelix(["trace", path, ...words], { base, cwd: root });
      expect([status, stdout], path).toEqual([2, ""]);
      expect(stderr).toMatch(/leads out of the project/);
    }
  }
  const { stdout } = runHelix(["trace", join(outside, "key.ts")], { base, cwd: root });
  expect(stdout).toContain(`${SECRET}Three`);
});

test("sources of notes: read, stale, xref and the store itself open nothing outside", async () => {
  const store = await serve({ directory: folder(), cwd: root });
  for (const [at, path] of ways.entries()) {
    checkUnseen(path, await store.store("cites", `note ${at} on it`, { source: `${path}:1-3`, force: true }));
  }
  const entries = ways.map((path, at) => ({
    topic: "foreign",
    time: "2026-02-20T09:00:00Z",
    // A fingerprint as helix writes it, of other lines: now something has changed.
    body: `[source: ${path}:1-3]\nnote ${at}\n[cited: 1-3 1/1 0123456789abcdef ]`,
  }));
  await store.load(entries);
  for (const [name, values] of [
    ["read", { topic: "cites" }],
    ["read", { topic: "foreign" }],
    ["topics", { action: "stale" }],
    ["topics", { action: "stale", topic: "foreign" }],
    ["topics", { action: "stale", refresh: true }],
    ["search", { query: "note", detail: "full", limit: 50 }],
    ["topics", { action: "export", budget: 20_000 }],
  ] as const) {
    checkUnseen(name, await store.answer(name, values));
  }
  expect(await store.answer("topics", { action: "export", budget: 20_000 })).not.toMatch(/\[cited: 1-3 1\/1 (?!0123)/);
});

describe("hooks", () => {
  const NOTES = `${SECRET}One and ${SECRET}Three: call them under the lock`;
  let known = "";
  beforeAll(async () => {
    known = folder();
    const store = await serve({ directory: known, cwd: root });
    await store.store("names", NOTES, { tags: "gotcha" });
  });

  test.each([
    ["Read", {}],
    ["Edit", { old_string: "a", new_string: "b" }],
  ])("%s: no name that only a file outside defines", async (tool_name, input) => {
    for (const [at, path] of ["src/link.ts", "folder/key.ts", "src/twice/key.ts", join(outside, "key.ts")].entries()) {
      for (const options of [{ base: known }, { base: await aloneBase() }]) {
        const event = {
          session_id: `${tool_name}-${at}-${options.base === known}`,
          cwd: root,
          tool_name,
          tool_input: { file_path: path.startsWith("/") ? path : join(root, path), ...input },
        };
        checkUnseen(path, await askHook("ambient", event, { cwd: root, ...options }));
      }
    }
    // The same names in a file of the project are heard of.
    writeFileSync(join(root, "src", "inside.ts"), code(SECRET));
    symlinkSync("inside.ts", join(root, "src", "alias.ts"));
    for (const name of ["inside.ts", "alias.ts"]) {
      const event = {
        session_id: `${tool_name}-${name}`,
        cwd: root,
        tool_name,
        tool_input: { file_path: join(root, "src", name) },
      };
      expect(await askHook("ambient", event, { cwd: root, base: known })).toContain(NOTES);
    }
    rmSync(join(root, "src", "inside.ts"));
    rmSync(join(root, "src", "alias.ts"));
  });

  async function aloneBase(): Promise<string> {
    const copy = folder();
    writeFileSync(join(copy, "data.log"), readFileSync(join(known, "data.log")));
    return copy;
  }
});

/** Exchanges the folder `swapped` of the project for a link out, and back, as fast as it goes. */
function exchange(project: string): ChildProcess {
  const script = `
    const { renameSync } = require("node:fs");
    const [real, link, kept] = process.argv.slice(1);
    for (;;) {
      renameSync(real, kept); renameSync(link, real);
      renameSync(real, link); renameSync(kept, real);
    }`;
  const paths = ["swapped", "link", "kept"].map((name) => join(project, "..", `${name}`));
  return spawn(process.execPath, ["-e", script, join(project, "swapped"), paths[1]!, paths[2]!], {
    stdio: "ignore",
    env: { ...process.env, BUN_BE_BUN: "1" },
  });
}

test("a folder that becomes a link while it is read leads nowhere", async () => {
  const place = folder();
  const project = makeRepository(join(place, "work"));
  const target = join(place, "private");
  for (const [path, name] of [
    [join(project, "swapped"), "own"],
    [target, SECRET],
  ] as const) {
    mkdirSync(join(path, "deep"), { recursive: true });
    for (let at = 0; at < 12; at++) writeFileSync(join(path, "deep", `f${at}.ts`), code(`${name}${at}x`));
  }
  symlinkSync(target, join(place, "link"));
  const racing = await serve({ directory: folder(), cwd: project });
  const child = exchange(project);
  let [rounds, seen] = [0, 0];
  try {
    const end = performance.now() + (campaignMs ?? 4000);
    while (performance.now() < end) {
      rounds++;
      for (const values of [
        { path: ".", action: "symbols", limit: 1000 },
        { path: "swapped", action: "symbols", limit: 1000 },
        { path: "swapped/deep/f3.ts" },
      ]) {
        const { content } = (await racing.client.callTool({ name: "trace", arguments: values })) as {
          content: { text: string }[];
        };
        checkUnseen(JSON.stringify(values), content[0]!.text);
        if (content[0]!.text.includes("own3xThree")) seen++;
      }
    }
  } finally {
    child.kill("SIGKILL");
    await new Promise((resolve) => child.on("close", resolve));
  }
  printFigures("outside-race", { rounds, seen, shown: figures.shown });
  expect(rounds).toBeGreaterThan(3);
});
