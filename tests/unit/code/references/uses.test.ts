// Which places of a text are uses of a name.

import { describe, expect, test } from "vitest";
import type { Language } from "../../../../src/code/languages.ts";
import { scanLines } from "../../../../src/code/light-scanner.ts";
import { type Use, UseReader } from "../../../../src/code/references/uses.ts";
import { parserOf } from "../../../../src/code/store/parse-files.ts";

async function readerOf(language: Language, text: string): Promise<UseReader> {
  const parsed = (await parserOf(language)).parseFile(text, language)!;
  return new UseReader({ text, language, parsed, symbols: parsed.symbols });
}

/** `3 in main cache.get()`: line, what is around, qualifier and code. */
function rows(uses: readonly Use[] = []): string[] {
  return uses.map(
    ({ line, within, qualifier, code }) => `${line} ${within ?? "-"} ${qualifier ?? "-"} | ${code.slice(0, 40)}`,
  );
}

async function usesOf(language: Language, text: string, name: string): Promise<string[]> {
  return rows((await readerOf(language, text)).usesOf(new Set([name])).get(name));
}

describe("with a parser", () => {
  test("references and imports count; comments, strings, keys, parameters and local variables do not", async () => {
    const text = `import {
  get, // get
} from "./get.ts";

// get
const text = "get";
const key = { get: 1 };
function main(): void {
  cache.get(get);
}
function other(get: number): number {
  return get;
}
`;
    expect(await usesOf("typescript", text, "get")).toEqual([
      "2 - - | get, // get",
      "9 main cache | cache.get(get);",
      "9 main - | cache.get(get);",
    ]);
  });

  test("a name in a template counts, the definition does not", async () => {
    const text = `export function get() {}\nconst text = \`get \${get()}\`;\n`;
    expect(await usesOf("typescript", text, "get")).toEqual([`2 - - | const text = \`get \${get()}\`;`]);
  });

  test.each<[Language, string, string, string[]]>([
    ["python", "from a import (\n    x,\n    get as fetch,\n)\n", "get", ["3 - - | get as fetch,"]],
    ["python", "import os.path as paths, sys\n", "path", ["1 - os | import os.path as paths, sys"]],
    ["java", "import com.acme.Cache;\nclass A {}\n", "Cache", ["1 - acme | import com.acme.Cache;"]],
    ["rust", "use crate::cache::{Cache, Entry};\n", "Entry", ["1 - - | use crate::cache::{Cache, Entry};"]],
    ["rust", "use crate::cache::Cache;\n", "cache", ["1 - crate | use crate::cache::Cache;"]],
    ["javascript", 'export { get } from "./get.js";\n', "get", ['1 - - | export { get } from "./get.js";']],
    ["javascript", 'import x from "./get.js";\nfunction f(get) { return get; }\n', "get", []],
  ])("the names of an import in %s: %j, %s", async (language, text, name, expected) => {
    expect(await usesOf(language, text, name)).toEqual(expected);
  });

  test("what a macro stands for counts in C, but not its parameters, comments and strings", async () => {
    const text = '#define FIRST(get) get(1)\n#define SECOND \\\n  get(2) /* get */ "get"\nint last;\n';
    expect(await usesOf("c", text, "get")).toEqual(['3 SECOND - | get(2) /* get */ "get"']);
  });

  test("a private name is meant without its sign", async () => {
    const text = "class Cache {\n  #size = 0;\n  grow() {\n    this.#size++;\n  }\n}\n";
    expect(await usesOf("typescript", text, "size")).toEqual(["4 Cache.grow this | this.#size++;"]);
  });

  test("all words of a name: keys, patterns and local variables too, the definition not", async () => {
    const text = `interface A {\n  size: number;\n}\nconst { size } = load({ size: 1 }); // size\nprint(\`\${a.size}\`);\n`;
    const reader = await readerOf("typescript", text);
    expect(rows(reader.allOf("size"))).toEqual([
      "4 - - | const { size } = load({ size: 1 }); // s",
      "4 - - | const { size } = load({ size: 1 }); // s",
      `5 - a | print(\`\${a.size}\`);`,
    ]);
  });

  test("several names at once", async () => {
    const reader = await readerOf("typescript", "a();\nb(a);\nc();\n");
    const lines = Array.from(reader.usesOf(new Set(["a", "b", "none"])), ([name, uses]) => [
      name,
      uses.map(({ line }) => line),
    ]);
    expect(lines).toEqual([
      ["a", [1, 2]],
      ["b", [2]],
    ]);
  });
});

test("without a parser: the words outside of comments and strings that define nothing", () => {
  const text = 'function get() {\n  return other.get("get"); // get\n}\nlet get = 1;\nget.save!\n';
  const { symbols } = scanLines(text, "javascript", 5);
  const reader = new UseReader({ text, language: "javascript", symbols });
  const found = reader.usesOf(new Set(["get", "save!"]));
  expect(rows(found.get("get"))).toEqual(['2 get other | return other.get("get"); // get', "5 - - | get.save!"]);
  expect(rows(found.get("save!"))).toEqual(["5 - get | get.save!"]);
});
