// The commands that a note tells, as it writes them: between backticks, or behind a shell's prompt.

/** More of a text is not looked at, in code units, and so many spans of it. */
const TEXT_LENGTH_MAX = 4000;
const SPANS_MAX = 16;
const COMMAND_LENGTH_MIN = 6;

const SPANS = /`([^`\n]{3,200})`/g;
const PROMPTED = /^[ \t]*[$%] (\S[^\n]{2,200})$/gm;
const COMMAND = /^[A-Za-z_./][\w./-]*(?: \S+)+$/;
const SPACES = /\s+/g;

/** What a note writes between backticks. */
export function quotedSpans(text: string): string[] {
  return Array.from(text.slice(0, TEXT_LENGTH_MAX).matchAll(SPANS), ([, span]) => span!).slice(0, SPANS_MAX);
}

/** The commands of several words that a note tells. */
export function commandsIn(text: string): string[] {
  const prompted = Array.from(text.slice(0, TEXT_LENGTH_MAX).matchAll(PROMPTED), ([, line]) => line!);
  return [...quotedSpans(text), ...prompted]
    .slice(0, SPANS_MAX)
    .map((span) => span.replace(SPACES, " ").trim())
    .filter((span) => span.length >= COMMAND_LENGTH_MIN && COMMAND.test(span));
}

/** Whether a command line holds a command, not as a piece of longer words. */
export function holdsCommand(line: string, command: string): boolean {
  const whole = ` ${line.replace(SPACES, " ")} `;
  for (let at = whole.indexOf(command); at >= 0; at = whole.indexOf(command, at + 1)) {
    if (/[\s;&|({]/.test(whole[at - 1] ?? " ") && /[\s;&|)}]/.test(whole[at + command.length] ?? " ")) return true;
  }
  return false;
}
