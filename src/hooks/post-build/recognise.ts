// Finds builds and tests in a command line: behind `cd x &&`, assignments, `time`, `timeout 60`, `npx`, `sh -c '...'`,
// and in pipes and chains. It also says how far the exit code of the whole command line tells about each run.

import { nameOf } from "../../base/path-names.ts";
import { joinedPath, type RunArguments, runArguments } from "./run-arguments.ts";
import { isKnownProgram, isTargetProgram, type NamedRun, namedRun } from "./run-table.ts";
import { type ShellStep, shellSteps } from "./shell-steps.ts";

/** A build or test run. */
export interface BuildRun extends NamedRun, RunArguments {
  /** The folder that an earlier `cd` or an option names, as written; "" for none. */
  readonly folder: string;
  /**
   * What the exit code tells. `own`: the result of this run alone. `shared`: the result of the first command that
   * failed. `hidden`: nothing about this run, but the output is whole. `filtered`: nothing about this run, and the
   * output has lost lines.
   */
  readonly exit: "own" | "shared" | "hidden" | "filtered";
}

/** Programs that run the command behind them, and how many words besides options they take. */
const WRAPPERS: Readonly<Record<string, number>> = {
  sudo: 0,
  doas: 0,
  env: 0,
  time: 0,
  nice: 0,
  ionice: 0,
  nohup: 0,
  timeout: 1,
  gtimeout: 1,
  stdbuf: 0,
  command: 0,
  exec: 0,
  caffeinate: 0,
  "xvfb-run": 0,
  "cross-env": 0,
  dotenv: 0,
  npx: 0,
  bunx: 0,
  pnpx: 0,
  uvx: 0,
  pipx: 1,
};
/** Words by which a package manager runs a program. */
const RUNNERS = " exec dlx x run ";
const RUNNING_MANAGERS = " npm pnpm yarn bun uv poetry pipenv pdm hatch rye bundle mise direnv coverage ";
/** Keywords of the shell in front of a command. */
const KEYWORDS = " if then else elif do while until ! { time ";
const OPTIONS_WITH_VALUE =
  " -u -g -n -c -k -s -p --package --signal --adjustment --kill-after --filter --with --directory --project --prefix --cwd --dir --chdir -C ";
/** Commands that seldom fail, and whose failure is not taken for a failed build. */
const HARMLESS =
  " [ [[ test cd pushd popd export set source . echo printf mkdir clear true : date pwd sleep unset ulimit trap eval ";
const FILTERS = " grep egrep fgrep rg ag awk sed cut jq wc sort uniq head less more ";
const SHELLS = " sh bash zsh dash ksh ";
const INTERPRETERS = " node python ruby php bun deno tsx ";
const SCRIPT_FILE =
  /^(?:run[-_])?(?:build|(tests?)|check|lint|ci|compile)(?:[-_]\w+)?(?:\.(?:sh|bash|zsh|mjs|cjs|js|ts|py|rb|pl))?$/;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
const NESTING_MAX = 3;
/** No compiler's name is longer than this. */
const PROGRAM_LENGTH_MAX = 64;

/** The builds and tests of a command line, in order. */
export function recogniseRuns(command: string): BuildRun[] {
  return runsOf(command, NESTING_MAX);
}

function runsOf(command: string, levels: number): BuildRun[] {
  const steps = shellSteps(command);
  const found: BuildRun[] = [];
  // A change of folder within round brackets holds only there.
  const folders = new Map<string, string>([["", ""]]);
  steps.forEach(({ words, group }, at) => {
    const folder = folderIn(folders, group);
    const isChange = words[0] === "cd" || words[0] === "pushd";
    if (isChange) folders.set(group, joinedPath(folder, words.slice(1).find((word) => !/^-[LPe]$/.test(word)) ?? "~"));
    else if (words[0] === "popd") folders.set(group, "-");
    for (const run of commandRuns(words, levels)) {
      const exit = exitOf(steps, at);
      found.push({ ...run, folder: joinedPath(folder, run.folder), exit: exit === "own" ? run.exit : exit });
    }
  });
  return found;
}

function folderIn(folders: ReadonlyMap<string, string>, group: string): string {
  for (let inner = group; inner !== ""; inner = inner.replace(/\d+\.$/, "")) {
    const folder = folders.get(inner);
    if (folder !== undefined) return folder;
  }
  return folders.get("") ?? "";
}

/** What the exit code of the whole line tells about the command at `at`. */
function exitOf(steps: readonly ShellStep[], at: number): BuildRun["exit"] {
  let isHidden = false;
  let isPiped = true;
  for (let behind = at; behind < steps.length - 1; behind++) {
    const { after } = steps[behind]!;
    isPiped &&= after === "|";
    if (isPiped && FILTERS.includes(` ${nameOf(steps[behind + 1]!.words[0]!)} `)) return "filtered";
    if (after !== "&&") isHidden = true;
  }
  if (isHidden) return "hidden";
  let first = at;
  while (first > 0 && (steps[first - 1]!.after === "&&" || steps[first - 1]!.after === "|")) first--;
  const others = [...steps.slice(first, at), ...steps.slice(at + 1)];
  return others.every(({ words }) => HARMLESS.includes(` ${words[0]} `)) ? "own" : "shared";
}

type FoundRun = Omit<BuildRun, "exit"> & { readonly exit: BuildRun["exit"] };

/** The runs of one simple command. */
function commandRuns(words: readonly string[], levels: number): FoundRun[] {
  let at = 0;
  // Each turn removes one layer in front of the program.
  while (at < words.length) {
    const word = words[at]!;
    if (ASSIGNMENT.test(word) || KEYWORDS.includes(` ${word} `)) {
      at++;
      continue;
    }
    const program = programOf(word);
    // The command only asks where a program is.
    if (program === "command" && /^-[vV]$/.test(words[at + 1] ?? "")) return [];
    if (Object.hasOwn(WRAPPERS, program)) {
      at = behindOptions(words, at + 1, WRAPPERS[program]!);
      continue;
    }
    const behindRunner = afterRunner(program, words, at);
    if (behindRunner > 0) {
      at = behindRunner;
      continue;
    }
    if (program === "python" && words[at + 1] === "-m") {
      at += 2;
      continue;
    }
    if (SHELLS.includes(` ${program} `)) return shellRuns(words.slice(at + 1), levels);
    return programRun(word, words.slice(at + 1), words.slice(0, at));
  }
  return [];
}

/** The place of the program that a package manager runs; 0 where it names none. */
function afterRunner(program: string, words: readonly string[], at: number): number {
  if (!RUNNING_MANAGERS.includes(` ${program} `)) return 0;
  const runner = behindOptions(words, at + 1, 0);
  const word = words[runner] ?? "";
  const isScript =
    word === "run" && (program === "npm" || program === "pnpm" || program === "yarn" || program === "bun");
  if (RUNNERS.includes(` ${word} `) && !isScript) {
    const next = behindOptions(words, runner + 1, program === "direnv" ? 1 : 0);
    return words[next] === "--" ? next + 1 : next;
  }
  // yarn and pnpm run a program of the project without an extra word.
  const isProgram = (program === "yarn" || program === "pnpm") && namedRun(programOf(word), words.slice(runner + 1));
  return isProgram ? runner : 0;
}

function behindOptions(words: readonly string[], from: number, ownWords: number): number {
  let at = from;
  let left = ownWords;
  while (at < words.length) {
    const word = words[at]!;
    if (word === "--") return at + 1;
    if (OPTIONS_WITH_VALUE.includes(` ${word} `)) at += 2;
    else if (word.startsWith("-") || (ASSIGNMENT.test(word) && left === 0)) at++;
    else if (left-- > 0) at++;
    else break;
  }
  return at;
}

/** The runs of `sh -c '...'`, or of a script that is given by its name. */
function shellRuns(words: readonly string[], levels: number): FoundRun[] {
  const option = words.findIndex((word) => /^-[a-z]*c$/.test(word));
  if (option >= 0) return levels === 0 ? [] : runsOf(words[option + 1] ?? "", levels - 1);
  const at = words.findIndex((word) => !word.startsWith("-"));
  return at < 0 ? [] : scriptFile(words[at]!, words.slice(at + 1));
}

/** The runs of a program; `around` holds the words in front of it. */
function programRun(word: string, words: readonly string[], around: readonly string[]): FoundRun[] {
  const program = programOf(word);
  const run = namedRun(program, words);
  if (run !== null) return [foundRun(run, program, words, around)];
  if (INTERPRETERS.includes(` ${program} `)) {
    const at = words.findIndex((each) => !each.startsWith("-") && each !== "run");
    const file = words[at] ?? "";
    const rest = words.slice(at + 1);
    const named = namedRun(nameOf(file), rest);
    if (named !== null) return [foundRun(named, nameOf(file), rest, around)];
    return file.includes(".") ? scriptFile(file, rest) : [];
  }
  return word.includes("/") ? scriptFile(word, words) : [];
}

function foundRun(run: NamedRun, program: string, words: readonly string[], around: readonly string[]): FoundRun {
  const said = runArguments(program, words, { what: run.what, isTargets: isTargetProgram(program), around });
  return { ...run, ...said, exit: "own" };
}

/** The run of a project's script that is called build, test or the like. */
function scriptFile(path: string, words: readonly string[]): FoundRun[] {
  const name = nameOf(path);
  const match = SCRIPT_FILE.exec(name);
  if (match === null || name.length > 40) return [];
  const run = { what: name, isTest: match[1] !== undefined, startsProgram: false };
  const said = runArguments(name, words, { what: name, isTargets: false, around: [] });
  return [{ ...run, ...said, projects: [...said.projects, path], exit: "own" }];
}

/** The name of a program as in the table: without its folder, its version, and its target platform. */
function programOf(word: string): string {
  const name = nameOf(word).replace(/\.(?:exe|cmd|bat|sh)$/, "");
  if (isKnownProgram(name) || name.length > PROGRAM_LENGTH_MAX) return name;
  const plain = name.replace(/-?\d+(?:\.\d+)*$/, "");
  return /-(gcc|g\+\+|clang|clang\+\+|cc|c\+\+)$/.exec(plain)?.[1] ?? plain;
}
