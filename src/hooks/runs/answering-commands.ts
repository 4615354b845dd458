// Commands whose exit code is an answer and not an error: `diff` found a difference, `grep` found nothing. Such a
// command prints the contents of files. Only the lines that begin with its own name are errors.

import { nameOf } from "../../base/path-names.ts";
import { readShell } from "../../base/shell/shell-line.ts";

const ANSWERING =
  " diff cmp colordiff comm grep egrep fgrep zgrep rg ag ack test [ [[ find fd pgrep pidof which type hash expr jq false ";
const ANSWERING_OF_GIT = " diff grep show-ref rev-parse merge-base ls-files check-ignore ";
/** Other commands, which print what exists, or nothing. */
const PLAIN = " cd echo printf cat head tail wc sort uniq cut tr sed awk ls pwd true : export set source xargs ";

/** The lines of an output that are errors of the command line itself; null where any line may be an error. */
export function ownErrors(command: string, output: string): string[] | null {
  const deciding = decidingPrograms(command);
  if (!deciding.some(isAnswering) || !deciding.every((name) => isAnswering(name) || isPlain(name))) return null;
  const names = deciding.map((name) => (name.startsWith("git ") ? "fatal" : name));
  return output.split("\n").filter((line) => {
    const said = /^(?:\S*\/)?([\w[-]{1,20}): /.exec(line)?.[1];
    return said !== undefined && names.includes(said);
  });
}

/** The commands that may have set the exit code of a line, by their programs; for git with the subcommand. */
function decidingPrograms(line: string): string[] {
  // A plain command behind a pipe only shows the output of the command before it, so that command counts too.
  const deciding = readShell(line).commands.filter(
    ({ failure, pipedInto }) => failure !== "hidden" && (failure !== "piped" || pipedInto.every(isPlain)),
  );
  return deciding.map(({ written: [word = "", ...words] }) => {
    const name = nameOf(word);
    return name === "git" ? `git ${words.find((each) => !each.startsWith("-")) ?? ""}` : name;
  });
}

function isPlain(name: string): boolean {
  return PLAIN.includes(` ${name} `);
}

function isAnswering(name: string): boolean {
  return name.startsWith("git ") ? ANSWERING_OF_GIT.includes(` ${name.slice(4)} `) : ANSWERING.includes(` ${name} `);
}
