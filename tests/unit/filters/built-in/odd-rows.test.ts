// Which rows of tables and listings stay wherever they stand: those that are not well, that differ, the extremes, one of
// each kind. And which do not, so that a long table becomes short.

import { describe, expect, test } from "vitest";
import { oddRows } from "../../../../src/filters/built-in/odd-rows.ts";

const times = (count: number, row: (at: number) => string) => Array.from({ length: count }, (_, at) => row(at));

/** The odd ones of rows, as texts; `planted` stand in the middle. */
function oddOf(rows: readonly string[], ...planted: string[]): string[] {
  const middle = rows.length >> 1;
  const all = [...rows.slice(0, middle), ...planted, ...rows.slice(middle)];
  return [...oddRows(all)].sort((a, b) => a - b).map((at) => all[at]!);
}

const pods = ["NAME   READY   STATUS   RESTARTS   AGE", ...times(60, (at) => `web-${at}   1/1   Running   0   4d`)];
const containers = [
  "CONTAINER ID   IMAGE   COMMAND   CREATED   STATUS   NAMES",
  ...times(
    60,
    (at) => `${(at * 7919 + 0xabc000).toString(16)}ffffff   img:${at}   "cmd"   3 weeks ago   Up 3 weeks   svc-${at}`,
  ),
];
const units = times(60, (at) => `unit-${at}.service  loaded  active  running  The unit ${at}`);

describe("rows of things that are not well", () => {
  test.each([
    "odd   0/1   Running   0   4d",
    "odd   1/1   Running   57 (3m ago)   4d",
    "odd   0/1   Error   0   4d",
    "odd   0/1   Init:0/2   0   4d",
    "odd   1/1   Terminating   0   4d",
    "odd   1/2   CrashLoopBackOff   9   4d",
    "odd   0/1   StartError   0   4d",
  ])("a pod: %s", (row) => {
    expect(oddOf(pods, row)).toEqual([row]);
  });

  test.each([
    'abcdefabcdef   img   "cmd"   3 weeks ago   Exited (137) 2 minutes ago   odd',
    'abcdefabcdef   img   "cmd"   3 weeks ago   Restarting (1) 5 seconds ago   odd',
    'abcdefabcdef   img   "cmd"   3 weeks ago   Up 3 weeks (unhealthy)   odd',
    'abcdefabcdef   img   "cmd"   3 weeks ago   Up 3 weeks (Paused)   odd',
  ])("a container: %s", (row) => {
    expect(oddOf(containers, row)).toContain(row);
  });

  test.each(["odd.service  loaded  failed  failed  The odd one", "odd.service  masked  active  running  The odd one"])(
    "a unit: %s",
    (row) => {
      expect(oddOf(units, row)).toEqual([row]);
    },
  );

  test("stay however many they are, up to a quarter", () => {
    const unready = times(15, (at) => `odd-${at}   0/1   Running   0   4d`);
    expect(oddOf(pods, ...unready)).toEqual(unready);
  });

  test("are nothing special where most are so", () => {
    const pending = times(60, (at) => `job-${at}   0/1   Pending   0   4d`);
    expect(oddOf(pending)).toEqual([]);
  });
});

describe("rows with a rare value", () => {
  test("stay, in columns with lines between them, too", () => {
    const rows = times(40, (at) => `│ user ${at} │ member │ yes │`);
    expect(oddOf(rows, "│ root │ owner │ yes │")).toEqual(["│ root │ owner │ yes │"]);
  });

  test("do not stay where all values differ", () => {
    expect(oddOf(times(60, (at) => `name${at * 7} other${at * 13}x third-${at}`))).toEqual([]);
  });
});

describe("extremes", () => {
  const sizes = times(200, (at) => `${((at * 7919) % 90_000) + 1000}\t./cache/item${at}`);

  test("the largest and the smallest figure stay", () => {
    const odd = oddOf(sizes, "4385248\t./cache/huge", "3\t./cache/tiny");
    expect(odd).toContain("4385248\t./cache/huge");
    expect(odd).toContain("3\t./cache/tiny");
    expect(odd.length).toBeLessThanOrEqual(8);
  });

  test("sizes count by their units", () => {
    const rows = times(50, (at) => `${900 - at * (at % 7)}K\t./a/${at}`);
    expect(oddOf(rows, "1.2G\t./huge")).toContain("1.2G\t./huge");
  });

  test("figures that are named, or have their unit behind them", () => {
    const rows = times(60, (at) => `64 bytes from 10.0.0.1: icmp_seq=${at} ttl=64 time=${10 + (at % 7)}.${at % 10} ms`);
    const slow = "64 bytes from 10.0.0.1: icmp_seq=61 ttl=64 time=2.3 s";
    expect(oddOf(rows, slow)).toContain(slow);
  });

  test("the sum does not hide the largest", () => {
    const rows = [...times(60, (at) => ` ${(at * 37) % 500} src/${at}.ts`), " 99999 total"];
    expect(oddOf(rows, " 9321 src/huge.ts")).toContain(" 9321 src/huge.ts");
  });

  test("of a sorted list those at its end with the largest", () => {
    const sorted = times(100, (at) => `${90_000 - at * at}\t./item${at}`);
    expect(oddOf(sorted)).toEqual(sorted.slice(0, 3));
  });

  test("numbers that only count are none", () => {
    expect(oddOf(times(100, (at) => `step ${at} of the way`))).toEqual([]);
  });
});

describe("kinds of a listing", () => {
  const files = times(60, (at) => `-rw-r--r-- 1 root root 4096 Nov 27 10:00 file${at}.ts`);
  test.each([
    "drwxr-xr-x 2 root root 4096 Nov 27 10:00 folder",
    "lrwxrwxrwx 1 root root 4096 Nov 27 10:00 link -> file1.ts",
    "srwxr-xr-x 1 root root 4096 Nov 27 10:00 socket",
    "-rwsr-xr-x 1 root root 4096 Nov 27 10:00 setuid",
    "-rw-r--r-- 1 mallory root 4096 Nov 27 10:00 another's",
  ])("%s", (row) => {
    expect(oddOf(files, row)).toContain(row);
  });

  test.each([" D src/gone.ts", "?? src/new.ts", "UU src/both.ts", "R  src/a.ts -> src/b.ts"])("git: %s", (row) => {
    expect(
      oddOf(
        times(60, (at) => ` M src/${at}.ts`),
        row,
      ),
    ).toContain(row);
  });

  test("a row of several words among names", () => {
    expect(
      oddOf(
        times(60, (at) => `src/${at}.ts`),
        "deleting src/old.ts",
      ),
    ).toContain("deleting src/old.ts");
  });
});

test("few rows have no odd one", () => {
  expect(
    oddOf(
      times(5, () => "a   1/1   Running   0"),
      "b   0/1   Error   0",
    ),
  ).toEqual([]);
});

test("passed tests are not compared, nor is text behind places", () => {
  expect(oddOf(times(60, (at) => `✓ test ${at} (${(at * 37) % 91} ms)`))).toEqual([]);
  expect(oddOf(times(60, (at) => `src/a.ts:${at}:const x = ${(at * 37) % 91};`))).toEqual([]);
});

describe("rows that begin with a time, or with a name that holds a number", () => {
  /** The time of a row: a second later than the one before. */
  const clock = (at: number) =>
    `10:${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`;
  /** A figure between 10 and 19 that is no counter's. */
  const some = (at: number) => 10 + ((at * 7919) % 10);

  test.each<[string, (at: number) => string, string]>([
    [
      "a log with dates",
      (at) => `2026-11-28 ${clock(at)} GET /a/${at} 200 ${some(at)}ms`,
      "2026-11-28 10:02:01 GET /a/7 200 9999ms",
    ],
    [
      "a log of ISO times",
      (at) => `2026-11-28T${clock(at)}Z pod-${at} mem=${some(at)}Mi`,
      "2026-11-28T10:02:01Z pod-7 mem=9999Mi",
    ],
    [
      "times in brackets",
      (at) => `[${clock(at)}.123] worker took ${some(at)} ms`,
      "[10:02:01.123] worker took 9999 ms",
    ],
    [
      "lines of JSON",
      (at) => `{"time":"${clock(at)}","id":${at},"ms":${some(at)}}`,
      '{"time":"10:02:01","id":7,"ms":9999}',
    ],
    [
      "lines of JSON with blanks",
      (at) => `{"at": "${clock(at)}", "ms": ${some(at)}}`,
      '{"at": "10:02:01", "ms": 9999}',
    ],
    ["a table of Markdown", (at) => `| 2026-11-28 | run ${at} | ${some(at)} ms |`, "| 2026-11-28 | run 7 | 9999 ms |"],
    [
      "pods of a schedule",
      (at) => `backup-${28394820 + at}-x7k2p   1/1   Running   0   3d`,
      "backup-28394890-zzzzz   0/1   Running   0   3d",
    ],
    ["a name and its port", (at) => `db-${at}:5432:main   up   ${some(at)} ms`, "db-7:5432:main   refused   12 ms"],
  ])("%s", (_, row, planted) => {
    expect(oddOf(times(200, row), planted)).toContain(planted);
  });

  test.each([
    (at: number) => `src/shop.ts:${at}:  const a = ${some(at)};`,
    (at: number) => `src/shop.ts-${at}-  const a = ${some(at)};`,
    (at: number) => `Makefile:${at}:  a = ${some(at)}`,
  ])("but not what is found in a file", (row) => {
    expect(oddOf(times(200, row), row(500).replace(/\d+(;?)$/, "9999$1"))).toEqual([]);
  });
});
