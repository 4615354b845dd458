// docs/growth.svg and docs/code-growth.svg: four small plots of time against number of notes, or lines of code, on
// logarithmic axes, a line for each system. Plain SVG text: no script, a font of the system, colours that hold on light
// and on dark.

import type { Run } from "../run-record.ts";
import { type Axis, entriesLabel, logAxis, spread, timeLabel } from "./axis.ts";
import { CODE_SYSTEMS, codePanels } from "./code-series.ts";
import { type Panel, panelsOf, type Series, systemsOf } from "./series.ts";

const WIDTH = 960;
const PANEL = { width: 480, height: 330, left: 56, right: 172, top: 44, bottom: 42 };
const LABEL_GAP = 14;
/** helix's colour first; all can be told apart by colour-blind people, on white and on black. */
const COLOURS = ["#1f77d0", "#8a8a8a", "#e08a00", "#c2661a", "#009e73", "#b8607f", "#8f7fd1", "#6f9c2f"];

const STYLE = `
    text { font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #24292f }
    .title { font-weight: 600; font-size: 13px }
    .tick { font-size: 11px; fill: #57606a }
    .grid { stroke: #d0d7de; stroke-width: 1 }
    .line { fill: none; stroke-width: 1.5 }
    .helix { stroke-width: 3 }
    .helix-label { font-weight: 600 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 }
      .tick { fill: #9198a1 }
      .grid { stroke: #3d444d }
    }`;

/** What a plot shows. */
interface Plotted {
  readonly title: string;
  /** What is counted along the lower axis. */
  readonly counted: string;
  readonly panels: readonly Panel[];
  readonly systems: readonly string[];
}

/** The plot of one or more runs with notes. */
export function growthPlot(runs: readonly Run[]): string {
  const title = "helix and its peers: time against number of notes";
  return plotOf({ title, counted: "notes", panels: panelsOf(runs), systems: systemsOf(runs) });
}

/** The plot of one or more runs of the growth of code. */
export function codeGrowthPlot(runs: readonly Run[]): string {
  const title = "the index of code and its peers: time and size against lines of code";
  return plotOf({ title, counted: "lines of code", panels: codePanels(runs), systems: CODE_SYSTEMS });
}

function plotOf({ title, counted, panels, systems }: Plotted): string {
  const colours = new Map(systems.map((system, index) => [system, COLOURS[index % COLOURS.length]!]));
  const entries = panels.flatMap(({ series }) => series.flatMap(({ points }) => points.map((point) => point.entries)));
  const height = 2 * PANEL.height;
  const parts = panels.map((panel, index) => {
    const place = `translate(${(index % 2) * PANEL.width} ${Math.floor(index / 2) * PANEL.height})`;
    return `  <g class="panel" transform="${place}">\n${panelParts(panel, entries, counted, colours).join("\n")}\n  </g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img">
  <title>${title}</title>
  <style>${STYLE}
  </style>
${parts.join("\n")}
</svg>
`;
}

function panelParts(
  panel: Panel,
  entries: readonly number[],
  counted: string,
  colours: ReadonlyMap<string, string>,
): string[] {
  const { label = timeLabel } = panel;
  const right = PANEL.width - PANEL.right;
  const bottom = PANEL.height - PANEL.bottom;
  const x = logAxis(entries, PANEL.left, right);
  const times = panel.series.flatMap(({ points }) => points.map(({ time }) => time));
  const y = logAxis(times, bottom, PANEL.top);
  const ends = panel.series.map(({ points }) => y.at(points.at(-1)!.time));
  const places = spread(ends, LABEL_GAP, PANEL.top, bottom);
  // helix lies on top.
  const lines = panel.series
    .map((series) => seriesParts(series, { x, y, label }, colours.get(series.system)!))
    .reverse();
  const labels = panel.series.map(({ system, points }, index) =>
    labelParts(system, { x: x.at(points.at(-1)!.entries), y: ends[index]! }, places[index]!, colours.get(system)!),
  );
  return [
    text("title", PANEL.left, PANEL.top - 20, panel.title),
    ...x.ticks.map((tick) => grid(x.at(tick), PANEL.top, x.at(tick), bottom)),
    ...x.ticks.map((tick) => text("tick", x.at(tick), bottom + 16, entriesLabel(tick), "middle")),
    text("tick", (PANEL.left + right) / 2, bottom + 32, counted, "middle"),
    ...y.ticks.map((tick) => grid(PANEL.left, y.at(tick), right, y.at(tick))),
    ...y.ticks.map((tick) => text("tick", PANEL.left - 6, y.at(tick) + 4, label(tick), "end")),
    ...lines.flat(),
    ...labels.flat(),
  ];
}

/** A line through the points, and a dot on each, since a system that could not go on has few. */
function seriesParts(
  { system, points }: Series,
  { x, y, label }: { readonly x: Axis; readonly y: Axis; readonly label: (value: number) => string },
  colour: string,
): string[] {
  const path = points
    .map(({ entries, time }, index) => `${index === 0 ? "M" : "L"}${pixel(x.at(entries))} ${pixel(y.at(time))}`)
    .join(" ");
  const isHelix = system === "helix";
  const dots = points.map(
    ({ entries, time }) =>
      `    <circle cx="${pixel(x.at(entries))}" cy="${pixel(y.at(time))}" r="${isHelix ? 3.5 : 2.5}" fill="${colour}"><title>${escaped(system)}, ${entriesLabel(entries)}: ${label(time)}</title></circle>`,
  );
  return [`    <path class="line${isHelix ? " helix" : ""}" stroke="${colour}" d="${path}"/>`, ...dots];
}

/**
 * A system's name at the right, in the colour of text so that it can be read, with a key in its own and a thread to the
 * end of its line.
 */
function labelParts(system: string, end: { x: number; y: number }, place: number, colour: string): string[] {
  const left = PANEL.width - PANEL.right + 10;
  return [
    `    <path class="thread" fill="none" stroke="${colour}" stroke-width="0.75" opacity="0.6" stroke-dasharray="2 2" d="M${pixel(end.x)} ${pixel(end.y)} L${left} ${pixel(place)}"/>`,
    `    <rect class="key" x="${left}" y="${pixel(place - 4)}" width="8" height="8" fill="${colour}"/>`,
    `    <text class="label${system === "helix" ? " helix-label" : ""}" x="${left + 13}" y="${pixel(place + 4)}">${escaped(system)}</text>`,
  ];
}

function grid(x1: number, y1: number, x2: number, y2: number): string {
  return `    <line class="grid" x1="${pixel(x1)}" y1="${pixel(y1)}" x2="${pixel(x2)}" y2="${pixel(y2)}"/>`;
}

function text(kind: string, x: number, y: number, content: string, anchor = "start"): string {
  return `    <text class="${kind}" x="${pixel(x)}" y="${pixel(y)}" text-anchor="${anchor}">${escaped(content)}</text>`;
}

function pixel(value: number): string {
  return String(Number(value.toFixed(1)));
}

function escaped(content: string): string {
  return content.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
