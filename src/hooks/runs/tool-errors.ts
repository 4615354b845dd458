// The shapes of errors of compilers, linkers, linters, bundlers and package managers.

import { type BuildError, buildError, isForeign, type Lines, nearLine, nextText, placeAt } from "./build-error.ts";
import type { ErrorShape, Groups } from "./error-shape.ts";

const SEVERITY =
  /^(?:(fatal error|error|Error|syntax error|SyntaxError|ERROR)|(warning|warn|note|info|information|remark|hint|help|debug|log|performance|Warning|Note))\b(?:\[([\w-]+)\])?:? *(.*)$/;
const LINT_CODE = /^([A-Z]{1,4}\d{2,5}):? (?:\[\*\] )?(.+)$/;
/** Languages whose tools write `file:line: message` for an error. */
const PLAIN_LANGUAGES = /\.(?:go|templ|proto|erl|ex|exs|ml|nim|y|l)$/;

/** ruff: `F401 os imported but unused`, with `--> shop/cart.py:1:8` below, which is the line of the shape. */
export const ARROW_SHAPE: ErrorShape = {
  has: ["-->"],
  line: /^ *--> (?<path>\S+?):(?<line>\d+):(?<column>\d+)$/,
  more: ({ place }, lines, at) => {
    const match = /^([A-Z]{1,4}\d{2,4}) (?:\[\*\] )?(\S.+)$/.exec(lines[at - 1] ?? "");
    return match === null ? null : buildError(match[2]!, { code: match[1]!, place });
  },
};

/** The shapes of tools that read sources, in the order in which they are tried. */
export const TOOL_SHAPES: readonly ErrorShape[] = [
  // eslint, stylelint: `  10:5  error  'x' is not defined  no-undef`, with the file above.
  {
    has: ["error ", "error\t", "✖ ", "× "],
    line: /^\s+(?<line>\d+):(?<column>\d+)\s+(?:error|✖|×)\s+(?<message>\S.*?)(?:\s{2,}(?<code>\S.*?)(?:\s{2,}.*)?)?$/,
    more: (error, lines, at, { line, column }) => {
      const path = nearLine(lines, at - 1, -200, /^\s{0,2}\S+\.\w+$/)?.[0].trim() ?? "";
      return { ...error, place: path === "" ? null : placeAt(path, line, column) };
    },
  },
  // tsc, MSBuild: `src/a.ts(10,5): error TS2322: ...` and `src/a.ts:10:5 - error TS2322: ...`.
  {
    has: ["error "],
    line: /^\s*(?<path>.+?)(?:\((?<line>\d+),(?<column>\d+)(?:,\d+,\d+)?\) ?:|:(?<line>\d+):(?<column>\d+) -) (?:fatal )?error ?(?<code>[A-Z]+\d+)?: (?<message>.*?)(?: \[[^[\]]+\.\w*proj(?:::[^\]]*)?\])?$/,
  },
  {
    has: ["error "],
    line: /^\s*(?:\S+ )?: (?:fatal )?error (?<code>[A-Z]+\d+): (?<message>.*?)(?: \[[^[\]]+\.\w*proj(?:::[^\]]*)?\])?$/,
  },
  {
    has: ["error ", "[ERROR]:"],
    line: /^\s*(?:error: )?(?:error )?(?<code>TS\d+)(?: \[ERROR\])?: (?<message>.+)$/,
    below: 6,
  },
  // maven: `[ERROR] /p/Foo.java:[10,5] cannot find symbol`, and surefire's `[ERROR]   FooTest.bar:10 expected: ...`.
  {
    has: ["[ERROR]"],
    line: /^\[ERROR\] +(?<path>\/?\S.*?):\[(?<line>\d+),(?<column>\d+)\] (?<message>.+)$/,
    more: withSymbol,
  },
  { has: ["[ERROR]"], line: /^\[ERROR\] {2,}(?<test>\w+(?:[.$]\w+)+):\d+(?:->\S+)* +(?:» )?(?<message>.+)$/ },
  // Linkers and make.
  {
    has: ["ndefined "],
    line: /undefined (?:reference to|symbol:) ?[`'"‘]?(?<message>.+?)['’"]?$/,
    more: ({ message }, lines, at) => {
      const path = /(?:^|: )(\S+\.(?:c|cc|cpp|cxx|m|mm|rs|s)):\(/.exec(lines[at]!)?.[1];
      const near = path ?? nearLine(lines, at + 1, 3, />>> referenced by (\S+?)(?:\s|$)/)?.[1] ?? "";
      const [, named = near, line] = /^(.*?):(\d+)$/.exec(near) ?? [];
      const place = named === "" || isForeign(named) ? null : placeAt(named, line);
      return buildError(`undefined reference to ${message}`, { place });
    },
  },
  {
    has: ["Undefined symbols for"],
    line: /^(?<message>Undefined) symbols for/,
    more: (_, lines, at) => {
      const symbol = /"(.+?)"/.exec(lines[at + 1] ?? "")?.[1];
      return symbol === undefined ? null : buildError(`undefined symbol ${symbol}`);
    },
  },
  { has: ["*** No rule"], line: /^g?make(?:\[\d+\])?: \*\*\* (?<message>No rule.+?)\.?(?: +Stop\.)?$/ },
  { has: ["*** "], line: /^g?make(?:\[\d+\])?: \*\*\* (?<message>.+?)\.?(?: +Stop\.)?$/, weight: "consequence" },
  {
    has: ["ld: ", "lld: ", "collect2: ", "clang: ", "clang++: "],
    line: /^(?:\S*\/)?(?:ld|lld|ld\.lld|rust-lld|collect2|clang(?:\+\+)?): (?:fatal )?(?:error: )?(?!warning)(?<message>(?!.*in function).+)$/,
    weight: "vague",
    more: (error) => {
      const isConsequence = /^(?:symbol\(s\) not found|ld returned|linker command failed)/.test(error.message);
      return isConsequence ? { ...error, weight: "consequence" } : error;
    },
  },
  // cmake: `CMake Error at CMakeLists.txt:10 (find_package):`, with the message below.
  {
    has: ["CMake Error"],
    line: /^CMake Error(?: at (?<path>\S+?):(?<line>\d+))?(?: \(\w+\))?:? *(?<message>.*)$/,
    more: ({ message, place }, lines, at) => {
      const below = [1, 2, 3].map((offset) => lines[at + offset] ?? "");
      const end = below.findIndex((line) => line.trim() === "");
      const said = message || below.slice(0, end <= 0 ? 3 : end).join(" ") || nextText(lines, at + 1);
      return buildError(said, { place: place !== null && isForeign(place.path) ? null : place });
    },
  },
  // biome: `src/a.ts:1:8 lint/style/useConst`, with the message below.
  {
    has: [" lint", " parse", " format", " assist", " suppressions", " organizeImports"],
    line: /^(?<path>\S+?)(?::(?<line>\d+):(?<column>\d+))? (?<rule>(?:lint|parse|assist|suppressions|organizeImports)(?:\/\S+)?|format)(?: |$)/,
    more: ({ place }, lines, at, { rule }) => {
      const message = nearLine(lines, at + 1, 4, /^\s*[✖×] (.+)$/)?.[1];
      return message === undefined ? null : buildError(message, { code: rule!.split("/").pop()!, place });
    },
  },
  // Bundlers, docker, php, elixir.
  { has: ["[ERROR]"], line: /^\s*[✘X] \[ERROR\] (?<message>.+?)(?: \[plugin \S+\])?$/, below: 4 },
  {
    has: ["ERROR in "],
    line: /^ERROR in (?<path>(?=\S*[./])\S+?)(?:[: ](?<line>\d+):(?<column>\d+)\S*)?$/,
    more: ({ place }, lines, at) => {
      const said = nextText(lines, at + 1);
      const [, code = "", message = said] = /^(TS\d+): (.+)$/.exec(said) ?? [];
      return buildError(message.replace("Error: ", ""), { code, place });
    },
  },
  {
    has: ["error during build", "[vite]: Rollup failed"],
    line: /^(?:error during build|(?<message>\[vite\]: Rollup failed.*))/,
    below: 3,
    more: (error, lines, at) =>
      buildError((error.message || nextText(lines, at + 1)).replace(/^Error: /, ""), { place: error.place }),
  },
  { has: ["ERROR: failed to"], line: /^ERROR: failed to (?:solve|build)[^:]*: (?<message>.+)$/ },
  {
    has: ["Parse error", "Fatal error"],
    line: /^(?:PHP )?(?:Parse|Fatal) error: +(?<message>.+?) in (?<path>\S+?)(?: on line |:)(?<line>\d+)/,
  },
  {
    has: ["** ("],
    line: /^\*\* \((?<name>\w+)\) (?:(?<path>\S+?):(?<line>\d+)(?::\d+)?: )?(?<message>.+)$/,
    more: named,
  },
  // gcc, clang, swift, go, mypy, ruff, javac, zig, ghc and many more: `src/a.c:10:5: error: ...`.
  {
    has: [":"],
    line: /^\s*(?:\[(?:ERROR|error)\] +|(?:e|ERROR): +|vet: +)?(?:file:\/\/)?(?<path>(?:[A-Za-z]:)?[\\/][^:]+|[^\s:()]+):(?<line>\d{1,7})(?:[:.](?<column>\d{1,5}))?(?:-\d+)?(?<separator>:? +)(?<message>.+)$/,
    more: locatedError,
  },
];

function named(error: BuildError, _lines: Lines, _at: number, { name }: Groups): BuildError {
  return buildError(`${name}: ${error.message}`, { place: error.place });
}

/** The error behind a place; null for a warning, or for a line that only looks like it. */
function locatedError({ place }: BuildError, lines: Lines, at: number, groups: Groups): BuildError | null {
  const { path = "", separator = "", message: said = "" } = groups;
  const isMarked = /^(?:e|ERROR): /.test(lines[at]!);
  if (!/[./]|^Makefile$/.test(path) || /^https?$/.test(path) || (!isMarked && !separator.startsWith(":"))) return null;
  const severity = SEVERITY.exec(said);
  if (severity?.[2] !== undefined) return null;
  if (severity === null) {
    const lint = LINT_CODE.exec(said);
    if (lint !== null) return buildError(lint[2]!, { code: lint[1]!, place });
    const isMeant = isMarked || said.startsWith("*** ") || PLAIN_LANGUAGES.test(place!.path);
    return isMeant && !/^\(.*\)$/.test(said) ? buildError(said.replace(/^\*\*\* | +Stop\.$/g, ""), { place }) : null;
  }
  const code = severity[3] ?? /\[([\w-]+)\]$/.exec(severity[4]!)?.[1] ?? "";
  const message = severity[4]!.replace(/ *\[-?[\w-]+(?:=\S*)?\]$/, "") || nextText(lines, at + 1);
  const test = /^(?:-\[(\S+ \S+)\]|(\w+\.\w+)) : (.+)$/.exec(message);
  if (test !== null) return buildError(test[3]!, { test: test[1] ?? test[2]!, place });
  return withSymbol(buildError(message, { code, place }), lines, at);
}

/** Adds the missing symbol to a message of javac, which names the symbol in a line of its own. */
function withSymbol(error: BuildError, lines: Lines, at: number): BuildError {
  if (error.message !== "cannot find symbol") return error;
  const symbol = nearLine(lines, at + 1, 5, /^(?:\[ERROR\])?\s+symbol: +(.+)$/)?.[1];
  return symbol === undefined ? error : { ...error, message: buildError(`${error.message}: ${symbol}`).message };
}
