// What the parser says of code in each language, against lines that stand beside the texts. A name that they do not have is
// no reference: a word in a comment or a string, a local variable, a parameter, the name of a definition.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { hasParser, languageOf } from "../../../../src/code/languages.ts";
import type { FileParser } from "../../../../src/code/parse/file-parser.ts";
import { codeFixtures } from "../../../support/code-fixtures.ts";
import { repositoryRoot } from "../../../support/helix-binary.ts";
import { parsedRows } from "../../../support/parsed-rows.ts";
import { parserFor } from "../../../support/parsers.ts";

const FOLDER = join(repositoryRoot, "tests", "fixtures", "code", "parse");
const fixtures = readdirSync(FOLDER)
  .filter((file) => !file.endsWith(".rows.txt"))
  .sort()
  .map((file) => {
    const name = file.replace(/\.txt$/, "");
    const text = readFileSync(join(FOLDER, file), "utf8");
    const rows = readFileSync(join(FOLDER, `${name}.rows.txt`), "utf8")
      .trimEnd()
      .split("\n");
    return { name, text, rows, language: languageOf(name)! };
  });
const scanned = codeFixtures()
  .map((fixture) => ({ ...fixture, language: languageOf(fixture.name)! }))
  .filter(({ language }) => hasParser(language));
let parser: Pick<FileParser, "parseFile">;

beforeAll(async () => {
  parser = await parserFor(new Set(scanned.map(({ language }) => language)));
});

test("there is a fixture for every language that is parsed", () => {
  const languages = new Set(fixtures.map(({ language }) => language));
  expect(scanned.map(({ language }) => language).filter((language) => !languages.has(language))).toEqual([]);
});

describe.each(fixtures)("$name", ({ text, rows, language }) => {
  test("exactly these imports and references", () => {
    const file = parser.parseFile(text, language)!;
    expect(parsedRows(file)).toEqual(rows);
    expect(file.brokenLines).toBe(0);
  });

  test("names stand where it says", () => {
    const lines = text.split("\n");
    const { references, symbols } = parser.parseFile(text, language)!;
    for (const { name, line, column } of [...references, ...symbols]) {
      expect(lines[line - 1]!.slice(column, column + name.length)).toBe(name);
    }
  });
});

test.each(fixtures)("$name, cut anywhere, is read with names where it says", ({ text, language }) => {
  for (let cut = 1; cut < 20; cut++) {
    const part = text.slice(0, Math.floor((text.length * cut) / 20));
    const lines = part.split("\n");
    const file = parser.parseFile(part, language)!;
    for (const { name, line, column, within } of file.references) {
      expect(lines[line - 1]!.slice(column, column + name.length)).toBe(name);
      expect(within).toBeLessThan(file.symbols.length);
    }
  }
});

describe.each(scanned)("the fixture of the scanners $name", ({ text, symbols, language }) => {
  test("has the symbols that the scanner finds, each with its extent", () => {
    const file = parser.parseFile(text, language)!;
    const found = file.symbols.map(({ line, exported, kind, container, name }) => {
      return `${line} ${exported ? "" : "-"}${kind} ${container === null ? "" : `${container}.`}${name}`;
    });
    expect(found.sort()).toEqual([...symbols].sort());
    for (const { name, start, end, endLine, nameOffset } of file.symbols) {
      expect(text.slice(start, end)).toContain(name);
      expect(nameOffset).toBeGreaterThanOrEqual(start);
      expect(text.slice(0, end).split("\n").length - (text[end - 1] === "\n" ? 1 : 0)).toBeLessThanOrEqual(endLine);
    }
  });
});
