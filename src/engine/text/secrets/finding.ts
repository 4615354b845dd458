// The findings that the secret detectors report, and how overlapping findings become one.

import { partitionPoint } from "../../../base/sorted-search.ts";

/** A part of a text that is a credential: code units from `start`, before `end`. */
export interface SecretFinding {
  readonly start: number;
  readonly end: number;
  /** Readable name, such as `github-token`. */
  readonly kind: string;
}

/**
 * Joins findings that overlap or touch, so that no part of a credential is left beside its replacement. The result is
 * ordered by position. A joined finding takes the kind of the one that stands first in `findings`, so the more certain
 * detectors go first.
 */
export function joinFindings(findings: readonly SecretFinding[]): SecretFinding[] {
  const ranked = findings.map((finding, rank) => ({ ...finding, rank }));
  ranked.sort((a, b) => a.start - b.start || a.rank - b.rank);
  const joined: { start: number; end: number; kind: string; rank: number }[] = [];
  for (const finding of ranked) {
    const last = joined[joined.length - 1];
    if (last === undefined || finding.start > last.end) {
      joined.push(finding);
      continue;
    }
    last.end = Math.max(last.end, finding.end);
    if (finding.rank < last.rank) {
      last.rank = finding.rank;
      last.kind = finding.kind;
    }
  }
  return joined.map(({ start, end, kind }) => ({ start, end, kind }));
}

const MARK = /\[redacted: [^\]\n]{1,64}\]/g;

/**
 * Returns the findings, each cut off before the first mark in it. A mark replaces a credential that was taken out
 * already; the mark and the text behind it stay as they are. A finding that begins inside a mark is dropped.
 */
export function outsideOfMarks(text: string, findings: readonly SecretFinding[]): SecretFinding[] {
  if (!text.includes("[redacted: ")) return [...findings];
  const marks = Array.from(text.matchAll(MARK), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  const outside: SecretFinding[] = [];
  for (const finding of findings) {
    const mark = marks[partitionPoint(0, marks.length, (at) => marks[at]!.end <= finding.start)];
    if (mark === undefined || mark.start >= finding.end) outside.push(finding);
    else if (mark.start > finding.start) outside.push({ ...finding, end: mark.start });
  }
  return outside;
}
