// One error in a run's output, and the places that the lines of an output name.

/** A place in a file, as the output names it. */
export interface NamedPlace {
  readonly path: string;
  /** Counted from 1; 0 where only the file is named. */
  readonly line: number;
  /** Counted from 1; 0 where the output names none. */
  readonly column: number;
}

/**
 * How much an error says. `exact`: it says what is wrong. `vague`: it says that something is wrong. `consequence`: a
 * step stopped because of other errors.
 */
export type Weight = "exact" | "vague" | "consequence";

export interface BuildError {
  /** The message, in one line. */
  readonly message: string;
  /** The tool's code for this kind of error: `E0308`, `no-undef`; "" for none. */
  readonly code: string;
  /** The test that failed; "" for none. */
  readonly test: string;
  readonly place: NamedPlace | null;
  readonly weight: Weight;
}

/** The lines of an output. */
export type Lines = readonly string[];

const MESSAGE_LENGTH_MAX = 300;
/** A path with a line, and perhaps a column, anywhere in a line. */
const PLACE =
  /(?<![\w@./\\+~[\]-])((?:[A-Za-z]:[\\/])?[\w@./\\+~[\]-]*\.[A-Za-z]\w{0,9}):(?:line )?(\d{1,7})(?::(\d{1,5}))?/;
/**
 * Folders and beginnings of paths that belong to languages, packages and systems, and not to the person who runs a
 * build. A folder may stand anywhere in a path.
 */
const FOREIGN_FOLDERS =
  "node_modules site-packages dist-packages .cargo rustc .rustup pkg/mod .venv venv vendor .m2 .gradle".split(" ");
const FOREIGN_BEGINNINGS = "/usr/ /opt/ /nix/ /System/ /Library/ /Applications/ node: internal/".split(" ");
/** Frames of test frameworks and runtimes that name no path. */
const FOREIGN_FRAME =
  /\b(?:org\.(?:junit|opentest4j|gradle|hamcrest|assertj|apache|scalatest)|java\.base|jdk\.|sun\.|kotlin\.|scala\.|node:)/;

/** An error with this message; fields that are missing in `rest` get their defaults. */
export function buildError(message: string, rest: Partial<Omit<BuildError, "message">> = {}): BuildError {
  const line = message.replace(/\s+/g, " ").trim().slice(0, MESSAGE_LENGTH_MAX);
  return { message: line, code: "", test: "", place: null, weight: "exact", ...rest };
}

/** A place. The scheme of the path and its leading `./` are removed. */
export function placeAt(path: string, line: string | undefined, column?: string | undefined): NamedPlace {
  const plain = path
    .replace(/^file:\/\//, "")
    .replace(/^\/{2,}/, "/")
    .replace(/^(?:\.\/)+/, "");
  return { path: plain, line: Number(line ?? 0), column: Number(column ?? 0) };
}

/** The first place that a line names; null for none. */
export function placeIn(line: string): NamedPlace | null {
  const match = PLACE.exec(line);
  return match === null ? null : placeAt(match[1]!, match[2], match[3]);
}

/**
 * The first place in the project that a line names, starting at line `from`; at most `most` lines are looked at, up to
 * a line that `isEnd` matches. null for none.
 */
export function placeBelow(lines: Lines, from: number, most: number, isEnd?: RegExp): NamedPlace | null {
  for (let at = from; at < Math.min(lines.length, from + most); at++) {
    if (isEnd?.test(lines[at]!)) break;
    const place = FOREIGN_FRAME.test(lines[at]!) ? null : placeIn(lines[at]!);
    if (place !== null && !isForeign(place.path)) return place;
  }
  return null;
}

/** Whether a path belongs to a package or a system, and not to the project. */
export function isForeign(path: string): boolean {
  const plain = `/${path.replaceAll("\\", "/")}`;
  return (
    FOREIGN_BEGINNINGS.some((beginning) => path.startsWith(beginning)) ||
    FOREIGN_FOLDERS.some((folder) => plain.includes(`/${folder}/`))
  );
}

/**
 * The first match in the lines from `from` on. At most `most` lines are looked at; when `most` is negative, the lines
 * are looked at upwards.
 */
export function nearLine(lines: Lines, from: number, most: number, pattern: RegExp): RegExpExecArray | null {
  const step = most < 0 ? -1 : 1;
  for (let count = 0, at = from; count < Math.abs(most) && at >= 0 && at < lines.length; count++, at += step) {
    const match = pattern.exec(lines[at]!);
    if (match !== null) return match;
  }
  return null;
}

/** The next line that is not blank, without white space around it; "" when there is none nearby. */
export function nextText(lines: Lines, from: number): string {
  return nearLine(lines, from, 4, /\S.*/)?.[0].trimEnd() ?? "";
}
