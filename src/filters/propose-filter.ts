// Proposes a filter for an output: lines of which many begin alike are noise, unless they tell of an error.

import { withoutTerminalSequences } from "../engine/text/controls.ts";
import { isPriorityLine } from "./built-in/priority-lines.ts";
import { textLines } from "./output-lines.ts";
import type { PrintingCommand } from "./printing-commands.ts";

/** Noise is what begins alike in so many lines, and in such a share of them. */
const LINES_MIN = 4;
const SHARE_MIN = 0.04;
const EXPRESSIONS_MAX = 20;
/** Of a longer output only so many lines are looked at. */
const LOOKED_AT_MAX = 20_000;
/** The case keeps so many lines of the beginning and of the end of the output, and so many characters of each. */
const CASE_FIRST_LINES = 120;
const CASE_LAST_LINES = 80;
const CASE_LENGTH_MAX = 16 * 1024;
const LINE_LENGTH_MAX = 500;

/** The expressions for the lines of an output that are noise, the commonest first. */
export function noiseExpressions(text: string): string[] {
  const lines = textLines(text).slice(0, LOOKED_AT_MAX).map(withoutTerminalSequences);
  const groups = new Map<string, string[][]>();
  for (const line of lines) {
    if (line.trim() === "" || isPriorityLine(line)) continue;
    const words = line.slice(0, LINE_LENGTH_MAX).split(/(?<=\s)(?=\S)/);
    const key = shapeOf(words[0]!);
    groups.set(key, [...(groups.get(key) ?? []).slice(0, LOOKED_AT_MAX), words]);
  }
  const least = Math.max(LINES_MIN, lines.length * SHARE_MIN);
  const noise = [...groups.values()].filter((group) => group.length >= least);
  const expressions = noise
    .sort((a, b) => b.length - a.length)
    .map(expressionFor)
    .filter((pattern) => /[\p{L}\p{N}]{2}/u.test(pattern.replaceAll("\\d", "")));
  const blank = lines.filter((line) => line.trim() === "").length >= LINES_MIN ? ["^\\s*$"] : [];
  return [...blank, ...new Set(expressions)].slice(0, EXPRESSIONS_MAX);
}

/** The expression that commands like this one match. */
export function commandExpression({ words, program }: PrintingCommand): string {
  const count = program.split(" ").length;
  return `^${words
    .slice(0, count)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("\\s+")}(?:\\s|$)`;
}

/** The beginning and the end of an output, as the input of a case: whole lines, but for the ends of long ones. */
export function caseInput(text: string): string {
  const lines = textLines(text);
  const end = Math.max(CASE_FIRST_LINES, lines.length - CASE_LAST_LINES);
  const first = fitting(lines.slice(0, CASE_FIRST_LINES).map(caseLine));
  const last = fitting(lines.slice(end).map(caseLine).reverse()).reverse();
  return [...first, ...last].join("\n");
}

function caseLine(line: string): string {
  return withoutTerminalSequences(line).slice(0, LINE_LENGTH_MAX).toWellFormed();
}

/** As many of the lines, from the first on, as the case has room for. */
function fitting(lines: readonly string[]): string[] {
  let length = 0;
  return lines.filter((line) => {
    length += line.length + 1;
    return length <= CASE_LENGTH_MAX;
  });
}

/** A text as TOML spells it, in one line. */
export function tomlText(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f]/g,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function shapeOf(word: string): string {
  return word.replace(/\d+/g, "#");
}

/** The expression for lines that begin with one shape of word: the words that all of them share. */
function expressionFor(group: readonly (readonly string[])[]): string {
  const [first = []] = group;
  let shared = 0;
  while (shared < first.length && group.every((words) => shapeOf(words[shared] ?? "") === shapeOf(first[shared]!)))
    shared++;
  const words = first.slice(0, Math.max(1, shared));
  const pattern = words.map((word) => escaped(word).replace(/\d+/g, "\\d+")).join("");
  return `^${pattern.replace(/(?:\\s\+|\s+)$/, "")}${words.length < first.length ? "\\s" : ""}`;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+");
}
