// What became of cited lines: inserting and deleting other lines never says that they changed, editing them never says
// that they did not, and a line that many others read like is told apart by what stands around it.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Fingerprint, type LineRange, parseFingerprint } from "../../../../src/notes/text/citation.ts";
import { hashLines } from "../../../../src/notes/text/citation-lines.ts";
import { compareCited, fingerprintOf, likelyLine } from "../../../../src/notes/text/citation-match.ts";
import { runs } from "../../../support/runs.ts";

const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

function fingerprint(lines: readonly string[], range: LineRange | null): Fingerprint {
  return { ...fingerprintOf(hashLines(textOf(lines))!, range)!, mark: null, folder: "" };
}

/** In words what became of `first` to `last` of `before` in `after`. */
function became(before: readonly string[], first: number, after: readonly string[], last = first): string {
  const compared = compareCited(fingerprint(before, { first, last }), hashLines(textOf(after))!);
  return compared.state === "moved" ? `moved to ${compared.line}` : compared.state;
}

/** A function of some lines; many of them also stand elsewhere. */
const code = (name: string) => [`function ${name}() {`, `  if (${name}) {`, "    return null;", "  }", "}", ""];
const file = [...code("one"), ...code("two"), ...code("three")];
const fresh = (count: number) => Array.from({ length: count }, (_, at) => `// inserted ${at}`);

describe("compareCited", () => {
  it("finds a line again below what was inserted, and above what was deleted", () => {
    expect(became(file, 7, file)).toBe("unchanged");
    expect(became(file, 7, [...fresh(10), ...file])).toBe("moved to 17");
    expect(became(file, 7, file.slice(5))).toBe("moved to 2");
    expect(became(file, 7, [...file, ...fresh(10)])).toBe("unchanged");
  });

  it("says changed when the line reads otherwise or is gone, and not when it was only indented anew", () => {
    expect(became(file, 7, file.with(6, "function second() {"))).toBe("changed");
    expect(became(file, 7, file.toSpliced(6, 1))).toBe("changed");
    expect(became(file, 7, file.with(6, "\tfunction  two()   {"))).toBe("unchanged");
    expect(became(file, 7, [])).toBe("changed");
  });

  it.each([3, 9, 15])("tells line %d from those that read like it", (line) => {
    expect(became(file, line, file)).toBe("unchanged");
    expect(became(file, line, [...fresh(6), ...file])).toBe(`moved to ${line + 6}`);
    expect(became(file, line, [...file.slice(0, line - 1), ...fresh(4), ...file.slice(line - 1)])).toBe(
      `moved to ${line + 4}`,
    );
    expect(became(file, line, file.with(line - 1, "    return undefined;"))).toBe("changed");
    expect(became(file, line, [...fresh(6), ...file.with(line - 1, "    return undefined;")])).toBe("changed");
    expect(became(file, line, file.toSpliced(line - 1, 1))).toBe("changed");
    expect(became(file, line, file.toSpliced(line - 1, 1, "    log();", "    return 0;"))).toBe("changed");
  });

  it("follows a function that was moved within the file", () => {
    const reordered = [...code("two"), ...code("three"), ...code("one")];
    for (const [line, moved] of [
      [1, 13],
      [3, 15],
      [5, 17],
      [9, 3],
      [17, 11],
    ] as const)
      expect(became(file, line, reordered)).toBe(`moved to ${moved}`);
  });

  it("takes several lines as one, with nothing between them", () => {
    expect(became(file, 8, file, 10)).toBe("unchanged");
    expect(became(file, 8, [...fresh(3), ...file], 10)).toBe("moved to 11");
    expect(became(file, 8, [...file.slice(0, 8), "", ...file.slice(8)], 10)).toBe("changed");
    expect(became(file, 8, file.with(9, "  };"), 10)).toBe("changed");
    expect(became(file, 13, file, 99_999)).toBe("unchanged");
    expect(became(file, 13, file.slice(1), 99_999)).toBe("moved to 12");
  });

  it("compares a whole file but for white space", () => {
    const whole = fingerprint(file, null);
    const state = (lines: readonly string[]) => compareCited(whole, hashLines(textOf(lines))!).state;
    expect(state(file)).toBe("unchanged");
    expect(state([...file.map((line) => `\t${line} `), "", ""])).toBe("unchanged");
    expect(state([...file, "x"])).toBe("changed");
    expect(state(file.slice(1))).toBe("changed");
    expect(state([])).toBe("changed");
  });

  it("is done soon with a file whose lines are all alike, and whatever a fingerprint claims", () => {
    const alike = Array.from({ length: 50_000 }, () => "}");
    expect(became(alike, 25_000, alike)).toBe("unchanged");
    expect(became(alike, 25_000, alike.with(24_999, "x"))).toBe("changed");
    const blank = alike.map(() => "");
    expect(became(blank, 25_000, blank)).toBe("unchanged");
    const claimed = parseFingerprint("1 9999999 9f3a1c0b22ee 999 ffffffffffff/ffffffffffff")!;
    expect(compareCited(claimed, hashLines(textOf(alike))!)).toEqual({ state: "changed" });
    expect(likelyLine(claimed, hashLines(textOf(alike))!)).toBe(50_000);
  });
});

describe("fingerprintOf", () => {
  it("is none for lines that the file does not have", () => {
    const lines = hashLines(textOf(file))!;
    for (const line of [0, 19, 100]) expect(fingerprintOf(lines, { first: line, last: line })).toBeNull();
    expect(fingerprintOf(hashLines("")!, { first: 1, last: 1 })).toBeNull();
    expect(fingerprintOf(lines, { first: 18, last: 99 })!.lines).toEqual({ first: 18, last: 18 });
  });

  it("remembers the nearest neighbours that are not blank, and how many places read alike", () => {
    const { above, below, occurrences } = fingerprintOf(hashLines(textOf(file))!, { first: 3, last: 3 })!;
    expect([above.length, below.length, occurrences]).toEqual([2, 3, 3]);
    expect(fingerprintOf(hashLines(textOf(file))!, { first: 7, last: 7 })!.above).toHaveLength(3);
  });
});

describe("likelyLine", () => {
  const at = (line: number, after: readonly string[]) =>
    likelyLine(fingerprint(file, { first: line, last: line }), hashLines(textOf(after))!);

  it("is where the line is, or was before it changed", () => {
    expect(at(7, file)).toBe(7);
    expect(at(7, [...fresh(10), ...file])).toBe(17);
    expect(at(7, [...fresh(10), ...file.with(6, "function second() {")])).toBe(17);
    expect(at(15, ["x"])).toBe(1);
    expect(at(15, [])).toBe(1);
  });
});

const vocabulary = ["}", "{", "", "a", "b", "return;"];
const anyFile = fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 25 });
/** For each line whether it goes, and how many new ones come before it. */
const anyEdits = fc.array(fc.record({ goes: fc.boolean(), come: fc.constantFrom(0, 0, 0, 1, 2, 7) }), {
  minLength: 26,
  maxLength: 26,
});
const isAlike = (left: string | undefined, right: string | undefined) => left?.trim() === right?.trim();

/** Deletes and inserts around the line at `kept`, which stays; says where it comes to stand. */
function edited(
  lines: readonly string[],
  kept: number,
  edits: readonly { goes: boolean; come: number }[],
  mayGo: (line: string) => boolean,
): { after: string[]; at: number } {
  const after: string[] = [];
  let at = -1;
  lines.forEach((line, index) => {
    const { goes, come } = edits[index]!;
    after.push(...fresh(come));
    if (index === kept) at = after.length;
    if (index === kept || !goes || !mayGo(line)) after.push(line);
  });
  return { after: [...after, ...fresh(edits[lines.length]!.come)], at };
}

describe("property", () => {
  it("inserting and deleting other lines never says changed", () => {
    fc.assert(
      fc.property(anyFile, fc.nat(), anyEdits, (lines, pick, edits) => {
        const kept = pick % lines.length;
        const { after } = edited(lines, kept, edits, (line) => !isAlike(line, lines[kept]));
        const state = became(lines, kept + 1, after);
        expect(state).not.toBe("changed");
        // Where it says that the line is, there is such a line.
        const place = state === "unchanged" ? kept + 1 : Number(state.slice("moved to ".length));
        expect(isAlike(after[place - 1], lines[kept])).toBe(true);
      }),
      { numRuns: runs(10_000) },
    );
  });

  it("a line that no other reads like is found wherever it went", () => {
    fc.assert(
      fc.property(anyFile, fc.nat(), anyEdits, (lines, pick, edits) => {
        const kept = pick % lines.length;
        const unique = lines.with(kept, "const unique = 1;");
        const { after, at } = edited(unique, kept, edits, () => true);
        expect(became(unique, kept + 1, after)).toBe(at === kept ? "unchanged" : `moved to ${at + 1}`);
      }),
      { numRuns: runs(5000) },
    );
  });

  it("a line keeps its identity when lines come in above its neighbours", () => {
    fc.assert(
      fc.property(
        fc.array(anyFile, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        fc.nat({ max: 30 }),
        (parts, pick, count) => {
          // Each part between two lines of its own, so that no two places have the same neighbours.
          const lines = parts.flatMap((part, at) => [`// part ${at}`, part[0]!, `// end ${at}`]);
          const cited = (pick % parts.length) * 3 + 2;
          const state = became(lines, cited, [...fresh(count), ...lines]);
          expect(state).toBe(count === 0 ? "unchanged" : `moved to ${cited + count}`);
        },
      ),
      { numRuns: runs(3000) },
    );
  });

  it("editing the cited line says changed, whatever else reads like it", () => {
    fc.assert(
      fc.property(anyFile, fc.nat(), fc.constantFrom(...vocabulary, "edited"), (lines, pick, line) => {
        const cited = pick % lines.length;
        fc.pre(!isAlike(line, lines[cited]));
        expect(became(lines, cited + 1, lines.with(cited, line))).toBe("changed");
      }),
      { numRuns: runs(10_000) },
    );
  });

  it("editing any of several cited lines says changed", () => {
    fc.assert(
      fc.property(anyFile, fc.nat(), fc.integer({ min: 1, max: 5 }), fc.nat(), (lines, pick, length, within) => {
        const first = pick % lines.length;
        const last = Math.min(first + length, lines.length) - 1;
        const at = first + (within % (last - first + 1));
        expect(became(lines, first + 1, lines.with(at, "edited"), last + 1)).toBe("changed");
      }),
      { numRuns: runs(5000) },
    );
  });

  it("editing the cited line never says unchanged, also when others come or go", () => {
    fc.assert(
      fc.property(anyFile, fc.nat(), anyEdits, (lines, pick, edits) => {
        const cited = pick % lines.length;
        const unique = lines.with(cited, "const unique = 1;");
        const { after, at } = edited(unique, cited, edits, () => true);
        expect(became(unique, cited + 1, after.with(at, "const unique = 2;"))).toBe("changed");
      }),
      { numRuns: runs(3000) },
    );
  });
});
