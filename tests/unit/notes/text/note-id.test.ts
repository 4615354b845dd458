// Ids of notes: how they are written, read and derived.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bodyWithId, bodyWithoutId } from "../../../../src/notes/text/entry-format.ts";
import { parseEntryText } from "../../../../src/notes/text/entry-text.ts";
import { derivedKey, formatNoteId, NOTE_IDS, parseNoteId, randomNoteId } from "../../../../src/notes/text/note-id.ts";

const half = fc.nat(2 ** 25 - 1);

describe("an id", () => {
  it("is ten characters, and reads back as its bits, with a sign in front, in capitals, with look-alikes", () => {
    fc.assert(
      fc.property(half, half, (high, low) => {
        const id = formatNoteId({ high, low });
        expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{10}$/);
        const alike = id.replaceAll("0", "O").replaceAll("1", "L");
        for (const given of [id, `@${id}`, ` ${id.toUpperCase()} `, alike])
          expect(parseNoteId(given)).toEqual({ high, low });
      }),
    );
  });

  it.each(["", "@", "7k3v9xq2m", "7k3v9xq2mpp", "7k3v9xq2mu", "7k3v 9xq2m", "build-gotch"])("is not %j", (given) => {
    expect(parseNoteId(given)).toBeNull();
  });

  it("is another one each time", () => {
    const ids = Array.from({ length: 500 }, randomNoteId);
    expect(new Set(ids).size).toBe(500);
    for (const id of ids) expect(id).toMatch(NOTE_IDS);
  });

  it("is derived from topic, time and text, each of which makes another", () => {
    const keys = [
      derivedKey("engine", 5, "text"),
      derivedKey("engin", 5, "text"),
      derivedKey("engine", 6, "text"),
      derivedKey("engine", 5, "texts"),
    ].map(formatNoteId);
    expect(new Set(keys).size).toBe(4);
    expect(formatNoteId(derivedKey("engine", 5, "text"))).toBe(keys[0]);
  });
});

describe("a body", () => {
  it.each([
    "the linker wants arm64",
    "",
    "[tags: a]",
    "[tags: a]\ntext",
    "text\n[project: o/r, r-12345678]",
    "text\n[cited: 1 2 3]\n[project: o/r, r-12345678]",
    "text\n\n[project: x]\n",
    "text that ends with\n[id: 7k3v9xq2mp]\n",
    "text that ends with\n[id: of a ticket]",
    "\n",
  ])("gets an id, and says the same besides: %j", (body) => {
    const before = parseEntryText(body);
    const written = bodyWithId(body, "7k3v9xq2mp");
    expect(parseEntryText(written)).toEqual({ ...before, id: "7k3v9xq2mp" });
    expect(bodyWithId(written, "0000000000")).toBe(written);
    expect(parseEntryText(bodyWithoutId(written))).toEqual(before);
  });

  it("keeps what only looks like an id as text", () => {
    for (const line of ["[id: of a ticket]", "[id: 42]", "[id: 7K3V9XQ2MP]", "[id:]"]) {
      expect(parseEntryText(`text\n${line}`)).toMatchObject({ id: null, text: `text\n${line}` });
    }
    expect(parseEntryText("text\n[id: 7k3v9xq2mp 0000000000]")).toMatchObject({
      id: "7k3v9xq2mp",
      aliases: ["0000000000"],
      text: "text",
    });
  });
});
