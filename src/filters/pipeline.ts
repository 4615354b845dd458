// Takes an output through the stages of one filter, in this order: escape sequences, `replace`, `match_output`, `json`,
// lines stripped or kept, `dedupe_lines` and `dedupe_blocks`, `truncate_lines_at`, `head_lines` and `tail_lines`,
// `max_lines`, `on_empty`.
//
// Invariants
// - A priority line leaves as it came, but for its escape sequences. What a priority line is, is decided before the
//   first stage that could change it.
// - Every line of the result is a line of the output, changed or not, or one that the filter or this module puts in.
// - Without priority lines the stages do what RTK's do, to the byte.

import type { Deadline } from "./deadline.ts";
import { dedupedBlocks, dedupedLines } from "./dedupe.ts";
import { AnyExpression, expression, replaced } from "./expressions.ts";
import type { FilterDefinition } from "./filter-definition.ts";
import { jsonSummary } from "./json-summary.ts";
import { cutLines, insertedLine, type OutputLine, shownOnTerminal, withoutEscapes } from "./output-lines.ts";

/** What the stages need besides the filter. */
export interface PipelineContext {
  /** Which lines no stage may drop; null where the stages run alone, as for the cases in a filter's file. */
  readonly isPriority: ((line: string) => boolean) | null;
  readonly deadline: Deadline;
}

interface CompiledFilter {
  readonly strip: AnyExpression;
  readonly keep: AnyExpression;
  readonly priority: AnyExpression;
}

const compiled = new WeakMap<FilterDefinition, CompiledFilter>();

/**
 * The lines that a filter leaves of an output; null where it does not apply to it. Throws INVALID_ARGUMENT for an
 * expression that is not accepted, and OutOfTime.
 */
export function applyFilter(
  filter: FilterDefinition,
  lines: readonly string[],
  context: PipelineContext,
): OutputLine[] | null {
  const all = markedLines(filter, lines, context);
  if (filter.unless !== null && matchesAll(filter.unless, all, context)) return null;
  const replaced = replacedLines(filter, all, context);
  const message = messageFor(filter, replaced, context);
  if (message !== null) return [insertedLine(message)];
  const summed = summedUp(filter, replaced);
  const chosen = chosenLines(filter, summed, context);
  const single = filter.dedupeLines ? dedupedLines(chosen) : chosen;
  const unique = filter.dedupeBlocks ? dedupedBlocks(single) : single;
  const isThrifty = context.isPriority !== null;
  const short = boundedLines(filter, truncatedLines(filter, unique), isThrifty);
  const isEmpty = short.every(({ text }) => text.trim() === "");
  return isEmpty && filter.onEmpty !== null ? [insertedLine(filter.onEmpty)] : short;
}

function compiledOf(filter: FilterDefinition): CompiledFilter {
  let known = compiled.get(filter);
  if (known === undefined) {
    const strip = new AnyExpression(filter.stripLines);
    known = { strip, keep: new AnyExpression(filter.keepLines), priority: new AnyExpression(filter.priorityLines) };
    compiled.set(filter, known);
  }
  return known;
}

/** The lines as stages see them. Of what a program wrote over, an error stays beside what the terminal shows. */
function markedLines(filter: FilterDefinition, lines: readonly string[], context: PipelineContext): OutputLine[] {
  const { priority } = compiledOf(filter);
  const isPriority = (text: string) =>
    context.isPriority !== null && (context.isPriority(text) || priority.matches(text));
  return lines.flatMap((line, at) => {
    context.deadline.step();
    const plain = filter.stripAnsi ? withoutEscapes(line) : line;
    if (!filter.stripAnsi || !plain.includes("\r")) {
      const judged = filter.stripAnsi ? plain : withoutEscapes(plain);
      return [{ text: plain, at, isPriority: isPriority(judged) }];
    }
    const errors = plain.split("\r").filter(isPriority);
    const shown = shownOnTerminal(plain);
    const texts = errors.includes(shown) ? errors : [...errors, shown];
    return texts.map((text) => ({ text, at, isPriority: errors.includes(text) }));
  });
}

function replacedLines(filter: FilterDefinition, lines: OutputLine[], { deadline }: PipelineContext): OutputLine[] {
  if (filter.replace.length === 0) return lines;
  return lines.map((line) => {
    if (line.isPriority) return line;
    let { text } = line;
    for (const { pattern, replacement } of filter.replace) {
      deadline.step();
      text = replaced(pattern, text, replacement);
    }
    return { ...line, text };
  });
}

/** The message that stands for the whole output; null for none. No message stands for an output with priority lines. */
function messageFor(filter: FilterDefinition, lines: OutputLine[], context: PipelineContext): string | null {
  if (filter.matchOutput.length === 0 || lines.some(({ isPriority }) => isPriority)) return null;
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
  if (!filter.json || lines.some(({ isPriority }) => isPriority)) return lines;
  const summary = jsonSummary(lines.map(({ text }) => text).join("\n"));
  return summary === null ? lines : summary.map(insertedLine);
}

function chosenLines(filter: FilterDefinition, lines: OutputLine[], { deadline }: PipelineContext): OutputLine[] {
  const { strip, keep } = compiledOf(filter);
  if (filter.stripLines.length === 0 && filter.keepLines.length === 0) return lines;
  return lines.filter(({ text, isPriority }) => {
    deadline.step();
    if (isPriority) return true;
    return filter.stripLines.length > 0 ? !strip.matches(text) : keep.matches(text);
  });
}

function truncatedLines({ truncateLinesAt: most }: FilterDefinition, lines: OutputLine[]): OutputLine[] {
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

function boundedLines(filter: FilterDefinition, lines: OutputLine[], isThrifty: boolean): OutputLine[] {
  const { headLines, tailLines, maxLines } = filter;
  const total = lines.length;
  const head = headLines ?? 0;
  const tail = tailLines ?? 0;
  const isCut = (headLines !== null || tailLines !== null) && total > head + tail;
  const ends = isCut ? cutLines(lines, (index) => index < head || index >= total - tail, "omitted", isThrifty) : lines;
  if (maxLines === null || ends.length <= maxLines) return ends;
  return cutLines(ends, (index) => index < maxLines, "truncated", isThrifty);
}
