// Says a long directory once at the top that stands in many paths, and `…/` in its place. Lines that have to stay keep
// their paths as they are.
// Invariants:
// - A path is shortened only at its beginning and only by whole directories.

import { bytesOf, type Line, NOTE_SIGN, plainLine, utf8Length } from "./line.ts";

/** A path of files, by where it begins: a path of a request (`/api/users/7`) stays as it is. */
const ABSOLUTE =
  /(?<![\w.~/\\:@-])\/(?:home|Users|root|tmp|var|usr|opt|srv|mnt|media|private|etc|lib\w*|run|snap|nix|Applications|Library|Volumes|workspaces?|work|builds?|github|__w|code|src)\/(?:[\w.@+-]+\/)+/g;
const DEPTH_MAX = 16;
const LOOKED_AT = 400;
/** What has to be saved at least: bytes, and a part of the whole. */
const SAVED_BYTES_MIN = 300;
const SAVED_PART_MIN = 0.1;

/** Replaces the directory whose replacement saves most. */
export function withShortPaths(lines: readonly Line[]): Line[] {
  if (lines[0]?.text.startsWith(`${NOTE_SIGN} "${NOTE_SIGN}/"`)) return [...lines];
  const directory = bestDirectory(lines);
  if (directory === null) return [...lines];
  const note = `${NOTE_SIGN} "${NOTE_SIGN}/" stands for ${directory}`;
  let saved = -utf8Length(note) - 1;
  let bytes = 0;
  const rest = lines.map((line) => {
    bytes += bytesOf(line);
    if (line.isKept || !line.text.includes(directory)) return line;
    const text = line.text.replace(ABSOLUTE, (path) =>
      path.startsWith(directory) ? `${NOTE_SIGN}/${path.slice(directory.length)}` : path,
    );
    saved += utf8Length(line.text) - utf8Length(text);
    return { ...line, text };
  });
  return saved >= SAVED_BYTES_MIN && saved >= bytes * SAVED_PART_MIN ? [plainLine(note, true), ...rest] : [...lines];
}

function bestDirectory(lines: readonly Line[]): string | null {
  const counts = new Map<string, number>();
  for (const { text, isKept } of lines) {
    if (isKept) continue;
    for (const [path] of text.slice(0, LOOKED_AT).matchAll(ABSOLUTE)) {
      let end = path.indexOf("/", 1);
      for (let depth = 1; end > 0 && depth <= DEPTH_MAX; depth++, end = path.indexOf("/", end + 1)) {
        const directory = path.slice(0, end + 1);
        if (depth > 1) counts.set(directory, (counts.get(directory) ?? 0) + 1);
      }
    }
  }
  let best: string | null = null;
  let most = 0;
  for (const [directory, count] of counts) {
    const saved = count * (directory.length - 4);
    if (saved > most) [best, most] = [directory, saved];
  }
  return best;
}
