// From stored runs of the growth of code to what a plot of it shows. Where several runs measured a size, the last one
// counts.

import { growthCorpora } from "../code/code-tables.ts";
import { Figures, type Run } from "../run-record.ts";
import type { Panel } from "./series.ts";

const [HELIX, FTS5, GREP] = ["helix", "SQLite FTS5", "git grep"];
/** The systems, in the order of their colours. */
export const CODE_SYSTEMS: readonly string[] = [HELIX!, FTS5!, GREP!];
const SECOND_MS = 1000;
const GIGABYTE_MB = 1000;

/** A value of each system that has one, by the name of the measurement; times of it are `scale` milliseconds. */
interface Operation extends Pick<Panel, "title" | "label"> {
  readonly ids: Readonly<Record<string, string>>;
  readonly scale?: number;
}

const OPERATIONS: readonly Operation[] = [
  {
    title: "until all is searchable",
    ids: { [HELIX!]: "searchable", [FTS5!]: "fts5-insert" },
    scale: SECOND_MS,
  },
  { title: "search of three words, median", ids: { [HELIX!]: "search", [FTS5!]: "fts5-search", [GREP!]: "grep" } },
  { title: "index on the disk", ids: { [HELIX!]: "index-size", [FTS5!]: "fts5-size" }, label: sizeLabel },
  { title: "memory of the server that builds, at most", ids: { [HELIX!]: "index-peak" }, label: sizeLabel },
];

/** The panels; systems without a value of an operation are not in its panel. */
export function codePanels(runs: readonly Run[]): Panel[] {
  return OPERATIONS.map(({ title, ids, scale = 1, label }) => {
    const series = Object.entries(ids).map(([system, id]) => {
      const found = new Map<number, number>();
      for (const { measurements } of runs) {
        const figures = new Figures(measurements);
        for (const { corpus, lines } of growthCorpora(measurements)) {
          const value = figures.p50(corpus, id);
          if (value !== undefined && value > 0) found.set(lines, value * scale);
        }
      }
      const points = Array.from(found, ([entries, time]) => ({ entries, time }));
      return { system, points: points.sort((a, b) => a.entries - b.entries) };
    });
    return { title, series: series.filter(({ points }) => points.length > 0), ...(label && { label }) };
  });
}

/** Megabytes in the unit in which they are short. */
function sizeLabel(megabytes: number): string {
  const short = (value: number, unit: string) => `${Number(value.toPrecision(2))} ${unit}`;
  return megabytes >= GIGABYTE_MB ? short(megabytes / GIGABYTE_MB, "GB") : short(megabytes, "MB");
}
