// Figures of references as text. Pure.

import { counted, rounded } from "../../bench/samples.ts";
import { table } from "../../bench/tables.ts";
import { share } from "../tables.ts";
import type { ReferenceResult } from "./measure-references.ts";

const HEAD = ["functions", "uses", "certain: precision", "recall", "shown: recall", "places for a use", "p50 ms"];
/** So many wrong and missed places are printed of each kind. */
const PLACES_SHOWN = 5;

/** The table of all repositories, and why some have no figures. */
export function referenceTable(results: readonly ReferenceResult[]): string {
  const cells = results.flatMap(({ name, language, truth, figures }) => {
    if (figures === null) return [];
    const { functions, uses, certainPrecision, certainRecall, recall, ratio, p50 } = figures;
    const shares = [certainPrecision, certainRecall, recall].map(share);
    return [
      [`${name} (${language}, ${truth})`, counted(functions), counted(uses), ...shares, ratio.toFixed(2), rounded(p50)],
    ];
  });
  const skipped = results.flatMap(({ name, problem }) => (problem === "" ? [] : [`- SKIPPED ${name}: ${problem}`]));
  return [...(cells.length > 0 ? [table(["callers", ...HEAD], cells)] : []), ...skipped].join("\n");
}

/** Some of the places that are wrong or missed in a repository; "" for none. */
export function placesTable({ name, figures }: ReferenceResult): string {
  if (figures === null) return "";
  const part = (what: string, places: readonly string[]) =>
    places.length === 0
      ? []
      : [`${name}: ${what}: ${counted(places.length)}`, ...places.slice(0, PLACES_SHOWN).map((place) => `  ${place}`)];
  return [...part("certain and wrong", figures.wrong), ...part("missed", figures.missed)].join("\n");
}
