// Runs one command: its help, its arguments, its answer.

import { defineCommand, renderUsage } from "citty";
import { version } from "../../base/version.ts";
import { COMMANDS } from "../../base/wording.ts";
import { forTerminal } from "../../engine/text/clean.ts";
import { EXIT_DONE, EXIT_NOTHING } from "../exit-codes.ts";
import { complain } from "../standard-error.ts";
import { COMMON_ARGUMENTS, closeUsed, readArguments } from "./command.ts";
import type { CommandEntry } from "./commands.ts";
import { isColourful, print, printAnswer, printJson, tell } from "./output.ts";

/** Runs a command with the words behind its name. Returns the exit code. Throws HelixError. */
export async function runCommand(entry: CommandEntry, words: readonly string[]): Promise<number> {
  const end = words.indexOf("--");
  const options = end < 0 ? words : words.slice(0, end);
  if (options.includes("--help") || options.includes("-h")) {
    print(`${await usageOf(entry)}\n`);
    return EXIT_DONE;
  }
  const command = await entry.load();
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

async function usageOf({ name, description, load }: CommandEntry): Promise<string> {
  const command = await load();
  const usage = await renderUsage(
    defineCommand({
      meta: { name: `helix ${name}`, description, version },
      args: { ...command.arguments, ...COMMON_ARGUMENTS },
    }),
  );
  return isColourful() ? usage : (await import("node:util")).stripVTControlCharacters(usage);
}
