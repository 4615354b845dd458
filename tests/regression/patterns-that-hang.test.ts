// Expressions that tried a run of digits or of line breaks again from each of its characters: a confidence of a
// megabyte of zeros, or a private key of line breaks, kept whoever read them busy for minutes. Found by pumping every
// expression of src.

import { expect, test } from "vitest";
import { redactSecrets } from "../../src/engine/text/secrets/redaction.ts";
import { parseEntryText } from "../../src/notes/text/entry-text.ts";
import { draw } from "../fixtures/secrets.ts";

const LENGTH = 1_000_000;

test("a confidence of a million digits is read, or is none", () => {
  expect(parseEntryText(`[confidence: 0.${"0".repeat(LENGTH)}]\ntext`).confidence).toBe(0);
  expect(parseEntryText(`[confidence: ${"0".repeat(LENGTH)}!]\ntext`).confidence).toBe(1);
  expect(parseEntryText("[confidence: 0.]\ntext").confidence).toBe(0);
  expect(parseEntryText("[confidence: .5e-1]\ntext").confidence).toBe(0.05);
});

test("a private key of line breaks is redacted", async () => {
  const begin = `-----BEGIN PRIVATE ${"KEY"}-----`;
  const { text } = await redactSecrets(`${begin}\n${draw("ABCDEFGHabcdefgh0123", 64, 1)}\n${"\n".repeat(LENGTH)}`);
  expect(text.trimEnd()).toBe("[redacted: private-key]");
});
