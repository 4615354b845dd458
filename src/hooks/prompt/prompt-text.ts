// Takes from a prompt the text that a person wrote as a question or a request. Pasted text and messages that the client
// itself submits are left out.

/** A longer prompt says so much that a few notes would be a guess; in code units. */
const LENGTH_MAX = 500;
/**
 * The shortest question, in UTF-8 bytes: ten Latin letters. Scripts that say more in a character need fewer characters.
 */
const BYTES_MIN = 10;

/** Commands of the client, and the messages that it submits in the user's place (`<task-notification>`). */
const OF_THE_CLIENT = /^(?:\/[\w:-]+(?:\s|$)|!|<[a-z]+-[\w-]+>)/i;
const FENCED = /^ *(```|~~~)[\s\S]*?(?:^ *\1[^\n]*$|(?![\s\S]))/gm;
const ADDRESSES = /\bhttps?:\/\/\S+/g;
/** Lines that programs write: times, levels, stack traces, diffs, lines behind a shell's prompt, positions in files. */
const BY_PROGRAMS =
  /^\s*(?:\[?\d{4}-\d\d-\d\d|\[?\d\d:\d\d|\[?(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL)\b|at \S+.*[:(]\d+|File ".*", line|Traceback|(?:\+\+\+|---|@@|[$%>#|]) |\d+[:|] |-->|={3,}|-{3,}|\S+:\d+:\d+)/;
/** From this many lines on, a text may count as pasted as a whole. */
const PASTED_LINES_MIN = 3;

/** The question in a prompt; "" for a prompt that asks nothing. */
export function questionOf(prompt: string): string {
  // A prompt that is much longer than allowed is not even trimmed. The limit itself holds for the trimmed prompt.
  if (prompt.length > LENGTH_MAX * 2) return "";
  const whole = prompt.trim();
  if (whole.length > LENGTH_MAX || OF_THE_CLIENT.test(whole)) return "";
  // Most prompts are one line of words. An expression that is not needed is not even compiled.
  const plain = whole.includes("```") || whole.includes("~~~") ? whole.replace(FENCED, "") : whole;
  const written = plain.includes("\n") ? writtenLines(plain) : plain;
  const text = (written.includes("://") ? written.replace(ADDRESSES, " ") : written).trim();
  return Buffer.byteLength(text) < BYTES_MIN ? "" : text;
}

/** The lines that a person wrote; "" where a program wrote most of several lines. */
function writtenLines(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const written = lines.filter((line) => !BY_PROGRAMS.test(line));
  return lines.length >= PASTED_LINES_MIN && written.length * 2 < lines.length ? "" : written.join("\n");
}
