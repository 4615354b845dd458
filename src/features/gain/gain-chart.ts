// The gain as a chart: tokens taken away and fetched again over time, and what is left of them, added up. Plain SVG text:
// no script, a font of the system, colours that hold on light and on dark.

import { formatDate, MINUTE_MS } from "../../engine/text/dates.ts";
import { gainHistory, HISTORY_UNITS, type HistoryRow, type HistoryUnit } from "./gain-history.ts";
import { type GainPart, netOf, noSums, tokensOf } from "./gain-sums.ts";
import { grouped } from "./number-table.ts";

const WIDTH = 960;
const HEIGHT = 480;
const LEFT = 76;
const RIGHT = 24;
/** The upper panel with the sum, and the lower one with bars: their upper and lower ends. */
const SUM = { top: 62, bottom: 236 };
const BARS = { top: 292, bottom: 432 };
/** With more bars than this a longer unit is taken. */
const BARS_MAX = 92;
const TICKS = 4;
const DATES_SHOWN = 8;
const DAY_MS = 86_400_000;
/** Blue and orange can be told apart by colour-blind people, on white and on black. */
const TAKEN = "#1f77d0";
const FETCHED = "#e08a00";

const STYLE = `
    text { font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #24292f }
    .title { font-weight: 600; font-size: 14px }
    .head { font-weight: 600 }
    .tick { font-size: 11px; fill: #57606a }
    .grid { stroke: #d0d7de; stroke-width: 1 }
    .zero { stroke: #57606a; stroke-width: 1 }
    .net { fill: none; stroke: ${TAKEN}; stroke-width: 2.5; stroke-linejoin: round }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 }
      .tick { fill: #9198a1 }
      .grid { stroke: #3d444d }
      .zero { stroke: #9198a1 }
    }`;

/** A chart, and what it shows. */
export interface GainChart {
  readonly svg: string;
  readonly unit: HistoryUnit;
  /** How many days, weeks or months. */
  readonly spans: number;
}

/** Draws the parts; null where there are none. */
export function gainChart(parts: readonly GainPart[]): GainChart | null {
  if (parts.length === 0) return null;
  const found = HISTORY_UNITS.map((unit) => ({ unit, rows: withoutGaps(gainHistory(parts, unit), unit) }));
  const { unit, rows } = found.find(({ rows: { length } }) => length <= BARS_MAX) ?? found.at(-1)!;
  const step = (WIDTH - LEFT - RIGHT) / rows.length;
  const at = (index: number) => LEFT + step * (index + 0.5);
  const title = "helix gain: tokens taken away by shortened outputs, and fetched again";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">
  <title>${title}</title>
  <style>${STYLE}
  </style>
${[
  text("title", LEFT, 24, title),
  ...sumPanel(rows, at),
  ...barPanel(rows, unit, { at, width: Math.max(1, Math.min(24, step * 0.7)) }),
  ...dateTexts(rows, at),
  text("tick", WIDTH - RIGHT, HEIGHT - 8, "tokens are bytes / 4", "end"),
].join("\n")}
</svg>
`;
  return { svg, unit, spans: rows.length };
}

/** What was left, added up. */
function sumPanel(rows: readonly HistoryRow[], at: (index: number) => number): string[] {
  let sum = 0;
  const sums = rows.map((row) => {
    sum += netOf(row);
    return tokensOf(sum);
  });
  const axis = linearAxis([0, ...sums], SUM.bottom, SUM.top);
  const points = sums.map((value, index) => `${pixel(at(index))} ${pixel(axis.at(value))}`);
  const dots = sums.map(
    (value, index) =>
      `  <circle cx="${pixel(at(index))}" cy="${pixel(axis.at(value))}" r="${rows.length > 40 ? 1.5 : 3}" fill="${value < 0 ? FETCHED : TAKEN}"><title>${rows[index]!.from}: ${grouped(value)}</title></circle>`,
  );
  return [
    text("head", LEFT, SUM.top - 12, `net, added up: ${grouped(sums.at(-1)!)} tokens`),
    ...axisLines(axis),
    `  <path class="net" d="M${points.join(" L")}"/>`,
    ...dots,
  ];
}

/** Bars: upwards what was taken away, downwards what was fetched again. An output that grew is a bar downwards, too. */
function barPanel(
  rows: readonly HistoryRow[],
  unit: HistoryUnit,
  { at, width }: { readonly at: (index: number) => number; readonly width: number },
): string[] {
  const taken = rows.map(({ before, after }) => tokensOf(before - after));
  const fetched = rows.map((row) => -tokensOf(row.fetched));
  const axis = linearAxis([0, ...taken, ...fetched], BARS.bottom, BARS.top);
  const bar = (value: number, index: number, colour: string, what: string) => {
    if (value === 0) return [];
    const [top, bottom] = [Math.max(value, 0), Math.min(value, 0)].map((end) => axis.at(end)) as [number, number];
    return [
      `  <rect x="${pixel(at(index) - width / 2)}" y="${pixel(top)}" width="${pixel(width)}" height="${pixel(bottom - top)}" fill="${colour}"><title>${rows[index]!.from}: ${grouped(Math.abs(value))} ${what}</title></rect>`,
    ];
  };
  const key = (x: number, colour: string, words: string) => [
    `  <rect x="${x}" y="${BARS.top - 22}" width="10" height="10" fill="${colour}"/>`,
    text("head", x + 15, BARS.top - 13, words),
  ];
  return [
    ...key(LEFT, TAKEN, `taken away, by ${unit}`),
    ...key(LEFT + 190, FETCHED, "fetched again"),
    ...axisLines(axis, Math.abs),
    ...taken.flatMap((value, index) => bar(value, index, TAKEN, "taken away")),
    ...fetched.flatMap((value, index) => bar(value, index, FETCHED, "fetched again")),
  ];
}

function dateTexts(rows: readonly HistoryRow[], at: (index: number) => number): string[] {
  const every = Math.ceil(rows.length / DATES_SHOWN);
  return rows.flatMap(({ from }, index) =>
    index % every === 0 ? [text("tick", at(index), BARS.bottom + 18, from, "middle")] : [],
  );
}

/** All days, weeks or months between the first and the last. */
function withoutGaps(rows: readonly HistoryRow[], unit: HistoryUnit): HistoryRow[] {
  const known = new Map(rows.map((row) => [row.from, row]));
  const all: HistoryRow[] = [];
  const last = rows.at(-1)!.from;
  for (let from = rows[0]!.from; from <= last && all.length <= 100_000; from = nextOf(from, unit)) {
    all.push(known.get(from) ?? { from, ...noSums() });
  }
  return all;
}

function nextOf(from: string, unit: HistoryUnit): string {
  if (unit === "month") {
    const [year = 0, month = 0] = from.split("-").map(Number);
    return month === 12
      ? `${String(year + 1).padStart(4, "0")}-01`
      : `${from.slice(0, 5)}${String(month + 1).padStart(2, "0")}`;
  }
  // Noon, so that a day of 23 or 25 hours is left for the next one.
  const noon = new Date(`${from}T12:00:00`).getTime() + (unit === "week" ? 7 : 1) * DAY_MS;
  return formatDate(Math.floor(noon / MINUTE_MS));
}

interface Axis {
  readonly ticks: readonly number[];
  /** The pixel of a value. */
  at(value: number): number;
}

/** An axis from zero or below with round ticks; `from` and `to` are the pixels of its ends. */
function linearAxis(values: readonly number[], from: number, to: number): Axis {
  const least = values.reduce((a, b) => Math.min(a, b), 0);
  const most = Math.max(
    values.reduce((a, b) => Math.max(a, b), 0),
    least === 0 ? 1 : 0,
  );
  const rough = (most - least) / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough)!);
  const low = Math.floor(least / step) * step;
  const high = Math.ceil(most / step) * step;
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, index) => low + index * step);
  return { ticks, at: (value) => from + ((value - low) / (high - low)) * (to - from) };
}

function axisLines({ ticks, at }: Axis, shown = (tick: number) => tick): string[] {
  return ticks.flatMap((tick) => [
    `  <line class="${tick === 0 ? "zero" : "grid"}" x1="${LEFT}" y1="${pixel(at(tick))}" x2="${WIDTH - RIGHT}" y2="${pixel(at(tick))}"/>`,
    text("tick", LEFT - 8, at(tick) + 4, shortNumber(shown(tick)), "end"),
  ]);
}

function shortNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 1_000_000) return `${Number((value / 1_000_000).toPrecision(3))}M`;
  return size >= 1000 ? `${Number((value / 1000).toPrecision(3))}k` : String(value);
}

function text(kind: string, x: number, y: number, content: string, anchor = "start"): string {
  return `  <text class="${kind}" x="${pixel(x)}" y="${pixel(y)}" text-anchor="${anchor}">${content}</text>`;
}

function pixel(value: number): string {
  return String(Number(value.toFixed(1)));
}
