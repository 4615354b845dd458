// Any bytes through the built-in shortening: no crash, never longer, well formed, and the same each time. And texts of
// a size and a shape that would take long if a step were not linear.

import { expect, test } from "vitest";
import { shortenText } from "../../src/filters/built-in/shorten-text.ts";
import { type Check, fuzz } from "./engine/campaign.ts";

async function load(): Promise<Check> {
  const { shortenText: shorten } = await import("../../src/filters/built-in/shorten-text.ts");
  return (input) => {
    const text = Buffer.from(input).toString("utf8");
    for (const bytesMax of [0, 300, 6000]) {
      const short = shorten(text, { bytesMax, linesMax: 20 });
      if (Buffer.byteLength(short.text) > Buffer.byteLength(text)) throw new Error("longer");
      if (!short.text.isWellFormed()) throw new Error("lone surrogates");
      expect(shorten(text, { bytesMax, linesMax: 20 })).toEqual(short);
    }
  };
}

test("any bytes are shortened, or stay", async () => {
  await fuzz({
    name: "built-in-shortening",
    executions: 600,
    seeds: [
      "error[E0308]: mismatched types\n --> src/main.rs:3:18\n  |\n3 |  let x\n  |   ^^^\n\n",
      "Receiving objects: 10%\rReceiving objects: 20%\rdone\n\x1b[31mred\x1b[0m\x1b]8;;a\x1b\\b\n",
      "/a/b.js\n  1:2  error  x  no-x\n\n✖ 1 problem\n",
      'Traceback (most recent call last):\n  File "a.py", line 1, in x\n    y\nValueError: z\n',
      '{\n  "a": [\n    1,\n    2\n  ],\n  "b": {}\n}\n',
      "    at a (/x/node_modules/y.js:1:1)\n    at b (node:internal:1:1)\n",
      "2026-01-02T10:00:00Z a\n2026-01-02T10:00:01Z a\n",
      "… 3 lines\n… the line above\na\na\na\na\n",
    ],
    lengthMax: 4096,
    load,
  });
});

const MEGABYTE = 1_000_000;
const many = (piece: string, length = MEGABYTE) => piece.repeat(Math.ceil(length / piece.length));

test.each([
  ["200,000 different lines", Array.from({ length: 200_000 }, (_, at) => `line ${at} of ${at % 977}`).join("\n")],
  ["200,000 equal lines", many("waiting\n", 1_600_000)],
  ["200,000 errors", Array.from({ length: 200_000 }, (_, at) => `a.ts(${at},1): error TS1: x`).join("\n")],
  ["a line of a megabyte", many("x")],
  ["a line of base64", many("QUJDREVG")],
  ["a line of spaces", many(" ")],
  ["a line of carriage returns", many("10%\r")],
  ["a line of backspaces", many("a\b\b")],
  ["a line of unfinished sequences", many("\x1b]8;;\x9b")],
  ["NUL", many("\0")],
  ["lone surrogates", many("\ud83d")],
  ["opening brackets, deeper each line", Array.from({ length: 2000 }, (_, at) => `${" ".repeat(at)}[`).join("\n")],
  ["words of one letter", many("a b c d ")],
  ["path after path", many("/a/b/c/d/e/f/g/h/ ")],
  ["dots and colons", many("a.b:1:1.c:")],
  ["percentages", many("99.9 %")],
  ["bars", many("[#########")],
  ["digits", many("1234567890")],
  ["hexadecimal digits", many("0123abcd")],
  ["insertions", many("… 3 lines\n")],
  ["frames", many("    at a (/x/node_modules/y.js:1:1)\n")],
])("%s", (_name, text) => {
  const short = shortenText(text);
  expect(Buffer.byteLength(short.text)).toBeLessThanOrEqual(Buffer.byteLength(text));
});
