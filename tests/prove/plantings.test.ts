// One odd row among hundreds of ordinary ones, planted at a random place of the output of each bundled filter: it is there
// when the output is shortened. 1,000 plantings in the tests, 10,000 in `npm run prove`.

import { expect, test } from "vitest";
import { bundledFiles, FilterSet } from "../../src/filters/filter-set.ts";
import { shorten } from "../../src/filters/shorten.ts";
import { filterCases } from "../support/filter-cases.ts";
import { type Planted, plantedError, plantedRow, TABLES_COUNT } from "../support/planted-rows.ts";
import { randomOf, sayFigures, timeLimit } from "./support/proof.ts";

const PLANTINGS = process.env.HELIX_PROVE_SECONDS === undefined ? 1000 : 10_000;
/** Room for so many on a slow machine, in milliseconds. */
const LIMIT = timeLimit + PLANTINGS * 60;
/** Every other planting is an error in a recorded output. */
const HALF = PLANTINGS / 2;

const filters = new FilterSet(bundledFiles());
const clock = { now: () => 0 };
const words = (text: string) => text.replace(/\s+/g, " ").trim();

/** Plants rows, and collects those that are gone. */
function lostOf(count: number, plant: (at: number) => Planted): { lost: string[]; shortened: number } {
  const lost: string[] = [];
  let shortened = 0;
  for (let at = 0; at < count; at++) {
    const { command, text, row } = plant(at);
    const result = shorten({ command, text, isFailure: false }, filters, clock);
    if (result.kind === "whole") continue;
    shortened++;
    if (!words(result.text).includes(words(row))) lost.push(`${command}: ${row}`);
  }
  return { lost, shortened };
}

test(
  "an error stays in the output of any bundled filter",
  () => {
    const random = randomOf("planted errors");
    const cases = filterCases().filter(({ whole, output }) => whole === null && output.text.includes("\n"));
    const { lost, shortened } = lostOf(HALF, (at) => plantedError(cases[at % cases.length]!, random));
    sayFigures("planted-errors", { executions: HALF, shortened, lost: lost.length });
    expect(lost).toEqual([]);
    expect(shortened).toBeGreaterThan(HALF * 0.8);
  },
  LIMIT,
);

test(
  "a row that differs stays in any table and listing",
  () => {
    const random = randomOf("planted rows");
    const { lost, shortened } = lostOf(HALF, (at) => plantedRow(at % TABLES_COUNT, random));
    sayFigures("planted-rows", { executions: HALF, shortened, lost: lost.length });
    expect(lost).toEqual([]);
    expect(shortened).toBeGreaterThan(HALF * 0.8);
  },
  LIMIT,
);
