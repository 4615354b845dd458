// The body of a record that another program wrote. That program does not know trailers: the text that it appends to an
// entry of helix stands behind the trailer. This module moves such a trailer back to the end, where entry-text.ts reads
// it.
//
//   [tags: gotcha]                          front, as it was
//   the linker wants arm64 only
//   [cited: 1 42 9f3a1c0b22ee 1 8a1f/19aa]  a trailer in the middle: the last one counts if none stands at the end
//   [project: owner/repo, main-1a2b3c4d]
//   what the other program appended
//
// Invariants:
// - Only lines as helix writes them count: a project line that ends with a folder's key or has no key, or the
//   fingerprint of an entry without a project.
// - No text given to helix passes for a trailer. Where a text holds such lines, helix ends the body with a trailer of
//   its own (guarded-body.ts).

/**
 * A folder's key stands last, behind the key of a remote. A line without any key says that such lines in the text are
 * no trailer.
 */
const PROJECT = /^\[project:(?: (?:[\w./~-]+, )*[\w.~-]+-[0-9a-f]{8})?\]\s*$/;
const ID = /^\[id: [0-9a-hjkmnp-tv-z]{10}(?: [0-9a-hjkmnp-tv-z]{10})*\]\s*$/;
const ANY_KIND = /^\[(?:cited|project):.*\]\s*$/;
const CITED = /^\[cited: .*\]\s*$/;
/** A fingerprint with the mark of a directory. Only entries without a project have that mark. */
const CITED_ALONE = /^\[cited: 1 .*@[0-9a-f]{8}(?: in \S.*)?\]\s*$/;
/** A longer line is not part of a trailer. */
const LENGTH_MAX = 1000;

/** A trailer within the lines of a body: it begins at `from` and ends before `to`. */
export interface TrailerBlock {
  readonly lines: readonly string[];
  readonly from: number;
  readonly to: number;
}

/**
 * Moves the trailer in the middle of another program's body to the end. A body without such a trailer stays the same,
 * to the byte.
 */
export function settledBody(body: string): string {
  // A trailer at the end counts already, whatever it says.
  const block = ANY_KIND.test(lastLine(body)) || ID.test(lastLine(body)) ? null : lastTrailer(body);
  if (block === null) return body;
  const { lines, from, to } = block;
  // The empty line before the trailer only kept it apart from the text.
  const text = [...lines.slice(0, lines[from - 1] === "" ? from - 1 : from), ...lines.slice(to)];
  if (text.at(-1) !== "") text.push("");
  return [...text, ...lines.slice(from, to)].join("\n");
}

/** Whether a body ends with the line of a project as helix writes it. */
export function endsWithProject(body: string): boolean {
  return PROJECT.test(lastLine(body));
}

/** The last lines of a body that have the form in which helix writes a trailer; null where there are none. */
export function lastTrailer(body: string): TrailerBlock | null {
  // Most bodies hold none of these texts, so they need not be split into lines.
  if (!body.includes("[project:") && !body.includes("[cited:") && !body.includes("[id: ")) return null;
  const lines = body.split("\n");
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at]!;
    if (line.length > LENGTH_MAX || line[0] !== "[") continue;
    if (PROJECT.test(line)) {
      const from = at > 0 && CITED.test(lines[at - 1]!) ? at - 1 : at;
      return { lines, from: beforeId(lines, from), to: at + 1 };
    }
    if (CITED_ALONE.test(line)) return { lines, from: beforeId(lines, at), to: at + 1 };
    if (ID.test(line)) return { lines, from: at, to: at + 1 };
  }
  return null;
}

/** Where a trailer begins of which the line at `from` is known: the line of the id stands before the others. */
function beforeId(lines: readonly string[], from: number): number {
  return from > 0 && ID.test(lines[from - 1]!) ? from - 1 : from;
}

function lastLine(body: string): string {
  return body.slice(body.lastIndexOf("\n") + 1);
}
