// The ranking formula against figures worked out by hand.

import { describe, expect, it } from "vitest";
import { inverseDocumentFrequency, termScore } from "../../../../src/engine/search/bm25.ts";
import { PROJECT_BOOST } from "../../../../src/notes/search/note-boost.ts";

describe("inverseDocumentFrequency", () => {
  it("is ln(1 + (N - df + 0.5) / (df + 0.5))", () => {
    expect(inverseDocumentFrequency(10, 2)).toBeCloseTo(Math.log(1 + 8.5 / 2.5), 12);
    expect(inverseDocumentFrequency(1, 1)).toBeCloseTo(Math.log(4 / 3), 12);
  });

  it("falls with the number of entries that hold the term, and is never negative", () => {
    const values = Array.from({ length: 101 }, (_, frequency) => inverseDocumentFrequency(100, frequency));
    values.forEach((value, frequency) => {
      expect(value).toBeGreaterThan(0);
      if (frequency > 0) expect(value).toBeLessThan(values[frequency - 1]!);
    });
  });
});

describe("termScore", () => {
  it("is idf x tf x 2.2 / (tf + 1.2) for an entry of average length", () => {
    expect(termScore(2, 1, 50, 50)).toBeCloseTo(2, 12);
    expect(termScore(2, 3, 50, 50)).toBeCloseTo((2 * 3 * 2.2) / 4.2, 12);
  });

  it("weighs the length by 0.75", () => {
    expect(termScore(1, 1, 100, 50)).toBeCloseTo(2.2 / (1 + 1.2 * (0.25 + 0.75 * 2)), 12);
    expect(termScore(1, 1, 10, 50)).toBeGreaterThan(termScore(1, 1, 50, 50));
  });

  it("stays below idf x 2.2 however often the term occurs", () => {
    expect(termScore(1, 1_000_000, 50, 50)).toBeLessThan(2.2);
    expect(termScore(1, 1_000_000, 50, 50)).toBeGreaterThan(2.199);
  });
});

it("counts entries of the own project half as much again", () => {
  expect(PROJECT_BOOST).toBe(1.5);
});
