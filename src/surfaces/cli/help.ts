// Help: the overview of all commands, and the page of one. Lines are wrapped to the terminal, to 80 columns without one.

import { type Argument, type Command, listedArguments } from "./command.ts";
import { allCommands, type CommandEntry } from "./commands.ts";
import { optionName } from "./read-arguments.ts";
import { columns, wrapped } from "./terminal.ts";

/** A longer label stands on a line of its own. */
const LABEL_WIDTH_MAX = 26;
const INDENT = 2;

type Row = readonly [label: string, what: string];

/** The commands of the overview by what they are for; docs/TOOLS.md has the same. A test finds each in one of them. */
export const COMMAND_GROUPS: Readonly<Record<string, string>> = {
  "a start": "setup demo doctor hooks plugin serve completions",
  notes: "store search brief read edit topics undo redo checkpoint resume export import stats project",
  code: "code trace forget",
  lessons: "learn lift",
  plan: "plan",
  cost: "economy filter output run gain",
  "settings, files": "config index compact check recover inspect prove _reload hook hooks-install",
};

/** The overview of all commands. */
export async function overview(): Promise<string> {
  const commands = await allCommands();
  // How a command is called is for its own page.
  const rows = new Map(
    commands.map(({ name, description }) => [name, description.replace(/(?:, or)?: helix .*$/s, "")] as const),
  );
  const groups = Object.entries(COMMAND_GROUPS).map(([title, names]) => ({
    title,
    rows: names.split(" ").map((name): Row => [name, rows.get(name) ?? ""]),
  }));
  const start = startOf(groups.flatMap((group) => group.rows));
  return [
    "helix: the memory of AI coding assistants",
    "",
    "USAGE helix COMMAND [WORD...] [OPTION...]",
    ...groups.flatMap(({ title, rows: own }) => ["", title.toUpperCase(), ...listed(own, start)]),
    "",
    ...paragraphs(
      "helix COMMAND --help shows a command's words, options and examples.",
      "The knowledge base is ~/.helix-kb unless HELIX_KB or --kb names another directory.",
      "Exit codes: 0 found or done, 1 nothing found, 2 error.",
    ),
  ].join("\n");
}

/** The page of a command: how it is called, its words, its options and examples. */
export function usageOf({ name, description, examples }: CommandEntry, command: Command): string {
  const declared = Object.entries(listedArguments(command));
  const words = declared
    .filter(([, { type }]) => type === "positional")
    .map(([key, word]) => [key.toUpperCase(), word] as const);
  const options = declared
    .filter(([, { type }]) => type !== "positional")
    .map(([key, option]) => {
      const hint = `=<${option.valueHint}>`;
      const value = option.type !== "string" ? "" : option.isValueOptional ? `[${hint}]` : hint;
      return [`${key === "help" ? "-h, " : ""}${optionName(key)}${value}`, option.description] as const;
    });
  const called = words.map(([word, { isOptional }]) => (isOptional ? ` [${word}]` : ` <${word}>`)).join("");
  return [
    ...paragraphs(description),
    "",
    `USAGE helix ${name}${command.takesRest === true ? ` [OPTIONS]${called}...` : `${called} [OPTIONS]`}`,
    ...titled("ARGUMENTS", listed(words.map(([word, argument]) => [word, wordDescription(argument)]))),
    ...titled("OPTIONS", listed(options)),
    ...titled(
      "EXAMPLES",
      examples.map((example) => `  ${example}`),
    ),
  ].join("\n");
}

function wordDescription({ description, isOptional }: Argument): string {
  return isOptional ? description : `${description} (required)`;
}

function titled(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, "", ...lines];
}

function paragraphs(...texts: readonly string[]): string[] {
  return texts.flatMap((text) => wrapped(text, columns()));
}

/** Where the second of two columns begins. */
function startOf(rows: readonly Row[]): number {
  const fitting = rows.map(([label]) => label.length).filter((length) => length <= LABEL_WIDTH_MAX);
  return INDENT + Math.max(0, ...fitting) + INDENT;
}

/** Rows in two columns; the second one is wrapped. */
function listed(rows: readonly Row[], start = startOf(rows)): string[] {
  return rows.flatMap(([label, what]) => {
    const [first = "", ...others] = wrapped(what, columns() - start);
    const head = " ".repeat(INDENT) + label;
    const behind = others.map((line) => " ".repeat(start) + line);
    return head.length + INDENT > start
      ? [head, " ".repeat(start) + first, ...behind]
      : [head.padEnd(start) + first, ...behind];
  });
}
