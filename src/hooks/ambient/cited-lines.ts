// Says in a few words what became of the lines of a file that a note cites. A hook has little time, and hashing is slow
// until it is compiled. So the lines are looked for at their old place first. A short text is then searched as a whole,
// a long text only near the old place. `stale` and `read` (features/staleness) always search the whole text.
// Invariants:
// - Lines that stand where they were cited, and read as they did, are never called changed.

import { ownText } from "../../base/utf8.ts";
import { CITED_WORDS } from "../../notes/sources/source-state.ts";
import {
  type CitedSource,
  type Fingerprint,
  isOfSource,
  type LineRange,
  parseFingerprint,
} from "../../notes/text/citation.ts";
import { hashLines, placesOf, spanHash } from "../../notes/text/citation-lines.ts";
import { compareCited } from "../../notes/text/citation-match.ts";

/** The longest text that is searched as a whole, in code units. */
const LENGTH_MAX = 4 * 1024;
/** In a longer text, cited lines are looked for within this many lines of their old place. */
const NEAR_LINES = 30;

const CITED = "\n[cited: ";
const PROJECT = "\n[project: ";

/** The fingerprint that a note's body holds for this source; null when the body holds none. */
export function fingerprintIn(body: string, source: CitedSource): Fingerprint | null {
  const cited = citedIn(body);
  const fingerprint = cited === null ? null : parseFingerprint(ownText(cited));
  return fingerprint !== null && isOfSource(fingerprint, source) ? fingerprint : null;
}

/**
 * The value of the `[cited: ...]` line in the trailer of a body that helix wrote (see notes/text/entry-text.ts). The
 * rest of the body is not parsed.
 */
export function citedIn(body: string): string | null {
  const at = body.lastIndexOf(CITED);
  if (at < 0) return null;
  const lineEnd = body.indexOf("\n", at + 1);
  const end = lineEnd < 0 ? body.length : lineEnd;
  // Behind this line stands the other line of the trailer, or nothing. Otherwise the line is part of the note's text.
  const isTrailer = lineEnd < 0 || (body.startsWith(PROJECT, lineEnd) && body.indexOf("\n", lineEnd + 1) < 0);
  return isTrailer && body[end - 1] === "]" ? body.slice(at + CITED.length, end - 1) : null;
}

/** What became of cited lines: a few words, "" when they are unchanged or that is not known; and where they are now. */
export interface CitedState {
  readonly said: string;
  /** The first of the lines, counted from 1; null where that is not known, and where no lines are cited. */
  readonly line: number | null;
}

/** What became of the cited lines in the present text. */
export function citedState(fingerprint: Fingerprint, text: string): CitedState {
  const { lines, occurrences, hash } = fingerprint;
  const unchanged = { said: "", line: lines?.first ?? null };
  const isLong = text.length > LENGTH_MAX;
  if (lines !== null && (isLong || occurrences === 1)) {
    const cited = linesOf(text, lines.first, lines.last);
    const hashed = cited === null ? null : hashLines(cited);
    if (hashed !== null && spanHash(hashed, 0, hashed.count) === hash) return unchanged;
  }
  if (isLong) return lines === null ? unchanged : nearState(fingerprint, lines, text);
  const hashed = hashLines(text);
  if (hashed === null) return { said: "", line: null };
  const compared = compareCited(fingerprint, hashed);
  if (compared.state === "moved") return movedTo(compared.line);
  if (compared.state === "unchanged") return unchanged;
  return { said: lines === null ? CITED_WORDS.file : CITED_WORDS.lines, line: null };
}

/** Says what became of cited lines that are no longer at their old place, in a text that is too long to be searched. */
function nearState({ hash, occurrences }: Fingerprint, { first, last }: LineRange, text: string): CitedState {
  const from = Math.max(1, first - NEAR_LINES);
  const near = occurrences === 1 ? linesOf(text, from, last + NEAR_LINES) : null;
  const hashed = near === null ? null : hashLines(near);
  const places = hashed === null ? [] : placesOf(hashed, hash, last - first + 1);
  return places.length === 1 ? movedTo(from + places[0]!) : { said: CITED_WORDS.unclear, line: null };
}

function movedTo(line: number): CitedState {
  return { said: CITED_WORDS.moved(line), line };
}

/** The text from line `first` to line `last`, or to the end of the text; null when the text has no line `first`. */
function linesOf(text: string, first: number, last: number): string | null {
  let start = 0;
  for (let line = 1; line < first; line++) {
    start = text.indexOf("\n", start) + 1;
    if (start === 0) return null;
  }
  let end = start - 1;
  for (let line = first; line <= last && end < text.length; line++) {
    end = text.indexOf("\n", end + 1);
    if (end < 0) end = text.length;
  }
  return text.slice(start, end);
}
