// Shortens the output of an event, if all of these hold: the command ended well, the filters leave something out, no
// credential is in it, and its original is kept. In any doubt the output stays whole.
// Invariants:
// - A replacement is shorter than its original, with the line that says so.
// - Nothing is replaced before its original is kept.

import { encodeUtf8 } from "../../base/utf8.ts";
import { counted } from "../../base/wording.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import type { NewEvent } from "../../events/log/event-types.ts";
import type { CommandOutput, ShortenedOutput, Shortening } from "../../filters/command-output.ts";
import type { PrintedBy } from "../../filters/kept/kept-outputs.ts";
import { type Fields, type HookEvent, textOf } from "../common/hook-event.ts";
import { printedOutput, type ReadOwnFile, replacedResponse, whyWholeEnd } from "./printed-output.ts";

/** A longer replacement, in code units, stays well below what the client puts into a file instead of showing it. */
export const REPLACEMENT_LENGTH_MAX = 20_000;
/** Where the client would show only the beginning of an output, more than this is no saving, in code units. */
const IN_PLACE_OF_BEGINNING_MAX = 8000;
const NAME_LENGTH_MAX = 40;
/** Stands for the key while it is not known how long the replacement is. */
const SOME_KEY = "00000000";

/** What the shortening needs of its surroundings. */
export interface ShorteningPorts {
  readonly readOwnFile: ReadOwnFile;
  /** Longer outputs are not looked at: a hook has to answer at once. */
  readonly bytesMax: number;
  shorten(output: CommandOutput): Shortening;
  /** Whether a text holds a credential. */
  holdsSecret(text: string): Promise<boolean>;
  /** A text without the credentials in it. */
  withoutSecrets(text: string): Promise<string>;
  /** Keeps an original and returns its key; null where it cannot be kept. */
  keep(original: Uint8Array, by: PrintedBy): string | null;
  /** Whether the answer has to go out now. */
  isLate(): boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Another output in the form of the tool, and the event that tells of it; or why the output stays whole. */
export type OutputOutcome =
  | { readonly replacement: Fields; readonly event: NewEvent }
  | { readonly replacement: null; readonly why: string };

/** The outcome for the output of an event. */
export async function shortenOutput(event: HookEvent, ports: ShorteningPorts): Promise<OutputOutcome> {
  const command = textOf(event.toolInput, "command");
  const why = whyWholeEnd(event);
  if (why !== null) return whole(why);
  const printed = printedOutput(event, ports.readOwnFile, ports.bytesMax);
  if (typeof printed === "string") return whole(printed);
  const { original, text, shownBytes } = printed;
  const shortened = ports.shorten({ command, text, isFailure: false });
  if (shortened.kind === "whole") return whole(shortened.why);
  const lines = linesOf(text);
  const size = withLastLine(shortened, lines, SOME_KEY);
  if (encodeUtf8(size).length >= original.length) return whole("shortening would save nothing");
  const most = shownBytes < original.length ? IN_PLACE_OF_BEGINNING_MAX : REPLACEMENT_LENGTH_MAX;
  if (size.length > most) return whole("even the short form is too long");
  if (ports.isLate()) return whole("it was not shortened in time");
  if (await ports.holdsSecret(text)) return whole("it holds a credential");
  if (ports.isLate()) return whole("it was not shortened in time");
  const { session, agent, toolName } = event;
  const by = { session, agent, tool: toolName, isFailure: false, at: ports.now };
  const key = ports.keep(original, { ...by, command: await ports.withoutSecrets(command) });
  if (key === null) return whole("its original could not be kept");
  const { program, filter } = shortened;
  const short = withLastLine(shortened, lines, key);
  return {
    replacement: replacedResponse(event.toolResponse, short),
    event: {
      type: "filter",
      by: toolName,
      command: program,
      filter,
      key,
      before: shownBytes,
      after: encodeUtf8(short).length,
    },
  };
}

function whole(why: string): OutputOutcome {
  return { replacement: null, why };
}

function linesOf(text: string): number {
  let count = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** The short text with the line that says what is missing, and how to get it. */
function withLastLine({ text, filter, linesLeftOut }: ShortenedOutput, lines: number, key: string): string {
  return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${lastLine(filter, linesLeftOut, lines, key)}`;
}

/** `[helix: 214 of 3,801 lines left out by git-log; helix output K3V9X2MP shows all]` */
export function lastLine(filter: string, linesLeftOut: number, lines: number, key: string): string {
  const number = (count: number) => count.toLocaleString("en-US");
  const by = cutLine(cleanLine(filter), NAME_LENGTH_MAX);
  const what =
    linesLeftOut > 0
      ? `${number(linesLeftOut)} of ${counted(lines, "line", "lines").replace(String(lines), number(lines))} left out by ${by}`
      : `shortened by ${by}`;
  return `[helix: ${what}; helix output ${key} shows all]`;
}
