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
    "package.json": '{ "dependencies": { "lib": "1" } }',
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

describe("a name that another file gives to what it hands on", () => {
  const price = "export default function price() {}\nexport class Basket {\n  static of() {}\n}\n";

  test("is followed where its own name does not stand", async () => {
    const texts = {
      "lib/price.ts": price,
      "lib/index.ts": "export { default as format, Basket as Cart } from './price'\n",
      "other.ts": "import { Basket } from './lib/price'\nexport { Basket as Trolley }\n",
      "use.ts":
        "import { format, Cart } from './lib'\nimport { Trolley } from './other'\nformat()\nnew Cart()\nCart.of()\nnew Trolley()\n",
      "whole.ts": "import * as lib from './lib/index'\nlib.format()\nnew lib.Cart()\n",
    };
    expect(await usesIn(texts, "lib/price.ts#price")).toEqual(["use.ts:3 import", "whole.ts:2 import"]);
    expect(await usesIn(texts, "lib/price.ts#Basket")).toEqual([
      "other.ts:2 import",
      "use.ts:4 import",
      "use.ts:5 import",
      "use.ts:6 import",
      "whole.ts:3 import",
    ]);
    expect(await usesIn(texts, "lib/price.ts#Basket.of")).toEqual(["use.ts:5 import"]);
  });

  test("is another's where the file takes it from another", async () => {
    const texts = {
      "price.ts": price,
      "index.ts": "export { Basket as Cart } from './price'\n",
      "carts.ts": "export class Cart {}\n",
      "use.ts": "import { Cart } from './carts'\nnew Cart()\n",
    };
    expect(await usesIn(texts, "price.ts#Basket")).toEqual([]);
    expect(await usesIn(texts, "carts.ts#Cart")).toEqual(["use.ts:2 import"]);
  });

  test("may have changed twice on its way", async () => {
    const texts = {
      "price.ts": price,
      "one.ts": "export { Basket as Cart } from './price'\n",
      "two.ts": "export { Cart as Trolley } from './one'\n",
      "use.ts": "import { Trolley } from './two'\nnew Trolley()\n",
    };
    expect(await usesIn(texts, "price.ts#Basket")).toEqual(["use.ts:2 import"]);
  });

  test("in Rust and in packages of Python, too", async () => {
    const rust = {
      "Cargo.toml": '[package]\nname = "shop"\n',
      "src/lib.rs": "mod cart;\nmod use_it;\npub use cart::Cart as Basket;\n",
      "src/cart.rs": "pub struct Cart;\n",
      "src/use_it.rs": "use crate::Basket;\npub fn run(b: Basket) {}\n",
    };
    expect(await usesIn(rust, "src/cart.rs#Cart")).toContain("src/use_it.rs:2 import");
    const python = {
      "shop/__init__.py": "from .cart import make as build\n",
      "shop/cart.py": "def make(): pass\n",
      "use.py": "from shop import build\nbuild()\n",
    };
    expect(await usesIn(python, "shop/cart.py#make")).toEqual(["use.py:2 import"]);
  });
});

describe("a module that is imported where it is used", () => {
  const price = "export function taxed() {}\nexport function other() {}\n";
  test.each([
    ["export function a() { const { taxed } = require('./price'); return taxed() }\n"],
    ["export async function a() { const { taxed: t } = await import('./price'); return t() }\n"],
    ["export async function a() { const all = await import('./price'); return all.taxed() }\n"],
    ["export const a = async () => (await import('./price')).taxed()\n"],
    ["export const a = () => import('./price').then((all) => all.taxed())\n"],
    ["export const a = () => import('./price').then(({ taxed }) => taxed())\n"],
  ])("%s", async (text) => {
    const texts = { "price.ts": price, "use.ts": text };
    expect(await usesIn(texts, "price.ts#taxed")).toEqual(["use.ts:1 import"]);
    expect(await usesIn(texts, "price.ts#other")).toEqual([]);
  });

  test("imports within what it hands over count, too", async () => {
    const text = "export const a = () => import('./price').then(async () => {\n  (await import('./more')).more()\n})\n";
    expect(
      await usesIn({ "price.ts": price, "more.ts": "export function more() {}\n", "use.ts": text }, "more.ts#more"),
    ).toEqual(["use.ts:2 import"]);
  });

  test("a variable of another function is none of it", async () => {
    const text =
      "export function a() { const { taxed } = require('./price') }\nexport function b(taxed) {\n  taxed()\n}\n";
    expect(await usesIn({ "price.ts": price, "use.ts": text }, "price.ts#taxed")).toEqual([]);
  });
});
