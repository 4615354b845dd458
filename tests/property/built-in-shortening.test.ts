// What the built-in shortening promises for any output: never longer, the same each time, the same twice, no line that
// says what is wrong lost, no line that was not there, and work that grows with the number of lines.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { undecorated, withoutDecoration } from "../../src/filters/built-in/decoration.ts";
import { withoutFrameworkFrames } from "../../src/filters/built-in/framework-frames.ts";
import { type Line, linesOf, utf8Length } from "../../src/filters/built-in/line.ts";
import { withShortJson } from "../../src/filters/built-in/long-json.ts";
import { withShortPaths } from "../../src/filters/built-in/path-prefix.ts";
import { priorityLines } from "../../src/filters/built-in/priority-context.ts";
import { isPriorityLine } from "../../src/filters/built-in/priority-lines.ts";
import { withoutProgress } from "../../src/filters/built-in/progress.ts";
import { keepRare } from "../../src/filters/built-in/rare-middle.ts";
import { alikeBlocks, alikeLines, onceEachBlock, onceEachLine } from "../../src/filters/built-in/repeats.ts";
import { isInsertion, shortenText } from "../../src/filters/built-in/shorten-text.ts";
import { frameAt } from "../../src/filters/built-in/stack-frames.ts";
import { terminalLines } from "../../src/filters/built-in/terminal-text.ts";
import { runs } from "../support/runs.ts";

const BUDGET = { bytesMax: 1500, linesMax: 30 };

const number = fc.nat({ max: 999 });
const word = fc.constantFrom("cart", "till", "shop", "price", "order", "läden", "stock", "item", "路径", "queue");
const line = fc.oneof(
  fc.tuple(word, number).map(([name, at]) => `   Compiling ${name}-${name} v1.${at}.0`),
  fc
    .tuple(word, number, number)
    .map(([name, at, column]) => `src/${name}.ts(${at},${column}): error TS2322: no ${name}`),
  fc.tuple(word, number).map(([name, at]) => `src/${name}.c:${at}:5: warning: unused variable '${name}'`),
  fc.tuple(word, number).map(([name, at]) => `  ${at}:3  error  '${name}' is not defined  no-undef`),
  fc.tuple(word, number).map(([name, at]) => `/tmp/shop/packages/core/src/${name}/${name}-${at}.ts`),
  fc.tuple(word, number).map(([name, at]) => `    at ${name} (/tmp/shop/node_modules/${name}/index.js:${at}:5)`),
  fc.tuple(word, number).map(([name, at]) => ` ✓ ${name} handles failure ${at} (3 tests) ${at}ms`),
  number.map((at) => `Receiving objects: ${at % 100}% (${at}/999)`),
  number.map((at) => `{"id": ${at}},`),
  fc.constantFrom("", "  ", "==========", "[", "]", "{", "}", "… an insertion", "waiting for the server to come up"),
  fc.constantFrom("\x1b[31mred\x1b[0m", "a\rb", "10%\r\x1b[Kerror: lost\r20%", "🚀 started", "\ud800", "Traceback"),
  fc.string({ maxLength: 40 }).map((text) => text.replaceAll("\n", " ")),
  fc.integer({ min: 900, max: 6000 }).map((length) => "ab".repeat(length / 2)),
);
/** Lines, and blocks of them that are repeated. */
const text = fc
  .array(fc.tuple(fc.array(line, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 12 })), { maxLength: 25 })
  .map((blocks) => blocks.flatMap(([lines, count]) => Array.from({ length: count }, () => lines).flat()).join("\n"));

const RUNS = { numRuns: runs(300) };

/** The lines of a text before anything is left out. */
function linesBefore(value: string): string[] {
  return terminalLines(value).map(undecorated);
}

test("the result is never longer, and the same each time", () => {
  fc.assert(
    fc.property(text, (value) => {
      const short = shortenText(value, BUDGET);
      expect(utf8Length(short.text)).toBeLessThanOrEqual(utf8Length(value));
      expect(shortenText(value, BUDGET)).toEqual(short);
      if (short.text === value) expect(short.linesLeftOut).toBe(0);
      expect(short.linesLeftOut).toBeLessThanOrEqual(value.split("\n").length);
    }),
    RUNS,
  );
});

test("each line that says what is wrong stays", () => {
  fc.assert(
    fc.property(text, (value) => {
      const before = linesBefore(value);
      const after = shortenText(value, BUDGET).text;
      const lines = new Set(after === value ? before : after.split("\n"));
      for (const [at, each] of before.entries()) {
        if (isPriorityLine(each) && each.length < 1000 && frameAt(before, at) === null && !lines.has(each))
          throw new Error(`lost: ${JSON.stringify(each)}`);
      }
    }),
    RUNS,
  );
});

test("each line of the result is one of the text, its beginning, or an insertion", () => {
  fc.assert(
    fc.property(text, (value) => {
      const before = new Set(linesBefore(value));
      const { text: after } = shortenText(value, BUDGET);
      if (after === value) return;
      for (const each of after.split("\n")) {
        if (isInsertion(each) || before.has(each)) continue;
        const [start, directory] = [each.split(" … ")[0]!, /"…\/" stands for (.*)/.exec(after)?.[1] ?? "…/"];
        const whole = each.replaceAll("…/", directory);
        if (before.has(whole) || [...before].some((other) => other.startsWith(start))) continue;
        throw new Error(`was not there: ${JSON.stringify(each)}`);
      }
    }),
    RUNS,
  );
});

test("a result within the budget is not shortened again", () => {
  fc.assert(
    fc.property(text, (value) => {
      const { text: once } = shortenText(value, BUDGET);
      if (utf8Length(once) > BUDGET.bytesMax / 2) return;
      expect(shortenText(once, BUDGET).text).toBe(once);
    }),
    RUNS,
  );
});

describe("the work grows with the number of lines", () => {
  /** How often a step reads a line of texts. */
  function reads(step: (lines: readonly Line[]) => unknown, texts: readonly string[]): number {
    let count = 0;
    const lines = linesOf(texts, new Set());
    step(
      new Proxy(lines, {
        get(target, key, receiver) {
          if (typeof key === "string" && /^\d+$/.test(key)) count++;
          return Reflect.get(target, key, receiver);
        },
      }),
    );
    return count;
  }

  const steps: [string, (lines: readonly Line[]) => unknown][] = [
    ["context", (lines) => priorityLines(new Proxy(lines as unknown as string[], textsOf))],
    ["decoration", withoutDecoration],
    ["progress", withoutProgress],
    ["lines", onceEachLine],
    ["blocks", onceEachBlock],
    ["alike lines", alikeLines],
    ["alike blocks", alikeBlocks],
    ["paths", withShortPaths],
    ["frames", withoutFrameworkFrames],
    ["JSON", withShortJson],
    ["middle", (lines) => keepRare(lines, { bytes: 2000, lines: 40 })],
  ];
  /** Reads the texts of lines in place of the lines. */
  const textsOf: ProxyHandler<string[]> = {
    get(target, key, receiver) {
      const value = Reflect.get(target, key, receiver);
      return typeof key === "string" && /^\d+$/.test(key) ? (value as unknown as Line | undefined)?.text : value;
    },
  };
  const shapes: [string, (at: number) => string][] = [
    ["alike", (at) => `step ${at}`],
    ["equal", () => "the same"],
    ["errors", (at) => `src/a.ts(${at},1): error TS1: x`],
    ["frames", (at) => `    at total (/tmp/shop/src/cart.js:${at}:7)`],
    ["tracebacks", (at) => (at % 2 === 0 ? "Traceback (most recent call last):" : '  File "/tmp/a.py", line 3, in x')],
    ["brackets", (at) => `${" ".repeat(at % 50)}[`],
    ["deeper and deeper", (at) => `${" ".repeat(at)}{`],
    ["progress", (at) => `Downloading ${at}`],
    ["blanks", () => ""],
    ["failed tests", (at) => `${" ".repeat(at % 9)}× fails ${at}`],
  ];
  test.each(steps.flatMap(([name, step]) => shapes.map(([shape, of]) => [name, shape, step, of] as const)))(
    "%s on %s",
    (_name, _shape, step, of) => {
      const few = reads(
        step,
        Array.from({ length: 400 }, (_, at) => of(at)),
      );
      const many = reads(
        step,
        Array.from({ length: 1600 }, (_, at) => of(at)),
      );
      expect(many).toBeLessThanOrEqual(few * 6 + 400);
    },
  );
});
