// The lines that stack traces and compilers name, and the files that are meant.

import { expect, test } from "vitest";
import { meantFiles, namedLines } from "../../../../src/code/search/named-lines.ts";

const shown = (text: string) => namedLines(text).map(({ path, line }) => `${path}:${line}`);

test.each([
  ["at get (src/Cache.ts:14:5)", ["src/cache.ts:14"]],
  ["at com.shop.Cache.get(Cache.java:14)", ["cache.java:14"]],
  ["src/cache.cs(14,5): error CS1002", ["src/cache.cs:14"]],
  ["   at Shop.Cache.Get(String key) in C:\\shop\\src\\Cache.cs:line 14", ["c:/shop/src/cache.cs:14"]],
  ["see the chapter:line 14", []],
  ["  --> src/main.rs:3:7", ["src/main.rs:3"]],
  ["\t/go/src/shop/cache.go:14 +0x1d", ["/go/src/shop/cache.go:14"]],
  ["C:\\shop\\cache.py:9: warning", ["c:/shop/cache.py:9"]],
  ["file:///srv/a.mjs:2:1", ["file:///srv/a.mjs:2"]],
  ["at 10:30 on 2026-02-21 v1.2:3 of shop", []],
  ["what cache.ts does", []],
  ["cache.ts:0", []],
])("%j", (text, places) => expect(shown(text)).toEqual(places));

test("of a trace whose newest frame is the last, that one comes first", () => {
  const trace = 'Traceback (most recent call last):\n  File "a.py", line 3, in x\n  File "b.py", line 9, in y\n';
  expect(shown(trace)).toEqual(["b.py:9", "a.py:3"]);
});

test("a name may be longer or shorter than the path that it means", () => {
  const paths = ["src/cache.ts", "lib/cache.ts", "src/in/cache.ts", "src/notcache.ts"];
  expect(meantFiles("/srv/app/src/cache.ts", paths)).toEqual(["src/cache.ts"]);
  expect(meantFiles("in/cache.ts", paths)).toEqual(["src/in/cache.ts"]);
  expect(meantFiles("cache.ts", paths)).toEqual(["lib/cache.ts", "src/cache.ts", "src/in/cache.ts"]);
  expect(meantFiles("other/cache.ts", paths)).toEqual([]);
});

test("an installed package has no folder of sources around its own", () => {
  const paths = ["src/flask/app.py", "tests/app.py", "lib/app.py"];
  expect(meantFiles("/usr/lib/python3/site-packages/flask/app.py", paths)).toEqual(["src/flask/app.py"]);
  expect(meantFiles("/usr/lib/python3/site-packages/other/app.py", paths)).toEqual([]);
});

test("a long text without places takes no time to speak of, and no more than twenty count", () => {
  expect(shown(`${"a".repeat(15_000)}.`)).toEqual([]);
  expect(shown("a.".repeat(7000))).toEqual([]);
  const many = Array.from({ length: 50 }, (_, at) => `a${at}.ts:${at + 1}`).join("\n");
  expect(shown(many)).toHaveLength(20);
});
