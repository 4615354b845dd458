// After a tool has failed: shows what is known about the error. A failed build or test run is handled by post-build.ts,
// whichever hook hears of it.

import { cleanLine } from "../../engine/text/clean.ts";
import { showControls } from "../../engine/text/controls.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import type { SessionUpdate } from "../../events/session-state.ts";
import { ownToolName } from "../approval/own-tool-names.ts";
import { SILENCE } from "../common/hook-answer.ts";
import type { HookContext, HookOutcome } from "../common/hook-context.ts";
import { textOf } from "../common/hook-event.ts";
import { isRefusal } from "../common/refusals.ts";
import { touchedFile } from "../common/touched-file.ts";
import { cutFailureLine } from "../outputs/cut-failure.ts";
import { ownErrors } from "../runs/answering-commands.ts";
import { extractErrors } from "../runs/extract-errors.ts";
import { errorWords } from "./error-words.ts";
import { knownNotes } from "./known-notes.ts";
import { boundedText, ERROR_LENGTH_MAX, EXIT_CODE, lastLines } from "./output.ts";
import { runOutcome } from "./post-build.ts";

/** Tools of the client that work on files. After the first line, their errors quote the contents of files. */
const FILE_TOOLS = " Read Edit MultiEdit Write NotebookEdit Glob Grep LS ";
const SHOWN_LENGTH_MAX = 80;

/** Answers the event. Where outputs are shortened, it says what of a long one the client has cut away. */
export function errorContext(context: HookContext): HookOutcome {
  const outcome = ofError(context);
  const line = context.isEconomical ? cutFailureLine(context.event) : null;
  if (line === null) return outcome;
  const { answer } = outcome;
  return { ...outcome, answer: { kind: "text", text: answer.kind === "text" ? `${answer.text}\n${line}` : line } };
}

function ofError(context: HookContext): HookOutcome {
  const { toolName, error, isInterrupt } = context.event;
  const isCommand = toolName === "Bash";
  const undone = undoneEdit(context);
  const ran = isCommand && EXIT_CODE.test(error);
  const isStopped = isInterrupt || error.trim() === "" || (!ran && isRefusal(error));
  if (isStopped || ownToolName(toolName) !== null) {
    context.trace.silent("aside");
    return { answer: SILENCE, updates: undone };
  }
  const run = isCommand ? runOutcome(context) : null;
  if (run !== null) return run;
  const updates: SessionUpdate[] = isCommand ? [{ kind: "x", value: "" }] : undone;
  const said = isCommand ? commandErrors(context) : toolErrors(toolName, error);
  const words = errorWords(said.texts, said.codes, isCommand ? textOf(context.event.toolInput, "command") : "");
  const shown = showControls(cutLine(cleanLine(said.texts[0] ?? ""), SHOWN_LENGTH_MAX));
  const notes = knownNotes(context, `helix: what is known about this error (${shown})`, words, said.paths);
  const answer = notes?.answer() ?? SILENCE;
  return { answer, isFailure: isCommand, updates: [...updates, ...(notes?.updates() ?? [])] };
}

/** Takes back an edit that failed: the session heard of the edit before it was tried. */
function undoneEdit(context: HookContext): SessionUpdate[] {
  const file = touchedFile(context);
  return file?.kind === "e" ? [{ kind: "u", value: file.name }] : [];
}

/** The contents of an error: texts to take words from, error codes, and files. */
interface SaidError {
  readonly texts: readonly string[];
  readonly codes: readonly string[];
  readonly paths: readonly string[];
}

/**
 * The errors that a command printed. If none of them says exactly what is wrong, the last lines are added: they say why
 * the command ended.
 */
function commandErrors({ event }: HookContext): SaidError {
  const output = boundedText(event.error.replace(EXIT_CODE, ""));
  const own = ownErrors(textOf(event.toolInput, "command"), output);
  if (own !== null) return { texts: own, codes: [], paths: [] };
  const errors = extractErrors(output).filter(({ weight }) => weight !== "consequence");
  const texts = errors.map(({ message, test }) => (test === "" ? message : `${test}: ${message}`));
  const codes = errors.map(({ code }) => code).filter((code) => code !== "");
  const paths = errors.flatMap(({ place }) => (place === null ? [] : [place.path]));
  const isClear = errors.some(({ weight }) => weight === "exact");
  return { texts: isClear ? texts : [...texts, ...lastLines(output)], codes, paths };
}

function toolErrors(toolName: string, error: string): SaidError {
  const text = boundedText(error.slice(0, 2 * ERROR_LENGTH_MAX).replace(/<\/?[\w-]{1,40}>/g, "")).slice(
    0,
    ERROR_LENGTH_MAX,
  );
  const isOfFile = FILE_TOOLS.includes(` ${toolName} `);
  return { texts: [isOfFile ? (text.split("\n", 1)[0] ?? "") : text], codes: [], paths: [] };
}
