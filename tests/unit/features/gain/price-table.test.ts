// Prices: helix's table, the names of models, costs, and the user's own file.

import { describe, expect, it } from "vitest";
import { costOf, OWN_PRICES, priceOf, pricesWith, type Usage } from "../../../../src/features/gain/price-table.ts";

const PATH = "/kb/prices.json";
const USAGE: Usage = {
  input: 1_000_000,
  cacheWritten: 3_000_000,
  cacheWrittenHour: 1_000_000,
  cacheRead: 4_000_000,
  output: 5_000_000,
};

describe("the table", () => {
  it("has a day, and a vendor, for each price, and each model once", () => {
    for (const { asOf, vendor } of OWN_PRICES) {
      expect(asOf).toMatch(/^2026-\d\d-\d\d$/);
      expect(["Anthropic", "OpenAI", "Google"]).toContain(vendor);
    }
    expect(new Set(OWN_PRICES.map(({ model }) => model)).size).toBe(OWN_PRICES.length);
  });

  it("is one that its own check accepts", () => {
    expect(pricesWith(JSON.stringify({ models: OWN_PRICES }), PATH)).toEqual(OWN_PRICES);
  });

  it.each([
    ["claude-opus-4-5-20251101", "claude-opus-4-5"],
    ["us.anthropic.claude-opus-4-5-20251101-v1:0", "claude-opus-4-5"],
    ["anthropic/claude-opus-4.5", "claude-opus-4-5"],
    ["claude-sonnet-5-5[1m]", "claude-sonnet-5-5"],
    ["claude-haiku-4-5@20251001", "claude-haiku-4-5"],
    ["GPT-5.4-mini-2026-03-05", "gpt-5.4-mini"],
  ])("finds %s as %s", (written, model) => {
    expect(priceOf(OWN_PRICES, written)?.model).toBe(model);
  });

  it("has no price for a model that it does not name, however near", () => {
    expect(priceOf(OWN_PRICES, "claude-opus-9")).toBeNull();
    expect(priceOf(OWN_PRICES, "gpt-5.4-mega")).toBeNull();
  });
});

describe("a cost", () => {
  const rates = { input: 1, cacheWrite: 10, cacheWriteHour: 100, cacheRead: 1000, output: 10_000 };
  const price = { model: "m", vendor: "", asOf: "2026-11-24", ...rates };

  it("is the sum of all that was charged, an hour's cache apart", () => {
    expect(costOf(price, USAGE)).toBeCloseTo(1 + 2 * 10 + 100 + 4000 + 50_000, 6);
  });

  it("takes what has no price of its own for input", () => {
    expect(costOf({ model: "m", vendor: "", asOf: "2026-11-24", input: 2, output: 3 }, USAGE)).toBeCloseTo(
      2 * 8 + 15,
      6,
    );
  });

  it("is that of long requests above their limit only", () => {
    const tiered = { ...price, long: { above: 1000, input: 7, output: 7 } };
    const request = { input: 400, cacheWritten: 300, cacheWrittenHour: 0, cacheRead: 300, output: 9 };
    expect(costOf(tiered, request)).toBeCloseTo((400 + 300 * 10 + 300 * 1000 + 9 * 10_000) / 1e6, 9);
    expect(costOf(tiered, { ...request, input: 401 })).toBeCloseTo((1001 * 7 + 9 * 7) / 1e6, 9);
  });
});

describe("the user's file", () => {
  const own = { model: "claude-opus-5.5", asOf: "2026-12-01", input: 3, output: 9 };

  it("takes the place of helix's prices, and adds others", () => {
    const mine = { model: "local", asOf: "2026-12-01", input: 0, output: 0 };
    const prices = pricesWith(JSON.stringify({ models: [own, mine] }), PATH);
    expect(priceOf(prices, "claude-opus-5-5")).toMatchObject({ asOf: "2026-12-01", input: 3 });
    expect(priceOf(prices, "local")).toMatchObject({ input: 0 });
    expect(prices).toHaveLength(OWN_PRICES.length + 1);
  });

  it.each([
    ["{", /\/kb\/prices\.json: it is no JSON; e\.g\. \{"models"/],
    ["[]", /needs an object with a list "models"/],
    ['{"models":[7]}', /models\[0\] is no object/],
    ['{"models":[{"asOf":"2026-12-01"}]}', /needs the name of a "model"/],
    [JSON.stringify({ models: [{ ...own, asOf: "December" }] }), /models\[0\] of "claude-opus-5\.5" needs "asOf"/],
    [
      JSON.stringify({ models: [own, { ...own, input: -1 }] }),
      /models\[1\] of "claude-opus-5\.5" needs "input", dollars/,
    ],
    [JSON.stringify({ models: [{ ...own, output: undefined }] }), /needs "output"/],
    [JSON.stringify({ models: [{ ...own, cacheReads: 1 }] }), /has "cacheReads", which is none of input, cacheWrite/],
    [JSON.stringify({ models: [{ ...own, long: { input: 1, output: 1 } }] }), /"long" needs "above"/],
  ])("is refused with a reason and an example: %s", (text, reason) => {
    expect(() => pricesWith(text, PATH)).toThrow(reason);
  });
});
