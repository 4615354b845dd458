// `helix run`: runs a command as if helix were not there, and shortens what it prints for a reader.
// Invariants:
// - Where nothing can be shortened, the command takes the place of helix: at a terminal, with `--whole`.
// - Exit code, signals, input, directory, environment and the caller's descriptors are the command's own.
// - Standard output and standard error are shortened apart, unless the caller has both in one place.
// - Nothing of the command's words is read as an option of helix.

import { messageOf, systemCodeOf } from "../../base/errors.ts";
import { isAbsolutePath, nameOf } from "../../base/path-names.ts";
import { SHORTENED_BYTES_MIN } from "../../filters/command-output.ts";
import { type ChildPipe, outputOf, type Piece } from "../../platform/command/child-output.ts";
import { type ChildEnd, endLike } from "../../platform/command/child-process.ts";
import { type DescriptorTarget, makePipe, targetOf, writeWholly } from "../../platform/command/descriptors.ts";
import { findCommand } from "../../platform/command/find-command.ts";
import { inheritedDescriptors, ownVariables, ownWords } from "../../platform/command/inheritance.ts";
import { becomeCommand, type StartedCommand, startChild } from "../../platform/command/start-command.ts";
import { closeFile } from "../../platform/libc.ts";
import { complain } from "../standard-error.ts";

/** What stands in front of the command. */
export interface RunOptions {
  /** Nothing is shortened. */
  readonly isWhole: boolean;
  /** The knowledge base directory that was named. */
  readonly directory: string | undefined;
}

/** Exit codes of shells and of env(1). */
const EXIT_REFUSED = 126;
const EXIT_MISSING = 127;
const EXIT_ERROR = 2;
const OUTPUTS = [1, 2];
/** Shells that take a line as /bin/sh does. */
const LINE_SHELLS = /^(?:sh|bash|zsh|dash|ash|ksh\d*|mksh|yash)$/;
const USUAL_SHELL = "/bin/sh";
/** Takes over what a process prints that the command has left behind. */
const RELAY = "/bin/cat";

/** Runs a command. Returns the exit code of helix, unless the command took its place or ended by a signal. */
export async function runProgram(words: readonly string[], options: RunOptions): Promise<number> {
  const inherited = inheritedDescriptors();
  const found = await commandOf(words);
  if (typeof found === "number") return found;
  const command: StartedCommand = { ...found, variables: ownVariables(), inherited };
  const targets = OUTPUTS.map(targetOf);
  try {
    if (options.isWhole || !targets.some((target) => target?.isRead)) return becomeCommand(command);
    return await runShortened(command, words, targets, options);
  } catch (error) {
    const isMissing = systemCodeOf(error) === "ENOENT";
    await tell(found.path, isMissing ? "the program that its first line names is not there" : messageOf(error));
    return EXIT_REFUSED;
  }
}

/** The program's file and its words; the exit code where there is none. */
async function commandOf(words: readonly string[]): Promise<Pick<StartedCommand, "path" | "words"> | number> {
  const raw = ownWords(words);
  if (words.length === 1) return lineCommand(raw[0]!);
  const name = words[0]!;
  const found = findCommand(name, process.env.PATH);
  if (found.kind === "found") return { path: found.path, words: raw };
  const isMissing = found.kind === "missing";
  const why = isMissing ? "command not found" : found.isDirectory ? "it is a directory" : "permission denied";
  const hint = isMissing && !name.includes("/") ? " (a line for the shell is one word: helix run 'A && B')" : "";
  await tell(name, `${why}${hint}`);
  return isMissing ? EXIT_MISSING : EXIT_REFUSED;
}

/** Says what is wrong with a command. */
async function tell(name: string, why: string): Promise<void> {
  const { quote } = await import("../../engine/text/clean.ts");
  complain(`helix run: ${quote(name)}: ${why}\n`);
}

/** The shell that runs a line: the user's own, if it takes lines as /bin/sh does. */
function lineCommand(line: Uint8Array): Pick<StartedCommand, "path" | "words"> {
  const own = process.env.SHELL ?? "";
  const isOwn = isAbsolutePath(own) && LINE_SHELLS.test(nameOf(own)) && findCommand(own).kind === "found";
  const path = isOwn ? own : USUAL_SHELL;
  // A line that begins with a sign would be an option of the shell.
  const isOption = [0x2b, 0x2d].includes(line[0] ?? 0);
  const words = [path, "-c", ...(isOption ? ["--"] : [])].map((word) => new TextEncoder().encode(word));
  return { path, words: [...words, line] };
}

async function runShortened(
  command: StartedCommand,
  words: readonly string[],
  targets: readonly (DescriptorTarget | null)[],
  options: RunOptions,
): Promise<number> {
  const { pipes, replaced, ends } = pipesFor(targets);
  const closed = [...ends, ...pipes.map(({ reading }) => reading)];
  const { end, pieces, open } = await outputOf(pipes, () => {
    const child = startChild(command, replaced, closed);
    for (const descriptor of ends) closeFile(descriptor);
    return child;
  });
  const failed = pieces !== null && !(await print(pieces, words, end, options));
  for (const pipe of open) relay(pipe, command, open);
  return failed && end.kind === "exit" && end.code === 0 ? EXIT_ERROR : endLike(end);
}

/** A pipe for each output that is read; one for both where they lead to the same. */
function pipesFor(targets: readonly (DescriptorTarget | null)[]) {
  const pipes: (ChildPipe & { readonly identity: string; readonly writing: number })[] = [];
  const replaced = targets.flatMap((target, at) => {
    if (!target?.isRead) return [];
    let pipe = pipes.find(({ identity }) => identity === target.identity);
    if (pipe === undefined) {
      pipe = { ...makePipe(), target: OUTPUTS[at]!, isFile: target.isFile, identity: target.identity };
      pipes.push(pipe);
    }
    return [{ descriptor: OUTPUTS[at]!, by: pipe.writing }];
  });
  return { pipes, replaced, ends: pipes.map(({ writing }) => writing) };
}

/** Prints what was collected, shortened where it may be. Returns whether it could be written. */
async function print(
  pieces: readonly Piece[],
  words: readonly string[],
  end: ChildEnd,
  { directory }: RunOptions,
): Promise<boolean> {
  const isFailure = end.kind === "signal" || end.code !== 0;
  let left = [...pieces];
  for (const pipe of new Set(pieces.map((piece) => piece.pipe))) {
    const original = Buffer.concat(left.filter((piece) => piece.pipe === pipe).map(({ bytes }) => bytes));
    if (original.length < SHORTENED_BYTES_MIN) continue;
    const { shortenedOutput } = await import("./shortened-output.ts");
    const bytes = await shortenedOutput({ original, words, isFailure, directory });
    const first = left.findIndex((piece) => piece.pipe === pipe);
    if (bytes !== null)
      left = left.flatMap((piece, at) => (at === first ? { pipe, bytes } : piece.pipe === pipe ? [] : piece));
  }
  const gone = new Set<ChildPipe>();
  try {
    for (const { pipe, bytes } of left) if (!gone.has(pipe) && !writeWholly(pipe.target, bytes)) gone.add(pipe);
    return true;
  } catch (error) {
    complain(`helix run: the output could not be written: ${messageOf(error)}\n`);
    return false;
  }
}

/** Leaves a program behind that passes on what is still to come, as it would come without helix. */
function relay(pipe: ChildPipe, { variables }: StartedCommand, open: readonly ChildPipe[]): void {
  const words = [new TextEncoder().encode(RELAY)];
  const replaced = [
    { descriptor: 0, by: pipe.reading },
    { descriptor: 1, by: pipe.target },
  ];
  try {
    startChild(
      { path: RELAY, words, variables, inherited: [] },
      replaced,
      open.map(({ reading }) => reading),
    );
  } catch {
    // Without it, what was left behind ends at its next line.
  }
}
