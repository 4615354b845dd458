// The command line: finds the command and runs it; prints the overview, the version and errors. It loads only what the
// given words need.

import { HelixError, invalid, messageOf } from "../../base/errors.ts";
import { commit, version } from "../../base/version.ts";
import { forTerminal } from "../../engine/text/clean.ts";
import { endOnUncaught } from "../ending.ts";
import { EXIT_DONE, EXIT_ERROR, EXIT_NOTHING } from "../exit-codes.ts";
import { complain } from "../standard-error.ts";
import { allCommands, commandNamed } from "./commands.ts";
import { print } from "./output.ts";

/** Runs a command line (without the program's name) and returns its exit code. */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  endOnUncaught();
  try {
    return await run(words);
  } catch (error) {
    const { createConsola } = await import("consola/basic");
    const stream = { write: complain } as unknown as NodeJS.WriteStream;
    createConsola({ stdout: stream, stderr: stream }).error(forTerminal(messageOf(error)));
    return error instanceof HelixError && error.code === "NOT_FOUND" ? EXIT_NOTHING : EXIT_ERROR;
  }
}

async function run(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  if (name === "--version" || name === "-v" || name === "version") {
    print(`helix ${version} (${commit})\n`);
    return EXIT_DONE;
  }
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    const asked = rest[0] === undefined ? undefined : await commandNamed(rest[0]);
    if (asked) return (await import("./run-command.ts")).runCommand(asked, ["--help"]);
    if (name === undefined) {
      complain(`${await overview()}\n`);
      return EXIT_ERROR;
    }
    print(`${await overview()}\n`);
    return EXIT_DONE;
  }
  const command = await commandNamed(name);
  if (command === undefined) {
    const known = (await allCommands()).map((each) => each.name).join(", ");
    throw invalid(`there is no command ${JSON.stringify(name)}; there are: ${known}; e.g. helix search linker`);
  }
  const { runCommand } = await import("./run-command.ts");
  return runCommand(command, rest);
}

async function overview(): Promise<string> {
  const commands = await allCommands();
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    "helix: the memory of AI coding assistants",
    "",
    "Usage: helix COMMAND [WORD...] [--kb DIR] [--json]",
    "",
    ...commands.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}`),
    "",
    "helix COMMAND --help shows a command's options. Exit codes: 0 found or done, 1 nothing found, 2 error.",
    "The knowledge base is ~/.helix-kb unless HELIX_KB or --kb names another directory.",
  ].join("\n");
}
