// The command line as bash has it, read up to the cursor, and text that goes on from there. What is inserted only ever
// goes on behind what was typed, in the quotes that are open there. So nothing that was typed is written again, and no
// name of a topic can become anything but one word.
//
// Left to others: zsh and fish take words apart, and quote what they insert, by themselves.

/** Where the cursor stands: behind a backslash, in quotes of a kind, or in none of them. */
export type Quoting = "none" | "backslash" | "single" | "double" | "ansi";

/** A command line up to the cursor. */
export interface BashLine {
  /** The words before the one that is typed, without quotes; the command is the first. */
  readonly words: readonly string[];
  /** The word that is typed, without quotes. */
  readonly typed: string;
  readonly quoting: Quoting;
  /** Whether the word that is typed is a file to read from or to write to. */
  readonly isRedirected: boolean;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", e: "\u001b" };
const OCTAL = /[0-7]{1,3}/y;

/** Takes a line apart as bash does, but expands nothing. Takes any text. */
export function readBashLine(line: string): BashLine {
  const words: string[] = [];
  let typed: string | null = null;
  let quoting: Quoting = "none";
  let isRedirected = false;
  const end = () => {
    if (typed === null) return;
    if (!isRedirected) words.push(typed);
    typed = null;
    isRedirected = false;
  };
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!;
    const next = line[at + 1];
    if (quoting === "single" || quoting === "double" || quoting === "ansi") {
      if (character === (quoting === "double" ? '"' : "'")) quoting = "none";
      else if (quoting === "ansi" && character === "\\" && next !== undefined) {
        OCTAL.lastIndex = at + 1;
        const octal = OCTAL.exec(line)?.[0];
        typed += octal === undefined ? (ESCAPES[next] ?? next) : String.fromCharCode(Number.parseInt(octal, 8));
        at += octal?.length ?? 1;
      } else if (quoting === "double" && character === "\\" && next !== undefined && '"\\$`'.includes(next)) {
        typed += next;
        at++;
      } else typed += character;
    } else if (character === "\\") {
      typed = (typed ?? "") + (next ?? "");
      if (next === undefined) quoting = "backslash";
      at++;
    } else if (character === "'" || character === '"') {
      typed ??= "";
      quoting = character === '"' ? "double" : "single";
    } else if (character === "$" && next === "'") {
      typed ??= "";
      quoting = "ansi";
      at++;
    } else if (character === "<" || character === ">") {
      // A number in front of the sign is the descriptor.
      if (typed !== null && /^\d+$/.test(typed)) typed = null;
      end();
      isRedirected = true;
    } else if (/\s/.test(character)) end();
    else typed = (typed ?? "") + character;
  }
  return { words, typed: typed ?? "", quoting, isRedirected };
}

/** Characters that bash takes as they are, anywhere in a word. */
const PLAIN = /[\p{L}\p{N}\p{M}_@%+,./:=-]/u;
const CONTROLS = /[\u0000-\u001f\u007f]+/g;

/**
 * `typed` with a text behind it, as bash inserts it: what readline has of the word, up to the cursor. Quotes stay open,
 * since bash closes them behind a word that is complete; it does not where the word seems to end in one already.
 */
export function continueInBash(typed: string, text: string, quoting: Quoting): string {
  const whole = typed + continued(text, quoting);
  const quote = quoting === "double" ? '"' : quoting === "single" || quoting === "ansi" ? "'" : null;
  return quote !== null && whole.endsWith(quote) ? whole + quote : whole;
}

/** A text without NUL as it is typed where the cursor stands. */
function continued(text: string, quoting: Quoting): string {
  if (quoting === "backslash") {
    const [first = ""] = text;
    // Behind a backslash a line break would vanish; a second backslash ends what the first began.
    return CONTROLS.test(first) ? "" : first + continued(text.slice(first.length), "none");
  }
  if (quoting === "ansi") return text.replace(/['\\]/g, "\\$&").replace(CONTROLS, ansi);
  const controls = (run: string) => `$'${ansi(run)}'`;
  if (quoting === "single") {
    return text.replace(/'|[\u0000-\u001f\u007f]+/g, (found) => (found === "'" ? "'\\''" : `'${controls(found)}'`));
  }
  if (quoting === "double") {
    // History expansion works in double quotes, and no backslash takes it away there.
    return text.replace(/["\\$`]|!|[\u0000-\u001f\u007f]+/g, (found) => {
      if (found === "!") return '"\\!"';
      return found.length === 1 && found > " " && found !== "\u007f" ? `\\${found}` : `"${controls(found)}"`;
    });
  }
  let quoted = "";
  for (const part of text.split(/([\u0000-\u001f\u007f]+)/)) {
    if (/^[\u0000-\u001f\u007f]/.test(part)) quoted += controls(part);
    else for (const character of part) quoted += PLAIN.test(character) ? character : `\\${character}`;
  }
  return quoted;
}

function ansi(run: string): string {
  return Array.from(run, (control) => `\\${control.charCodeAt(0).toString(8).padStart(3, "0")}`).join("");
}
