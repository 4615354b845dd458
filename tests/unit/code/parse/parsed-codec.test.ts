// What the parser said of a text, written in few bytes and read again beside the text.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { languageOfText } from "../../../../src/code/languages.ts";
import { decodeParsed, encodeParsed } from "../../../../src/code/parse/parsed-codec.ts";
import type { ParsedFile } from "../../../../src/code/parse/parsed-file.ts";
import { parserOf } from "../../../../src/code/store/parse-files.ts";
import { repositoryRoot } from "../../../support/helix-binary.ts";
import { isThorough } from "../../../support/runs.ts";

async function parsedOf(path: string, text: string): Promise<ParsedFile | null> {
  const language = languageOfText(path, text)!;
  return (await parserOf(language)).parseFile(text, language);
}

/** Code of every language, and helix's own, of which the quick tests take each fourth file. */
const FOLDERS = [
  ["tests/fixtures/code", 1],
  ["src/code", isThorough ? 1 : 4],
  ["src/features/code", isThorough ? 1 : 4],
] as const;

test.each(FOLDERS)("reading gives what was written: the files of %s", async (folder, step) => {
  let [seen, read] = [0, 0];
  for (const each of readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: "utf8" })) {
    // A fixture has another extension behind its own.
    const name = each.replace(/\.txt$/, "");
    if (!/\.\w+$/.test(name)) continue;
    const text = readFileSync(join(repositoryRoot, folder, each), "utf8");
    if (languageOfText(name, text) === null || seen++ % step > 0) continue;
    const parsed = await parsedOf(name, text);
    const bytes = encodeParsed(parsed, text);
    expect(decodeParsed(bytes, text), name).toEqual({ parsed });
    expect(bytes.length).toBeLessThan(text.length * 0.55);
    read++;
  }
  expect(read).toBeGreaterThan(9);
});

const HARD = [
  ["a.cpp", "struct A { operator bool() const; };\nint A::\nrun(int x) { return x + get<\nint>(); }\n"],
  ["a.rb", "class A\n  attr_reader :size, :größe\n  def \u{1F600}() = size\nend\n"],
  ["a.go", "package a\n\nfunc (c *Cache[K]) Get(k K) { c.Get(k); x := New(); x.Put(k) }\n"],
  ["a.ts", "export default class { get [a.b]() { return this.x } }\nexport { b as c } from './b';\n"],
  ["a.php", "<?php\nnamespace A;\nuse B\\C as D;\nclass E extends D { function f() { return $this->g(); } }\n"],
] as const;

test.each(HARD)("also where names do not stand as they are called: %s", async (path, text) => {
  const parsed = await parsedOf(path, text);
  expect(parsed!.symbols.length).toBeGreaterThan(0);
  expect(decodeParsed(encodeParsed(parsed, text), text)).toEqual({ parsed });
});

test("that a text cannot be parsed is kept, too", () => {
  expect(decodeParsed(encodeParsed(null, "x"), "x")).toEqual({ parsed: null });
});

test("other bytes, and bytes of another text, are no error", async () => {
  const text = "export function a() { return b(); }\n";
  const bytes = encodeParsed(await parsedOf("a.ts", text), text);
  expect(decodeParsed(new Uint8Array(0), text)).toBeNull();
  expect(decodeParsed(bytes.slice(0, -3), text)).toBeNull();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.string(), (other, another) => {
      decodeParsed(other, another);
      decodeParsed(bytes, another);
    }),
  );
});
