// Which files `using` of C# means: the files of a namespace, the file of a type.

import { expect, test } from "vitest";
import { resolverOf } from "../../../support/import-tree.ts";

const { resolve } = resolverOf({
  "src/Cart.cs": "namespace Shop;\npublic class Cart { }\n",
  "src/Cart.Lines.cs": "namespace Shop;\npublic partial class Cart { }\n",
  "src/Pay/Card.cs": "namespace Shop.Pay\n{\n    class Card { }\n    internal sealed record Cash(int Cents);\n}\n",
  "src/Pay/Two.cs": "namespace Shop.Pay { class A { } }\nnamespace Shop.Pay.Later { class B { } }\n",
  "tests/CardTests.cs": "namespace Shop.Pay;\n",
});

test.each([
  ["a namespace, tests last", "Shop.Pay", ["src/Pay/Two.cs", "src/Pay/Card.cs", "tests/CardTests.cs"]],
  ["one of several in a file", "Shop.Pay.Later", ["src/Pay/Two.cs"]],
  ["the parts of a type", "Shop.Cart", ["src/Cart.cs", "src/Cart.Lines.cs"]],
  ["a type in a file of another name", "Shop.Pay.Cash", ["src/Pay/Card.cs"]],
  ["a type inside a type", "Shop.Pay.Card.Number", ["src/Pay/Card.cs"]],
  ["from the root of names", "global::Shop.Pay.Later", ["src/Pay/Two.cs"]],
  ["a generic type", "Shop.Cart<System.Int32>", ["src/Cart.cs", "src/Cart.Lines.cs"]],
  ["the framework's", "System.Linq", []],
  ["a path", "../../etc/passwd", []],
])("%s: %s", (_, module, files) => {
  expect(resolve("csharp", "src/Main.cs", module)).toEqual(files);
});

test("a namespace's file does not import itself", () => {
  expect(resolve("csharp", "src/Pay/Two.cs", "Shop.Pay.Later")).toEqual([]);
});
