// Asks the dated sets of a binary, at the moment of the sets: by its defaults, and with recency off. A binary that has
// no such parameter is asked two thousand years later, when all notes are equally old.

import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { table } from "../../bench/tables.ts";
import { DEPTH } from "../metrics.ts";
import { hasParameter, startServer } from "../systems/helix-server.ts";
import { share } from "../tables.ts";
import { DATED_NOW, DATED_SETS, type DatedQuery, type DatedSet, readDatedSet } from "./dated-set.ts";

const LONG_AFTER = "3999-01-01T00:00:00Z";
const HALVES = ["lasting", "newest"] as const;
/** So much of an answer tells it from all others. */
const TELLING_LENGTH = 60;

/** The mean reciprocal ranks of one way to ask a set. */
export interface DatedRow {
  readonly set: string;
  readonly system: string;
  readonly lasting: number;
  readonly newest: number;
  /** How many queries have their answer in the first place, of each half. */
  readonly first: Readonly<Record<DatedQuery["half"], number>>;
  readonly queries: Readonly<Record<DatedQuery["half"], number>>;
}

/** Asks a binary for all sets, in both ways. */
export async function measureDated(binary: string, name: string, scratch: string): Promise<DatedRow[]> {
  const rows: DatedRow[] = [];
  for (const set of DATED_SETS) {
    const folder = mkdtempSync(join(scratch, "dated-"));
    for (const recency of [true, false]) {
      const figures = await measure(binary, readDatedSet(set), folder, recency);
      rows.push({ set, system: recency ? name : `${name}, recency off`, ...figures });
    }
    rmSync(folder, { recursive: true });
  }
  return rows;
}

async function measure(
  binary: string,
  { notes, queries }: DatedSet,
  folder: string,
  recency: boolean,
): Promise<Omit<DatedRow, "set" | "system">> {
  const knowledgeBase = join(folder, "kb");
  let client = await startServer(binary, knowledgeBase, folder, DATED_NOW);
  let manner: object = recency ? {} : { recency: false };
  if (!recency && !(await hasParameter(client, "search", "recency"))) {
    await client.end();
    client = await startServer(binary, knowledgeBase, folder, LONG_AFTER);
    manner = {};
  }
  // The second time they are there already.
  await client.call("topics", { action: "import", json: JSON.stringify(notes) });
  const ranks = new Map<DatedQuery["half"], number[]>(HALVES.map((half) => [half, []]));
  for (const { half, text, answer } of queries) {
    const [firstLine = ""] = answer.split("\n");
    const found = await client.call("search", { query: text, limit: DEPTH, detail: "brief", ...manner });
    const termWeight = firstLine.slice(0, TELLING_LENGTH);
    ranks.get(half)!.push(found.split("\n").findIndex((line) => line.includes(termWeight)));
  }
  await client.end();
  const of = <Value>(value: (ranks: readonly number[]) => Value) => ({
    lasting: value(ranks.get("lasting")!),
    newest: value(ranks.get("newest")!),
  });
  return {
    ...of((all) => all.reduce((sum, rank) => sum + (rank < 0 ? 0 : 1 / (rank + 1)), 0) / all.length),
    first: of((all) => all.filter((rank) => rank === 0).length),
    queries: of((all) => all.length),
  };
}

/** The rows as a table. */
export function datedTable(rows: readonly DatedRow[]): string {
  const head = ["MRR@10", "set", "lasting", "first", "newest", "first", "mean"];
  const cells = rows.map(({ set, system, lasting, newest, first, queries }) => [
    system,
    set,
    share(lasting),
    `${first.lasting} of ${queries.lasting}`,
    share(newest),
    `${first.newest} of ${queries.newest}`,
    share((lasting + newest) / 2),
  ]);
  return table(head, cells);
}
