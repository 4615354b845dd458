// Finds credentials in rows: below a header that names them (`user,password`), beside their name in a row of its own
// (`"password","..."`), and in the fields of a form, whose type says what they hold.
// Invariants:
// - A header is a line of nothing but names. Its rows have as many cells as it has. Empty lines and comments between them do not count.
// - A separator within quotes, or behind a backslash, separates nothing. A cell in quotes may have line breaks.

import type { SecretFinding } from "./finding.ts";
import { isLikely } from "./given-value.ts";
import { strengthOf } from "./names.ts";
import { isExpression, isPlaceholder, isReference, looksChosen, looksRandom } from "./value.ts";

const MENTION = /passw|passphrase|pwd|kennwort|senha|secret|token|api[_-]?key/gi;
const SEPARATORS = [",", ";", "\t", "|"];
const LINE_LENGTH_MAX = 2000;
const ROWS_MAX = 10_000;
/** The most rows that are read for all headers of a text together. */
const READ_MAX = 40_000;
const NAME = /^[A-Za-z][\w.]{0,39}(?:[ -][\w.]{1,20})?$/;
const ASIDE = /^[\s"'`]+|[\s"'`,]+$/g;
const INPUT = /<input/i;
const FIELD = /<input\b[^<>]{0,600}type=\\?["']?password[^<>]{0,600}>/gi;
const FIELD_VALUE = /\bvalue=\\?["']([^"'<>\\]{4,200})\\?["']/di;

interface Cell {
  readonly start: number;
  readonly text: string;
}

/** Finds values in rows of tables and in fields of forms. */
export function findInTables(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  if (INPUT.test(text)) addFields(text, findings);
  const lines = new Set<number>();
  let left = READ_MAX;
  MENTION.lastIndex = 0;
  for (let match = MENTION.exec(text); match !== null; match = MENTION.exec(text)) {
    lines.add(text.lastIndexOf("\n", match.index) + 1);
    MENTION.lastIndex = endOfLine(text, match.index);
  }
  for (const from of lines) {
    const to = endOfLine(text, from);
    if (to - from > LINE_LENGTH_MAX) continue;
    const line = text.slice(from, to);
    const separator = SEPARATORS.find((each) => line.includes(each));
    if (separator === undefined || /[(){}=]/.test(line)) continue;
    addRow(cellsOf(text, from, to, separator), findings);
    left -= addColumns(text, cellsOf(text, from, to, separator), separator, to, Math.min(left, ROWS_MAX), findings);
  }
  return findings;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** The cells of a row, without quotes around them. */
function cellsOf(text: string, from: number, to: number, separator: string): Cell[] {
  const row = text.slice(from, to);
  const cells: Cell[] = [];
  for (let at = 0; at <= row.length; ) {
    const end = endOfCell(row, at, separator);
    const raw = row.slice(at, end);
    cells.push({ start: from + at + (raw.length - raw.replace(/^[\s"'`]+/, "").length), text: raw.replace(ASIDE, "") });
    at = end + 1;
  }
  return cells;
}

/** Where the cell ends that begins at `at`. Quotes that nothing closes are signs as others are. */
function endOfCell(row: string, at: number, separator: string): number {
  const quoted = separator === "|" ? -1 : endOfQuoted(row, at);
  if (quoted === row.length || (quoted > 0 && row[quoted] === separator)) return quoted;
  let end = row.indexOf(separator, at);
  while (separator === "|" && end > at && row[end - 1] === "\\") end = row.indexOf("|", end + 1);
  return end < 0 ? row.length : end;
}

/** Where a cell in quotes ends, with the blanks around it; -1 where none begins at `at`. A quote in it is doubled. */
function endOfQuoted(row: string, at: number): number {
  let start = at;
  while (row[start] === " " || row[start] === "\t") start++;
  const quote = row[start];
  if (quote !== '"' && quote !== "'") return -1;
  let end = row.indexOf(quote, start + 1);
  while (end > 0 && row[end + 1] === quote) end = row.indexOf(quote, end + 2);
  if (end < 0) return -1;
  end++;
  while (row[end] === " " || row[end] === "\t" || row[end] === "\r") end++;
  return end;
}

/** Where the row ends that begins at `from`: at the end of a line, but not within quotes. */
function endOfRow(text: string, from: number, separator: string): number {
  const line = endOfLine(text, from);
  if (separator === "|" || !text.slice(from, line).includes('"')) return line;
  const row = text.slice(from, from + LINE_LENGTH_MAX);
  let at = 0;
  while (at < row.length && from + at < line) {
    const quoted = endOfQuoted(row, at);
    const isCell = quoted > 0 && (quoted === row.length || row[quoted] === separator || row[quoted] === "\n");
    if (isCell && from + quoted > line) return endOfLine(text, from + quoted);
    at = endOfCell(row, at, separator) + 1;
  }
  return line;
}

/** Adds a value that stands in the cell behind its name. */
function addRow(cells: readonly Cell[], findings: SecretFinding[]): void {
  for (let at = 0; at + 1 < cells.length; at++) {
    const { start, text } = cells[at + 1]!;
    const strength = NAME.test(cells[at]!.text) ? strengthOf(cells[at]!.text) : null;
    if (strength === null || strength === "weak" || isOpen(text)) continue;
    if (looksRandom(text) || (strength === "password" && looksChosen(text))) add(findings, start, text, strength);
  }
}

/** Adds the values of the columns that a header names, of at most `most` rows. Returns how many rows it read. */
function addColumns(
  text: string,
  header: readonly Cell[],
  separator: string,
  end: number,
  most: number,
  findings: SecretFinding[],
): number {
  // A table in Markdown has a separator at both ends of a line.
  const isName = ({ text: name }: Cell, at: number) =>
    NAME.test(name) || (name === "" && (at === 0 || at === header.length - 1));
  if (header.length < 2 || !header.every(isName)) return 0;
  const columns = [...header.keys()].flatMap((column) => {
    const strength = strengthOf(header[column]!.text);
    return strength === null || strength === "weak" ? [] : [{ column, strength }];
  });
  if (columns.length === 0) return 0;
  let from = end + 1;
  let row = 0;
  for (; row < most && from < text.length; row++) {
    const to = endOfRow(text, from, separator);
    const cells = to - from > LINE_LENGTH_MAX ? [] : cellsOf(text, from, to, separator);
    from = to + 1;
    if (cells.length < header.length && /^(?:#|$)/.test(cells[0]?.text ?? "-")) continue;
    // The line between the header and the rows of a table in Markdown.
    if (cells.length === header.length && cells.every((cell) => /^:?-*:?$/.test(cell.text))) continue;
    if (cells.length !== header.length) break;
    for (const { column, strength } of columns) {
      const { start, text: value } = cells[column]!;
      if (!isOpen(value) && (strength === "password" ? isLikely(value) : looksRandom(value)))
        add(findings, start, value, strength);
    }
  }
  return row;
}

function addFields(text: string, findings: SecretFinding[]): void {
  for (const field of text.matchAll(FIELD)) {
    const value = FIELD_VALUE.exec(field[0]);
    if (value === null || isOpen(value[1]!) || !isLikely(value[1]!)) continue;
    add(findings, field.index + value.indices![1]![0], value[1]!, "password");
  }
}

function isOpen(value: string): boolean {
  return (
    /\s/.test(value) ||
    value.includes("[redacted:") ||
    isPlaceholder(value) ||
    isReference(value) ||
    isExpression(value)
  );
}

function add(findings: SecretFinding[], start: number, value: string, strength: "password" | "strong"): void {
  const kind = strength === "password" ? "password" : "high-entropy-assignment";
  findings.push({ start, end: start + value.length, kind });
}
