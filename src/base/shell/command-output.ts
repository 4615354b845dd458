// What some commands print, as far as that is known before they run. SOME and ANY stand for what is not (word-values.ts).

import { nameOf, parentOf } from "../path-names.ts";
import type { ActShell } from "./act-shell.ts";
import { pathsFrom } from "./act-shell.ts";
import { startsOfFind } from "./nested-commands.ts";
import { ANY, isKnownText, SOME } from "./word-values.ts";

/** Commands that print a name, a number or a date: nothing that leads anywhere. */
const PRINTING_NAMES = /^(?:date|whoami|hostname|id|uname|nproc|arch|wc|seq|uuidgen|getconf|tty|expr|basename)$/;

/** What a command prints; null where that is not known. */
export function outputOf(words: readonly string[], shell: ActShell, root: string): string | null {
  const program = nameOf(words[0] ?? "");
  const rest = words.slice(1).filter((word) => !word.startsWith("-"));
  const [first] = rest;
  switch (program) {
    case "echo":
      return words
        .slice(1)
        .filter((word, at) => at > 0 || !/^-[neE]+$/.test(word))
        .join(" ");
    case "printf":
      return printed(rest);
    case "pwd":
      return shell.folders.length === 1 ? shell.folders[0]! : ANY;
    case "mktemp":
      return madeName(words.slice(1), shell);
    case "basename":
      return first !== undefined && isKnownText(first) && rest.length === 1 ? nameOf(first.replace(/\/+$/, "")) : SOME;
    case "dirname":
      if (first === undefined || first.includes(ANY)) return null;
      return first.includes("/") ? parentOf(first.replace(/(?<=.)\/+$/, "")) : ".";
    case "realpath":
    case "readlink":
      return first === undefined ? null : (pathsFrom(shell.folders, first)[0] ?? null);
    case "find":
      return startsOfFind(words.slice(1))
        .map((start) => `${start}/${SOME}`)
        .join("\n");
    case "git":
      if (rest[0] !== "rev-parse") return null;
      return words.includes("--show-toplevel") ? root : SOME;
    default:
      return PRINTING_NAMES.test(program) ? SOME : null;
  }
}

function printed([format = "", ...values]: readonly string[]): string {
  const hasSeveral = values.length > 1 && (format.match(/%/g)?.length ?? 0) === 1;
  const each = (given: readonly string[]) => {
    let at = 0;
    return format
      .replaceAll(/%(?:[sbq]|[-\d.]*[diuoxXcfeg])/g, () => given[at++] ?? "")
      .replaceAll("\\n", "\n")
      .replaceAll("\\t", "\t")
      .replaceAll("%%", "%");
  };
  return hasSeveral ? values.map((value) => each([value])).join("") : each(values);
}

function madeName(rest: readonly string[], shell: ActShell): string {
  const at = rest.findIndex((word) => /^(?:-p|--tmpdir)/.test(word));
  const option = rest[at];
  const folder =
    option === undefined
      ? null
      : option === "-p"
        ? (rest[at + 1] ?? null)
        : option.replace(/^(?:-p|--tmpdir=?)/, "") || null;
  const [template] = rest.filter((word, index) => !word.startsWith("-") && !(index === at + 1 && option === "-p"));
  const temporary = folder ?? shell.variables.get("TMPDIR")?.[0]?.[0] ?? "/tmp";
  const name = template?.replace(/X{3,}/, SOME) ?? SOME;
  return template !== undefined && option === undefined && !rest.some((word) => /^-[a-z]*t/.test(word))
    ? name
    : `${temporary}/${name}`;
}
