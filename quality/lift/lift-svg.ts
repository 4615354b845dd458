// docs/lift.svg: intervals over sessions in three worlds with their true effects, and how many runs have missed by then,
// with these intervals and with the usual ones of a single look.

import type { EffectInterval } from "../../src/features/lift/confidence-sequence.ts";
import { type CoverageRow, SESSIONS } from "./measure-lift.ts";
import { runWorld } from "./run-world.ts";
import { WORLDS } from "./worlds.ts";

const WIDTH = 960;
const HEIGHT = 580;
const PANEL = { width: 380, height: 190, left: 60, gap: 100 };
const TOPS: readonly number[] = [62, 332];
const FIRST_LOOK = 20;
const SHARE = 0.1;
const SPAN = 0.6;
const OURS = "#1f77d0";
const OTHERS = "#e08a00";

const STYLE = `
    text { font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #24292f }
    .title { font-weight: 600; font-size: 13px }
    .head { font-weight: 600 }
    .tick { font-size: 11px; fill: #57606a }
    .grid { stroke: #d0d7de; stroke-width: 1 }
    .zero { stroke: #57606a; stroke-width: 1 }
    .band { fill: ${OURS}; fill-opacity: .22; stroke: ${OURS}; stroke-width: 1 }
    .estimate { fill: none; stroke: ${OURS}; stroke-width: 2 }
    .truth { fill: none; stroke: ${OTHERS}; stroke-width: 2; stroke-dasharray: 6 4 }
    .single { fill: none; stroke: ${OTHERS}; stroke-width: 2 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 }
      .tick { fill: #9198a1 }
      .grid { stroke: #3d444d }
      .zero { stroke: #9198a1 }
    }`;

interface Panel {
  readonly left: number;
  readonly top: number;
}

/** The drawing. */
export function liftSvg(rows: readonly CoverageRow[], seed: number): string {
  const worlds = [1, 3, 7].map((at) => WORLDS[at]!);
  const places = TOPS.flatMap((top) =>
    [0, 1].map((at) => ({ left: PANEL.left + at * (PANEL.width + PANEL.gap), top })),
  );
  const panels = worlds.map((world, at) => {
    const kept = new Set(Array.from({ length: SESSIONS }, (_, session) => session + 1).filter((s) => s >= FIRST_LOOK));
    const { intervals } = runWorld(world, { sessions: SESSIONS, share: SHARE, seed: seed + at, kept });
    return intervalPanel(places[at]!, world.name, intervals);
  });
  const title = "helix lift: intervals that may be looked at after every session";
  const about = "Failed runs for each edit, with help less without. A tenth of the sessions goes without.";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">
  <title>${title}</title>
  <style>${STYLE}
  </style>
  <text class="title" x="${PANEL.left - 40}" y="18">${title}</text>
  <text class="tick" x="${PANEL.left - 40}" y="35">${about}</text>
${[...panels, missedPanel(places[3]!, rows)].join("\n")}
</svg>
`;
}

function across({ left }: Panel, session: number): string {
  return (left + (PANEL.width * session) / SESSIONS).toFixed(1);
}

function frame(panel: Panel, title: string, ticks: readonly (readonly [text: string, y: number])[]): string[] {
  const { left, top } = panel;
  return [
    `  <text class="head" x="${left - 40}" y="${top - 10}">${title}</text>`,
    ...ticks.flatMap(([text, y]) => [
      `  <line class="grid" x1="${left}" x2="${left + PANEL.width}" y1="${y.toFixed(1)}" y2="${y.toFixed(1)}"/>`,
      `  <text class="tick" x="${left - 6}" y="${(y + 4).toFixed(1)}" text-anchor="end">${text}</text>`,
    ]),
    ...[0, 250, 500, 750, 1000].map(
      (session) =>
        `  <text class="tick" x="${across(panel, session)}" y="${top + PANEL.height + 16}" text-anchor="middle">${session}</text>`,
    ),
  ];
}

function intervalPanel(
  panel: Panel,
  name: string,
  intervals: readonly (EffectInterval & { readonly truth: number })[],
): string {
  const { left, top } = panel;
  const down = (effect: number) => top + (PANEL.height * (SPAN - Math.min(SPAN, Math.max(-SPAN, effect)))) / (2 * SPAN);
  const points = (of: (each: EffectInterval & { truth: number }) => number, all = intervals) =>
    all.map((each) => `${across(panel, each.sessions)},${down(of(each)).toFixed(1)}`).join(" ");
  const ticks = [-0.6, -0.3, 0, 0.3, 0.6].map((effect) => [effect.toFixed(1), down(effect)] as const);
  const end = top + PANEL.height + 34;
  return [
    ...frame(panel, name, ticks),
    `  <line class="zero" x1="${left}" x2="${left + PANEL.width}" y1="${down(0)}" y2="${down(0)}"/>`,
    `  <polygon class="band" points="${points(({ high }) => high)} ${points(({ low }) => low, intervals.toReversed())}"/>`,
    `  <polyline class="estimate" points="${points(({ estimate }) => estimate)}"/>`,
    `  <polyline class="truth" points="${points(({ truth }) => truth)}"/>`,
    `  <text class="tick" x="${left}" y="${end}">sessions. Band: 95 %; line: estimate; dashes: the truth</text>`,
  ].join("\n");
}

function missedPanel(panel: Panel, rows: readonly CoverageRow[]): string {
  const { left, top } = panel;
  const down = (part: number) => top + PANEL.height * (1 - part);
  const runs = rows.reduce((sum, row) => sum + row.runs, 0);
  const steps = (missedAt: readonly number[]) => {
    const ordered = missedAt.toSorted((a, b) => a - b);
    let missed = 0;
    const points: string[] = [];
    for (let session = 0; session <= SESSIONS; session += 5) {
      while (missed < ordered.length && ordered[missed]! <= session) missed++;
      points.push(`${across(panel, session)},${down(missed / runs).toFixed(1)}`);
    }
    return points.join(" ");
  };
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((part) => [`${100 * part} %`, down(part)] as const);
  const allowed = down(0.05);
  const total = (runs / 1000).toLocaleString("en-US");
  return [
    ...frame(panel, "runs that have missed at some look by then", ticks),
    `  <line class="zero" stroke-dasharray="2 3" x1="${left}" x2="${left + PANEL.width}" y1="${allowed}" y2="${allowed}"/>`,
    `  <text class="tick" x="${left + PANEL.width}" y="${allowed - 4}" text-anchor="end">5 % is allowed</text>`,
    `  <polyline class="estimate" points="${steps(rows.flatMap(({ missedAt }) => missedAt))}"/>`,
    `  <polyline class="single" points="${steps(rows.flatMap(({ singleMissedAt }) => singleMissedAt))}"/>`,
    `  <text class="tick" x="${left}" y="${top + PANEL.height + 34}">sessions; ${total} thousand runs. Orange: usual intervals, blue: these</text>`,
  ].join("\n");
}
