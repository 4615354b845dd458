// Names without a receiver: what is imported, what is seen in a function alone, what is something else.

import { describe, expect, test } from "vitest";
import { usesIn } from "../../../support/judged-tree.ts";

test("what a function defines is seen in it alone", async () => {
  const texts = {
    "a.ts":
      "import { update } from './b'\nexport function use() {\n  function update() {}\n  update()\n}\nexport function other() {\n  update()\n}\n",
    "b.ts": "export function update() {}\n",
  };
  expect(await usesIn(texts, "a.ts#use.update")).toEqual(["a.ts:4 file"]);
});

test("a name that is imported from elsewhere, or by another name, is another", async () => {
  const texts = {
    "ref.ts": "export function ref() {}\nexport function shallowRef() {}\n",
    "renamed.ts": "import { shallowRef as ref } from './ref'\nref()\n",
    "outside.ts": "import { ref } from 'lib'\nref()\n",
    "own.ts": "import { ref } from './ref'\nref()\n",
    "without.ts": "export const x = ref()\n",
  };
  expect(await usesIn(texts, "ref.ts#ref")).toEqual(["own.ts:2 import"]);
  expect(await usesIn(texts, "ref.ts#shallowRef")).toEqual(["renamed.ts:2 import"]);
});

test("a default import is what the module exports so", async () => {
  const texts = {
    "a.ts": "export function one() {}\nfunction two() {}\nexport default two\n",
    "use.ts": "import anything from './a'\nanything()\n",
  };
  expect(await usesIn(texts, "a.ts#two")).toEqual(["a.ts:3 file", "use.ts:2 import"]);
  expect(await usesIn(texts, "a.ts#one")).toEqual([]);
});

test("modules of Python are reached through those around them", async () => {
  const texts = {
    "app/__init__.py": "",
    "app/tools.py": "def make(): pass\n",
    "use.py": "import app\nimport app.tools\napp.tools.make()\napp.other.make()\n",
  };
  expect(await usesIn(texts, "app/tools.py#make")).toEqual(["use.py:3 import"]);
});

test("functions in modules of Rust are no members of types", async () => {
  const text =
    "fn run() {}\n#[cfg(test)]\nmod tests {\n    fn build() {}\n    fn check() {\n        build();\n    }\n}\n";
  expect(await usesIn({ "src/lib.rs": text }, "src/lib.rs#tests.build")).toEqual(["src/lib.rs:6 file"]);
});

describe("keys of object literals", () => {
  const texts = {
    "on.ts": "export interface On {\n  close(code: number): void\n}\nexport class Door {\n  close() {}\n}\n",
    "make.ts": "export function make() {\n  return listen({\n    close() {\n      end()\n    },\n  })\n}\n",
    "use.ts": "import { close } from 'lib'\nopen({ close })\nopen({ close: () => 1 })\nopen(({ close }) => close())\n",
  };

  test("may be what an interface asks for, and members of what a function makes", async () => {
    const keys = ["use.ts:2 name", "use.ts:3 name", "use.ts:4 name"];
    expect(await usesIn(texts, "on.ts#On.close")).toEqual(["make.ts:3 name", ...keys]);
    expect(await usesIn(texts, "make.ts#make.close")).toEqual(keys);
  });

  test("are no methods of a class, but a pattern may take those out of its object", async () => {
    expect(await usesIn(texts, "on.ts#Door.close")).toEqual(["use.ts:4 name"]);
  });
});

describe("a module of CommonJS", () => {
  const reply = "function Reply() {}\nfunction build() {}\nmodule.exports = Reply\nmodule.exports.build = build\n";

  test("is what it exports as a whole, and what it exports by names", async () => {
    const use = "const Reply = require('./reply')\nnew Reply()\nReply.build()\n";
    const texts = { "reply.js": reply, "use.js": use };
    expect(await usesIn(texts, "reply.js#Reply")).toContain("use.js:2 import");
    expect(await usesIn(texts, "reply.js#build")).toContain("use.js:3 import");
  });

  test("may be another module", async () => {
    const texts = {
      "lib/reply.js": reply,
      "index.js": "module.exports = require('./lib/reply')\n",
      "use.js": "const make = require('./index')\nmake()\n",
    };
    expect(await usesIn(texts, "lib/reply.js#Reply")).toContain("use.js:2 import");
  });
});
