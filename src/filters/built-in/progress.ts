// Leaves out lines that say how far something has come: percentages, bars, spinners, downloads. Of a run of them the
// last one stays, for it says how it ended.
// Invariants:
// - Rows of tables that hold percentages (disks, coverage) are no progress.

import { type Line, withNote } from "./line.ts";

const SHAPES: readonly RegExp[] = [
  // Spinners, and bars with their brackets.
  /^\s*[⠁-⣿◐◓◑◒◴◷◶◵] ?\S/,
  /^[^|]*[[(|▕][#=>\-.█▓▒░━╸▏▎▍▌▋▊▉ ]{8,}[\])|▏](?:[^|]*\d|\s*$)/,
  /^<[-=]{5,}> \d+% |^> IDLE$/,
  /^\s*[━╸╺─█▓▒░]{8,}[━╸╺─█▓▒░ ]*\s*\d/,
  // `12%` alone, with sizes or speeds, or behind the name of a phase of git.
  /^\s*\d{1,3}(?:\.\d+)? ?%[\s.…]*$/,
  /^[^|]*\b\d{1,3}(?:\.\d+)? ?%.*(?:\b(?:ETA|eta|[KMG]i?B\/s)\b|\d+:\d\d(?::\d\d)?\s*$)/,
  /^(?:remote: )?(?:Counting|Compressing|Receiving|Resolving|Writing|Updating|Enumerating|Unpacking|Filtering|Checking out|Expanding|Checking) [\w ]+: +\d+(?:%|, done|\/\d+|$)/,
  // wget, curl, and the dots of test runners.
  /^ *\d+[KMG] (?:[., ]{10,}) *\d+%/,
  /^ *\d{1,3} +[\d.]+[kMG]? +\d{1,3} +[\d.]+[kMG]? +\d+ +[\d.]+[kMG]? /,
  /^\s*\.{6,}\s*(?:\[ *\d+%\])?$/,
  // Downloads of package managers and builds.
  /^(?:\[\w+\] )?\s*(?:Downloading|Downloaded|Fetching|Pulling|Extracting|Get:\d+|Fetch(?:ed)? |Progress[ :(]|Download(?:ing)? )\b(?!.*\bfailed)/,
  /^[0-9a-f]{12}: (?:Pulling fs layer|Waiting|Downloading|Extracting|Verifying Checksum|Download complete|Pull complete|Already exists|Pushing|Pushed|Preparing)/,
  /^npm (?:http|timing|sill|silly|verb|verbose) /,
];
const LOOKED_AT = 400;
/** A run is replaced from this length on. */
const RUN_MIN = 3;

/** Whether a line only says how far something has come. */
export function isProgress(text: string): boolean {
  const start = text.slice(0, LOOKED_AT);
  return SHAPES.some((shape) => shape.test(start));
}

/** Leaves the last line of each run of progress. Blank lines do not end a run. */
export function withoutProgress(lines: readonly Line[]): Line[] {
  const rest: Line[] = [];
  for (let at = 0; at < lines.length; ) {
    let end = at;
    let last = -1;
    let count = 0;
    while (end < lines.length && !lines[end]!.isKept && lines[end]!.notes.length === 0) {
      if (isProgress(lines[end]!.text)) {
        last = end;
        count++;
      } else if (lines[end]!.text !== "" || last < 0) break;
      end++;
    }
    if (count < RUN_MIN) {
      rest.push(...lines.slice(at, Math.max(end, at + 1)));
      at = Math.max(end, at + 1);
      continue;
    }
    rest.push(withNote(lines[last]!, `${count - 1} lines of progress above it`, { leftOut: count - 1 }));
    at = last + 1;
  }
  return rest;
}
