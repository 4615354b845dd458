// Which files imports of Go mean: the folder of a package, by modules of the tree and their replacements.

import { expect, test } from "vitest";
import { resolverOf } from "../../../support/import-tree.ts";

const { resolve } = resolverOf(
  {
    "go.mod":
      "module example.org/shop // the shop\n\ngo 1.22\n\nreplace (\n\texample.org/tax v1.0.0 => ./third/tax\n)\n",
    "tools/go.mod": 'module "example.org/shop/tools"\nreplace example.org/out => ../../out\n',
    "go.work": "go 1.22\nuse (\n\t.\n\t./tools\n)\nreplace example.org/mail => ./local/mail\n",
    "vendor/example.org/far/go.mod": "module example.org/far\n",
  },
  [
    "shop.go",
    "shop_test.go",
    "cart/cart.go",
    "cart/cart_linux.go",
    "cart/cart_test.go",
    "cart/export_test.go",
    "cart/readme.md",
    "cart/internal/sum/sum.go",
    "tools/gen/gen.go",
    "third/tax/tax.go",
    "third/tax/rate/rate.go",
    "local/mail/mail.go",
    "vendor/example.org/far/far.go",
    "vendor/example.org/shop/cart/old.go",
  ],
);

test.each([
  ["a package without its tests", "shop.go", "example.org/shop/cart", ["cart/cart.go", "cart/cart_linux.go"]],
  ["the root", "cart/cart.go", "example.org/shop", ["shop.go"]],
  ["an internal one", "cart/cart.go", "example.org/shop/cart/internal/sum", ["cart/internal/sum/sum.go"]],
  ["a module inside the module", "shop.go", "example.org/shop/tools/gen", ["tools/gen/gen.go"]],
  ["a replaced module", "cart/cart.go", "example.org/tax", ["third/tax/tax.go"]],
  ["a package of a replaced module", "cart/cart.go", "example.org/tax/rate", ["third/tax/rate/rate.go"]],
  ["a module that the work replaces", "tools/gen/gen.go", "example.org/mail", ["local/mail/mail.go"]],
  ["a module replaced by a folder outside", "tools/gen/gen.go", "example.org/out", []],
  ["a vendored module", "shop.go", "example.org/far", []],
  ["a package by its path", "shop.go", "./cart", ["cart/cart.go", "cart/cart_linux.go"]],
  ["a name that only begins so", "shop.go", "example.org/shopping/cart", []],
  ["the standard library", "shop.go", "net/http", []],
  ["a path that leads out", "shop.go", "example.org/shop/../../etc", []],
])("%s", (_, from, module, files) => {
  expect(resolve("go", from, module)).toEqual(files);
});

test("tests of a package see its other tests", () => {
  expect(resolve("go", "cart/cart_test.go", "example.org/shop/cart")).toEqual([
    "cart/cart.go",
    "cart/cart_linux.go",
    "cart/export_test.go",
  ]);
  expect(resolve("go", "shop_test.go", "example.org/shop/cart")).toEqual(["cart/cart.go", "cart/cart_linux.go"]);
});

test("a tree without go.mod begins behind the repository's name", () => {
  const old = resolverOf({}, ["main.go", "doc/doc.go"]);
  expect(old.resolve("go", "main.go", "github.com/acme/shop/doc")).toEqual(["doc/doc.go"]);
  expect(old.resolve("go", "main.go", "doc")).toEqual([]);
});

test("thousands of modules of one name end", () => {
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`m${at}/go.mod`, "module example.org/x\n"]));
  expect(resolverOf(many, ["m1/a.go", "m1/b/b.go"]).resolve("go", "m1/a.go", "example.org/x/b")).toEqual(["m1/b/b.go"]);
});
