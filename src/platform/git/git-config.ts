// Reads one value from git's configuration format: sections with a quoted subsection, quotes and escapes in values,
// comments, and lines that continue behind a backslash. Includes are not followed, since they name other files. Damaged
// text gives what can be read.

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b", "\\": "\\", '"': '"' };
const HEADER = /^\[\s*([A-Za-z0-9.-]+)\s*(?:"((?:[^"\\]|\\.)*)"\s*)?\]/;
const NAME = /^([A-Za-z][A-Za-z0-9-]*)[ \t]*(=?)/;

/**
 * The last value of `name` in `[section "subsection"]`, or in `[section]` if `subsection` is null; null if there is
 * none or it is empty. Sections and names are compared without regard to case, subsections exactly. `section` and
 * `name` have to be in lower case.
 */
export function gitConfigValue(text: string, section: string, subsection: string | null, name: string): string | null {
  let isWanted = false;
  let value: string | null = null;
  let position = text.startsWith("\uFEFF") ? 1 : 0;
  while (position < text.length) {
    const lineEnd = endOfLine(text, position);
    const skipped = /^\s*/.exec(text.slice(position, lineEnd))![0].length;
    const line = text.slice(position + skipped, lineEnd);
    const header = HEADER.exec(line);
    if (header !== null) {
      isWanted = isSection(header, section, subsection);
      // A variable may follow on the same line.
      position += skipped + header[0].length;
      continue;
    }
    const variable = NAME.exec(line);
    if (variable === null) {
      position = lineEnd + 1;
      continue;
    }
    const parsed = readValue(text, position + skipped + variable[0].length);
    const isAssigned = variable[2] === "=";
    if (isWanted && isAssigned && variable[1]!.toLowerCase() === name) value = parsed.value;
    position = isAssigned ? parsed.end : lineEnd + 1;
  }
  return value || null;
}

function isSection(header: RegExpExecArray, section: string, subsection: string | null): boolean {
  const written = header[1]!.toLowerCase();
  // The old form [section.subsection] has its subsection in lower case.
  if (header[2] === undefined)
    return written === (subsection === null ? section : `${section}.${subsection.toLowerCase()}`);
  return written === section && header[2].replace(/\\(.)/g, "$1") === subsection;
}

/** Reads a value from `start` to the end of its line or lines; `end` is where the next line begins. */
function readValue(text: string, start: number): { value: string; end: number } {
  let value = "";
  /** Length of `value` without the white space that would be cut off at the end. */
  let keptLength = 0;
  let isQuoted = false;
  let position = start;
  for (; position < text.length && text[position] !== "\n"; position++) {
    const character = text[position]!;
    if (character === "\\") {
      position++;
      if (text[position] === "\r" && text[position + 1] === "\n") position++;
      if (text[position] === "\n") continue;
      value += ESCAPES[text[position] ?? ""] ?? "";
      keptLength = value.length;
    } else if (character === '"') {
      isQuoted = !isQuoted;
      keptLength = value.length;
    } else if (!isQuoted && (character === "#" || character === ";")) {
      position = endOfLine(text, position);
      break;
    } else if (!isQuoted && /\s/.test(character)) {
      if (keptLength > 0) value += character;
    } else {
      value += character;
      keptLength = value.length;
    }
  }
  return { value: value.slice(0, keptLength), end: position + 1 };
}

function endOfLine(text: string, position: number): number {
  const lineBreak = text.indexOf("\n", position);
  return lineBreak < 0 ? text.length : lineBreak;
}
