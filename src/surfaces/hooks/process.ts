// `helix hook TYPE [DIR]`: one event on standard input, one answer on standard output.
// Invariants:
// - the exit code is 0, and what is printed is a whole answer or nothing, whatever comes in and whatever is broken;
// - it ends within a time that it sets itself, even when a disk or a pipe hangs;
// - it loads nothing that it could do without: everything imported here delays every event of every session. What finds an answer is
//   loaded where no server has one.

import { hookType } from "../../features/hooks/hook-types.ts";
import { encodeUtf8 } from "../../format/utf8.ts";
import { endAfter, exitNow, writeAll } from "../../storage/libc.ts";
import { patience } from "../patience.ts";
import { readInput } from "./read-event.ts";
import { askServer, callServer } from "./relay.ts";

/** When a hook gives up, in milliseconds after its start, whatever it is doing. */
const END_MS = 2000 * patience;

/** How many times later than usual the engine compiles anything: notes by the hundred that it has to index itself are still worth it. */
const RELUCTANCE = 10;

/** Answers one event and ends the process. `words` stand behind `helix hook`. */
export async function runHookProcess(words: readonly string[]): Promise<never> {
  try {
    await answer(words);
  } catch {
    // Nothing that goes wrong here is worth an error in somebody's conversation.
  }
  exitNow(0);
}

async function answer([name = "", given]: readonly string[]): Promise<void> {
  const type = hookType(name);
  const cwd = currentDirectory();
  const directory = knowledgeBaseDirectory(given, cwd);
  if (type === null || directory === null) return;
  const server = callServer(directory, cwd);
  const input = readInput(END_MS);
  // What is open here ends with the process.
  if (input === null || input.length === 0) return;
  const said = server < 0 ? null : askServer(server, type, cwd, input);
  if (said === null) {
    guard();
    stayUncompiled();
    const { answerHere } = await import("./local-answer.ts");
    await answerHere(type, directory, cwd, input);
  } else if (said !== "") {
    writeAll(1, encodeUtf8(said));
  }
}

/** Input and server were given a time each; from here on the process may hang anywhere. To guard against that takes a thread. */
function guard(): void {
  try {
    endAfter(Math.max(1, END_MS - performance.now()));
  } catch {
    // A system so old that it has no such timer: an answer without a guard is better than none.
  }
}

/**
 * What follows runs once. The engine would compile what a loop makes look busy, beside it and on the same few cores: a sixth of all the time
 * that the process takes (docs/PERFORMANCE.md).
 */
function stayUncompiled(): void {
  // Bun's own, and documented; one that has it no more is only slower.
  (Bun.unsafe as { readonly setJITPolicy?: (scale: number) => void }).setJITPolicy?.(RELUCTANCE);
}

/** The directory given, else HELIX_KB, else the one in the user's home; null where there is no home. */
function knowledgeBaseDirectory(given: string | undefined, cwd: string): string | null {
  const named = given || process.env.HELIX_KB;
  const home = process.env.HOME;
  if (named?.startsWith("/")) return named;
  if (named && named !== "~" && !named.startsWith("~/")) return `${cwd}/${named}`;
  if (!home?.startsWith("/")) return null;
  return named ? home + named.slice(1) : `${home}/.helix-kb`;
}

function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return "/";
  }
}
