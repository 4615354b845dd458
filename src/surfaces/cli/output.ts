// What commands print: plain where it is piped, coloured and cut to the width on a terminal. Stored text is never
// trusted to be harmless on a terminal.

import { HelixError, messageOf } from "../../base/errors.ts";
import { forTerminal } from "../../engine/text/clean.ts";
import { sanitiseJson } from "../../engine/text/sanitise-json.ts";
import { isReaderGone, mayBeTerminal, writeWhole } from "../../platform/standard-output.ts";
import { complain } from "../standard-error.ts";

const STANDARD_OUTPUT = 1;

const RESET = "\u001b[0m";
const paint = (code: string) => (text: string) => `\u001b[${code}m${text}${RESET}`;
const bold = paint("1");
const dim = paint("2");
const cyan = paint("36");
const green = paint("32");
const yellow = paint("33");
const red = paint("31");

/** Whether standard output is a terminal that wants colour. */
export function isColourful(): boolean {
  return mayBeTerminal() && process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== "dumb";
}

/** Standard output took less than an answer. */
export class UnwrittenAnswer extends HelixError {
  constructor(cause: unknown) {
    super("IO", `the answer could not be written: ${messageOf(cause)}`, { cause });
  }
}

let isUnread = false;

/**
 * Writes to standard output, all of it, before it returns. Returns whether somebody reads on: a reader that went away
 * is no fault, and what is printed after that goes nowhere. Throws UnwrittenAnswer.
 */
export function print(text: string): boolean {
  if (isUnread) return false;
  try {
    writeWhole(STANDARD_OUTPUT, text);
  } catch (error) {
    if (!isReaderGone(error)) throw new UnwrittenAnswer(error);
    isUnread = true;
  }
  return !isUnread;
}

/**
 * Has an answer printed. `done` is what it tells of, in a few words, null where nothing was changed: what is done stays
 * done when the answer cannot be written, and that is what is said then. Throws UnwrittenAnswer where nothing was
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

/** JSON in which no control character is left for a terminal to obey; it means the same. */
export function jsonForTerminal(json: string): string {
  return sanitiseJson(json);
}

/** Prints a value as one line of JSON. */
export function printJson(value: unknown): void {
  print(`${jsonForTerminal(JSON.stringify(value))}\n`);
}

/** Prints an answer for people. */
export function printAnswer(text: string): void {
  const safe = forTerminal(text);
  if (!isColourful()) {
    print(`${safe}\n`);
    return;
  }
  const width = Math.max(40, process.stdout.columns ?? 80);
  print(
    `${safe
      .split("\n")
      .map((line) => paintLine(cut(line, width)))
      .join("\n")}\n`,
  );
}

/** Listed lines are cut to the width; text of entries is left to the terminal to wrap. */
function cut(line: string, width: number): string {
  return line.startsWith("  [") && line.length > width ? `${line.slice(0, width - 1)}…` : line;
}

/** Beginnings of lines that stand out, whichever command prints them. */
const BEGINNINGS: readonly (readonly [RegExp, (text: string) => string])[] = [
  [/^ {2}ok(?= {2})/, green],
  [/^ {2}note(?= {2})/, yellow],
  [/^ {2}problem(?= {2})/, red],
  // Briefings, and what a session begins with.
  [/^[A-Z][A-Z -]+(?=[:(]| \()/, bold],
  [/^## .*/, bold],
  // Places in code.
  [/^ {2}\S+:\d+(?= {2})/, cyan],
  // The list of topics.
  [/^\S+(?= \(\d+\) \d{4}-\d\d-\d\d$)/, cyan],
];

function paintLine(line: string): string {
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
