// Figures of shortened outputs as text. Pure.

import { counted, rounded } from "../../bench/samples.ts";
import { table } from "../../bench/tables.ts";
import { share } from "../tables.ts";
import { type JudgedOutput, outputFigures } from "./output-figures.ts";

const HEAD = [
  "outputs",
  "failed",
  "shortened",
  "kB shown",
  "after",
  "taken away",
  "of shortened",
  "errors",
  "lost",
  "longer",
  "not back",
  "p50 ms",
];
/** So many problems are printed of each kind. */
const SHOWN = 20;

/** The table of all tools, and behind it what is wrong. */
export function outputsTable(judged: readonly JudgedOutput[]): string {
  const kilobytes = (bytes: number) => counted(Math.round(bytes / 1000));
  const cells = outputFigures(judged).map((row) => [
    row.tool,
    counted(row.outputs),
    counted(row.failures),
    counted(row.shortened),
    kilobytes(row.before),
    kilobytes(row.after),
    share(row.takenOfAll),
    share(row.taken),
    counted(row.errors),
    counted(row.lost),
    counted(row.longer),
    counted(row.notBack),
    rounded(row.p50),
  ]);
  return [table(["tool", ...HEAD], cells), ...problemLines(judged)].join("\n");
}

function problemLines(judged: readonly JudgedOutput[]): string[] {
  const lost = judged.flatMap(({ command, lost }) => lost.map((error) => `${command}: ${error}`));
  const longer = judged.filter(({ bytes, after }) => after > bytes).map(({ command }) => command);
  const notBack = judged.filter(({ isBack }) => isBack === false).map(({ command }) => command);
  const part = (what: string, lines: readonly string[]) =>
    lines.length === 0
      ? []
      : [`${what}: ${counted(lines.length)}`, ...lines.slice(0, SHOWN).map((line) => `  ${line}`)];
  return [...part("errors that are not shown", lost), ...part("longer", longer), ...part("not given back", notBack)];
}
