// The process of `helix hook guard`: it is started only while a workspace of the project is active (the shell line of
// hook-groups.ts sees to that). It finds out whether the event's session has one, and loads the rest only then.
// Invariants:
// - The exit code is 0 only when a decision is out. Whatever goes wrong, the code is another one, and the shell behind
//   it refuses the call.
// - It ends within DEADLINE_MS, by a signal if need be, well before the client stops waiting and lets the call run.
// - It asks no server: one that was replaced could say anything.

import { messageOf } from "../../base/errors.ts";
import { decodeUtf8, encodeUtf8 } from "../../base/utf8.ts";
import { heldWorkspace, markedWorkspaces } from "../../plan/decision/read-held.ts";
import { guardEvent } from "../../plan/guard/guard-event.ts";
import { markerFolder } from "../../plan/plan-paths.ts";
import { exitNow, writeAll } from "../../platform/libc.ts";
import { killAfter } from "../../platform/libc-alarm.ts";
import { namesIn, readInput, textOfFile } from "../../platform/libc-strict.ts";
import { uptimeSeconds } from "../../platform/libc-uptime.ts";
import { timeoutScale } from "../timeout-scale.ts";

/** PLUGIN_WORD of hook-types.ts, which is not loaded for it. */
const PLUGIN_WORD = "--plugin";
/** The client waits for 10 s. */
const DEADLINE_MS = 4000;
const DEADLINE_MS_MAX = 8000;
const INPUT_BYTES_MAX = 64 * 1024 * 1024;

const files = { namesIn, textOfFile };

/** Does what the words behind `helix hook` ask for, and ends the process. */
export async function runGuard([type, ...rest]: readonly string[]): Promise<never> {
  const isOfPlugin = rest.at(-1) === PLUGIN_WORD;
  const [directory] = isOfPlugin ? rest.slice(0, -1) : rest;
  if (type === "guard-task") return completeTask(directory, isOfPlugin);
  return type === "guard-binding" ? recordCaller(directory) : decideOnInput(isOfPlugin);
}

/** Decides on the event of standard input. */
async function decideOnInput(isOfPlugin: boolean): Promise<never> {
  try {
    killAfter(Math.max(1, Math.min(DEADLINE_MS * timeoutScale, DEADLINE_MS_MAX) - performance.now()));
    const answer = await answerTo(readInput(INPUT_BYTES_MAX), isOfPlugin);
    if (answer !== "") writeAll(1, encodeUtf8(answer));
    exitNow(0);
  } catch (error) {
    try {
      const { guardWords } = await import("./guard-words.ts");
      const why = await guardWords(messageOf(error), 300);
      writeAll(2, encodeUtf8(`helix could not decide: ${why}\n`));
    } catch {
      // Nobody listens, or it cannot be said; the exit code says it.
    }
    exitNow(1);
  }
}

/** What the client is answered; "" for nothing. Throws where it cannot be told. */
async function answerTo(input: Uint8Array, isOfPlugin: boolean): Promise<string> {
  const raw: unknown = JSON.parse(decodeUtf8(input));
  const event = guardEvent(raw);
  const home = process.env.HOME ?? "";
  const project = process.env.CLAUDE_PROJECT_DIR || (process.env.PWD ?? process.cwd());
  const marked = markedWorkspaces(markerFolder(home, project), event.session, files);
  if (marked.length === 0) return "";
  const held = marked.flatMap((each) => heldWorkspace(each, files, uptimeSeconds) ?? []);
  if (held.length === 0) return "";
  const { decided } = await import("./guard-decision.ts");
  const around = { held, marked, home, project };
  if (!isOfPlugin) return decided(event, around);
  const { decidedBeside } = await import("./guard-beside.ts");
  return decidedBeside(event, project, () => decided(event, around));
}

/** Records who calls the tool `plan`. Nothing that goes wrong here stops the call. */
async function recordCaller(directory: string | undefined): Promise<never> {
  try {
    killAfter(Math.max(1, Math.min(DEADLINE_MS * timeoutScale, DEADLINE_MS_MAX) - performance.now()));
    const event = guardEvent(JSON.parse(decodeUtf8(readInput(INPUT_BYTES_MAX))));
    const { recordBinding } = await import("./guard-binding.ts");
    recordBinding(event, directory, process.env);
  } catch {
    // Without a binding the workspace is held by its report, and says so.
  }
  exitNow(0);
}

/** Says whether the client may mark a task as completed. Nothing that goes wrong here refuses it. */
async function completeTask(directory: string | undefined, isOfPlugin: boolean): Promise<never> {
  try {
    killAfter(Math.max(1, Math.min(DEADLINE_MS * timeoutScale, DEADLINE_MS_MAX) - performance.now()));
    const raw: unknown = JSON.parse(decodeUtf8(readInput(INPUT_BYTES_MAX)));
    const { taskCompleted } = await import("./task-completed.ts");
    const answer = await taskCompleted(raw, directory, isOfPlugin);
    if (answer !== "") writeAll(1, encodeUtf8(answer));
  } catch {
    // A report says it all the same.
  }
  exitNow(0);
}
