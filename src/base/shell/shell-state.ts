// What the commands of a line change for those behind them: the folder, variables, functions, what ends the shell.

import type { CommandArgument, SyntaxNode, Word, WordPart } from "unbash";
import { isAbsolutePath, nameOf } from "../path-names.ts";
import type { ShellWord } from "./wrappers.ts";

/** The state of a shell. A shell within it begins with a copy. */
export interface Shell {
  /** As seen from where the line runs; "" for there, null where it is not known. */
  folder: string | null;
  /** `set -e` and `set -o pipefail`. */
  endsAtFailure: boolean;
  failsWithPipe: boolean;
  /** The variables that programs get; null where the value is not known. */
  readonly exported: Map<string, string | null>;
  readonly functions: Map<string, SyntaxNode>;
}

const UNKNOWN: ShellWord = { text: "", isKnown: false };
const SHELLS = ["sh", "bash", "zsh", "dash", "ksh"];

/** A new shell, with a copy of what another one knows. */
export function shellFrom(shell: Partial<Shell>): Shell {
  return {
    folder: "",
    endsAtFailure: false,
    failsWithPipe: false,
    ...shell,
    exported: new Map(shell.exported),
    functions: new Map(shell.functions),
  };
}

/** A word or an assignment, without its quotes. */
export function argumentOf(node: CommandArgument): ShellWord {
  if (node.type === "Word") return { text: node.value, isKnown: isKnown(node) };
  if (node.value.type !== "Word") return { text: node.text, isKnown: false };
  const name = node.text.slice(0, node.value.pos - node.pos);
  return { text: name + node.value.value, isKnown: isKnown(node.value) };
}

/** Whether the shell leaves the word as it is but for its quotes. */
function isKnown({ text, parts }: Word): boolean {
  return !text.startsWith("~") && (parts === undefined || parts.every(isPlain));
}

function isPlain(part: WordPart): boolean {
  if (part.type === "DoubleQuoted" || part.type === "LocaleString") return part.parts.every(isPlain);
  return part.type === "Literal" || part.type === "SingleQuoted" || part.type === "AnsiCQuoted";
}

/** Exports a variable that is given as `NAME=value`. */
export function setVariable(shell: Shell, { text, isKnown }: ShellWord): void {
  const at = text.indexOf("=");
  if (at > 0) shell.exported.set(text.slice(0, at), isKnown ? text.slice(at + 1) : null);
}

/** The folder that `word` names, as seen from `folder`; null where it is not known. */
export function startsIn(folder: string | null, { text, isKnown }: ShellWord): string | null {
  if (!isKnown || text === "-") return null;
  if (text === "" || isAbsolutePath(text) || folder === "") return text === "" ? folder : text;
  return folder === null ? null : `${folder}/${text}`;
}

/** The text that a command runs as a command line: that of `eval`, or of `sh -c`, whose options `shell` gets. */
export function scriptOf(words: readonly ShellWord[], shell: Shell): string | null {
  const texts = textsOf(words);
  const program = nameOf(texts[0] ?? "");
  if (program === "eval") return texts.slice(1).join(" ");
  if (!SHELLS.includes(program)) return null;
  [shell.endsAtFailure, shell.failsWithPipe] = [false, false];
  const behind = takeOptions(texts, shell);
  const isScript = texts.slice(1, behind).some((text) => /^-[a-z]*c/.test(text));
  return isScript ? (texts[behind] ?? "") : null;
}

/** Does to the shell what a command of the shell itself does. */
export function changeShell(words: readonly ShellWord[], shell: Shell): void {
  const [program, ...behind] = words;
  switch (program?.text) {
    case "cd":
    case "pushd":
      shell.folder = startsIn(shell.folder, behind.find(({ text }) => !/^-[-LPe]/.test(text)) ?? UNKNOWN);
      return;
    case "popd":
      shell.folder = null;
      return;
    case "set":
      takeOptions(textsOf(words), shell);
      return;
    case "export":
      for (const word of behind) setVariable(shell, word);
  }
}

function textsOf(words: readonly ShellWord[]): string[] {
  return words.map(({ text }) => text);
}

/** Takes the options behind `set` or a shell, and returns the place of the word behind them. */
function takeOptions(texts: readonly string[], shell: Shell): number {
  let at = 1;
  for (; /^[-+]./.test(texts[at] ?? ""); at++) {
    const option = texts[at]!;
    const isOn = option[0] === "-";
    const isLong = option.startsWith("--");
    const name = !isLong && option.endsWith("o") ? (texts[++at] ?? "") : "";
    if (!isLong && (option.includes("e") || name === "errexit")) shell.endsAtFailure = isOn;
    if (name === "pipefail") shell.failsWithPipe = isOn;
  }
  return at;
}
