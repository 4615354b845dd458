// Which commands of a line print what its reader sees, and by which words filters know them.
//
// - The last program of a pipe prints; behind programs that only pass on (`tee`, `head`, `less`) the one before.
// - What goes to a file or into a substitution is not seen.
// - Programs that print nothing or a line (`cd`, `mkdir`, `echo`) do not count beside others. With `-v` some print much.
// - A command that runs another one prints what that one prints (inner-commands.ts).

import { nameOf } from "../base/path-names.ts";
import { readShell, type ShellCommand } from "../base/shell/shell-line.ts";
import { innerLine } from "./inner-commands.ts";

/** A command whose output the reader sees. */
export interface PrintingCommand {
  /** Its own words, without the programs that run it; the program without its folder, its global options last. */
  readonly words: readonly string[];
  /** The program and its subcommand, as people count them: `git log`. */
  readonly program: string;
  /** The texts that `match_command` is tried against, one after another. */
  readonly texts: readonly string[];
  /** The text with the programs that run it; the same as one of `texts` where there are none. */
  readonly given: string;
  /** The commands that it runs itself and that print for it, where they are known. */
  readonly inner: readonly PrintingCommand[];
  /** The command whose output it gets on its standard input; null for none. */
  readonly from: PrintingCommand | null;
}

/** What a command line prints. */
export interface PrintedLine {
  readonly commands: readonly PrintingCommand[];
  /** Whether these are all: the line could be read. */
  readonly isWhole: boolean;
}

/** Programs that pass on what they get, or a part of it. */
const PASSING = new Set("cat tee head tail less more pv ts unbuffer".split(" "));
/** Programs that print nothing. */
const SILENT = new Set(
  ": true false cd pushd popd export set unset alias source . kill sleep wait exit return trap umask ulimit test [ [[ read local declare readonly shift".split(
    " ",
  ),
);
/** Programs that print nothing or a line, and those of them that name each file if they are told to. */
const QUIET = new Set("touch echo printf pwd date whoami hostname which sync".split(" "));
const QUIET_ABOUT_FILES = new Set("mkdir rmdir rm cp mv ln chmod chown".split(" "));
/** Commands within commands are looked at so deep. */
const LEVELS_MAX = 4;
/** Global options of programs that stand before the subcommand, and take the next word; others are flags. */
const GLOBAL_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  git: ["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--config-env", "--exec-path"],
  npm: ["--prefix", "-w", "--workspace", "--loglevel"],
  pnpm: ["-C", "--dir", "--filter", "-F", "--loglevel"],
  yarn: ["--cwd"],
  bun: ["--cwd", "--config"],
  cargo: ["-C", "--config", "-Z", "--color"],
  go: ["-C"],
  "docker compose": ["-f", "--file", "-p", "--project-name", "--profile", "--env-file", "--project-directory"],
  docker: ["--context", "-c", "--host", "-H", "--log-level", "-l", "--config"],
  "docker-compose": ["-f", "--file", "-p", "--project-name"],
  podman: ["--connection", "-c", "--url", "--log-level"],
  kubectl: [
    "-o",
    "--output",
    "-n",
    "--namespace",
    "--context",
    "--kubeconfig",
    "--cluster",
    "--user",
    "-s",
    "--server",
  ],
  helm: ["-n", "--namespace", "--kube-context", "--kubeconfig"],
  pip: ["--log", "--proxy", "--timeout", "--cache-dir"],
  pip3: ["--log", "--proxy", "--timeout", "--cache-dir"],
  uv: ["--directory", "--project", "--cache-dir", "--color", "--config-file"],
  poetry: ["-C", "--directory", "-P", "--project"],
  terraform: [],
  tofu: [],
  gh: ["-R", "--repo"],
  aws: ["--profile", "--region", "--output"],
  gcloud: ["--project", "--account", "--configuration"],
  apt: ["-o", "-c", "-t"],
  "apt-get": ["-o", "-c", "-t"],
  brew: [],
  systemctl: ["-H", "-M"],
  dotnet: [],
  turbo: ["--cwd"],
  nx: [],
  next: [],
  vite: [],
  vitest: [],
  ng: [],
  expo: [],
  bundle: [],
  composer: ["-d", "--working-dir"],
  conda: ["-n", "-p"],
  mix: [],
  flutter: [],
  dart: [],
  swift: [],
  deno: [],
  jj: ["-R", "--repository"],
  ruff: [],
  biome: [],
  playwright: [],
  prisma: [],
  pulumi: ["-C", "--cwd"],
};

/** Programs that run scripts of a project by name. */
const SCRIPT_RUNNERS = new Set("npm pnpm yarn bun deno composer".split(" "));

/** Reads a command line. */
export function printedLine(line: string, levels = LEVELS_MAX): PrintedLine {
  const { commands, isWhole } = readShell(line);
  const seen: PrintingCommand[] = [];
  let before: { command: ShellCommand; printing: PrintingCommand } | null = null;
  for (const command of commands) {
    const isPiped: boolean = before !== null && before.command.pipedInto.length === command.pipedInto.length + 1;
    const printing = printingOf(command, isPiped ? before!.printing : null, levels);
    before = { command, printing };
    const isPassing = isPiped && PASSING.has(printing.words[0]!);
    if (!isPassing && !command.isUnseen && command.pipedInto.every((program) => PASSING.has(program)))
      seen.push(printing);
  }
  const loud = seen.filter((command) => !isSilent(command) && !isQuiet(command));
  if (loud.length > 0) return { commands: loud, isWhole };
  const audible = seen.filter((command) => !isSilent(command));
  return { commands: (audible.length > 0 ? audible : seen).slice(-1), isWhole };
}

function isSilent({ words }: PrintingCommand): boolean {
  return SILENT.has(words[0]!);
}

function isQuiet({ words }: PrintingCommand): boolean {
  const namesFiles = words.some((word) => /^(?:-[a-zA-Z]*[vc][a-zA-Z]*|--verbose|--changes)$/.test(word));
  return QUIET.has(words[0]!) || (QUIET_ABOUT_FILES.has(words[0]!) && !namesFiles);
}

function printingOf(command: ShellCommand, from: PrintingCommand | null, levels: number): PrintingCommand {
  const words = [nameOf(command.written[0]!), ...command.written.slice(1)];
  const bare = withoutGlobalOptions(words);
  const texts = [bare, words, command.written].map((each) => each.join(" "));
  const within = levels === 0 ? null : innerLine(bare);
  return {
    words: [...bare.slice(0, within?.own), ...leftOut(words, bare)],
    program: programOf(bare),
    texts: [...new Set(texts)],
    given: command.given.join(" "),
    inner: within === null ? [] : printedLine(within.line, levels - 1).commands,
    from,
  };
}

/** The words that stand in the first list and not in the second, which is the first without some. */
function leftOut(all: readonly string[], rest: readonly string[]): string[] {
  const left: string[] = [];
  let at = rest.length - 1;
  for (const word of all.toReversed()) {
    if (word === rest[at]) at--;
    else left.push(word);
  }
  return left.reverse();
}

/** The words without the options between a program and its subcommand. */
function withoutGlobalOptions(words: readonly string[]): readonly string[] {
  const bare = withoutOptionsAt(words, 1);
  return bare[0] === "docker" && bare[1] === "compose" ? withoutOptionsAt(bare, 2) : bare;
}

/** The words without the options that stand at a place, behind a program's name or names. */
function withoutOptionsAt(words: readonly string[], start: number): readonly string[] {
  const name = words.slice(0, start).join(" ");
  if (!Object.hasOwn(GLOBAL_OPTIONS, name)) return words;
  const options = GLOBAL_OPTIONS[name]!;
  let at = start;
  while (/^[-+]./.test(words[at] ?? "")) at += options.includes(words[at]!) ? 2 : 1;
  return at >= words.length ? words : [...words.slice(0, start), ...words.slice(at)];
}

function programOf(words: readonly string[]): string {
  const [program = "", verb = "", object = ""] = words;
  const name = cleanName(program);
  if (!Object.hasOwn(GLOBAL_OPTIONS, program) || !/^[a-z][\w:.-]{0,30}$/.test(verb)) return name;
  const hasObject = verb === "compose" || (verb === "run" && SCRIPT_RUNNERS.has(program));
  return hasObject && /^[a-z][\w:.-]{0,30}$/i.test(object) ? `${name} ${verb} ${object}` : `${name} ${verb}`;
}

/** A name that may go into logs: short, and without anything but a program's letters. */
function cleanName(program: string): string {
  return program.replace(/[^\w.+@-]/g, "").slice(0, 40) || "?";
}
