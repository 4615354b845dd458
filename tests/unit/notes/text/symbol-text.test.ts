// A symbol is known again by its text, whatever it is called by then.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fullName, lastName } from "../../../../src/notes/text/symbol-names.ts";
import { BODY_LINES_MAX, bodyHashes, sharedBody } from "../../../../src/notes/text/symbol-text.ts";

const body = ["  while (this.size > limit) {", "    this.drop(1);", "  }", '  log("evicted");', "}"];
const named = (name: string, lines: readonly string[] = body) => [`${name}(limit: number): void {`, ...lines];

describe("names", () => {
  it.each([
    ["Cache.get", "Cache.get", "get"],
    ["Cache::get()", "Cache.get", "get"],
    ["Cache#get", "Cache.get", "get"],
    ["Cache.#entries", "Cache.#entries", "#entries"],
    ["cache->get", "cache.get", "get"],
    ["get", "get", "get"],
    ["::get", "get", "get"],
    ["()", "", ""],
  ])("%s is %s", (given, full, last) => {
    expect(fullName(given)).toBe(full);
    expect(lastName(full)).toBe(last);
  });
});

describe("the text of a symbol", () => {
  it("is the same under another name, also where it names itself", () => {
    const before = bodyHashes(named("evict", [...body, "evict(limit - 1);"]), "evict");
    expect(sharedBody(before, named("trim", [...body, "trim(limit - 1);"]), "trim")).toBe(1);
    expect(sharedBody(before, named("trim", [...body, "evict(limit - 1);"]), "trim")).toBeLessThan(1);
  });

  it("is shared in part where a line is another, and hardly where most are", () => {
    const before = bodyHashes(named("evict"), "evict");
    const share = sharedBody(before, named("drop", body.with(1, "    this.drop(2);")), "drop");
    expect(share).toBeGreaterThan(0.5);
    expect(share).toBeLessThan(1);
    expect(sharedBody(before, named("drop", ["return limit;", "}"]), "drop")).toBeLessThan(0.5);
    const longer = named("drop", [...body, ...Array.from({ length: 30 }, (_, at) => `other(${at});`)]);
    expect(sharedBody(before, longer, "drop")).toBeLessThan(0.2);
  });

  it("says nothing by a part of it where it is short", () => {
    const before = bodyHashes(["get() {", "  return 1;", "}"], "get");
    expect(sharedBody(before, ["size() {", "  return 1;", "}"], "size")).toBe(1);
    expect(sharedBody(before, ["size() {", "  return 2;", "}"], "size")).toBe(0);
    expect(sharedBody([], ["{", "}"], "x")).toBe(0);
  });

  it("has bounds, whatever it and its name are", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { maxLength: 60 }), fc.string(), (lines, name) => {
        const oneLine = lines.map((line) => line.replaceAll("\n", " "));
        const hashes = bodyHashes(oneLine, name);
        expect(hashes.length).toBeLessThanOrEqual(BODY_LINES_MAX);
        for (const hash of hashes) expect(hash >= 0 && hash <= 0xffff).toBe(true);
        const share = sharedBody(hashes, oneLine, name);
        expect(share).toBe(hashes.length > 0 ? 1 : 0);
      }),
    );
  });
});
