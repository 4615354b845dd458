// Reads the body of an entry as it stands in the log; entry-format.ts writes it. A body has a front block of metadata
// lines, the text, and a trailer of metadata lines.
//   [tags: gotcha, build]            front: the four kinds of the original program, and [modified: ...]
//   [source: src/bridge.rs:42]
//   the linker wants arm64 only      text: any lines
//   [cited: 1 42 9f3a1c0b22ee 1 8a1f/19aa]  trailer: helix's own; the original program takes it for content
//   [project: owner/repo, main-1a2b3c4d]
// Invariants:
// - parse(format(entry)) = entry for every text, so no text can forge a tag, a source or a project. If the first or
//   last line of the text is empty or reads as metadata, an empty line separates it from the block, even from an empty
//   block.
// - Each kind counts once in a block. A second line of a kind ends the block and is text.
// - Text that another program appended behind the trailer is first moved before it: foreign-body.ts.
// - A value ends at the last bracket of its line, so paths such as app/[id]/page.tsx keep theirs.

/** An entry's text and metadata. Values have one line. Tags, links and projects hold no commas. */
export interface EntryText {
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
export const TRAILER_KINDS: readonly Kind[] = ["cited", "project"];

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

/** Divides a body into its blocks. */
export function splitBody(body: string): SplitBody {
  const { front, text, trailer } = divide(body);
  return { front, text, trailer };
}

/** The blocks of a body, and the values of its metadata lines by kind. */
interface Divided extends SplitBody {
  readonly values: Readonly<Values>;
}

/** The kinds of metadata lines. */
export type Kind = "modified" | "tags" | "source" | "confidence" | "links" | "cited" | "project";
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
  values[kind] = line.slice(kind.length + 2, line.lastIndexOf("]")).trim();
  return true;
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
