// A settings file as it may be shown. Other people's settings hold credentials: in variables, headers, arguments and
// under arbitrary names. A value in one of these places is hidden, whatever it looks like. Anywhere else, what looks
// like a credential is hidden line by line.
//
// Invariants:
// - Equal texts look equal, and what helix itself writes is shown unchanged.
// - A file that is written on one line is laid out on several, so that a diff shows the change and not the rest of the
//   line.

import { type JSONPath, visit } from "jsonc-parser";
import { redactSecrets } from "../../engine/text/secrets/redaction.ts";
import { isBlank, parsedJson } from "./json-text.ts";

/** All values under these keys are hidden. */
const HIDING_KEYS = new Set(["env", "headers"]);
const SECRET_NAME = /secret|token|passw|passphrase|pwd|key|credential|auth|cookie|signature|private/i;
const SECRET_FLAG = /^--?[\w-]*(?:secret|token|passw|passphrase|pwd|key|credential|auth|cookie)[\w-]*$/i;
/** `TOKEN=value`, `--token value` or `X-Api-Key: value` in the middle of a text. */
const ASSIGNED =
  /((?:secret|token|passw|passphrase|pwd|key|credential|auth|cookie)[\w-]{0,60}(?:=|:\s{0,4}|(?<=-[\w-]{1,80})\s{1,4})["']?(?:(?:bearer|basic|token)\s{1,4})?)(?!\[redacted)[^\s"'&;]+/gi;
const HIDDEN = '"[redacted]"';
/** More keys and values in one line than a person writes by hand: a program wrote the file for programs. */
const IN_LINE_MAX = 40;
/** How many characters of a line are searched for credentials. More of a line is never shown. */
const LOOKED_AT_MAX = 4000;
const SHOWN_MAX = 200;

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
  return isBlank(text) ? "" : `${JSON.stringify(parsedJson(text), null, 2)}\n`;
}

/**
 * Replaces the values in a JSON text that are hidden. `isDense`: whether a line has more than IN_LINE_MAX keys and
 * values.
 */
function hiding(text: string): { text: string; isDense: boolean } {
  const parts: string[] = [];
  const inLine = new Map<number, number>();
  const count = (line: number) => inLine.set(line, (inLine.get(line) ?? 0) + 1);
  let copied = 0;
  /** The place of the argument of an option whose name suggests a credential. */
  let argument: JSONPath | null = null;
  visit(text, {
    onObjectProperty: (_name, _offset, _length, line) => count(line),
    onLiteralValue(value: unknown, offset, length, line, _character, pathOf) {
      count(line);
      const path = pathOf();
      const isArgument = argument?.every((key, depth) => path[depth] === key) ?? false;
      const shown = isArgument || isHidden(path, value) ? HIDDEN : withoutAssigned(value);
      const at = path.at(-1);
      if (typeof at === "number")
        argument = typeof value === "string" && SECRET_FLAG.test(value) ? [...path.slice(0, -1), at + 1] : null;
      if (shown === null) return;
      parts.push(text.slice(copied, offset), shown);
      copied = offset + length;
    },
  });
  return { text: parts.join("") + text.slice(copied), isDense: Math.max(0, ...inLine.values()) > IN_LINE_MAX };
}

/** Whether a value is hidden because of the keys above it. A number or a word may well be a limit of "tokens". */
function isHidden(path: JSONPath, value: unknown): boolean {
  return path.some((key, depth) => {
    if (typeof key === "number") return false;
    const isPlain = depth === path.length - 1 && typeof value !== "string";
    return HIDING_KEYS.has(key) || (!isPlain && SECRET_NAME.test(key));
  });
}

/** The string with its assigned credentials hidden, as JSON; null when it has none. */
function withoutAssigned(value: unknown): string | null {
  if (typeof value !== "string" || !SECRET_NAME.test(value)) return null;
  const clean = value.replace(ASSIGNED, "$1[redacted]");
  return clean === value ? null : JSON.stringify(clean);
}
