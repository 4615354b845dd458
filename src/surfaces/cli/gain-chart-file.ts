// Writes the chart of `helix gain --svg FILE`, over an older chart but over nothing else.

import { resolve } from "node:path";
import { type Answer, nothingFound } from "../../base/answer.ts";
import { invalid } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import type { GainChartData } from "../../features/gain/data.ts";
import type { GainChart } from "../../features/gain/gain-chart.ts";
import { replaceWhole } from "../../platform/atomic-file.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { readWhole } from "../../platform/whole-file.ts";

/** The longest file that is looked into, in bytes; charts are smaller. */
const CHART_BYTES_MAX = 16 * 1024 * 1024;
const BEGINNING = "<svg ";

/** Writes the chart; null stands for one without anything to show. Throws HelixError. */
export function writeChart(given: string, chart: GainChart | null): Answer {
  if (chart === null) return nothingFound("nothing was shortened yet, so there is no chart; nothing was written");
  const file = resolve(given);
  const present = readWhole(diskFileSystem, file, CHART_BYTES_MAX);
  if (
    present === "too long" ||
    (present !== null && !new TextDecoder().decode(present.subarray(0, 64)).startsWith(BEGINNING))
  ) {
    throw invalid(`${file} is there and is no SVG; nothing was written: give another name, e.g. --svg gain.svg`);
  }
  replaceWhole(diskFileSystem, file, new TextEncoder().encode(chart.svg));
  const { spans, unit } = chart;
  const said = `wrote ${file}: ${counted(spans, unit, `${unit}s`)}`;
  return { found: true, operation: said, text: () => said, data: (): GainChartData => ({ file, unit, spans }) };
}
