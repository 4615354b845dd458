// Messages of errors: one line, and never longer than a reader has timeout scale for.

import { expect, it } from "vitest";
import { HelixError, messageOf } from "../../../src/base/errors.ts";

it.each<[unknown, string]>([
  [new HelixError("IO", "one\n  two \n\n three"), "one two three"],
  [new Error("plain"), "plain"],
  ["text", "text"],
  [undefined, "undefined"],
])("puts %j in one line", (error, message) => {
  expect(messageOf(error)).toBe(message);
});

it("cuts what is too long, and no character in two", () => {
  expect(messageOf("x".repeat(5000))).toBe("x".repeat(5000));
  expect(messageOf("x".repeat(5001))).toBe(`${"x".repeat(4999)}…`);
  expect(messageOf("🧭".repeat(100), 4)).toBe("🧭\ufffd…");
  expect(messageOf(`${"\n".repeat(1_000_000)}x`)).toBe(" …");
});
