// What a command printed, as its event has it, and the form in which the client takes another output for it. The forms
// were measured with the client itself (Claude Code 2.1.197 and 2.1.329).
// Of an output over 30,000 characters the event has the first ones, and names a file with all of it, in the folder of
// the session. The client would show 2 kB of it and the file's name.

import { decodeUtf8, encodeUtf8 } from "../../base/utf8.ts";
import { formatSize } from "../../base/wording.ts";
import { type Fields, type HookEvent, textOf } from "../common/hook-event.ts";

/** What the client shows of an output that it keeps in a file, in bytes, besides the file's name. */
const PREVIEW_BYTES = 2150;
const TRANSCRIPT = /\.jsonl$/;
/** Where the client keeps outputs, in the folder of a session. */
const STORED_FOLDER = "tool-results";

/** The bytes of an output and the same as text. */
export interface PrintedOutput {
  readonly original: Uint8Array;
  readonly text: string;
  /** How many bytes of it the client would show. */
  readonly shownBytes: number;
}

/** Reads a file that lies in a folder and is this user's own; null for anything else, and for more than so many bytes. */
export type ReadOwnFile = (path: string, folder: string, bytesMax: number) => Uint8Array | null;

/** Why an output stays whole by the way in which its command ended; null where it may be shortened. */
export function whyWholeEnd({ toolInput, toolResponse, isInterrupt }: HookEvent): string | null {
  const { exitCode, exit_code, interrupted, isImage } = toolResponse;
  const code = exitCode ?? exit_code;
  if (isInterrupt || interrupted === true) return "the command was interrupted";
  if (isImage === true) return "an image";
  if (toolInput.run_in_background === true || textOf(toolResponse, "backgroundTaskId") !== "")
    return "the command runs in the background";
  if (typeof code === "number" && code !== 0) return "the command failed";
  if (textOf(toolResponse, "returnCodeInterpretation") !== "") return "the client explains its exit code";
  return null;
}

/** The output of the event; a text says why it cannot be had whole. */
export function printedOutput(event: HookEvent, read: ReadOwnFile, bytesMax: number): PrintedOutput | string {
  const { toolResponse, transcript } = event;
  const stored = textOf(toolResponse, "persistedOutputPath");
  if (stored === "") {
    const [out, err] = [textOf(toolResponse, "stdout"), textOf(toolResponse, "stderr")];
    const text = out + (out === "" || err === "" || out.endsWith("\n") ? "" : "\n") + err;
    const original = encodeUtf8(text);
    return original.length > bytesMax ? tooLong(bytesMax) : { original, text, shownBytes: original.length };
  }
  if (!TRANSCRIPT.test(transcript)) return "the client's file of it is not in the session's folder";
  const size = toolResponse.persistedOutputSize;
  if (typeof size === "number" && size > bytesMax) return tooLong(bytesMax);
  const original = read(stored, `${transcript.replace(TRANSCRIPT, "")}/${STORED_FOLDER}`, bytesMax);
  if (original === null || (typeof size === "number" && size !== original.length))
    return "the client's file of it cannot be read";
  return {
    original,
    text: decodeUtf8(original),
    shownBytes: Math.min(original.length, PREVIEW_BYTES + encodeUtf8(stored).length),
  };
}

function tooLong(bytesMax: number): string {
  return `longer than ${formatSize(bytesMax)}`;
}

/**
 * The same response with another text. All that the client said of the file with the output is left out: it would show
 * the file instead of the text.
 */
export function replacedResponse(toolResponse: Fields, text: string): Fields {
  const { persistedOutputPath: _, persistedOutputSize: __, ...others } = toolResponse;
  return { interrupted: false, ...others, stdout: text.toWellFormed(), stderr: "" };
}
