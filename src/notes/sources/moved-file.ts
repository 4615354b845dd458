// Where a file is now that a note cites as a whole or by its lines, and that commits renamed; and what became of the
// cited text. Of a symbol the follower takes care itself (symbol-follower.ts).

import { forTerminal } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { redactSecrets } from "../../engine/text/secrets/redaction.ts";
import type { StampedFiles } from "../../platform/small-files.ts";
import { type Fingerprint, parseSource } from "../text/citation.ts";
import { hashLines } from "../text/citation-lines.ts";
import { compareCited, likelyLine } from "../text/citation-match.ts";
import { FILE_BYTES_MAX } from "./hashed-files.ts";
import { type CitingEntry, fingerprintFor } from "./source-checker.ts";
import { locate, type SourceRoot } from "./source-root.ts";
import { FILE_PLACE_LENGTH_MAX, PLACE_LENGTH_MAX, type SourceState } from "./source-state.ts";

/** Whether a note cites a file, or lines of it, that is not where it was. `state` is what the checker says of it. */
export function citesGoneFile(entry: Pick<CitingEntry, "source" | "cited">, state: SourceState | null): boolean {
  if (state?.kind !== "gone" || entry.cited === null) return false;
  const fingerprint = fingerprintFor(entry, parseSource(entry.source));
  return fingerprint !== null && fingerprint.symbol === null;
}

/** What became of a cited text whose file is at `path` now, below the root; null where that cannot be read. */
export async function movedFile(
  { root, files }: { readonly root: SourceRoot; readonly files: StampedFiles },
  path: string,
  fingerprint: Fingerprint,
): Promise<{ readonly state: SourceState; readonly real: string; readonly version: string } | null> {
  const located = locate(root, "", path, files);
  if (located.kind !== "file" || located.stamp.size > FILE_BYTES_MAX) return null;
  const text = files.readText(located.path, FILE_BYTES_MAX, root.path);
  const hashed = text === null ? null : hashLines(text);
  if (hashed === null) return null;
  const compared = compareCited(fingerprint, hashed);
  const kind = compared.state === "changed" ? "changed" : "unchanged";
  const { lines } = fingerprint;
  // A whole file has no lines of its own: see citedLines in current-source.ts.
  const first = lines === null ? 1 : likelyLine(fingerprint, hashed);
  const last = lines === null ? 0 : first + lines.last - lines.first;
  const range = last > first ? `${first}-${last}` : String(first);
  const place = compared.state === "moved" ? `${path}:${range}` : path;
  const now = { place: await presentPlaceOf(place, FILE_PLACE_LENGTH_MAX), isSure: true };
  return {
    state: { kind, at: { path: located.path, first, last }, now },
    real: located.path,
    version: located.stamp.version,
  };
}

/** A path, or a place in it, fit to be shown. */
export async function presentPlaceOf(place: string, lengthMax = PLACE_LENGTH_MAX): Promise<string> {
  const { text } = await redactSecrets(place);
  return cutLine(forTerminal(text).replace(/\s+/g, " "), lengthMax);
}
