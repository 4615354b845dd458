// What is wanted at the end of a line: read off the declarations of the commands, so no command or option is named twice.

import { describe, expect, test } from "vitest";
import { COMMON_ARGUMENTS } from "../../../../src/surfaces/cli/command.ts";
import { allCommands } from "../../../../src/surfaces/cli/commands.ts";
import { wantedAt } from "../../../../src/surfaces/completion/wanted.ts";

const COMMANDS = await allCommands();

/** What is wanted where the line ends: behind a space a new word. */
function wanted(line: string) {
  const words = line.split(" ");
  return wantedAt(words.slice(0, -1), words.at(-1)!);
}

const offered = async (line: string) => (await wanted(line))!.candidates.map(({ value }) => value);

test("first every command that is not hidden, each with what it is for", async () => {
  const shown = COMMANDS.map(({ name }) => name).filter((name) => !name.startsWith("_"));
  expect(await offered("")).toEqual([...shown, "help"]);
  expect((await wanted(""))!.candidates.every(({ about }) => about !== "" && !about.includes("helix "))).toBe(true);
  expect(await offered("_")).toContain("_reload");
  expect(await offered("help ")).toEqual(shown);
  expect(await offered("-")).toContain("--kb");
});

test.each(COMMANDS)("every option of $name, with dashes, and those of every command", async ({ name, load }) => {
  const { arguments: declared, common = Object.keys(COMMON_ARGUMENTS) } = await load();
  const few: Readonly<Record<string, readonly string[]>> = {
    hook: ["help"],
    run: ["kb", "help"],
    demo: ["json", "help"],
  };
  expect(common).toEqual(few[name] ?? Object.keys(COMMON_ARGUMENTS));
  const known = common.map((option) => [option, COMMON_ARGUMENTS[option]!] as const);
  const options = [...Object.entries(declared), ...known].filter(([, { type }]) => type !== "positional");
  expect(await offered(`${name} --`)).toEqual(options.map(([option]) => `--${option.replaceAll("_", "-")}`));
  for (const [option, { type, valueHint = "", choices }] of options) {
    const written = option.replaceAll("_", "-");
    // A value that help shows as one of several is offered.
    if (valueHint.includes("|")) expect(choices?.join("|")).toBe(valueHint);
    if (choices === undefined) continue;
    expect(await wanted(`${name} --${written} `)).toMatchObject({ values: choices, prefix: "" });
    expect(await wanted(`${name} --${written}=`)).toMatchObject({ values: choices, prefix: `--${written}=` });
    expect(type).toBe("string");
  }
});

describe("the values of", () => {
  test.each([
    ["store ", "topic"],
    ["read ", "topic or id"],
    ["read engine ", "index"],
    ["edit ", ["append", "revise", "delete", "tag", "rename", "merge", "undo", "redo", "history"]],
    ["edit append ", "topic or id"],
    ["edit append engine ", null],
    ["edit merge engine ", "topic"],
    ["edit delete engine --index ", "index"],
    ["edit undo ", []],
    ["edit tag engine --tags=", "tags"],
    ["search --topic ", "topic"],
    ["search --topic=", "topic"],
    ["search --tag ", "tag"],
    ["search words ", null],
    ["search --project=", "project"],
    ["store a b --links=", "ids"],
    ["store a b --source ", "file"],
    ["brief ", "topic"],
    ["topics xref ", "topic"],
    ["topics list ", null],
    ["trace ", "file"],
    ["import ", "file"],
    ["check ", "directory"],
    ["--kb ", "directory"],
    ["--kb=", "directory"],
    ["read --kb ", "directory"],
    ["--json read ", "topic or id"],
    ["--kb /x read ", "topic or id"],
    ["--project any topics stale ", "topic"],
    ["read --json -- ", "topic or id"],
    ["hooks ", ["install", "uninstall", "status", "why"]],
    ["completions ", ["bash", "zsh", "fish"]],
  ])("%s", async (line, values) => {
    // Lists of actions grow; those named here are in them.
    const found = (await wanted(line))!.values;
    if (Array.isArray(values) && values.length > 0) expect(found).toEqual(expect.arrayContaining(values));
    else expect(found).toEqual(values);
  });
});

test("the knowledge base and the topic are those of the line, wherever they stand", async () => {
  for (const line of ["--kb /x read engine ", "read --kb=/x engine ", "read engine --kb /x "]) {
    expect(await wanted(line)).toMatchObject({ directory: "/x", topic: "engine", values: "index" });
  }
  expect(await wanted("topics entries --topic engine --index ")).toMatchObject({ topic: "engine", values: "index" });
});

test("an option that was given is not offered again; behind -- none is", async () => {
  expect(await offered("read --json --pro")).not.toContain("--json");
  expect(await wanted("read -- -")).toMatchObject({ candidates: [], values: "topic or id", takesDashes: true });
});

test("nothing is wanted of a command that there is not", async () => {
  expect(await wanted("nothing ")).toBeNull();
  expect(await wanted("read engine 0 ")).toMatchObject({ candidates: [], values: null });
});
