// Which commands of a line print what its reader sees, and by which words filters know them.
//
// - The last program of a pipe prints; behind programs that only pass on (`tee`, `head`, `less`) the one before.
// - What goes to a file or into a substitution is not seen.
// - Programs that print nothing or a line (`cd`, `mkdir`, `echo`) do not count beside others.

import { nameOf } from "../base/path-names.ts";
import { readShell, type ShellCommand } from "../base/shell/shell-line.ts";

/** A command whose output the reader sees. */
export interface PrintingCommand {
  /** Its words, without the programs that run it; the program without its folder. */
  readonly words: readonly string[];
  /** The program and its subcommand, as people count them: `git log`. */
  readonly program: string;
  /** The texts that `match_command` is tried against, one after another. */
  readonly texts: readonly string[];
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
/** Programs that print nothing, or a line. */
const QUIET = new Set(
  ": true false cd pushd popd export set unset alias source . mkdir rmdir rm cp mv ln touch chmod chown kill sleep wait exit return trap umask ulimit test [ [[ read local declare readonly shift echo printf pwd date whoami hostname which sync".split(
    " ",
  ),
);
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
  kubectl: ["-n", "--namespace", "--context", "--kubeconfig", "--cluster", "--user", "-s", "--server"],
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
export function printedLine(line: string): PrintedLine {
  const { commands, isWhole } = readShell(line);
  const seen: PrintingCommand[] = [];
  let before: { command: ShellCommand; printing: PrintingCommand } | null = null;
  for (const command of commands) {
    const isPiped: boolean = before !== null && before.command.pipedInto.length === command.pipedInto.length + 1;
    const printing = printingOf(command, isPiped ? before!.printing : null);
    before = { command, printing };
    const isPassing = isPiped && PASSING.has(printing.words[0]!);
    if (!isPassing && !command.isUnseen && command.pipedInto.every((program) => PASSING.has(program)))
      seen.push(printing);
  }
  const loud = seen.filter(({ words }) => !QUIET.has(words[0]!));
  return { commands: loud.length > 0 ? loud : seen.slice(-1), isWhole };
}

function printingOf(command: ShellCommand, from: PrintingCommand | null): PrintingCommand {
  const words = [nameOf(command.written[0]!), ...command.written.slice(1)];
  const bare = withoutGlobalOptions(words);
  const texts = [bare, words, command.written, command.given].map((each) => each.join(" "));
  return { words: bare, program: programOf(bare), texts: [...new Set(texts)], from };
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
