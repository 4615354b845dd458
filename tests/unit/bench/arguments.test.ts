// What `npm run bench` takes, and how it refuses the rest.

import { describe, expect, test } from "vitest";
import { ArgumentError, DEFAULT_SIZES, parseArguments } from "../../../bench/arguments.ts";

function measure(...words: string[]) {
  const request = parseArguments(words);
  if (request.kind !== "measure") throw new Error(`${request.kind} instead of a measurement`);
  return request;
}

describe("the arguments of the bench", () => {
  test("nothing: the default sizes, with peers, not kept", () => {
    expect(measure()).toEqual({
      kind: "measure",
      sizes: [...DEFAULT_SIZES],
      quick: false,
      microOnly: false,
      peers: true,
      keep: false,
      binary: null,
      against: null,
    });
  });

  test.each([
    [
      ["50000", "1000", "1000"],
      [1000, 50_000],
    ],
    [
      ["10,000", "2_000"],
      [2000, 10_000],
    ],
    [["--all"], [1000, 10_000, 50_000, 100_000, 1_000_000]],
    [["--million"], [1000, 50_000, 1_000_000]],
    [
      ["1000", "--million"],
      [1000, 1_000_000],
    ],
    [["--quick"], [1000, 10_000]],
    [["--quick", "5000"], [5000]],
  ])("%j: sizes %j, ascending, each once", (words, sizes) => {
    expect(measure(...words).sizes).toEqual(sizes);
  });

  test("options", () => {
    expect(measure("--keep", "--binary", "a/helix", "1000")).toMatchObject({
      keep: true,
      binary: "a/helix",
      sizes: [1000],
    });
    expect(measure("--quick").peers).toBe(false);
    expect(measure("--no-peers").peers).toBe(false);
    expect(measure("--micro").microOnly).toBe(true);
    expect(measure("--against", "b/helix", "--binary", "a/helix", "1000")).toMatchObject({
      binary: "a/helix",
      against: "b/helix",
    });
  });

  test("stored runs are made into a plot or a table", () => {
    expect(parseArguments(["--plot"])).toEqual({ kind: "plot", runs: [] });
    expect(parseArguments(["--plot", "a.json", "b.json"])).toEqual({ kind: "plot", runs: ["a.json", "b.json"] });
    expect(parseArguments(["--table", "a.json"])).toEqual({ kind: "table", run: "a.json" });
    expect(parseArguments(["1000", "--help"])).toEqual({ kind: "help" });
  });

  test.each([
    ["ten"],
    ["-5"],
    ["0"],
    ["99"],
    ["1.5"],
    ["1e3"],
    [""],
    ["99000000"],
    ["--quik"],
    ["--binary"],
    ["--binary", "--keep"],
    ["--keep", "--quick"],
    ["--micro", "--keep"],
    ["--against"],
    ["--against", "b/helix", "--keep"],
    ["--against", "b/helix", "--micro"],
    ["--table"],
    ["--table", "a.json", "b.json"],
    ["--plot", "a.svg"],
  ])("refuses %j in one line that shows what is accepted", (...words) => {
    expect(() => parseArguments(words)).toThrow(ArgumentError);
    expect(() => parseArguments(words)).toThrow(/^[^\n]*e\.g\. [^\n]*$/);
  });
});
