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
