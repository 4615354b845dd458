// The section for an instruction file (CLAUDE.md): which commands of helix take less to read than whole files and long
// lists. It stands between two marks, so that it can be brought up to date and taken out.
// Invariants:
// - Only what stands between the marks changes. A file with one mark, or several, is refused.

import { invalid } from "../../base/errors.ts";

const BEGIN = "<!-- helix economy: begin -->";
const END = "<!-- helix economy: end -->";

/** The section, in lines. */
export const ECONOMY_SECTION: readonly string[] = [
  BEGIN,
  "## Search with helix",
  "",
  "`helix` is on PATH and knows the code of this project. Before Grep, Glob or the read of a whole file, try:",
  "",
  '- a question: `helix code search "where are retries limited"`',
  "- a symbol by its name: `helix code symbols NAME`; from all sides: `helix code explore NAME`",
  "- who uses it, what it uses: `helix code callers NAME`, `helix code callees NAME`",
  "- what a change of it reaches: `helix code impact NAME`",
  '- all that a task needs: `helix code context "limit the retries"`',
  "- a long file: `helix code outline FILE`, then `helix code read FILE --symbol NAME` or `--lines 40-80`",
  "",
  "Grep, Glob and Read are right for exact matches, for files that are not code, and where helix finds nothing.",
  "A shortened output ends in a key: `helix output KEY` shows all of it, `--lines 40-80` or `--search TEXT` a part.",
  END,
];

/** The text with the section: added at its end, or brought up to date in its place. Throws INVALID_ARGUMENT. */
export function withSection(text: string, path: string): string {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const section = ECONOMY_SECTION.join(newline);
  const found = placeOf(text, path);
  if (found !== null) return text.slice(0, found.from) + section + text.slice(found.to);
  if (text === "") return section + newline;
  // A file whose last line is not ended stays one, so that the section can be taken out without a trace.
  return text.endsWith("\n") ? `${text}${newline}${section}${newline}` : `${text}${newline}${newline}${section}`;
}

/**
 * The text as it was without the section: the empty line before it goes, too. Null where there is none. Throws
 * INVALID_ARGUMENT.
 */
export function withoutSection(text: string, path: string): string | null {
  const found = placeOf(text, path);
  if (found === null) return null;
  const [before, behind] = [text.slice(0, found.from), text.slice(found.to)];
  if (behind === "") return before.replace(/(?:\r\n\r\n|\n\n)$/, "");
  return before.replace(/(^|\n)\r?\n$/, "$1") + behind.replace(/^\r?\n/, "");
}

function placeOf(text: string, path: string): { readonly from: number; readonly to: number } | null {
  const [begins, ends] = [BEGIN, END].map((mark) => text.split(mark).length - 1);
  if (begins === 0 && ends === 0) return null;
  const [from, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begins !== 1 || ends !== 1 || end < from) {
    throw invalid(
      `${path} has the marks of helix's section ${begins} and ${ends} times: take them out by hand; nothing was changed`,
    );
  }
  return { from, to: end + END.length };
}
