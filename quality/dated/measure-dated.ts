// Asks the dated set of a binary, at the moment of the set and, for comparison, two thousand years later, when all notes are equally old.

import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { table } from "../../bench/tables.ts";
import { DEPTH } from "../metrics.ts";
import { startServer } from "../systems/helix-server.ts";
import { share } from "../tables.ts";
import { DATED_NOW, type DatedQuery, readDatedSet } from "./dated-set.ts";

const LONG_AFTER = "3999-01-01T00:00:00Z";
const HALVES = ["lasting", "newest"] as const;

/** The mean reciprocal ranks of one way to ask. */
export interface DatedRow {
  readonly system: string;
  readonly lasting: number;
  readonly newest: number;
  /** How many queries have their answer in the first place, of each half. */
  readonly first: Readonly<Record<DatedQuery["half"], number>>;
  readonly queries: Readonly<Record<DatedQuery["half"], number>>;
}

/** Asks a binary by its defaults. */
export async function measureDated(binary: string, name: string, scratch: string): Promise<DatedRow[]> {
  const folder = mkdtempSync(join(scratch, "dated-"));
  const rows = [
    await measureAt(binary, name, folder, DATED_NOW),
    await measureAt(binary, `${name}, recency off`, folder, LONG_AFTER),
  ];
  rmSync(folder, { recursive: true });
  return rows;
}

async function measureAt(binary: string, system: string, folder: string, now: string): Promise<DatedRow> {
  const { notes, queries } = readDatedSet();
  const client = await startServer(binary, join(folder, "kb"), folder, now);
  // The second time they are there already.
  await client.call("topics", { action: "import", json: JSON.stringify(notes) });
  const ranks = new Map<DatedQuery["half"], number[]>(HALVES.map((half) => [half, []]));
  for (const { half, text, answer } of queries) {
    const lines = (await client.call("search", { query: text, limit: DEPTH, detail: "brief" })).split("\n");
    ranks.get(half)!.push(lines.findIndex((line) => line.includes(answer.slice(0, 60))));
  }
  await client.end();
  const of = <Value>(value: (ranks: readonly number[]) => Value) => ({
    lasting: value(ranks.get("lasting")!),
    newest: value(ranks.get("newest")!),
  });
  return {
    system,
    ...of((all) => all.reduce((sum, rank) => sum + (rank < 0 ? 0 : 1 / (rank + 1)), 0) / all.length),
    first: of((all) => all.filter((rank) => rank === 0).length),
    queries: of((all) => all.length),
  };
}

/** The rows as a table. */
export function datedTable(rows: readonly DatedRow[]): string {
  const head = ["MRR@10", "lasting", "first", "newest", "first", "mean"];
  const cells = rows.map(({ system, lasting, newest, first, queries }) => [
    system,
    share(lasting),
    `${first.lasting} of ${queries.lasting}`,
    share(newest),
    `${first.newest} of ${queries.newest}`,
    share((lasting + newest) / 2),
  ]);
  return table(head, cells);
}
