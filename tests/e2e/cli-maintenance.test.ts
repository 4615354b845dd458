// The commands that look after the files: index, compact, check, inspect; on sound logs, torn and damaged ones, and on
// those of the original program. Exit codes are 0 found or done, 1 nothing found, 2 error or damage.

import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type Outcome, runHelix } from "../support/command-line.ts";
import { repositoryRoot } from "../support/helix-binary.ts";
import { manyEntries, writeOriginalLog } from "../support/original-log.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
let cwd = "";
let base = "";
let log = "";
let index = "";

beforeEach(() => {
  cwd = folder();
  base = join(folder(), "base");
  log = join(base, "data.log");
  index = join(base, "index.bin");
});

const run = (...words: string[]): Outcome => runHelix(words, { base, cwd });

/** Standard output of a command that has to end well and quietly. */
function output(...words: string[]): string {
  const { status, stdout, stderr } = run(...words);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

/** Three entries of 12 bytes of header, a topic of one and a body of four bytes: at 8, 25 and 42. */
function storeThree(): void {
  for (const word of ["aaaa", "bbbb", "cccc"]) output("store", "t", word);
  expect(readFileSync(log).length).toBe(59);
}

function flip(path: string, offset: number): void {
  const bytes = readFileSync(path);
  bytes[offset]! ^= 0xff;
  writeFileSync(path, bytes);
}

function original(name: string): void {
  cpSync(join(repositoryRoot, "tests", "fixtures", "original", name), base, { recursive: true });
}

describe("index", () => {
  test("builds the index and says what is in it", () => {
    storeThree();
    expect(output("index")).toMatch(/^index rebuilt: 3 entries, 5 terms, \d+ bytes\n$/);
    expect(statSync(index).mode & 0o777).toBe(0o600);
    const { length } = readFileSync(index);
    rmSync(index);
    expect(JSON.parse(output("index", "--json"))).toEqual({ entries: 3, terms: 5, bytes: length, damaged: 0 });
  });

  test("of nothing", () => {
    expect(run("index")).toEqual({ status: 1, stdout: "nothing to index: nothing is stored yet\n", stderr: "" });
    expect(existsSync(base)).toBe(false);
  });

  test("a command that needs an index builds and saves it", () => {
    writeOriginalLog(base, manyEntries(10_000));
    expect(output("search", "needle9999", "--detail=brief")).toMatch(
      /^ {2}\[topic-8\] needle9999 .*\n1 match\(es\)\n$/,
    );
    expect(output("check")).toMatch(/\nindex: sound, covers \d+ of \d+ bytes\n$/);
  });
});

describe("check", () => {
  test("says of the log what it knows where events cannot be recorded", () => {
    output("store", "t", "a note");
    for (const spoil of [
      () => writeFileSync(join(base, "events"), ""),
      () => mkdirSync(join(base, "events", "active.jsonl"), { recursive: true }),
    ]) {
      rmSync(join(base, "events"), { recursive: true, force: true });
      spoil();
      const { status, stdout } = run("check");
      expect([status, stdout]).toEqual([
        2,
        expect.stringMatching(/ 1 entry record \(1 live\).*\nevents: UNUSABLE: .*; see helix doctor\n/s),
      ]);
    }
  });

  const WITHOUT = "without checksum (written by the original program): 0\n";

  test("a sound log, without and with an index", () => {
    storeThree();
    const log59 = `${log}: 59 bytes, 3 entry records (3 live), 0 tombstones\n${WITHOUT}`;
    expect(output("check")).toBe(`${log59}index: none; it is built when it is needed\n`);
    output("index");
    expect(output("check")).toBe(`${log59}index: sound, covers 59 of 59 bytes\n`);
    expect(JSON.parse(output("check", "--json"))).toEqual({
      logPath: log,
      logBytes: 59,
      headerDamaged: false,
      entries: 3,
      live: 3,
      tombstones: 0,
      withoutChecksum: 0,
      aimless: [],
      damages: [],
      events: { events: 0, bytes: 0, files: 0, damaged: 0, types: {}, cutOff: 0, unfinished: 0, odd: [] },
      documents: { count: 0, damaged: [] },
      tornBytes: 0,
      unfinished: null,
      index: "sound",
      watermark: 59,
      copies: [],
    });
  });

  test("nothing there", () => {
    expect(run("check")).toEqual({ status: 1, stdout: `no knowledge base at ${base}\n`, stderr: "" });
    expect(run("check", "--json")).toEqual({ status: 1, stdout: "null\n", stderr: "" });
  });

  test("an entry of which a byte is wrong: exit code 2, and the others are there", () => {
    storeThree();
    flip(log, 25 + 13);
    const { status, stdout, stderr } = run("check");
    expect({ status, stderr }).toEqual({ status: 2, stderr: "" });
    expect(stdout).toContain(`${log}: 59 bytes, 2 entry records (2 live), 0 tombstones\n`);
    expect(stdout).toContain(
      "DAMAGED bytes 25 to 41 (17): hold no record; they are passed over, and compaction keeps a copy of them\n",
    );
    expect(run("check", "--json")).toMatchObject({ status: 2, stderr: "" });
    expect(JSON.parse(run("check", "--json").stdout).damages).toMatchObject([{ from: 25, to: 42 }]);
    expect(output("read", "t")).toContain("2 entries in t\n");
    expect(output("stats")).toContain("damaged: 1 region, 17 bytes of the log: see helix check\n");
    expect(output("index")).toContain("  passed over in the log: 1 damaged region; see helix check\n");
  });

  test("a damaged header", () => {
    storeThree();
    flip(log, 0);
    const { status, stdout } = run("check");
    expect(status).toBe(2);
    expect(stdout).toContain("DAMAGED header: ");
    expect(output("read", "t")).toContain("3 entries in t\n");
  });

  test("a torn end is what an interrupted write leaves: no damage, and the next write keeps a copy", () => {
    storeThree();
    truncateSync(log, 55);
    expect(output("check")).toContain(
      "torn: the last 13 bytes are no whole record (an interrupted write); the next write moves them to data.log.torn-TIME\n",
    );
    expect(readFileSync(log).length).toBe(55);
    // What helix acknowledged and is missing now is stored again, and said.
    expect(run("store", "t", "dddd")).toMatchObject({
      status: 0,
      stderr: expect.stringContaining("helix stored 1 note again"),
    });
    const [copy] = readdirSync(base).filter((name) => name.startsWith("data.log.torn-"));
    expect(readFileSync(join(base, copy!)).length).toBe(13);
    expect(output("check")).toContain(`kept copy of removed bytes: ${copy} (no whole note)\n`);
    expect(output("read", "t")).toContain("4 entries in t\n");
  });

  test("an index that is damaged, of another log, or none at all", () => {
    storeThree();
    output("index");
    flip(index, readFileSync(index).length - 3);
    expect(run("check")).toMatchObject({
      status: 2,
      stdout: expect.stringMatching(/\nDAMAGED index: .*helix index\n$/),
    });
    writeFileSync(index, "no index");
    expect(output("check")).toMatch(/\nindex: not an index of this version; it is built anew when it is needed\n$/);
    const other = join(cwd, "other");
    runHelix(["store", "t", "x"], { base: other, cwd });
    runHelix(["index"], { base: other, cwd });
    copyFileSync(join(other, "index.bin"), index);
    expect(output("check")).toMatch(/\nindex: covers another log; it is built anew when it is needed\n$/);
  });

  test("changes nothing", () => {
    original("torn-tail");
    const before = readdirSync(base).map((name) => [name, readFileSync(join(base, name))]);
    expect(output("check")).toContain("1000 entry records (941 live), 59 tombstones\n");
    output("inspect");
    expect(readdirSync(base).map((name) => [name, readFileSync(join(base, name))])).toEqual(before);
  });
});

describe("compact", () => {
  test("says what it would do, and does it when asked to", () => {
    original("edited");
    expect(output("compact")).toBe(
      "rewriting data.log would keep 8 entries: 1181 → 735 bytes\n  do it with: helix compact --apply (changes before it cannot be undone afterwards)\n",
    );
    expect(JSON.parse(output("compact", "--json"))).toEqual({ entries: 8, bytesBefore: 1181, bytesAfter: 735 });
    expect(readFileSync(log).length).toBe(1181);
    const before = output("export");
    expect(output("compact", "--apply")).toBe(
      "compacted: 8 entries, 1181 → 735 bytes\n  changes before it cannot be undone any more\n",
    );
    expect(readFileSync(log).length).toBe(735);
    expect(output("export")).toBe(before);
    expect(run("compact", "--apply").stdout).toBe(
      "nothing to compact: no deleted or replaced entry takes room in 735 bytes\n",
    );
  });

  test("keeps a copy of what is damaged", () => {
    storeThree();
    const damaged = readFileSync(log).subarray(25, 42);
    flip(log, 25 + 13);
    const [line, , kept] = output("compact", "--apply").split("\n");
    expect(line).toBe("compacted: 2 entries, 59 → 50 bytes");
    const copy = /^ {2}damaged bytes were kept in (.*)$/.exec(kept!)![1]!;
    expect(readFileSync(copy).length).toBe(damaged.length);
    expect(run("check")).toMatchObject({ status: 0 });
  });

  test("of nothing", () => {
    const nothing = { status: 1, stdout: "nothing to compact: nothing is stored yet\n", stderr: "" };
    expect(run("compact")).toEqual(nothing);
    expect(run("compact", "--apply")).toEqual(nothing);
    expect(existsSync(base)).toBe(false);
  });
});

describe("inspect", () => {
  test("lists the records with their place, size, checksum, time and first line", () => {
    output("store", "notes", "[looks: like metadata]\nGrüße 🧭", "--tags=gotcha");
    output("store", "notes", "second");
    expect(output("inspect")).toBe(
      [
        "         8 entry      67 B crc  2026-02-21T00:41Z [notes] Grüße 🧭",
        "        75 entry      23 B crc  2026-02-21T00:41Z [notes] second",
        "",
      ].join("\n"),
    );
  });

  test("tombstones, damage and what is torn; from an offset, so many", () => {
    original("edited");
    const lines = output("inspect").split("\n");
    expect(lines.length).toBe(21);
    expect(lines[6]).toBe("       694 tombstone     8 B -    deleted 246");
    expect(output("inspect", "--from", "694", "--limit=2")).toBe(
      `${lines.slice(6, 8).join("\n")}\n... 12 more records\n`,
    );
    expect(output("inspect", "--from=694", "--limit=13")).toContain("... 1 more record\n");
    flip(log, 8);
    truncateSync(log, 1180);
    const damaged = output("inspect");
    expect(damaged).toContain("         8 DAMAGE    144 B\n");
    expect(damaged).toMatch(/\n {6}1144 TORN {7}36 B\n$/);
  });

  test("--json: a list of records", () => {
    storeThree();
    const records = JSON.parse(output("inspect", "--json"));
    expect(records).toHaveLength(3);
    expect(records[1]).toEqual({
      kind: "entry",
      offset: 25,
      size: 17,
      checksummed: true,
      pair: false,
      stored: expect.any(Number),
      base: "utc-2024",
      time: "2026-02-21T00:41:00.000Z",
      topic: "t",
      body: "bbbb",
    });
    expect(JSON.parse(output("inspect", "--json", "--from=25", "--limit=1"))).toEqual([records[1]]);
  });

  test("nothing there, nothing behind an offset", () => {
    expect(run("inspect")).toEqual({ status: 1, stdout: `no knowledge base at ${base}\n`, stderr: "" });
    expect(run("inspect", "--json")).toEqual({ status: 1, stdout: "[]\n", stderr: "" });
    storeThree();
    expect(run("inspect", "--from=100")).toEqual({ status: 1, stdout: "", stderr: "" });
    expect(run("inspect", "--from=100", "--json")).toEqual({ status: 1, stdout: "[]\n", stderr: "" });
  });
});
