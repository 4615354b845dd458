// What the command line says of wrong input is in its own words: options and commands, never the parameters and calls of
// MCP. Every command is run with wrong values of each of its options and words.

import { beforeAll, describe, expect, test } from "vitest";
import { allCommands } from "../../src/surfaces/cli/commands.ts";
import { type Outcome, runHelix, runLines } from "../support/command-line.ts";
import { isThorough } from "../support/runs.ts";
import { makeSampleNotes } from "../support/sample-notes.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("all");
/** What one half of the tests changes is none of the other's business. */
const notes = makeSampleNotes(folder());
const untouched = makeSampleNotes(folder());

/** The syntax of MCP: a parameter with its value, an action of a tool, a name with an underscore. */
const MCP =
  /(?:^|[\s(`;])[a-z_]+=(?:["[{\d]|true\b|[a-z_]+\b)|\bcall(?:s|ed with)?\b|\bparameter|mcp__|\b(?:match|new|dry)_[a-z]+|\bclear_checkpoint\b/;
/** These take no wrong words, or wait. */
const PATIENT = ["hook", "serve"];
const WRONG_VALUES = ["wrong!", "-1", " ", "", "x".repeat(5000), "sk_live_4eC39HqLyjWDarjtT1zdp7dc"];
const COMMANDS = (await allCommands()).filter(({ name }) => !PATIENT.includes(name));

function run(words: readonly string[], { base, cwd, home } = notes): Outcome {
  return runHelix(words, { base, cwd, environment: { HOME: home } });
}

/** Checks an outcome; what a person typed may be repeated in it. */
function check(words: readonly string[], { status, stderr, stdout }: Outcome): void {
  const said = { words, text: `${stderr}${status === 2 ? stdout : ""}` };
  expect(said.text, words.join(" ")).not.toMatch(MCP);
  if (status === 2 && stdout === "") expect(stderr).toMatch(/^\[error\] [^\n]+\n$/);
}

/** The lines with wrong options and words of a command. */
async function wrongLines({ name, load }: (typeof COMMANDS)[number]): Promise<string[][]> {
  const { arguments: declared } = await load();
  const positional = Object.values(declared).filter(({ type }) => type === "positional").length;
  // Quick tests give each word and option two of the values, in turn.
  let turn = 0;
  const some = (values: readonly string[]) => {
    const first = turn++;
    return isThorough ? values : [0, 1].map((at) => values[(first * 2 + at) % values.length]!);
  };
  const lines: string[][] = [
    [name, "--nonsense"],
    [name, "-x"],
    [name, ...Array(positional + 1).fill("wrong!")],
  ];
  for (let count = 0; count < positional; count++) {
    for (const wrong of some(WRONG_VALUES)) lines.push([name, ...Array(count).fill("build-gotchas"), wrong]);
  }
  const before = Object.values(declared).filter(({ type, isOptional }) => type === "positional" && !isOptional);
  const words = before.map(() => "build-gotchas");
  for (const [option, { type }] of Object.entries(declared)) {
    if (type !== "string") continue;
    const values = WRONG_VALUES.filter((value) => name !== "prove" || !/^x/.test(value));
    for (const value of some(values)) lines.push([name, ...words, `--${option}=${value}`]);
  }
  return lines;
}

/** What came of each line, by the command. */
const wrong = new Map<string, { readonly words: string[]; readonly outcome: Outcome }[]>();

beforeAll(async () => {
  const lines = (await Promise.all(COMMANDS.map(wrongLines))).flat();
  const { base, cwd, home } = notes;
  const outcomes = runLines(lines, { base, cwd, environment: { HOME: home } });
  for (const [at, words] of lines.entries()) {
    const [name] = words as [string];
    wrong.set(name, [...(wrong.get(name) ?? []), { words, outcome: outcomes[at]! }]);
  }
});

describe.each(COMMANDS)("helix $name", ({ name }) => {
  test("with wrong options and words", () => {
    expect(wrong.get(name)!.length).toBeGreaterThan(2);
    for (const { words, outcome } of wrong.get(name)!) check(words, outcome);
  });
});

/** Calls that a feature refuses, or that find nothing. */
const REFUSED: [string[], string][] = [
  [["store", "notes", ""], 'TEXT is empty: give a text, e.g. helix store TOPIC "gotcha: the linker wants arm64 only"'],
  [["store", "...", "x"], 'TOPIC "..." has no letter or digit: give a name, e.g. helix store build-gotchas'],
  [["store", "notes", "x", "--links", "nowhere"], '--links "nowhere" is not accepted'],
  [["read", " "], "TOPIC is empty: give a text, e.g. helix read build-gotchas"],
  [["read", "build-gotchas", "99"], "it has entries 0 to 1, e.g. helix read TOPIC 1"],
  [
    ["read", "build-gotchas", "one"],
    'INDEX "one" is not accepted: give a whole number from 0 to 100000000, e.g. helix read TOPIC 0',
  ],
  [["read", "@7k3v9xq2mp"], "list topics with: helix topics"],
  [["read", "zzz"], "list them with: helix topics"],
  [["brief", "zzz"], "list the topics with: helix topics"],
  [["brief", "zzz-*"], "list the topics with: helix topics"],
  [["brief", "--compact", "--detail=full"], "--compact shortens the summary, it does not go with --detail full"],
  [["brief", "--focus", ","], "--focus names no category"],
  [["search", "x", "--detail=ful"], "e.g. --detail full; did you mean full?"],
  [["search", "x", "--explain", "--detail=count"], "--explain says why"],
  [["search", "x", "--after=2026-02-02", "--before=2026-01-01"], "no day lies between --after and --before"],
  [["search", "x", "--after=soon"], '--after "soon" is no date'],
  [
    ["search", "x", "--project", "acme/shp"],
    'no note is of the project "acme/shp"; nearest: acme/shop; --project any means all',
  ],
  [["topics", "--project", "nobody/none"], 'no note is of the project "nobody/none"; '],
  [["brief", "--project", "shop"], "nearest: acme/shop; "],
  [["export", "--project", "shop"], "nearest: acme/shop; "],
  [["edit", "fix", "build-gotchas"], 'ACTION "fix" is not accepted'],
  [["edit", "revise", "build-gotchas", "x"], "helix edit revise needs --index or --match-str"],
  [["edit", "tag", "build-gotchas"], "helix edit tag needs tags to add or to remove, e.g. --tags"],
  [["edit", "delete", "build-gotchas", "--match-str", " "], "--match-str is blank"],
  [["edit", "delete", "build-gotchas", "--all", "--index", "1"], "give it without --index and --match-str"],
  [["edit", "delete", "build-gotchas", "--index", "77"], "e.g. --index 1"],
  [["edit", "append", "build-gotchas", "x", "--match-str", "nothing has this"], 'holds --match-str "nothing has this"'],
  [["edit", "append", "build-gotchas", "x", "--all"], "helix edit append takes no --all; it takes TOPIC, TEXT, "],
  [["edit", "rename", "build-gotchas", "decisions"], "use helix edit merge"],
  [["edit", "merge", "build-gotchas", "nowhere-at-all"], "use helix edit rename"],
  [["topics", "lst"], "did you mean list?"],
  [["topics", "list", "--days=3"], "helix topics list takes no --days"],
  [["topics", "compact", "--log", "--mode=migrate"], "--log and --mode are two different jobs"],
  [["topics", "entries", "build-gotchas", "--match-str", " "], "--match-str is blank"],
  [["trace", "src", "x", "--action", "analyze"], "--action analyze takes no SYMBOL"],
  [["trace", "src", "--action", "blast"], "--action blast needs a file"],
  [["trace", "../..", "x"], 'PATH "../.." leads out of the project'],
  [["checkpoint", " "], 'TASK is empty: say what you are doing, e.g. helix checkpoint "port the attention kernel"'],
  [
    ["import"],
    'the import is empty; accepted: an array of {topic, time, body} or {topic, text}, or {"topic": [entries]}',
  ],
  [["undo", "12345"], ""],
  [["undo", "first"], 'CHANGE "first" is not accepted'],
];

test.each(REFUSED)("%j", (words, said) => {
  const outcome = run(words, untouched);
  expect(outcome.status).not.toBe(0);
  expect(outcome.stderr + outcome.stdout).toContain(said);
  check(words, outcome);
});
