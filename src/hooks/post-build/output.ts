// Reads from an event what a run printed and how it ended. The client reports a run by one of two events; both are read
// here.

import { cleanText } from "../../engine/text/clean.ts";
import { type HookEvent, textOf } from "../common/hook-event.ts";
import { isRefusal } from "../common/refusals.ts";

/** This much of the beginning and of the end of an output is looked at, in code units each. */
export const SIDE_LENGTH_MAX = 64 * 1024;
/** This much of an error in no known shape is looked at, in code units. */
export const ERROR_LENGTH_MAX = 600;
/** This much of a line is looked at, in code units. */
const LINE_LENGTH_MAX = 1000;
/** The beginning of the client's error for a command that ran. */
export const EXIT_CODE = /^Exit code (\d{1,3})(?:\n|$)/;
const TIMED_OUT = /\bCommand timed out\b|\btimed out after \d/;
/**
 * Exit codes of a command that was killed, was stopped, ran out of time, or named a program that cannot be run. The
 * code under test cannot cause them.
 */
const FOREIGN_CODES: readonly number[] = [124, 126, 127, 130, 137, 143];

/** The end of a command, as the client reports it. */
export interface CommandEnd {
  readonly command: string;
  /** `stopped`: the command was ended by somebody or something else, still runs, or never ran. */
  readonly kind: "succeeded" | "failed" | "stopped";
  /** The output in whole lines, without colours; the middle of a long one is left out. */
  readonly output: string;
  /** The output as it came. */
  readonly printed: string;
}

/** The end of a command that the shell tool ran. */
export function commandEnd(event: HookEvent): CommandEnd {
  const { toolInput, toolResponse, error, responseText } = event;
  const command = textOf(toolInput, "command");
  if (error !== "") {
    const code = EXIT_CODE.exec(error);
    const printed = code === null ? error : error.slice(code[0].length);
    const isForeign = code !== null && FOREIGN_CODES.includes(Number(code[1]));
    // A command without an exit code may never have run.
    const isStopped =
      event.isInterrupt || isForeign || TIMED_OUT.test(error.slice(0, 300)) || (code === null && isRefusal(error));
    return { command, kind: isStopped ? "stopped" : "failed", output: boundedText(printed), printed };
  }
  const isStopped =
    event.isInterrupt ||
    toolResponse.interrupted === true ||
    toolInput.run_in_background === true ||
    textOf(toolResponse, "backgroundTaskId") !== "";
  const parts = [textOf(toolResponse, "stdout"), textOf(toolResponse, "stderr")].filter((part) => part !== "");
  const printed = parts.length > 0 ? parts.join("\n") : responseText.startsWith("{") ? "" : responseText;
  const code = toolResponse.exitCode ?? toolResponse.exit_code;
  return {
    command,
    kind: isStopped ? "stopped" : typeof code === "number" && code !== 0 ? "failed" : "succeeded",
    output: boundedText(printed),
    printed,
  };
}

/** The last lines of an output. They say why the command ended. */
export function lastLines(output: string): string[] {
  const lines = output.slice(-ERROR_LENGTH_MAX).split("\n");
  return lines.filter((line) => line.trim() !== "").slice(-3);
}

/** The beginning and the end of a text, without colours and other control characters. Long lines are cut. */
export function boundedText(raw: string): string {
  const isLong = raw.length > 2 * SIDE_LENGTH_MAX;
  const text = isLong ? `${raw.slice(0, SIDE_LENGTH_MAX)}\n${raw.slice(-SIDE_LENGTH_MAX)}` : raw;
  return cutLines(cleanText(text).text.replace(/[\u2028\u2029]/g, " "));
}

function cutLines(text: string): string {
  let cut = "";
  let from = 0;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    if (end - start > LINE_LENGTH_MAX) {
      cut += text.slice(from, start + LINE_LENGTH_MAX);
      from = end;
    }
    start = end + 1;
  }
  return cut + text.slice(from);
}
