// The chart of the gain, as a reader of the picture sees it.

import { describe, expect, it } from "vitest";
import { gainChart } from "../../../../src/features/gain/gain-chart.ts";
import { type GainPart, type GainSums, noSums } from "../../../../src/features/gain/gain-sums.ts";
import { type Element, parseXml } from "../../../support/xml.ts";

const NOON_MS = new Date(2026, 10, 20, 12).getTime();
const DAY_MS = 86_400_000;

function part(days: number, sums: Partial<GainSums>): GainPart {
  return {
    at: NOON_MS + days * DAY_MS,
    by: "Bash",
    command: "git log",
    filter: "git-log",
    sums: { ...noSums(), ...sums },
  };
}

/** All elements of that name, wherever they stand. */
function elements(root: Element, name: string): Element[] {
  const below = root.children.flatMap((child) => (typeof child === "string" ? [] : elements(child, name)));
  return root.name === name ? [root, ...below] : below;
}

const words = ({ children }: Element): string =>
  children.map((child) => (typeof child === "string" ? child : words(child))).join("");

/** What the titles of bars and dots say, which a reader sees when pointing at them. */
function told(svg: string, name: "rect" | "circle"): string[] {
  return elements(parseXml(svg), name)
    .map(words)
    .filter((text) => text !== "");
}

describe("the chart", () => {
  const parts = [
    part(0, { before: 9000, after: 1000 }),
    part(2, { fetched: 12_000 }),
    part(2, { before: 4000, after: 400 }),
  ];
  const { svg, unit, spans } = gainChart(parts)!;

  it("tells what was taken away and fetched again on each day, and what is left", () => {
    expect([unit, spans]).toEqual(["day", 3]);
    expect(told(svg, "rect")).toEqual([
      "2026-11-20: 2,000 taken away",
      "2026-11-22: 900 taken away",
      "2026-11-22: 3,000 fetched again",
    ]);
    expect(told(svg, "circle")).toEqual(["2026-11-20: 2,000", "2026-11-21: 2,000", "2026-11-22: -100"]);
  });

  it("draws what was fetched below the line of zero, and all within its frame", () => {
    const zero = elements(parseXml(svg), "line")
      .filter(({ attributes }) => attributes.class === "zero")
      .at(-1)!;
    const [first, , fetched] = elements(parseXml(svg), "rect").filter((each) => words(each) !== "");
    const ends = ({ attributes: { y, height } }: Element) => [Number(y), Number(y) + Number(height)];
    expect(ends(first!)[1]).toBeCloseTo(Number(zero.attributes.y1), 0);
    expect(ends(fetched!)[0]).toBeCloseTo(Number(zero.attributes.y1), 0);
    for (const { attributes } of elements(parseXml(svg), "circle")) {
      expect(Number(attributes.cy)).toBeGreaterThan(40);
      expect(Number(attributes.cy)).toBeLessThan(260);
    }
  });

  it("has colours for light and for dark, and no script", () => {
    expect(svg).toContain("prefers-color-scheme: dark");
    expect(svg).not.toMatch(/<script|href|url\(/);
  });

  it("shows months where days would be too many", () => {
    const years = gainChart([part(0, { before: 9, after: 1 }), part(1500, { before: 9, after: 1 })])!;
    expect([years.unit, years.spans]).toEqual(["month", 50]);
    expect(gainChart([part(0, { before: 9, after: 1 }), part(400, { before: 9, after: 1 })])!.unit).toBe("week");
  });

  it("is drawn of one day, and of an output that became longer", () => {
    const one = gainChart([part(0, { before: 100, after: 900 })])!;
    expect(told(one.svg, "circle")).toEqual(["2026-11-20: -200"]);
    expect(one.svg).not.toMatch(/NaN|Infinity/);
  });

  it("is none of nothing", () => expect(gainChart([])).toBeNull());
});
