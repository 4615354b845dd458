// Rules of many files as one text: git lists by it what it lists by the files.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { namesByRules } from "../../../src/plan/workspace/git-names.ts";
import { ruleLines } from "../../../src/plan/workspace/rule-lines.ts";
import { runGit } from "../../../src/platform/git/git-program.ts";
import { repositoryAt } from "../../../src/platform/git/repository.ts";
import { makeRepository } from "../../support/git-repository.ts";
import { gitIn } from "../../support/plan-tree.ts";
import { runs } from "../../support/runs.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const folder = useFolders("each");
const NAMES = ["a", "b.log", "c d", "[x]", "dist", "#e", "!f", "star*"];
const FOLDERS = ["", "dist/", "sub/", "sub/dist/", "c d/", "[x]/sub/"];
const rule = fc
  .tuple(
    fc.constantFrom("", "", "", "!"),
    fc.constantFrom("", "/", "**/", "sub/", "dist/", "c d/"),
    fc.constantFrom(
      "a",
      "b.log",
      "*.log",
      "*",
      "**",
      "dist",
      "[ab]*",
      "\\[x\\]",
      "\\#e",
      "c d",
      "s?ar\\*",
      "sub/**",
      "d*t/a",
    ),
    fc.constantFrom("", "", "/", " ", "\r"),
  )
  .map((parts) => parts.join(""));
const ruleFiles = fc.array(
  fc.record({
    at: fc.constantFrom(...FOLDERS),
    lines: fc.array(fc.oneof(rule, fc.constantFrom("# a", "", " ")), { maxLength: 5 }),
  }),
  { maxLength: 4 },
);

test("one text of rules ignores what the files of rules ignore", { timeout: 120_000 }, async () => {
  const root = makeRepository(`${folder()}/tree`);
  const ports = gitIn(folder());
  for (const at of FOLDERS) {
    mkdirSync(`${root}/${at}`, { recursive: true });
    for (const name of NAMES) {
      const isFolder = FOLDERS.some((each) => each.startsWith(`${at}${name}/`));
      if (!isFolder) writeFileSync(`${root}/${at}${name}`, "");
    }
  }
  const repository = repositoryAt(root, ports.files)!;
  const tree = { root, repository };
  const sorted = (text: string) =>
    text
      .split("\0")
      .filter((name) => name !== "")
      .sort();
  await fc.assert(
    fc.asyncProperty(ruleFiles, fc.array(rule, { maxLength: 3 }), async (files, excluded) => {
      const written = new Map(files.map(({ at, lines }) => [at, lines.join("\n")]));
      const paths = [...written.keys()].map((at) => `${root}/${at}.gitignore`);
      for (const [at, text] of written) writeFileSync(`${root}/${at}.gitignore`, text);
      writeFileSync(`${root}/.git/info/exclude`, excluded.join("\n"));
      let usual = "";
      const words = ["ls-files", "-z", "--others", "--exclude-standard"];
      const receive = (bytes: Uint8Array) => {
        usual += new TextDecoder().decode(bytes);
        return true;
      };
      await runGit(ports, tree, { words, seesFiles: true, hidesIndex: true, limitMs: 10_000, receive });
      const rules = ruleLines(
        ["", excluded.join("\n")],
        Array.from(written, ([at, text]) => ({ folder: at.slice(0, -1), text })),
      );
      const names: string[] = [];
      const why = await namesByRules(
        ports,
        { ...tree, excludes: "", limitMs: 10_000 },
        rules,
        (name) => names.push(name) > 0,
      );
      for (const path of paths) rmSync(path);
      expect(why).toBeNull();
      expect(names.sort()).toEqual(sorted(usual));
    }),
    { numRuns: runs(60) },
  );
});
