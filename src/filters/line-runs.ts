// Shortens runs: lines of one kind that stand behind each other, such as the files of a listing or the lines of a commit
// message. The first lines of a run stay. One line stands for the rest and says how many they are, and of which groups.
//
// Invariants
// - A priority line is never left out. It neither counts for a run nor ends it.
// - An odd row is never left out. It counts like the others.

import type { Deadline } from "./deadline.ts";
import { AnyExpression, expression } from "./expressions.ts";
import type { RunRule } from "./filter-definition.ts";
import { insertedLine, type OutputLine } from "./output-lines.ts";

/** The groups that are named for the lines left out. */
const GROUPS_SHOWN_MAX = 12;
/** Longer names of groups are cut: code units. */
const GROUP_NAME_MAX = 60;

/** The lines with their runs shortened, one rule after the other. */
export function shortenedRuns(
  lines: readonly OutputLine[],
  rules: readonly RunRule[],
  deadline: Deadline,
): readonly OutputLine[] {
  const total = lines.length;
  let result = lines;
  for (const rule of rules) if (total > rule.above) result = shortenedByRule(result, rule, deadline);
  return result;
}

/** How many lines each line stands for that this module put in. */
const standsFor = new WeakMap<OutputLine, number>();

function shortenedByRule(lines: readonly OutputLine[], rule: RunRule, deadline: Deadline): OutputLine[] {
  const kind = new AnyExpression([rule.pattern]);
  const result: OutputLine[] = [];
  let run: OutputLine[] = [];
  for (const line of lines) {
    deadline.step();
    const isOfRun = line.at < 0 ? standsFor.has(line) : line.isPriority || kind.matches(line.text);
    if (isOfRun) run.push(line);
    else {
      result.push(...shortenedRun(run, rule), line);
      run = [];
    }
  }
  result.push(...shortenedRun(run, rule));
  return result;
}

function shortenedRun(run: readonly OutputLine[], rule: RunRule): OutputLine[] {
  const count = run.filter((line) => isCounted(line)).length;
  const result: OutputLine[] = [];
  let rest: OutputLine[] = [];
  let index = 0;
  for (const line of run) {
    // A line that stands for others, right before the last ones, is taken in.
    const isLast = isCounted(line) ? index >= count - rule.last : index > count - rule.last;
    const isKept = line.isPriority || line.isOdd || index < rule.keep || isLast;
    if (isCounted(line)) index++;
    if (!isKept) rest.push(line);
    else {
      result.push(...shortestOf(rest, rule), line);
      rest = [];
    }
  }
  return [...result, ...shortestOf(rest, rule)];
}

function isCounted(line: OutputLine): boolean {
  return !line.isPriority && line.at >= 0;
}

/** The line that stands for the rest; the rest itself where that is no longer. */
function shortestOf(rest: readonly OutputLine[], { group }: RunRule): readonly OutputLine[] {
  if (rest.length === 0) return rest;
  const count = rest.reduce((sum, line) => sum + (standsFor.get(line) ?? 1), 0);
  const groups = group === null ? "" : groupsOf(rest, group);
  const marker = insertedLine(
    `... (${count} ${count === 1 ? "line" : "lines"} omitted${groups === "" ? "" : `: ${groups}`})`,
  );
  const length = rest.reduce((sum, { text }) => sum + text.length + 1, -1);
  if (length <= marker.text.length) return rest;
  standsFor.set(marker, count);
  return [marker];
}

/** How many lines each group has, the largest first: `src/ 12, tests/ 3`. */
function groupsOf(lines: readonly OutputLine[], pattern: string): string {
  const compiled = expression(pattern);
  const counts = new Map<string, number>();
  for (const line of lines) {
    const matcher = compiled.matcher(line.text);
    const name = line.at >= 0 && matcher.find() ? (matcher.group(1) ?? "") : "";
    const key = name === "" ? "others" : name.slice(0, GROUP_NAME_MAX);
    counts.set(key, (counts.get(key) ?? 0) + (standsFor.get(line) ?? 1));
  }
  if (counts.size <= 1) return [...counts.keys()].filter((name) => name !== "others").join("");
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  const shown = sorted.slice(0, GROUPS_SHOWN_MAX).map(([name, count]) => `${name} ${count}`);
  if (sorted.length > GROUPS_SHOWN_MAX) shown.push(`${sorted.length - GROUPS_SHOWN_MAX} groups more`);
  return shown.join(", ");
}
