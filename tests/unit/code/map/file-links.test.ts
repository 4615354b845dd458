// Links between files, by what a parser says of them: imports, packages, names that need no import.

import { describe, expect, test } from "vitest";
import { importResolver } from "../../../../src/code/imports/import-resolver.ts";
import { languageOfText } from "../../../../src/code/languages.ts";
import { type FileLinks, linkFiles } from "../../../../src/code/map/file-links.ts";
import { type MappedFile, mappedFile, NameNumbers } from "../../../../src/code/map/mapped-file.ts";
import { parserOf } from "../../../../src/code/store/parse-files.ts";

interface Linked extends FileLinks {
  readonly mapped: ReadonlyMap<string, MappedFile>;
  /** Users of the symbols that a file offers: `open 2`. */
  users(path: string): string[];
}

async function linked(texts: Readonly<Record<string, string>>): Promise<Linked> {
  const numbers = new NameNumbers();
  const mapped = new Map<string, MappedFile>();
  for (const [path, text] of Object.entries(texts)) {
    const language = languageOfText(path, text);
    if (language === null) continue;
    const parsed = (await parserOf(language)).parseFile(text, language)!;
    mapped.set(path, mappedFile(numbers, { path, language, text, parsed }));
  }
  const tree = {
    paths: () => Object.keys(texts),
    has: (path: string) => Object.hasOwn(texts, path),
    read: (path: string) => texts[path] ?? null,
  };
  const links = await linkFiles(mapped, numbers, importResolver(tree), async () => undefined);
  const users = (path: string) =>
    (mapped.get(path)?.offered ?? []).map((symbol) => `${symbol.name} ${links.usersOf(symbol)}`);
  return { ...links, mapped, users };
}

const uses = ({ uses: all }: FileLinks, path: string) => [...(all.get(path) ?? [])].sort();

describe("links", () => {
  test("by imports; users are counted through files that hand names on", async () => {
    const links = await linked({
      "src/a.ts": "export class Store {}\nexport function open() {}\nfunction hidden() {}\n",
      "src/index.ts": 'export * from "./a.ts";\n',
      "src/b.ts": 'import { open } from "./index.ts";\nimport type { Store as Shop } from "./a.ts";\nopen() as Shop;\n',
      "src/c.ts": 'import zod from "zod";\nfunction open() {}\nopen(zod);\n',
    });
    expect(uses(links, "src/b.ts")).toEqual(["src/a.ts", "src/index.ts"]);
    expect(uses(links, "src/c.ts")).toEqual([]);
    expect([...links.packages].map(([name, files]) => [name, [...files]])).toEqual([["zod", ["src/c.ts"]]]);
    expect(links.users("src/a.ts")).toEqual(["Store 1", "open 1"]);
  });

  test("Python: what an __init__ imports, it hands on", async () => {
    const links = await linked({
      "shop/__init__.py": "from .till import Till\n",
      "shop/till.py": "import yaml, os\nclass Till:\n    def ring(self): pass\n",
      "run.py": "from shop import Till\nTill()\n",
    });
    expect(uses(links, "run.py")).toEqual(["shop/__init__.py"]);
    expect(links.users("shop/till.py")).toEqual(["Till 2"]);
    expect([...links.packages.keys()]).toEqual(["yaml"]);
  });

  test("Go: of a package only the files that offer what is used, also in the own one", async () => {
    const links = await linked({
      "go.mod": "module example.org/shop\n",
      "till/till.go": "package till\n\nfunc Open() { round() }\n",
      "till/round.go": "package till\n\nfunc round() {}\n\nfunc Round() {}\n",
      "till/other.go": "package till\n\nfunc Other() {}\n",
      "main.go": 'package main\n\nimport "example.org/shop/till"\n\nfunc main() { till.Open(); till.Round() }\n',
    });
    expect(uses(links, "main.go")).toEqual(["till/round.go", "till/till.go"]);
    expect(links.users("till/till.go")).toEqual(["Open 1"]);
    expect(links.mapped.get("main.go")!.isStart).toBe(true);
    expect(links.mapped.get("till/till.go")!.isStart).toBe(false);
  });

  test("Java: files of a folder see each other; C#: a name that only one file offers is meant", async () => {
    const java = await linked({
      "shop/Till.java": "package shop;\npublic class Till { Drawer drawer; }\n",
      "shop/Drawer.java": "package shop;\npublic class Drawer {}\n",
      "other/Drawer.java": "package other;\npublic class Drawer {}\n",
    });
    expect(uses(java, "shop/Till.java")).toEqual(["shop/Drawer.java"]);
    const csharp = await linked({
      "a/Till.cs": "namespace Shop { public class Till { Drawer drawer; Coin coin; } }\n",
      "b/Drawer.cs": "namespace Shop { public class Drawer { public class Inner {} } }\n",
      "c/Coin.cs": "namespace A { public class Coin {} }\n",
      "d/Coin.cs": "namespace B { public class Coin {} }\n",
    });
    expect(uses(csharp, "a/Till.cs")).toEqual(["b/Drawer.cs"]);
    expect(csharp.users("b/Drawer.cs")).toEqual(["Drawer 1"]);
  });

  test("C: a header links; who defines a name that a file uses is counted although it is not included", async () => {
    const links = await linked({
      "src/net.h": "void net_send(int x);\n#define NET_MAX 5\n",
      "src/net.c": '#include "net.h"\n#include <stdio.h>\nvoid net_send(int x) { printf("x"); }\n',
      "src/main.c": '#include "net.h"\nint main(void) { net_send(NET_MAX); helper(); return 0; }\n',
      "src/util.c": "void helper(void) {}\nstatic void own(void) {}\n",
    });
    expect(links.users("src/util.c")).toEqual(["helper 1"]);
    expect(uses(links, "src/main.c")).toEqual(["src/net.h"]);
    expect(links.users("src/net.h")).toEqual(["net_send 1", "NET_MAX 1"]);
    expect(links.packages.size).toBe(0);
  });
});
