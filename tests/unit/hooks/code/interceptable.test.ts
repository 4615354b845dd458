// Which calls may be answered from the index of the code.

import { describe, expect, test } from "vitest";
import { interceptable } from "../../../../src/hooks/code/interceptable.ts";
import { parseHookEvent } from "../../../../src/hooks/common/hook-event.ts";

const of = (tool: string, input: object, type: "ambient" | "post-build" = "ambient") =>
  interceptable(type, parseHookEvent({ tool_name: tool, tool_input: input }));

describe("a read", () => {
  test("of a whole file may be", () => {
    expect(of("Read", { file_path: "/shop/src/a.ts" })).toEqual({ kind: "read", path: "/shop/src/a.ts" });
    expect(of("Read", JSON.parse('{"file_path":"/shop/a.ts","limit":null}'))).not.toBeNull();
  });

  test.each([
    { file_path: "/shop/a.ts", offset: 100 },
    { file_path: "/shop/a.ts", limit: 50 },
    { file_path: "/shop/a.pdf", pages: "1-5" },
    { file_path: "a.ts" },
    {},
  ])("of a part passes: %j", (input) => expect(of("Read", input)).toBeNull());
});

describe("a search", () => {
  test("for three words and more may be", () => {
    expect(of("Grep", { pattern: " retry limit is reached ", path: "/shop" })).toEqual({
      kind: "search",
      words: "retry limit is reached",
      folder: "/shop",
    });
  });

  test.each([
    { pattern: "retry limit" },
    { pattern: "retry.*limit is" },
    { pattern: "function retry(limit)" },
    { pattern: "retry limit reached", glob: "*.ts" },
    { pattern: "retry limit reached", type: "ts" },
    { pattern: "retry limit reached", multiline: true },
  ])("for a symbol, by an expression or in some files passes: %j", (input) => expect(of("Grep", input)).toBeNull());
});

test("no other tool, and no other event", () => {
  expect(of("Edit", { file_path: "/shop/a.ts" })).toBeNull();
  expect(of("Read", { file_path: "/shop/a.ts" }, "post-build")).toBeNull();
});
