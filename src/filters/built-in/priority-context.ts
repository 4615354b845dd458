// Finds what a reader needs to understand the priority lines of an output: the file that stands above rows of
// diagnostics, the place and the code below an error of a compiler, the difference below a failed assertion, the
// innermost frames of the own code, the lines that sum a run up.
// Invariants:
// - One pass, and at most a bounded number of lines below each priority line: the time is linear.
// - Context is added to the priority lines; none of these is ever taken away.

import { isHarmlessLine, isPriorityLine } from "./priority-lines.ts";
import { frameAt } from "./stack-frames.ts";

/** How many lines below a priority line are looked at for what belongs to it. */
const BELOW_MAX = 16;
const TAP_BELOW_MAX = 24;
/** How many lines with more indentation stay below a priority line, and below a failure. */
const DEEPER_LINES_MAX = 3;
const FAILURE_LINES_MAX = 6;
/** How many lines of a stack trace are looked at, and how many frames of own code stay. */
const TRACE_LINES_MAX = 200;
const OWN_FRAMES_MAX = 3;
/** How far below a message its trace may begin. */
const TRACE_DISTANCE_MAX = 16;
/** How many lines that sum up stay: the last ones. Some tools print one for each module. */
const SUMMARIES_MAX = 12;

/** A failed test in a nested report; its groups stand above it with less indentation. */
const FAILED_TEST = /^\s+(?:[✖✗✘✕×] \S|not ok \d|--- FAIL)/;
const MOCHA_TEST = /^\s+\d+\) \S/;
const GROUPS_MAX = 6;
/** What a test of Go says of itself; it stands before or below the line that says that the test failed. */
const GO_LOG = /^\s+\w+_test\.go:\d+: /;

/** A row of diagnostics whose file stands above it, as eslint's stylish format and its successors print them. */
const ROW = /^\s*\d+(?::\d+)?\s+(?:error|warning|Error:|Warning:|info|[✖⚠×!|] )/;
/** A line that names a file and nothing else, perhaps with a prefix as of PHP's code sniffer. */
const FILE_HEADING =
  /^(?:FILE: |\*+ Module )?(?:\.{0,2}\/|[A-Za-z]:\\)?\S+\.\w{1,10}:?$|^(?:\.{0,2}\/|[A-Za-z]:\\)\S.*\.\w{1,10}:?$|^\*+ Module \S+$/;
/** A code frame, a place, a hint: what compilers print below an error. */
const FRAME_PART =
  /^(?:\s*(?:\d+ ?)?[|│┆╵╷╭╰·]|\s*[>❯]? *\d+ ?[|│┆]|\s*(?:-->|:::|╭─|├|=>) |\s+= (?:note|help|hint)|\s+[\^~]+|\s*(?:symbol|location|found|required|expected|actual|received|reason|note|help|hint|caused by)\b *:|\s{2,}(?:at|in|from) |\s*(?:File|In file included from) |\d+ {2,}\S)/i;
/** Sides of an assertion and lines of a difference. */
const DIFFERENCE =
  /^\s*(?:[-+] |[-+]\S|@@ |Expected|Received|Actual|expected|actual|received|Difference|Comparison|left: |right: |got[: ]|want[: ]|Error(?: Trace)?:|Messages?:|Test:|Diff:|\? +[-+^]|\S+ [!=]==? \S|>\s+\S|E\s)/;
/** A priority line below which a trace, a difference or details of a failed test stand. */
const FAILURE = /rror|xception|FAIL|fail|panic|✖|✗|×|not ok|● |Traceback|^E {2}|throw/;
/** A message of mypy that goes on below. */
const CUT_MESSAGE = /^\S+:\d+(?::\d+)?: (?:error|warning|note): .*[^\]]\s*$/;
const CONTINUATION_LINES_MAX = 4;
const CARET = /^\s*[\^~][\^~ ]*$/;
/** A finding of shellcheck; the file and the code stand above it. */
const SHELLCHECK = /^\s*\^-+\^? SC\d+ \(/;
const SHELLCHECK_LINES_MAX = 8;
/** Lines that sum up what a run did. */
const SUMMARY =
  /^\s*(?:Tests?|Test (?:Suites|Files)|Suites|Snapshots|Duration|Time|Ran)\s*:?\s+[\d(].*\d|^\s*(?:ℹ|#) (?:tests|pass|fail|suites|cancelled|skipped|todo) \d|^\s*\d+ (?:passing|failing|pending|passed|failed|pass|fail)\b|^test result: |^=+ .*\b(?:passed|failed|errors?|no tests ran)\b.* =+$|^\d+ (?:passed|failed)\b.* in [\d.]+s|^(?:\[INFO\] )?BUILD (?:SUCCESS|SUCCESSFUL|FAILURE|FAILED)|^(?:\[\w+\] )?Tests run: \d|^Found \d+ |^[✖✔✓] \d+ problems?|^All (?:checks|tests|files)|^Success: |^\d+% tests passed|^(?:added|removed|changed) \d+ packages|^Checked \d+ files|^Finished |^\s+Finished |^Total [Tt]ime|^Done in |built in [\d.]+|compiled (?:successfully|with)/;

/** The numbers of the priority lines of an output, and of the lines that belong to them. */
export function priorityLines(lines: readonly string[]): Set<number> {
  const kept = new Set<number>();
  const summaries: number[] = [];
  let heading = -1;
  let traceEnd = 0;
  // The lines that the current line stands below, by indentation: the groups of a nested report.
  const above: { readonly indent: number; readonly at: number }[] = [];
  const isMocha = lines.some((line) => line.length < 40 && /^\s+\d+ failing/.test(line));
  const isGo = lines.some((line) => /^\s*--- FAIL: /.test(line));
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!.length > 1000 ? lines[at]!.slice(0, 1000) : lines[at]!;
    if (FILE_HEADING.test(line)) heading = at;
    if (isGo && GO_LOG.test(line)) kept.add(at);
    if (SUMMARY.test(line)) summaries.push(at);
    if (line.trim() !== "") {
      const indent = indentOf(line);
      while (above.length > 0 && above.at(-1)!.indent >= indent) above.pop();
      if (FAILED_TEST.test(line) || (isMocha && MOCHA_TEST.test(line))) {
        kept.add(at);
        for (const group of above.slice(-GROUPS_MAX)) kept.add(group.at);
      }
      above.push({ indent, at });
    }
    if (/^(?:Traceback|goroutine \d+ \[|stack backtrace:)/.test(line)) {
      kept.add(at);
      if (at >= traceEnd) traceEnd = addTrace(lines, at + 1, kept);
    } else if (isPriorityLine(lines[at]!)) {
      kept.add(at);
      if (ROW.test(line) && heading >= 0) kept.add(heading);
      addBelow(lines, at, kept);
      if (FAILURE.test(line) && at >= traceEnd && frameAt(lines, at) === null) traceEnd = addTrace(lines, at + 1, kept);
      addAbove(lines, at, kept);
    } else if (at >= traceEnd && [1, 2, 3].some((up) => kept.has(at - up)) && frameAt(lines, at) !== null) {
      // A trace below a code frame, as jest prints it.
      traceEnd = addTrace(lines, at, kept);
    }
  }
  for (const at of summaries.slice(-SUMMARIES_MAX)) kept.add(at);
  return kept;
}

/** Adds what follows a priority line and belongs to it. One blank line may stand between. */
function addBelow(lines: readonly string[], at: number, kept: Set<number>): void {
  const start = lines[at]!.slice(0, 1000);
  const indent = indentOf(start);
  const isFailure = FAILURE.test(start);
  // Pytest marks the line of code above, TAP puts details into a block.
  const isTap = /^\s*not ok /.test(start);
  const deeperMax = isFailure ? FAILURE_LINES_MAX : DEEPER_LINES_MAX;
  const end = Math.min(lines.length, at + 1 + (isTap ? TAP_BELOW_MAX : BELOW_MAX));
  let isBlank = false;
  let deeper = 0;
  if (CUT_MESSAGE.test(start)) addContinuation(lines, at, kept);
  // clang shows the code at the margin, and marks the place on the line below.
  if (at + 2 < lines.length && CARET.test(lines[at + 2]!.slice(0, 1000))) kept.add(at + 1).add(at + 2);
  for (let below = at + 1; below < end; below++) {
    const line = lines[below]!.slice(0, 1000);
    if (line.trim() === "") {
      if (isBlank) return;
      isBlank = true;
      continue;
    }
    const isDetail = FRAME_PART.test(line) || (isFailure && DIFFERENCE.test(line));
    if (frameAt(lines, below) !== null) {
      if (deeper++ > OWN_FRAMES_MAX) return;
      continue;
    }
    const isDeeper =
      indentOf(line) > indent && (!isBlank || isFailure) && !isHarmlessLine(line) && deeper++ < deeperMax;
    if (!isDetail && !isDeeper && !isTap) return;
    kept.add(below);
    if (isTap && /^\s*\.\.\.\s*$/.test(line)) return;
    isBlank = false;
  }
}

/** Adds the lines on which a message goes on, if it ends with a code in brackets as mypy's do. */
function addContinuation(lines: readonly string[], at: number, kept: Set<number>): void {
  for (let below = at + 1; below <= at + CONTINUATION_LINES_MAX && below < lines.length; below++) {
    if (!/ {2}\[[a-z-]+\]\s*$/.test(lines[below]!.slice(-100))) continue;
    for (let line = at + 1; line <= below; line++) kept.add(line);
    return;
  }
}

/** Adds the line of code that pytest marks above an error, and the place alone above a message. */
function addAbove(lines: readonly string[], at: number, kept: Set<number>): void {
  if (at === 0) return;
  if (/^E {2,}/.test(lines[at]!)) {
    for (let above = at - 1; above >= Math.max(0, at - 6); above--) {
      if (!/^[>E] /.test(lines[above]!)) continue;
      kept.add(above);
      if (lines[above]!.startsWith(">")) return;
    }
  } else if (SHELLCHECK.test(lines[at]!.slice(0, 1000))) {
    for (let above = at - 1; above >= Math.max(0, at - SHELLCHECK_LINES_MAX); above--) {
      kept.add(above);
      if (/^In \S.* line \d+:$/.test(lines[above]!.slice(0, 1000))) return;
    }
  } else if (
    /^In file included from /.test(lines[at - 1]!) ||
    /: In (?:member )?function /.test(lines[at - 1]!.slice(0, 500))
  )
    kept.add(at - 1);
}

/** Adds the innermost frames of own code: the first ones, or the last ones in a traceback of Python. */
function addTrace(lines: readonly string[], from: number, kept: Set<number>): number {
  const frames: { readonly at: number; readonly length: number }[] = [];
  const end = Math.min(lines.length, from + TRACE_LINES_MAX);
  let at = from;
  let others = 0;
  let hasFrames = false;
  let isPython = false;
  while (at < end) {
    const frame = frameAt(lines, at);
    if (frame === null) {
      // Between a message and its frames stand a few lines; a trace ends at the first line that is no frame.
      if (hasFrames || ++others > TRACE_DISTANCE_MAX) break;
      at++;
      continue;
    }
    isPython ||= /^\s+File "/.test(lines[at]!);
    if (frame.owner === null) frames.push({ at, length: frame.length });
    at += frame.length;
    hasFrames = true;
  }
  const innermost = isPython ? frames.slice(-OWN_FRAMES_MAX) : frames.slice(0, OWN_FRAMES_MAX);
  for (const frame of innermost) for (let line = 0; line < frame.length; line++) kept.add(frame.at + line);
  if (isPython && at < lines.length) kept.add(at);
  return at;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
