// Whether a note quotes an error.

import { describe, expect, it } from "vitest";
import { SaidWords } from "../../../../src/hooks/post-build/said-words.ts";

const isQuoted = (error: string, note: string) => new SaidWords([error]).isQuotedIn(note);

describe("SaidWords", () => {
  it.each([
    [
      "Error: Cannot find module 'gzip-size'",
      "pnpm does not hoist: 'Cannot find module' means it is missing in package.json",
    ],
    ["429 Too Many Requests - toomanyrequests: slow down", "straight from the hub it ends in `toomanyrequests`"],
    ["RangeError: Invalid string length", "JSON.stringify fails with Invalid string length above 512 MB"],
    ["jwt: token not yet valid (nbf)", 'clock skew shows as "token not yet valid", allow 60 s'],
  ])("quoted: %s", (error, note) => expect(isQuoted(error, note)).toBe(true));

  it.each([
    [
      "words of all errors",
      "cat: a: No such file or directory",
      "'No such file' is what the loader says without its path",
    ],
    ["two words of it", "Invalid string length", "a string of any length is taken"],
    ["apostrophes", "the pool doesn't drain when it can't connect", "don't wait, it isn't over"],
    ["a short word", "unexpected token in JSON", "the key 'token' is read last"],
    ["nothing", "", "'some words of a note'"],
  ])("not: %s", (_, error, note) => expect(isQuoted(error, note)).toBe(false));
});
