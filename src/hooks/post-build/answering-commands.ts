// Commands whose exit code is an answer and not an error: `diff` found a difference, `grep` found nothing. Such a
// command prints the contents of files. Only the lines that begin with its own name are errors.

import { nameOf } from "../../base/path-names.ts";
import { type ShellStep, shellSteps } from "./shell-steps.ts";

const ANSWERING =
  " diff cmp colordiff comm grep egrep fgrep zgrep rg ag ack test [ [[ find fd pgrep pidof which type hash expr jq false ";
const ANSWERING_OF_GIT = " diff grep show-ref rev-parse merge-base ls-files check-ignore ";
/** Other commands, which print what exists, or nothing. */
const PLAIN = " cd echo printf cat head tail wc sort uniq cut tr sed awk ls pwd true : export set source xargs ";
const KEYWORDS = " if then else elif do while until ! { time command ";

/** The lines of an output that are errors of the command line itself; null where any line may be an error. */
export function ownErrors(command: string, output: string): string[] | null {
  const deciding = decidingSteps(shellSteps(command)).map(programOf);
  if (!deciding.some(isAnswering) || !deciding.every((name) => isAnswering(name) || isPlain(name))) return null;
  const names = deciding.map((name) => (name.startsWith("git ") ? "fatal" : name));
  return output.split("\n").filter((line) => {
    const said = /^(?:\S*\/)?([\w[-]{1,20}): /.exec(line)?.[1];
    return said !== undefined && names.includes(said);
  });
}

/** The steps of a command line that may have set its exit code. */
function decidingSteps(steps: readonly ShellStep[]): ShellStep[] {
  const found = steps.slice(-1);
  for (let at = steps.length - 2; at >= 0; at--) {
    const { after } = steps[at]!;
    // A plain command behind a pipe only shows the output of the command before it, so that command counts too.
    if (after === "&&" || (after === "|" && isPlain(programOf(steps[at + 1]!)))) found.push(steps[at]!);
    else if (after !== "|") break;
  }
  return found;
}

/** The name of a step's program: `grep`, or for git the name with its subcommand. */
function programOf({ words }: ShellStep): string {
  const at = words.findIndex((word) => !KEYWORDS.includes(` ${word} `) && !/^[A-Za-z_]\w*=/.test(word));
  const name = nameOf(words[at] ?? "");
  return name === "git" ? `git ${words.slice(at + 1).find((word) => !word.startsWith("-")) ?? ""}` : name;
}

function isPlain(name: string): boolean {
  return PLAIN.includes(` ${name} `);
}

function isAnswering(name: string): boolean {
  return name.startsWith("git ") ? ANSWERING_OF_GIT.includes(` ${name.slice(4)} `) : ANSWERING.includes(` ${name} `);
}
