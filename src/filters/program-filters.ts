// Shortens what the programs of a project say in the output of a tool that runs them (program-sections.ts): the lines of
// each by the filter that its own command has. What no filter is for stays, for the built-in shortening.

import type { Deadline } from "./deadline.ts";
import type { FilterDefinition } from "./filter-definition.ts";
import { shownLines } from "./output-lines.ts";
import { applyFilter } from "./pipeline.ts";
import { whyWholeCommand } from "./policy.ts";
import { printedLine } from "./printing-commands.ts";
import { type ProgramSection, programSections } from "./program-sections.ts";

/** The filter for a command line; null for none. */
type FindFilter = (command: string) => FilterDefinition | null;

/** An output of which the known programs' lines are shortened. */
export interface FilteredPrograms {
  readonly text: string;
  /** Of each line of the text whether its program is known, or it only names a script. */
  readonly isKnown: readonly boolean[];
  readonly leftOut: number;
}

/** Shortens what known programs say in an output. Throws as applyFilter does. */
export function filteredPrograms(text: string, find: FindFilter, deadline: Deadline): FilteredPrograms {
  const lines = shownLines(text);
  const { sections, names, texts } = programSections(lines);
  // What stands for the lines of sections, at the number of the line that it comes behind.
  const results = new Map<number, string[]>();
  const known = new Set<number>([...names]);
  let leftOut = texts.size;
  for (const section of sections) {
    const filter = filterOf(section, find);
    if (filter === null) continue;
    const result = filter === "whole" ? null : sectionResult(section, lines, filter, deadline);
    if (filter !== "whole" && result === null) continue;
    for (const at of section.lines) {
      known.add(at);
      if (result !== null) results.set(at, result.at.get(at) ?? []);
    }
    leftOut += result?.leftOut ?? 0;
  }
  const rest: string[] = [];
  const isKnown: boolean[] = [];
  for (const [at, line] of lines.entries()) {
    if (texts.has(at)) continue;
    for (const each of results.get(at) ?? [line]) {
      rest.push(each);
      isKnown.push(known.has(at));
    }
  }
  return { text: rest.join("\n"), isKnown, leftOut };
}

/** The filter for a section; null where there is none. Some programs' outputs stay whole. */
function filterOf({ command, lines }: ProgramSection, find: FindFilter): FilterDefinition | "whole" | null {
  if (lines.length === 0) return null;
  if (whyWholeCommand(printedLine(command)) !== null) return "whole";
  const filter = find(command);
  if (filter === null || filter.runsPrograms) return null;
  return filter.isWhole ? "whole" : filter;
}

interface SectionResult {
  readonly at: ReadonlyMap<number, string[]>;
  readonly leftOut: number;
}

function sectionResult(
  { lines: own, prefix }: ProgramSection,
  lines: readonly string[],
  filter: FilterDefinition,
  deadline: Deadline,
): SectionResult | null {
  const text = own.map((at) => lines[at]!.slice(prefix.length)).join("\n");
  const filtered = applyFilter(filter, text, { isGuarded: true, deadline });
  if (filtered === null) return null;
  const result = new Map<number, string[]>();
  let place = own[0]!;
  for (const { text: each, at } of filtered.lines) {
    if (at >= 0) place = own[at] ?? place;
    const there = result.get(place);
    if (there === undefined) result.set(place, [prefix + each]);
    else there.push(prefix + each);
  }
  return { at: result, leftOut: filtered.leftOut };
}
