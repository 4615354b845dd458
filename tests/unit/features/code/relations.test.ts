// code callees and impact on trees in memory: languages, names that many define, bounds, and what is said of them.

import { beforeAll, describe, expect, test } from "vitest";
import { codeFeature } from "../../../../src/features/code/code.ts";
import type { CodeCalleesData, CodeImpactData, CodeRenameData } from "../../../../src/features/code/data.ts";
import type { FeatureContext } from "../../../../src/features/common/feature.ts";
import { openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { MemoryTree, TREE_ROOT, treesOf } from "../../../support/memory-tree.ts";

let base: FeatureContext["base"];
beforeAll(() => {
  base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
});

async function data<Data>(files: Readonly<Record<string, string>>, values: object): Promise<Data> {
  const context = { base, project: null, directory: TREE_ROOT, code: treesOf(new MemoryTree(files)) };
  return (await codeFeature.run(context, { ...values })).data() as Data;
}

const callees = (files: Readonly<Record<string, string>>, symbol: string) =>
  data<CodeCalleesData>(files, { action: "callees", symbol });
const impact = (files: Readonly<Record<string, string>>, values: object) =>
  data<CodeImpactData>(files, { action: "impact", ...values });

const placesOf = ({ callees }: CodeCalleesData) => callees.map(({ path, name, lines }) => [path, name, ...lines]);

describe("what a symbol uses", () => {
  test("Python: through a package, by a parameter's type; a class has what its members use", async () => {
    const files = {
      "app/__init__.py": "from .store import Store\n",
      "app/store.py": "class Store:\n    def save(self):\n        check(self)\n\n\ndef check(x):\n    pass\n",
      "run.py": "import os\nfrom app import Store\n\n\ndef run(store: Store):\n    store.save()\n    os.getcwd()\n",
    };
    const found = await callees(files, "run");
    expect(placesOf(found)).toEqual([
      ["app/store.py", "Store", 5],
      ["app/store.py", "Store.save", 6],
    ]);
    expect(found.outside).toEqual([{ module: "os", names: ["os.getcwd"], uses: 1 }]);
    expect(placesOf(await callees(files, "Store"))).toEqual([["app/store.py", "check", 3]]);
  });

  test("Go: of the package, of another one, of a receiver", async () => {
    const files = {
      "go.mod": "module example.org/shop\n",
      "a.go":
        'package shop\n\nimport (\n\t"fmt"\n\t"example.org/shop/store"\n)\n\ntype App struct{}\n\nfunc (a *App) Run() {\n\ta.stop()\n\thelp()\n\tstore.Open()\n\tfmt.Println()\n}\n',
      "b.go": "package shop\n\nfunc (a *App) stop() {}\n\nfunc help() {}\n",
      "store/store.go": "package store\n\nfunc Open() {}\n",
    };
    const found = await callees(files, "App.Run");
    expect(placesOf(found)).toEqual([
      ["a.go", "App", 10],
      ["b.go", "App.stop", 11],
      ["b.go", "help", 12],
      ["store/store.go", "Open", 13],
    ]);
    expect(found.outside).toEqual([{ module: "fmt", names: ["fmt.Println"], uses: 1 }]);
  });

  test("a name that many files define is the one that an import leads to; a bare one that nothing leads to is none", async () => {
    const files: Record<string, string> = {
      "src/index.ts": 'export * from "./part7.ts";\n',
      "src/deep/use.ts":
        'import { parse } from "../index.ts";\nexport function use(x: unknown) {\n  parse();\n  stop();\n  x.stop();\n}\n',
    };
    for (let at = 0; at < 30; at++) {
      files[`src/part${at}.ts`] = "export function parse() {}\nexport class A {\n  stop() {}\n}\nfunction stop() {}\n";
    }
    const found = await callees(files, "use");
    expect(placesOf(found)).toEqual([["src/part7.ts", "parse", 3]]);
    expect(found.byName).toMatchObject([{ name: "stop", lines: [5], total: 30 }]);
    expect(found.outside).toEqual([{ module: null, names: ["stop"], uses: 1 }]);
  });

  test("what a module from outside gives is none of the tree, though the tree has the name", async () => {
    const files = {
      "src/yaml.ts": "export function parse() {}\n",
      "package.json": '{ "dependencies": { "yaml": "2" } }',
      "src/use.ts": 'import { parse } from "yaml";\nexport function use() {\n  return parse("a");\n}\n',
    };
    const found = await callees(files, "use");
    expect(found.callees).toEqual([]);
    expect(found.outside).toEqual([{ module: "yaml", names: ["parse"], uses: 1 }]);
  });
});

describe("what a change reaches", () => {
  test("a symbol once, at its least distance, with all through which it is reached", async () => {
    const files = {
      "a.ts":
        "function low() {}\nfunction left() {\n  low();\n}\nfunction right() {\n  low();\n}\nfunction top() {\n  left();\n  right();\n  left();\n}\n",
    };
    const { callers, total } = await impact(files, { symbol: "low", direction: "callers" });
    expect(callers.map(({ name, distance }) => [name, distance])).toEqual([
      ["left", 1],
      ["right", 1],
      ["top", 2],
    ]);
    expect(callers[2]!.through).toEqual([
      { path: "a.ts", name: "left", lines: [9, 11] },
      { path: "a.ts", name: "right", lines: [10] },
    ]);
    expect(total).toEqual({ callers: 3, callees: 0, tests: 0 });
  });

  test("circles end, at any depth", async () => {
    const files = { "a.py": "def a():\n    b()\n\n\ndef b():\n    c()\n\n\ndef c():\n    a()\n    c()\n" };
    const { callers, callees } = await impact(files, { symbol: "a", depth: 4 });
    expect(callers.map(({ name, distance }) => [name, distance])).toEqual([
      ["c", 1],
      ["b", 2],
    ]);
    expect(callees.map(({ name, distance }) => [name, distance])).toEqual([
      ["b", 1],
      ["c", 2],
    ]);
  });

  test("code before examples, examples before what is foreign; tests apart, in Rust by their module too", async () => {
    const files = {
      "Cargo.toml": '[package]\nname = "shop"\n',
      "src/lib.rs":
        "pub fn low() {}\npub fn used() {\n    low();\n}\nmod tests {\n    use super::*;\n    fn it_works() {\n        low();\n    }\n}\n",
      "examples/show.rs": "use shop::low;\nfn show() {\n    low();\n}\n",
      "tests/all.rs": "use shop::low;\nfn runs() {\n    low();\n}\n",
    };
    const { callers, tests } = await impact(files, { symbol: "low", direction: "callers" });
    expect(callers.map(({ path, name }) => `${path} ${name}`)).toEqual(["src/lib.rs used", "examples/show.rs show"]);
    expect(tests).toEqual([
      { path: "src/lib.rs", distance: 1, names: ["tests.it_works"] },
      { path: "tests/all.rs", distance: 1, names: ["runs"] },
    ]);
  });

  test("what lies in a function is used in its own file alone; members that name their own type are not listed", async () => {
    const files = {
      "a.py": "def outer():\n    def helper():\n        pass\n\n    helper()\n",
      "b.py": "def other(x):\n    x.helper()\n",
      "c.ts": "export class Node {\n  next(): Node {\n    return this;\n  }\n}\nexport function use(): Node {}\n",
    };
    const { callers, byName } = await impact(files, { symbol: "outer.helper" });
    expect(callers.map(({ name }) => name)).toEqual(["outer"]);
    expect(byName.places).toBe(0);
    const context = { base, project: null, directory: TREE_ROOT, code: treesOf(new MemoryTree(files)) };
    const answer = await codeFeature.run(context, { action: "impact", symbol: "Node", path: "c.ts" });
    const text = answer.text({ either: (_: string, call: string) => call, option: (name: string) => name } as never);
    expect(text).toContain(
      "used directly by: 1 symbol in 1 file\n  c.ts:6  function use  (line 6)\n  and 1 own member",
    );
  });

  test("a member of an object that a function makes is used where the object goes", async () => {
    const files = {
      "a.ts": "export const make = () => ({ onEnd() {} });\n",
      "b.ts": 'import { make } from "./a";\nexport function run() {\n  make().onEnd();\n}\n',
    };
    expect((await impact(files, { symbol: "onEnd" })).byName.places).toBe(1);
  });

  test("more than is followed: that is said", async () => {
    const uses = Array.from({ length: 450 }, (_, at) => `function use${at}() {\n  low();\n}\n`);
    const { callers, isCut, total } = await impact(
      { "a.ts": `function low() {}\n${uses.join("")}` },
      { symbol: "low" },
    );
    expect({ shown: callers.length, total: total.callers, isCut }).toEqual({ shown: 400, total: 400, isCut: true });
  });
});

describe("what a rename must change", () => {
  test("imports of several lines, words in templates, what another module means", async () => {
    const files = {
      "src/a.ts": "export function low() {}\n",
      "src/b.ts": 'import {\n  low,\n} from "./a.ts";\nexport const x = `$\u007blow()} low`;\nlog("low");\n/* low */\n',
      "src/c.ts": 'import { low } from "./d.ts";\nlow();\n',
      "src/d.ts": "export function low() {}\n",
      "notes.txt": "low and lower\n",
      "a.yaml": "low: 1\n",
    };
    const found = await data<CodeRenameData>(files, {
      action: "impact",
      symbol: "low",
      path: "src/a.ts",
      rename: true,
    });
    expect(found.change.map(({ path, line, what }) => [path, line, what])).toEqual([
      ["src/a.ts", 1, "definition"],
      ["src/b.ts", 2, "import"],
      ["src/b.ts", 4, "use"],
    ]);
    expect(found.texts.map(({ path, line }) => `${path}:${line}`)).toEqual(["src/b.ts:4", "src/b.ts:5", "src/b.ts:6"]);
    expect(found.docs.map(({ path }) => path)).toEqual(["notes.txt"]);
    expect(found.configs.map(({ path }) => path)).toEqual(["a.yaml"]);
    expect(found.others).toBeGreaterThan(0);
    expect(found.byName).toEqual([]);
  });

  const places = async (files: Readonly<Record<string, string>>, symbol: string, path: string) => {
    const found = await data<CodeRenameData>(files, { action: "impact", symbol, path, rename: true });
    return {
      change: found.change.map(({ path, line, what }) => `${path}:${line} ${what}`),
      byName: found.byName.map(({ path, line }) => `${path}:${line}`),
      others: found.others,
    };
  };

  test("code without semicolons: an import ends with its statement", async () => {
    const python = {
      "a.py": "def total():\n    pass\n",
      "b.py": "from .a import total\nfoo(total=3)\ndef f(total=1):\n    return total\n",
    };
    expect(await places(python, "total", "a.py")).toEqual({
      change: ["a.py:1 definition", "b.py:1 import"],
      byName: [],
      others: 3,
    });
    const script = {
      "a.js": "export function total() {}\n",
      "b.js":
        'import {\n  total\n} from "./a.js"\nfoo({ total: 3 })\nfunction f(total) {\n  return total\n}\ntotal()\n',
    };
    expect(await places(script, "total", "a.js")).toEqual({
      change: ["a.js:1 definition", "b.js:2 import", "b.js:8 use"],
      byName: [],
      others: 3,
    });
  });

  test("C: what a header declares is the function that another file defines", async () => {
    const files = {
      "db.h": "int lookup(int key);\n",
      "db.c": '#include "db.h"\n\nint lookup(int key) {\n  return key;\n}\n',
      "list.c": '#include "db.h"\n\nint push(void) {\n  return lookup(1);\n}\n',
      "other.c": "int lookup(int key);\n\nint pop(void) {\n  return lookup(2);\n}\n",
    };
    for (const path of ["db.c", "db.h"]) {
      const { callers } = await impact(files, { symbol: "lookup", path, direction: "callers" });
      expect(callers.map(({ name }) => name)).toEqual(["push"]);
    }
  });

  test("C: names in directives may have to change", async () => {
    const files = {
      "a.h": "int add_two(int x);\n",
      "a.c":
        '#include "a.h"\n#define TWICE(x) add_two(add_two(x))\n#define LONG(x) \\\n  do { \\\n    add_two(x); \\\n  } while (0)\nint add_two(int x) { return x + 2; }\nint b(int add_two) { return add_two; }\n',
    };
    const found = await places(files, "add_two", "a.c");
    expect(found.byName).toEqual(["a.c:2", "a.c:5"]);
    expect(found.others).toBeGreaterThan(0);
  });

  test("a name that means several symbols is refused with their full names, and one of them is taken", async () => {
    const names = ["A", "B", "C", "D", "E", "F", "G"];
    const files = {
      "a.ts": names.map((name) => `export class ${name} {\n  get() {}\n}\n`).join(""),
      "tests/a.test.ts": "function get() {}\nclass T {\n  get() {}\n}\nget();\n",
    };
    await expect(impact(files, { symbol: "get", rename: true })).rejects.toThrow(
      '"get" means 9 symbols: A.get, B.get, C.get, D.get, E.get and 4 more; rename one: give its full name, or its path, too',
    );
    const one = await places(files, "B.get", "a.ts");
    expect(one.change).toEqual(["a.ts:5 definition"]);
    expect((await places(files, "get", "tests/a.test.ts")).change).toEqual([
      "tests/a.test.ts:1 definition",
      "tests/a.test.ts:5 use",
    ]);
  });

  test("depth and direction say nothing to it", async () => {
    const files = { "a.ts": "export function low() {}\n" };
    const refused = (name: string) => `rename is about every place of the name: leave out ${name}`;
    const rename = (values: object) => impact(files, { symbol: "low", rename: true, ...values });
    await expect(rename({ depth: 1 })).rejects.toThrow(refused("depth"));
    await expect(rename({ direction: "callers" })).rejects.toThrow(refused("direction"));
  });
});

test("on the command line diff is what is not committed, and Diff is a name", async () => {
  const meaning = (...words: string[]) =>
    codeFeature.command!.meaning!({ words, options: {}, atMost: () => {}, read: async () => "" } as never);
  expect(await meaning("impact", "diff")).toEqual({ action: "impact", diff: true });
  expect(await meaning("impact", "Diff")).toEqual({ action: "impact", symbol: "Diff" });
});

test("what is not committed cannot be told of a tree in memory", async () => {
  await expect(impact({ "a.ts": "" }, { diff: true })).rejects.toThrow("cannot be told: git is not asked here");
});

test("a file that changes whenever it is read is counted, and not passed over without a word", async () => {
  const tree = new MemoryTree({
    "a.ts": "export function hub() {}\n",
    "b.ts": 'import { hub } from "./a";\nhub();\n',
    "c.ts": 'import { hub } from "./a";\nhub();\n',
  });
  let reads = 0;
  tree.onRead = (path) => {
    if (path === "b.ts") tree.put("b.ts", `import { hub } from "./a";\nhub(${reads++});\n`);
  };
  const context = { base, project: null, directory: TREE_ROOT, code: treesOf(tree) };
  const answer = await codeFeature.run(context, { action: "callers", symbol: "hub" });
  expect(answer.data()).toMatchObject({ total: { certain: 1, byName: 0 }, left: 1 });
});

test("a setter of Ruby is reached by what assigns to it in other files, an accessor by its name with the sign", async () => {
  const files = {
    "box.rb":
      "class Box\n  attr_writer :depth\n  attr_reader :name\n  def height=(value)\n    @height = value\n  end\nend\n",
    "use.rb": "def build\n  box = Box.new\n  box.height = 3\n  box.depth = 2\n  box.height\nend\n",
  };
  const usersOf = async (symbol: string) => JSON.stringify((await impact(files, { symbol })).callers);
  expect(await usersOf("Box.height=")).toContain('"lines":[3]');
  expect(await usersOf("Box.depth=")).toContain('"lines":[4]');
  await expect(impact(files, { symbol: "Box.name=" })).rejects.toThrow('there is no symbol "Box.name="');
});
