// Results as text. Pure.

import { counted, rounded } from "../bench/samples.ts";
import { table } from "../bench/tables.ts";
import type { Difference, SetResult } from "./measure-set.ts";
import { type Figures, meanFigures } from "./metrics.ts";

const HEAD = ["R@5", "R@10", "MRR@10", "nDCG@10"];
const NONE = "–";

/** The table of one set, with what is to be known of it in front and why a row is empty behind. */
export function setTable(result: SetResult): string {
  const { name, documents, queries, note, rows } = result;
  const head = [name, ...HEAD, "p50 ms", "p95 ms"];
  const cells = rows.map((row) => [row.system, ...figureCells(row.figures), time(row.p50), time(row.p95)]);
  const size = `${counted(documents)} documents, ${counted(queries)} queries`;
  const problems = rows.filter(({ problem }) => problem !== "").map(({ system, problem }) => `- ${system}: ${problem}`);
  return [note === "" ? `${name}: ${size}` : `${name}: ${size}; ${note}`, table(head, cells), ...problems].join("\n");
}

/** The means over sets, each set counting the same; "" for a single set. */
export function macroTable(results: readonly SetResult[]): string {
  const means = macroMeans(results);
  if (results.length < 2 || means.length === 0) return "";
  const head = [`mean of ${results.length} sets`, ...HEAD];
  return table(
    head,
    means.map(({ system, figures }) => [system, ...figureCells(figures)]),
  );
}

/** The means over all sets of each system that has figures in all of them. */
export function macroMeans(results: readonly SetResult[]): { system: string; figures: Figures }[] {
  const systems = results[0]?.rows.map(({ system }) => system) ?? [];
  return systems.flatMap((system) => {
    const all = results.flatMap(({ rows }) => rows.find((row) => row.system === system)?.figures ?? []);
    return all.length === results.length ? [{ system, figures: meanFigures(all) }] : [];
  });
}

/** What one binary has before another, set by set. */
export function differenceTable(differences: readonly Difference[], against: string): string {
  const cells = differences.map(({ set, queries, ndcg10, p }) => [
    set,
    String(queries),
    `${ndcg10 >= 0 ? "+" : ""}${ndcg10.toFixed(4)}`,
    p < 0.001 ? "< .001" : share(p),
  ]);
  return table([`helix less ${against}`, "queries", "nDCG@10", "p"], cells);
}

/** A share as papers print it: `.372`. */
export function share(value: number): string {
  return value.toFixed(3).replace(/^(-?)0\./, "$1.");
}

function figureCells(figures: Figures | null): string[] {
  if (figures === null) return HEAD.map(() => NONE);
  return [figures.recall5, figures.recall10, figures.mrr10, figures.ndcg10].map(share);
}

function time(value: number | null): string {
  return value === null ? NONE : rounded(value);
}
