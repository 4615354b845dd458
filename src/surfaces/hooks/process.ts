// `helix hook TYPE [DIR]`: one event on standard input, one answer on standard output.
// Invariants:
// - the exit code is 0, and what is printed is a whole answer or nothing, whatever comes in and whatever is broken;
// - it ends within a time that it sets itself, even when a disk or a pipe hangs;
// - it loads nothing that it could do without: everything imported here delays every event of every session.

import { encodeAnswer } from "../../features/hooks/hook-answer.ts";
import { type HookType, hookType } from "../../features/hooks/hook-types.ts";
import { type HookSurroundings, runHook } from "../../features/hooks/run-hook.ts";
import { SessionStore } from "../../features/hooks/session-store.ts";
import { encodeUtf8 } from "../../format/utf8.ts";
import { endAfter, exitNow, terminalSession, writeAll } from "../../storage/libc.ts";
import { libcAppendedFiles, libcFileSystem, libcFiles } from "../../storage/libc-files.ts";
import { environmentClock } from "../clock.ts";
import { readEvent } from "./read-event.ts";

/** When a hook gives up, in milliseconds after its start, whatever it is doing. */
const END_MS = 2000;
/** When it answers with what it has. */
const LATE_MS = 400;

/** Answers one event and ends the process. `words` stand behind `helix hook`. */
export async function runHookProcess(words: readonly string[]): Promise<never> {
  try {
    endAfter(END_MS);
    await answer(words);
  } catch {
    // Nothing that goes wrong here is worth an error in somebody's conversation.
  }
  exitNow(0);
}

async function answer([name = "", given]: readonly string[]): Promise<void> {
  const type = hookType(name);
  const directory = knowledgeBaseDirectory(given);
  if (type === null || directory === null) return;
  const raw = readEvent();
  if (raw === null) return;
  const now = environmentClock()();
  const run = await runHook(type, raw, {
    files: libcFiles,
    sessions: new SessionStore(libcAppendedFiles, directory, terminal),
    directory: currentDirectory(),
    now,
    view: await viewFor(type, directory),
    checkpoint: await checkpointFor(type, directory),
    isLate: () => performance.now() > LATE_MS,
  });
  const { outcome } = run;
  const text = encodeAnswer(type, outcome.answer);
  if (text !== "") writeAll(1, encodeUtf8(text));
  if (type === "session") {
    const { sweepSessions } = await import("./sweep-sessions.ts");
    sweepSessions(directory, now);
  }
  if (outcome.capture === undefined && outcome.resolution === undefined) return;
  const { keep } = await import("./keep.ts");
  await keep(directory, run, terminal());
}

/** What tells sessions apart where the client does not: the terminal that it runs in. */
function terminal(): string {
  return `terminal-${terminalSession()}`;
}

/** The way to what is live, loaded for the hooks that look at notes. */
async function viewFor(type: HookType, directory: string): Promise<HookSurroundings["view"]> {
  if (type === "approve-mcp" || type === "stop" || type === "pre-compact") return () => null;
  const { openBriefly } = await import("../../knowledge/brief-opening.ts");
  const view = await openBriefly(libcFileSystem, directory);
  return () => view;
}

/** The way to checkpoints, loaded for the hooks that tell of them. */
async function checkpointFor(type: HookType, directory: string): Promise<HookSurroundings["checkpoint"]> {
  if (type !== "session" && type !== "pre-compact") return () => null;
  const { readCheckpoint } = await import("./checkpoint-reading.ts");
  return (project) => readCheckpoint(libcFileSystem, directory, project);
}

/** The directory given, else HELIX_KB, else the one in the user's home; null where there is no home. */
function knowledgeBaseDirectory(given: string | undefined): string | null {
  const named = given || process.env.HELIX_KB;
  const home = process.env.HOME;
  if (named?.startsWith("/")) return named;
  if (named && named !== "~" && !named.startsWith("~/")) return `${currentDirectory()}/${named}`;
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
