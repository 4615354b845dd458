// The growth plot: valid XML without script, a line for each system, axes that hold the values.

import { describe, expect, test } from "vitest";
import { entriesLabel, logAxis, spread, timeLabel } from "../../../bench/plot/axis.ts";
import { codeGrowthPlot, growthPlot } from "../../../bench/plot/growth.ts";
import { measured, peer, runOf } from "../../support/bench-run.ts";
import { type Element, elementsOf, parseXml, textOf } from "../../support/xml.ts";

const sizes = [1000, 10_000, 1_000_000];
const run = runOf(
  sizes.flatMap((size) => [
    measured(size, "open-search", 50),
    measured(size, "search", size / 20_000),
    measured(size, "store", 1.1),
    measured(size, "brief-topic", 5),
  ]),
  [
    ...sizes.map((size) => peer(size, "helix, over MCP", 1)),
    peer(1000, "Tom & <Jerry> 1.2.3", 3),
    peer(10_000, "Tom & <Jerry> 1.3.0", 30),
    { ...peer(1000, "Other", 700), store: null },
  ],
);

/** The panels of the plot of some runs. */
function panelsOf(...runs: Parameters<typeof growthPlot>[0]): Element[] {
  return elementsOf(parseXml(growthPlot(runs)), "g").filter(({ attributes }) => attributes.class === "panel");
}

function ofClass(element: Element, name: string, wanted: string): Element[] {
  return elementsOf(element, name).filter(({ attributes }) => (attributes.class ?? "").split(" ").includes(wanted));
}

function labelsOf(panel: Element): string[] {
  return ofClass(panel, "text", "label").map(textOf);
}

describe("the growth plot", () => {
  test("is one XML document without script, pictures or addresses", () => {
    const text = growthPlot([run]);
    const root = parseXml(text);
    expect(root).toMatchObject({ name: "svg", attributes: { viewBox: expect.stringMatching(/^0 0 \d+ \d+$/) } });
    expect(text).not.toMatch(/<script|<image|<foreignObject|href|\bon\w+=|url\(|@import/);
    expect(text.match(/https?:[^"]*/g)).toEqual(["http://www.w3.org/2000/svg"]);
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });

  test("can be read on dark and on light", () => {
    expect(textOf(elementsOf(parseXml(growthPlot([run])), "style")[0]!)).toContain("prefers-color-scheme: dark");
  });

  test("has a panel for open, search, store and brief, with one labelled line for each system that can do it", () => {
    const panels = panelsOf(run);
    expect(panels.map((panel) => textOf(ofClass(panel, "text", "title")[0]!).split(/[ ,]/)[0])).toEqual([
      "open",
      "search",
      "store",
      "brief",
    ]);
    expect(panels.map(labelsOf)).toEqual([
      ["helix", "Tom &amp; &lt;Jerry&gt;", "Other"],
      ["helix", "Tom &amp; &lt;Jerry&gt;", "Other"],
      ["helix", "Tom &amp; &lt;Jerry&gt;"],
      ["helix"],
    ]);
    for (const panel of panels) expect(ofClass(panel, "path", "line")).toHaveLength(labelsOf(panel).length);
  });

  test("keeps a system's colour in all panels, and no two share one", () => {
    const colours = new Map<string, Set<string>>();
    for (const panel of panelsOf(run)) {
      const keys = ofClass(panel, "rect", "key").map(({ attributes }) => attributes.fill!);
      expect(
        ofClass(panel, "path", "line")
          .map(({ attributes }) => attributes.stroke!)
          .toSorted(),
      ).toEqual(keys.toSorted());
      labelsOf(panel).forEach((label, index) => {
        colours.set(label, (colours.get(label) ?? new Set()).add(keys[index]!));
      });
    }
    expect([...colours.values()].map(({ size }) => size)).toEqual([1, 1, 1]);
    expect(new Set([...colours.values()].flatMap((each) => [...each])).size).toBe(3);
  });

  test("axes are labelled in powers of ten, and all points lie between them", () => {
    for (const panel of panelsOf(run)) {
      const ticks = ofClass(panel, "text", "tick").map(textOf);
      expect(ticks.slice(0, 5)).toEqual(["1k", "10k", "100k", "1M", "notes"]);
      expect(ticks.length).toBeGreaterThanOrEqual(7);
      const grid = ofClass(panel, "line", "grid").map(({ attributes }) => attributes);
      const within = (value: string, ends: readonly (string | undefined)[]) => {
        expect(Number(value)).toBeGreaterThanOrEqual(Math.min(...ends.map(Number)));
        expect(Number(value)).toBeLessThanOrEqual(Math.max(...ends.map(Number)));
      };
      for (const { attributes } of elementsOf(panel, "circle")) {
        within(
          attributes.cx!,
          grid.flatMap(({ x1, x2 }) => [x1, x2]),
        );
        within(
          attributes.cy!,
          grid.flatMap(({ y1, y2 }) => [y1, y2]),
        );
      }
    }
  });

  test("slower lies higher, more notes lie further right", () => {
    const points = elementsOf(panelsOf(run)[1]!, "circle").filter((each) => textOf(each).startsWith("helix"));
    const numbers = (name: string) => points.map(({ attributes }) => Number(attributes[name]));
    expect(numbers("cx")).toEqual(numbers("cx").toSorted((a, b) => a - b));
    expect(numbers("cy")).toEqual(numbers("cy").toSorted((a, b) => b - a));
    expect(new Set(numbers("cy")).size).toBe(3);
  });

  test("of several runs the last one counts, and sizes of all of them are shown", () => {
    const later = runOf([measured(1000, "search", 400), measured(2000, "search", 500)]);
    const titles = elementsOf(panelsOf(run, later)[1]!, "circle").map(textOf);
    expect(titles.filter((title) => title.startsWith("helix"))).toEqual([
      "helix, 1k: 400 ms",
      "helix, 2k: 500 ms",
      "helix, 10k: 0.5 ms",
      "helix, 1M: 50 ms",
    ]);
  });

  test("one size alone, and a run that measured nothing of it, are plots too", () => {
    expect(panelsOf(runOf([measured(1000, "search", 1)]))).toHaveLength(4);
    expect(panelsOf(runOf([]))).toHaveLength(4);
  });
});

describe("a logarithmic axis", () => {
  test("spans whole powers of ten around the values", () => {
    expect(logAxis([0.3, 45], 0, 300).ticks.map((tick) => Number(tick.toPrecision(3)))).toEqual([0.1, 1, 10, 100]);
    expect(logAxis([1000, 1_000_000], 0, 300).ticks).toEqual([1000, 10_000, 100_000, 1_000_000]);
    expect(logAxis([1000], 0, 300).ticks).toEqual([1000, 10_000]);
  });

  test("puts each power at an equal distance, from the first pixel to the last", () => {
    const axis = logAxis([1, 1000], 400, 100);
    expect(axis.ticks.map((tick) => Math.round(axis.at(tick)))).toEqual([400, 300, 200, 100]);
  });
});

test("labels that would overlap are moved apart in their order, and stay within the panel", () => {
  expect(spread([100, 102, 50], 14, 0, 200)).toEqual([100, 114, 50]);
  expect(spread([198, 199, 200], 14, 0, 200)).toEqual([172, 186, 200]);
  expect(spread([-5], 14, 0, 200)).toEqual([0]);
});

test.each([
  [100, "100"],
  [1000, "1k"],
  [50_000, "50k"],
  [2_500_000, "2.5M"],
])("%d entries are labelled %s", (entries, label) => {
  expect(entriesLabel(entries)).toBe(label);
});

test.each([
  [0.01, "10 µs"],
  [0.1, "0.1 ms"],
  [10, "10 ms"],
  [1500, "1.5 s"],
])("%d ms are labelled %s", (milliseconds, label) => {
  expect(timeLabel(milliseconds)).toBe(label);
});

test("the plot of code's growth has a line for each system, and sizes where sizes are meant", () => {
  const row = (lines: number, id: string, value: number, unit: string) => measured(`code-${lines}`, id, value, unit);
  const run = runOf(
    [10_000, 1_000_000].flatMap((lines) => [
      row(lines, "lines", lines, ""),
      row(lines, "searchable", lines / 2e5, "s"),
      row(lines, "search", 3, "ms"),
      row(lines, "grep", lines / 5000, "ms"),
      row(lines, "index-size", lines / 500, "MB"),
      row(lines, "fts5-size", lines / 100, "MB"),
    ]),
  );
  const text = codeGrowthPlot([run]);
  const panels = elementsOf(parseXml(text), "g").filter(({ attributes }) => attributes.class === "panel");
  expect(panels.map(labelsOf)).toEqual([["helix"], ["helix", "git grep"], ["helix", "SQLite FTS5"], []]);
  expect(text).toContain("lines of code</text>");
  expect(text).toContain("<title>helix, 1M: 5 s</title>");
  expect(text).toContain("<title>SQLite FTS5, 1M: 10 GB</title>");
  expect(text).not.toMatch(/NaN|undefined|Infinity|notes/);
});
