// The command line: finds the command and runs it; prints the overview, the version and errors. It loads only what the
// given words need.

import { invalid } from "../../base/errors.ts";
import { commit, version } from "../../base/version.ts";
import { COMMANDS, commandWording, type Wording } from "../../base/wording.ts";
import { didYouMean } from "../../engine/text/near-names.ts";
import { StoredAllTheSame, tellingCommits } from "../../platform/commits.ts";
import { endOnUncaught } from "../ending.ts";
import { EXIT_DONE, EXIT_ERROR } from "../exit-codes.ts";
import { complain } from "../standard-error.ts";
import { wordNames } from "./command.ts";
import { allCommands } from "./commands.ts";
import { allowPager, print, printAnswer } from "./output.ts";
import { asksForHelp, asksForJson, findCommand } from "./read-arguments.ts";

/** Runs a command line (without the program's name) and returns its exit code. */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  endOnUncaught();
  let wording = COMMANDS;
  try {
    return await tellingCommits(() =>
      run(words, (known) => {
        wording = known;
      }),
    );
  } catch (error) {
    const { reportError } = await import("./report-error.ts");
    const code = await reportError(error, wording, asksForJson(words));
    return error instanceof StoredAllTheSame ? EXIT_DONE : code;
  }
}

/** `inWords` is called with the words of the command as soon as it is known. */
async function run(words: readonly string[], inWords: (wording: Wording) => void): Promise<number> {
  if (["--version", "-v", "version"].includes(words[0] ?? "")) return showVersion();
  const isHelp = words[0] === "help";
  const { name, entry, words: others } = await findCommand(isHelp ? [...words.slice(1), "--help"] : words);
  if (entry !== undefined) {
    inWords(commandWording(entry.name, wordNames((await entry.load()).arguments)));
    return (await import("./run-command.ts")).runCommand(entry, others);
  }
  if (name === undefined && others.includes("--version")) return showVersion();
  if (name === undefined) return showOverview(asksForHelp(others), others.includes("--no-pager"));
  const all = (await allCommands()).map((each) => each.name);
  const meant = didYouMean(name, all);
  const known =
    meant === ""
      ? `; there are: ${all.join(", ")}; e.g. helix search linker`
      : `${meant} helix --help lists all commands`;
  throw invalid(`there is no command ${JSON.stringify(name)}${known}`);
}

function showVersion(): number {
  print(`helix ${version} (${commit})\n`);
  return EXIT_DONE;
}

/** Prints the overview; as an error where nobody asked for it. */
async function showOverview(isAsked: boolean, isPlain: boolean): Promise<number> {
  const { overview } = await import("./help.ts");
  const text = await overview();
  if (!isAsked) {
    complain(`${text}\n`);
    return EXIT_ERROR;
  }
  allowPager(!isPlain);
  printAnswer(text);
  return EXIT_DONE;
}
