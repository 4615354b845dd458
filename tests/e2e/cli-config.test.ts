// helix config: what is shown of settings, what is written into the user's file, and what other commands make of both.

import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
let [base, home, shop, userFile, projectFile] = ["", "", "", "", ""];

beforeEach(() => {
  home = folder();
  base = join(home, "kb");
  shop = makeRepository(join(home, "shop"));
  userFile = join(base, "config.json");
  projectFile = join(shop, ".helix.json");
});

const run = (words: string[], environment: Record<string, string> = {}) =>
  runHelix(words, { base, cwd: shop, environment: { HOME: home, ...environment } });
const put = (path: string, content: string) => {
  mkdirSync(base, { recursive: true, mode: 0o700 });
  writeFileSync(path, content, { mode: 0o600 });
};
const lineOf = (name: string, environment = {}) =>
  run(["config"], environment)
    .stdout.split("\n")
    .find((line) => line.startsWith(`${name} `));

test("sets and unsets in a file of this user alone, and says what holds then", () => {
  expect(run(["config", "unset", "code.context"])).toMatchObject({ status: 1, stdout: "" });
  expect(existsSync(userFile)).toBe(false);
  expect(run(["config", "set", "code.context", "off"])).toMatchObject({
    status: 0,
    stdout: `set code.context to off in ${userFile}\n`,
  });
  expect(JSON.parse(readFileSync(userFile, "utf8"))).toEqual({ code: { context: "off" } });
  expect(statSync(userFile).mode & 0o777).toBe(0o600);
  expect(run(["config", "set", "code.context", "off"]).stdout).toBe(`code.context is off in ${userFile} already\n`);
  run(["config", "set", "code.exclude", "vendor/, *.gen.ts"]);
  run(["config", "set", "model.max_tokens", "500"]);
  expect(JSON.parse(readFileSync(userFile, "utf8"))).toEqual({
    code: { context: "off", exclude: ["vendor/", "*.gen.ts"] },
    model: { max_tokens: 500 },
  });
  expect(run(["config", "unset", "model.max_tokens"]).stdout).toBe(
    `unset model.max_tokens in ${userFile}\nmodel.max_tokens is now 4096 (default)\n`,
  );
  expect(JSON.parse(readFileSync(userFile, "utf8"))).toEqual({
    code: { context: "off", exclude: ["vendor/", "*.gen.ts"] },
  });
  expect(run(["config", "unset", "model.max_tokens"])).toMatchObject({
    status: 1,
    stderr: `[error] model.max_tokens is not set in ${userFile}\n`,
  });
});

test("leaves all else in the file as it is, byte for byte", () => {
  put(userFile, '{\n\t"future": [1,2 , 3],\n\t"code.context" : "full",\n\t"hooks": {"y": 2}\n}');
  chmodSync(userFile, 0o644);
  run(["config", "set", "code.context", "off"]);
  run(["config", "set", "hooks.speak", "off"]);
  expect(readFileSync(userFile, "utf8")).toBe(
    '{\n\t"future": [1,2 , 3],\n\t"code.context" : "off",\n\t"hooks": {"y": 2, "speak": "off"}\n}',
  );
  expect(statSync(userFile).mode & 0o777).toBe(0o600);
});

test.each([
  [
    "a comment",
    '{\n// mine\n"hooks.speak": "on"}',
    "is no JSON (line 2: JSON has no comments): repair it first; nothing was changed",
  ],
  ["a name twice", '{"hooks":{"speak":"on"},"hooks.speak":"on"}', "has hooks.speak twice; nothing was changed"],
  [
    "a name twice in one object",
    '{"hooks.speak":"on","hooks.speak":"on"}',
    'has "hooks.speak" twice in one object; nothing was changed',
  ],
  ["nearly 64 kB", `{"x":"${"y".repeat(65_520)}"}`, "would be longer than 64 kB; nothing was changed"],
])("changes nothing in a file with %s", (_, content, why) => {
  put(userFile, content);
  expect(run(["config", "set", "hooks.speak", "off"])).toMatchObject({
    status: 2,
    stdout: "",
    stderr: `[error] ${userFile} ${why}\n`,
  });
  expect(readFileSync(userFile, "utf8")).toBe(content);
});

test("a file that is a link stays one", () => {
  put(join(home, "real.json"), "{}");
  mkdirSync(base, { recursive: true, mode: 0o700 });
  symlinkSync("../real.json", userFile);
  chmodSync(home, 0o700);
  expect(run(["config", "set", "hooks.speak", "off"]).status).toBe(0);
  expect(JSON.parse(readFileSync(join(home, "real.json"), "utf8"))).toEqual({ hooks: { speak: "off" } });
  expect(lineOf("hooks.speak")).toMatch(/ off +\S+config\.json$/);
});

test.each([
  [
    ["set", "code.context", "loud"],
    'code.context is "loud": give off, pointers or full, e.g. off; nothing was changed',
  ],
  [["set", "code.contxt", "off"], '"code.contxt" is no setting; did you mean code.context?'],
  [["set", "code.index"], "the value is missing: give off or on, e.g. helix config set code.index off"],
  [["set"], "the setting is missing: give one, e.g. helix config set code.context off"],
  [["unset"], "the setting is missing: give one, e.g. helix config unset code.context"],
  [["colour"], '"colour" is no setting; helix config lists all'],
  [["set", "code.index", "off", "on"], 'helix config takes 3 words, "on" is one too many: see helix config --help'],
  [
    ["set", "code.exclude", "a*b*c*d*e"],
    'code.exclude has "a*b*c*d*e", which is no pattern as in .gitignore with at most 6 stars: left out; nothing was changed',
  ],
])("refuses %j in one line", (words, why) => {
  expect(run(["config", ...words])).toEqual({ status: 2, stdout: "", stderr: `[error] ${why}\n` });
  expect(existsSync(userFile)).toBe(false);
});

test("a key is neither written nor shown", () => {
  const key = "sk-proj-Ab12Cd34Ef56Gh78Ij90";
  for (const name of ["model.key", "model.name", "model.url", "hooks.speak"]) {
    const { status, stdout, stderr } = run(["config", "set", name, key]);
    expect([name, status, stdout + stderr]).toEqual([name, 2, expect.not.stringContaining(key)]);
  }
  expect(existsSync(userFile)).toBe(false);
});

test("shows where each value comes from, what it overrides, and what has no effect", () => {
  put(userFile, '{"code": {"context": "full"}, "hooks": {"speak": "off"}}');
  writeFileSync(projectFile, '{"code":{"context":"pointers","exlude":[]},"hooks.speak":"on","model.url":"http://x"}');
  expect(lineOf("code.context")).toBe(`code.context         pointers    ${projectFile}; overrides full of ${userFile}`);
  expect(lineOf("code.context", { HELIX_CODE_CONTEXT: "off" })).toContain(
    " off         HELIX_CODE_CONTEXT; overrides pointers of",
  );
  expect(lineOf("hooks.speak")).toBe(`hooks.speak          off         ${userFile}; refuses on of ${projectFile}`);
  expect(lineOf("code.index")).toBe("code.index           on          default");
  const { stdout } = run(["config"]);
  expect(stdout.split("without effect:\n")[1]!.split("\n").slice(0, 3)).toEqual([
    `  ${projectFile}: "code.exlude" is no setting; did you mean code.exclude?`,
    expect.stringContaining(`  ${projectFile}: model.url is refused: a project may only narrow (`),
    `  ${projectFile}: hooks.speak is refused: a project may only narrow it, and it is off without the project`,
  ]);
  expect(run(["config", "hooks.speak"]).stdout).toContain(
    `  ${projectFile}: on (refused: a project may only narrow)\n`,
  );
  expect(run(["config", "set", "code.context", "off"], { HELIX_CODE_CONTEXT: "full" }).stdout).toContain(
    "which has no effect here: code.context is now full (HELIX_CODE_CONTEXT)",
  );
  const data = JSON.parse(run(["config", "code.context", "--json"]).stdout);
  expect(data.settings[0]).toMatchObject({ name: "code.context", value: "off", source: "user", from: userFile });
  const doctor = run(["doctor"]).stdout;
  expect(doctor).toContain(`  note     ${projectFile}: model.url is refused`);
  expect(doctor).toContain(`set: code.context (${userFile}), hooks.speak (${userFile})`);
  put(userFile, "{");
  expect(run(["doctor"]).stdout).toContain(`  problem  ${userFile} is no JSON`);
});

test("code.exclude and code.index reach the tools, without a word of what is left out", () => {
  mkdirSync(join(shop, "vendor"));
  writeFileSync(join(shop, "vendor", "pump.ts"), "export function pumpWater() {}\n");
  writeFileSync(join(shop, "tap.ts"), "export function openTap() {}\n");
  expect(run(["code", "pumpWater"]).stdout).toContain("vendor/pump.ts");
  writeFileSync(projectFile, '{"code.exclude": ["vendor/"]}');
  expect(run(["code", "pumpWater"]).stdout).toMatch(
    /^no code matches "pumpWater"\n1 path is left out by code.exclude\n/,
  );
  expect(run(["code", "status"]).stdout).toContain("\nleft out by code.exclude: 1 path\n");
  const left = (path: string) => `[error] "${path}" is left out by code.exclude of ${projectFile}\n`;
  for (const words of [["code", "read"], ["code", "outline"], ["trace"]]) {
    expect(run([...words, "vendor/pump.ts"])).toEqual({ status: 2, stdout: "", stderr: left("vendor/pump.ts") });
  }
  expect(run(["trace", "vendor"]).stderr).toBe(left("vendor"));
  writeFileSync(projectFile, '{"code": {"index": false}}');
  const off = { status: 2, stdout: "", stderr: `[error] code is turned off here by code.index of ${projectFile}\n` };
  for (const words of [
    ["code", "openTap"],
    ["code", "status"],
    ["trace", "tap.ts"],
    ["trace", "vendor"],
    ["code", "map"],
  ])
    expect([words, run(words)]).toEqual([words, off]);
  expect(run(["search", "tap"]).status).toBe(1);
  expect(run(["brief"]).stdout).not.toContain("indexed");
  expect(run(["forget", "."]).stdout).toMatch(/^forgot the index of /);
});
