// What nobody sees is shown as U+FFFD, each run of it once; where it is spelling, it stays.

import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { exchangeHidden, withoutHidden } from "../../../../src/engine/text/hidden.ts";
import { runs } from "../../../support/runs.ts";

const HIDDEN = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;

test("whatever Unicode calls ignorable is shown behind a Latin letter, and nothing else is", () => {
  const wrong: string[] = [];
  for (let point = 0; point <= 0x10ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const text = `a${String.fromCodePoint(point)}b`;
    const shown = withoutHidden(text);
    if (shown !== (HIDDEN.test(text) ? "a\uFFFDb" : text)) wrong.push(point.toString(16));
  }
  expect(wrong).toEqual([]);
});

describe("stays:", () => {
  it.each([
    ["the non-joiner between letters that would join", "می\u200cخواهم، کتاب\u200cها، نَ\u200cم"],
    ["the joiner that gives a letter its form", "ه\u200d، \u200dه"],
    ["the same in Syriac and Mongolian", "ܒ\u200cܒ ᠨ\u200dᠠ"],
    ["joiners behind a virama", "क्\u200dष क्\u200cष ශ්\u200dරී ന്\u200d ന്\u200c"],
    ["a joiner in front of one", "র\u200d্য ರ\u200d್ಯ"],
    ["the non-joiner before a shifter", "ប\u200c៊"],
    [
      "joiners of emoji",
      "👩\u200d💻 👨\u200d👩\u200d👧 🏳\ufe0f\u200d🌈 🧑🏽\u200d🤝\u200d🧑🏿 🤷🏽\u200d♀\ufe0f 👁\ufe0f\u200d🗨\ufe0f",
    ],
    ["text and picture", "❤\ufe0f ☎\ufe0e ©\ufe0f"],
    ["keycaps", "1\ufe0f\u20e3 #\ufe0f\u20e3"],
    ["variants of ideographs", "葛\u{e0100} 侮\ufe00 豈\u{e01ef}"],
    ["variants of signs and letters", "∩\ufe00 0\ufe00 。\ufe00 က\ufe00 𝒜\ufe01"],
    ["variants of Mongolian letters, and their separator", "ᠠ\u180b ᠨ\u180eᠠ"],
    ["flags", "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"],
  ])("%s", (_, text) => {
    expect(withoutHidden(text)).toBe(text);
  });
});

describe("is shown:", () => {
  it.each([
    ["joiners between Latin letters", "a\u200db a\u200cb", "a\uFFFDb a\uFFFDb"],
    ["joiners in Hebrew and Cyrillic", "א\u200cב д\u200dа", "א\uFFFDב д\uFFFDа"],
    ["a non-joiner behind a letter that never joins", "ر\u200cا", "ر\uFFFDا"],
    ["a non-joiner at the end of a word", "ب\u200c b", "ب\uFFFD b"],
    ["a second joiner", "می\u200c\u200cخ क्\u200d\u200d 👩\u200d\u200d💻", "می\uFFFDخ क्\u200d\uFFFD 👩\uFFFD💻"],
    ["a joiner behind a picture alone", "👩\u200d b", "👩\uFFFD b"],
    [
      "variation selectors behind letters",
      "a\ufe0f b\ufe00 z\ufe01 \u1d49\ufe00 c\u{e0100} é\ufe02",
      "a\uFFFD b\uFFFD z\uFFFD \u1d49\uFFFD c\uFFFD é\uFFFD",
    ],
    ["one behind a digit", "1\ufe0f", "1\uFFFD"],
    ["a second one", "❤\ufe0f\ufe0f 葛\u{e0100}\u{e0101}", "❤\ufe0f\uFFFD 葛\u{e0100}\uFFFD"],
    ["words behind a black flag", "\u{1f3f4}\u{e006f}\u{e0062}\u{e0065}\u{e0079}\u{e007f}", "\u{1f3f4}\uFFFD"],
    ["a run, once", "a\u200b\u2060\u{e0041}\u00ad\u202eb", "a\uFFFDb"],
    ["marks of direction", "a\u200e\u200fb\u061cc\u202a\u202bd\u2066e", "a\uFFFDb\uFFFDc\uFFFDd\uFFFDe"],
  ])("%s", (_, text, shown) => {
    expect(withoutHidden(text)).toBe(shown);
  });
});

test("what is exchanged is hidden, and the second time there is nothing left", () => {
  const pieces = [
    "a",
    "1",
    "❤",
    "👩",
    "葛",
    "ب",
    "ر",
    "क",
    "्",
    "\u200b",
    "\u200c",
    "\u200d",
    "\ufe0f",
    "\ufe00",
    "\u{e0100}",
    "\u{e0041}",
    "\u20e3",
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (units) => {
      const text = units.join("");
      const runs: string[] = [];
      const shown = exchangeHidden(text, (run) => {
        runs.push(run);
        return "\uFFFD";
      });
      for (const run of runs) expect(run).toMatch(/^\p{Default_Ignorable_Code_Point}+$/u);
      expect(withoutHidden(shown)).toBe(shown);
      let next = 0;
      expect(shown.replace(/\uFFFD/g, () => runs[next++]!)).toBe(text);
    }),
    { numRuns: runs(3000) },
  );
});
