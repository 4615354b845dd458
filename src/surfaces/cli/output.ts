// Prints what commands answer: plain text where it is piped, coloured and cut to the width on a terminal. Stored text
// is never trusted to be harmless on a terminal.

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

/** The error for an answer that standard output did not accept completely. */
export class UnwrittenAnswer extends HelixError {
  constructor(cause: unknown) {
    super("IO", `the answer could not be written: ${messageOf(cause)}`, { cause });
  }
}

let isUnread = false;

/**
 * Writes the whole text to standard output before it returns. Returns whether somebody still reads. A reader that went
 * away is no fault: what is printed after that is dropped. Throws UnwrittenAnswer.
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

/** Cuts listed lines to the width. The terminal wraps the text of notes. */
function cut(line: string, width: number): string {
  return line.startsWith("  [") && line.length > width ? `${line.slice(0, width - 1)}…` : line;
}

/** The beginnings of lines that are coloured, for all commands. */
const BEGINNINGS: readonly (readonly [RegExp, (text: string) => string])[] = [
  [/^ {2}ok(?= {2})/, green],
  [/^ {2}note(?= {2})/, yellow],
  [/^ {2}problem(?= {2})/, red],
  // Help.
  [/^(?:USAGE|ARGUMENTS|OPTIONS)\b/, bold],
  [/^ +(?:-h, )?(?:--\S+|[A-Z]+)(?= {4})/, cyan],
  // Briefings, and the text at the start of a session.
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
