// Prints what commands answer: plain text where it is piped; on a terminal coloured, lists cut to the width, and by a
// pager what is longer than the screen. Stored text is never trusted to be harmless on a terminal.

import { HelixError, messageOf } from "../../base/errors.ts";
import { forTerminal } from "../../engine/text/clean.ts";
import { sanitiseJson } from "../../engine/text/sanitise-json.ts";
import { isReaderGone, writeWhole } from "../../platform/standard-output.ts";
import { complain } from "../standard-error.ts";
import { page } from "./pager.ts";
import { columns, cutToWidth, isColourful, isLongerThanScreen, isTerminal, wrapped } from "./terminal.ts";

const STANDARD_OUTPUT = 1;

const RESET = "\u001b[0m";
const paint = (code: string) => (text: string) => `\u001b[${code}m${text}${RESET}`;
const bold = paint("1");
const dim = paint("2");
const cyan = paint("36");
const green = paint("32");
const yellow = paint("33");
const red = paint("31");

/** The error for an answer that standard output did not accept completely. */
export class UnwrittenAnswer extends HelixError {
  constructor(cause: unknown) {
    super("IO", `the answer could not be written: ${messageOf(cause)}`, { cause });
  }
}

let isUnread = false;
let mayPage = true;

/** Says whether texts may go to a pager; they may by default. */
export function allowPager(isAllowed: boolean): void {
  mayPage = isAllowed;
}

/**
 * Writes the whole text to standard output before it returns. Returns whether somebody still reads. A reader that went
 * away is no fault: what is printed after that is dropped. Throws UnwrittenAnswer.
 */
export function print(text: string | Uint8Array): boolean {
  if (isUnread) return false;
  try {
    writeWhole(STANDARD_OUTPUT, text);
  } catch (error) {
    if (!isReaderGone(error)) throw new UnwrittenAnswer(error);
    isUnread = true;
  }
  return !isUnread;
}

/** Writes all bytes to standard output, as they are. Throws UnwrittenAnswer. */
export function printBytes(bytes: Uint8Array): void {
  print(bytes);
}

/**
 * Prints an answer. `done` says in a few words what the answer reports as done; null when nothing was changed. If the
 * answer cannot be written, the change stays, and standard error says so. Throws UnwrittenAnswer when nothing was
 * changed.
 */
export async function tell(done: string | null, printAll: () => void | Promise<void>): Promise<void> {
  try {
    await printAll();
  } catch (error) {
    if (done === null || !(error instanceof UnwrittenAnswer)) throw error;
    complain(`helix: it is done (${forTerminal(done)}), but ${forTerminal(error.message)}\n`);
  }
}

/** The same JSON value without a control character that a terminal would obey. */
export function jsonForTerminal(json: string): string {
  return sanitiseJson(json);
}

/** Prints a value as one line of JSON. */
export function printJson(value: unknown): void {
  print(`${jsonForTerminal(JSON.stringify(value))}\n`);
}

/** Prints an answer for people. */
export function printAnswer(text: string): void {
  printLines(forTerminal(text).split("\n"));
}

/**
 * The same for lines, each harmless on a terminal already. `paint` colours a line. `isPaged`: a pager shows them where
 * they are longer than the screen.
 */
export function printLines(
  lines: readonly string[],
  paint: (line: string) => string = paintLine,
  isPaged = true,
): void {
  if (!isTerminal()) {
    print(`${lines.join("\n")}\n`);
    return;
  }
  const width = columns();
  const isPainted = isColourful();
  const fitting = lines.flatMap((line) => {
    const [first = "", ...others] = fitted(line, width);
    return [isPainted ? paint(first) : first, ...others];
  });
  const text = `${fitting.join("\n")}\n`;
  if (!(isPaged && mayPage && isLongerThanScreen(text) && page(text))) print(text);
}

/** Lines of lists: of notes, and of places in code. */
const LISTED = /^ {2}(?:\[|\S+:\d+ {2})/;
/** Lines that helix itself has written, as sentences. The text of notes is indented; a terminal wraps it as it is. */
const TOLD = /^[\p{L}\p{N}(]/u;

/** A line as it fits the terminal: lists are cut, sentences wrapped. */
function fitted(line: string, width: number): string[] {
  if (LISTED.test(line)) return [cutToWidth(line, width)];
  return line.length > width && TOLD.test(line) ? wrapped(line, width) : [line];
}

/** The beginnings of lines that are coloured, for all commands. */
const BEGINNINGS: readonly (readonly [RegExp, (text: string) => string])[] = [
  [/^ {2}ok(?= {2})/, green],
  [/^ {2}note(?= {2})/, yellow],
  [/^ {2}problem(?= {2})/, red],
  // Help.
  [/^(?:USAGE|ARGUMENTS|OPTIONS|EXAMPLES|COMMANDS)\b/, bold],
  [/^ {2}(?:-h, )?(?:--\S+|[A-Z]+)(?= {2}|$)/, cyan],
  // Briefings, and the text at the start of a session.
  [/^[A-Z][A-Z -]+(?=[:(]| \()/, bold],
  [/^## .*/, bold],
  // Places in code.
  [/^ {2}\S+:\d+(?= {2})/, cyan],
  // The list of topics.
  [/^\S+(?= \(\d+\) \d{4}-\d\d-\d\d$)/, cyan],
];

/** Colours a line of an answer by how it begins. */
export function paintLine(line: string): string {
  for (const [beginning, colour] of BEGINNINGS) {
    if (beginning.test(line)) return line.replace(beginning, colour);
  }
  if (/^--- .* ---$/.test(line)) return bold(cyan(line));
  if (line.startsWith("> ")) return bold(line);
  const listed = /^( {2})(\[[^\]]*\])( \d{4}-\d\d-\d\d)?(.*)$/.exec(line);
  if (listed) {
    const [, indent = "", topic = "", date = "", rest = ""] = listed;
    if (/^\[(tags|source|confidence|links|modified|project):/.test(topic)) return dim(line);
    return `${indent}${cyan(topic)}${dim(date)}${rest.replace(/ #[\w-]+/g, green)}`;
  }
  if (/^\[\d+\] \d{4}-/.test(line)) return cyan(line);
  if (/^\[(tags|source|confidence|links|modified|project): /.test(line)) return dim(line);
  return line;
}
