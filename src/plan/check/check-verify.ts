// Whether a verify command can show anything: whether some command of it looks at the work, and whether its failure
// is that of the line.

import { readShell, type ShellCommand } from "../../base/shell/shell-line.ts";
import type { PlanCheck } from "./check-paths.ts";

const EXAMPLE = 'e.g. "npm test"';
/** They succeed, or fail, whatever the work is like. */
const IDLE: ReadonlySet<string> = new Set([
  ":",
  "true",
  "false",
  "exit",
  "return",
  "echo",
  "printf",
  "cd",
  "pushd",
  "popd",
  "pwd",
  "sleep",
  "wait",
  "set",
  "export",
  "unset",
  "shift",
  "alias",
  "umask",
  "date",
  "whoami",
  "hostname",
  "uname",
  "ls",
  "clear",
  "mkdir",
  "touch",
  "env",
  "type",
  "trap",
]);
/** They pass on what they read, and succeed. */
const PASSING: ReadonlySet<string> = new Set([
  "tail",
  "head",
  "cat",
  "tee",
  "sort",
  "uniq",
  "wc",
  "less",
  "more",
  "tr",
  "cut",
  "sed",
  "awk",
  "xargs",
]);
/** Operators of `test` that look at files. */
const LOOKING = /^-[abcdefghknprstuwxGLNOS]$|^-(?:nt|ot|ef)$/;

/** Checks the verify command of a task, `where` being its name: `001 verify`. */
export function checkVerify(where: string, verify: string): PlanCheck {
  const refused = (flaw: string) => ({ errors: [`${where} ${flaw}`], warnings: [] });
  if (verify === "") return refused(`is empty: give the command that shows that the task is done, ${EXAMPLE}`);
  const shown = JSON.stringify(verify.length > 100 ? `${verify.slice(0, 97).toWellFormed()}...` : verify);
  if (/[\n\r]/.test(verify)) return refused(`${shown} has several lines: give one command, ${EXAMPLE}`);
  const { commands, isWhole } = readShell(verify);
  const telling = commands.filter((command) => !isIdle(command));
  if (commands.length > 0 && isWhole && telling.length === 0) {
    return refused(
      `${shown} shows nothing of the work: give a command that fails as long as the task is not done, ${EXAMPLE}`,
    );
  }
  if (isWhole && commands.length === 0) return refused(`${shown} runs no command: give one, ${EXAMPLE}`);
  if (isWhole && !telling.some(({ failure }) => failure === "decides" || failure === "negated")) {
    const why =
      /&\s*$/.test(verify) && !/&&\s*$/.test(verify) ? "it ends in the background" : "what stands behind it decides";
    return refused(`${shown} hides its failure (${why}): give a line that fails when the check fails, ${EXAMPLE}`);
  }
  return {
    errors: [],
    warnings: isWhole ? [] : [`${where} ${shown} cannot be parsed whole: whether its failure counts is not known`],
  };
}

function isIdle({ words: [program, ...words], pipedInto: _, failure }: ShellCommand): boolean {
  // A program that is not known before the line runs may be anything.
  if (program === undefined) return true;
  if (program === null) return false;
  if (program === "test" || program === "[" || program === "[[") {
    return !words.some((word) => word === null || LOOKING.test(word));
  }
  return IDLE.has(program) || (PASSING.has(program) && failure === "decides" && words.every(isNoFile));
}

/** Whether a word names no file: such a program reads what is piped into it. */
function isNoFile(word: string | null): boolean {
  return word !== null && (word.startsWith("-") || /^[\d+]+$/.test(word));
}
