// What became of the lines that a note on a file cites, as a hook can afford to tell it: they are looked for where they were first, and
// only a text that is not long is gone through for them. `stale` and `read` (features/staleness) always go through it.
// Invariant: lines that stand where they were cited, and read as they did, are never called changed.

import { type CitedSource, type Fingerprint, isOfSource, parseFingerprint } from "../../../text/citation.ts";
import { hashLines, spanHash } from "../../../text/citation-lines.ts";
import { compareCited } from "../../../text/citation-match.ts";

/** The longest text that is gone through, in code units: hashing is slow until it is compiled. */
const LENGTH_MAX = 48 * 1024;

const CITED = "\n[cited: ";
const PROJECT = "\n[project: ";

/** The fingerprint that a body has of this source; null when it has none. */
export function fingerprintIn(body: string, source: CitedSource): Fingerprint | null {
  const cited = citedIn(body);
  const fingerprint = cited === null ? null : parseFingerprint(cited);
  return fingerprint !== null && isOfSource(fingerprint, source) ? fingerprint : null;
}

/** The value of the `[cited: ...]` line in the trailer of a body that helix wrote (see text/entry-text.ts), without taking it all apart. */
export function citedIn(body: string): string | null {
  const at = body.lastIndexOf(CITED);
  if (at < 0) return null;
  const lineEnd = body.indexOf("\n", at + 1);
  const end = lineEnd < 0 ? body.length : lineEnd;
  // What follows it is the trailer's other line or nothing; anything else means that it stands in the text.
  const isTrailer = lineEnd < 0 || (body.startsWith(PROJECT, lineEnd) && body.indexOf("\n", lineEnd + 1) < 0);
  return isTrailer && body[end - 1] === "]" ? body.slice(at + CITED.length, end - 1) : null;
}

/** In a few words what became of cited lines in the text as it is now; "" when they are as they were, or that is not known. */
export function citedState(fingerprint: Fingerprint, text: string): string {
  const { lines, occurrences } = fingerprint;
  if (lines !== null && occurrences === 1 && isInPlace(fingerprint, text)) return "";
  if (text.length > LENGTH_MAX) return lines !== null && occurrences === 1 ? "cited lines moved or changed since" : "";
  const hashed = hashLines(text);
  if (hashed === null) return "";
  const compared = compareCited(fingerprint, hashed);
  if (compared.state === "moved") return `cited lines now at line ${compared.line}`;
  if (compared.state === "unchanged") return "";
  return lines === null ? "file changed since" : "cited lines changed since";
}

function isInPlace({ lines, hash }: Fingerprint, text: string): boolean {
  const { first, last } = lines!;
  let start = 0;
  for (let line = 1; line < first; line++) {
    start = text.indexOf("\n", start) + 1;
    if (start === 0) return false;
  }
  let end = start - 1;
  for (let line = first; line <= last; line++) {
    end = text.indexOf("\n", end + 1);
    if (end < 0) end = text.length;
  }
  const cited = hashLines(text.slice(start, end));
  return cited !== null && spanHash(cited, 0, cited.count) === hash;
}
