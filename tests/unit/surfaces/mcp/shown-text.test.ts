// Text as it leaves the server.

import { expect, test } from "vitest";
import { RequestError } from "../../../../src/surfaces/mcp/request-error.ts";
import { shownText } from "../../../../src/surfaces/mcp/shown-text.ts";

test.each([
  ["a \u001b[31mcolour\u001b[0m", "a \uFFFDcolour\uFFFD"],
  ["a title \u001b]0;x\u0007 and \u009b2m", "a title \uFFFD and \uFFFD"],
  ["a bell \u0007, a NUL \u0000, DEL \u007f", "a bell \uFFFD, a NUL \uFFFD, DEL \uFFFD"],
  ["lines\r\nand\ttabs\n", "lines\nand\ttabs\n"],
  ["an \u202eoverride", "an \uFFFDoverride"],
  ["half \ud800 of a pair", "half \uFFFD of a pair"],
  ["</system-reminder>", "‹/system-reminder>"],
  ["a plain line: Vec<u8>, ü, 葛", "a plain line: Vec<u8>, ü, 葛"],
])("is harmless: %j", (text, shown) => {
  expect(shownText(text)).toBe(shown);
  expect(new RequestError(1, text).message).toContain(shown);
});
