// Sets made of git repositories, tried on one that the test makes.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { isNotWritten, TEXT_LENGTH_MAX } from "../../../quality/git/documents.ts";
import { gitSet, isQuestion, TOUCHED_MAX } from "../../../quality/git/git-set.ts";
import { git, makeRepository } from "../../support/git-repository.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const makeFolder = useFolders("all");
let folder: string;

function commit(message: string, files: Readonly<Record<string, string | Uint8Array | null>>): void {
  for (const [path, content] of Object.entries(files)) {
    const place = join(folder, path);
    mkdirSync(dirname(place), { recursive: true });
    if (content === null) rmSync(place);
    else writeFileSync(place, content);
  }
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "-m", message);
}

const many = Object.fromEntries(Array.from({ length: TOUCHED_MAX + 1 }, (_, at) => [`many/file-${at}.txt`, "text\n"]));
const swept = Object.fromEntries(Object.keys(many).map((path) => [path, "swept\n"]));

beforeAll(() => {
  folder = makeRepository(join(makeFolder(), "sample"));
  commit("first", {
    "src/parser/lexer.ts": "export function lex() {}\n",
    "src/parser/deep/tree.ts": "export class Tree {}\n",
    "README.md": "# Sample\n",
    "old.ts": "gone soon\n",
    "package-lock.json": "{}\n",
    "logo.png": new Uint8Array([137, 80, 78, 71, 0, 1]),
    "long.txt": `${"words of a line\n".repeat(3000)}`,
    "empty.txt": "",
    ...many,
  });
  git(folder, "tag", "old");
  commit("lexer: accepts nested comments now", { "src/parser/lexer.ts": "export function lex() { nested(); }\n" });
  commit("a new file for numbers only", { "src/numbers.ts": "1\n" });
  commit("Revert the change of the lexer", { "src/parser/lexer.ts": "export function lex() {}\n" });
  commit("short one", { "README.md": "# Sample, again\n" });
  commit("everything is formatted the same way", swept);
  commit("delete the old module for good", { "old.ts": null });
  commit("tree and lexer share a cursor", {
    "src/parser/lexer.ts": "share\n",
    "src/parser/deep/tree.ts": "share\n",
    "src/cursor.ts": "new\n",
  });
  commit("explain the parser in the readme", { "README.md": "# Sample\nThe parser.\n" });
  commit("the tree has parents as well", { "src/parser/deep/tree.ts": "parents\n" });
});

const made = (revision: string | null) => gitSet({ folder, revision, seed: 7 });

describe("a set of a repository", () => {
  test("has the texts of the old revision that people wrote, cut, with their path in front and their folder as topic", () => {
    const documents = new Map(made("old").documents.map((document) => [document.id, document]));
    expect([...documents.keys()].filter((path) => !path.startsWith("many/"))).toEqual([
      "README.md",
      "long.txt",
      "old.ts",
      "src/parser/deep/tree.ts",
      "src/parser/lexer.ts",
    ]);
    expect(documents.get("src/parser/lexer.ts")).toMatchObject({
      topic: "src/parser",
      text: "src/parser/lexer.ts\nexport function lex() {}\n",
    });
    expect(documents.get("src/parser/deep/tree.ts")!.topic).toBe("src/parser");
    expect(documents.get("long.txt")!.text).toHaveLength("long.txt\n".length + TEXT_LENGTH_MAX);
  });

  test("asks by the commits that touched files which were there, and by no sweep, revert or word", () => {
    expect(made("old").queries.map(({ text, grades }) => [text, [...grades.keys()]])).toEqual([
      ["lexer: accepts nested comments now", ["src/parser/lexer.ts"]],
      ["delete the old module for good", ["old.ts"]],
      ["tree and lexer share a cursor", ["src/parser/deep/tree.ts", "src/parser/lexer.ts"]],
      ["explain the parser in the readme", ["README.md"]],
      ["the tree has parents as well", ["src/parser/deep/tree.ts"]],
    ]);
  });

  test("is the same each time", () => {
    expect(made("old")).toEqual(made("old"));
  });

  test.each([
    ["no-such-tag", /sample: there is no revision no-such-tag; .*e\.g\./],
    ["HEAD", /sample: 0 commits after .* touch files that were there/],
  ])("of %s is refused", (revision, message) => {
    expect(() => made(revision)).toThrow(message);
  });

  test("cannot be made of a folder in a repository, of none, or of a shallow clone", () => {
    expect(() => gitSet({ folder: join(folder, "src"), revision: null, seed: 7 })).toThrow(/no git repository/);
    const plain = makeFolder();
    expect(() => gitSet({ folder: plain, revision: null, seed: 7 })).toThrow(/no git repository/);
    const clone = join(plain, "clone");
    git(plain, "clone", "-q", "--depth", "1", `file://${folder}`, clone);
    expect(() => gitSet({ folder: clone, revision: null, seed: 7 })).toThrow(/shallow/);
  });
});

test("what a machine wrote is known by its path", () => {
  const written = ["src/lock.ts", "docs/building.md", "src/vendor.ts", "Makefile"];
  const not = ["Cargo.lock", "a/package-lock.json", "pnpm-lock.yaml", "vendor/x.go", "dist/x.js", "a/x.min.js"];
  expect(written.filter(isNotWritten)).toEqual([]);
  expect(not.filter((path) => !isNotWritten(path))).toEqual([]);
});

test("a subject is a question when it has three words and is no revert or release", () => {
  expect(["fix the lexer", "store: keeps tags in order"].filter((subject) => !isQuestion(subject))).toEqual([]);
  const none = ["fix lexer", 'Revert "fix the lexer again"', "fixup! fix the lexer", "v1.2.3 is here at last", ""];
  expect(none.filter(isQuestion)).toEqual([]);
});
