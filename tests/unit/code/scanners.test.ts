// Both scanners on the same code: the one with the parser finds exactly what the fixtures name; the one without finds
// the same but fields and members of enumerations, which it does not look for, and nothing else.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { Parser } from "web-tree-sitter";
import { hasParser, type Language, languageOf, languageOfText } from "../../../src/code/languages.ts";
import { LINES_MAX, lightScanner } from "../../../src/code/light-scanner.ts";
import type { FileParser } from "../../../src/code/parse/file-parser.ts";
import { isParsable } from "../../../src/code/parse-bounds.ts";
import { type CodeSymbol, qualifiedName, type SymbolTable } from "../../../src/code/symbol-scanner.ts";
import { codeFixtures } from "../../support/code-fixtures.ts";
import { repositoryRoot } from "../../support/helix-binary.ts";
import { parserFor } from "../../support/parsers.ts";
import { PLACES_STEP } from "../../support/runs.ts";
import { readSourceTree } from "../../support/tidy/source-tree.ts";

const fixtures = codeFixtures().map((fixture) => ({ ...fixture, language: languageOf(fixture.name)! }));
let parser: Pick<FileParser, "parseFile">;

beforeAll(async () => {
  parser = await parserFor(new Set(fixtures.map(({ language }) => language)));
});

function parse(text: string, language: Language) {
  return parser.parseFile(text, language)!;
}

function row(symbol: CodeSymbol): string {
  return `${symbol.line} ${symbol.exported ? "" : "-"}${symbol.kind} ${qualifiedName(symbol)}`;
}

function isDetail(line: string): boolean {
  return / -?(?:field|member) /.test(line);
}

test("there is a fixture for every language", () => {
  const languages: Language[] = [
    "bash",
    "c",
    "cpp",
    "csharp",
    "dart",
    "elixir",
    "go",
    "java",
    "javascript",
    "kotlin",
    "lua",
    "php",
    "python",
    "ruby",
    "rust",
    "scala",
    "sql",
    "svelte",
    "swift",
    "tsx",
    "typescript",
    "vue",
    "zig",
  ];
  expect(fixtures.map(({ language }) => language).sort()).toEqual(languages);
});

describe.each(fixtures)("$name", ({ text, symbols, language }) => {
  test.runIf(hasParser(language))("with the parser: exactly these symbols", () => {
    const table = parse(text, language);
    // What contains comes before what is contained; in C a type may get its name behind its fields.
    const byLine = [...table.symbols].sort((a, b) => a.line - b.line);
    expect(byLine.map(row)).toEqual(symbols);
    expect(table.brokenLines).toBe(0);
  });

  test("without it: the same, but fields and members", () => {
    const table = lightScanner.scan(text, language);
    const byLine = [...table.symbols].sort((a, b) => a.line - b.line);
    expect(byLine.map(row).filter((line) => !isDetail(line))).toEqual(symbols.filter((line) => !isDetail(line)));
    expect(table.isLight).toBe(true);
  });

  test("names stand where both scanners say", () => {
    const parsed = parser.parseFile(text, language);
    expect(parsed !== null).toBe(hasParser(language));
    for (const { symbols: found } of [...(parsed === null ? [] : [parsed]), lightScanner.scan(text, language)]) {
      for (const { name, nameOffset } of found) expect(text.slice(nameOffset, nameOffset + name.length)).toBe(name);
    }
  });
});

describe("the line scanner on helix's own code", () => {
  /** Shares that were measured, rounded down: what it finds of what there is, and what is there of what it finds. */
  const RECALL_MIN = 0.96;
  const PRECISION_MIN = 0.99;

  test("agrees with the parser", () => {
    let both = 0;
    let parsed = 0;
    let scanned = 0;
    const rows = ({ symbols }: Pick<SymbolTable, "symbols">) =>
      new Set(
        symbols
          .map((symbol) => `${symbol.line} ${symbol.kind} ${qualifiedName(symbol)}`)
          .filter((line) => !isDetail(line)),
      );
    for (const [at, { path, text }] of readSourceTree(repositoryRoot).entries()) {
      if (at % PLACES_STEP > 0) continue;
      const language = languageOf(path);
      if (language === null || !path.startsWith("src/")) continue;
      const lines = text.split("\n").slice(0, LINES_MAX).join("\n");
      const expected = rows(parse(lines, language));
      const found = rows(lightScanner.scan(lines, language));
      parsed += expected.size;
      scanned += found.size;
      for (const each of expected) if (found.has(each)) both++;
    }
    expect(parsed).toBeGreaterThan(1000 / PLACES_STEP);
    expect(both / parsed).toBeGreaterThan(RECALL_MIN);
    expect(both / scanned).toBeGreaterThan(PRECISION_MIN);
  });
});

describe("the line scanner", () => {
  test("reads the first 500 lines and no more", () => {
    const text = Array.from({ length: 600 }, (_, at) => `function f${at}() {}`).join("\n");
    expect(lightScanner.scan(text, "javascript").symbols).toHaveLength(500);
  });

  test("is not led astray by brackets in strings, comments and expressions", () => {
    const text = [
      'const open = "{ (";',
      "const pattern = /[({]/;",
      "/* { */",
      "function after() {",
      "  return `{`;",
      "}",
    ];
    expect(lightScanner.scan(text.join("\n"), "javascript").symbols.map(row)).toEqual([
      "1 constant open",
      "2 constant pattern",
      "4 function after",
    ]);
  });

  test("finds its way back at the margin when a bracket is missing", () => {
    const text = "function broken( {\n  if (\n\nfunction whole() {\n  const local = 1;\n}\n";
    expect(lightScanner.scan(text, "typescript").symbols.map(({ name }) => name)).toEqual(["broken", "whole"]);
  });

  test.each(["", "\n\n", "\u0000", "}}}))]]", "function", "\ud800 class", '"""', "`${"])("takes %j", (text) => {
    for (const { language } of fixtures) expect(lightScanner.scan(text, language).symbols).toEqual([]);
  });

  const extents = (text: string, language: Language) =>
    lightScanner.scan(text, language).symbols.map((symbol) => [qualifiedName(symbol), symbol.line, symbol.endLine]);

  test("follows a declaration whose type parameters or value stand on further lines", () => {
    const text =
      "export interface Server<\n  Request extends Base = Base,\n  Reply = Other\n> {\n  close(): void\n}\n" +
      "export const handle =\n  (app) =>\n  (event) => {\n    return app(event)\n  }\n";
    expect(extents(text, "typescript")).toEqual([
      ["Server", 1, 6],
      ["Server.close", 5, 5],
      ["handle", 7, 11],
    ]);
  });

  test("takes a line that it reads in part for closed", () => {
    const text = `int first(void) {\n  int data[] = {${"1, ".repeat(200)}1};\n  return 1;\n}\n\nint second(void) {\n}\n`;
    expect(extents(text, "c")).toEqual([
      ["first", 1, 4],
      ["second", 6, 7],
    ]);
  });

  test("knows names with a dollar sign in Java, and arrow functions of a class", () => {
    expect(extents("class $Maps {\n  $Key get($Key key) {\n    return key;\n  }\n}\n", "java")).toEqual([
      ["$Maps", 1, 5],
      ["$Maps.get", 2, 4],
    ]);
    expect(extents("class View {\n  render: Renderer = (page) => {\n    return page\n  }\n}\n", "tsx")).toEqual([
      ["View", 1, 5],
      ["View.render", 2, 4],
    ]);
  });

  test("needs nothing but its own files", () => {
    const folder = join(repositoryRoot, "src", "code");
    const seen = new Set<string>();
    const waiting = ["light-scanner.ts"];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      const text = readFileSync(join(folder, file), "utf8");
      for (const [, specifier] of text.matchAll(/^(?:import|export)\b[^;]*?\bfrom "([^"]+)";/gm)) {
        expect(specifier, `${file} imports ${specifier}`).toMatch(/^\.\/[\w-]+\.ts$/);
        waiting.push(specifier!.slice(2));
      }
    }
    expect(seen.size).toBeGreaterThan(4);
  });
});

describe("the parser", () => {
  test("reads what is whole in broken code, and counts the lines that are not", () => {
    const table = parse("function first() {}\n\n@@@ ??? %% ;;\n\nfunction last() {}\n", "typescript");
    expect(table.symbols.map(row)).toEqual(["1 function first", "5 function last"]);
    expect(table.brokenLines).toBeGreaterThan(0);
  });

  test.each<[string, Language, string, string[]]>([
    [
      "cases of an enumeration side by side",
      "swift",
      "enum E {\n  case a, b\n  case c(Int), d\n}\n",
      ["1 enum E", "2 member E.a", "2 member E.b", "3 member E.c", "3 member E.d"],
    ],
    ["variables side by side", "c", "int a, b;\n", ["1 variable a", "1 variable b"]],
    [
      "destructors and operators without a body",
      "cpp",
      "class V {\n  ~V();\n  T operator[](int i);\n  T& operator*();\n  explicit operator bool() const;\n  operator int() { return 1; }\n};\n",
      [
        "1 class V",
        "2 method V.~V",
        "3 method V.operator[]",
        "4 method V.operator*",
        "5 method V.operator bool",
        "6 method V.operator int",
      ],
    ],
    [
      "attributes",
      "ruby",
      "class A\n  attr_accessor :x, :y\n  attr_reader :z\n  attr_writer :w\n  other :v\nend\n",
      ["1 class A", "2 field A.x", "2 field A.y", "3 field A.z", "4 field A.w"],
    ],
    [
      "what CommonJS exports",
      "javascript",
      "exports.y = function () {};\nmodule.exports.z = 1;\nexports.k = () => 1;\nexports.c = class {\n  m() {}\n};\nexports.named = named;\nexports.later = void 0;\nother.no = 1;\n",
      ["1 function y", "2 variable z", "3 function k", "4 class c", "5 method c.m"],
    ],
    [
      "functions that are given to members",
      "javascript",
      "res.send = function send(body) {};\nCache.prototype.get = async () => 1;\nres.plain = 1;\nfunction f() {\n  el.onclick = () => 1;\n}\n",
      ["1 method res.send", "2 method Cache.get", "4 function f"],
    ],
    [
      "classes and functions behind macros that mark them",
      "cpp",
      "ACME_BEGIN_NAMESPACE\n\nclass ACME_EXPORT Env {\n public:\n  ACME_API void run() EXCLUSIVE_LOCKS_REQUIRED(mu_);\n  int left_ GUARDED_BY(mu_);\n};\nACME_API int open(__unused int a) { return 1; }\n#define ACME_API\n",
      ["3 class Env", "5 method Env.run", "6 field Env.left_", "8 function open", "9 macro ACME_API"],
    ],
    [
      "what returns references and pointers to pointers, and types of functions",
      "cpp",
      "const Category& category() noexcept;\nEntry** find(int a) { return 0; }\ntypedef Entry* (*Finder)(int a);\nWriter::~Writer() = default;\n",
      ["1 function category", "2 function find", "3 type Finder", "4 method Writer.~Writer"],
    ],
    ["a template for some arguments", "cpp", "template <> struct Checker<bool> {};\n", ["1 struct Checker"]],
    [
      "interfaces of one function, and constructors on lines of their own",
      "kotlin",
      "interface Socket {\n  fun cancel()\n\n  fun interface Factory {\n    fun open(): Socket\n  }\n}\nclass Part<T>\ninternal constructor(\n  private val a: T,\n) : Base() {\n  fun `read all`() {}\n}\n",
      [
        "1 interface Socket",
        "2 method Socket.cancel",
        "4 interface Socket.Factory",
        "5 method Socket.Factory.open",
        "8 class Part",
        "12 method Part.read all",
      ],
    ],
    [
      "values that are a switch, and what a package sees",
      "swift",
      'package struct Store {\n  package func open(_ a: Int) -> String {\n    let text: String = switch a {\n    case 1: "one"\n    default: if a > 2 { "more" } else { "none" }\n    }\n    return text\n  }\n  static func == (a: Store, b: Store) -> Bool { true }\n  deinit {}\n  subscript(at: Int) -> Int { 1 }\n}\nprotocol Keyed { associatedtype Key }\n',
      [
        "1 struct Store",
        "2 method Store.open",
        "9 method Store.==",
        "10 method Store.deinit",
        "11 method Store.subscript",
        "13 interface Keyed",
        "13 type Keyed.Key",
      ],
    ],
    [
      "functions behind a string that begins like arithmetic",
      "bash",
      'first() {\n  if eval "(( _$count > 0 ))"; then\n    second\n  fi\n}\nsecond() { :; }\n',
      ["1 function first", "6 function second"],
    ],
    [
      "destructors and operators, and no `if` behind a directive",
      "csharp",
      "class A {\n  ~A() {}\n  public static A operator +(A a, A b) => a;\n}\n",
      ["1 class A", "2 -method A.A", "3 method A.+"],
    ],
    ["a module within another by its full name", "ruby", "module Puma::Rack\nend\n", ["1 module Puma.Rack"]],
    [
      "a value of a type without a name",
      "zig",
      "const mode: enum { a, b } = .a;\n",
      ["1 -constant mode", "1 member mode.a", "1 member mode.b"],
    ],
    ["a function as the default", "javascript", "export default function () {}\n", ["1 function default"]],
    ["an arrow as the default", "typescript", "export default () => 1;\n", ["1 function default"]],
    [
      "a class as the default",
      "typescript",
      "export default class {\n  a() {}\n}\n",
      ["1 class default", "2 method default.a"],
    ],
    ["a default with a name", "javascript", "export default function named() {}\n", ["1 function named"]],
  ])("lists %s", (_, language, text, symbols) => {
    const table = parse(text, language);
    expect(table.symbols.map(row)).toEqual(symbols);
    for (const { name, nameOffset } of table.symbols) {
      expect(text.slice(nameOffset, nameOffset + name.length)).toBe(name);
    }
  });

  test("reads all of a long text", () => {
    const text = Array.from({ length: 18_000 }, (_, at) => `export const name${at}=1;\n`).join("");
    expect(parse(text, "typescript").symbols).toHaveLength(18_000);
  });

  test("gives up a text that is made to take long", () => {
    expect(parser.parseFile(`${"a<".repeat(40)}\n`.repeat(6000), "cpp")).toBeNull();
    expect(parse("function still() {}", "typescript").symbols).toHaveLength(1);
  });

  test.each(["a<\n", "a<b,\n", "f(a<b.c,\n"])(
    "does not begin what may open lists of types without end: %j",
    (piece) => {
      expect(isParsable(piece.repeat(2100))).toBe(false);
      expect(isParsable(piece.repeat(500))).toBe(true);
      expect(isParsable(`for (i = 0; a < b; i++) { x < y; }\n`.repeat(2100))).toBe(true);
    },
  );

  test("gives up a text for which the parser finds no memory, and reads the next one", () => {
    const parsing = vi.spyOn(Parser.prototype, "parse").mockImplementationOnce(() => {
      throw new WebAssembly.RuntimeError("Aborted()");
    });
    expect(parser.parseFile("class A {}", "java")).toBeNull();
    expect(parse("function still() {}", "typescript").symbols).toHaveLength(1);
    expect(parsing).toHaveBeenCalledTimes(2);
  });

  test("shows declarations in one line, without their bodies", () => {
    const text = fixtures.find(({ name }) => name === "typescript.ts")!.text;
    const signatures = parse(text, "typescript").symbols.map(({ signature }) => signature);
    expect(signatures).toContain(
      "static async open<Value>(path: string, capacity = CAPACITY_MAX): Promise<Cache<Value> | null>",
    );
    expect(signatures).toContain("export abstract class Cache<Value> implements Store<Value>");
    expect(signatures).toContain("export const CAPACITY_MAX = 100");
  });
});

test("a header is of C++ where it has what C has not", () => {
  expect(languageOfText("cache.h", "struct cache { int size; };\n")).toBe("c");
  expect(languageOfText("cache.h", "namespace cache {\nclass Cache;\n}\n")).toBe("cpp");
  expect(languageOfText("cache.c", "namespace cache {}\n")).toBe("c");
});
