// Finds the builds and tests that a command line runs, and says how far its exit code and its output tell about each.

import { nameOf } from "../../base/path-names.ts";
import { readShell, type ShellCommand } from "../../base/shell/shell-line.ts";
import { isKnownProgram, isTargetProgram, type NamedRun, namedRun, plainWords } from "./named-run.ts";
import { joinedPath, type RunArguments, runArguments } from "./run-arguments.ts";

/** A build or test run. */
export interface BuildRun extends NamedRun, Omit<RunArguments, "folder"> {
  /** The folder that an earlier `cd` or an option names, as written; "" for none, null where it is not known. */
  readonly folder: string | null;
  /**
   * What the exit code tells. `own`: the result of this run alone. `shared`: the result of the first command that
   * failed. Else nothing about this run. `hidden`: but the output is whole. `filtered`: and the output has lost lines.
   * `unseen`: and the output may hold nothing of the run, or the run had to fail, or it did not happen.
   */
  readonly exit: "own" | "shared" | "hidden" | "filtered" | "unseen";
}

type FoundRun = NamedRun & RunArguments;

/** Commands that seldom fail, and whose failure is not taken for a failed build. */
const HARMLESS =
  " [ [[ test cd pushd popd export set source . echo printf mkdir clear true : date pwd sleep unset ulimit trap exit return false ";
const FILTERS = " grep egrep fgrep rg ag awk sed cut jq wc sort uniq head less more ";
const SHELLS = " sh bash zsh dash ksh ";
const INTERPRETERS = " node python ruby php bun deno tsx ";
/** Package managers that run a program of the project without an extra word. */
const MANAGERS = " yarn pnpm bun ";
const SCRIPT_FILE =
  /^(?:run[-_])?(?:build|(tests?)|check|lint|ci|compile)(?:[-_]\w+)?(?:\.(?:sh|bash|zsh|mjs|cjs|js|ts|py|rb|pl))?$/;
const SCRIPT_LENGTH_MAX = 40;
/** No compiler's name is longer than this. */
const PROGRAM_LENGTH_MAX = 64;

/** The builds and tests of a command line, in order. */
export function recogniseRuns(line: string): BuildRun[] {
  const { commands } = readShell(line);
  return commands.flatMap((command) => {
    const run = runOf(command.written);
    if (run === null) return [];
    const isKnown = command.folder !== null || /^[/~]/.test(run.folder);
    const folder = isKnown ? joinedPath(command.folder ?? "", run.folder) : null;
    return [{ ...run, folder, exit: exitOf(command, commands) }];
  });
}

/** What the exit code of the whole line tells about a command. */
function exitOf(command: ShellCommand, all: readonly ShellCommand[]): BuildRun["exit"] {
  const { failure, isConditional, isRedirected, pipedInto } = command;
  if (failure !== "decides" || isConditional) {
    if (isConditional || isRedirected || failure === "negated") return "unseen";
    return pipedInto.some((program) => FILTERS.includes(` ${program} `)) ? "filtered" : "hidden";
  }
  const others = all.filter((other) => other !== command && other.failure === "decides");
  return others.every(({ words }) => HARMLESS.includes(` ${words[0]} `)) ? "own" : "shared";
}

/** The run that a command is; null for none. */
function runOf([word = "", ...words]: readonly string[]): FoundRun | null {
  const program = programOf(word);
  const [name = ""] = MANAGERS.includes(` ${program} `) ? plainWords(words) : [];
  const run = programRun(programOf(name), words.slice(words.indexOf(name) + 1)) ?? programRun(program, words);
  if (run !== null) return run;
  const at = words.findIndex((each) => !each.startsWith("-") && each !== "run");
  const [file = "", ...rest] = at < 0 ? [] : words.slice(at);
  const isShell = SHELLS.includes(` ${program} `);
  if (isShell || INTERPRETERS.includes(` ${program} `))
    return programRun(programOf(file), rest) ?? (isShell || file.includes(".") ? scriptFile(file, rest) : null);
  return word.includes("/") ? scriptFile(word, words) : null;
}

function programRun(program: string, words: readonly string[]): FoundRun | null {
  const run = namedRun(program, words);
  return run === null ? null : { ...run, ...runArguments(program, words, run.what, isTargetProgram(program)) };
}

/** The run of a project's script that is called build, test or the like. */
function scriptFile(path: string, words: readonly string[]): FoundRun | null {
  const what = nameOf(path);
  const match = SCRIPT_FILE.exec(what);
  if (match === null || what.length > SCRIPT_LENGTH_MAX) return null;
  const said = runArguments(what, words, what, false);
  return { what, isTest: match[1] !== undefined, startsProgram: false, ...said, projects: [...said.projects, path] };
}

/** The name of a program as in the table: without its folder, its version, and its target platform. */
function programOf(word: string): string {
  const name = nameOf(word).replace(/\.(?:exe|cmd|bat|sh)$/, "");
  if (isKnownProgram(name) || name.length > PROGRAM_LENGTH_MAX) return name;
  const plain = name.replace(/-?\d+(?:\.\d+)*$/, "");
  return /-(gcc|g\+\+|clang|clang\+\+|cc|c\+\+)$/.exec(plain)?.[1] ?? plain;
}
