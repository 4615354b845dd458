// Readers for the failures that test runners and runtimes report: the test, what was expected, and the place. They work
// like the readers in diagnostics.ts.

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
import type { ErrorReader } from "./diagnostics.ts";

const PANIC = /^thread '([^']*)' (?:\(\d+\) )?panicked at (?:'(.*)', )?(\S+?):(\d+):(\d+):?$/;
const EXCEPTION =
  /^\s*(?:\d+\) )?(?:Uncaught |Unhandled |Caused by: |Error: Uncaught |error: |Exception in thread "[^"]*" |> |→ |# )?((?:[A-Za-z_$][\w$]*[.:]{1,2})*[A-Za-z_$]*(?:Error|Exception|Failure|Failed|Interrupt))(?: \[(\w+)\])?(?: \([^)]*\))?(?:: ?(.*))?$/;
const TEST_HEADING =
  /^\s*(?:FAIL +\S+ > (.+)|● (.+)|\d+\) (.+)|(\S.* > .+) FAILED|✖ (.+?)(?: \(\d[\d.]*m?s\))?|(?:FAIL|ERROR): (\w+) \(.*\)|_{3,} (.+?) _{3,}|Failed (\S+) \[.*\])$/;
const HEADINGS_ABOVE = 12;
const FRAMES_MAX = 40;
const NEXT_TEST = /^\s*(?:● |\d+\) |--- FAIL|FAIL |_{3,} |⎯{3,})/;

/** rust: `thread 'tests::adds' panicked at src/lib.rs:10:5:`. */
export const panicError: ErrorReader = (lines, at) => {
  const match = PANIC.exec(lines[at]!);
  if (match === null) return null;
  const below = [1, 2, 3].map((offset) => lines[at + offset] ?? "");
  const values = below.filter((line) => /^\s+(?:left|right): /.test(line));
  const message = match[2] ?? [below[0], ...values].map((line) => line!.trim()).join(", ");
  const test = match[1] === "main" ? "" : match[1]!;
  const place = placeAt(match[3]!, match[4], match[5]);
  return buildError(message, { test, place: isForeign(place.path) ? placeBelow(lines, at + 1, FRAMES_MAX) : place });
};

/** go: `--- FAIL: TestAdd (0.00s)` and `panic: ...`. */
export const goTestError: ErrorReader = (lines, at) => {
  const line = lines[at]!;
  const panic = /^panic: (.+?)(?: \[recovered\].*)?$/.exec(line);
  if (panic !== null) return buildError(panic[1]!, { place: goFrame(lines, at + 1) });
  const match = /^\s*--- FAIL: (\S+) \(/.exec(line);
  // The inner tests say what failed.
  if (match === null || /^\s*--- FAIL/.test(lines[at + 1] ?? "")) return null;
  const said = nearLine(lines, at + 1, 10, /^\s+(\S+_test\.go|\S+\.go):(\d+): ?(.*)$|^\s*--- |^(?:FAIL|ok)\b/);
  if (said?.[1] === undefined) return buildError(`${match[1]} failed`, { test: match[1]!, weight: "vague" });
  const place = placeAt(said[1], said[2]);
  const error = nearLine(lines, at + 1, 14, /^\s+Error:\s+(\S.*)$/)?.[1];
  const values = ["expected", "actual"].map(
    (name) => nearLine(lines, at + 1, 18, new RegExp(`^\\s+${name} *: (.+)$`))?.[1],
  );
  const testify =
    values[0] === undefined ? error : `${error?.replace(/: *$/, "")}: expected ${values[0]}, actual ${values[1]}`;
  return buildError(said[3] || testify || nextText(lines, at + 2), { test: match[1]!, place });
};

/**
 * pytest: `E       assert 1 == 2` with the place below or above, and `FAILED tests/test_a.py::test_x - ...` in the
 * summary.
 */
export const pytestError: ErrorReader = (lines, at) => {
  const line = lines[at]!;
  const said = /^E {2,}(\S.*)$/.exec(line);
  if (said !== null) {
    // Of several such lines only the first says what is wrong.
    if (/^E( |$)/.test(lines[at - 1] ?? "")) return null;
    const end = nearLine(lines, at + 1, FRAMES_MAX, /^(\S+?):(\d+): |^_{3,} /);
    const above = nearLine(lines, at - 1, -FRAMES_MAX, /^(\S+?):(\d+): in |^_{3,} /);
    const found = end?.[1] !== undefined && !isForeign(end[1]) ? end : above?.[1] !== undefined ? above : null;
    const heading = nearLine(lines, at - 1, -100, /^_{3,} (.+?) _{3,}$/)?.[1] ?? "";
    const test = /^ERROR /.test(heading) ? "" : heading;
    return buildError(said[1]!, { test, place: found === null ? null : placeAt(found[1]!, found[2]) });
  }
  const summary = /^(?:FAILED|ERROR) (\S+?\.py)(?:::(\S+))?(?: - (.+))?$/.exec(line);
  if (summary === null) return null;
  const test = summary[2] ?? "";
  return buildError(summary[3] ?? `${test} failed`, { test, place: placeAt(summary[1]!, undefined), weight: "vague" });
};

/** Exceptions: `AssertionError: expected 1 to be 2`, with frames below (JavaScript, Java, C#) or above (Python). */
export const exceptionError: ErrorReader = (lines, at) => {
  const match = EXCEPTION.exec(lines[at]!);
  if (match === null) return null;
  const isBare = match[3] === undefined || match[3] === "";
  // A name alone is an exception only if there are frames or a test's heading around it.
  const place = pythonFrame(lines, at - 1) ?? framesBelow(lines, at + 1);
  const test = headingAbove(lines, at - 1);
  if (isBare && place === null && test === "") return null;
  // Some messages end with a colon and go on in the next line.
  const said = isBare ? "" : match[3]!.endsWith(":") ? `${match[3]} ${nextOf(lines, at + 1)}` : match[3]!;
  const name = match[1]!.split(/[.:]/).pop()!;
  const message = name === "Error" ? said : `${name}: ${said || nextOf(lines, at + 1)}`;
  const code = match[2] ?? (name === "Error" ? "" : name);
  return buildError(message, {
    code: match[2] === undefined ? "" : code,
    test,
    place,
    weight: weightOf(said, place, test),
  });
};

/** jest: `● adds › twice`; mocha, rspec, phpunit, mix, playwright: `1) adds twice`; both with the expectation below. */
export const headedError: ErrorReader = (lines, at) => {
  const match = /^\s*(?:● |\d+\) )(\S.*)$/.exec(lines[at]!);
  if (match === null || /^(?:Console|Test suite failed to run)$/.test(match[1]!)) return null;
  const place = framesBelow(lines, at + 1);
  if (place === null) return null;
  const test = match[1]!.replace(/[ ─━:]+$/, "");
  for (let below = at + 1; below < Math.min(lines.length, at + 12); below++) {
    // A line in the form of an exception is read as an exception, with this line as its heading.
    if (EXCEPTION.test(lines[below]!)) return null;
  }
  const expected = nearLine(lines, at + 1, 14, /^\s*(?:Expected|expected):?\s+(\S.*)$/)?.[1];
  const received = nearLine(lines, at + 1, 14, /^\s*(?:Received|got|actual):?\s+(\S.*)$/)?.[1];
  const said = nearLine(lines, at + 1, 8, /^\s*(?!Failure\/Error|.*\.\w+:\d+$)(\S.*[^:\s])$/)?.[1] ?? "";
  if (expected !== undefined && received !== undefined) {
    return buildError(`expected ${expected}, received ${received}`, { test, place });
  }
  return buildError(said || test, { test, place });
};

/** dotnet test: `  Failed Shop.CartTests.Adds [5 ms]`, with the message below. */
export const dotnetTestError: ErrorReader = (lines, at) => {
  const match = /^\s+Failed (\S+) \[.*\]$/.exec(lines[at]!);
  if (match === null || !/Error Message:/.test(lines[at + 1] ?? "")) return null;
  const values = [3, 4]
    .map((offset) => lines[at + offset]?.trim() ?? "")
    .filter((line) => /^(?:Expected|Actual|But was)/.test(line));
  const message = [lines[at + 2]?.trim() ?? "", ...values].join(" ");
  return buildError(message, { test: match[1]!, place: placeBelow(lines, at + 2, FRAMES_MAX, /^\s+Failed /) });
};

/**
 * bun test: `error: expect(received).toBe(expected)`, with frames and `(fail) name` below. TAP: `not ok 1 - name`, with
 * `error:` below.
 */
export const bunTestError: ErrorReader = (lines, at) => {
  const line = lines[at]!;
  const tap = /^\s*not ok \d+ (?:- )?(.+?)(?: #.*)?$/.exec(line);
  if (tap !== null) {
    const said = nearLine(lines, at + 1, 12, /^\s+error: (?:'(.*)'|"(.*)"|(\S.*))$|^\s*not ok /);
    const message = said?.[1] ?? said?.[2] ?? said?.[3] ?? "";
    // The inner tests say what failed.
    if (/subtests? failed/.test(message)) return null;
    const place = placeBelow(lines, at + 1, FRAMES_MAX, /^\s*(?:not )?ok \d/);
    return buildError(/^[|>]-?$/.test(message) || message === "" ? tap[1]! : message, { test: tap[1]!, place });
  }
  const match = /^error: (.+)$/.exec(line);
  const end =
    match === null ? null : nearLine(lines, at + 1, FRAMES_MAX, /^\(fail\) (.+?)(?: \[[\d.]+m?s\])?$|^error: /);
  if (match === null || end?.[1] === undefined) return null;
  const values = ["Expected", "Received"].map(
    (name) => nearLine(lines, at + 1, 12, new RegExp(`^${name}: (.+)$`))?.[1],
  );
  const isExpectation = values.every((value) => value !== undefined);
  const message = isExpectation ? `expected ${values[0]}, received ${values[1]}` : match[1]!;
  return buildError(message, { test: end[1], place: placeBelow(lines, at + 1, FRAMES_MAX, /^\(fail\)/) });
};

/** Errors of no other shape: `error: ...`, `fatal: ...`, and gradle's report. */
export const plainError: ErrorReader = (lines, at) => {
  const line = lines[at]!;
  if (line === "* What went wrong:") {
    const reason = nearLine(lines, at + 1, 6, /^\s*> (.+)$/)?.[1];
    return buildError(reason ?? nextText(lines, at + 1), { weight: "vague" });
  }
  const missing = /^\s*(?:.*?: )?((?:Can't resolve|Cannot find module|No module named) .+)$/.exec(line);
  if (missing !== null) return buildError(missing[1]!, { place: placeBelow(lines, at + 1, 20) });
  const match =
    /^\s*(?:[\w./@-]{1,40}: )?(?:fatal error|error|ERROR|Error|fatal|FATAL|FATAL ERROR)(?: [A-Z]+\d+)?: +(\S.+)$/.exec(
      line,
    );
  return match === null ? null : buildError(match[1]!, { weight: "vague" });
};

function weightOf(said: string, place: NamedPlace | null, test: string): BuildError["weight"] {
  if (/^(?:Command failed|Process completed|Exit(?:ed)? with)/.test(said)) return "consequence";
  return place === null && test === "" ? "vague" : "exact";
}

function nextOf(lines: Lines, from: number): string {
  const next = nextText(lines, from);
  return /^\s*at |^❯/.test(next) ? "" : next;
}

/** The name of the test in the nearest heading above. */
function headingAbove(lines: Lines, from: number): string {
  const match = nearLine(lines, from, -HEADINGS_ABOVE, TEST_HEADING);
  return (match?.slice(1).find((name) => name !== undefined) ?? "").replace(/[ ─━:]+$/, "");
}

function framesBelow(lines: Lines, from: number): NamedPlace | null {
  return placeBelow(lines, from, FRAMES_MAX, NEXT_TEST);
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
