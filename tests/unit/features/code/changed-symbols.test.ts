// Which symbols differ between two versions of a file.

import { describe, expect, test } from "vitest";
import type { Language } from "../../../../src/code/languages.ts";
import { qualifiedName } from "../../../../src/code/symbol-scanner.ts";
import { changedSymbols } from "../../../../src/features/code/changed-symbols.ts";
import { parserFor } from "../../../support/parsers.ts";

const parser = await parserFor(["typescript", "python"]);
const version = (text: string, language: Language) => ({ text, parsed: parser.parseFile(text, language)! });

function changes(before: string | null, now: string | null, language: Language = "typescript") {
  const [old, own] = [before, now].map((text) => (text === null ? null : version(text, language)));
  const { changed, added, gone, renamed } = changedSymbols(old!, own!);
  const names = (lists: readonly (readonly { name: string; container: string | null }[])[]) =>
    lists.map((symbols) => qualifiedName(symbols[0]!));
  return { changed: names(changed), added: names(added), gone: names(gone), renamed: Object.fromEntries(renamed) };
}

const NONE = { changed: [], added: [], gone: [], renamed: {} };
const CLASS = "class Cache {\n  get() {\n    return 1;\n  }\n\n  drop() {}\n}\nfunction open() {}\n";

describe("two versions of a file", () => {
  test("a symbol of which the text changed: the innermost one alone", () => {
    expect(changes(CLASS, CLASS.replace("return 1", "return 2"))).toEqual({ ...NONE, changed: ["Cache.get"] });
    expect(changes(CLASS, CLASS.replace("class Cache", "class Cache extends Base"))).toEqual({
      ...NONE,
      changed: ["Cache"],
    });
  });

  test("what moved, white space at the ends of lines, empty lines and comments between are no change", () => {
    const moved = `function open() {}\n// more\n${CLASS.replace("\nfunction open() {}\n", "")}`;
    expect(changes(CLASS, moved)).toEqual(NONE);
    expect(changes(CLASS, CLASS.replaceAll("\n", "  \r\n"))).toEqual(NONE);
    expect(changes(CLASS, CLASS.replace("return 1;", "return 1;\n\n"))).toEqual(NONE);
  });

  test("a member that is new or gone does not change its class", () => {
    expect(changes(CLASS, CLASS.replace("  drop() {}\n", ""))).toEqual({ ...NONE, gone: ["Cache.drop"] });
    expect(changes(CLASS, CLASS.replace("  drop", "  more(x: number) {}\n  drop"))).toEqual({
      ...NONE,
      added: ["Cache.more"],
    });
  });

  test("indentation is a change where it means something", () => {
    const before = "def run(a):\n    if a:\n        stop()\n        go()\n";
    expect(changes(before, before.replace("        go", "    go"), "python")).toEqual({ ...NONE, changed: ["run"] });
  });

  test("a new name with the same text is a rename, unless two could be meant", () => {
    const body = "(x: number) {\n  return x * 2;\n}\n";
    expect(changes(`function old${body}`, `function fresh${body}`)).toEqual({
      ...NONE,
      added: ["fresh"],
      gone: ["old"],
      renamed: { old: "fresh" },
    });
    expect(changes(`function old${body}`, `function a${body}function b${body}`).renamed).toEqual({});
    expect(changes(`function a${body}function b${body}`, `function fresh${body}`)).toEqual({
      ...NONE,
      added: ["fresh"],
      gone: ["a", "b"],
    });
    expect(changes(`function old${body}`, `function fresh(y: string) {}\n`).renamed).toEqual({});
  });

  test("a file that is new, and one that is gone", () => {
    expect(changes(null, CLASS)).toEqual({ ...NONE, added: ["Cache", "Cache.get", "Cache.drop", "open"] });
    expect(changes(CLASS, null)).toEqual({ ...NONE, gone: ["Cache", "Cache.get", "Cache.drop", "open"] });
  });

  test("overloads are one symbol", () => {
    const both = "function f(a: string): void;\nfunction f(a: number): void;\nfunction f(a: unknown) {}\n";
    expect(changes(both, both.replace("number", "boolean"))).toEqual({ ...NONE, changed: ["f"] });
  });
});
