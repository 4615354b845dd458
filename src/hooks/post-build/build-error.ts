// One error of a run's output, and the places that lines of an output name.

/** A place in a file, as the output names it. */
export interface NamedPlace {
  readonly path: string;
  /** Counted from 1; 0 where only the file is named. */
  readonly line: number;
  /** 0 where there is none. */
  readonly column: number;
}

/**
 * How much an error says: `exact`, what was found wrong; `vague`, that something was; `consequence`, that a step did
 * not go on because of others.
 */
export type Weight = "exact" | "vague" | "consequence";

export interface BuildError {
  /** In one line. */
  readonly message: string;
  /** What the tool calls this kind of error: `E0308`, `no-undef`; "" for none. */
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
 * Folders of files that belong to languages, packages and systems, not to whoever runs a build; anywhere in a path, or
 * where it begins.
 */
const FOREIGN_FOLDERS =
  "node_modules site-packages dist-packages .cargo rustc .rustup pkg/mod .venv venv vendor .m2 .gradle".split(" ");
const FOREIGN_BEGINNINGS = "/usr/ /opt/ /nix/ /System/ /Library/ /Applications/ node: internal/".split(" ");
/** Frames of test frameworks and runtimes that name no path. */
const FOREIGN_FRAME =
  /\b(?:org\.(?:junit|opentest4j|gradle|hamcrest|assertj|apache|scalatest)|java\.base|jdk\.|sun\.|kotlin\.|scala\.|node:)/;

/** An error without whatever is not given. */
export function buildError(message: string, rest: Partial<Omit<BuildError, "message">> = {}): BuildError {
  const line = message.replace(/\s+/g, " ").trim().slice(0, MESSAGE_LENGTH_MAX);
  return { message: line, code: "", test: "", place: null, weight: "exact", ...rest };
}

/** A place; the scheme and the leading `./` of its path are left out. */
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

/** The first place of the project that the lines from `from` on name, at most `most` of them. */
export function placeBelow(lines: Lines, from: number, most: number, isEnd?: RegExp): NamedPlace | null {
  for (let at = from; at < Math.min(lines.length, from + most); at++) {
    if (isEnd?.test(lines[at]!)) break;
    const place = FOREIGN_FRAME.test(lines[at]!) ? null : placeIn(lines[at]!);
    if (place !== null && !isForeign(place.path)) return place;
  }
  return null;
}

/** Whether a path is no file that somebody works on. */
export function isForeign(path: string): boolean {
  const plain = `/${path.replaceAll("\\", "/")}`;
  return (
    FOREIGN_BEGINNINGS.some((beginning) => path.startsWith(beginning)) ||
    FOREIGN_FOLDERS.some((folder) => plain.includes(`/${folder}/`))
  );
}

/** The first match among the lines from `from` on, or up from there when `most` is negative. */
export function nearLine(lines: Lines, from: number, most: number, pattern: RegExp): RegExpExecArray | null {
  const step = most < 0 ? -1 : 1;
  for (let count = 0, at = from; count < Math.abs(most) && at >= 0 && at < lines.length; count++, at += step) {
    const match = pattern.exec(lines[at]!);
    if (match !== null) return match;
  }
  return null;
}

/** The next line that is not blank, trimmed; "" where there is none nearby. */
export function nextText(lines: Lines, from: number): string {
  return nearLine(lines, from, 4, /\S.*/)?.[0].trimEnd() ?? "";
}
