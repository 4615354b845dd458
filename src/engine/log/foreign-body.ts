// The body of a record that another program wrote. That program knows no trailer: what it appends to an entry of helix
// comes to stand behind the trailer, which is then in the middle of the text. Here it is put back to the end, where
// entry-text.ts reads it.
//
//   [tags: gotcha]                          front, as it was
//   the linker wants arm64 only
//   [cited: 1 42 9f3a1c0b22ee 1 8a1f/19aa]  a trailer in the middle: it counts where none stands at the end, the last one of them
//   [project: owner/repo, main-1a2b3c4d]
//   what the other program appended
//
// Invariants:
// - only what stands as helix writes it counts: a project that has a folder's key, or none; or a fingerprint of an
//   entry of no project;
// - no text that was given to helix passes for a trailer here: what helix writes ends with one where its text holds
//   such lines (guarded-body.ts).

/**
 * A folder's key stands last, behind that of a remote; no key at all says that the lines of the text are no trailer.
 */
const PROJECT = /^\[project:(?: (?:[\w./~-]+, )*[\w.~-]+-[0-9a-f]{8})?\]\s*$/;
const ANY_KIND = /^\[(?:cited|project):.*\]\s*$/;
const CITED = /^\[cited: .*\]\s*$/;
/** With the mark of a directory, which only entries of no project have. */
const CITED_ALONE = /^\[cited: 1 .*@[0-9a-f]{8}(?: in \S.*)?\]\s*$/;
/** Longer lines are none of a trailer. */
const LENGTH_MAX = 1000;

/** A trailer within the lines of a body: it begins at `from` and ends before `to`. */
export interface TrailerBlock {
  readonly lines: readonly string[];
  readonly from: number;
  readonly to: number;
}

/**
 * A body of another program with its trailer at the end; one that has none in its middle stays as it is, to the byte.
 */
export function settledBody(body: string): string {
  // What stands at the end counts already, whatever it says.
  const block = ANY_KIND.test(lastLine(body)) ? null : lastTrailer(body);
  if (block === null) return body;
  const { lines, from, to } = block;
  // The empty line in front kept the trailer apart from the text.
  const text = [...lines.slice(0, lines[from - 1] === "" ? from - 1 : from), ...lines.slice(to)];
  if (text.at(-1) !== "") text.push("");
  return [...text, ...lines.slice(from, to)].join("\n");
}

/** Whether a body ends with the line of a project as helix writes it. */
export function endsWithProject(body: string): boolean {
  return PROJECT.test(lastLine(body));
}

/** The last lines of a body that stand as helix writes a trailer; null where there are none. */
export function lastTrailer(body: string): TrailerBlock | null {
  // Most bodies need not be taken apart to know.
  if (!body.includes("[project:") && !body.includes("[cited:")) return null;
  const lines = body.split("\n");
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at]!;
    if (line.length > LENGTH_MAX || line[0] !== "[") continue;
    if (PROJECT.test(line)) return { lines, from: at > 0 && CITED.test(lines[at - 1]!) ? at - 1 : at, to: at + 1 };
    if (CITED_ALONE.test(line)) return { lines, from: at, to: at + 1 };
  }
  return null;
}

function lastLine(body: string): string {
  return body.slice(body.lastIndexOf("\n") + 1);
}
