// The shapes of failures that test runners and runtimes report (the test, what was expected, and the place), and of
// errors that look like those of many tools.

import {
  type BuildError,
  buildError,
  isForeign,
  type Lines,
  type NamedPlace,
  nearLine,
  nextText,
  placeAt,
  placeBelow,
} from "./build-error.ts";
import type { ErrorShape, Groups } from "./error-shape.ts";

const CONSEQUENCE =
  /^(?:could not compile|aborting due to|build failed|test failed, to rerun|doctest failed|\d+ targets? failed|\d+ errors? (?:generated|emitted)|failed to run custom build|linker command failed|process didn't exit|script "|command |recipe |process ")/i;
const EXCEPTION =
  /^\s*(?:\d+\) )?(?:Uncaught |Unhandled |Caused by: |Error: Uncaught |error: |Exception in thread "[^"]*" |> |→ |# )?(?<name>(?:[A-Za-z_$][\w$]*[.:]{1,2})*[A-Za-z_$]*(?:Error|Exception|Failure|Failed|Interrupt))(?: \[(?<code>\w+)\])?(?: \([^)]*\))?(?:: ?(?<message>.*))?$/;
const TEST_HEADING =
  /^\s*(?:FAIL +\S+ > (.+)|● (.+)|\d+\) (.+)|(\S.* > .+) FAILED|✖ (.+?)(?: \(\d[\d.]*m?s\))?|(?:FAIL|ERROR): (\w+) \(.*\)|_{3,} (.+?) _{3,}|Failed (\S+) \[.*\])$/;
const HEADINGS_ABOVE = 12;
const FRAMES_MAX = 40;
const NEXT_TEST = /^\s*(?:● |\d+\) |--- FAIL|FAIL |_{3,} |⎯{3,})/;

/** The shapes of rust, go and pytest, which are tried before those of compilers. */
export const TEST_SHAPES: readonly ErrorShape[] = [
  // rust: `thread 'tests::adds' panicked at src/lib.rs:10:5:`.
  {
    has: ["panicked at"],
    line: /^thread '(?:main|(?<test>[^']*))' (?:\(\d+\) )?panicked at (?:'(?<message>.*)', )?(?<path>\S+?):(?<line>\d+):(?<column>\d+):?$/,
    more: ({ message, test, place }, lines, at) => {
      const below = [1, 2, 3].map((offset) => lines[at + offset] ?? "");
      const values = below.filter((line) => /^\s+(?:left|right): /.test(line));
      const said = message || [below[0]!, ...values].map((line) => line.trim()).join(", ");
      return buildError(said, { test, place: isForeign(place!.path) ? placeBelow(lines, at + 1, FRAMES_MAX) : place });
    },
  },
  // go: `panic: ...` and `--- FAIL: TestAdd (0.00s)`.
  {
    has: ["panic: "],
    line: /^panic: (?<message>.+?)(?: \[recovered\].*)?$/,
    more: (error, lines, at) => ({ ...error, place: goFrame(lines, at + 1) }),
  },
  { has: ["--- FAIL"], line: /^\s*--- FAIL: (?<test>\S+) \(/, more: goFailure },
  // pytest: `E       assert 1 == 2` with the place below or above, and `FAILED tests/a.py::test_x - ...` at the end.
  { has: ["E  "], line: /^E {2,}(?<message>\S.*)$/, more: pytestFailure },
  {
    has: ["FAILED ", "ERROR "],
    line: /^(?:FAILED|ERROR) (?<path>\S+?\.py)(?:::(?<test>\S+))?(?: - (?<message>.+))?$/,
    weight: "vague",
    more: (error) => (error.message === "" ? { ...error, message: `${error.test} failed`.trim() } : error),
  },
];

/** The shapes that are tried behind those of compilers, in this order: other errors begin as these do. */
export const LATER_SHAPES: readonly ErrorShape[] = [
  // TAP: `not ok 1 - name`, with `error:` below.
  {
    has: ["not ok "],
    line: /^\s*not ok \d+ (?:- )?(?<test>.+?)(?: #.*)?$/,
    below: FRAMES_MAX,
    until: /^\s*(?:not )?ok \d/,
    more: ({ test, place }, lines, at) => {
      const said = nearLine(lines, at + 1, 12, /^\s+error: (?:'(.*)'|"(.*)"|(\S.*))$|^\s*not ok /);
      const message = said?.[1] ?? said?.[2] ?? said?.[3] ?? "";
      // The inner tests say what failed.
      if (/subtests? failed/.test(message)) return null;
      return buildError(/^[|>]-?$/.test(message) || message === "" ? test : message, { test, place });
    },
  },
  // bun test: `error: expect(received).toBe(expected)`, with frames and `(fail) name` below.
  {
    has: ["error: "],
    line: /^error: (?<message>.+)$/,
    below: FRAMES_MAX,
    until: /^\(fail\)/,
    more: ({ message, place }, lines, at) => {
      const test = nearLine(lines, at + 1, FRAMES_MAX, /^\(fail\) (.+?)(?: \[[\d.]+m?s\])?$|^error: /)?.[1];
      return test === undefined ? null : buildError(expectation(lines, at, 12) ?? message, { test, place });
    },
  },
  // rustc, cargo, deno, elixir: `error[E0308]: mismatched types`, with the place below.
  {
    has: ["error"],
    line: /^\s{0,6}(?:fatal )?error(?:\[(?<code>[\w-]+)\]|: (?<code>TS\d+) \[ERROR\])?: (?<message>.+)$/,
    below: 8,
    until: /^(?:error|warning|\s*$)/,
    more: (error, lines, at) => {
      const { message, code, place } = error;
      if (CONSEQUENCE.test(message)) return buildError(message, { weight: "consequence" });
      if (place === null && code === "") return { ...error, weight: "vague" };
      const label = nearLine(lines, at + 1, 10, /^(?:error|warning)|^$|[\^~]-* \S/)?.input ?? "";
      const said = /[\^~]{1,}-* (\S.{2,119})$/.exec(label)?.[1] ?? "";
      return said === "" || message.includes(said) ? error : buildError(`${message}: ${said}`, { code, place });
    },
  },
  // dotnet test: `  Failed Shop.CartTests.Adds [5 ms]`, with the message below.
  {
    has: ["Failed "],
    line: /^\s+Failed (?<test>\S+) \[.*\]$/,
    more: (error, lines, at) => {
      if (!/Error Message:/.test(lines[at + 1] ?? "")) return null;
      const [said = "", ...more] = [2, 3, 4].map((offset) => lines[at + offset]?.trim() ?? "");
      const values = more.filter((line) => /^(?:Expected|Actual|But was)/.test(line));
      const place = placeBelow(lines, at + 2, FRAMES_MAX, /^\s+Failed /);
      return buildError([said, ...values].join(" "), { test: error.test, place });
    },
  },
  // `AssertionError: expected 1 to be 2`, with frames below (JavaScript, Java, C#) or above (Python).
  { has: ["Error", "Exception", "Failure", "Failed", "Interrupt"], line: EXCEPTION, more: exception },
  // jest: `● adds › twice`; mocha, rspec, phpunit, mix, playwright: `1) adds twice`; both with the expectation below.
  {
    has: ["● ", ") "],
    line: /^\s*(?:● |\d+\) )(?!(?:Console|Test suite failed to run)$)(?<test>\S.*)$/,
    below: FRAMES_MAX,
    until: NEXT_TEST,
    more: ({ test: heading, place }, lines, at) => {
      // A line in the form of an exception is read as an exception, with this line as its heading.
      if (place === null || lines.slice(at + 1, at + 12).some((line) => EXCEPTION.test(line))) return null;
      const test = withoutRule(heading);
      const said = nearLine(lines, at + 1, 8, /^\s*(?!Failure\/Error|.*\.\w+:\d+$)(\S.*[^:\s])$/)?.[1] ?? "";
      return buildError(expectation(lines, at, 14) ?? (said || test), { test, place });
    },
  },
  {
    has: ["npm ", "ERR_PNPM", "error "],
    line: /^(?:npm (?:ERR!|error)|\s?ERR_PNPM_(?<code>\w+)|error) +(?!code|errno|syscall|path|A complete log|command|cwd|at |[│|])(?<message>.+)$/,
    more: (error, lines, at) => {
      const isConsequence =
        /^(?:Lifecycle script|Test failed|Exit status|\S+ failed with exit|Command failed|\S+@\S+ \S+:)/.test(
          error.message,
        );
      const code = nearLine(lines, at, -6, /^npm (?:ERR!|error) code (\S+)/)?.[1] ?? error.code;
      const isExact = error.message.startsWith("Missing script");
      return { ...error, code, weight: isConsequence ? "consequence" : isExact ? "exact" : "vague" };
    },
  },
  // Errors of no other shape: gradle's report, missing modules, `error: ...`, `fatal: ...`.
  {
    has: ["* What went wrong:"],
    line: /^\* (?<message>What went wrong):$/,
    weight: "vague",
    more: (error, lines, at) => {
      const reason = nearLine(lines, at + 1, 6, /^\s*> (.+)$/)?.[1];
      return { ...error, message: buildError(reason ?? nextText(lines, at + 1)).message };
    },
  },
  {
    has: ["Can't resolve", "Cannot find module", "No module named"],
    line: /^\s*(?:.*?: )?(?<message>(?:Can't resolve|Cannot find module|No module named) .+)$/,
    below: 20,
  },
  {
    has: ["rror", "ERROR", "fatal", "FATAL"],
    line: /^\s*(?:[\w./@-]{1,40}: )?(?:fatal error|error|ERROR|Error|fatal|FATAL|FATAL ERROR)(?: [A-Z]+\d+)?: +(?<message>\S.+)$/,
    weight: "vague",
  },
];

function goFailure({ test }: BuildError, lines: Lines, at: number): BuildError | null {
  // The inner tests say what failed.
  if (/^\s*--- FAIL/.test(lines[at + 1] ?? "")) return null;
  const said = nearLine(lines, at + 1, 10, /^\s+(\S+_test\.go|\S+\.go):(\d+): ?(.*)$|^\s*--- |^(?:FAIL|ok)\b/);
  if (said?.[1] === undefined) return buildError(`${test} failed`, { test, weight: "vague" });
  const error = nearLine(lines, at + 1, 14, /^\s+Error:\s+(\S.*)$/)?.[1];
  const expected = nearLine(lines, at + 1, 18, /^\s+expected *: (.+)$/)?.[1];
  const actual = nearLine(lines, at + 1, 18, /^\s+actual *: (.+)$/)?.[1];
  const testify =
    expected === undefined ? error : `${error?.replace(/: *$/, "")}: expected ${expected}, actual ${actual}`;
  return buildError(said[3] || testify || nextText(lines, at + 2), { test, place: placeAt(said[1], said[2]) });
}

function pytestFailure({ message }: BuildError, lines: Lines, at: number): BuildError | null {
  // Of several such lines only the first says what is wrong.
  if (/^E( |$)/.test(lines[at - 1] ?? "")) return null;
  const end = nearLine(lines, at + 1, FRAMES_MAX, /^(\S+?):(\d+): |^_{3,} /);
  const above = nearLine(lines, at - 1, -FRAMES_MAX, /^(\S+?):(\d+): in |^_{3,} /);
  const found = end?.[1] !== undefined && !isForeign(end[1]) ? end : above?.[1] !== undefined ? above : null;
  const heading = nearLine(lines, at - 1, -100, /^_{3,} (.+?) _{3,}$/)?.[1] ?? "";
  const place = found === null ? null : placeAt(found[1]!, found[2]);
  return buildError(message, { test: /^ERROR /.test(heading) ? "" : heading, place });
}

function exception(_error: BuildError, lines: Lines, at: number, groups: Groups): BuildError | null {
  const { message: said = "", code = "" } = groups;
  // A name alone is an exception only if there are frames or a test's heading around it.
  const place = pythonFrame(lines, at - 1) ?? placeBelow(lines, at + 1, FRAMES_MAX, NEXT_TEST);
  const heading = nearLine(lines, at - 1, -HEADINGS_ABOVE, TEST_HEADING);
  const test = withoutRule(heading?.slice(1).find((name) => name !== undefined) ?? "");
  if (said === "" && place === null && test === "") return null;
  // Some messages end with a colon and go on in the next line.
  const whole = said.endsWith(":") ? `${said} ${nextOf(lines, at + 1)}` : said;
  const name = groups.name!.split(/[.:]/).pop()!;
  const message = name === "Error" ? whole : `${name}: ${whole || nextOf(lines, at + 1)}`;
  const isConsequence = /^(?:Command failed|Process completed|Exit(?:ed)? with)/.test(whole);
  const weight = isConsequence ? "consequence" : place === null && test === "" ? "vague" : "exact";
  return buildError(message, { code, test, place, weight });
}

/** What a report says was expected and received; null where it does not. */
function expectation(lines: Lines, at: number, most: number): string | null {
  const expected = nearLine(lines, at + 1, most, /^\s*(?:Expected|expected):?\s+(\S.*)$/)?.[1];
  const received = nearLine(lines, at + 1, most, /^\s*(?:Received|got|actual):?\s+(\S.*)$/)?.[1];
  return expected === undefined || received === undefined ? null : `expected ${expected}, received ${received}`;
}

/** The name of a test without the line that is drawn behind it. */
function withoutRule(name: string): string {
  return name.replace(/[ ─━:]+$/, "");
}

function nextOf(lines: Lines, from: number): string {
  const next = nextText(lines, from);
  return /^\s*at |^❯/.test(next) ? "" : next;
}

/** The innermost frame of the project in a Python traceback that ends at `from`. */
function pythonFrame(lines: Lines, from: number): NamedPlace | null {
  for (let at = from; at >= Math.max(0, from - 2 * FRAMES_MAX) && /^\s|^$/.test(lines[at]!); at--) {
    const match = /^\s+File "([^"]+)", line (\d+)/.exec(lines[at]!);
    if (match !== null && !isForeign(match[1]!) && !match[1]!.startsWith("<")) return placeAt(match[1]!, match[2]);
  }
  return null;
}

function goFrame(lines: Lines, from: number): NamedPlace | null {
  for (let at = from; at < Math.min(lines.length, from + FRAMES_MAX); at++) {
    const match = /^\s+(\S+\.go):(\d+)/.exec(lines[at]!);
    if (match !== null && !isForeign(match[1]!) && !/\/(?:go|golang)\/src\//.test(match[1]!))
      return placeAt(match[1]!, match[2]);
  }
  return null;
}
