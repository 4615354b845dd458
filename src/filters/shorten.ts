// Shortens an output: what passes whole (policy.ts), then its filter, then the built-in shortening where there is no
// filter or it takes little away.
//
// Invariants
// - The result is shorter than the output, in bytes, by at least what saying so costs.
// - Each line that tells of an error is in the result: neither a filter (pipeline.ts) nor the built-in shortening drops
//   one. Of one that repeats itself some may be left out.
// - A fault of a filter leaves the output whole.

import { messageOf } from "../base/errors.ts";
import { shortenText } from "./built-in/shorten-text.ts";
import { type CommandOutput, SHORTENED_BYTES_MIN, type Shortening, type WholeOutput } from "./command-output.ts";
import { Deadline, OutOfTime } from "./deadline.ts";
import { AnyExpression } from "./expressions.ts";
import type { FilterDefinition } from "./filter-definition.ts";
import type { FilterSet } from "./filter-set.ts";
import { applyFilter } from "./pipeline.ts";
import { isJsonText, whyWholeCommand, whyWholeText, whyWholeUnfiltered } from "./policy.ts";
import { type PrintedLine, printedLine } from "./printing-commands.ts";
import { filteredPrograms } from "./program-filters.ts";

/** The filter's name in accounts where none matched. */
export const BUILT_IN = "built-in";
/** What has to be saved at least: the line that says so, and what it costs to read it. */
const SAVED_BYTES_MIN = 256;
/** A filter that leaves more of the output than this is helped by the built-in shortening: a share, and bytes. */
const LEFT_SHARE_MAX = 0.9;
const LEFT_BYTES_MAX = 12_000;
/** More lines of programs that are not known are shortened like the output of such a program. */
const UNKNOWN_LINES_MAX = 40;
/** What the built-in shortening then leaves about, at most. */
const HELPED = { bytesMax: LEFT_BYTES_MAX, linesMax: 240 };

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
  const whyUnfiltered = filter === null ? whyWholeUnfiltered(line) : null;
  if (whyUnfiltered !== null) return whole(whyUnfiltered);
  if (output.isFailure && filter?.onFailure !== "filter") return whole("the command failed");
  if (filter?.isWhole === true) return whole(`the filter ${filter.name} leaves it whole`);
  if (filter?.json !== true && isJsonText(output.text)) return whole("a value of JSON");
  try {
    return shortened(output.text, bytes, line, filter, filters, new Deadline(clock.now, clock.budgetMs));
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
  filters: FilterSet,
  deadline: Deadline,
): Shortening {
  const programs =
    filter?.runsPrograms === true ? filteredPrograms(text, (each) => filters.find(each), deadline) : null;
  const filtered = filter === null ? null : applyFilter(filter, programs?.text ?? text, { isGuarded: true, deadline });
  deadline.check();
  const own = filtered?.lines.map((each) => each.text).join("\n") ?? text;
  const ownBytes = filtered === null ? bytes : Buffer.byteLength(own);
  const unknown =
    programs === null ? 0 : (filtered?.lines ?? []).filter(({ at }) => programs.isKnown[at] === false).length;
  const isEnough =
    filtered !== null && unknown <= UNKNOWN_LINES_MAX && ownBytes <= Math.min(bytes * LEFT_SHARE_MAX, LEFT_BYTES_MAX);
  const isOwn = filtered !== null && unknown <= UNKNOWN_LINES_MAX;
  const left = isEnough ? { text: own, linesLeftOut: 0 } : helped(own, filtered === null ? null : filter, isOwn);
  deadline.check();
  const result = left.text.replace(/\n$/, "");
  if (Buffer.byteLength(result) + SAVED_BYTES_MIN > bytes) return whole("shortening would save little");
  return {
    kind: "shortened",
    text: result,
    program: line.commands[0]?.program ?? "?",
    filter: filtered === null ? BUILT_IN : filter!.name,
    linesLeftOut: (programs?.leftOut ?? 0) + (filtered?.leftOut ?? 0) + left.linesLeftOut,
  };
}

/** The built-in shortening, alone or behind a filter; `isOwn`: of what the filter's own tool says. */
function helped(text: string, filter: FilterDefinition | null, isOwn: boolean): { text: string; linesLeftOut: number } {
  if (filter === null) return shortenText(text);
  const priority = new AnyExpression(filter.priorityLines);
  return shortenText(text, { ...(isOwn ? HELPED : {}), isKept: (line) => priority.matches(line) });
}

function whole(why: string): WholeOutput {
  return { kind: "whole", why };
}
