// Whether a path lies in a task's delta. A delta is a list of paths and globs, relative to the root of the work tree:
// `src/a.ts`, `src/` (all below), `src/**/*.ts`, `*.md` (one level). Only the star is special: a folder may well be
// called `[id]` or `a{b}`.
// Invariants:
// - Whoever matches takes time of at most path × glob: no glob can make it exponential.

import { isMac } from "../../platform/libc.ts";

/** A folder at any depth, none included. */
const ANY_FOLDERS = "**";

/**
 * Whether a path is in a delta. `path` is relative to the root, with slashes and without `.` and `..`; another path is
 * in no delta. Characters are compared exactly; on macOS by what they stand for, since there the form of characters
 * (`é` as one or as two) tells no two files apart.
 */
export function isInDelta(path: string, globs: readonly string[], ignoresForm = isMac): boolean {
  const formed = (text: string) => (ignoresForm ? text.normalize("NFC") : text);
  const segments = segmentsOf(formed(path));
  return segments !== null && globs.some((glob) => matchesGlob(segments, formed(glob)));
}

/** The names of a path that stays below the root; null for any other path. A slash at the end does not count. */
function segmentsOf(path: string): string[] | null {
  const segments = (path.endsWith("/") ? path.slice(0, -1) : path).split("/");
  return segments.some((name) => name === "" || name === "." || name === "..") ? null : segments;
}

function matchesGlob(path: readonly string[], glob: string): boolean {
  const isFolder = glob.endsWith("/");
  const parts = segmentsOf(glob.replace(/^(?:\.\/)+/, ""));
  if (parts === null) return false;
  // A folder of the delta is in it itself, and so is all below.
  return matchesParts(path, parts, isFolder);
}

/**
 * Whether the parts match the path; with `isFolder`, whether they match it or a folder above it. After each part,
 * `reached` holds how many names of the path can be behind it.
 */
function matchesParts(path: readonly string[], parts: readonly string[], isFolder: boolean): boolean {
  let reached = new Uint8Array(path.length + 1);
  reached[0] = 1;
  for (const [index, part] of parts.entries()) {
    const next = new Uint8Array(path.length + 1);
    // At the end of a glob, `**` stands for what is below a folder, not for the folder.
    const isLast = index === parts.length - 1;
    for (let at = 0; at <= path.length; at++) {
      if (part === ANY_FOLDERS) {
        if (at > 0 && next[at - 1] === 1) next[at] = 1;
        else if (isLast ? at > 0 && reached[at - 1] === 1 : reached[at] === 1) next[at] = 1;
      } else if (at > 0 && reached[at - 1] === 1 && matchesName(path[at - 1]!, part)) next[at] = 1;
    }
    reached = next;
  }
  return isFolder ? reached.includes(1) : reached[path.length] === 1;
}

/** Whether a name matches a part of a glob, in which a star stands for any characters. */
function matchesName(name: string, part: string): boolean {
  const pieces = part.split("*");
  const first = pieces[0]!;
  if (pieces.length === 1) return name === part;
  const last = pieces.at(-1)!;
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  const end = name.length - last.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}
