// Finds the lines of files that a text names, as stack traces and compilers do: `src/cache.ts:14:5`, `(Cache.java:14)`,
// `File "cache.py", line 14`, `cache.cs(14,5)`, `cache.cs:line 14`.

/** A line of a file. `path` is as the text has it, in lower case and with forward slashes. */
export interface NamedLine {
  readonly path: string;
  readonly line: number;
}

const TEXT_LENGTH_MAX = 16_000;
const NAMED_MAX = 20;
/** Files that one name may mean. */
const MEANT_MAX = 3;
const PYTHON_FRAME = /File "([^"\n]{1,500})", line (\d{1,7})/g;
const DOTNET_LINE = /:line (\d{1,7})/g;
const PATH_LENGTH_MAX = 500;
const NO_PATH = /[\s"'`<>()[\],;]/;
const EXTENSION = /\.[A-Za-z]\w{0,9}$/;
const PIECE = /[^\s"'`<>()[\],;]{3,500}(?:\(\d{1,7}(?:,\d{1,7})?\))?/g;
const PLACE = /^(.*?\.[A-Za-z]\w{0,9})(?::(\d{1,7})(?!\d)|\((\d{1,7})(?:,\d{1,7})?\))/;
/** What an installed package has no more in front of its own folder: `src/flask/app.py` is `flask/app.py` there. */
const SOURCE_FOLDER = /^(?:.*\/)?(?:src|lib|python)\/([^/]+\/.+)$/;
const NEWEST_LAST = "most recent call last";

/** The lines that a text names, those first that are nearest to what went wrong. */
export function namedLines(text: string): NamedLine[] {
  const searched = text.slice(0, TEXT_LENGTH_MAX);
  const found = new Map<string, NamedLine>();
  const add = (path: string, number: string) => {
    const place = { path: path.replaceAll("\\", "/").toLowerCase(), line: Number(number) };
    if (place.line > 0) found.set(`${place.path}:${place.line}`, place);
  };
  for (const [, path, line] of searched.matchAll(PYTHON_FRAME)) add(path!, line!);
  for (const { 1: line, index } of searched.matchAll(DOTNET_LINE)) {
    const path = searched
      .slice(Math.max(0, index - PATH_LENGTH_MAX), index)
      .split(NO_PATH)
      .at(-1)!;
    if (EXTENSION.test(path)) add(path, line!);
  }
  for (const [piece] of searched.matchAll(PIECE)) {
    const [, path, line, inBrackets] = PLACE.exec(piece) ?? [];
    if (path !== undefined) add(path, (line ?? inBrackets)!);
  }
  const lines = [...found.values()];
  return (searched.includes(NEWEST_LAST) ? lines.reverse() : lines).slice(0, NAMED_MAX);
}

/**
 * The files that a name in a text may mean, at most three: those that agree with most of it. It may begin with a folder
 * of another machine, and it may be the end of a path only.
 */
export function meantFiles(name: string, paths: Iterable<string>): string[] {
  let best = 0;
  let meant: string[] = [];
  const last = name.slice(name.lastIndexOf("/") + 1);
  for (const path of paths) {
    // Only the end is put into lower case: there are many paths.
    if (path.length < last.length || path.slice(path.length - last.length).toLowerCase() !== last) continue;
    const agreement = sharedEnd(name, path.toLowerCase());
    if (agreement === 0 || agreement < best) continue;
    if (agreement > best) meant = [];
    best = agreement;
    meant.push(path);
  }
  return meant.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, MEANT_MAX);
}

/** How much of its end a name shares with a path if one is the end of the other, in whole segments; else 0. */
function sharedEnd(name: string, path: string): number {
  const installed = SOURCE_FOLDER.exec(path)?.[1];
  return endLength(name, path) || (installed === undefined ? 0 : endLength(name, installed));
}

function endLength(a: string, b: string): number {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (!long.endsWith(short)) return 0;
  const isWhole = short.length === long.length || long[long.length - short.length - 1] === "/";
  return isWhole ? short.length : 0;
}
