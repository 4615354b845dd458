// Readers for the errors of compilers, linkers, linters and build programs. Each reader gets the lines of an output,
// and reads one of them together with its neighbours. It returns null when the line is no error of its shape.

import {
  type BuildError,
  buildError,
  isForeign,
  type Lines,
  nearLine,
  nextText,
  placeAt,
  placeBelow,
} from "./build-error.ts";

/** Reads the error that begins at line `at`. */
export type ErrorReader = (lines: Lines, at: number) => BuildError | null;

const HEADER = /^\s{0,6}(?:fatal )?error(?:\[([\w-]+)\]|: (TS\d+) \[ERROR\])?: (.+)$/;
const CONSEQUENCE =
  /^(?:could not compile|aborting due to|build failed|test failed, to rerun|doctest failed|\d+ targets? failed|\d+ errors? (?:generated|emitted)|failed to run custom build|linker command failed|process didn't exit|script "|command |recipe |process ")/i;
const LABEL = /[\^~]{1,}-* (\S.{2,119})$/;
const LOCATED =
  /^\s*(?:\[(?:ERROR|error)\] +|e: +|vet: +|ERROR: +)?(?:file:\/\/)?((?:[A-Za-z]:)?[\\/][^:]+|[^\s:()]+):(\d{1,7})(?:[:.](\d{1,5}))?(?:-\d+)?(:? +)(.+)$/;
const SEVERITY =
  /^(?:(fatal error|error|Error|syntax error|SyntaxError|ERROR)|(warning|warn|note|info|information|remark|hint|help|debug|log|performance|Warning|Note))\b(?:\[([\w-]+)\])?:? *(.*)$/;
const LINT_CODE = /^([A-Z]{1,4}\d{2,5}):? (?:\[\*\] )?(.+)$/;
/** Languages whose tools write `file:line: message` for an error. */
const PLAIN_LANGUAGES = /\.(?:go|templ|proto|erl|ex|exs|ml|nim|y|l)$/;
const POSITIONED = /^\s*(.+?)(?:\((\d+),(\d+)(?:,\d+,\d+)?\) ?:|:(\d+):(\d+) -) (?:fatal )?error ?([A-Z]+\d+)?: (.*)$/;
const UNPOSITIONED = /^\s*(?:(\S+) )?: (?:fatal )?error ([A-Z]+\d+): (.*)$/;
const PROJECT_SUFFIX = / \[[^[\]]+\.\w*proj(?:::[^\]]*)?\]$/;

/** rustc, cargo, deno, elixir: `error[E0308]: mismatched types`, with the place below. */
export const headerError: ErrorReader = (lines, at) => {
  const match = HEADER.exec(lines[at]!);
  if (match === null) return null;
  const code = match[1] ?? match[2] ?? "";
  const message = match[3]!;
  if (CONSEQUENCE.test(message)) return buildError(message, { weight: "consequence" });
  const place = placeBelow(lines, at + 1, 8, /^(?:error|warning|\s*$)/);
  if (place === null && code === "") return buildError(message, { weight: "vague" });
  const label = nearLine(lines, at + 1, 10, /^(?:error|warning)|^$|[\^~]-* \S/)?.input ?? "";
  const said = LABEL.exec(label)?.[1] ?? "";
  return buildError(said === "" || message.includes(said) ? message : `${message}: ${said}`, { code, place });
};

/** gcc, clang, swift, go, mypy, ruff, javac, zig, ghc and many more: `src/a.c:10:5: error: ...`. */
export const locatedError: ErrorReader = (lines, at) => {
  const match = LOCATED.exec(lines[at]!);
  if (match === null || !/[./]|^Makefile$/.test(match[1]!) || /^https?$/.test(match[1]!)) return null;
  const place = placeAt(match[1]!, match[2], match[3]);
  const [, , , , separator, said] = match as unknown as string[];
  const isMarked = /^(?:e|ERROR): /.test(lines[at]!);
  if (!isMarked && !separator!.startsWith(":")) return null;
  const severity = SEVERITY.exec(said!);
  if (severity?.[2] !== undefined) return null;
  if (severity === null) {
    const lint = LINT_CODE.exec(said!);
    if (lint !== null) return buildError(lint[2]!, { code: lint[1]!, place });
    const isMeant = isMarked || said!.startsWith("*** ") || PLAIN_LANGUAGES.test(place.path);
    if (!isMeant || /^\(.*\)$/.test(said!)) return null;
    return buildError(said!.replace(/^\*\*\* | +Stop\.$/g, ""), { place });
  }
  const code = severity[3] ?? /\[([\w-]+)\]$/.exec(severity[4]!)?.[1] ?? "";
  const message = severity[4]!.replace(/ *\[-?[\w-]+(?:=\S*)?\]$/, "") || nextText(lines, at + 1);
  const test = /^(?:-\[(\S+ \S+)\]|(\w+\.\w+)) : (.+)$/.exec(message);
  if (test !== null) return buildError(test[3]!, { test: test[1] ?? test[2]!, place });
  return buildError(withSymbol(message, lines, at), { code, place });
};

/** tsc, MSBuild: `src/a.ts(10,5): error TS2322: ...` and `src/a.ts:10:5 - error TS2322: ...`. */
export const positionedError: ErrorReader = (lines, at) => {
  const match = POSITIONED.exec(lines[at]!);
  if (match !== null) {
    const place = placeAt(match[1]!, match[2] ?? match[4], match[3] ?? match[5]);
    return buildError(match[7]!.replace(PROJECT_SUFFIX, ""), { code: match[6] ?? "", place });
  }
  const plain = UNPOSITIONED.exec(lines[at]!);
  if (plain !== null) return buildError(plain[3]!.replace(PROJECT_SUFFIX, ""), { code: plain[2]! });
  const bare = /^\s*(?:error: )?(?:error )?(TS\d+)(?: \[ERROR\])?: (.+)$/.exec(lines[at]!);
  return bare === null ? null : buildError(bare[2]!, { code: bare[1]!, place: placeBelow(lines, at + 1, 6) });
};

/** eslint, stylelint: `  10:5  error  'x' is not defined  no-undef`, with the file above. */
export const listedError: ErrorReader = (lines, at) => {
  const match = /^\s+(\d+):(\d+)\s+(?:error|✖|×)\s+(\S.*)$/.exec(lines[at]!);
  if (match === null) return null;
  const [message, code = ""] = match[3]!.split(/\s{2,}/);
  const path = nearLine(lines, at - 1, -200, /^\s{0,2}\S+\.\w+$/)?.[0].trim() ?? "";
  return buildError(message!, { code, place: path === "" ? null : placeAt(path, match[1], match[2]) });
};

/** ruff: `F401 os imported but unused`, with `--> shop/cart.py:1:8` below. `at` is the line of the arrow. */
export const codedError: ErrorReader = (lines, at) => {
  const place = /^ *--> (\S+?):(\d+):(\d+)$/.exec(lines[at]!);
  const match = place === null ? null : /^([A-Z]{1,4}\d{2,4}) (?:\[\*\] )?(\S.+)$/.exec(lines[at - 1] ?? "");
  return match === null
    ? null
    : buildError(match[2]!, { code: match[1]!, place: placeAt(place![1]!, place![2], place![3]) });
};

/** biome: `src/a.ts:1:8 lint/style/useConst`, with the message below. */
export const ruledError: ErrorReader = (lines, at) => {
  const match =
    /^(\S+?)(?::(\d+):(\d+))? ((?:lint|parse|assist|suppressions|organizeImports)(?:\/\S+)?|format)(?: |$)/.exec(
      lines[at]!,
    );
  if (match === null) return null;
  const message = nearLine(lines, at + 1, 4, /^\s*[✖×] (.+)$/)?.[1];
  const place = placeAt(match[1]!, match[2], match[3]);
  return message === undefined ? null : buildError(message, { code: match[4]!.split("/").pop()!, place });
};

/** maven: `[ERROR] /p/Foo.java:[10,5] cannot find symbol`, and surefire's `[ERROR]   FooTest.bar:10 expected: ...`. */
export const mavenError: ErrorReader = (lines, at) => {
  const line = lines[at]!;
  const match = /^\[ERROR\] +(\/?\S.*?):\[(\d+),(\d+)\] (.+)$/.exec(line);
  if (match !== null) {
    const message = withSymbol(match[4]!, lines, at);
    return buildError(message, { place: placeAt(match[1]!, match[2], match[3]) });
  }
  const test = /^\[ERROR\] {2,}(\w+(?:[.$]\w+)+):(\d+)(?:->\S+)* +(?:» )?(.+)$/.exec(line);
  return test === null ? null : buildError(test[3]!, { test: test[1]! });
};

/** cmake: `CMake Error at CMakeLists.txt:10 (find_package):`, with the message below. */
export const cmakeError: ErrorReader = (lines, at) => {
  const match = /^CMake Error(?: at (\S+?):(\d+))?(?: \((\w+)\))?:? *(.*)$/.exec(lines[at]!);
  if (match === null) return null;
  const place = match[1] === undefined ? null : placeAt(match[1], match[2]);
  const below = [1, 2, 3].map((offset) => lines[at + offset] ?? "");
  const end = below.findIndex((line) => line.trim() === "");
  const message = match[4] || below.slice(0, end <= 0 ? 3 : end).join(" ") || nextText(lines, at + 1);
  return buildError(message, { place: place !== null && isForeign(place.path) ? null : place });
};

/** Symbols that a linker does not find, targets that make has no rule for, and other errors of the two. */
export const linkError: ErrorReader = (lines, at) => {
  const line = lines[at]!;
  const missing = /undefined (?:reference to|symbol:) ?[`'"‘]?(.+?)['’"]?$/.exec(line);
  if (missing !== null) {
    const path = /(?:^|: )(\S+\.(?:c|cc|cpp|cxx|m|mm|rs|s)):\(/.exec(line)?.[1];
    const near = path ?? nearLine(lines, at + 1, 3, />>> referenced by (\S+?)(?:\s|$)/)?.[1];
    const place = near === undefined ? null : /^(.*?):(\d+)$/.exec(near);
    const named = place === null ? near : place?.[1];
    return buildError(`undefined reference to ${missing[1]}`, {
      place: named === undefined || isForeign(named) ? null : placeAt(named, place?.[2]),
    });
  }
  if (/^Undefined symbols for/.test(line)) {
    const symbol = /"(.+?)"/.exec(lines[at + 1] ?? "")?.[1];
    return symbol === undefined ? null : buildError(`undefined symbol ${symbol}`);
  }
  const rule = /^g?make(?:\[\d+\])?: \*\*\* (.+?)\.?(?: +Stop\.)?$/.exec(line);
  if (rule !== null) return buildError(rule[1]!, { weight: /^No rule/.test(rule[1]!) ? "exact" : "consequence" });
  const linker =
    /^(?:\S*\/)?(?:ld|lld|ld\.lld|rust-lld|collect2|clang(?:\+\+)?): (?:fatal )?(?:error: )?(?!warning)(.+)$/.exec(
      line,
    );
  if (linker === null || /in function/.test(line)) return null;
  const isConsequence = /^(?:symbol\(s\) not found|ld returned|linker command failed)/.test(linker[1]!);
  return buildError(linker[1]!, { weight: isConsequence ? "consequence" : "vague" });
};

/** Errors of bundlers, package managers and some languages. */
export const toolError: ErrorReader = (lines, at) => {
  const line = lines[at]!;
  const esbuild = /^\s*[✘X] \[ERROR\] (.+?)(?: \[plugin \S+\])?$/.exec(line);
  if (esbuild !== null) return buildError(esbuild[1]!, { place: placeBelow(lines, at + 1, 4) });
  const webpack = /^ERROR in (\S+?)(?:[: ](\d+):(\d+)\S*)?$/.exec(line);
  if (webpack !== null && /[./]/.test(webpack[1]!)) {
    const said = nextText(lines, at + 1);
    const code = /^(TS\d+): (.+)$/.exec(said);
    return buildError((code?.[2] ?? said).replace("Error: ", ""), {
      code: code?.[1] ?? "",
      place: placeAt(webpack[1]!, webpack[2], webpack[3]),
    });
  }
  if (/^(?:error during build|\[vite\]: Rollup failed)/.test(line)) {
    const said = line.startsWith("[") ? line : nextText(lines, at + 1);
    return buildError(said.replace(/^Error: /, ""), { place: placeBelow(lines, at + 1, 3) });
  }
  const solve = /^ERROR: failed to (?:solve|build)[^:]*: (.+)$/.exec(line);
  if (solve !== null) return buildError(solve[1]!);
  const php = /^(?:PHP )?(?:Parse|Fatal) error: +(.+?) in (\S+?)(?: on line |:)(\d+)/.exec(line);
  if (php !== null) return buildError(php[1]!, { place: placeAt(php[2]!, php[3]) });
  const elixir = /^\*\* \((\w+)\) (?:(\S+?):(\d+)(?::\d+)?: )?(.+)$/.exec(line);
  if (elixir !== null) {
    const place = elixir[2] === undefined ? null : placeAt(elixir[2], elixir[3]);
    return buildError(`${elixir[1]}: ${elixir[4]}`, { place });
  }
  return packageError(lines, at);
};

function packageError(lines: Lines, at: number): BuildError | null {
  const match = /^(?:npm (?:ERR!|error)|\s?ERR_PNPM_(\w+)|error) +(.+)$/.exec(lines[at]!);
  if (match === null || /^(?:code|errno|syscall|path|A complete log|command|cwd|at |[│|])/.test(match[2]!)) return null;
  const isConsequence =
    /^(?:Lifecycle script|Test failed|Exit status|\S+ failed with exit|Command failed|\S+@\S+ \S+:)/.test(match[2]!);
  const code = nearLine(lines, at, -6, /^npm (?:ERR!|error) code (\S+)/)?.[1] ?? match[1] ?? "";
  const isExact = match[2]!.startsWith("Missing script");
  return buildError(match[2]!, { code, weight: isConsequence ? "consequence" : isExact ? "exact" : "vague" });
}

/** Adds the missing symbol to a message of javac, which names the symbol in a line of its own. */
function withSymbol(message: string, lines: Lines, at: number): string {
  if (message !== "cannot find symbol") return message;
  const symbol = nearLine(lines, at + 1, 5, /^(?:\[ERROR\])?\s+symbol: +(.+)$/)?.[1];
  return symbol === undefined ? message : `${message}: ${symbol}`;
}
