// The figures of `--lift` as text. Pure.

import { table } from "../../bench/tables.ts";
import { type CoverageRow, type PowerRow, SESSIONS, WIDTHS_AT } from "./measure-lift.ts";

/** The table of worlds. */
export function coverageTable(rows: readonly CoverageRow[]): string {
  const head = [
    `world, ${SESSIONS} sessions, a look after each`,
    "share without",
    "ever missed",
    "single-look interval ever missed",
    "zero left out",
    ...WIDTHS_AT.map((at) => `± at ${at}`),
  ];
  return table(
    head,
    rows.map(({ world, share, runs, missed, singleMissed, found, halves }) => [
      world,
      String(share),
      percent(missed, runs),
      percent(singleMissed, runs),
      percent(found, runs),
      ...halves.map((half) => half.toFixed(3)),
    ]),
  );
}

/** The table of announced numbers of sessions. */
export function powerTable(rows: readonly PowerRow[]): string {
  return table(
    ["failed runs for each edit less", "share without", "sessions announced", "effect found by then"],
    rows.map(({ effect, share, announced, runs, found }) => [
      String(effect),
      String(share),
      announced.toLocaleString("en-US"),
      percent(found, runs),
    ]),
  );
}

function percent(count: number, of: number): string {
  return `${((100 * count) / of).toFixed(1)} %`;
}
