// Answers about callers as they are read, and what they are worth against the truth. Pure.

import { percentile } from "../../bench/samples.ts";
import type { JudgedFunction } from "./reference-set.ts";

/** What helix answers: places as `path:line`. */
export interface Callers {
  readonly certain: ReadonlySet<string>;
  readonly byName: ReadonlySet<string>;
}

/** The figures of a set. Shares are over all places of all functions. */
export interface ReferenceFigures {
  readonly functions: number;
  readonly uses: number;
  /** Of what is called certain, the share that is a use; what the truth cannot decide counts neither way. */
  readonly certainPrecision: number;
  /** Of the uses, the share that is called certain, and the share that is shown at all. */
  readonly certainRecall: number;
  readonly recall: number;
  /** Places shown for a place that is a use, of the median function. */
  readonly ratio: number;
  readonly p50: number;
  /** What is wrong, as `function ← place`. */
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
  /** Uses that are shown by name only. */
  readonly unsure: readonly string[];
}

/** A function with its answer, and how long that took in milliseconds. */
export interface Answered {
  readonly judged: JudgedFunction;
  readonly callers: Callers;
  readonly time: number;
}

const PLACE = /^ {2}(\S.*?):(\d+) {2}/;

/** Reads an answer. */
export function readCallers(text: string): Callers {
  const certain = new Set<string>();
  const byName = new Set<string>();
  let places = certain;
  for (const line of text.split("\n")) {
    if (line.startsWith("certain:")) places = certain;
    else if (line.startsWith("by name only:")) places = byName;
    const place = PLACE.exec(line);
    if (place !== null) places.add(`${place[1]}:${place[2]}`);
  }
  for (const place of certain) byName.delete(place);
  return { certain, byName };
}

/** What the answers to a set's functions are worth. */
export function referenceFigures(answered: readonly Answered[]): ReferenceFigures {
  const ratios: number[] = [];
  const wrong: string[] = [];
  const missed: string[] = [];
  const unsure: string[] = [];
  let uses = 0;
  let certainUses = 0;
  for (const { judged, callers } of answered) {
    const isUse = new Set(judged.uses);
    const isOpen = new Set(judged.undecided);
    const told = (place: string) => `${judged.path}#${judged.name} ← ${place}`;
    for (const place of callers.certain) {
      if (isUse.has(place)) certainUses++;
      else if (!isOpen.has(place)) wrong.push(told(place));
    }
    for (const place of isUse) {
      if (callers.byName.has(place)) unsure.push(told(place));
      else if (!callers.certain.has(place)) missed.push(told(place));
    }
    uses += isUse.size;
    ratios.push((callers.certain.size + callers.byName.size) / isUse.size);
  }
  return {
    functions: answered.length,
    uses,
    certainPrecision: certainUses / Math.max(1, certainUses + wrong.length),
    certainRecall: certainUses / Math.max(1, uses),
    recall: 1 - missed.length / Math.max(1, uses),
    ratio: percentile(ratios, 0.5),
    p50: percentile(
      answered.map(({ time }) => time),
      0.5,
    ),
    wrong,
    missed,
    unsure,
  };
}
