// Properties of the tokenizer over arbitrary text of any script.

import fc from "fast-check";
import { expect, it } from "vitest";
import { type TermGroup, termGroups, tokenize } from "../../src/engine/text/tokenizer.ts";
import { runs } from "../support/runs.ts";

const SAMPLES = [
  "CachedEntry",
  "x_y",
  "HTTPServer2",
  "日本語",
  "サーバー",
  "한국어",
  "ภาษา",
  "Łódź",
  "йод",
  "हिन्दी",
  "⚠️",
  "-",
  "_",
  " ",
  "\n",
  "\u0301",
  "ς",
  "Σ",
  "İ",
  "1️⃣",
];
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc
    .array(fc.oneof(fc.constantFrom(...SAMPLES), fc.string({ maxLength: 4 })), { maxLength: 12 })
    .map((parts) => parts.join("")),
  // Any code units, so lone surrogates too.
  fc.array(fc.nat(0xffff), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
);

function matches(group: TermGroup, terms: ReadonlySet<string>): boolean {
  if (group.whole !== null && terms.has(group.whole)) return true;
  if (group.prefix) return [...terms].some((term) => term.startsWith(group.parts[0]!));
  return group.parts.length > 0 && group.parts.every((part) => terms.has(part));
}

it("finds a text by each of its own words", () => {
  fc.assert(
    fc.property(anyText, anyText, (before, after) => {
      const text = `${before} ${after}`;
      const terms = new Set(tokenize(text));
      for (const word of [text, ...text.split(/\s+/)]) {
        for (const group of termGroups(word)) expect([word, group, matches(group, terms)]).toEqual([word, group, true]);
      }
    }),
    { numRuns: runs(2000) },
  );
});

it("gives well-formed terms of bounded length without capitals or white space", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const term of tokenize(text.repeat(4))) {
        expect(term).not.toMatch(/[A-Z\s]/);
        expect(term.isWellFormed()).toBe(true);
        expect(term.length).toBeGreaterThan(0);
        expect(term.length).toBeLessThanOrEqual(128);
      }
    }),
    { numRuns: runs(2000) },
  );
});

it("gives the same terms for composed and decomposed text", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(tokenize(text.normalize("NFD"))).toEqual(tokenize(text.normalize("NFC")));
    }),
    { numRuns: runs(1000) },
  );
});
