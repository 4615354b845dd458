// Runs one command: its help, its arguments, its answer.

import { COMMANDS } from "../../base/wording.ts";
import { forTerminal } from "../../engine/text/clean.ts";
import { EXIT_DONE, EXIT_NOTHING } from "../exit-codes.ts";
import { complain } from "../standard-error.ts";
import { type Argument, COMMON_ARGUMENTS, type Command, closeUsed, readArguments } from "./command.ts";
import type { CommandEntry } from "./commands.ts";
import { printAnswer, printJson, tell } from "./output.ts";

/** Runs a command with the words behind its name. Returns the exit code. Throws HelixError. */
export async function runCommand(entry: CommandEntry, words: readonly string[]): Promise<number> {
  const end = words.indexOf("--");
  const options = end < 0 ? words : words.slice(0, end);
  const command = await entry.load();
  if (options.includes("--help") || options.includes("-h")) {
    printAnswer(usageOf(entry, command));
    return EXIT_DONE;
  }
  const values = readArguments(entry.name, command, words);
  try {
    const answer = await command.run(values);
    if (typeof answer === "number") return answer;
    await tell(answer.operation ?? null, () =>
      values.json ? printJson(answer.data()) : printAnswer(answer.text(COMMANDS)),
    );
    // The remark goes to standard error, because standard output holds the data that it is about.
    const remark = answer.remark?.(COMMANDS);
    if (remark) complain(`${forTerminal(remark)}\n`);
    return answer.found ? EXIT_DONE : EXIT_NOTHING;
  } finally {
    await closeUsed();
  }
}

/** The help of a command: how it is called, its words and its options. */
function usageOf({ name, description }: CommandEntry, command: Command): string {
  const declared = Object.entries({ ...command.arguments, ...COMMON_ARGUMENTS });
  const words = declared
    .filter(([, { type }]) => type === "positional")
    .map(([key, word]) => [key.toUpperCase(), word] as const);
  const options = declared
    .filter(([, { type }]) => type !== "positional")
    .map(([key, option]) => {
      const value = option.type === "string" ? `=<${option.valueHint}>` : "";
      return [`${key === "help" ? "-h, " : ""}--${key}${value}`, option] as const;
    });
  const called = words.map(([word, { isOptional }]) => (isOptional ? ` [${word}]` : ` <${word}>`)).join("");
  return [
    description,
    "",
    `USAGE helix ${name} [OPTIONS]${called}`,
    ...listed("ARGUMENTS", words),
    ...listed("OPTIONS", options),
    "",
  ].join("\n");
}

function listed(title: string, rows: readonly (readonly [string, Argument])[]): string[] {
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(([label]) => label.length));
  const lineOf = ([label, { type, description, isOptional }]: (typeof rows)[number]) =>
    `  ${label.padStart(width)}    ${description}${type === "positional" && !isOptional ? " (Required)" : ""}`;
  return ["", title, "", ...rows.map(lineOf)];
}
