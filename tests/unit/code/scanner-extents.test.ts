// Where the line scanner says that definitions end, in shapes that real code has: what it takes for the end of a function
// is where a chunk ends, and so what a search shows of it.

import { describe, expect, test } from "vitest";
import type { Language } from "../../../src/code/languages.ts";
import { lightScanner } from "../../../src/code/light-scanner.ts";
import { qualifiedName } from "../../../src/code/symbol-scanner.ts";

/** Names with their lines, of a text whose lines are given one by one. */
function extents(language: Language, lines: readonly string[]): string[] {
  const { symbols } = lightScanner.scan(lines.join("\n"), language);
  return symbols.map((symbol) => `${qualifiedName(symbol)} ${symbol.line}-${symbol.endLine}`);
}

const CASES: readonly [about: string, language: Language, lines: readonly string[], expected: readonly string[]][] = [
  [
    "Rust: bounds stand between the signature and the body",
    "rust",
    [
      "impl Reader {",
      "    fn read<V>(self, v: V) -> u8",
      "    where",
      "        V: Visitor + Send,",
      "    {",
      "        1",
      "    }",
    ].concat(["    fn len(&self) -> u8", "    where", "        Self: Sized", "    {", "        2", "    }", "}"]),
    ["Reader.read 2-7", "Reader.len 8-13"],
  ],
  [
    "Rust: bounds at the margin",
    "rust",
    [
      "pub fn top<T>(",
      "    a: T,",
      ") -> u8",
      "where",
      "    T: Copy",
      "        + Send,",
      "{",
      "    1",
      "}",
      "fn next() {}",
    ],
    ["top 1-9", "next 10-10"],
  ],
  [
    "TypeScript: type parameters with values of objects in lines of their own",
    "typescript",
    [
      "export class Hono<",
      "  S extends Schema = {},",
      "  P extends string = '/'",
      "> extends Base {",
      "  get() {",
      "    return 1;",
      "  }",
      "}",
    ],
    ["Hono 1-8", "Hono.get 5-7"],
  ],
  [
    "TypeScript: a function whose type parameters begin in the next line",
    "typescript",
    [
      "export const stream = async <",
      "  S = {},",
      ">(",
      "  handler: H",
      ") => {",
      "  return handler;",
      "};",
      "const next = 1;",
    ],
    ["stream 1-7", "next 8-8"],
  ],
  [
    "TypeScript: a union, an expression and a chain go on where a line begins with a sign",
    "typescript",
    [
      "type Kind =",
      "  | 'a'",
      "  | 'b';",
      "const isChanged = (a: number): boolean =>",
      "  !a ||",
      "  a > 1 ||",
      "  a < -1;",
    ].concat(["const router = make()", "  .get(1)", "  .put(2);", "const last = 1;"]),
    ["Kind 1-3", "isChanged 4-7", "router 8-10", "last 11-11"],
  ],
  [
    "JavaScript: methods of an object, and a class that is exported",
    "javascript",
    [
      "const proto = module.exports = {",
      "  inspect () {",
      "    return 1;",
      "  },",
      "  get body () {",
      "    return 2;",
      "  }",
      "};",
    ]
      .concat([
        "module.exports = class Application extends Emitter {",
        "  listen (...args) {",
        "    return 3;",
        "  }",
        "};",
      ])
      .concat(["const Box = class {", "  open() {}", "};"]),
    [
      "proto 1-8",
      "proto.inspect 2-4",
      "proto.body 5-7",
      "Application 9-13",
      "Application.listen 10-12",
      "Box 14-16",
      "Box.open 15-15",
    ],
  ],
  [
    "Go: variables in parentheses within a function, and a label at the margin",
    "go",
    ["func first() {", "\tvar (", "\t\ta int", "\t\tb int", "\t)", "\tuse(a, b)", "}"].concat([
      "func walk() {",
      "\ti := 0",
      "loop:",
      "\tfor {",
      "\t\tbreak loop",
      "\t}",
      "}",
      "func last() {}",
    ]),
    ["first 1-7", "walk 8-14", "last 15-15"],
  ],
  [
    "Python: a class of nothing but its docstring",
    "python",
    [
      "class TooMany(Error):",
      '    """',
      "    Too many of them.",
      '    """',
      "",
      "class Other(Error):",
      '    """One line."""',
    ],
    ["TooMany 1-4", "Other 6-7"],
  ],
  [
    "Ruby: brackets in a pattern, rescue, and an end with a condition",
    "ruby",
    [
      "class Request",
      '  HEADER = /(?:[^"\\(]|[(])"?/.freeze',
      "  def accept",
      "    open",
      "  rescue Error",
      "    nil",
      "  ensure",
      "    close",
      "  end",
    ].concat(["  def except(key)", "    super", "  end if old", "  def last", "    1", "  end", "end"]),
    ["Request 1-16", "Request.HEADER 2-2", "Request.accept 3-9", "Request.except 10-12", "Request.last 13-15"],
  ],
  [
    "Elixir: rescue and after",
    "elixir",
    [
      "defmodule Socket do",
      "  def open(url) do",
      "    connect(url)",
      "  rescue",
      "    _ -> nil",
      "  after",
      "    :ok",
      "  end",
    ].concat(["  def close(socket) do", "    :ok", "  end", "end"]),
    ["Socket 1-12", "Socket.open 2-8", "Socket.close 9-11"],
  ],
  [
    "C++: what is in a namespace without a name, constructors, members of templates, operators",
    "cpp",
    [
      "namespace db {",
      "namespace {",
      "class Iter {",
      " public:",
      "  void Next();",
      "};",
      "void Helper(int a) {",
      "  a++;",
      "}",
      "}  // namespace",
    ]
      .concat(["Arena::Arena() : size_(0) {", "  size_ = 1;", "}", "Arena::~Arena() {", "  size_ = 2;", "}"])
      .concat(["template <typename K, class C>", "inline void List<K, C>::Iterator::Prev() {", "  at = 1;", "}"])
      .concat(["bool Arena::operator==(const Arena& other) {", "  return true;", "}", "}  // namespace db"]),
    ["db 1-24", "db.Iter 3-6", "db.Iter.Next 5-5", "db.Helper 7-9", "Arena.Arena 11-13", "Arena.~Arena 14-16"].concat([
      "List.Iterator.Prev 18-20",
      "Arena.operator== 21-23",
    ]),
  ],
  [
    "C++: templates on the line, linkage, types without members, tests",
    "cpp",
    [
      "template <typename T> struct box : std::true_type {",
      "  T value;",
      "};",
      "struct empty {};",
      "struct pair<int, T> : empty {};",
    ]
      .concat([
        "template <typename S> auto check(const S&) -> bool {",
        "  return true;",
        "}",
        'extern "C" int entry(int a) {',
        "  return a;",
        "}",
      ])
      .concat(["TEST(boxes, open) {", "  EXPECT(1);", "}"]),
    ["box 1-3", "empty 4-4", "pair 5-5", "check 6-8", "entry 9-11", "TEST 12-14"],
  ],
  [
    "Java: methods of a class without a name",
    "java",
    [
      "enum Policy {",
      "  DEFAULT() {",
      "    @Override",
      "    public String name(Field f) {",
      "      return f;",
      "    }",
      "  };",
      "}",
    ].concat([
      "class Box {",
      "  Adapter make() {",
      "    return new Adapter() {",
      "      public int read(Reader in) throws IOException {",
      "        return 1;",
      "      }",
      "    };",
      "  }",
      "}",
    ]),
    [
      "Policy 1-8",
      "Policy.DEFAULT 2-7",
      "Policy.DEFAULT.name 4-6",
      "Box 9-17",
      "Box.make 10-16",
      "Box.make.read 12-14",
    ],
  ],
  [
    "C#: bounds of type parameters, and a constructor that calls another",
    "csharp",
    [
      "class Map {",
      "    public T Get<T>(string key)",
      "        where T : class",
      "    {",
      "        return null;",
      "    }",
    ].concat(["    public Map(string a) :", "            base(a)", "    {", "        Open();", "    }", "}"]),
    ["Map 1-12", "Map.Get 2-6", "Map.Map 7-11"],
  ],
  [
    "C++: values for members are no functions",
    "cpp",
    [
      "class Table {",
      "  explicit Table(int a)",
      "      : first_(a),",
      "        last_(open(a)) {",
      "    use(a);",
      "  }",
      "};",
      "Reader::Reader(int a)",
      "    : at_(a) {}",
    ],
    ["Table 1-7", "Table.Table 2-6", "Reader.Reader 8-9"],
  ],
  [
    "C++: type parameters in lines of their own, which end behind others",
    "cpp",
    [
      "template <typename T>",
      "struct has_view<",
      "    T, void_t<decltype(to_view(declval<T>())),",
      "              decltype(*range_end(",
      "                  declval<const base<T>&>()))>>",
      "    : true_type {};",
      "struct after {",
      "  template <typename U>",
      "  using stored = conditional<",
      "      is_same<U, int>::value &&",
      "          !is_void<U>::value,",
      "      string<U>, T>;",
      "  int size() const { return 1; }",
      "};",
    ],
    ["has_view 2-6", "after 7-14", "after.stored 9-12", "after.size 13-13"],
  ],
  [
    "C: the further lines of a directive are no functions",
    "c",
    [
      "#if defined(__APPLE__) || \\",
      "    defined(__linux__)",
      "#define LOOP(x) \\",
      "  do { \\",
      "    run(x); \\",
      "  while (0) \\",
      "",
      "struct next {",
      "  int a;",
      "};",
      "#define OPEN {",
      "#endif",
      "int after(void) {",
      "  return 1;",
      "}",
    ],
    ["LOOP 3-7", "next 8-10", "OPEN 11-11", "after 13-15"],
  ],
  [
    "C#: what an arrow gives is no method",
    "csharp",
    [
      "class Query {",
      "    public Task Run(int a) =>",
      "        RunAll<int>(a, null);",
      "    public void Next() { }",
      "}",
    ],
    ["Query 1-5", "Query.Run 2-3", "Query.Next 4-4"],
  ],
  [
    "Go: constants in parentheses at the margin",
    "go",
    ["const (", "\tFirst = 1", "\tLast = 2", ")", "func after() {", "\tuse()", "}"],
    ["First 2-2", "Last 3-3", "after 5-7"],
  ],
];

describe("the line scanner finds where definitions end", () => {
  test.each(CASES)("%s", (_about, language, lines, expected) => {
    expect(extents(language, lines)).toEqual(expected);
  });
});
