// Looks at many paths again and again, links not followed, at about the cost of the call of the system: Node's lstat
// makes two objects a path, which a tree of thousands of files feels.
//
// Invariants:
// - What it says is what Node's lstat says, to the last digit. That is tried with the first paths, and where it does not
//   hold, or the C library cannot be called, Node's is used.

import type { FoundEntry } from "./found-entry.ts";
import { bind, type Calls, isMac, pointerTo, TYPES } from "./libc.ts";
import { kindOfMode, MAC_SUFFIX, STAT_AT, STAT_BYTES, timeIn, wideIn } from "./libc-paths.ts";

/** Paths that are looked at by their numbers. */
export interface PathLooks {
  /** Looks at a path. Whether it is other than at the look before; the first look moves everything that is there. */
  hasMoved(at: number): boolean;
  /** What stood there at the last look; null: nothing. */
  entry(at: number): FoundEntry | null;
}

/** Other means of looking. */
interface Looks {
  look(path: string): FoundEntry | null;
}

/** So many paths are tried. */
const TRIED = 50;

/** Looks at these paths by the C library if it says the same as `sources`, else by `sources`. */
export function pathLooks(paths: readonly string[], sources: Looks): PathLooks {
  try {
    const looks = new LibcLooks(paths);
    for (let at = 0; at < Math.min(TRIED, paths.length); at++) {
      looks.hasMoved(at);
      if (!isSameEntry(looks.entry(at), sources.look(paths[at]!))) return new PlainLooks(paths, sources);
    }
    return new LibcLooks(paths);
  } catch {
    return new PlainLooks(paths, sources);
  }
}

/** Whether two looks say the same. */
export function isSameEntry(a: FoundEntry | null, b: FoundEntry | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.size === b.size &&
    a.modifiedMs === b.modifiedMs &&
    a.changedMs === b.changedMs &&
    a.inode === b.inode &&
    a.kind === b.kind
  );
}

/** Looks by other means. */
export class PlainLooks implements PathLooks {
  readonly #paths: readonly string[];
  readonly #sources: Looks;
  readonly #last: (FoundEntry | null)[] = [];

  constructor(paths: readonly string[], sources: Looks) {
    this.#paths = paths;
    this.#sources = sources;
  }

  hasMoved(at: number): boolean {
    const now = this.#sources.look(this.#paths[at]!);
    if (isSameEntry(now, this.entry(at))) return false;
    this.#last[at] = now;
    return true;
  }

  entry(at: number): FoundEntry | null {
    return this.#last[at] ?? null;
  }
}

const { i32, pointer } = TYPES;
const AT_CWD = -100;
const AT_SYMLINK_NOFOLLOW = 0x100;
const STATX_BASIC = 0x7ff;
/** Of a result these words of four bytes are kept: what tells one state of a file from another. */
const WORDS = [
  STAT_AT.mode,
  ...[STAT_AT.inode, STAT_AT.size].flatMap((at) => [at, at + 4]),
  ...[STAT_AT.modified, STAT_AT.changed].flatMap((at) => [at, at + 4, at + 8]),
].map((at) => at / 4);

const LSTAT = `lstat${MAC_SUFFIX}`;

let calls: Calls | undefined;

class LibcLooks implements PathLooks {
  readonly #names: Uint8Array;
  readonly #places: Float64Array;
  readonly #stat = new Uint32Array(STAT_BYTES / 4);
  readonly #view = new DataView(this.#stat.buffer);
  readonly #statPlace: number;
  /** By path, its words; all 0 where there is nothing. */
  readonly #last: Uint32Array;

  constructor(paths: readonly string[]) {
    calls ??= bind(
      isMac
        ? { [LSTAT]: { args: [pointer, pointer], returns: i32 } }
        : { statx: { args: [i32, pointer, i32, i32, pointer], returns: i32 } },
    );
    this.#names = new TextEncoder().encode(`${paths.join("\0")}\0`);
    this.#places = new Float64Array(paths.length);
    const begin = pointerTo(this.#names);
    for (let at = 0, from = 0; at < paths.length; at++) {
      this.#places[at] = begin + from;
      from = this.#names.indexOf(0, from) + 1;
    }
    this.#statPlace = pointerTo(this.#stat);
    this.#last = new Uint32Array(paths.length * WORDS.length);
  }

  hasMoved(at: number): boolean {
    const stat = this.#stat;
    if (this.#look(this.#places[at]!) !== 0) stat.fill(0);
    const last = this.#last;
    const start = at * WORDS.length;
    let hasMoved = false;
    for (let word = 0; word < WORDS.length; word++) {
      const now = stat[WORDS[word]!]!;
      if (last[start + word] === now) continue;
      last[start + word] = now;
      hasMoved = true;
    }
    return hasMoved;
  }

  entry(at: number): FoundEntry | null {
    const words = this.#last.subarray(at * WORDS.length, (at + 1) * WORDS.length);
    if (words.every((word) => word === 0)) return null;
    for (const [word, place] of WORDS.entries()) this.#stat[place] = words[word]!;
    const view = this.#view;
    const kind = kindOfMode(view.getUint16(STAT_AT.mode, true));
    const [size, inode] = [wideIn(view, STAT_AT.size), wideIn(view, STAT_AT.inode)];
    return {
      kind,
      size,
      modifiedMs: timeIn(view, STAT_AT.modified),
      changedMs: timeIn(view, STAT_AT.changed),
      inode,
    };
  }

  #look(name: number): number {
    return isMac
      ? calls![LSTAT]!(name, this.#statPlace)
      : calls!.statx!(AT_CWD, name, AT_SYMLINK_NOFOLLOW, STATX_BASIC, this.#statPlace);
  }
}
