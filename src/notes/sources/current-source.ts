// The lines of a file that an entry cites, as they are now, with a few lines around them. They are shown beside the
// entry when somebody has to decide whether it still holds. Credentials in them are not shown.

import { forTerminal } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { redactSecrets } from "../../engine/text/secrets/redaction.ts";
import { parseSource } from "../text/citation.ts";
import { hashLines } from "../text/citation-lines.ts";
import { likelyLine } from "../text/citation-match.ts";
import { FILE_BYTES_MAX } from "./hashed-files.ts";
import { type CitingEntry, fingerprintFor, type SourceChecker, type SourcePass } from "./source-checker.ts";
import type { SourceState } from "./source-state.ts";

/** Some lines of a file. `from` is the number of the first one. The cited lines are `first` to `last`. */
export interface Excerpt {
  readonly from: number;
  readonly lines: readonly string[];
  readonly first: number;
  readonly last: number;
}

/** How many lines are shown before and behind the cited ones, and how many lines at most. */
const AROUND = 3;
const LINES_MAX = 16;
/** How many lines are shown of a file that is cited as a whole. */
const FILE_LINES = 8;
const LINE_LENGTH_MAX = 200;
/**
 * How many further lines at either side are searched for credentials, and how much of each line, in code units: the
 * lines that are shown may be a part of a credential.
 */
const CONTEXT = 20;
const SEEN_LENGTH_MAX = 4096;

/** The cited lines as they are now, or a few words if there is nothing to show. */
export async function currentSource(
  checker: SourceChecker,
  pass: SourcePass,
  entry: CitingEntry,
  state: SourceState,
): Promise<Excerpt | string> {
  const path = placeOf(state)?.path ?? pass.locate(entry);
  if (path === null) return "there is no such file";
  const text = checker.files.readText(path, FILE_BYTES_MAX, checker.root?.path);
  if (text === null) return "the file can not be read";
  // If a key is longer than the excerpt, nothing in the excerpt would show that it is a key.
  if (text.includes("PRIVATE KEY")) return "the file holds a private key";
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  const { first, last } = citedLines(entry, state, text, lines.length);
  const from = Math.max(1, Math.min(first - AROUND, lines.length));
  const to = Math.min(lines.length, last < first ? FILE_LINES : last + AROUND, from + LINES_MAX - 1);
  const start = Math.max(0, from - 1 - CONTEXT);
  const seen = lines.slice(start, to + CONTEXT).map((line) => line.slice(0, SEEN_LENGTH_MAX));
  const redacted = (await redactSecrets(seen.join("\n"))).text.split("\n");
  if (redacted.length !== seen.length) return "the lines hold a credential";
  const shown = redacted.slice(from - 1 - start, to - start).map((line) => cutLine(forTerminal(line), LINE_LENGTH_MAX));
  return { from, lines: shown, first, last };
}

/** Where a cited symbol is; null for lines and files. */
function placeOf(state: SourceState) {
  return state.kind === "changed" || state.kind === "unchanged" ? (state.at ?? null) : null;
}

/** Which lines are the cited ones. For a whole file the range is empty: its beginning is shown, with no line marked. */
function citedLines(
  entry: CitingEntry,
  state: SourceState,
  text: string,
  count: number,
): { first: number; last: number } {
  if (state.kind === "moved") return state;
  const at = placeOf(state);
  if (at !== null) return { first: Math.min(at.first, count), last: Math.min(at.last, count) };
  const source = parseSource(entry.source);
  if (source.lines === null) return { first: 1, last: 0 };
  const fingerprint = fingerprintFor(entry, source);
  const hashed = fingerprint === null ? null : hashLines(text);
  const first = fingerprint === null || hashed === null ? source.lines.first : likelyLine(fingerprint, hashed);
  const last = first + source.lines.last - source.lines.first;
  return { first: Math.min(first, count), last: Math.min(last, count) };
}
