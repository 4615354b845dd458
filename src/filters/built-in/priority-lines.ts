// Tells which lines of an output say that something is wrong: an error, a warning, a failed test. Shortening never
// leaves out such a line. What a reader needs besides it to understand it, `priority-context.ts` adds.
// Invariants:
// - A line is judged by itself, by its words and by the shapes in which tools print diagnostics.
// - When in doubt a line has priority: a line too many costs tokens, a line too few costs the answer.
// - At most `LOOKED_AT` characters of a line are looked at, and its end, so that no line takes long.

import { withoutTerminalSequences } from "../../engine/text/controls.ts";
import { isForeignWrong, WRONG_MARK, WRONG_NAME, WRONG_WORD } from "./error-words.ts";

/** This much of a line is looked at, in code units. Diagnostics say at their beginning what they are. */
const LOOKED_AT = 2000;
/** And so much of the end of a longer one: of a record of a log the message may come last. */
export const END_LENGTH = 500;

/** Counts of nothing: `0 errors`, `no warnings`, `errors: 0`, `"error": null`. */
const NOTHING =
  /(?:(?<![\d.,:])0|\bno|\bzero|\bwithout(?: any)?|\bnot an?) (?!such\b|matching\b|rule\b|space\b)(?:[\w-]+ )?(?:errors?|warnings?|fail(?:ed|ures?|ing)?|problems?|exceptions?|conflicts?|vulnerabilit(?:y|ies)|deprecations?|violations?|broken|missing|unused|leaks?)\b(?:\(s\))?|["']?\b(?:errors?|warnings?|fail(?:ed|ures?|ing|s)?|unreachable|problems?|vulnerabilities|broken|invalid|missing|conflicts?|leaks?|critical|exceptions?|aborted|timed out)(?:\(s\))?["']?(?: *[:=] *| +)(?:0(?!\w|[.,:]\w)|null\b|none\b|false\b|\[\]|\{\}|""|'')/gi;
/** How tools mark a diagnostic or a failed test. */
const SHAPES: readonly RegExp[] = [
  // Signs of failure and of warning, by themselves or behind a place; `● suite › test` of jest, `! message` of biome.
  /^\s*(?:[✖✗✘✕×⨯❌⚠❗🛑💥🚨‼]|[!●] \S|\d+:\d+\s+(?:[✖⚠×!]|error|warning))/u,
  // Failed tests of bun, elixir, TAP, go, pytest, jest and vitest, minitest; explanations of pytest.
  /^\s*(?:\(fail\) |\*\* \(|not ok \d|--- FAIL)|^(?:E {2,}\S|_{3,} \S.* _{3,}$|FAIL\b|\S+#\S+ \[\S+:\d+\]:$)/,
  // Places below or above a message: of rustc, of oxlint, of biome; of `cargo fmt --check`.
  /^\s*(?:(?:-->|:::) \S+:\d|[╭,][─-]+\[\S+:\d+:\d+\])|^\S+ [^━]{0,100}━{8,}$|^Diff in \S+:\d/,
  // `file.ext:line:column` with a message behind it, or alone; `Rakefile:1:9: message`; Python, Ruby and PHP by line.
  /(?:^|\s)(?:file:\/\/)?[^\s:(]+\.[A-Za-z]\w{0,9}:\d+:\d+(?::|$| - | [^━─]{1,100}[━─]{4})/,
  /^[A-Za-z./][\w./-]*:\d+:\d+: \S|^[^\s:]+\.(?:py|pyi|rb|php):\d+: \S/,
  // apt, kotlin, glog, curl, rules of ruff, oxlint without Unicode, make.
  /^[EW]: |^[ew]: \S|^[EWF]\d{4} \d\d:\d\d|^curl: \(\d|^[A-Z]{1,4}\d{3,4} (?:\[\*\] )?\S|^\s*x [\w@/-]+\(\S+\): /,
  /^(?:[\w.-]{1,20}(?:\[\d+\])?|\S+): \*\*\* |^\*\*\* (?:\[|No )/,
  // Answers of servers: the status behind the path of a request, or said to be one.
  /HTTP\/\d\S* [45]\d\d\b|\b(?:GET|POST|PUT|PATCH|DELETE|HEAD) \S+(?: HTTP\/[\d.]+)?"?(?: ?[-=]?[>→:-])? [45]\d\d(?!\S)/,
  /\bstatus(?: code)?:? [45]\d\d\b/,
];
const SHAPE = new RegExp(SHAPES.map(({ source }) => source).join("|"), "u");
/** Passed and started tests, frames, rows of `ls -l`, commits: their words are names, not findings. */
const HARMLESS =
  /^\s*(?:[✓✔√☑✅]|\[?PASS(?:ED)?\b|--- (?:PASS|SKIP)|=== (?:RUN|CONT|PAUSE|NAME)|ok \d+\b|ok\s+\S+\s+(?:[\d.]+m?s|\(cached\))|\[ +(?:OK|RUN) +\]|# Subtest: |▶ |\(pass\) |at [\w$.<>[\] /@-]+ ?\(.*\)$|at \S+:\d+:\d+\)?$|[-bcdlps][-rwxsStT]{9}[.+@]? |(?=\d*[a-f])[0-9a-f]{7,40} \S)|(?: PASSED|\.\.\. ok|\. +Passed)(?: +\[ *\d+%\]| +\(?[\d.]+ ?m?s(?:ec)?\)?)? *$/u;
/** Passed tests only. */
const PASSED =
  /^\s*(?:[✓✔√☑✅] |PASS(?:ED)?\b|--- PASS|ok \d+\b|ok\s+\S+\s+(?:[\d.]+m?s|\(cached\))|\[ +OK +\]|\(pass\) )|(?: PASSED|\.\.\. ok|\. +Passed)(?: +\[ *\d+%\]| +\(?[\d.]+ ?m?s(?:ec)?\)?)? *$/u;
/** A line that begins like one of `git log --oneline`, but is one of a log. */
const SHOUTED = /^[0-9a-f]+ .*\b(?:ERROR|FATAL|WARN(?:ING)?|FAILED|error:)/;
/** Something is counted: `2 warnings`. A line that marks success may say so too. */
const COUNTED =
  /(?<![\d.,])[1-9]\d* (?:\w+ )?(?:errors?|warnings?|failed|failures?|failing|problems?)\b|with warnings?\b/i;

/** Whether a line names a passed or started test, a file or a commit, whatever its words are. */
export function isHarmlessLine(line: string): boolean {
  return HARMLESS.test(line.slice(0, LOOKED_AT));
}

/** Whether a line is that of a passed test. */
export function isPassedTest(line: string): boolean {
  return PASSED.test(line.slice(0, LOOKED_AT));
}

/** Whether a line says that something is wrong. */
export function isPriorityLine(line: string): boolean {
  if (line.length <= LOOKED_AT) return saysSo(line);
  return saysSo(line.slice(0, LOOKED_AT)) || saysSo(line.slice(-END_LENGTH));
}

function saysSo(part: string): boolean {
  const start = withoutTerminalSequences(part);
  if (HARMLESS.test(start)) return COUNTED.test(start) || SHOUTED.test(start);
  if (SHAPE.test(start) || WRONG_NAME.test(start) || WRONG_MARK.test(start) || isForeignWrong(start)) return true;
  return WRONG_WORD.test(start) && WRONG_WORD.test(start.replace(NOTHING, " "));
}
