// Programs that run the command behind them: `timeout 60 make`, `uv run --directory api pytest`, `python -m mypy`.

import { nameOf } from "../path-names.ts";

/** A word of a command, without its quotes. What the shell would replace in it stands as it is written. */
export interface ShellWord {
  readonly text: string;
  /** Whether the text is the word that the program will get. */
  readonly isKnown: boolean;
}

/** A command without the programs that run it, and what those said of it. */
export interface UnwrappedCommand {
  readonly words: readonly ShellWord[];
  /** The folders that their options name, each as seen from the one before. */
  readonly folders: readonly ShellWord[];
  /** Variables, as `NAME=value`. */
  readonly assignments: readonly ShellWord[];
}

interface Wrapper {
  /** Its options that take the next word. */
  readonly options: readonly string[];
  /** The words of which one has to follow; null for none. Options may stand before it. */
  readonly verbs: readonly string[] | null;
  /** How many more words of its own stand before the command. */
  readonly own: number;
}

const PACKAGE_OPTIONS = "-p --package -w --workspace --prefix -C --dir --cwd --filter -F";
const ENVIRONMENT_OPTIONS =
  "--with --with-requirements --extra --group --package --python -p --project --directory -C -e --env --env-file --rcfile --source";
const XARGS = "xargs gxargs";
/** Names of wrappers, their options that take the next word, their verbs, and how many words are their own. */
const TABLE: readonly (readonly [names: string, options: string, verbs?: string, own?: number])[] = [
  ["sudo doas", "-u -g -p -D -R -T -h -r -t -U --user --group --chdir --prompt --host"],
  ["env", "-u --unset -C --chdir"],
  ["nice", "-n --adjustment"],
  ["ionice", "-c -n -p --class --classdata"],
  ["timeout gtimeout", "-k --kill-after -s --signal", "", 1],
  ["stdbuf", "-i -o -e --input --output --error"],
  ["time gtime", "-f --format -o --output"],
  ["exec", "-a"],
  ["command builtin nohup setsid unbuffer chronic cross-env", ""],
  ["dotenv", "-e"],
  ["caffeinate", "-t -w"],
  ["unshare", "-S -G -R -w --setuid --setgid --root --wd"],
  ["strace ltrace", "-e -o -p -s -u -O -S -P -a -E"],
  ["taskset chrt chroot setarch", "", "", 1],
  ["busybox toybox", ""],
  ["xvfb-run", "-n -s -e -f -p -w --server-num --server-args --error-file --auth-file"],
  [XARGS, "-n -P -L -d -s -a -E -I -J --max-args --max-procs --max-lines --delimiter --arg-file"],
  ["npx bunx pnpx", PACKAGE_OPTIONS],
  ["npm pnpm yarn bun", PACKAGE_OPTIONS, "exec dlx x"],
  ["uvx", "--from --with --python -p --directory --project --index-url"],
  ["uv poetry pipenv pdm hatch rye coverage devbox volta", ENVIRONMENT_OPTIONS, "run"],
  ["pipx", "--spec --python --pip-args", "run"],
  ["bundle rbenv pyenv asdf mise rtx", "-C --cd -E --env --gemfile", "exec x"],
  ["direnv", "", "exec", 1],
];
const FOLDER_OPTIONS = ["-C", "-D", "--cd", "--chdir", "--cwd", "--dir", "--directory", "--prefix"];
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
const PYTHON = /^(?:python|pypy)[\d.]*$/;
const PYTHON_OPTIONS = ["-X", "-W"];
/** Stands for the words that `xargs` adds. */
const ADDED: ShellWord = { text: "$@", isKnown: false };

const wrappers = new Map<string, Wrapper>();
for (const [names, options, verbs = "", own = 0] of TABLE) {
  const wrapper = { options: options.split(" "), verbs: verbs === "" ? null : verbs.split(" "), own };
  for (const name of names.split(" ")) wrappers.set(name, wrapper);
}

/** Takes off the programs that run a command. A command without any comes back as it is. */
export function unwrapped(all: readonly ShellWord[]): UnwrappedCommand {
  const assignments: ShellWord[] = [];
  const folders: ShellWord[] = [];
  let words = all;
  for (;;) {
    const program = nameOf(words[0]?.text ?? "");
    const wrapper = wrappers.get(program);
    const [start, said] = PYTHON.test(program)
      ? [behindModuleOption(words), []]
      : wrapper === undefined
        ? [0, []]
        : behindWrapper(words, wrapper);
    if (start <= 0 || start >= words.length) return { words, folders, assignments };
    for (const word of said) (ASSIGNMENT.test(word.text) ? assignments : folders).push(word);
    const isAdding = XARGS.includes(program) && !words.slice(0, start).some(({ text }) => /^-[IiJ]/.test(text));
    words = isAdding ? [...words.slice(start), ADDED] : words.slice(start);
  }
}

/** The place of the command behind a wrapper, 0 for none, with the assignments and folders before it. */
function behindWrapper(words: readonly ShellWord[], { options, verbs, own }: Wrapper): [number, ShellWord[]] {
  const said: ShellWord[] = [];
  const ownWords = verbs === null ? own : own + 1;
  let passed = 0;
  for (let at = 1; at < words.length; at++) {
    const word = words[at]!;
    const [option = "", ...value] = word.text.split("=");
    // `command -v` only asks where a program is.
    if (/^-[vV]$/.test(word.text) && words[0]!.text === "command") return [0, said];
    if (word.text === "--") return [passed < ownWords ? 0 : at + 1, said];
    if (word.text.startsWith("-")) {
      const hasValue = options.includes(option) && (value.length > 0 || words[at + 1] !== undefined);
      if (hasValue && FOLDER_OPTIONS.includes(option))
        said.push(value.length > 0 ? { ...word, text: value.join("=") } : words[at + 1]!);
      if (hasValue && value.length === 0) at++;
    } else if (passed === ownWords && !ASSIGNMENT.test(word.text)) return [at, said];
    else if (passed === ownWords) said.push(word);
    else if (passed++ === 0 && verbs?.includes(word.text) === false) return [0, said];
  }
  return [0, said];
}

/** The place of the module in `python -u -m pytest`; 0 for none. */
function behindModuleOption(words: readonly ShellWord[]): number {
  for (let at = 1; words[at]?.text.startsWith("-") === true; at++) {
    if (words[at]!.text === "-m") return at + 1;
    if (PYTHON_OPTIONS.includes(words[at]!.text)) at++;
  }
  return 0;
}
