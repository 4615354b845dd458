// Every symbol of every language can be cited, and is found again below other lines, in its file and in another one.

import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CitedSymbols } from "../../../../src/features/code/cited-symbols.ts";
import { type CitingEntry, SourceChecker } from "../../../../src/notes/sources/source-checker.ts";
import { stateWords } from "../../../../src/notes/sources/source-state.ts";
import { citedSymbol } from "../../../../src/notes/sources/symbol-citation.ts";
import { SymbolFollower } from "../../../../src/notes/sources/symbol-follower.ts";
import { diskFiles } from "../../../../src/platform/disk-small-files.ts";
import { codeFixtures } from "../../../support/code-fixtures.ts";
import { temporaryDirectory } from "../../../support/knowledge.ts";

const none = {
  open() {
    throw new Error("there is no code index");
  },
};

test.each(codeFixtures())("$name", async ({ name, text }) => {
  const root = temporaryDirectory();
  const path = join(root, name);
  writeFileSync(path, text);
  const reader = new CitedSymbols(none);
  const checker = new SourceChecker({ path: root, folder: "", keys: ["me/app"], mark: "00000000" }, diskFiles);
  const symbols = (await reader.symbolsOf(name, text))!;
  // A name with a space, as SQL has in quotes, cannot be cited: a source ends at white space.
  const names = [...new Set(symbols.map((symbol) => symbol.name))].filter((each) => !/\s/.test(each));
  expect(names.length).toBeGreaterThan(3);
  const entries: CitingEntry[] = [];
  for (const each of names) {
    const citation = (await citedSymbol(checker, reader, `${name}#${each}`, ["me/app"], "source"))!;
    // What a source can hold is held as it is.
    expect(citation.source).toBe(`${name}#${each}`);
    entries.push({ ...citation, projects: ["me/app"], minutes: 0 });
  }
  const states = async () => {
    const follower = new SymbolFollower(checker, checker.root!, reader);
    const found = await follower.followEach(entries, [], async () => undefined);
    return new Set(found.map((state) => state && stateWords(state)));
  };
  expect(await states()).toEqual(new Set(["unchanged"]));
  const above = /\.(?:py|rb|sh)$/.test(name) ? "# above\n\n" : "// above\n\n";
  writeFileSync(path, name.endsWith(".php") ? text.replace("<?php\n", `<?php\n${above}`) : above + text);
  expect(await states()).toEqual(new Set(["unchanged"]));
  mkdirSync(join(root, "moved"));
  renameSync(path, join(root, "moved", name));
  expect(await states()).toEqual(new Set(["gone"]));
  writeFileSync(path, "");
  expect(await states()).toEqual(new Set(["gone"]));
});

test("what is no code has no symbols, and neither throws nor waits for an index", async () => {
  const reader = new CitedSymbols(none);
  expect(await reader.symbolsOf("docs/a.md", "# A")).toBeNull();
  expect(await reader.quickSymbolsOf("docs/a.md", "# A")).toBeNull();
  expect(await reader.symbolsOf("a.ts", `${"(".repeat(5000)}`)).toEqual([]);
  expect(await reader.treeAt("/srv/none")).toBeNull();
});
