// What a note on a file says of the lines that it cites: never that unchanged lines have changed, and what the checker
// of `stale` says where the file is not long.

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { citedIn, citedState, fingerprintIn } from "../../../../src/hooks/ambient/cited-lines.ts";
import {
  type Fingerprint,
  formatFingerprint,
  parseFingerprint,
  parseSource,
} from "../../../../src/notes/text/citation.ts";
import { hashLines } from "../../../../src/notes/text/citation-lines.ts";
import { compareCited, fingerprintOf } from "../../../../src/notes/text/citation-match.ts";
import { formatEntryText } from "../../../../src/notes/text/entry-format.ts";
import { parseEntryText } from "../../../../src/notes/text/entry-text.ts";
import { runs } from "../../../support/runs.ts";

function cite(text: string, first: number | null, last = first): Fingerprint | null {
  const lines = first === null ? null : { first, last: last! };
  const taken = fingerprintOf(hashLines(text)!, lines);
  return taken === null ? null : { ...taken, mark: null, folder: "" };
}

const TEXT = "one\ntwo\nthree\nfour\nfive\n";

describe("citedState", () => {
  it("says what became of the lines", () => {
    const fingerprint = cite(TEXT, 2, 3)!;
    expect(citedState(fingerprint, TEXT).said).toBe("");
    expect(citedState(fingerprint, `${TEXT}six`).said).toBe("");
    expect(citedState(fingerprint, TEXT.replace("two", "  two  ")).said).toBe("");
    expect(citedState(fingerprint, `zero\n${TEXT}`).said).toBe("cited lines moved to line 3");
    expect(citedState(fingerprint, TEXT.replace("three", "3")).said).toBe("stale: cited lines changed");
    expect(citedState(fingerprint, "").said).toBe("stale: cited lines changed");
    expect(citedState(fingerprint, "one").said).toBe("stale: cited lines changed");
    expect(citedState(cite(TEXT, null)!, `${TEXT}six`).said).toBe("stale: file changed");
    expect(citedState(cite(TEXT, null)!, `${TEXT}\n\n`).said).toBe("");
  });

  it("looks only where the lines were, and near it, in a long text", () => {
    const long = `${TEXT}${"more\n".repeat(20_000)}`;
    const fingerprint = cite(long, 2, 3)!;
    expect(citedState(fingerprint, long).said).toBe("");
    expect(citedState(fingerprint, `zero\n${long}`).said).toBe("cited lines moved to line 3");
    expect(citedState(fingerprint, `${"zero\n".repeat(29)}${long}`).said).toBe("cited lines moved to line 31");
    expect(citedState(fingerprint, `${"zero\n".repeat(100)}${long}`).said).toBe(
      "perhaps stale: cited lines moved or changed",
    );
    expect(citedState(fingerprint, long.replace("two", "2")).said).toBe("perhaps stale: cited lines moved or changed");
    const last = cite(`${long}end\n`, 20_006)!;
    expect(citedState(last, long).said).toBe("perhaps stale: cited lines moved or changed");
    expect(citedState(last, `${long.slice(5)}end`).said).toBe("cited lines moved to line 20005");
    // One of many that read alike: wherever it went, one stands in its place. And all of it: nothing is claimed.
    expect(citedState(cite(long, 100)!, `zero\n${long}`).said).toBe("");
    expect(citedState(cite(long, 100)!, "other\n".repeat(1000)).said).toBe(
      "perhaps stale: cited lines moved or changed",
    );
    expect(citedState(cite(long, null)!, `zero\n${long}`).said).toBe("");
  });

  it("says of texts that are not long what the whole comparison says, but of lines that stand where they stood", () => {
    const texts = fc
      .array(fc.constantFrom("a", "b", "}", "", "  a", "c d"), { maxLength: 14 })
      .map((all) => all.join("\n"));
    fc.assert(
      fc.property(texts, texts, fc.nat(13), fc.nat(3), (before, after, at, more) => {
        const fingerprint = cite(before, at + 1, at + 1 + more);
        fc.pre(fingerprint !== null);
        const compared = compareCited(fingerprint!, hashLines(after)!);
        const { said } = citedState(fingerprint!, after);
        const words =
          compared.state === "moved"
            ? `cited lines moved to line ${compared.line}`
            : compared.state === "changed"
              ? "stale: cited lines changed"
              : "";
        if (said !== words) {
          const { first, last } = fingerprint!.lines!;
          const lines = (text: string) =>
            text
              .split("\n")
              .slice(first - 1, last)
              .map((line) => line.trim());
          expect(said).toBe("");
          expect(lines(after)).toEqual(lines(before));
        }
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe("the fingerprint in a body", () => {
  it("is the one that taking the body apart gives, whatever the text holds", () => {
    const line = fc.constantFrom(
      "[cited: 1 2 aaaaaaaaaaaa 1 /]",
      "[project: a/b]",
      "text",
      "",
      "[cited: x",
      "[tags: a]",
    );
    const optional = (value: string) => fc.constantFrom(null, value);
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 5 }),
        optional("1 42 9f3a1c0b22ee 1 8a1f/19aa"),
        fc.constantFrom([], ["o/r", "r-12345678"]),
        optional("src/a.ts:42"),
        (lines, cited, projects, source) => {
          const text = lines.join("\n");
          const entry = {
            tags: [],
            source,
            confidence: 1,
            links: [],
            modified: null,
            projects: [...projects],
            cited,
            text,
          };
          const body = formatEntryText({ id: null, aliases: [], ...entry });
          // Without anything before it the line is no trailer's second: nothing is lost by not seeing it.
          fc.pre(!body.startsWith("[cited: "));
          expect(citedIn(body)).toBe(parseEntryText(body).cited);
        },
      ),
      { numRuns: runs(3000) },
    );
  });

  it("belongs to the source that the entry has", () => {
    const cited = formatFingerprint(cite(TEXT, 2)!);
    const body = `[source: a.ts:2]\nnote\n[cited: ${cited}]`;
    expect(fingerprintIn(body, parseSource("a.ts:2"))).toEqual(parseFingerprint(cited));
    expect(fingerprintIn(body, parseSource("a.ts:3"))).toBeNull();
    expect(fingerprintIn("[source: a.ts:2]\nnote\n[cited: nonsense]", parseSource("a.ts:2"))).toBeNull();
  });
});
