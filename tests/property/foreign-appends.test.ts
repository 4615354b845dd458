// What a program that knows no trailers appends to an entry of helix takes nothing from it and gives nothing to it:
// neither its project nor what is known of its source. And no text that helix was given ever does.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settledBody } from "../../src/engine/log/foreign-body.ts";
import { cleanText } from "../../src/engine/text/clean.ts";
import { formatEntryText } from "../../src/notes/text/entry-format.ts";
import { type EntryText, parseEntryText } from "../../src/notes/text/entry-text.ts";
import { guardedBody } from "../../src/notes/text/guarded-body.ts";
import { runs } from "../support/runs.ts";

/** As helix makes them: the remote's key, if there is one, then the folder's. */
const keys = (owner: string): fc.Arbitrary<string[]> =>
  fc.constantFrom(
    [],
    [`${owner}-1a2b3c4d`],
    [`${owner}/repo`, `${owner}-1a2b3c4d`],
    [`a/b/${owner}`, `x.y_${owner}-00ff00ff`],
  );
const fingerprint = "1 42-60 9f3a1c0b22ee 1 8a1f/19aa";

/** Lines that read like a trailer, whole or nearly so. */
const posing = fc.constantFrom(
  "[project: evil/repo, evil-1a2b3c4d]",
  "[project: evil-1a2b3c4d]",
  "[project: evil-1a2b3c4d] ",
  "[project: evil/repo]",
  "[project: evil/repo, ]",
  "[project:]",
  "[project: ]",
  `[cited: ${fingerprint}]`,
  `[cited: ${fingerprint} @5d41402a]`,
  `[cited: ${fingerprint} @5d41402a in evil]`,
  "[cited: 1 file 9f3a1c0b22ee @5d41402a]",
  "[cited: ]",
);
const line = fc.oneof(
  { arbitrary: posing, weight: 3 },
  fc.constantFrom("", "[tags: a]", "[source: evil.ts]", "plain", "\r", " [project: evil-1a2b3c4d]"),
  fc.string({ unit: "grapheme", maxLength: 12 }),
);
/** As the gate lets it in. */
const text = fc.array(line, { maxLength: 7 }).map((lines) => cleanText(lines.join("\n")).text || "text");

/** An entry of a project, or of none: then its fingerprint has the mark of a directory. */
const entry: fc.Arbitrary<EntryText> = fc
  .record({ projects: keys("own"), isCited: fc.boolean(), text, tags: fc.constantFrom<string[]>([], ["gotcha"]) })
  .map(({ projects, isCited, ...rest }) => ({
    ...parseEntryText(""),
    ...rest,
    projects,
    source: isCited ? "src/a.ts:42" : null,
    cited: isCited ? `${fingerprint}${projects.length > 0 ? "" : " @0000beef in app"}` : null,
  }));

/** Text without a line that reads like a trailer. */
const plain = fc
  .array(fc.oneof(fc.constantFrom("more", "", "[tags: b]", "[other: x]", "\r"), fc.string({ maxLength: 9 })), {
    maxLength: 4,
  })
  .map((lines) => `${lines.join("\n")}\nappended`);

/** The lines that hold anything. */
const full = (value: string) => value.split("\n").filter((each) => each !== "");
const written = (value: EntryText) => guardedBody(formatEntryText(value));
const readAfter = (body: string) => parseEntryText(settledBody(body));

describe("an entry of helix that another program appends to", () => {
  it("keeps its project, its fingerprint and its text, however often and whatever its text poses as", () => {
    fc.assert(
      fc.property(entry, fc.array(plain, { minLength: 1, maxLength: 3 }), (value, appended) => {
        const body = [written(value), ...appended].join("\n");
        const { text: read, ...facts } = readAfter(body);
        const { text: given, ...wanted } = value;
        expect(facts).toEqual(wanted);
        // The line that kept a text apart may stay in it, empty.
        expect(full(read)).toEqual(full([given, ...appended].join("\n")));
      }),
      { numRuns: runs(5000) },
    );
  });

  it("has no project and no fingerprint but its own, or what the appended text itself says", () => {
    const theirs = fc
      .array(
        fc.constantFrom(
          "[project: their/repo, their-1a2b3c4d]",
          "[project: their/repo]",
          "[cited: 1 file 9f3a1c0b22ee @fffffff1]",
          "[project:]",
          "text",
          "",
        ),
        { minLength: 1, maxLength: 4 },
      )
      .map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(entry, theirs, (value, appended) => {
        const { projects, cited } = readAfter(`${written(value)}\n${appended}`);
        for (const key of projects) expect(key).toMatch(/^(?:their|own|a\/b\/own|x\.y_own)/);
        if (cited !== null && cited !== value.cited) expect(cited).toContain("fffffff1");
      }),
      { numRuns: runs(5000) },
    );
  });

  it("is the same after helix has written it again, and after the next append", () => {
    fc.assert(
      fc.property(entry, plain, plain, (value, first, second) => {
        const settled = settledBody(`${written(value)}\n${first}`);
        expect(guardedBody(settled)).toBe(settled);
        expect(settledBody(settled)).toBe(settled);
        const entryThen = parseEntryText(settled);
        expect(parseEntryText(written(entryThen))).toEqual(entryThen);
        const { projects, cited } = readAfter(`${settled}\n${second}`);
        expect({ projects, cited }).toEqual({ projects: value.projects, cited: value.cited });
      }),
      { numRuns: runs(3000) },
    );
  });
});

describe("what helix writes", () => {
  it("says the same with the guard as without, and has one only where its text poses", () => {
    fc.assert(
      fc.property(entry, (value) => {
        const body = formatEntryText(value);
        const guard = guardedBody(body);
        expect(parseEntryText(guard)).toEqual(parseEntryText(body));
        expect(guardedBody(guard)).toBe(guard);
        if (!/^\[(?:project|cited):/m.test(value.text)) expect(guard).toBe(body);
      }),
      { numRuns: runs(5000) },
    );
  });

  it("is not changed by reading it as another program's, as long as that has only copied it", () => {
    fc.assert(
      fc.property(entry, (value) => {
        const body = written(value);
        expect(readAfter(body)).toEqual(parseEntryText(body));
      }),
      { numRuns: runs(3000) },
    );
  });
});

describe("the body of another program", () => {
  it("stays as it is, to the byte, without a trailer as helix writes it", () => {
    for (const body of [
      "",
      "plain",
      "[tags: a]\nplain\n\nmore",
      "a note\n[project: website]\nmore of it",
      "a note\n[project: acme/website]\nmore of it",
      "a note\n[cited: Knuth 1974]\nmore of it",
      `a note\n[cited: ${fingerprint}]\nmore of it`,
      "a note\n [project: a-1a2b3c4d]\nmore of it",
      "a note\nmore\n[project: acme/website]",
    ])
      expect(settledBody(body)).toBe(body);
  });

  it("is read in linear time, whatever its lines hold", () => {
    const filler = ["[project: ", "a, ", "@5d41402a in x", "[cited: 1 ", "] ", "a-1a2b3c4d"];
    for (const piece of filler) {
      const long = `note\n[project: ${piece.repeat(1_000_000 / piece.length)}\nend`;
      expect(settledBody(long)).toBe(long);
      expect(guardedBody(long)).toBe(long);
    }
  });
});
