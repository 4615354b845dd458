// What became of the lines that a note on a file cites, as a hook can afford to tell it: they are looked for where they
// were first, then near it, and only a short text is gone through for them: hashing is slow until it is compiled.
// `stale` and `read` (features/staleness) always go through it.
// Invariant: lines that stand where they were cited, and
// read as they did, are never called changed.

import { ownText } from "../../base/utf8.ts";
import {
  type CitedSource,
  type Fingerprint,
  isOfSource,
  type LineRange,
  parseFingerprint,
} from "../../notes/text/citation.ts";
import { hashLines, placesOf, spanHash } from "../../notes/text/citation-lines.ts";
import { compareCited } from "../../notes/text/citation-match.ts";

/** The longest text that is gone through, in code units. */
const LENGTH_MAX = 4 * 1024;
/** How far around their old place lines of a longer one are looked for. */
const NEAR_LINES = 30;

const CITED = "\n[cited: ";
const PROJECT = "\n[project: ";

/** The fingerprint that a body has of this source; null when it has none. */
export function fingerprintIn(body: string, source: CitedSource): Fingerprint | null {
  const cited = citedIn(body);
  const fingerprint = cited === null ? null : parseFingerprint(ownText(cited));
  return fingerprint !== null && isOfSource(fingerprint, source) ? fingerprint : null;
}

/**
 * The value of the `[cited: ...]` line in the trailer of a body that helix wrote (see text/entry-text.ts), without
 * taking it all apart.
 */
export function citedIn(body: string): string | null {
  const at = body.lastIndexOf(CITED);
  if (at < 0) return null;
  const lineEnd = body.indexOf("\n", at + 1);
  const end = lineEnd < 0 ? body.length : lineEnd;
  // What follows it is the trailer's other line or nothing; anything else means that it stands in the text.
  const isTrailer = lineEnd < 0 || (body.startsWith(PROJECT, lineEnd) && body.indexOf("\n", lineEnd + 1) < 0);
  return isTrailer && body[end - 1] === "]" ? body.slice(at + CITED.length, end - 1) : null;
}

/**
 * In a few words what became of cited lines in the text as it is now; "" when they are as they were, or that is not
 * known.
 */
export function citedState(fingerprint: Fingerprint, text: string): string {
  const { lines, occurrences, hash } = fingerprint;
  const isLong = text.length > LENGTH_MAX;
  if (lines !== null && (isLong || occurrences === 1)) {
    const cited = linesOf(text, lines.first, lines.last);
    const hashed = cited === null ? null : hashLines(cited);
    if (hashed !== null && spanHash(hashed, 0, hashed.count) === hash) return "";
  }
  if (isLong) return lines === null ? "" : nearState(fingerprint, lines, text);
  const hashed = hashLines(text);
  if (hashed === null) return "";
  const compared = compareCited(fingerprint, hashed);
  if (compared.state === "moved") return movedTo(compared.line);
  if (compared.state === "unchanged") return "";
  return lines === null ? "file changed since" : "cited lines changed since";
}

/** Of lines that no longer stand where they stood. */
function nearState({ hash, occurrences }: Fingerprint, { first, last }: LineRange, text: string): string {
  const from = Math.max(1, first - NEAR_LINES);
  const near = occurrences === 1 ? linesOf(text, from, last + NEAR_LINES) : null;
  const hashed = near === null ? null : hashLines(near);
  const places = hashed === null ? [] : placesOf(hashed, hash, last - first + 1);
  return places.length === 1 ? movedTo(from + places[0]!) : "cited lines moved or changed since";
}

function movedTo(line: number): string {
  return `cited lines now at line ${line}`;
}

/** The text from line `first` to line `last`, or to its end; null when it has no such line. */
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
