// Runs as text: tables for a terminal, and the same as Markdown for the README. Pure.

import { goalRows } from "./goals.ts";
import { type Ratio, verdictOf } from "./ratio.ts";
import type { Machine, Measurement, PeerResult, Run } from "./run-record.ts";
import { counted, rounded } from "./samples.ts";

type Cells = readonly string[];

const HOW_COMPARED =
  "- in brackets: how many times of helix's over MCP. Open goes to the first answered search; in process without the start of a process. Memory is that of the process that holds the data";

/** Lines of a table with aligned columns; columns whose head ends in a space before `:` are aligned to the right. */
export function table(head: Cells, rows: readonly Cells[], rightFrom = 1): string {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]!.length), 3));
  const line = (cells: Cells) =>
    `| ${cells.map((cell, column) => (column >= rightFrom ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!))).join(" | ")} |`;
  const rule = `|${widths.map((width, column) => (column >= rightFrom ? `${"-".repeat(width + 1)}:` : "-".repeat(width + 2))).join("|")}|`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

/** What is known of the machine, in two lines. */
export function machineLines(machine: Machine): string[] {
  return [
    `${machine.helix}; Bun ${machine.bun}; ${machine.date.slice(0, 16).replace("T", " ")} UTC`,
    `${machine.cores} × ${machine.processor}, ${machine.memoryGb} GB; ${machine.system}; ${machine.fileSystem}`,
  ];
}

/** The table of aims. Where one is not met, the floors stand in lines behind it. */
export function goalTable(run: Run): string {
  const rows = goalRows(run).flatMap(({ what, original, aim, measured, met, floors }) => [
    [what, original, aim, measured, met === null ? "–" : met ? "met" : "not met"],
    ...floors.map((floor) => [`  floor: ${floor}`, "", "", "", ""]),
  ]);
  return table(["what", "original", "aim", "measured", ""], rows, 5);
}

/** Everything that was measured, in the order of the run. */
export function measurementTable(measurements: readonly Measurement[]): string {
  const rows = measurements.map(measurementCells);
  return table(["corpus", "what", "p50", "p95", "unit"], rows, 2);
}

/** The cells of one measured value. */
export function measurementCells({ corpus, what, unit, p50, p95 }: Measurement): string[] {
  const name = /^\d+$/.test(corpus) ? counted(Number(corpus)) : corpus;
  return [name, what, rounded(p50), p95 === null ? "" : rounded(p95), unit];
}

/** The cells of a row of two binaries: both medians, their ratio, that of single pairs and what these say. */
export function comparisonCells(ratio: Ratio): string[] {
  const two = (value: number) => value.toFixed(2);
  const bounds = `${two(ratio.least)} to ${two(ratio.most)}`;
  return [rounded(ratio.own), rounded(ratio.other), two(ratio.ratio), bounds, verdictOf(ratio)];
}

/** A line of that table. */
export function comparisonLine(what: string, [own, other, ratio, bounds, verdict]: readonly string[]): string {
  return `${what.padEnd(36)} ${own!.padStart(8)} ${other!.padStart(8)} ${ratio!.padStart(6)}  ${bounds!.padEnd(13)} ${verdict!}`.trimEnd();
}

/**
 * helix and its peers, a table for each size; with each value the ratio to helix. Behind them what has to be known of
 * each.
 */
export function peerTables(peers: readonly PeerResult[]): string {
  const sizes = [...new Set(peers.map(({ entries }) => entries))].sort((a, b) => a - b);
  const tables = sizes.map((size) => peerTable(peers.filter(({ entries }) => entries === size)));
  const notes = new Map(peers.map(({ name, note }) => [name, [note]]));
  for (const { name, problem, entries } of peers)
    if (problem !== "") notes.get(name)!.push(`${counted(entries)} notes: ${problem}`);
  const lines = [...notes].map(([name, parts]) => `- ${name}: ${parts.filter((part) => part !== "").join("; ")}`);
  return [...tables, [HOW_COMPARED, ...lines].join("\n")].join("\n\n");
}

function peerTable(peers: readonly PeerResult[]): string {
  const helix = peers[0]!;
  const head = [
    `${counted(helix.entries)} notes`,
    "load s",
    "open ms",
    "search p50",
    "p95",
    "store p50",
    "memory MB",
    "disk MB",
  ];
  const rows = peers.map((peer) => [
    peer.name,
    rounded((peer.load ?? Number.NaN) / 1000),
    compared(peer.open, helix.open),
    compared(peer.search?.p50 ?? null, helix.search?.p50 ?? null),
    compared(peer.search?.p95 ?? null, helix.search?.p95 ?? null),
    compared(peer.store, helix.store),
    compared(peer.memory, helix.memory),
    compared(peer.disk, helix.disk),
  ]);
  return table(head, rows);
}

/** A value, and in brackets how many times of helix's it is. */
function compared(value: number | null, helix: number | null): string {
  if (value === null) return "–";
  if (helix === null || value === helix) return rounded(value);
  return `${rounded(value)} (${rounded(value / helix)} ×)`;
}

/** The whole of a stored run as Markdown. */
export function markdown(run: Run): string {
  const head = machineLines(run.machine).join("  \n");
  const peers = run.peers.length === 0 ? "" : `\n\n${peerTables(run.peers)}`;
  return `${head}\n\n${goalTable(run)}${peers}\n\n${measurementTable(run.measurements)}\n`;
}
