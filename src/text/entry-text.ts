// The body of an entry as it stands in the log: a front block of metadata lines, the text, and a trailer of metadata lines.
//   [tags: gotcha, build]            front: the four kinds of the original program, and [modified: ...]
//   [source: src/bridge.rs:42]
//   the linker wants arm64 only      text: any lines
//   [cited: 1 42 9f3a1c0b22ee 1 8a1f/19aa]  trailer: helix's own; in front the original would take it for content
//   [project: owner/repo, main-1a2b3c4d]
// Invariants:
// - parse(format(entry)) = entry for every text, so that no text can forge a tag, a source or a project. Where the text's
//   first or last line is empty or reads as metadata, one empty line keeps it apart from the block, even from an empty one.
// - Each kind counts once a block; a second line of a kind ends the block and is text.
// - A value ends at the last bracket of its line, so paths such as app/[id]/page.tsx keep theirs.

import { cleanLine } from "./clean.ts";

/** An entry's text and what is known about it. Values are of one line; tags, links and projects hold no commas. */
export interface EntryText {
  tags: string[];
  source: string | null;
  /** 0 to 1. */
  confidence: number;
  /** Each `topic:index`. */
  links: string[];
  /** `YYYY-MM-DD HH:MM` as it was written. */
  modified: string | null;
  /** Keys of the project that it belongs to; none for an entry of no project. */
  projects: string[];
  /** The fingerprint of what `source` cites, as citation.ts writes it. */
  cited: string | null;
  text: string;
}

/** The raw lines of a body, without the empty lines that keep the blocks apart. */
export interface SplitBody {
  front: string[];
  text: string;
  trailer: string[];
}

/** Kinds in the order in which they are written. */
const FRONT_KINDS: readonly Kind[] = ["modified", "tags", "source", "confidence", "links"];
const TRAILER_KINDS: readonly Kind[] = ["cited", "project"];

const METADATA_LINE = /^\[[a-z]+:.*\]\s*$/;
const DECIMAL = /^(?:\d+(?:\.\d*)?|\.\d+)(?:e-?\d+)?$/i;
const OPEN_BRACKET = 0x5b;
const COLON = 0x3a;

/** Reads a body; never fails, whatever it holds. */
export function parseEntryText(body: string): EntryText {
  return entryOf(divide(body));
}

/** A body by its lines and by what they say. */
export function readBody(body: string): { split: SplitBody; entry: EntryText } {
  const split = divide(body);
  return { split, entry: entryOf(split) };
}

function entryOf({ text, values }: Divided): EntryText {
  return {
    tags: list(values.tags, ","),
    source: values.source || null,
    confidence: confidenceOf(values.confidence),
    links: list(values.links, /[\s,]+/),
    modified: values.modified || null,
    projects: list(values.project, ","),
    cited: values.cited || null,
    text,
  };
}

/** Writes the body of an entry; the inverse of `parseEntryText`. */
export function formatEntryText(entry: EntryText): string {
  const values: Record<string, string> = {
    modified: entry.modified ?? "",
    tags: entry.tags.join(", "),
    source: entry.source ?? "",
    confidence: entry.confidence >= 0 && entry.confidence < 1 ? String(entry.confidence) : "",
    links: entry.links.join(" "),
    cited: entry.cited ?? "",
    project: entry.projects.join(", "),
  };
  const lines = blockLines(FRONT_KINDS, values);
  const textLines = entry.text === "" ? [] : entry.text.split("\n");
  if (textLines.length > 0 && needsSeparator(textLines[0]!, FRONT_KINDS)) lines.push("");
  for (const line of textLines) lines.push(line);
  if (textLines.length > 0 && needsSeparator(textLines[textLines.length - 1]!, TRAILER_KINDS)) lines.push("");
  return lines.concat(blockLines(TRAILER_KINDS, values)).join("\n");
}

/** Divides a body into its blocks. */
export function splitBody(body: string): SplitBody {
  const { front, text, trailer } = divide(body);
  return { front, text, trailer };
}

/** A body in its blocks, and the values of the metadata lines by their kinds. */
interface Divided extends SplitBody {
  readonly values: Readonly<Values>;
}

type Kind = "modified" | "tags" | "source" | "confidence" | "links" | "cited" | "project";
type Values = Partial<Record<Kind, string>>;

function divide(body: string): Divided {
  const front: string[] = [];
  const trailer: string[] = [];
  const values: Values = {};
  if (body === "") return { front, text: "", trailer, values };
  // Lines from `start` on and before `end` are not yet taken; a line's break belongs to the line before it, so none are left
  // when start > end.
  let start = 0;
  let end = body.length;
  while (start <= end && body.charCodeAt(start) === OPEN_BRACKET) {
    const lineEnd = lineEndAt(body, start);
    const line = body.slice(start, lineEnd);
    if (!takeLine(line, FRONT_KINDS, values)) break;
    front.push(line);
    start = lineEnd + 1;
  }
  if (start <= end && lineEndAt(body, start) === start) start++;
  while (start <= end) {
    const lineStart = lineStartAt(body, start, end);
    if (body.charCodeAt(lineStart) !== OPEN_BRACKET) break;
    const line = body.slice(lineStart, end);
    if (!takeLine(line, TRAILER_KINDS, values)) break;
    trailer.unshift(line);
    end = lineStart - 1;
  }
  if (start <= end && lineStartAt(body, start, end) === end) end--;
  return { front, text: body.slice(start, Math.max(start, end)), trailer, values };
}

/** Whether a line of text reads like metadata, so that a reader has to be told that it is none. */
export function looksLikeMetadata(line: string): boolean {
  const kind = kindOf(line);
  return kind !== null && (isOf(FRONT_KINDS, kind) || isOf(TRAILER_KINDS, kind));
}

function lineEndAt(body: string, start: number): number {
  const lineBreak = body.indexOf("\n", start);
  return lineBreak < 0 ? body.length : lineBreak;
}

function lineStartAt(body: string, start: number, end: number): number {
  return end <= start ? start : Math.max(start, body.lastIndexOf("\n", end - 1) + 1);
}

/** Whether the line is metadata of a kind that did not occur yet; notes its value. */
function takeLine(line: string, known: readonly Kind[], values: Values): boolean {
  const kind = known.find((name) => line.startsWith(name, 1) && line.charCodeAt(name.length + 1) === COLON);
  if (kind === undefined || values[kind] !== undefined || !METADATA_LINE.test(line)) return false;
  values[kind] = line.slice(kind.length + 2, line.lastIndexOf("]")).trim();
  return true;
}

function kindOf(line: string): string | null {
  return line.charCodeAt(0) === OPEN_BRACKET && METADATA_LINE.test(line) ? line.slice(1, line.indexOf(":")) : null;
}

function isOf(known: readonly string[], kind: string): boolean {
  return known.includes(kind);
}

function needsSeparator(line: string, known: readonly Kind[]): boolean {
  const kind = kindOf(line);
  return line === "" || (kind !== null && isOf(known, kind));
}

function blockLines(kinds: readonly string[], values: Readonly<Record<string, string>>): string[] {
  const lines: string[] = [];
  for (const kind of kinds) {
    const value = cleanLine(values[kind]!);
    if (value !== "") lines.push(`[${kind}: ${value}]`);
  }
  return lines;
}

function list(value: string | undefined, separator: string | RegExp): string[] {
  if (value === undefined) return [];
  // Most lists are of one.
  if (typeof separator === "string" && !value.includes(separator)) return value === "" ? [] : [value];
  const items = value.split(separator).map((item) => item.trim());
  return items.filter((item) => item !== "");
}

function confidenceOf(value: string | undefined): number {
  if (value === undefined || !DECIMAL.test(value)) return 1;
  return Math.min(Number(value), 1);
}
