// Runs one command: its help, its arguments, its answer.

import { commandWording } from "../../base/wording.ts";
import { forTerminal } from "../../engine/text/clean.ts";
import { EXIT_DONE, EXIT_NOTHING } from "../exit-codes.ts";
import { complain } from "../standard-error.ts";
import { closeUsed, wordNames } from "./command.ts";
import type { CommandEntry } from "./commands.ts";
import { allowPager, printAnswer, printJson, tell } from "./output.ts";
import { asksForHelp, markRest, readArguments } from "./read-arguments.ts";

/** Runs a command with the words of the line but its name. Returns the exit code. Throws HelixError. */
export async function runCommand(entry: CommandEntry, given: readonly string[]): Promise<number> {
  const command = await entry.load();
  const words = command.takesRest === true ? markRest(entry.name, command, given) : given;
  if (asksForHelp(words)) {
    const { usageOf } = await import("./help.ts");
    allowPager(!words.includes("--no-pager"));
    printAnswer(usageOf(entry, command));
    return EXIT_DONE;
  }
  const values = readArguments(entry.name, command, words);
  allowPager(values.pager !== false);
  const wording = commandWording(entry.name, wordNames(command.arguments));
  try {
    const answer = await command.run(values);
    if (typeof answer === "number") return answer;
    await tell(answer.operation ?? null, () =>
      values.json ? printJson(answer.data()) : printAnswer(answer.text(wording)),
    );
    // The remark goes to standard error, because standard output holds the data that it is about.
    const remark = answer.remark?.(wording);
    if (remark) complain(`${forTerminal(remark)}\n`);
    return answer.found ? EXIT_DONE : EXIT_NOTHING;
  } finally {
    await closeUsed();
  }
}
