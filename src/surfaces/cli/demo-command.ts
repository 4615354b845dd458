// `helix demo`: helix at work, in two minutes. It plays a recorded session against the real engine, in a temporary folder.
// Without a terminal, and with --fast, it prints at once.

import { invalid } from "../../base/errors.ts";
import { forTerminal } from "../../engine/text/clean.ts";
import { FILES, SCENES } from "../demo/demo-scenes.ts";
import { type DemoWorld, makeDemoWorld } from "../demo/demo-world.ts";
import { type LineKind, type Played, playDemo, type Stage } from "../demo/play-demo.ts";
import { EXIT_DONE, EXIT_INTERRUPTED } from "../exit-codes.ts";
import type { Command } from "./command.ts";
import type { DemoData } from "./data/demo.ts";
import { EndKeys } from "./end-keys.ts";
import { print, printJson } from "./output.ts";
import { surplus } from "./run-feature.ts";
import { columns, isColourful, isTerminal, wrapped } from "./terminal.ts";

const INDENT = "    ";
/** How each kind of line begins, and its colour. */
const LOOKS: Readonly<Record<LineKind, readonly [beginning: string, colour: string]>> = {
  scene: ["", "1"],
  command: ["  $ ", "36"],
  told: ["  > ", "33"],
  answer: [INDENT, ""],
};

export const demoCommand: Command = {
  arguments: { fast: { type: "boolean", description: "Print all at once, without pauses" } },
  common: ["json", "help"],
  async run(values) {
    surplus("demo", values, 0);
    if (values.kb !== undefined) throw invalid("helix demo has a knowledge base of its own: leave --kb out");
    const isJson = values.json === true;
    const isPaced = isTerminal() && values.fast !== true && !isJson;
    const keys = new EndKeys(isPaced ? "key" : "nothing");
    let world: DemoWorld | null = null;
    let played: Played;
    try {
      world = await makeDemoWorld(FILES);
      const show = isJson ? () => true : showLine;
      const pause: Stage["pause"] = (milliseconds) => keys.within(isPaced ? milliseconds : 0);
      if (!isJson) print(`${whole(beginning(world.root, isPaced))}\n`);
      played = await playDemo(SCENES, world, { show, pause });
    } finally {
      await world?.close();
      keys.close();
    }
    const { steps, ended } = played;
    if (isJson) printJson({ steps: [...steps], whole: ended === null } satisfies DemoData);
    else if (ended === null) print(`\n${whole(END)}\n`);
    else print("\nended; the temporary folder is removed\n");
    return ended === "interrupted" ? EXIT_INTERRUPTED : EXIT_DONE;
  },
};

function beginning(root: string, isPaced: boolean): string[] {
  return [
    "helix at work. What people and assistants do is recorded; helix answers now.",
    `The project is made up, and temporary: ${root}`,
    "Nothing of yours is read or changed.",
    ...(isPaced ? ["It takes two minutes. q ends it, any other key goes on."] : []),
  ];
}

const END = [
  "That was a temporary folder, and it is gone. To begin with your own project:",
  "  helix setup     put hooks and server into Claude Code's settings",
  "  helix --help    all commands",
];

function showLine(kind: LineKind, text: string): boolean {
  const [start, colour] = LOOKS[kind];
  const lines = fitted(forTerminal(text)).map((line, at) => `${at === 0 ? start : INDENT}${line}`);
  const isPainted = colour !== "" && isColourful();
  const painted = isPainted ? lines.map((line) => `\u001b[${colour}m${line}\u001b[0m`) : lines;
  return print(`${kind === "scene" ? "\n" : ""}${painted.join("\n")}\n`);
}

/** Lines without an indent, fitted to the terminal. */
function whole(lines: readonly string[]): string {
  return lines.flatMap((line) => fitted(line, 0)).join("\n");
}

/** A text in lines that fit the terminal behind the indent. The first line keeps its own indent. */
function fitted(text: string, indent = INDENT.length): string[] {
  const width = columns() - indent;
  if (!isTerminal() || text.length <= width) return [text];
  const [own = ""] = /^ */.exec(text)!;
  const [first = "", ...others] = wrapped(text.slice(own.length), width - own.length);
  return [`${own}${first}`, ...others];
}
