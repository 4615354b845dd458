// A cited symbol is followed through edits, new names and other files; what is not certain is called so.

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { SourceChecker } from "../../../../src/notes/sources/source-checker.ts";
import { sourceRoot } from "../../../../src/notes/sources/source-root.ts";
import { stateWords } from "../../../../src/notes/sources/source-state.ts";
import { citedSymbol } from "../../../../src/notes/sources/symbol-citation.ts";
import { isFollowed, SymbolFollower } from "../../../../src/notes/sources/symbol-follower.ts";
import type { SymbolLines, SymbolReader } from "../../../../src/notes/sources/symbol-reader.ts";
import { diskFiles } from "../../../../src/platform/disk-small-files.ts";
import { temporaryDirectory } from "../../../support/knowledge.ts";

/** `class A {` to `}`, and in it `  get() {` to `  }`. */
function symbolsIn(text: string): SymbolLines[] {
  const found: SymbolLines[] = [];
  const lines = text.split("\n");
  let container = "";
  lines.forEach((line, at) => {
    const name = /^(?: {2})?(?:class )?(\w+)(?:\(.*\))? \{$/.exec(line)?.[1];
    if (line === "}") container = "";
    if (name === undefined) return;
    const end = line.startsWith("  ") ? "  }" : "}";
    const last = lines.indexOf(end, at) + 1;
    found.push({ name: container === "" ? name : `${container}.${name}`, first: at + 1, last });
    if (line.startsWith("class ")) container = name;
  });
  return found;
}

const EVICT = [
  "  evict() {",
  "    while (full) {",
  "      drop(1);",
  "      count--;",
  "    }",
  '    log("done");',
  "  }",
];
const file = (...members: readonly (readonly string[])[]) => ["class Cache {", ...members.flat(), "}", ""].join("\n");
const CACHE = file(["  get() {", "    return 1;", "  }"], EVICT, ["  size() {", "    return 2;", "  }"]);
const renamed = (name: string, lines = EVICT) => [`  ${name}() {`, ...lines.slice(1)];

/** A folder with files, and a note on a symbol of `src/cache.ts`. `renames`: what commits say. */
async function cited(
  symbol = "Cache.evict",
  files: Record<string, string> = { "src/cache.ts": CACHE },
  links: Record<string, string> = {},
) {
  const root = temporaryDirectory();
  const names = new Set<string>();
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    names.add(path);
  };
  const remove = (path: string) => {
    rmSync(join(root, path));
    names.delete(path);
  };
  const link = (path: string, target: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    rmSync(join(root, path), { force: true });
    symlinkSync(target, join(root, path));
  };
  for (const [path, text] of Object.entries(files)) put(path, text);
  for (const [path, target] of Object.entries(links)) link(path, target);
  const asked = { trees: 0, files: 0 };
  const renames = new Map<string, string>();
  let hasTree = true;
  let quick: ((text: string) => SymbolLines[]) | null = null;
  const reader: SymbolReader = {
    async symbolsOf(path, text) {
      asked.files++;
      return path.endsWith(".ts") ? symbolsIn(text) : null;
    },
    async quickSymbolsOf(path, text) {
      return path.endsWith(".ts") && quick !== null ? quick(text) : null;
    },
    async treeAt() {
      asked.trees++;
      if (!hasTree) return null;
      const nameNow = async (path: string) => renames.get(path) ?? null;
      return { nameNow, hasCommits: true, filesDefining: () => [...names].sort() };
    },
  };
  const caller = { project: { keys: ["me/app"], root, linkedGit: null }, directory: root };
  const checker = new SourceChecker(sourceRoot(caller as never, diskFiles), diskFiles);
  const given = `src/cache.ts#${symbol}`;
  const citation = await citedSymbol(checker, reader, given, ["me/app"], "source");
  const entry = { ...citation!, projects: ["me/app"], minutes: 0 };
  const follower = new SymbolFollower(checker, checker.root!, reader);
  const state = async () => (await follower.followEach([entry], [null], async () => undefined))[0]!;
  const words = async () => stateWords(await state());
  return {
    put,
    link,
    remove,
    renames,
    asked,
    entry,
    follower,
    state,
    words,
    withoutTree() {
      hasTree = false;
    },
    withQuick(scan: (text: string) => SymbolLines[]) {
      quick = scan;
    },
  };
}

describe("a cited symbol", () => {
  it("is unchanged while its own lines are, and changed when one of them is", async () => {
    const { put, words } = await cited();
    expect(await words()).toBe("unchanged");
    put("src/cache.ts", `// new\n${CACHE.replace("return 1", "return 100")}`);
    expect(await words()).toBe("unchanged");
    put("src/cache.ts", CACHE.replace("drop(1)", "drop(2)"));
    expect(await words()).toBe("changed");
    put("src/cache.ts", CACHE);
    expect(await words()).toBe("unchanged");
  });

  it("is followed into a file of another name that commits tell of, changed or not", async () => {
    const { put, remove, renames, words } = await cited();
    remove("src/cache.ts");
    renames.set("src/cache.ts", "src/store/kept.ts");
    put("src/store/kept.ts", CACHE);
    expect(await words()).toBe("now src/store/kept.ts");
    put("src/store/kept.ts", CACHE.replace("drop(1)", "drop(2)"));
    expect(await words()).toBe("changed, now src/store/kept.ts");
  });

  it("is followed to where its text is, and to its only name elsewhere", async () => {
    const { put, words } = await cited();
    put("src/cache.ts", file(["  get() {", "    return 1;", "  }"]));
    put("src/other.ts", file(EVICT));
    put("src/third.ts", file(["  evict() {", "    return 5;", "  }"]));
    expect(await words()).toBe("now src/other.ts");
    put("src/other.ts", file(renamed("evict", EVICT.with(2, "      drop(2);"))));
    expect(await words()).toBe("gone");
    put("src/third.ts", "");
    expect(await words()).toBe("changed, perhaps now src/other.ts");
    put("src/other.ts", file(["  evict() {", "    return 5;", "  }"]));
    expect(await words()).toBe("gone");
  });

  it("is followed below another container", async () => {
    const { put, words } = await cited();
    put("src/cache.ts", CACHE.replace("class Cache", "class Store"));
    expect(await words()).toBe("now src/cache.ts#Store.evict");
    put("src/cache.ts", CACHE.replace("class Cache", "class Store").replace("drop(1)", "drop(2)"));
    expect(await words()).toBe("changed, perhaps now src/cache.ts#Store.evict");
  });

  it("is perhaps what stands in its place with its body, and nothing else is", async () => {
    const { put, words } = await cited();
    put("src/cache.ts", CACHE.replace("evict()", "trim()"));
    expect(await words()).toBe("perhaps now src/cache.ts#Cache.trim");
    put("src/cache.ts", CACHE.replace("evict()", "trim()").replace('log("done")', 'log("trimmed")'));
    expect(await words()).toBe("changed, perhaps now src/cache.ts#Cache.trim");
    // The body is elsewhere in the file, and something else has come into the place.
    put(
      "src/cache.ts",
      file(["  a() {", "    return 1;", "  }"], renamed("trim"), ["  b() {", "    return 2;", "  }"]),
    );
    expect(await words()).toBe("perhaps now src/cache.ts#Cache.trim");
    put("src/cache.ts", file(["  get() {", "    return 1;", "  }"], ["  trim() {", "    return full;", "  }"]));
    expect(await words()).toBe("gone");
  });

  it("is not guessed where two could be it", async () => {
    const { put, words } = await cited();
    put("src/cache.ts", file(renamed("one"), renamed("two")));
    expect(await words()).toBe("gone");
  });

  it("is gone where no code index tells more", async () => {
    const { put, remove, words, withoutTree } = await cited();
    withoutTree();
    remove("src/cache.ts");
    put("src/other.ts", CACHE);
    expect(await words()).toBe("gone");
  });

  it("says where it is now, for those who show its lines", async () => {
    const { put, state } = await cited();
    put("src/cache.ts", `// one\n// two\n${CACHE}`);
    expect(await state()).toMatchObject({ kind: "unchanged", at: { first: 7, last: 13 } });
  });

  it("is not looked for again while the files are as they were", async () => {
    const { asked, entry, follower, state } = await cited();
    await state();
    const before = { ...asked };
    await state();
    expect(follower.state(entry, null)).toMatchObject({ kind: "unchanged" });
    expect(follower.isWaiting).toBe(false);
    expect(asked).toEqual(before);
    expect(asked.trees).toBe(0);
  });

  it("needs no parser while it is unchanged, and is not believed changed without one", async () => {
    const { asked, put, withQuick, words } = await cited();
    const before = asked.files;
    withQuick(symbolsIn);
    put("src/cache.ts", `// more\n${CACHE}`);
    expect(await words()).toBe("unchanged");
    expect(asked.files).toBe(before);
    withQuick((text) => symbolsIn(text).map((symbol) => ({ ...symbol, last: symbol.last - 1 })));
    put("src/cache.ts", `// more and more\n${CACHE}`);
    expect(await words()).toBe("unchanged");
    expect(asked.files).toBe(before + 1);
  });

  it("is unchanged while one of its overloads is, also beside a longer one", async () => {
    const { put, words } = await cited("parse", { "src/cache.ts": "parse(a) {\n  return a;\n}\n" });
    put("src/cache.ts", "parse(a) {\n  return a;\n}\nparse(b) {\n  log(b);\n  return b;\n}\n");
    expect(await words()).toBe("unchanged");
    put("src/cache.ts", "parse(a) {\n  return 0;\n}\nparse(b) {\n  log(b);\n  return b;\n}\n");
    expect(await words()).toBe("changed");
  });

  it("has not moved where its file was cited through a link", async () => {
    const { link, put, words } = await cited(
      "Cache.evict",
      { "lib/real.ts": CACHE },
      { "src/cache.ts": "../lib/real.ts" },
    );
    expect(await words()).toBe("unchanged");
    put("lib/real.ts", CACHE.replace("drop(1)", "drop(2)"));
    expect(await words()).toBe("changed");
    put("lib/other.ts", CACHE);
    link("src/cache.ts", "../lib/other.ts");
    expect(await words()).toBe("unchanged");
  });

  it("is of several declarations the one with the body", async () => {
    const { entry } = await cited("parse", { "src/cache.ts": "parse(a) {\n}\nparse(b) {\n  return b;\n}\n" });
    expect(entry.cited).toMatch(/^1 3-5 /);
  });
});

it("other sources are not followed", () => {
  const rest = { projects: [], minutes: 0 };
  for (const source of ["a.ts", "a.ts:3", "docs/a.md#part"])
    expect(isFollowed({ ...rest, source, cited: "1 file 9f3a1c0b22ee" })).toBe(false);
  expect(isFollowed({ ...rest, source: "a.ts#b", cited: null })).toBe(false);
});
