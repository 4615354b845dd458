// output: gives back what a shortened output left out. It is never filtered or shortened: what does not fit on a page is
// on the next one.

import { type Answer, nothingFound } from "../../base/answer.ts";
import { HelixError, invalid } from "../../base/errors.ts";
import { counted, formatSize } from "../../base/wording.ts";
import { cleanLine, forTerminal, quote } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import type { KeptHead } from "../../filters/kept/kept-head.ts";
import { KEPT_HOURS, type KeptOutput, TOGETHER_BYTES_MAX } from "../../filters/kept/kept-outputs.ts";
import { parseOutputKey } from "../../filters/kept/output-key.ts";
import type { Reading } from "../../notes/store/long-work.ts";
import { parseRange } from "../code/line-range.ts";
import { fenced } from "../code/shown-lines.ts";
import { defineFeature } from "../common/feature.ts";
import type { KeptOutputAccess, OutputCaller } from "../common/kept-access.ts";
import type { Paged } from "../common/page-request.ts";
import { PagedText } from "../common/paged-text.ts";
import type { OutputData, OutputListData } from "./data.ts";
import { foundLines, linesOf, type OutputLine } from "./output-lines.ts";

const COMMAND_LENGTH_MAX = 80;
const MINUTE_MS = 60_000;

export const outputFeature = defineFeature({
  name: "output",
  title: "Show a kept output",
  command: {
    summary: "The original of a shortened output: helix output [KEY] [--lines 40-80] [--search TEXT] [--raw]",
    examples: ["helix output", "helix output K3V9X2MP --search error"],
    words: [{ name: "key", description: "Key at the end of a shortened output; left out: a list", isOptional: true }],
  },
  description: "What a shortened output left out: all by its key, lines of it, or a search in it. Without key: a list.",
  searchHint: "original whole full command log truncated",
  hints: { readOnly: true, destructive: false, idempotent: true },
  budget: 5000,
  parameters: {
    key: { kind: "text", description: "Its last line has it", example: 'key="K3V9X2MP"' },
    lines: { kind: "text", description: "40-80", help: "Only these lines, e.g. 40-80", example: 'lines="40-80"' },
    search: {
      kind: "text",
      description: "Text or words",
      help: "Lines with a text or words",
      example: 'search="error"',
    },
    any: { kind: "flag", description: "Of other sessions too", example: 'any="true"' },
  },
  async run(ports: Pick<Reading, "base"> & OutputCaller & Paged, { key, lines, search, any }) {
    const { outputs } = ports;
    if (outputs === undefined) throw new HelixError("NOT_FOUND", "no outputs are kept here");
    const now = ports.base.clock();
    if (key !== undefined)
      return shownOutput(ports, outputs, keptOutput(outputs, key, any === true, now), { lines, search });
    for (const [name, value] of Object.entries({ lines, search })) {
      if (value !== undefined)
        throw invalid((say) => `${say.name(name)} needs a key, e.g. ${say.example('key="K3V9X2MP"')}`);
    }
    return listOfOutputs(ports, outputs, any === true, now);
  },
});

/** The output of a key. Throws INVALID_ARGUMENT and NOT_FOUND. */
export function keptOutput(
  { kept, session }: KeptOutputAccess,
  given: string,
  isAny: boolean,
  now: number,
): KeptOutput {
  const key = parseOutputKey(given);
  if (key === null) {
    throw invalid(
      (say) =>
        `${say.given("key", quote(given))} is no key: give the eight letters and digits at the end of a shortened output, e.g. ${say.example('key="K3V9X2MP"')}`,
    );
  }
  const found = kept.read(key, isAny ? null : session(), now);
  if (found.kind === "found") return found.output;
  throw new HelixError("NOT_FOUND", (say) => {
    if (found.kind === "foreign") return `${key} is of another session: ${say.option("any")} shows it`;
    if (found.kind === "damaged") return `the original of ${key} is damaged: run its command again`;
    return `${key} is not kept (any more): originals are kept for ${KEPT_HOURS} hours, ${formatSize(TOGETHER_BYTES_MAX)} of them, the newest; run the command again`;
  });
}

/** What is wanted of an output. */
interface Wanted {
  readonly lines: string | undefined;
  readonly search: string | undefined;
}

function shownOutput(ports: Paged, outputs: KeptOutputAccess, output: KeptOutput, wanted: Wanted): Answer {
  const { key, command, bytes, original } = output;
  const lines = linesOf(original);
  const range =
    wanted.lines === undefined ? { from: 1, to: lines.length } : parseRange(wanted.lines, lines.length, key);
  const isWhole = wanted.lines === undefined && wanted.search === undefined;
  const shown: OutputLine[] =
    wanted.search !== undefined
      ? foundLines(lines, wanted.search, range.from, range.to)
      : lines.slice(range.from - 1, range.to).map((text, at) => ({ number: range.from + at, text, isMatch: true }));
  if (shown.length === 0 && wanted.search !== undefined) {
    outputs.note({ type: "fetched", key, bytes: 0 });
    return nothingFound(
      `no line of ${key} has ${quote(wanted.search)}; it has ${counted(lines.length, "line", "lines")}`,
      dataOf(output, lines.length, []),
    );
  }
  const [open, close] = fenceAround(shown);
  const matches =
    wanted.search === undefined
      ? ""
      : `, ${counted(shown.filter(({ isMatch }) => isMatch).length, "match", "matches")}`;
  const answer = new PagedText(ports, [close]);
  answer.section(
    `${key} ${commandLine(command)}: ${counted(lines.length, "line", "lines")}, ${formatSize(bytes)}${matches}`,
    open,
  );
  answer.addEach(shown, (line) => [isWhole ? forTerminal(line.text) : numbered(line)]);
  const text = answer.text(shown.length, (left) => counted(left, "more line", "more lines"));
  outputs.note({ type: "fetched", key, bytes: Buffer.byteLength(text) });
  return { found: true, isPaged: true, text: () => text, data: () => dataOf(output, lines.length, shown) };
}

/** The lines that open and close a fence, which no line of the text closes. */
function fenceAround(lines: readonly OutputLine[]): [string, string] {
  const all = fenced(
    lines.map(({ text }) => text),
    null,
  );
  return [all[0]!, all.at(-1)!];
}

/** `12: a line that was found`, `13- a line behind it`. */
function numbered({ number, text, isMatch }: OutputLine): string {
  return `${number}${isMatch ? ":" : "-"} ${forTerminal(text)}`;
}

function dataOf(output: KeptOutput, lineCount: number, shown: readonly OutputLine[]): OutputData {
  const lines = shown.map(({ number, text, isMatch }) => ({ number, text, match: isMatch }));
  return { ...headData(output), lineCount, lines };
}

function headData({ key, command, tool, session, agent, at, isFailure, bytes }: KeptHead) {
  return { key, command, tool, session, agent, time: new Date(at).toISOString(), failed: isFailure, bytes };
}

function listOfOutputs(ports: Paged, { kept, session }: KeptOutputAccess, isAny: boolean, now: number): Answer {
  const own = isAny ? null : session();
  const heads = kept.list(own, now);
  const data = (): OutputListData => ({ outputs: heads.map(headData) });
  if (heads.length === 0) {
    const text = own === null ? "no outputs are kept" : "no outputs of this session are kept";
    return { found: false, text: (say) => (own === null ? text : `${text}; ${say.option("any")} lists all`), data };
  }
  const answer = new PagedText(ports);
  answer.addEach(heads, (head) => [headLine(head, now)]);
  const text = answer.text(heads.length, (left) => counted(left, "older output", "older outputs"));
  return { found: true, isPaged: true, text: () => text, data };
}

/** `K3V9X2MP  48.2 KB  5 minutes ago  git log --stat` */
function headLine({ key, command, at, bytes, isFailure }: KeptHead, now: number): string {
  const minutes = Math.max(0, Math.floor((now - at) / MINUTE_MS));
  const age = minutes < 60 ? counted(minutes, "minute", "minutes") : counted(Math.floor(minutes / 60), "hour", "hours");
  return `${key}  ${formatSize(bytes).padStart(8)}  ${`${age} ago`.padEnd(14)}  ${commandLine(command)}${isFailure ? " (failed)" : ""}`;
}

function commandLine(command: string): string {
  return cutLine(cleanLine(command), COMMAND_LENGTH_MAX);
}
