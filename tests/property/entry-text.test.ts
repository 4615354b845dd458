// A body read back is what was written, whatever the text looks like.

import fc from "fast-check";
import { expect, it } from "vitest";
import { formatEntryText } from "../../src/notes/text/entry-format.ts";
import { type EntryText, parseEntryText, splitBody } from "../../src/notes/text/entry-text.ts";
import { runs } from "../support/runs.ts";

const line = fc.oneof(
  fc.constantFrom(
    "",
    "[tags: a, b]",
    "[tags:a]",
    "[tags: a] ",
    "[source: src/a.ts]",
    "[confidence: 0.5]",
    "[links: a:1]",
    "[modified: 2026-01-01 10:00]",
    "[project: evil/repo]",
    "[project:]",
    "[cited: 1 42 9f3a1c0b22ee 1 8a1f/19aa]",
    "[cited: ]",
    "[other: x]",
    "[tags: a] and more",
    " [tags: a]",
    "plain",
    "\r",
  ),
  fc.string({ unit: "grapheme", maxLength: 12 }),
);
const text = fc.oneof(
  fc.array(line, { maxLength: 6 }).map((lines) => lines.join("\n")),
  fc.string({ unit: "binary", maxLength: 40 }),
);
const word = fc.stringMatching(/^[a-z0-9[\]./~-]{1,12}$/);
const entry: fc.Arbitrary<EntryText> = fc.record({
  id: fc.option(fc.constantFrom("7k3v9xq2mp", "0000000000")),
  aliases: fc.constant([]),
  tags: fc.array(word, { maxLength: 3 }),
  source: fc.option(word),
  confidence: fc.constantFrom(1, 0, 0.85, 0.5, 1e-9, 0.1 + 0.2),
  links: fc.array(word, { maxLength: 3 }),
  modified: fc.option(fc.constant("2026-02-21 06:11")),
  projects: fc.array(word, { maxLength: 2 }),
  cited: fc.option(fc.oneof(word, fc.constant("1 42-60 9f3a1c0b22ee 1 8a1f/ in app/[id] x"))),
  text,
});

it("reads back what it wrote, for every text", () => {
  fc.assert(
    fc.property(entry, (value) => {
      expect(parseEntryText(formatEntryText(value))).toEqual(value);
    }),
    { numRuns: runs(5000) },
  );
});

it("lets no text become metadata", () => {
  fc.assert(
    fc.property(text, (value) => {
      const bare: EntryText = { ...parseEntryText(""), text: value };
      expect(parseEntryText(formatEntryText(bare))).toEqual(bare);
    }),
    { numRuns: runs(5000) },
  );
});

it("reads any body, and what it read it writes to the same effect", () => {
  fc.assert(
    fc.property(text, (body) => {
      const read = parseEntryText(body);
      expect(parseEntryText(formatEntryText(read))).toEqual(read);
      const { front, text: inner, trailer } = splitBody(body);
      expect(front.length + trailer.length + inner.split("\n").length).toBeLessThanOrEqual(body.split("\n").length + 1);
    }),
    { numRuns: runs(5000) },
  );
});
