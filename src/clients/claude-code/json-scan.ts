// Finds where the parts of a JSON text stand. It expects a text that JSON.parse accepts, and skips a byte order mark
// before it. It scans one level at a time and does not recurse, so a text of any length and depth costs one pass.

/** A part of a text; `end` is the offset behind its last character. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A member of an object, from its key to its value. */
export interface Member extends Span {
  readonly key: string;
  readonly value: Span;
}

/** The span of the whole value. */
export function rootSpan(text: string): Span {
  const start = skipSpace(text, text.startsWith("\uFEFF") ? 1 : 0);
  return { start, end: valueEnd(text, start) };
}

/** The members of the object at this span, in their order. A key may occur twice. */
export function membersOf(text: string, object: Span): Member[] {
  const members: Member[] = [];
  for (let at = skipSpace(text, object.start + 1); text[at] !== "}"; ) {
    const keyEnd = stringEnd(text, at);
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = valueEnd(text, start);
    members.push({ key: JSON.parse(text.slice(at, keyEnd)), start: at, end, value: { start, end } });
    at = skipComma(text, end);
  }
  return members;
}

/** The elements of the array at this span. */
export function elementsOf(text: string, array: Span): Span[] {
  const elements: Span[] = [];
  for (let at = skipSpace(text, array.start + 1); text[at] !== "]"; ) {
    const end = valueEnd(text, at);
    elements.push({ start: at, end });
    at = skipComma(text, end);
  }
  return elements;
}

function skipComma(text: string, at: number): number {
  const next = skipSpace(text, at);
  return text[next] === "," ? skipSpace(text, next + 1) : next;
}

/** The first offset at or behind `at` that is not JSON white space. */
export function skipSpace(text: string, at: number): number {
  let next = at;
  while (isSpace(text.charCodeAt(next))) next++;
  return next;
}

/** The offset where the white space before `at` begins. */
export function spaceBefore(text: string, at: number): number {
  let start = at;
  while (isSpace(text.charCodeAt(start - 1))) start--;
  return start;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

function valueEnd(text: string, at: number): number {
  const first = text[at];
  if (first === '"') return stringEnd(text, at);
  if (first === "{" || first === "[") return containerEnd(text, at);
  const end = text.slice(at, at + SCALAR_PROBE).search(/[\s,\]}]/);
  if (end >= 0) return at + end;
  // A very long number, or the end of the text.
  const far = text.slice(at).search(/[\s,\]}]/);
  return far < 0 ? text.length : at + far;
}

const SCALAR_PROBE = 64;

function containerEnd(text: string, at: number): number {
  const signs = /["{}[\]]/g;
  signs.lastIndex = at;
  let depth = 0;
  for (let found = signs.exec(text); found !== null; found = signs.exec(text)) {
    const sign = found[0];
    if (sign === '"') signs.lastIndex = stringEnd(text, found.index);
    else depth += sign === "{" || sign === "[" ? 1 : -1;
    if (depth === 0) return found.index + 1;
  }
  return text.length;
}

/** The offset behind the closing quote of the string that begins at `at`. */
export function stringEnd(text: string, at: number): number {
  for (let quote = text.indexOf('"', at + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text[quote - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return quote + 1;
  }
  return text.length;
}
