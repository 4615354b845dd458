// A settings file as it may be shown. Other people's settings hold credentials: in variables, headers, arguments and
// under arbitrary names. A value in one of these places is hidden, whatever it looks like. Anywhere else, what looks
// like a credential is hidden line by line.
//
// Invariants:
// - Equal texts look equal, and what helix itself writes is shown unchanged.
// - A file that is written on one line is laid out on several, so that a diff shows the change and not the rest of the
//   line.

import { redactSecrets } from "../../engine/text/secrets/redaction.ts";
import { stringEnd } from "./json-scan.ts";

/** All values under these keys are hidden. */
const HIDING_KEYS = new Set(["env", "headers"]);
const SECRET_NAME = /secret|token|passw|passphrase|pwd|key|credential|auth|cookie|signature|private/i;
const SECRET_FLAG = /^--?[\w-]*(?:secret|token|passw|passphrase|pwd|key|credential|auth|cookie)[\w-]*$/i;
/** `TOKEN=value`, `--token value` or `X-Api-Key: value` in the middle of a text. */
const ASSIGNED =
  /((?:secret|token|passw|passphrase|pwd|key|credential|auth|cookie)[\w-]{0,60}(?:=|:\s{0,4}|(?<=-[\w-]{1,80})\s{1,4})["']?(?:(?:bearer|basic|token)\s{1,4})?)(?!\[redacted)[^\s"'&;]+/gi;
const HIDDEN = '"[redacted]"';
const SIGNS = /["{}[\],]|[^\s"{}[\],:]+/g;
/** More tokens in one line than a person writes by hand: a program wrote the file for programs. */
const SIGNS_IN_LINE_MAX = 100;
/** How many characters of a line are searched for credentials. More of a line is never shown. */
const LOOKED_AT_MAX = 4000;
const SHOWN_MAX = 200;

/** A container that is open at the current place of the walk. */
interface Frame {
  readonly isObject: boolean;
  /** Whether everything in it is hidden. */
  readonly isHidden: boolean;
  /** The key whose value comes next; null: the next token is a key. */
  key: string | null;
  /** Whether the next value is the argument of an option whose name suggests a credential. */
  isArgument: boolean;
}

/** Both texts without hidden values. If one of them has to be laid out on several lines, both are. */
export function shownTexts(before: string, after: string): [string, string] {
  const texts = [hiding(before), hiding(after)] as const;
  if (!texts.some(({ isDense }) => isDense)) return [texts[0].text, texts[1].text];
  return [laidOut(texts[0].text), laidOut(texts[1].text)];
}

/** A line of a diff without what looks like a credential, cut to SHOWN_MAX characters. */
export async function shownLine(line: string): Promise<string> {
  const isLong = line.length > LOOKED_AT_MAX;
  // Half a credential would not be recognised, so the line is cut before the last word.
  const part = isLong ? line.slice(0, Math.max(1, line.lastIndexOf(" ", LOOKED_AT_MAX))) : line;
  const clean = (await redactSecrets(part)).text.split("\n")[0]!;
  const isCut = isLong || clean.length > SHOWN_MAX;
  return isCut ? `${clean.slice(0, SHOWN_MAX - 1)}…` : clean;
}

function laidOut(text: string): string {
  const body = text.replace(/^\uFEFF/, "");
  return body.trim() === "" ? "" : `${JSON.stringify(JSON.parse(body), null, 2)}\n`;
}

/**
 * Walks once over a JSON text and replaces the values that are hidden because of their place. `isDense`: whether a line
 * has more than SIGNS_IN_LINE_MAX tokens.
 */
function hiding(text: string): { text: string; isDense: boolean } {
  const parts: string[] = [];
  const frames: Frame[] = [];
  const signs = new RegExp(SIGNS);
  let [copied, lineEnd, inLine, isDense] = [0, 0, 0, false];
  for (let found = signs.exec(text); found !== null; found = signs.exec(text)) {
    const start = found.index;
    if (start >= lineEnd) [lineEnd, inLine] = [endOfLine(text, start), 0];
    if (++inLine > SIGNS_IN_LINE_MAX) isDense = true;
    const end = found[0] === '"' ? stringEnd(text, start) : signs.lastIndex;
    signs.lastIndex = end;
    const shown = walk(frames, text.slice(start, end));
    if (shown === null) continue;
    parts.push(text.slice(copied, start), shown);
    copied = end;
  }
  return { text: parts.join("") + text.slice(copied), isDense };
}

/** Processes one token. Returns the text that replaces it; null when the token stays. */
function walk(frames: Frame[], sign: string): string | null {
  const frame = frames.at(-1);
  switch (sign[0]) {
    case "{":
    case "[":
      frames.push({ isObject: sign === "{", isHidden: isHiding(frame), key: null, isArgument: false });
      return null;
    case "}":
    case "]":
      frames.pop();
      return null;
    case ",":
      if (frame !== undefined) frame.key = null;
      return null;
    case '"':
      return frame === undefined ? null : shownString(frame, sign);
    default:
      return frame?.isHidden || (frame !== undefined && HIDING_KEYS.has(frame.key ?? "")) ? HIDDEN : null;
  }
}

function isHiding(frame: Frame | undefined): boolean {
  if (frame === undefined) return false;
  const { isHidden, isArgument, key } = frame;
  return isHidden || isArgument || (key !== null && (HIDING_KEYS.has(key) || SECRET_NAME.test(key)));
}

function shownString(frame: Frame, raw: string): string | null {
  const text = String(JSON.parse(raw));
  if (frame.isObject && frame.key === null) {
    frame.key = text;
    return null;
  }
  const isHidden = isHiding(frame);
  frame.isArgument = !frame.isObject && SECRET_FLAG.test(text);
  if (isHidden) return HIDDEN;
  if (!SECRET_NAME.test(text)) return null;
  const clean = text.replace(ASSIGNED, "$1[redacted]");
  return clean === text ? null : JSON.stringify(clean);
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end < 0 ? text.length : end;
}
