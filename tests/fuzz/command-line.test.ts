// Arguments of any kind to the compiled program: it ends with 0, 1 or 2, says what is wrong in a line without a stack,
// sends nothing to a terminal that it could obey, and touches nothing outside of its knowledge base.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Arguments } from "../../src/surfaces/cli/command.ts";
import { allCommands } from "../../src/surfaces/cli/commands.ts";
import { runHelix } from "../support/command-line.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { type Check, fuzz } from "./engine/campaign.ts";
import type { Random } from "./engine/mutate.ts";

const COMMANDS = await allCommands();

/** They change the client's settings, replace the program, wait, or run what they are given. */
const LEFT_OUT = new Set([
  "serve",
  "setup",
  "hooks",
  "hooks-install",
  "_reload",
  "uninstall",
  "prove",
  "doctor",
  "demo",
  "run",
]);
const NAMES = COMMANDS.map(({ name }) => name).filter((name) => !LEFT_OUT.has(name));
const DECLARED: ReadonlyMap<string, Arguments> = new Map(
  await Promise.all(COMMANDS.map(async ({ name, load }) => [name, (await load()).arguments] as const)),
);
/** Commands that write into the folder that they are given, or into a file of it. */
const WRITING = new Set(["plugin", "economy", "gain"]);

/** Defined beside the directory that commands run in. */
const OUTSIDE = "zqxOutside";
/** Characters that are no spelling anywhere. */
const SEEN_BY_NOBODY = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0001}-\u{e001f}]/u;

const folder = useFolders("all");

async function load(): Promise<Check> {
  const [place, base] = [folder(), folder()];
  const cwd = join(place, "work");
  mkdirSync(cwd);
  writeFileSync(join(place, "outside.ts"), `export function ${OUTSIDE}() {}\n`);
  runHelix(["store", "build", "the linker \u202e wants arm64"], { base, cwd });
  return (input) => {
    // A NUL ends an argument for the system; more than this no shell takes.
    const words = Buffer.from(input).toString("utf8").replaceAll("\u0000", "").split("\n").slice(0, 12);
    if (!NAMES.includes(words[0]!)) words.unshift(NAMES[input.length % NAMES.length]!);
    const { status, stdout, stderr } = runHelix(words, { base, cwd, input: Buffer.from(input) });
    const what = JSON.stringify(words).slice(0, 300);
    if (status === null || status > 2) throw new Error(`ended with ${status}: ${what}: ${stderr.slice(0, 500)}`);
    for (const text of [stdout, stderr]) {
      if (/[\x00-\x08\x0b-\x1f\x7f-\x9f]/.test(text)) throw new Error(`a control character: ${what}`);
      if (text.includes(`${OUTSIDE}(`)) throw new Error(`what lies outside: ${what}`);
      if (SEEN_BY_NOBODY.test(text)) throw new Error(`a hidden character: ${what}`);
    }
    if (/\n\s+at .*:\d+:\d+/.test(stderr)) throw new Error(`a stack: ${what}: ${stderr.slice(0, 500)}`);
    // A directory that `--kb` names is the knowledge base.
    const named = words.flatMap((word, at) => (word === "--kb" ? words.slice(at + 1, at + 2) : word.split("--kb=")[1]));
    const written = readdirSync(cwd);
    for (const name of written) rmSync(join(cwd, name), { recursive: true });
    if (WRITING.has(words[0]!)) return;
    expect(written.filter((name) => !named.some((path) => path?.split("/").includes(name)))).toEqual([]);
  };
}

function generate(next: Random): string {
  const pick = <Value>(values: readonly Value[]) => values[next(values.length)]!;
  const word = () =>
    pick([
      "build",
      "linker",
      "0",
      "-1",
      "--json",
      "--limit",
      "--detail",
      "full",
      "--tags",
      "--topic",
      "--help",
      "-",
      "--",
      "--x",
      "--kb=",
      "--index=99",
      "--from",
      "2026-01-01",
      "'",
      "*",
      "\u001b[31m",
      "../../x",
      "../outside.ts",
      "./../outside.ts",
      "..",
      "--action=symbols",
      "append",
      "delete",
      "rename",
      "--apply",
      "ü\u202e",
      "a\u200bb\u00ad",
      "<user>",
    ]);
  const name = pick(NAMES);
  const declared = DECLARED.get(name)!;
  const [options, choices] = [Object.keys(declared), choicesOf(declared)];
  // Of half of the lines the first word is an action that there is.
  const first = choices.length > 0 && next(2) === 0 ? [pick(choices)] : [];
  const more = () => {
    if (next(3) > 0 || options.length === 0) return word();
    const option = pick(options);
    const value = next(3) > 0 ? word() : pick([...(declared[option]!.choices ?? []), word()]);
    return pick([`--${option}`, `--${option}=${value}`, `--no-${option}`, `--${option}=`]);
  };
  return [name, ...first, ...Array.from({ length: next(6) }, more)].join("\n");
}

/** The first words that a command declares. */
function choicesOf(declared: Arguments): readonly string[] {
  return Object.values(declared).find(({ type }) => type === "positional")?.choices ?? [];
}

test("arguments of any kind are carried out, or refused in a line", async () => {
  await fuzz({
    name: "command-line",
    executions: 260,
    seeds: [
      ...NAMES.flatMap((name) =>
        choicesOf(DECLARED.get(name)!).map((choice) => `${name}\n${choice}\n\u001b[31mü\u202e`),
      ),
      "search\nlinker",
      "store\nbuild\nmore",
      "read\nbuild\n0",
      "topics\n--json",
      "import\n-",
      "edit\nappend\nbuild\nmore",
      "trace\n../outside.ts",
      "trace\n..\nzqxOutside",
    ],
    generate,
    lengthMax: 2000,
    load,
  });
});
