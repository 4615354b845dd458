// What holds for the parser of files in every language: bounds, broken code, symbols around names.

import { beforeAll, describe, expect, test } from "vitest";
import { FileParser } from "../../../../src/code/parse/file-parser.ts";
import { parsedRows } from "../../../support/parsed-rows.ts";

let parser: FileParser;

beforeAll(async () => {
  parser = await FileParser.load(["typescript", "python", "go", "rust", "java"]);
});

/** The rows of a text without its imports. */
function rows(text: string, language: Parameters<FileParser["parseFile"]>[1] = "typescript"): string[] {
  return parsedRows(parser.parseFile(text, language)!);
}

describe("texts that are not parsed", () => {
  test("endless brackets, and texts that are too long", () => {
    expect(parser.parseFile("(".repeat(5000), "typescript")).toBeNull();
    expect(parser.parseFile("a;\n".repeat(200_000), "typescript")).toBeNull();
    expect(rows("run();")).toEqual(["1 -: call run"]);
  });

  test("a language that was not loaded is a mistake of the caller", () => {
    expect(() => parser.parseFile("x", "ruby")).toThrow("no grammar is loaded for ruby");
  });
});

test("an empty text says nothing", () => {
  expect(parser.parseFile("", "go")).toEqual({ symbols: [], references: [], imports: [], types: [], brokenLines: 0 });
});

test("a grammar that loses its way makes no symbols of statements; methods may have such names", () => {
  const lost =
    "export class Factory<E = Env> {\n  make = (options?: O<E>): Hono<E> => {\n    const app = new Hono<E>(\n      options && this.#own ? { ...this.#own, ...options } : (options ?? this.#own)\n    )\n    if (this.init) {\n      this.init(app)\n    }\n    return app\n  }\n}\n";
  const names = parser.parseFile(lost, "typescript")!.symbols.map(({ name }) => name);
  expect(names).not.toContain("const");
  expect(names).not.toContain("if");
  const iterator = "const own = {\n  next() {},\n  return() {},\n  throw() {},\n};\n";
  expect(parser.parseFile(iterator, "typescript")!.symbols.map(({ name }) => name)).toEqual([
    "own",
    "next",
    "return",
    "throw",
  ]);
});

test("broken code is read as far as possible, and its lines are counted", () => {
  const file = parser.parseFile("export function good() {\n  call();\n}\n\nfunction ( {{ ]\n", "typescript")!;
  expect(file.symbols.map(({ name }) => name)).toContain("good");
  expect(file.references.map(({ name }) => name)).toContain("call");
  expect(file.brokenLines).toBeGreaterThan(0);
});

test("lines that end in CR LF, and signs of two code units in front of a name", () => {
  const file = parser.parseFile('const a = 1;\r\nconst b = "😀" + call(a);\r\n', "typescript")!;
  expect(file.references.map(({ name, line, column }) => [name, line, column])).toEqual([
    ["call", 2, 17],
    ["a", 2, 22],
  ]);
});

test("a symbol has its extent", () => {
  const text = "class Cache {\n  get(key) {\n    return key;\n  }\n}\n";
  const [, get] = parser.parseFile(text, "typescript")!.symbols;
  expect(get).toMatchObject({ name: "get", line: 2, column: 2, endLine: 4 });
  expect(text.slice(get!.start, get!.end)).toBe("get(key) {\n    return key;\n  }");
});

describe("a local name hides a symbol only where it is seen", () => {
  test("in its block", () => {
    expect(rows("if (a) {\n  for (const run of list) run();\n}\nrun();")).toEqual([
      "1 -: value a",
      "2 -: value list",
      "4 -: call run",
    ]);
  });

  test("in Go and Rust only behind its declaration", () => {
    const go = "package a\nfunc f() {\n\tstore := store.Open()\n\tstore.Close()\n}\n";
    expect(rows(go, "go")).toEqual(["3 f: value store, call [store] Open", "4 f: call [store = store>Open()] Close"]);
    expect(rows("fn f() {\n  let limit = limit(1);\n  limit + 1\n}\n", "rust")).toEqual(["2 f: call limit"]);
  });

  test("in Python not where it is said to be global", () => {
    const text = "def f():\n    global state\n    state = 1\n    other = 2\n    return state + other\n";
    expect(rows(text, "python")).toEqual(["3 f: write state", "5 f: value state"]);
  });

  test("a function in a function is a symbol, and stays a reference", () => {
    expect(rows("function f() {\n  const step = () => 1;\n  return step();\n}")).toEqual(["3 f: call step"]);
  });
});

describe("the type of a receiver", () => {
  test("follows what a variable was made of, and the last assignment counts", () => {
    expect(rows("def f():\n    c = Cache()\n    d = c\n    d.get()\n    c = Store()\n    c.get()\n", "python")).toEqual(
      ["2 f: call Cache", "4 f: call [d = Cache] get", "5 f: call Store", "6 f: call [c = Store] get"],
    );
  });

  test("comes from fields of the file's own types and from what its functions give", () => {
    const text = `
class Store { reader: Reader; open(): Reader { return this.reader; } }
function make(): Promise<Store> { return x as Store; }
async function f(store: Store) {
  store.reader.read();
  store.open().read();
  const made = await make();
  made.open();
}`;
    expect(rows(text).slice(-4)).toEqual([
      "5 f: value [store = Store] reader, call [store.reader = Reader] read",
      "6 f: call [store = Store] open, call [store.open() = Reader] read",
      "7 f: call make",
      "8 f: call [made = Store] open",
    ]);
  });

  test("is in Rust what a result or an option gives when it is opened", () => {
    const text = `
struct Store { cache: Arc<Mutex<Cache>>, last: Option<Entry> }
impl Store {
  fn open() -> Result<Self, Error> { todo!() }
  fn run(&self) -> Result<(), Error> {
    let store = Store::open()?;
    store.sync();
    self.cache.lock().unwrap().get();
    self.last.take();
    self.last.as_ref().unwrap().touch();
  }
}`;
    expect(rows(text, "rust").slice(-4)).toEqual([
      "7 Store.run: call [store = Store] sync",
      "8 Store.run: value [self = Store] cache, call [self.cache = Cache] lock, " +
        "call [self.cache.lock() = Cache] unwrap, call [self.cache.lock().unwrap() = Cache] get",
      "9 Store.run: value [self = Store] last, call [self.last = Option] take",
      "10 Store.run: value [self = Store] last, call [self.last = Option] as_ref, " +
        "call [self.last.as_ref() = Option] unwrap, call [self.last.as_ref().unwrap() = Entry] touch",
    ]);
  });

  test("is not told for lists, for several types and for a parameter of a type", () => {
    const text = "function f<T>(a: Cache[], b: Cache | Store, c: T, d: Cache | null) {\n  a.x; b.x; c.x; d.x;\n}";
    expect(rows(text).at(-1)).toBe("2 f: value [a] x, value [b] x, value [c] x, value [d = Cache] x");
  });

  test("ends where values are made of each other", () => {
    const text = "class A { a = this.b.a; b = this.a.b; f() { this.a.b.a.run(); } }\nconst x = y.z, y = x.z;\ny.run();";
    expect(rows(text).at(-1)).toBe("3 -: value y, call [y] run");
  });
});

describe("crafted texts are read in bounded work", () => {
  test("a chain of hundreds of calls", () => {
    const file = parser.parseFile(`a${".b()".repeat(800)};`, "typescript")!;
    expect(file.references).toHaveLength(801);
    expect(file.references.at(-1)!.receiver).toEqual({ text: "…", type: null });
  });

  test("fields that are made of long paths through each other", () => {
    const path = ".a".repeat(140);
    const text = `class A { a = this${path}; b = this${path}; f() { this${path}.run(); } }`;
    expect(parser.parseFile(text, "typescript")!.references.at(-1)!.name).toBe("run");
  });

  test("thousands of blocks in each other", () => {
    const text = `package a\nfunc f() {\n${"if x { ".repeat(1500)}run()${" }".repeat(1500)}\n}\n`;
    expect(parser.parseFile(text, "go")!.references.at(-1)!.name).toBe("run");
  });
});

describe("what is exported", () => {
  const exported = (text: string, language: Parameters<FileParser["parseFile"]>[1]): string[] =>
    parser
      .parseFile(text, language)!
      .symbols.filter((symbol) => symbol.exported)
      .map(({ name }) => name);

  test("by __all__ where there is one, else by the name", () => {
    const code =
      "def open(): pass\ndef _close(): pass\nclass Cache:\n    def get(self): pass\n    def _load(self): pass\n";
    expect(exported(code, "python")).toEqual(["open", "Cache", "get"]);
    expect(exported(`__all__ = ["Cache", "_close"]\n${code}`, "python")).toEqual(["_close", "Cache", "get"]);
  });

  test("by a word, by a capital", () => {
    expect(exported("export const a = 1;\nconst b = 2;\nconst c = 3;\nexport { c };", "typescript")).toEqual([
      "a",
      "c",
    ]);
    expect(exported("package p\nfunc Open() {}\nfunc close() {}\n", "go")).toEqual(["Open"]);
    expect(exported("pub fn open() {}\nfn close() {}\n", "rust")).toEqual(["open"]);
  });
});
