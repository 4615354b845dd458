// Answers a hook when no server does: this process finds the answer itself, in the files of the knowledge base.

import { pathFrom } from "../../base/path-names.ts";
import { encodeUtf8 } from "../../base/utf8.ts";
import { codeFolderName } from "../../code/store/brief-map-file.ts";
import { readHookSettings } from "../../config/lean.ts";
import { EventWriter } from "../../events/log/event-writer.ts";
import { SessionStore } from "../../events/session-store.ts";
import { encodeAnswer } from "../../hooks/common/hook-answer.ts";
import { parseHookEvent } from "../../hooks/common/hook-event.ts";
import { type HookType, hookType } from "../../hooks/common/hook-types.ts";
import type { JudgeProject } from "../../hooks/common/session-place.ts";
import { type HookSurroundings, prepareHook, runHook } from "../../hooks/run-hook.ts";
import { type FoundProject, findProject } from "../../notes/projects/project.ts";
import { randomNoteId } from "../../notes/text/note-id.ts";
import { endAfter, exitNow, writeAll } from "../../platform/libc.ts";
import { libcAppendedFiles, libcFileSystem, libcFiles } from "../../platform/libc-files.ts";
import { terminalSession } from "../../platform/libc-paths.ts";
import { judgedBriefly } from "../brief-judge.ts";
import { environmentClock } from "../clock.ts";
import { timeoutScale } from "../timeout-scale.ts";
import type { UnansweredEvent } from "./hook-client.ts";
import { isTraced } from "./is-traced.ts";
import { parseEvent } from "./parse-event.ts";

/** When a hook gives up, in milliseconds after its start, whatever it is doing. */
const END_MS = 2000 * timeoutScale;
/** When a hook answers with what it has found so far, in milliseconds after the start of the process. */
const LATE_MS = 400 * timeoutScale;
/** When an output has to be shortened, in milliseconds after the start of the process. */
const SHORTENED_MS = 1700 * timeoutScale;
/** The longest output that is shortened, in bytes: without compiled code, redaction takes several times as long. */
const SHORTENED_BYTES_MAX = 200_000;

/**
 * The first hook of a session merges a tail of the log with a length within these limits, in a log up to this size, in
 * bytes. Longer tails take more than half a second. Shorter ones are not worth it to anybody (WORTH_BYTES of
 * merge-scheduler.ts, which is not loaded just for this number).
 */
const MERGE_TAIL_MIN = 64 * 1024;
const MERGE_TAIL_MAX = 1024 * 1024;
const MERGE_LOG_MAX = 32 * 1024 * 1024;

/**
 * How many times later than usual the engine compiles code. Indexing hundreds of notes in this process is still worth
 * compiling.
 */
const RELUCTANCE = 10;

/** Answers an event on standard output, stores what has to be stored, and ends the process. */
export async function answerHere(event: UnansweredEvent): Promise<never> {
  guard();
  stayUncompiled();
  try {
    await answer(event);
  } catch {
    // Nothing that goes wrong here is worth an error in somebody's conversation.
  }
  exitNow(0);
}

/**
 * Ends the process after END_MS. Reading the input and asking the server had limits of their own; from here on the
 * process may hang anywhere, and only another thread can end it then.
 */
function guard(): void {
  try {
    endAfter(Math.max(1, END_MS - performance.now()));
  } catch {
    // A system so old that it has no such timer. An answer without a guard is better than no answer.
  }
}

/**
 * Keeps the engine from compiling. The code that follows runs only once. The engine would compile loops that seem busy,
 * on the same few cores, which takes a sixth of the whole time of the process (docs/PERFORMANCE.md).
 */
function stayUncompiled(): void {
  // A documented function of Bun. A runtime without it is only slower.
  (Bun.unsafe as { readonly setJITPolicy?: (scale: number) => void }).setJITPolicy?.(RELUCTANCE);
}

async function answer({ name, directory, input }: UnansweredEvent): Promise<void> {
  const type = hookType(name);
  if (type === null) return;
  const raw = parseEvent(input);
  if (raw === null) return;
  const now = environmentClock()();
  // These run in parallel. One after the other, each load waits for the one before, which took a tenth of the process's
  // time.
  const [view, checkpoint] = await Promise.all([
    viewFor(type, directory),
    checkpointFor(type, directory),
    prepareHook(type, raw),
  ]);
  const judge = (found: FoundProject) => judgedBriefly(directory, found, view());
  if (type === "session") await settle(directory, raw, judge);
  const run = await runHook(type, raw, {
    files: libcFiles,
    judge,
    sessions: new SessionStore(libcAppendedFiles, directory, terminal),
    events: new EventWriter(libcAppendedFiles, directory, randomNoteId),
    isTraced,
    settings: (root) =>
      readHookSettings({
        files: libcFiles,
        directory,
        root,
        environment: process.env,
        user: process.geteuid?.() ?? null,
      }),
    judgements: async () => (await import("./brief-judgements.ts")).readJudgements(directory),
    knowledgeBase: directory,
    lacksCode: (root) => libcFiles.kind(`${directory}/code/${codeFolderName(root)}`) !== null,
    directory: workingDirectory(),
    now,
    view,
    checkpoint,
    isLate: () => performance.now() > LATE_MS,
    shortener: async () => {
      const { shortenHere } = await import("./output-shortener.ts");
      return (event, root) =>
        shortenHere(directory, event, root, {
          now,
          bytesMax: SHORTENED_BYTES_MAX,
          leftMs: () => SHORTENED_MS - performance.now(),
        });
    },
  });
  const { outcome } = run;
  const text = encodeAnswer(type, outcome.answer, outcome);
  if (text !== "") writeAll(1, encodeUtf8(text));
  if (type === "session") await tidy(directory, now);
  if (outcome.capture === undefined && outcome.resolution === undefined) return;
  const { keep } = await import("./keep.ts");
  await keep(directory, run, terminal());
}

/**
 * Runs once a session. It removes sessions that are over, and merges a tail that every later hook would have to index
 * again, as a server would have done. What takes longer than a hook has is left to the next command.
 */
async function tidy(directory: string, now: number): Promise<void> {
  const { sweepRecords } = await import("./sweep-records.ts");
  sweepRecords(directory, now);
  if (libcFiles.kind(`${directory}/events`) !== null) (await import("./brief-judgements.ts")).keepJudgements(directory);
  const { extentOf } = await import("../../notes/store/brief-opening.ts");
  const extent = extentOf(libcFileSystem, directory);
  if (extent === null || extent.log > MERGE_LOG_MAX || extent.tail > MERGE_TAIL_MAX || extent.tail < MERGE_TAIL_MIN)
    return;
  const { mergeTail } = await import("./keep.ts");
  await mergeTail(directory);
}

/**
 * Runs once for a work tree. To find out whether it is another clone of a known remote, its commits are examined. The
 * code for that is loaded only here.
 */
async function settle(directory: string, raw: unknown, judge: JudgeProject): Promise<void> {
  const found = findProject(pathFrom(workingDirectory(), parseHookEvent(raw).cwd), libcFiles);
  if (found === null || judge(found).project.claimed === undefined) return;
  await (await import("./settle-project.ts")).settleProject(directory, found);
}

function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    // The working directory was removed.
    return "/";
  }
}

/** Identifies the session by the terminal, for a client that gives no session id. */
function terminal(): string {
  return `terminal-${terminalSession()}`;
}

/** The view of the live notes, loaded only for the hooks that look at notes. */
async function viewFor(type: HookType, directory: string): Promise<HookSurroundings["view"]> {
  if (type === "approve-mcp" || type === "stop" || type === "pre-compact") return () => null;
  const { openBriefly } = await import("../../notes/store/brief-opening.ts");
  const view = await openBriefly(libcFileSystem, directory);
  return () => view;
}

/** The function that reads checkpoints, loaded only for the hooks that tell of them. */
async function checkpointFor(type: HookType, directory: string): Promise<HookSurroundings["checkpoint"]> {
  if (type !== "session" && type !== "pre-compact") return () => null;
  const { readCheckpoint } = await import("./checkpoint-reading.ts");
  return (project) => readCheckpoint(libcFileSystem, directory, project);
}
