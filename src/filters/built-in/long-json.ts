// Leaves out most items of long arrays and objects of pretty-printed JSON within an output: the first ones stay, and
// the number of the others, of objects also their keys.
// Invariants:
// - Brackets are matched by indentation, in one pass. What does not look like JSON item for item stays.
// - An item that holds a line that has to stay stays whole.

import { type Line, withNote } from "./line.ts";

const OPENING = /^(\s*)(?:[^\s].*[:=] ?|"[^"]*" ?: ?)?([[{])$/;
const CLOSING = /^(\s*)[\]}],?$/;
const KEY = /^\s*["']?([^"':]{1,80})["']? ?: ?/;
const ARRAY_ITEM = /^\s*(?:[[{"'\d-]|true\b|false\b|null\b)/;
/** Shorter arrays and objects stay whole. */
const LINES_MIN = 16;
const ARRAY_ITEMS_SHOWN = 2;
const KEYS_SHOWN = 8;
const KEY_NAMES_LENGTH_MAX = 200;
const LOOKED_AT = 300;

interface Container {
  readonly at: number;
  readonly indent: number;
  readonly isArray: boolean;
  /** The lines on which items begin. */
  readonly items: number[];
}

/** Shortens long arrays and objects. */
export function withShortJson(lines: readonly Line[]): Line[] {
  const gone = new Uint8Array(lines.length);
  const notes = new Map<number, { note: string; leftOut: number }>();
  const open: Container[] = [];
  lines.forEach(({ text }, at) => {
    const start = text.slice(0, LOOKED_AT);
    const indent = start.length - start.trimStart().length;
    const closing = CLOSING.test(start);
    while (
      open.length > 0 &&
      (indent < open.at(-1)!.indent || (!closing && indent === open.at(-1)!.indent && text !== ""))
    )
      open.pop();
    const inner = open.at(-1);
    if (closing && inner?.indent === indent) {
      open.pop();
      shortenContainer(lines, inner, at, gone, notes);
      return;
    }
    if (inner !== undefined && text !== "") {
      const itemIndent = inner.items.length === 0 ? indent : indentAt(lines, inner.items[0]!);
      if (indent === itemIndent && !closing) inner.items.push(at);
    }
    const opening = text.length > LOOKED_AT ? null : OPENING.exec(text);
    if (opening !== null) open.push({ at, indent, isArray: opening[2] === "[", items: [] });
  });
  const rest: Line[] = [];
  lines.forEach((line, at) => {
    const note = notes.get(at);
    if (gone[at] === 0) rest.push(note === undefined ? line : withNote(line, note.note, { leftOut: note.leftOut }));
  });
  return rest;
}

function shortenContainer(
  lines: readonly Line[],
  { at, isArray, items }: Container,
  end: number,
  gone: Uint8Array,
  notes: Map<number, { note: string; leftOut: number }>,
): void {
  const shown = isArray ? ARRAY_ITEMS_SHOWN : KEYS_SHOWN;
  if (end - at < LINES_MIN || items.length < shown + 3 || !isJson(lines, isArray, items, end)) return;
  const endOf = (item: number) => items[item + 1] ?? end;
  for (let item = shown; item < items.length; ) {
    let next = item;
    while (next < items.length && !isAnyKept(lines, items[next]!, endOf(next))) next++;
    if (next - item > 2) {
      const from = items[item]!;
      const to = endOf(next - 1);
      let leftOut = 0;
      for (let line = from; line < to; line++) {
        leftOut += 1 + lines[line]!.repeats + lines[line]!.leftOut;
        gone[line] = 1;
        notes.delete(line);
      }
      const names = isArray ? "" : `: ${keysOf(lines, items.slice(item, next))}`;
      notes.set(from - 1, { note: `${next - item} ${isArray ? "items" : "keys"} more${names}`, leftOut });
    }
    item = next + 1;
  }
}

/** Whether each item looks like one and ends like one. */
function isJson(lines: readonly Line[], isArray: boolean, items: readonly number[], end: number): boolean {
  const shape = isArray ? ARRAY_ITEM : KEY;
  return items.every((from, index) => {
    const last = lines[(items[index + 1] ?? end) - 1]!.text;
    return shape.test(lines[from]!.text.slice(0, LOOKED_AT)) && (index === items.length - 1 || last.endsWith(","));
  });
}

function isAnyKept(lines: readonly Line[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (lines[at]!.isKept) return true;
  return false;
}

function keysOf(lines: readonly Line[], items: readonly number[]): string {
  let names = "";
  for (const [index, at] of items.entries()) {
    const name = KEY.exec(lines[at]!.text.slice(0, LOOKED_AT))?.[1] ?? "";
    if (names.length + name.length > KEY_NAMES_LENGTH_MAX) return `${names}, and ${items.length - index} others`;
    names += index === 0 ? name : `, ${name}`;
  }
  return names;
}

function indentAt(lines: readonly Line[], at: number): number {
  const { text } = lines[at]!;
  return text.length - text.trimStart().length;
}
