// Reads the body of an entry as it stands in the log; entry-format.ts writes it. A body has a front block of metadata
// lines, the text, and a trailer of metadata lines.
//   [tags: gotcha, build]            front: the four kinds of the original program, and [modified: ...]
//   [source: src/bridge.rs:42]
//   the linker wants arm64 only      text: any lines
//   [id: 7k3v9xq2mp]                 trailer: helix's own; in front the original would take it for content
//   [cited: ...], [project: owner/repo, main-1a2b3c4d]
// Invariants:
// - parse(format(entry)) = entry for every text, so that no text can forge a tag, a source or a project. Where the
//   text's first or last line is empty or reads as metadata, one empty line keeps it apart from the block, even from an
//   empty one.
// - A line of the kind `id` is metadata only if it holds ids as helix writes them.
// - Each kind counts once a block; a second line of a kind ends the block and is text.
// - What another program appended behind the trailer is put before it first: foreign-body.ts.
// - A value ends at the last bracket of its line, so paths such as app/[id]/page.tsx keep theirs.

import { NOTE_IDS } from "./note-id.ts";

/** An entry's text and what is known about it. Values are of one line; tags, links and projects hold no commas. */
export interface EntryText {
  /** As it is written; null for a note that was written without one (see note-id.ts). */
  id: string | null;
  /** Ids of notes that were merged into it. */
  aliases: string[];
  tags: string[];
  source: string | null;
  /** 0 to 1. */
  confidence: number;
  /** Each is `topic:index`. */
  links: string[];
  /** `YYYY-MM-DD HH:MM` as it was written. */
  modified: string | null;
  /** Keys of the project that the entry belongs to; none for an entry of no project. */
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
export const FRONT_KINDS: readonly Kind[] = ["modified", "tags", "source", "confidence", "links"];
export const TRAILER_KINDS: readonly Kind[] = ["id", "cited", "project"];

/** The form of a line of metadata of any kind. */
export const METADATA_LINE = /^\[[a-z]+:.*\]\s*$/;
const DECIMAL = /^(?:\d+(?:\.\d*)?|\.\d+)(?:e-?\d+)?$/i;
/** The code unit that a line of metadata begins with. */
export const OPEN_BRACKET = 0x5b;
const COLON = 0x3a;

/** Reads a body; never fails, whatever it holds. */
export function parseEntryText(body: string): EntryText {
  return entryOf(divide(body));
}

/** A body in its raw lines, and the entry that they describe. */
export function readBody(body: string): { split: SplitBody; entry: EntryText } {
  const split = divide(body);
  return { split, entry: entryOf(split) };
}

function entryOf({ text, values }: Divided): EntryText {
  const [id = null, ...aliases] = list(values.id, " ");
  return {
    id,
    aliases,
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

/** Divides a body into its blocks. */
export function splitBody(body: string): SplitBody {
  const { front, text, trailer } = divide(body);
  return { front, text, trailer };
}

/** The blocks of a body, and the values of its metadata lines by kind. */
interface Divided extends SplitBody {
  readonly values: Readonly<Values>;
}

/** What a line of metadata can say. */
export type Kind = "id" | "modified" | "tags" | "source" | "confidence" | "links" | "cited" | "project";
type Values = Partial<Record<Kind, string>>;

function divide(body: string): Divided {
  const front: string[] = [];
  const trailer: string[] = [];
  const values: Values = {};
  if (body === "") return { front, text: "", trailer, values };
  // Lines from `start` on and before `end` are not taken yet. A line break belongs to the line before it, so no line is
  // left when start > end.
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

function lineEndAt(body: string, start: number): number {
  const lineBreak = body.indexOf("\n", start);
  return lineBreak < 0 ? body.length : lineBreak;
}

function lineStartAt(body: string, start: number, end: number): number {
  return end <= start ? start : Math.max(start, body.lastIndexOf("\n", end - 1) + 1);
}

/** Whether the line is metadata of a kind that did not occur yet. Keeps its value in `values`. */
function takeLine(line: string, known: readonly Kind[], values: Values): boolean {
  const kind = known.find((name) => line.startsWith(name, 1) && line.charCodeAt(name.length + 1) === COLON);
  if (kind === undefined || values[kind] !== undefined || !METADATA_LINE.test(line)) return false;
  const value = metadataValue(line, kind);
  if (kind === "id" && !NOTE_IDS.test(value)) return false;
  values[kind] = value;
  return true;
}

/** What a line of metadata of this kind says. */
export function metadataValue(line: string, kind: string): string {
  return line.slice(kind.length + 2, line.lastIndexOf("]")).trim();
}

function list(value: string | undefined, separator: string | RegExp): string[] {
  if (value === undefined) return [];
  // Most lists have one item.
  if (typeof separator === "string" && !value.includes(separator)) return value === "" ? [] : [value];
  const items = value.split(separator).map((item) => item.trim());
  return items.filter((item) => item !== "");
}

function confidenceOf(value: string | undefined): number {
  if (value === undefined || !DECIMAL.test(value)) return 1;
  return Math.min(Number(value), 1);
}
