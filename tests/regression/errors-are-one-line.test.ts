// A parser quoted a carriage return of what it could not read, and the error that was passed on had two lines on a
// terminal. Found by the fuzzing of imports.

import { expect, test } from "vitest";
import { messageOf } from "../../src/base/errors.ts";
import { parseImport } from "../../src/exchange/import-format.ts";

test("an error that quotes any separator of lines is one line", () => {
  expect(messageOf(new Error("a\r b\n\nc\u2028d\u2029e\u0085f"))).toBe("a b c d e f");
  expect(() => parseImport('"\\\r')).toThrow(/^[^\n\r]*$/);
});
