// How much checks read: each file once as long as it does not change, and no more than they were allowed.

import { describe, expect, it } from "vitest";
import { citingEntry, SourceChecker } from "../../../../src/notes/sources/source-checker.ts";
import { isStale, stateWords } from "../../../../src/notes/sources/source-state.ts";
import { parseEntryText } from "../../../../src/notes/text/entry-text.ts";
import type { StampedFiles } from "../../../../src/platform/small-files.ts";

const ROOT = { path: "/tree", folder: "", keys: ["a/b"], mark: "00000000" };
const LIMITS = { files: 100, bytes: 1_000_000 };

/** Files in memory that count what is asked of them. */
function memoryFiles(contents: Map<string, string>) {
  const counts = { reads: 0, stamps: 0 };
  const textOf = (path: string) => contents.get(path) ?? null;
  const files: StampedFiles = {
    realPath: (path) => (contents.has(path) ? path : null),
    kind: (path) => (contents.has(path) ? "file" : null),
    readText: (path, bytesMax) => {
      counts.reads++;
      const text = textOf(path);
      return text !== null && text.length <= bytesMax ? text : null;
    },
    readStart: (path, bytesMax) => textOf(path)?.slice(0, bytesMax) ?? null,
    stamp: (path) => {
      counts.stamps++;
      const text = textOf(path);
      return text === null ? null : { kind: "file", size: text.length, modifiedMs: 0, version: text };
    },
  };
  return { files, counts };
}

function setUp(contents: Record<string, string>) {
  const map = new Map(Object.entries(contents).map(([name, text]) => [`/tree/${name}`, text]));
  const { files, counts } = memoryFiles(map);
  const checker = new SourceChecker(ROOT, files);
  const entry = (source: string) => ({
    source,
    cited: checker.cite(source, ROOT.keys),
    projects: ROOT.keys,
    minutes: 0,
  });
  const write = (name: string, text: string) => map.set(`/tree/${name}`, text);
  return { checker, counts, entry, write };
}

describe("SourceChecker", () => {
  it("reads a file once for all its entries, and again only when it has changed", () => {
    const { checker, counts, entry, write } = setUp({ "a.ts": "one\ntwo\nthree\n" });
    const entries = ["a.ts:1", "a.ts:2", "a.ts", "a.ts:2-3"].map(entry);
    const states = () => {
      const pass = checker.pass(LIMITS);
      return entries.map((each) => pass.check(each)?.kind);
    };
    expect(states()).toEqual(["unchanged", "unchanged", "unchanged", "unchanged"]);
    expect(states()).toEqual(["unchanged", "unchanged", "unchanged", "unchanged"]);
    expect(counts.reads).toBe(1);
    write("a.ts", "one\n2\nthree\n");
    expect(states()).toEqual(["unchanged", "changed", "changed", "changed"]);
    expect(counts.reads).toBe(2);
  });

  it("looks at each file once a pass", () => {
    const { checker, counts, entry } = setUp({ "a.ts": "one\n" });
    const one = entry("a.ts:1");
    counts.stamps = 0;
    const pass = checker.pass(LIMITS);
    for (let time = 0; time < 10; time++) pass.check(one);
    expect(counts.stamps).toBe(1);
  });

  it("says null where the limits do not allow a look", () => {
    const { checker, entry, write } = setUp({ "a.ts": "a\n", "b.ts": "b\n", "c.ts": "c\n" });
    const entries = ["a.ts:1", "b.ts:1", "c.ts:1"].map(entry);
    const kinds = (limits: typeof LIMITS) => {
      const pass = checker.pass(limits);
      return entries.map((each) => pass.check(each)?.kind ?? null);
    };
    expect(kinds({ ...LIMITS, files: 2 })).toEqual(["unchanged", "unchanged", null]);
    // What was read before costs no bytes.
    expect(kinds({ ...LIMITS, bytes: 1 })).toEqual(["unchanged", "unchanged", "unchanged"]);
    for (const name of ["a.ts", "b.ts", "c.ts"]) write(name, "x\n");
    expect(kinds({ ...LIMITS, bytes: 3 })).toEqual(["changed", "changed", null]);
  });

  it("keeps the files used last", () => {
    const large = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`${at}.ts`, `${at}\n${"x\n".repeat(20_000)}`]),
    );
    const { checker, counts, entry } = setUp({ "a.ts": "a\n", ...large });
    const one = entry("a.ts:1");
    for (const name of Object.keys(large)) {
      checker.cite(`${name}:1`, ROOT.keys);
      expect(checker.pass(LIMITS).check(one)?.kind).toBe("unchanged");
    }
    expect(counts.reads).toBe(31);
    checker.cite("29.ts:1", ROOT.keys);
    expect(counts.reads).toBe(31);
    checker.cite("0.ts:1", ROOT.keys);
    expect(counts.reads).toBe(32);
  });

  it("says of an entry without a fingerprint no more than the time tells", () => {
    const { checker } = setUp({ "a.ts": "one\ntwo\n" });
    // The file is of minute 0.
    const stateAt = (source: string, minutes: number) =>
      checker.pass(LIMITS).check({ source, cited: null, projects: ROOT.keys, minutes });
    const unknown = { kind: "unchecked", why: "without a fingerprint" };
    expect(stateAt("a.ts:2", -1)).toEqual({ kind: "modified" });
    for (const minutes of [0, 1]) expect(stateAt("a.ts:2", minutes)).toEqual(unknown);
    expect(stateAt("a.ts", -1)).toEqual({ kind: "modified" });
    expect(stateAt("a.ts", 0)).toEqual(unknown);
    expect(stateAt("a.ts", 1)).toEqual({ kind: "unchanged" });
    for (const source of ["a.ts:3", "a.ts:0"]) expect(stateAt(source, 1)).toEqual({ kind: "gone" });
  });

  it("cites nothing without a root, and looks at nothing", () => {
    const { files, counts } = memoryFiles(new Map([["/tree/a.ts", "a\n"]]));
    const checker = new SourceChecker(null, files);
    expect(checker.cite("/tree/a.ts:1", [])).toBeNull();
    const entry = { source: "/tree/a.ts:1", cited: null, projects: [], minutes: 0 };
    expect(checker.pass(LIMITS).check(entry)).toEqual({ kind: "unchecked", why: "without a file here" });
    expect(checker.pass(LIMITS).locate(entry)).toBeNull();
    expect(counts).toEqual({ reads: 0, stamps: 0 });
  });
});

describe("citingEntry", () => {
  const citing = (body: string, minutes: number) => citingEntry(parseEntryText(body), minutes);

  it("is null for a body without a source, and dates an entry by its last edit", () => {
    expect(citing("note", 5)).toBeNull();
    expect(citing("[source: a.ts:1]\nnote\n[cited: x]\n[project: a/b]", 5)).toEqual({
      source: "a.ts:1",
      cited: "x",
      projects: ["a/b"],
      minutes: 5,
    });
    const local = new Date(2026, 1, 21, 6, 11).getTime() / 60_000;
    expect(citing("[modified: 2026-02-21 06:11]\n[source: a]\nnote", 5)!.minutes).toBe(local);
    expect(citing("[modified: 2026-02-21 06:11]\n[source: a]\nnote", local + 9)!.minutes).toBe(local + 9);
    for (const modified of ["2026-99-99 06:11", "yesterday", "2026-02-21"])
      expect(citing(`[modified: ${modified}]\n[source: a]\nnote`, 5)!.minutes).toBe(5);
  });
});

describe("states", () => {
  it("are said in a few words", () => {
    expect(stateWords({ kind: "moved", first: 5, last: 5 })).toBe("moved to line 5");
    expect(stateWords({ kind: "moved", first: 5, last: 7 })).toBe("moved to lines 5-7");
    expect(stateWords({ kind: "modified" })).toBe("modified since");
    expect(stateWords({ kind: "unchecked", why: "not readable" })).toBeNull();
    for (const kind of ["unchanged", "changed", "gone"] as const) expect(stateWords({ kind })).toBe(kind);
  });

  it("count less when the source may not say the same any more", () => {
    for (const kind of ["changed", "gone", "modified"] as const) expect(isStale({ kind })).toBe(true);
    expect(isStale({ kind: "unchanged" })).toBe(false);
    expect(isStale({ kind: "moved", first: 1, last: 1 })).toBe(false);
    expect(isStale({ kind: "unchecked", why: "of other projects" })).toBe(false);
  });
});
