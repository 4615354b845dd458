// The command line: finds the command, runs it, prints its answer, and says how it went.
// Exit codes: 0 found or done, 1 nothing found, 2 error. This file alone decides them.

import { stripVTControlCharacters } from "node:util";
import { defineCommand, renderUsage } from "citty";
import { createConsola } from "consola/basic";
import { HelixError, messageOf } from "../../errors.ts";
import { commit, version } from "../../version.ts";
import { COMMON_ARGUMENTS, type Command, readArguments } from "./command.ts";
import { checkCommand, compactCommand, indexCommand, inspectCommand } from "./maintenance-commands.ts";
import {
  exportCommand,
  importCommand,
  readCommand,
  searchCommand,
  statsCommand,
  storeCommand,
  topicsCommand,
} from "./note-commands.ts";
import { isColourful, print, printAnswer } from "./output.ts";

export const EXIT_DONE = 0;
export const EXIT_NOTHING = 1;
export const EXIT_ERROR = 2;

const serveCommand: Command = {
  name: "serve",
  description: "Serve the tools over MCP on standard input and output: helix serve [DIR]",
  arguments: { directory: { type: "positional", description: "Knowledge base directory", required: false } },
  async run(values) {
    if (values._.length > 1) {
      throw new HelixError("INVALID_ARGUMENT", "helix serve takes one directory, e.g. helix serve ~/.helix-kb");
    }
    const { serve } = await import("../mcp/serve.ts");
    await serve(values._[0] ?? (typeof values.kb === "string" ? values.kb : undefined));
    // The server ends the process itself.
    return new Promise(() => {});
  },
};

const COMMANDS: readonly Command[] = [
  serveCommand,
  storeCommand,
  searchCommand,
  readCommand,
  topicsCommand,
  statsCommand,
  exportCommand,
  importCommand,
  indexCommand,
  compactCommand,
  checkCommand,
  inspectCommand,
];

/** Runs a command line (without the program's name) and returns its exit code. */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  const log = createConsola({ stdout: process.stderr, stderr: process.stderr });
  try {
    return await run(words);
  } catch (error) {
    log.error(messageOf(error));
    return EXIT_ERROR;
  }
}

async function run(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    const asked = COMMANDS.find((command) => command.name === rest[0]);
    print(`${asked ? await usageOf(asked) : overview()}\n`);
    return name === undefined ? EXIT_ERROR : EXIT_DONE;
  }
  if (name === "--version" || name === "-v" || name === "version") {
    print(`helix ${version} (${commit})\n`);
    return EXIT_DONE;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      `there is no command ${JSON.stringify(name)}; there are: ${COMMANDS.map((known) => known.name).join(", ")}; e.g. helix search linker`,
    );
  }
  const end = rest.indexOf("--");
  const options = end < 0 ? rest : rest.slice(0, end);
  if (options.includes("--help") || options.includes("-h")) {
    print(`${await usageOf(command)}\n`);
    return EXIT_DONE;
  }
  const values = readArguments(command, rest);
  const result = await command.run(values);
  if (typeof result === "number") return result;
  if (values.json) print(`${JSON.stringify(result.data)}\n`);
  else printAnswer(result.text);
  return result.found ? EXIT_DONE : EXIT_NOTHING;
}

async function usageOf(command: Command): Promise<string> {
  const usage = await renderUsage(
    defineCommand({
      meta: { name: `helix ${command.name}`, description: command.description, version },
      args: { ...command.arguments, ...COMMON_ARGUMENTS },
    }),
  );
  return isColourful() ? usage : stripVTControlCharacters(usage);
}

function overview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  return [
    "helix: the memory of AI coding assistants",
    "",
    "Usage: helix COMMAND [WORD...] [--kb DIR] [--json]",
    "",
    ...COMMANDS.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}`),
    "",
    "helix COMMAND --help shows a command's options. Exit codes: 0 found or done, 1 nothing found, 2 error.",
    "The knowledge base is ~/.helix-kb unless HELIX_KB or --kb names another directory.",
  ].join("\n");
}
