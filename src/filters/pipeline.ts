// Takes an output through the stages of one filter, in this order: escape sequences, `replace`, `match_output`, `json`,
// lines stripped or kept, `dedupe_lines` and `dedupe_blocks`, `shorten_runs`, `truncate_lines_at`, `head_lines` and `tail_lines`,
// `max_lines`, `on_empty`.
//
// Invariants
// - Lines are cut by their place (`shorten_runs`, `head_lines`, `tail_lines`, `max_lines`) without the odd ones among
//   them (odd-rows.ts). What a filter names goes in any case.
// - A priority line leaves as the terminal shows it. What a priority line is, is decided before the first stage that
//   could change it.
// - Every line of the result is a line of the output, changed or not, or one that the filter or this module puts in.
// - Without priority lines the stages do what RTK's do, to the byte.

import { withoutTerminalSequences } from "../engine/text/controls.ts";
import { oddRows } from "./built-in/odd-rows.ts";
import { priorityLines } from "./built-in/priority-context.ts";
import { isPriorityLine } from "./built-in/priority-lines.ts";
import type { Deadline } from "./deadline.ts";
import { dedupedBlocks, dedupedLines } from "./dedupe.ts";
import { AnyExpression, expression, replaced } from "./expressions.ts";
import type { FilterDefinition } from "./filter-definition.ts";
import { jsonSummary } from "./json-summary.ts";
import { shortenedRuns } from "./line-runs.ts";
import { cutLines, insertedLine, type OutputLine, shownLines, textLines } from "./output-lines.ts";

/** What the stages need besides the filter. */
export interface PipelineContext {
  /** Whether priority lines stay; else the stages run alone, as for the cases in a filter's file. */
  readonly isGuarded: boolean;
  readonly deadline: Deadline;
}

/** How much longer an output may be behind `replace`, in code units. */
const GROWTH_MAX = 1_000_000;

interface CompiledFilter {
  readonly strip: AnyExpression;
  readonly keep: AnyExpression;
  readonly priority: AnyExpression;
  readonly ordinary: AnyExpression;
}

const compiled = new WeakMap<FilterDefinition, CompiledFilter>();

/** What a filter leaves of an output. */
export interface FilteredOutput {
  readonly lines: readonly OutputLine[];
  /** How many lines of the output are not there any more. */
  readonly leftOut: number;
}

/**
 * What a filter leaves of an output; null where it does not apply to it. Throws INVALID_ARGUMENT for an
 * expression that is not accepted, and OutOfTime.
 */
export function applyFilter(filter: FilterDefinition, text: string, context: PipelineContext): FilteredOutput | null {
  const all = markedLines(filter, filter.stripAnsi ? shownLines(text) : textLines(text), context);
  if (filter.unless !== null && matchesAll(filter.unless, all, context)) return null;
  const lines = throughStages(filter, all, context);
  return { lines, leftOut: all.length - lines.filter(({ at }) => at >= 0).length };
}

function throughStages(filter: FilterDefinition, all: OutputLine[], context: PipelineContext): readonly OutputLine[] {
  const changed = replacedLines(filter, all, context);
  const message = messageFor(filter, changed, context);
  if (message !== null) return [insertedLine(message)];
  const summed = summedUp(filter, changed);
  const chosen = chosenLines(filter, summed, context);
  const single = filter.dedupeLines ? dedupedLines(chosen) : chosen;
  const unique = filter.dedupeBlocks ? dedupedBlocks(single) : single;
  const marked = context.isGuarded && cutsByPlace(filter) ? withOddRows(unique) : unique;
  const runs = shortenedRuns(marked, filter.shortenRuns, context.deadline);
  const short = boundedLines(filter, truncatedLines(filter, runs), context.isGuarded);
  const isEmpty = short.every(({ text }) => text.trim() === "");
  if (!isEmpty) return short;
  if (filter.onEmpty !== null) return [insertedLine(filter.onEmpty)];
  return context.isGuarded && all.length > 0 ? [insertedLine(`... (${all.length} lines omitted)`)] : short;
}

function compiledOf(filter: FilterDefinition): CompiledFilter {
  let known = compiled.get(filter);
  if (known === undefined) {
    const strip = new AnyExpression(filter.stripLines);
    known = {
      strip,
      keep: new AnyExpression(filter.keepLines),
      priority: new AnyExpression(filter.priorityLines),
      ordinary: new AnyExpression(filter.ordinaryLines),
    };
    compiled.set(filter, known);
  }
  return known;
}

/** Whether the filter says that the line has no priority, whatever words it has. */
export function isOrdinaryLine(filter: FilterDefinition, line: string): boolean {
  const { priority, ordinary } = compiledOf(filter);
  return ordinary.matches(line) && !priority.matches(line);
}

/** The lines as the stages see them. */
function markedLines(filter: FilterDefinition, lines: readonly string[], context: PipelineContext): OutputLine[] {
  if (!context.isGuarded)
    return lines.map((text, at) => ({ text, at, isPriority: false, isError: false, isOdd: false }));
  const { priority, ordinary } = compiledOf(filter);
  const shown = filter.stripAnsi ? lines : lines.map(withoutTerminalSequences);
  const plain = filter.ordinaryLines.length === 0 ? shown : shown.map((line) => (ordinary.matches(line) ? "" : line));
  const kept = priorityLines(plain);
  return lines.map((text, at) => {
    context.deadline.step(text.length);
    const isError = kept.has(at) && isPriorityLine(plain[at]!);
    const isKept = kept.has(at) && (plain[at] !== "" || shown[at] === "");
    return { text, at, isPriority: isKept || priority.matches(shown[at]!), isError, isOdd: false };
  });
}

function replacedLines(filter: FilterDefinition, lines: OutputLine[], { deadline }: PipelineContext): OutputLine[] {
  if (filter.replace.length === 0) return lines;
  let room = GROWTH_MAX;
  return lines.map((line) => {
    if (line.isPriority) return line;
    let { text } = line;
    for (const { pattern, replacement } of filter.replace) {
      deadline.step(text.length);
      text = replaced(pattern, text, replacement, line.text.length + room);
    }
    room -= text.length - line.text.length;
    return { ...line, text };
  });
}

/** The message that stands for the whole output; null for none. No message stands for an output with errors. */
function messageFor(filter: FilterDefinition, lines: OutputLine[], context: PipelineContext): string | null {
  if (filter.matchOutput.length === 0 || lines.some(({ isError }) => isError)) return null;
  const whole = lines.map(({ text }) => text).join("\n");
  for (const { pattern, message, unless } of filter.matchOutput) {
    context.deadline.check();
    if (expression(pattern).test(whole) && (unless === null || !expression(unless).test(whole))) return message;
  }
  return null;
}

function matchesAll(pattern: string, lines: readonly OutputLine[], { deadline }: PipelineContext): boolean {
  deadline.check();
  return expression(pattern).test(lines.map(({ text }) => text).join("\n"));
}

function summedUp(filter: FilterDefinition, lines: OutputLine[]): OutputLine[] {
  if (!filter.json || lines.some(({ isError }) => isError)) return lines;
  const summary = jsonSummary(lines.map(({ text }) => text).join("\n"));
  return summary === null ? lines : summary.map(insertedLine);
}

function chosenLines(filter: FilterDefinition, lines: OutputLine[], { deadline }: PipelineContext): OutputLine[] {
  const { strip, keep } = compiledOf(filter);
  if (filter.stripLines.length === 0 && filter.keepLines.length === 0) return lines;
  return lines.filter(({ text, isPriority }) => {
    deadline.step(text.length);
    if (isPriority) return true;
    return filter.stripLines.length > 0 ? !strip.matches(text) : keep.matches(text);
  });
}

function cutsByPlace({ shortenRuns, headLines, tailLines, maxLines }: FilterDefinition): boolean {
  return shortenRuns.length > 0 || headLines !== null || tailLines !== null || maxLines !== null;
}

/** The lines, those marked that stay wherever they stand. Seen without what helix put in. */
function withOddRows(lines: readonly OutputLine[]): OutputLine[] {
  const odd = oddRows(lines.map(({ text, at }) => (at < 0 ? "" : text)));
  return lines.map((line, index) => (odd.has(index) ? { ...line, isOdd: true } : line));
}

function truncatedLines(
  { truncateLinesAt: most }: FilterDefinition,
  lines: readonly OutputLine[],
): readonly OutputLine[] {
  if (most === null) return lines;
  return lines.map((line) => (line.isPriority ? line : { ...line, text: truncated(line.text, most) }));
}

/** The text cut to so many characters, three dots among them. */
function truncated(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = [...text];
  if (characters.length <= most) return text;
  return most < 3 ? "..." : `${characters.slice(0, most - 3).join("")}...`;
}

function boundedLines(
  filter: FilterDefinition,
  lines: readonly OutputLine[],
  isThrifty: boolean,
): readonly OutputLine[] {
  const { headLines, tailLines, maxLines } = filter;
  const total = lines.length;
  const head = headLines ?? 0;
  const tail = tailLines ?? 0;
  const isCut = (headLines !== null || tailLines !== null) && total > head + tail;
  const ends = isCut ? cutLines(lines, (index) => index < head || index >= total - tail, "omitted", isThrifty) : lines;
  if (maxLines === null || ends.length <= maxLines) return ends;
  return cutLines(ends, (index) => index < maxLines, "truncated", isThrifty);
}
