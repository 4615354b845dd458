// Help: the overview of all commands, and the page of one. Lines are wrapped to the terminal, to 80 columns without one.

import { type Argument, type Command, listedArguments } from "./command.ts";
import { allCommands, type CommandEntry } from "./commands.ts";
import { optionName } from "./read-arguments.ts";
import { columns, wrapped } from "./terminal.ts";

/** A longer label stands on a line of its own. */
const LABEL_WIDTH_MAX = 26;
const INDENT = 2;

type Row = readonly [label: string, what: string];

/** The overview of all commands. */
export async function overview(): Promise<string> {
  const commands = await allCommands();
  // How a command is called is for its own page.
  const rows = commands.map(
    ({ name, description }) => [name, description.replace(/(?:, or)?: helix .*$/s, "")] as const,
  );
  return [
    "helix: the memory of AI coding assistants",
    "",
    "USAGE helix COMMAND [WORD...] [OPTION...]",
    "",
    ...listed(rows),
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

/** Rows in two columns; the second one is wrapped. */
function listed(rows: readonly Row[]): string[] {
  const fitting = rows.map(([label]) => label.length).filter((length) => length <= LABEL_WIDTH_MAX);
  const start = INDENT + Math.max(0, ...fitting) + INDENT;
  return rows.flatMap(([label, what]) => {
    const [first = "", ...others] = wrapped(what, columns() - start);
    const head = " ".repeat(INDENT) + label;
    const behind = others.map((line) => " ".repeat(start) + line);
    return head.length + INDENT > start
      ? [head, " ".repeat(start) + first, ...behind]
      : [head.padEnd(start) + first, ...behind];
  });
}
