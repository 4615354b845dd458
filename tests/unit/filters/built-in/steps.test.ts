// Each step of the built-in shortening, by itself.

import { describe, expect, test } from "vitest";
import { undecorated, withoutDecoration } from "../../../../src/filters/built-in/decoration.ts";
import { withoutFrameworkFrames } from "../../../../src/filters/built-in/framework-frames.ts";
import { type Line, linesOf, plainLine, textOf } from "../../../../src/filters/built-in/line.ts";
import { withShortJson } from "../../../../src/filters/built-in/long-json.ts";
import { withShortLines } from "../../../../src/filters/built-in/long-lines.ts";
import { withShortPaths } from "../../../../src/filters/built-in/path-prefix.ts";
import { isProgress, withoutProgress } from "../../../../src/filters/built-in/progress.ts";
import { alikeBlocks, alikeLines, onceEachBlock, onceEachLine } from "../../../../src/filters/built-in/repeats.ts";
import { fewOfEach } from "../../../../src/filters/built-in/scattered-repeats.ts";
import { terminalLines } from "../../../../src/filters/built-in/terminal-text.ts";
import { withoutTimes } from "../../../../src/filters/built-in/timestamps.ts";

type Step = (lines: readonly Line[]) => Line[];

/** Applies a step to a text of lines. Lines that begin with `!` have to stay. */
function apply(step: Step, texts: readonly string[]): string[] {
  const kept = new Set(texts.flatMap((text, at) => (text.startsWith("!") ? [at] : [])));
  return textOf(step(linesOf(texts, kept))).split("\n");
}

const numbered = <Value>(count: number, text: (at: number) => Value) =>
  Array.from({ length: count }, (_, at) => text(at));

describe("a terminal", () => {
  test.each([
    ["\x1b[31mred\x1b[0m", ["red"]],
    ["\x1b]8;;https://a.example\x1b\\link\x1b]8;;\x1b\\", ["link"]],
    ["\x1b]0;title\x07text", ["text"]],
    ["10%\r50%\r100%\ndone", ["100%", "done"]],
    ["a long line\rshort", ["shortg line"]],
    ["|\b/\b-\bok", ["ok"]],
    ["windows\r\nlines\r\n", ["windows", "lines", ""]],
    ["a\0b\x07c", ["abc"]],
    ["a\ttab", ["a\ttab"]],
    ["one\ntwo\x1b[1A\x1b[2Kthree", ["one", "two", "three"]],
    ["10%\rerror: lost\r99%          ", ["error: lost", "99%"]],
    ["\ud800", ["\ufffd"]],
  ])("shows %j in the end as %j", (text, lines) => {
    expect(terminalLines(text)).toEqual(lines);
  });
});

describe("decoration", () => {
  test.each([
    ["🚀 Server started  ", "Server started"],
    ["  🎉🎊 done", "  done"],
    ["✓ passed", "✓ passed"],
    ["💥 crashed", "💥 crashed"],
    ["naïve 🚀 text", "naïve 🚀 text"],
  ])("of %j leaves %j", (line, rest) => {
    expect(undecorated(line)).toBe(rest);
  });

  test("is left out: rules, frames and blank lines beyond one", () => {
    const lines = ["", "a", "==========", "", "", "", "╭──────────╮", "│          │", "╰──────────╯", "b", "", ""];
    expect(apply(withoutDecoration, lines)).toEqual(["a", "", "b"]);
  });

  test("is not: rulers of tables, short rules, marks of conflicts", () => {
    const lines = ["------+-------", "---", "=======", "----  -----", "!----------"];
    expect(apply(withoutDecoration, lines)).toEqual(lines);
  });
});

describe("progress", () => {
  test.each([
    "Receiving objects:  12% (3/25), 1.2 MiB | 2.3 MiB/s",
    "remote: Compressing objects: 100% (3/3), done.",
    " 45%",
    "[=====>          ] 45%",
    "   ━━━━━━━━━━━━━━━━━━━━━ 12.3/45.6 MB 3.4 MB/s eta 0:00:10",
    "⠋ reify:lodash",
    "   50K .......... .......... .......... .......... ..........  5% 3.4M 0s",
    "Downloading https://registry.example/a.tgz",
    "[INFO] Downloading from central: https://repo.example/a.pom",
    "Get:1 http://deb.example bookworm InRelease [151 kB]",
    "a1b2c3d4e5f6: Pulling fs layer",
  ])("is %j", (line) => {
    expect(isProgress(line)).toBe(true);
  });

  test.each([
    "/dev/sda1        20G   5G   15G  25% /",
    " src/cart.ts  |   85.71 |      100 |   75 |   85.71 | 12-14",
    " rename src/{a => b}/x.ts (98%)",
    "100% tests passed, 0 tests failed out of 12",
    "Downloading a.tgz failed",
  ])("is not %j", (line) => {
    expect(isProgress(line)).toBe(false);
  });

  test("of a run the last line stays", () => {
    const lines = ["Cloning", ...numbered(20, (at) => `Receiving objects: ${at * 5}% (${at}/20)`), "", "done"];
    const rest = ["Cloning", "Receiving objects: 95% (19/20)", "… 19 lines of progress above it", "", "done"];
    expect(apply(withoutProgress, lines)).toEqual(rest);
  });

  test("two lines stay, and so do those that have to", () => {
    const lines = [" 10%", " 20%", "!Downloading a", "!Downloading b", "!Downloading c"];
    expect(apply(withoutProgress, lines)).toEqual(lines);
  });
});

describe("what repeats", () => {
  test("lines are shown once with their number, if that is shorter", () => {
    const line = "waiting for the server to come up";
    expect(apply(onceEachLine, [line, line, line, "x", "x"])).toEqual([
      line,
      "… the line above 2 times more",
      "x",
      "x",
    ]);
  });

  test("blocks are shown once with their number", () => {
    const block = ["connecting to the server", "waiting for an answer", "retrying in one second"];
    const lines = ["start", ...block, ...block, ...block, ...block, "connected"];
    const rest = ["start", ...block, "… the 3 lines above 3 times more", "connected"];
    expect(apply(onceEachBlock, lines)).toEqual(rest);
  });

  test("lines alike but for numbers are shown as the first and the last", () => {
    const lines = numbered(50, (at) => `step ${at} took ${at * 3} ms`);
    expect(apply(alikeLines, lines)).toEqual([
      "step 0 took 0 ms",
      "… 48 lines alike, with other numbers",
      "step 49 took 147 ms",
    ]);
  });

  test("rows of numbers, other words, and lines that have to stay are not alike", () => {
    const rows = numbered(50, (at) => `${at},${at * at}`);
    const words = ["one 1", "two 2", "ten 3", "six 4", "nil 5", "ace 6", "all 7"];
    const kept = numbered(50, (at) => `!error in line ${at}`);
    for (const lines of [rows, words, kept]) expect(apply(alikeLines, lines)).toEqual(lines);
  });

  test("blocks alike but for numbers are shown once", () => {
    const lines = numbered(5, (at) => [`request ${at}`, `answered in ${at * 7} ms`, "closed it"]).flat();
    const rest = ["request 0", "answered in 0 ms", "closed it", "… the 3 lines above 4 times more, with other numbers"];
    expect(apply(alikeBlocks, lines)).toEqual(rest);
  });
});

describe("times", () => {
  test("are left out where all lines begin with one, and their range is said", () => {
    const lines = numbered(12, (at) => `2026-01-02T10:00:${10 + at}.123Z event ${at}`);
    const rest = apply(withoutTimes, lines);
    expect(rest[0]).toBe(
      "… times at the beginning of lines are left out: 2026-01-02T10:00:10.123Z to 2026-01-02T10:00:21.123Z",
    );
    expect(rest.slice(1, 3)).toEqual(["event 0", "event 1"]);
  });

  test("stay where one line has none", () => {
    const lines = [...numbered(12, (at) => `10:00:${10 + at} event ${at}`), "done"];
    expect(apply(withoutTimes, lines)).toEqual(lines);
  });
});

describe("paths", () => {
  test("below one long directory are written with `…/`, and lines that have to stay keep theirs", () => {
    const directory = "/tmp/shop/packages/cart/src/";
    const lines = [...numbered(30, (at) => `compiled ${directory}file-${at}.ts`), `!error in ${directory}x.ts:3`];
    const rest = apply(withShortPaths, lines);
    expect(rest[0]).toBe(`… "…/" stands for ${directory}`);
    expect(rest[1]).toBe("compiled …/file-0.ts");
    expect(rest.at(-1)).toBe(`!error in ${directory}x.ts:3`);
  });

  test("stay where little would be saved, and in addresses", () => {
    const few = ["/tmp/shop/a/b.ts", "/tmp/shop/a/c.ts"];
    const addresses = numbered(30, (at) => `https://a.example/tmp/shop/packages/cart/${at}`);
    for (const lines of [few, addresses]) expect(apply(withShortPaths, lines)).toEqual(lines);
  });
});

describe("frames of frameworks", () => {
  test("become a note, own frames stay", () => {
    const lines = [
      "Error: boom",
      "    at total (/tmp/shop/src/cart.js:12:7)",
      "    at a (/tmp/shop/node_modules/lib/a.js:1:1)",
      "    at b (/tmp/shop/node_modules/lib/b.js:1:1)",
      "    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)",
    ];
    expect(apply(withoutFrameworkFrames, lines)).toEqual([...lines.slice(0, 2), "… 3 frames of node_modules, node"]);
  });

  test.each([
    ["\tat org.junit.Assert.fail(Assert.java:89)", "\tat java.base/java.lang.Thread.run(Thread.java:840)"],
    [
      "runtime.gopanic({0x1, 0x2})",
      "\t/usr/local/go/src/runtime/panic.go:770 +0x132",
      "runtime.goexit({})",
      "\t/usr/local/go/src/runtime/asm_amd64.s:1695 +0x1",
    ],
    [
      '  File "/usr/lib/python3.11/runpy.py", line 1, in run',
      "    code()",
      '  File "/tmp/v/site-packages/click/core.py", line 3, in main',
      "    return rv",
    ],
    [
      "   3: core::panicking::panic",
      "             at /rustc/abc/library/core/src/panicking.rs:1:5",
      "   4: std::rt::lang_start",
      "             at /rustc/abc/library/std/src/rt.rs:1:5",
    ],
  ])("of other languages too, case %#", (...lines) => {
    const rest = apply(withoutFrameworkFrames, ["boom", ...lines, "end"]);
    expect(rest).toHaveLength(3);
    expect(rest[1]).toMatch(/^… 2 frames of /);
  });
});

describe("JSON", () => {
  const printed = (value: unknown) => JSON.stringify(value, null, 2).split("\n");

  test("of a long array the first items and the number of the others stay", () => {
    const lines = printed({ items: numbered(40, (at) => ({ id: at, name: `n${at}` })) });
    const rest = apply(withShortJson, ["result:", ...lines, "done"]);
    expect(rest.slice(3, 11).join("")).toContain('"name": "n1"');
    expect(rest).toContain("… 38 items more");
    expect(rest.at(-1)).toBe("done");
    expect(rest.length).toBeLessThan(20);
  });

  test("of a long object the other keys are named", () => {
    const lines = printed(Object.fromEntries(numbered(30, (at) => [`key${at}`, at])));
    expect(apply(withShortJson, lines)).toContain(`… 22 keys more: ${numbered(22, (at) => `key${at + 8}`).join(", ")}`);
  });

  test("an item that has to stay stays", () => {
    const lines = ["[", ...numbered(40, (at) => (at === 20 ? "!" : "").concat(`  "${at}"`, at === 39 ? "" : ",")), "]"];
    const texts = lines.map((text) => text.replace("!", ""));
    const rest = textOf(withShortJson(texts.map((text, at) => plainLine(text, lines[at]!.startsWith("!")))));
    expect(rest).toContain('"20"');
    expect(rest).not.toContain('"19"');
  });

  test("code in braces stays", () => {
    const lines = ["function a() {", ...numbered(30, (at) => `  step(${at});`), "}"];
    expect(apply(withShortJson, lines)).toEqual(lines);
  });
});

test("a very long line is cut, and says by how much", () => {
  const [line] = apply(withShortLines, ["a".repeat(5000)]);
  expect(line).toBe(`${"a".repeat(400)} … 4600 characters of this line left out`);
  expect(apply(withShortLines, [`!${"a".repeat(1500)}`])[0]).toHaveLength(1501);
});

test("of a very long line that has to stay the end is shown, too", () => {
  const [line] = apply(withShortLines, [`!${"a".repeat(6000)}${"b".repeat(500)}`]);
  expect(line).toBe(`!${"a".repeat(1999)} … 4001 characters of this line left out … ${"b".repeat(500)}`);
});

test("notes of an earlier shortening belong to the line above them", () => {
  const lines = linesOf(["a", "… the line above 3 times more", "b"], new Set());
  expect(lines).toHaveLength(2);
  expect(textOf(lines)).toBe("a\n… the line above 3 times more\nb");
});

test("of equal lines at many places that have to stay the first stay, unless others that have to stay are near", () => {
  const alone = numbered(10, (at) => [`a${at}`, "b", "!no such module", "c", "d"]).flat();
  const kept = (texts: string[]) =>
    fewOfEach(linesOf(texts, new Set(texts.flatMap((text, at) => (text.startsWith("!") ? [at] : []))))).filter(
      (line) => line.isKept,
    );
  expect(textOf(kept(alone)).split("\n")).toEqual([
    "!no such module",
    "!no such module",
    "!no such module",
    "… the line above 7 times more in this text",
  ]);
  const placed = numbered(10, (at) => ["a", "!mismatched types", `!--> a.rs:${at}`, "b", "c"]).flat();
  expect(kept(placed)).toHaveLength(20);
});

test("a line with an odd figure is not alike", () => {
  const lines = numbered(60, (at) => `job ${at} ended with exit ${at === 33 ? 3 : 0} after ${at * 7} s`);
  const rest = apply(alikeLines, lines);
  expect(rest).toContain("job 33 ended with exit 3 after 231 s");
  expect(rest).toHaveLength(7);
});
