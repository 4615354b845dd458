// References asked for by name or by the symbol around them: those that are read again beside the text are the same.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { languageOfText } from "../../../../src/code/languages.ts";
import { decodeParsed, encodeParsed } from "../../../../src/code/parse/parsed-codec.ts";
import { referencesOf } from "../../../../src/code/parse/reference-list.ts";
import { parserOf } from "../../../../src/code/store/parse-files.ts";
import { repositoryRoot } from "../../../support/helix-binary.ts";

const FOLDER = join(repositoryRoot, "tests/fixtures/code");
const FILES = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .map((name) => ({ name, path: name.replace(/\.txt$/, "") }))
  .filter(({ path }) => /\.\w+$/.test(path));

test("of each language", async () => {
  let seen = 0;
  for (const { name, path } of FILES) {
    const text = readFileSync(join(FOLDER, name), "utf8");
    const language = languageOfText(path, text);
    const parsed = language === null ? null : (await parserOf(language)).parseFile(text, language);
    if (parsed === null) continue;
    const { references } = parsed;
    for (const file of [parsed, decodeParsed(encodeParsed(parsed, text), text)!.parsed!]) {
      const list = referencesOf(file);
      const names = [...new Set(references.map((each) => each.name))].slice(0, 3);
      for (const each of [...names, "no_such_name"]) {
        expect(list.named([each]), path).toEqual(references.filter((reference) => reference.name === each));
        expect(list.has(each), path).toBe(each !== "no_such_name");
      }
      expect(list.named(names)).toEqual(references.filter((reference) => names.includes(reference.name)));
      expect(list.named([])).toEqual([]);
      expect(list.within((symbol) => symbol % 2 === 0)).toEqual(references.filter(({ within }) => within % 2 === 0));
      expect(list.bases).toEqual(references.filter(({ kind }) => kind === "inherit"));
    }
    seen++;
  }
  expect(seen).toBeGreaterThan(9);
});

test("one that is asked for twice is the same one", () => {
  const text = "a();\nb();\na();\n";
  const reference = (line: number, name: string) =>
    ({ name, line, column: 0, within: -1, kind: "call", receiver: null }) as const;
  const references = [reference(1, "a"), reference(2, "b"), reference(3, "a")];
  const file = { symbols: [], references, imports: [], types: [], brokenLines: 0 };
  const list = referencesOf(decodeParsed(encodeParsed(file, text), text)!.parsed!);
  expect(list.named(["a"])[1]).toBe(list.named(["a", "b"])[2]);
});
