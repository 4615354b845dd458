// Methods by the types of their receivers, where these are told in other files.

import { describe, expect, test } from "vitest";
import { usesIn } from "../../../support/judged-tree.ts";

describe("a receiver whose type another file tells", () => {
  const base = "class Base {\n  run() {}\n}\nexport { Base as Shared }\n";
  const app = "import { Shared } from './base'\nexport class App extends Shared {}\n";

  test("has what a base declares that is exported by another name", async () => {
    const use = "import { App } from './app'\nnew App().run()\nconst app = new App()\napp.run()\n";
    const uses = await usesIn({ "base.ts": base, "app.ts": app, "use.ts": use }, "base.ts#Base.run");
    expect(uses).toEqual(["use.ts:2 type", "use.ts:4 type"]);
  });

  test("is what a member or a function of that file gives", async () => {
    const texts = {
      "store.ts": "export class Store {\n  get() {}\n}\nexport class Other {\n  get() {}\n}\n",
      "app.ts":
        "import { Store } from './store'\nexport class App {\n  store: Store\n}\nexport function make(): App {\n  return new App()\n}\n",
      "use.ts": "import { make } from './app'\nmake().store.get()\nconst app = make()\napp.store.get()\n",
    };
    expect(await usesIn(texts, "store.ts#Store.get")).toEqual(["use.ts:2 type", "use.ts:4 type"]);
    expect(await usesIn(texts, "store.ts#Other.get")).toEqual([]);
  });

  test("of another type is no use; of a type that is not known it is one by name", async () => {
    const texts = {
      "a.ts": "export class A {\n  run() {}\n}\nexport class B {\n  run() {}\n}\n",
      "use.ts": "import { A, B } from './a'\nfunction f(b: B, any) {\n  b.run()\n  any.run()\n}\n",
    };
    expect(await usesIn(texts, "a.ts#A.run")).toEqual(["use.ts:4 name"]);
  });

  test("from outside of the tree has no member of a type without bases", async () => {
    const texts = {
      "a.go": "package a\n\ntype Form struct{}\n\nfunc (f *Form) Parse() {}\n",
      "b.go":
        'package a\n\nimport "net/http"\n\ntype Context struct {\n\tRequest *http.Request\n}\n\nfunc (c *Context) Load(x any) {\n\tc.Request.Parse()\n}\n',
    };
    // Types of Go are of interfaces without saying so.
    expect(await usesIn(texts, "a.go#Form.Parse")).toEqual(["b.go:10 name"]);
    const python = {
      "a.py": "class Form:\n    def parse(self): pass\n",
      "b.py": "import http\n\ndef load(r: http.Request, x):\n    r.parse()\n    http.parse()\n    x.parse()\n",
    };
    expect(await usesIn(python, "a.py#Form.parse")).toEqual(["b.py:6 name"]);
  });

  test("a circle of bases and of members ends", async () => {
    const texts = {
      "a.ts": "import { B } from './b'\nexport class A extends B {\n  next = this.next.next\n}\n",
      "b.ts": "import { A } from './a'\nexport class B extends A {\n  run() {}\n}\n",
      "use.ts": "import { A } from './a'\nnew A().run()\nnew A().next.run()\n",
    };
    expect(await usesIn(texts, "b.ts#B.run")).toEqual(["use.ts:2 type", "use.ts:3 name"]);
  });
});

describe("what overrides a member", () => {
  test("is reached through the type that declares it, not by `super`", async () => {
    const texts = {
      "shape.ts": "export class Shape {\n  draw() {}\n}\n",
      "circle.ts":
        "import { Shape } from './shape'\nexport class Circle extends Shape {\n  draw() {\n    super.draw()\n  }\n}\nexport class Square extends Shape {\n  draw() {}\n}\n",
      "use.ts":
        "import { Shape } from './shape'\nimport { Square } from './circle'\nfunction f(shape: Shape, square: Square) {\n  shape.draw()\n  square.draw()\n}\n",
    };
    expect(await usesIn(texts, "circle.ts#Circle.draw")).toEqual(["use.ts:4 type"]);
  });

  test("of overloads another may be meant", async () => {
    const base = "package a;\nclass Base {\n  void run() {}\n  void run(int n) {}\n}\n";
    const derived = "package a;\nclass Derived extends Base {\n  void run(int n) {}\n}\n";
    const use = "package a;\nclass Use {\n  void f(Base base) {\n    base.run();\n  }\n}\n";
    const texts = { "a/Base.java": base, "a/Derived.java": derived, "a/Use.java": use };
    expect(await usesIn(texts, "a/Derived.java#Derived.run")).toEqual(["a/Use.java:4 name"]);
  });

  test("in Go is reached through an interface whose methods a type has, and not through what it embeds", async () => {
    const texts = {
      "a.go":
        "package a\n\ntype Runner interface {\n\tRun()\n\tStop()\n}\n\ntype Core struct{}\n\nfunc (c *Core) Run() {}\n",
      "b.go":
        "package a\n\ntype Job struct {\n\tCore\n}\n\nfunc (j *Job) Run() {}\nfunc (j *Job) Stop() {}\n\ntype Half struct{}\n\nfunc (h *Half) Run() {}\n",
      "c.go": "package a\n\nfunc use(r Runner, c *Core, j *Job) {\n\tr.Run()\n\tc.Run()\n\tj.Run()\n}\n",
    };
    expect(await usesIn(texts, "b.go#Job.Run")).toEqual(["c.go:4 type", "c.go:5 name", "c.go:6 type"]);
    expect(await usesIn(texts, "b.go#Half.Run")).toEqual(["c.go:4 name"]);
  });
});

describe("members without a receiver", () => {
  test("are those of the innermost type around that has one", async () => {
    const base = "package a;\nclass Base {\n  void run() {}\n}\n";
    const derived = "package a;\nclass Derived extends Base {\n  void go() {\n    run();\n  }\n}\n";
    const other = "package a;\nclass Other {\n  void run() {}\n  void go() {\n    run();\n  }\n}\n";
    const texts = { "a/Base.java": base, "a/Derived.java": derived, "a/Other.java": other };
    expect(await usesIn(texts, "a/Base.java#Base.run")).toEqual(["a/Derived.java:4 type"]);
  });

  test("are none where the language wants one, but for the body of a class in Python", async () => {
    const texts = {
      "a.py":
        "class A:\n    @property\n    def size(self): return 1\n\n    @size.setter\n    def size(self, n): pass\n\ndef f(size2):\n    size()\n",
    };
    expect(await usesIn(texts, "a.py#A.size")).toEqual(["a.py:5 file"]);
  });
});

test("a field is no method of the same name", async () => {
  const text =
    "pub struct Args { stats: bool }\nimpl Args {\n    pub fn stats(&self) -> bool {\n        self.stats\n    }\n    pub fn both(&self) -> bool {\n        self.stats()\n    }\n}\nfn make() -> Args {\n    Args { stats: true }\n}\n";
  expect(await usesIn({ "src/lib.rs": text }, "src/lib.rs#Args.stats")).toContain("src/lib.rs:7 type");
  const uses = await usesIn({ "src/lib.rs": text }, "src/lib.rs#Args.stats");
  expect(uses.filter((use) => /:(?:4|11) /.test(use))).toEqual([]);
});

test("members are taken out of an object by their names", async () => {
  const texts = {
    "a.ts": "export class Context {\n  push() {}\n}\n",
    "use.ts":
      "import { Context } from './a'\nfunction f(context: Context) {\n  const { push } = context\n  push()\n}\n",
  };
  expect(await usesIn(texts, "a.ts#Context.push")).toEqual(["use.ts:3 type"]);
});

test("a function of a type is none of the module that both stand in", async () => {
  const texts = {
    "src/lib.rs": "pub mod assets;\npub mod user;\n",
    "src/assets.rs": "pub struct Assets;\nimpl Assets { pub fn load() -> Self { Assets } }\npub fn load() {}\n",
    "src/user.rs": "use crate::assets::{self, Assets};\nfn a() { Assets::load(); }\nfn b() { assets::load(); }\n",
  };
  expect(await usesIn(texts, "src/assets.rs#load")).toEqual(["src/user.rs:3 import"]);
  expect(await usesIn(texts, "src/assets.rs#Assets.load")).toEqual(["src/user.rs:2 import"]);
});

test("a name that is imported hides the same one among all of a module", async () => {
  const texts = {
    "src/lib.rs": "pub mod input;\npub mod printer;\npub mod user;\npub use printer::Input;\n",
    "src/input.rs": "pub struct Input;\nimpl Input { pub fn open() {} }\n",
    "src/printer.rs": "pub struct Input;\nimpl Input { pub fn open() {} }\n",
    "src/user.rs": "use crate::*;\nuse crate::input::Input;\nfn a() { Input::open(); }\n",
  };
  expect(await usesIn(texts, "src/printer.rs#Input.open")).toEqual([]);
  expect(await usesIn(texts, "src/input.rs#Input.open")).toEqual(["src/user.rs:3 import"]);
});

test("a type behind the name of a module is that module's", async () => {
  const texts = {
    "src/lib.rs": "pub mod input;\npub mod printer;\n",
    "src/input.rs": "pub struct Input;\nimpl Input { pub fn open() {} pub fn name(&self) {} }\n",
    "src/printer.rs":
      "use crate::{input};\npub struct Input { inner: input::Input }\nimpl Input {\n  pub fn open() { input::Input::open() }\n  pub fn name(&self) { self.inner.name() }\n}\n",
  };
  expect(await usesIn(texts, "src/input.rs#Input.open")).toEqual(["src/printer.rs:4 type"]);
  expect(await usesIn(texts, "src/input.rs#Input.name")).toEqual(["src/printer.rs:5 type"]);
  expect(await usesIn(texts, "src/printer.rs#Input.open")).toEqual([]);
  expect(await usesIn(texts, "src/printer.rs#Input.name")).toEqual([]);
});

test("a trait that is named stands for no one type, an object of it for all that have it", async () => {
  const texts = {
    "src/lib.rs":
      "pub trait Parse { fn parse(&self); }\npub struct A;\npub struct B;\nimpl Parse for A { fn parse(&self) {} }\nimpl Parse for B { fn parse(&self) {} }\nfn a(b: &B) { Parse::parse(b); }\nfn c(p: &dyn Parse) { p.parse(); }\n",
  };
  expect(await usesIn(texts, "src/lib.rs#A.parse")).toEqual(["src/lib.rs:6 name", "src/lib.rs:7 type"]);
});

test("that the tree has one method of a name says nothing of what the language or a trait from outside has", async () => {
  const texts = {
    "src/range.rs":
      "pub struct Span;\nimpl std::ops::RangeBounds<usize> for Span {\n  fn end_bound(&self) {}\n}\nimpl Span {\n  fn far_bound(&self) {}\n  pub fn strip_suffix(&self) { self.inner().strip_suffix(2); }\n}\n",
    "src/use.rs": "fn a(x: T) {\n  x.y().end_bound();\n  x.y().far_bound();\n  x.y().strip_suffix(1);\n}\n",
  };
  expect(await usesIn(texts, "src/range.rs#Span.end_bound")).toEqual(["src/use.rs:2 name"]);
  expect(await usesIn(texts, "src/range.rs#Span.far_bound")).toEqual(["src/use.rs:3 only"]);
  // Within the function itself it is handed on.
  expect(await usesIn(texts, "src/range.rs#Span.strip_suffix")).toEqual(["src/range.rs:7 name", "src/use.rs:4 only"]);
});

test("a member that two types have by one name is not certain where the receiver is not known", async () => {
  const own = {
    "a.ts": "export class Cache {\n  evictOldest() {}\n}\n",
    "use.ts": "unknown().evictOldest()\n",
  };
  expect(await usesIn(own, "a.ts#Cache.evictOldest")).toEqual(["use.ts:1 only"]);
  const both = { ...own, "b.ts": "export class Pool {\n  evictOldest() {}\n}\n" };
  expect(await usesIn(both, "a.ts#Cache.evictOldest")).toEqual(["use.ts:1 name"]);
});

test("a string has no methods of the tree's types", async () => {
  const texts = {
    "src/lib.rs":
      "pub struct Span;\nimpl Span {\n  pub fn strip_suffix(&self) {}\n}\nfn a(s: &str, t: String, u: &Span) {\n  s.strip_suffix();\n  t.strip_suffix();\n  u.strip_suffix();\n}\n",
  };
  expect(await usesIn(texts, "src/lib.rs#Span.strip_suffix")).toEqual(["src/lib.rs:8 type"]);
});

test("a trait of the tree may be that of a string", async () => {
  const texts = {
    "src/lib.rs":
      "pub trait Shout { fn shout(&self); }\nimpl Shout for str { fn shout(&self) {} }\nfn a(s: &str) { s.shout(); }\n",
  };
  expect(await usesIn(texts, "src/lib.rs#Shout.shout")).toEqual(["src/lib.rs:3 name"]);
  expect(await usesIn(texts, "src/lib.rs#str.shout")).toEqual(["src/lib.rs:3 type"]);
});

test("a setter of Ruby is used where its name is assigned to, and nowhere else", async () => {
  const texts = {
    "box.rb":
      "class Box\n  def height=(value)\n    @height = value\n  end\n  def grow\n    self.height += 1\n    height = 4\n  end\nend\n",
    "use.rb": "box = Box.new\nbox.height = 3\nbox.width, box.height = 1, 2\nputs box.height\nputs other == box\n",
    "other.rb": "other.height = 5\n",
  };
  expect(await usesIn(texts, "box.rb#Box.height=")).toEqual([
    "box.rb:6 type",
    "use.rb:2 type",
    "use.rb:3 type",
    "other.rb:1 name",
  ]);
});

describe("the parameter of a function that is handed over", () => {
  const context = "export class Context {\n  json() {}\n}\nexport class Other {\n  json() {}\n}\n";
  const uses = (texts: Readonly<Record<string, string>>, target = "context.ts#Context.json") =>
    usesIn({ "context.ts": context, ...texts }, target);

  test("is what the function that takes it declares", async () => {
    const texts = {
      "app.ts":
        "import { Context, Other } from './context'\nexport function each(run: (path: string, c: Context) => void) {}\nexport class App {\n  get(path: string, run: (c: Context) => void): App { return this }\n  put(run: (c: Other) => void) {}\n}\n",
      "use.ts":
        "import { each, App } from './app'\neach((path, c) => c.json())\nconst app = new App()\napp.get('/', (c) => c.json()).get('/b', async (c) => {\n  c.json()\n})\napp.put((c) => c.json())\napp.gone((c) => c.json())\n",
    };
    expect(await uses(texts)).toEqual(["use.ts:2 type", "use.ts:4 type", "use.ts:5 type", "use.ts:8 name"]);
    expect(await uses(texts, "context.ts#Other.json")).toEqual(["use.ts:7 type", "use.ts:8 name"]);
  });

  test("is what all signatures of an interface agree on, through names of types and lists of functions", async () => {
    const types =
      "import type { Context, Other } from './context'\nexport type Handler<E> = (c: Context, next: () => void) => E\nexport type Middle = (c: Context) => void\nexport type H<E> = Handler<E> | Middle\nexport interface Get<E> {\n  <P extends string>(path: P, handler: H<E>): Get<E>\n  <P extends string>(path: P, ...handlers: [H<E>, H<E>]): Get<E>\n}\nexport interface Use {\n  (...all: Middle[]): void\n}\nexport interface Mixed {\n  (run: (c: Context) => void): void\n  (run: (c: Other) => void): void\n}\n";
    const texts = {
      "types.ts": types,
      "app.ts":
        "import type { Get, Use, Mixed } from './types'\nexport class App {\n  get!: Get<string>\n  use!: Use\n  mixed!: Mixed\n}\n",
      "use.ts":
        "import { App } from './app'\nconst app = new App()\napp.get('/', (c) => c.json())\napp.use((c) => c.json(), (c) => {\n  c.json()\n})\napp.mixed((c) => c.json())\n",
    };
    expect(await uses(texts)).toEqual(["use.ts:3 type", "use.ts:4 type", "use.ts:5 type", "use.ts:7 name"]);
  });

  test("is what a declared variable, a declared result or the object around says", async () => {
    const texts = {
      "types.ts":
        "import type { Context } from './context'\nexport type Handler = (c: Context) => void\nexport interface Hooks {\n  before: (c: Context) => void\n  after(c: Context): void\n}\nexport function install(hooks: Partial<Hooks>) {}\n",
      "use.ts":
        "import { type Handler, install } from './types'\nconst one: Handler = (c) => c.json()\nfunction make(): Handler {\n  return (c) => c.json()\n}\ninstall({\n  before: (c) => c.json(),\n  after(c) {\n    c.json()\n  },\n})\n",
    };
    expect(await uses(texts)).toEqual(["use.ts:2 type", "use.ts:4 type", "use.ts:7 type", "use.ts:9 type"]);
  });

  test("of a type parameter is not known", async () => {
    const texts = {
      "app.ts": "export function each<T>(items: T[], run: (item: T) => void) {}\n",
      "use.ts": "import { each } from './app'\neach([], (c) => c.json())\n",
    };
    expect(await uses(texts)).toEqual(["use.ts:2 name"]);
  });
});

test("a member of an object is used where what the object is handed over as is", async () => {
  const texts = {
    "observer.ts":
      "export interface Observer {\n  next(): void\n}\nexport interface Other {\n  next(): void\n}\nexport class Source {\n  subscribe(observer: Partial<Observer>) {\n    observer.next()\n  }\n}\nexport function drive(other: Other) {\n  other.next()\n}\n",
    "use.ts":
      "import { Source } from './observer'\nexport function watch(source: Source) {\n  source.subscribe({\n    next() {},\n  })\n}\n",
  };
  const found = await usesIn(texts, "use.ts#watch.next");
  expect(found).toContain("observer.ts:9 type");
  expect(found).not.toContain("observer.ts:13 type");
});
