// Commands that stand in the words of another: `bash -c '...'`, `find -exec`, `xargs`, `env -S`, `script -c`, `trap`.
// The programs of wrappers.ts, behind which a command simply follows, are taken off before.

import { nameOf } from "../path-names.ts";
import { ANY, SOME } from "./word-values.ts";

/** A command within another. */
export type NestedCommand =
  /** A text that a new shell runs, and the words that are its `$0`, `$1`, ... `isHere`: this very shell runs it. */
  | { readonly script: string; readonly positional: readonly string[]; readonly isHere: boolean }
  | { readonly words: readonly string[] };

const SHELLS = /^(?:ba|z|da|k|a|mk|fi)?sh$/;
/** Programs whose option takes a command line; without it some of them take words. */
const WITH_SCRIPT: Record<string, RegExp> = {
  script: /^(?:-[a-z]*c|--command)$/,
  su: /^(?:-c|--command|--session-command)$/,
  runuser: /^(?:-c|--command)$/,
  sg: /^-c$/,
  flock: /^(?:-c|--command)$/,
  npx: /^(?:-c|--call)$/,
  npm: /^(?:-c|--call)$/,
  env: /^(?:-[a-zA-Z0]*S|--split-string)$/,
};
/** Programs all of whose words are command lines, or one. */
const ALL_WORDS = /^(?:hyperfine|concurrently|parallel|watch|entr)$/;
const STDIN = "/dev/stdin";
const FIND_EXEC = /^-(?:exec|execdir|ok|okdir)$/;

/** Whether a program is a shell. */
export function isShell(program: string): boolean {
  return SHELLS.test(program);
}

/**
 * The commands within one. `given` has the wrappers, `words` has none; `input` is what the command reads, null where
 * that is not known. null: there is none.
 */
export function nestedCommands(words: readonly string[], input: string | null): NestedCommand[] {
  const program = nameOf(words[0] ?? "");
  const rest = words.slice(1);
  if (program === "eval") return [{ script: rest.join(" "), positional: [], isHere: true }];
  // What an alias stands for is taken as run: whoever defines one in a line uses it.
  if (program === "alias")
    return rest.flatMap((word) =>
      word.includes("=") ? [{ script: word.slice(word.indexOf("=") + 1), positional: [], isHere: false }] : [],
    );
  if ((program === "source" || program === ".") && rest[0] === STDIN && input !== null)
    return [{ script: input, positional: [], isHere: true }];
  if (program === "trap" && rest.length > 1) return [{ script: rest[0]!, positional: [], isHere: false }];
  if (isShell(program)) return scriptOfShell(rest, input);
  if (/^g?find$/.test(program)) return commandsOfFind(rest);
  if (/^(?:at|batch)$/.test(program) && input !== null) return [{ script: input, positional: [], isHere: false }];
  if (/^(?:tmux|screen)$/.test(program)) {
    const behind = rest.findIndex((word) => / /.test(word));
    return behind < 0 ? [] : [{ script: rest.slice(behind).join(" "), positional: [], isHere: false }];
  }
  const option = WITH_SCRIPT[program];
  if (option !== undefined) {
    const at = rest.findIndex((word) => option.test(word));
    const long = rest.find((word) => /^--(?:command|call|split-string|session-command)=/.test(word));
    const script = at >= 0 ? rest.slice(at + 1) : long === undefined ? [] : [long.slice(long.indexOf("=") + 1)];
    const joined = program === "env" ? script.join(" ") : (script[0] ?? "");
    if (script.length > 0) return [{ script: joined, positional: [], isHere: false }];
  }
  if (program === "env") {
    const together = rest.find((word) => /^-[a-z]*S./.test(word));
    if (together !== undefined)
      return [{ script: together.slice(together.indexOf("S") + 1), positional: [], isHere: false }];
  }
  if (program === "script") {
    // Elsewhere than on Linux the command follows the file.
    const file = rest.findIndex((word) => !word.startsWith("-"));
    return file >= 0 && file + 1 < rest.length ? [{ words: rest.slice(file + 1) }] : [];
  }
  if (ALL_WORDS.test(program)) {
    const said = rest.filter((word) => !word.startsWith("-"));
    const scripts = said.some((word) => word.includes(" ")) ? said : [said.join(" ")];
    return scripts.map((script) => ({ script, positional: [], isHere: false }));
  }
  return [];
}

/** The words of a command that `xargs -I` fills, with what it puts there. */
export function filledByXargs(given: readonly string[], added: readonly string[]): string[] {
  if (!/^g?xargs$/.test(nameOf(given[0] ?? ""))) return [...given];
  const at = given.findIndex((word) => /^(?:-[IiJ]|--replace)/.test(word));
  if (at < 0) return [...given];
  const option = given[at]!;
  const isAlone = option === "-I" || option === "-J";
  const mark = isAlone ? (given[at + 1] ?? "") : option.replace(/^(?:-[IiJ]|--replace=?)/, "") || "{}";
  const start = at + (isAlone ? 2 : 1);
  const value = added.length === 1 ? added[0]! : ANY;
  if (mark === "") return [...given];
  return given.map((word, index) => (index < start ? word : word.replaceAll(mark, value)));
}

function scriptOfShell(rest: readonly string[], input: string | null): NestedCommand[] {
  let at = 0;
  let isScript = false;
  for (; /^[-+]./.test(rest[at] ?? ""); at++) {
    const option = rest[at]!;
    if (option === "--") {
      at++;
      break;
    }
    if (!option.startsWith("--") && option.includes("c")) isScript = true;
    if (/^[-+][a-zA-Z]*[oO]$/.test(option) || /^--(?:rcfile|init-file)$/.test(option)) at++;
  }
  if (isScript) return [{ script: rest[at] ?? "", positional: rest.slice(at + 1), isHere: false }];
  const isReading =
    rest[at] === undefined ||
    rest[at] === "-" ||
    rest[at] === STDIN ||
    rest.slice(0, at).some((word) => /^-[a-z]*s/.test(word));
  return isReading && input !== null ? [{ script: input, positional: ["sh", ...rest.slice(at)], isHere: false }] : [];
}

/** The commands behind `-exec`, once for each place where the search starts. */
function commandsOfFind(rest: readonly string[]): NestedCommand[] {
  const starts = startsOfFind(rest);
  const commands: NestedCommand[] = [];
  for (let at = 0; at < rest.length; at++) {
    if (!FIND_EXEC.test(rest[at]!)) continue;
    const end = rest.findIndex((word, index) => index > at && (word === ";" || word === "+"));
    const command = rest.slice(at + 1, end < 0 ? rest.length : end);
    for (const start of starts)
      commands.push({ words: command.map((word) => word.replaceAll("{}", `${start}/${SOME}`)) });
    at += command.length;
  }
  return commands;
}

/** The places at which `find` starts. */
export function startsOfFind(rest: readonly string[]): string[] {
  const first = rest.findIndex((word) => !/^-(?:[HLP]|O\d?)$/.test(word));
  const behind = first < 0 ? [] : rest.slice(first);
  const end = behind.findIndex((word) => /^[-(!]/.test(word));
  const starts = end < 0 ? behind : behind.slice(0, end);
  return starts.length === 0 ? ["."] : starts.map((start) => start.replace(/(?<=.)\/+$/, ""));
}
