// Shortens an output: what passes whole (policy.ts), then its filter, then the built-in shortening where there is no
// filter or it takes little away.
//
// Invariants
// - The result is shorter than the output, in bytes, by at least what saying so costs.
// - Each priority line of the output is in the result, in its order.
// - A fault of a filter leaves the output whole.

import { messageOf } from "../base/errors.ts";
import { isPriorityLine } from "./built-in/priority-lines.ts";
import { shortenLines } from "./built-in/shorten-lines.ts";
import { type CommandOutput, SHORTENED_BYTES_MIN, type Shortening, type WholeOutput } from "./command-output.ts";
import { Deadline, OutOfTime } from "./deadline.ts";
import type { FilterDefinition } from "./filter-definition.ts";
import type { FilterSet } from "./filter-set.ts";
import { textLines, withoutEscapes } from "./output-lines.ts";
import { applyFilter, hasPriority } from "./pipeline.ts";
import { whyWholeCommand, whyWholeText } from "./policy.ts";
import { type PrintedLine, printedLine } from "./printing-commands.ts";

/** The filter's name in accounts where none matched. */
export const BUILT_IN = "built-in";
/** What has to be saved at least: the line that says so, and what it costs to read it. */
const SAVED_BYTES_MIN = 256;
/** A filter that leaves more of the output than this is helped by the built-in shortening. */
const LEFT_SHARE_MAX = 0.9;

/** The clock of the machine, unless a test gives another one, and how long the shortening may take by it. */
export interface ShorteningClock {
  readonly now: () => number;
  readonly budgetMs?: number;
}

const MACHINE_CLOCK: ShorteningClock = { now: () => performance.now() };

/** Shortens the output, or says why it stays whole. */
export function shorten(output: CommandOutput, filters: FilterSet, clock: ShorteningClock = MACHINE_CLOCK): Shortening {
  const bytes = Buffer.byteLength(output.text);
  if (bytes < SHORTENED_BYTES_MIN) return whole(`below ${SHORTENED_BYTES_MIN} bytes`);
  const line = printedLine(output.command);
  const why = whyWholeText(output.text) ?? whyWholeCommand(line);
  if (why !== null) return whole(why);
  const filter = filters.findFor(line);
  if (output.isFailure && filter?.onFailure !== "filter") return whole("the command failed");
  if (filter?.isWhole === true) return whole(`the filter ${filter.name} leaves it whole`);
  try {
    return shortened(output.text, bytes, line, filter, new Deadline(clock.now, clock.budgetMs));
  } catch (error) {
    if (error instanceof OutOfTime) return whole("shortening took too long");
    return whole(`the filter ${filter?.name ?? BUILT_IN} is at fault: ${messageOf(error, 300)}`);
  }
}

function shortened(
  text: string,
  bytes: number,
  line: PrintedLine,
  filter: FilterDefinition | null,
  deadline: Deadline,
): Shortening {
  const lines = textLines(text);
  const filtered = filter === null ? null : applyFilter(filter, lines, { isPriority: isPriorityLine, deadline });
  const own = filtered?.map((each) => each.text) ?? null;
  const isEnough = own !== null && Buffer.byteLength(own.join("\n")) <= bytes * LEFT_SHARE_MAX;
  deadline.check();
  const isKept = (each: string) =>
    filtered === null ? isPriorityLine(each) : hasPriority(filter!, each, isPriorityLine);
  const left = isEnough ? own : builtIn(own ?? lines, isKept);
  deadline.check();
  const result = left.join("\n");
  if (Buffer.byteLength(result) + SAVED_BYTES_MIN > bytes) return whole("shortening would save little");
  return {
    kind: "shortened",
    text: result,
    program: line.commands[0]?.program ?? "?",
    filter: filtered === null ? BUILT_IN : filter!.name,
    linesLeftOut: Math.max(0, lines.length - left.length),
  };
}

/** The lines after the built-in shortening; as they are where it would lose a priority line. */
function builtIn(lines: readonly string[], isKept: (line: string) => boolean): readonly string[] {
  const short = shortenLines(lines, isKept).lines;
  const wanted = lines.map(withoutEscapes).filter(isKept);
  let at = 0;
  for (const line of short) if (withoutEscapes(line).includes(wanted[at] ?? "\0")) at++;
  return at >= wanted.length ? short : lines;
}

function whole(why: string): WholeOutput {
  return { kind: "whole", why };
}
