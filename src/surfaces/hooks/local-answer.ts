// A hook's answer where no server has one: found in this process, by the files of the knowledge base.

import { encodeAnswer } from "../../features/hooks/hook-answer.ts";
import type { HookType } from "../../features/hooks/hook-types.ts";
import { type HookSurroundings, prepareHook, runHook } from "../../features/hooks/run-hook.ts";
import { SessionStore } from "../../features/hooks/session-store.ts";
import { encodeUtf8 } from "../../format/utf8.ts";
import { writeAll } from "../../storage/libc.ts";
import { libcAppendedFiles, libcFileSystem, libcFiles } from "../../storage/libc-files.ts";
import { terminalSession } from "../../storage/libc-paths.ts";
import { environmentClock } from "../clock.ts";
import { patience } from "../patience.ts";
import { parseEvent } from "./read-event.ts";

/** When it answers with what it has, in milliseconds after the start of the process. */
const LATE_MS = 400 * patience;

/** Answers on standard output, and keeps what there is to keep. */
export async function answerHere(type: HookType, directory: string, cwd: string, input: Uint8Array): Promise<void> {
  const raw = parseEvent(input);
  if (raw === null) return;
  const now = environmentClock()();
  // At once, since the loads of one after the other wait for each other: that took a tenth of the process's time.
  const [view, checkpoint] = await Promise.all([
    viewFor(type, directory),
    checkpointFor(type, directory),
    prepareHook(type),
  ]);
  const run = await runHook(type, raw, {
    files: libcFiles,
    sessions: new SessionStore(libcAppendedFiles, directory, terminal),
    directory: cwd,
    now,
    view,
    checkpoint,
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
