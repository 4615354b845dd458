// What of a prompt somebody has written as a question or a request: not what was pasted, not what the client itself
// submits.

/** Longer prompts say so much that a few notes would be a guess. */
const LENGTH_MAX = 500;
/** Ten letters; of scripts that say more in a character fewer characters do. */
const BYTES_MIN = 10;

/** Commands of the client, and the messages that it submits in the user's place (`<task-notification>`). */
const OF_THE_CLIENT = /^(?:\/[\w:-]+(?:\s|$)|!|<[a-z]+-[\w-]+>)/i;
const FENCED = /^ *(```|~~~)[\s\S]*?(?:^ *\1[^\n]*$|(?![\s\S]))/gm;
const ADDRESSES = /\bhttps?:\/\/\S+/g;
/**
 * Lines that programs write: times, levels, stack traces, diffs, what stands behind a shell's prompt, positions in
 * files.
 */
const BY_PROGRAMS =
  /^\s*(?:\[?\d{4}-\d\d-\d\d|\[?\d\d:\d\d|\[?(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL)\b|at \S+.*[:(]\d+|File ".*", line|Traceback|(?:\+\+\+|---|@@|[$%>#|]) |\d+[:|] |-->|={3,}|-{3,}|\S+:\d+:\d+)/;
/** As many lines are looked at for whether they were pasted. */
const PASTED_LINES_MIN = 3;

/** The question in a prompt; "" for one that asks nothing. */
export function questionOf(prompt: string): string {
  // Its length counts as it was submitted; what is longer is not even looked through.
  if (prompt.length > LENGTH_MAX * 2) return "";
  const whole = prompt.trim();
  if (whole.length > LENGTH_MAX || OF_THE_CLIENT.test(whole)) return "";
  // Most prompts are one line of words: an expression that is not needed is not even compiled.
  const plain = whole.includes("```") || whole.includes("~~~") ? whole.replace(FENCED, "") : whole;
  const written = plain.includes("\n") ? writtenLines(plain) : plain;
  const text = (written.includes("://") ? written.replace(ADDRESSES, " ") : written).trim();
  return Buffer.byteLength(text) < BYTES_MIN ? "" : text;
}

/** The lines that a person wrote; "" where most of several are a program's. */
function writtenLines(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const written = lines.filter((line) => !BY_PROGRAMS.test(line));
  return lines.length >= PASTED_LINES_MIN && written.length * 2 < lines.length ? "" : written.join("\n");
}
