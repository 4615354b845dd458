// What a term says of an entry, against figures worked out by hand.

import { describe, expect, it } from "vitest";
import { frequencyGain, information, informationMax, termWeight } from "../../../../src/engine/search/information.ts";

describe("frequencyWorth", () => {
  it("is 0.2 divided by the share of entries that have the term", () => {
    expect(frequencyGain(1000, 5)).toBeCloseTo(40, 12);
    expect(frequencyGain(1000, 1000)).toBeCloseTo(0.2, 12);
    // Frequencies of several forms are an estimate.
    expect(frequencyGain(1000, 2.5)).toBeCloseTo(80, 12);
    expect(frequencyGain(10, 12)).toBeCloseTo(0.2, 12);
  });

  it("is nothing for what no entry has", () => {
    expect(frequencyGain(1000, 0)).toBe(0);
    expect(frequencyGain(0, 0)).toBe(0);
    expect(informationMax(frequencyGain(0, 0))).toBe(0);
  });
});

describe("telling", () => {
  it("is 1 for what at most half of the entries have, and falls to next to nothing for what all have", () => {
    expect([termWeight(1000, 1), termWeight(1000, 500)]).toEqual([1, 1]);
    expect(termWeight(999, 750)).toBeCloseTo(0.5, 12);
    expect(termWeight(999, 999)).toBeCloseTo(0.002, 12);
    // The only note there is has whatever it is found by.
    expect(termWeight(1, 1)).toBe(1);
    expect(termWeight(10, 20)).toBe(termWeight(10, 10));
  });
});

describe("information", () => {
  it("is ln(1 + worth x tf) for an entry of average length", () => {
    expect(information(30, 1, 0, 50, 0, 50)).toBeCloseTo(Math.log(31), 12);
    expect(information(30, 3, 0, 50, 0, 50)).toBeCloseTo(Math.log(91), 12);
  });

  it("weighs the length by 0.75", () => {
    expect(information(1, 1, 0, 100, 0, 50)).toBeCloseTo(Math.log(1 + 1 / (0.25 + 0.75 * 2)), 12);
    expect(information(1, 1, 0, 10, 0, 50)).toBeGreaterThan(information(1, 1, 0, 50, 0, 50));
  });

  it("counts the first line five times, by its own length", () => {
    expect(information(1, 1, 1, 50, 12, 50)).toBeCloseTo(Math.log(1 + 5), 12);
    expect(information(1, 3, 2, 50, 24, 50)).toBeCloseTo(Math.log(1 + 1 + 10 / (0.75 + 0.25 * 2)), 12);
  });

  it("says nothing of frequencies that cannot be", () => {
    expect(information(40, 1, 9, 20, 60_000, 50)).toBe(0);
    expect(information(40, 0, 0, 0, 0, 50)).toBe(0);
  });

  it("says as much of 16 occurrences as of any more", () => {
    expect(information(2, 16, 0, 50, 0, 50)).toBeCloseTo(informationMax(2), 12);
    expect(information(2, 15, 0, 50, 0, 50)).toBeLessThan(informationMax(2));
    expect(information(2, 1_000_000, 1000, 50, 1, 50)).toBe(informationMax(2));
  });
});
