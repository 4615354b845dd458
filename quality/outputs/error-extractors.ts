// Reads errors, warnings and failed tests from the output of tools, to check that shortening keeps them. It is written
// apart from the filters: it imports nothing of helix, and knows each tool by its format instead of by words.
// Invariants:
// - An extractor reads one format. What several find is named once for each of them.
// - A finding is what a person would take down: the file, the line if the tool names one, and the message.

/** What a tool says is wrong. */
export interface FoundError {
  /** The extractor that found it: `tsc`, `pytest`. */
  readonly format: string;
  /** The file as the tool writes it; empty where it names none. */
  readonly file: string;
  /** The line; 0 where the tool names none. */
  readonly line: number;
  readonly message: string;
}

type Extractor = (lines: readonly string[]) => Omit<FoundError, "format">[];

const SEQUENCES = /\u001b\[[0-9;?]*[A-Za-z]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g;
/** The cursor moves to the beginning of the line: what was there, such as a spinner, is written over. */
const TO_BEGINNING = /\u001b\[[01]?G/g;
const LINE_LENGTH_MAX = 2000;

/** An extractor for formats of one line. The expression names the groups `file`, `line` and `message`. */
function oneLine(expression: RegExp): Extractor {
  return (lines) =>
    lines.flatMap((text) => {
      const groups = expression.exec(text)?.groups;
      return groups === undefined ? [] : [found(groups.file, groups.line, groups.message)];
    });
}

/** An extractor for a place on one line and a message on another; `which` says where it is searched. */
function twoLines(first: RegExp, second: RegExp, within: number, end: RegExp = /^\0/): Extractor {
  return (lines) =>
    lines.flatMap((text, at) => {
      const match = first.exec(text);
      if (match === null) return [];
      const groups = match.groups ?? {};
      for (let below = at + 1; below <= at + within && below < lines.length; below++) {
        const more = second.exec(lines[below]!)?.groups;
        if (more !== undefined) {
          const { file, line, message } = { ...groups, ...more };
          return [found(file, line, message)];
        }
        if (end.test(lines[below]!)) break;
      }
      return [found(groups.file, groups.line, groups.message)];
    });
}

function found(file = "", line = "0", message = ""): Omit<FoundError, "format"> {
  return { file: file.trim(), line: Number(line), message: message.trim() };
}

/** eslint's stylish format: a file, then rows of place, kind, message and rule. */
function eslintStylish(lines: readonly string[]): Omit<FoundError, "format">[] {
  const errors: Omit<FoundError, "format">[] = [];
  let file = "";
  for (const text of lines) {
    const row = /^ {2,}(?<line>\d+):\d+ +(?:error|warning) +(?<message>\S.*?)(?: {2,}\S+)?$/.exec(text)?.groups;
    if (row !== undefined) errors.push(found(file, row.line, row.message));
    else if (/^(?:\/|\.\/|[A-Z]:\\|\w)[^:|]*\.\w+$/.test(text)) file = text;
  }
  return errors;
}

/** eslint's JSON: an array of files with their messages. */
function eslintJson(lines: readonly string[]): Omit<FoundError, "format">[] {
  const errors: Omit<FoundError, "format">[] = [];
  for (const text of lines) {
    if (!text.startsWith('[{"filePath"')) continue;
    for (const { filePath, messages } of parsedOr(text, [] as { filePath: string; messages: EslintMessage[] }[]))
      for (const { line, message } of messages) errors.push({ file: filePath, line, message });
  }
  return errors;
}

interface EslintMessage {
  readonly line: number;
  readonly message: string;
}

function parsedOr<Value>(text: string, otherwise: Value): Value {
  try {
    return JSON.parse(text) as Value;
  } catch {
    return otherwise;
  }
}

/** Python's tracebacks: the exception, and the innermost frame that is not of an installed package. */
function pythonTraceback(lines: readonly string[]): Omit<FoundError, "format">[] {
  const errors: Omit<FoundError, "format">[] = [];
  let place: Record<string, string> | undefined;
  let isOpen = false;
  for (const text of lines) {
    if (/^Traceback \(most recent call last\):/.test(text)) [isOpen, place] = [true, undefined];
    const frame = /^ +File "(?<file>[^"]+)", line (?<line>\d+)/.exec(text)?.groups;
    if (frame !== undefined && !/(?:site|dist)-packages|\/lib\/python|\.pyenv|^</.test(frame.file!)) place = frame;
    const exception = /^(?<message>[A-Za-z_][\w.]*(?:: .*)?)$/.exec(text)?.groups;
    if (!isOpen || exception === undefined) continue;
    errors.push(found(place?.file, place?.line, exception.message));
    isOpen = false;
  }
  return errors;
}

/** go test: the failed test, and the lines of its file that stand before or below it. */
function goTest(lines: readonly string[]): Omit<FoundError, "format">[] {
  const errors: Omit<FoundError, "format">[] = [];
  lines.forEach((text, at) => {
    const failed = /^\s*--- FAIL: (?<message>\S+)/.exec(text)?.groups;
    if (failed === undefined) return;
    errors.push(found("", "0", failed.message));
    for (let below = at + 1; below < lines.length; below++) {
      const said = /^\s+(?<file>\w+_test\.go):(?<line>\d+): (?<message>.*)$/.exec(lines[below]!)?.groups;
      if (said === undefined) break;
      errors.push(found(said.file, said.line, said.message));
    }
  });
  return errors;
}

/** shellcheck's own format: a file with a line, the code, and findings below it. */
function shellcheck(lines: readonly string[]): Omit<FoundError, "format">[] {
  const errors: Omit<FoundError, "format">[] = [];
  let place: Record<string, string> | undefined;
  for (const text of lines) {
    place = /^In (?<file>\S.*) line (?<line>\d+):$/.exec(text)?.groups ?? place;
    const said = /^ *\^-+\^? (?<message>SC\d+ \((?:error|warning)\): .*)$/.exec(text)?.groups;
    if (said !== undefined) errors.push(found(place?.file, place?.line, said.message));
  }
  return errors;
}

/** mocha: the numbered failures below `N failing`, each with its titles and its error. */
function mocha(lines: readonly string[]): Omit<FoundError, "format">[] {
  const start = lines.findIndex((text) => /^ +\d+ failing$/.test(text));
  if (start < 0) return [];
  return lines.slice(start).flatMap((text, at) => {
    const title = /^ {2}\d+\) (?<message>\S.*)$/.exec(text)?.groups;
    if (title === undefined) return [];
    const below = lines.slice(start + at + 1, start + at + 8);
    const error = below.find((each) => /^ +(?:\w*Error|\w*Exception)\b.*: /.test(each));
    return [found("", "0", title.message), ...(error === undefined ? [] : [found("", "0", error)])];
  });
}

/** The extractors, by the names of their formats. */
const EXTRACTORS: Readonly<Record<string, Extractor>> = {
  tsc: oneLine(/^(?<file>\S.*?)(?:\((?<line>\d+),\d+\): |:(?<line>\d+):\d+ - )error (?<message>TS\d+: .*)$/),
  "eslint stylish": eslintStylish,
  "eslint json": eslintJson,
  "path:line:col": oneLine(/^(?<file>(?:\.{0,2}\/|[A-Za-z]:\\)?[\w@.+\\/-]+\.\w+):(?<line>\d+):\d+: (?<message>\S.*)$/),
  rustc: twoLines(
    /^(?:error|warning)(?:\[E\d+\])?: (?<message>.*)$/,
    /^ *--> (?<file>.+?):(?<line>\d+):\d+$/,
    3,
    /^(?:error|warning)/,
  ),
  "rust panic": twoLines(
    /^thread '.*' (?:\(\d+\) )?panicked at (?<file>.+?):(?<line>\d+):\d+:$/,
    /^(?<message>.+)$/,
    1,
  ),
  "cargo test": oneLine(/^test (?<message>\S+) \.\.\. FAILED$/),
  gcc: oneLine(/^(?<file>[^\s:]+):(?<line>\d+):(?:\d+:)? (?:fatal error|error|warning): (?<message>.*)$/),
  linker: oneLine(/^(?:\S*\bld: )?(?<file>[^\s:]+):.*(?<message>undefined reference to .*)$/),
  cmake: twoLines(/^CMake (?:Error|Warning)(?: \(dev\))? at (?<file>\S+?):(?<line>\d+) /, /^ +(?<message>\S.*)$/, 2),
  "go test": goTest,
  "go panic": oneLine(/^panic: (?<message>.*?)(?: \[recovered\])?$/),
  pytest: oneLine(/^(?:FAILED|ERROR) (?<file>[^\s:]+\.py)(?:::(?<message>.*))?$/),
  "pytest place": oneLine(/^(?<file>[^\s:]+\.py):(?<line>\d+): (?<message>\w*(?:Error|Exception|Failed)\b.*)$/),
  "pytest explanation": oneLine(/^E {3}(?<message>\S.*)$/),
  python: pythonTraceback,
  mypy: oneLine(/^(?<file>[^\s:]+\.pyi?):(?<line>\d+)(?::\d+)?: (?:error|warning): (?<message>.*)$/),
  ruff: twoLines(/^(?<message>[A-Z]{1,4}\d{3,4} .*)$/, /^ *--> (?<file>.+?):(?<line>\d+):\d+$/, 2),
  jest: oneLine(/^ {2}● (?<message>(?!Console$).*\S)$/),
  "jest file": oneLine(/^FAIL (?:\S+ )?(?<file>\S+\.\w+)(?: \([\d.]+ m?s\))?$/),
  vitest: oneLine(/^ FAIL +(?:\|?\w+\|? +)?(?<file>\S+\.\w+)(?: > (?<message>.*))?$/),
  "vitest place": oneLine(/^ ❯ (?:\S+ )?(?<file>[^\s:]+\.\w+):(?<line>\d+):\d+$/),
  assertion: oneLine(/^(?<message>(?:Assertion|Type|Reference|Range|Syntax)Error(?: \[\w+\])?: .*)$/),
  mocha,
  tap: oneLine(/^ *not ok \d+ -? ?(?<message>.*)$/),
  javac: oneLine(/^(?<file>\S+\.java):(?<line>\d+): (?:error|warning): (?<message>.*)$/),
  maven: oneLine(/^\[(?:ERROR|WARNING)\] (?<file>\/\S+?):\[(?<line>\d+),\d+\] (?<message>.*)$/),
  "maven message": oneLine(/^\[(?:ERROR|WARNING)\] +(?<message>\S.*)$/),
  gradle: oneLine(/^> Task (?<message>:\S+) FAILED$/),
  "gradle reason": twoLines(/^\* What went wrong:$/, /^(?<message>\S.*)$/, 1),
  kotlin: oneLine(/^e: (?:file:\/\/)?(?<file>\S+?):(?<line>\d+):\d+:? (?<message>.*)$/),
  npm: oneLine(/^npm (?:ERR!|error|warn|WARN) (?!.*(?:complete log|_logs\/))(?<message>\S.*)$/),
  biome: twoLines(
    /^(?<file>\S+?)(?::(?<line>\d+):\d+)? (?:lint|format|parse|assist|organizeImports|check)(?:\/\S+)? .*━/,
    /^ +[×✖!⚠] (?<message>\S.*)$/,
    3,
  ),
  oxlint: twoLines(/^ +[⚠×x!] (?<message>\S+\(\S+\): .*)$/, /[╭,][─-]+\[(?<file>.+?):(?<line>\d+):\d+\]/, 3),
  shellcheck,
  webpack: twoLines(/^(?:ERROR|WARNING) in (?<file>\S+)(?: (?<line>\d+):\d+.*)?$/, /^(?<message>\S.*)$/, 2),
  make: oneLine(/^(?:\w*make(?:\[\d+\])?): \*\*\* (?:\[(?<file>[^:\]]+):(?<line>\d+): )?(?<message>.*)$/),
  ninja: oneLine(/^FAILED: (?<message>.*)$/),
  git: oneLine(/^(?:fatal|error|CONFLICT)(?: \(.*?\))?: (?<message>.*)$/),
  psql: oneLine(/^(?:psql:(?<file>[^:]+):(?<line>\d+): )?(?:ERROR|FATAL|WARNING): +(?<message>.*)$/),
};

/** The findings of all formats in a text, in the order of the formats. */
export function extractErrors(text: string): FoundError[] {
  const lines = text
    .replace(TO_BEGINNING, "\r")
    .replace(SEQUENCES, "")
    .split(/\r?\n|\r/)
    .map((line) => line.slice(0, LINE_LENGTH_MAX).trimEnd());
  return Object.entries(EXTRACTORS).flatMap(([format, extract]) =>
    extract(lines).map((error) => ({ format, ...error })),
  );
}

/** The findings of the first text that are not among those of the second: what shortening lost. */
export function lostErrors(original: string, shortened: string): FoundError[] {
  const key = ({ format, file, line, message }: FoundError) => JSON.stringify([format, file, line, message]);
  const kept = new Set(extractErrors(shortened).map(key));
  return extractErrors(original).filter((error) => !kept.has(key(error)));
}
