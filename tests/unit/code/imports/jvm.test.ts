// Which files imports of Java and Kotlin mean: classes, their members, packages, functions of Kotlin.

import { expect, test } from "vitest";
import { resolverOf } from "../../../support/import-tree.ts";

const { resolve } = resolverOf({
  "app/src/main/java/org/shop/Cart.java": "// the cart\npackage org.shop;\n\nclass Cart { static class Line {} }\n",
  "app/src/main/java/org/shop/Tax.java": "package org.shop;\n",
  "app/src/main/java/org/shop/pay/Card.java": "package org.shop.pay;\n",
  "app/src/test/java/org/shop/CartTest.java": "package org.shop;\n",
  "other/src/main/java/org/shop/Tax.java": "package org.shop;\n",
  "fake/org/shop/pay/Cash.java": "package com.fake.org.shop.pay;\n",
  "lib/src/main/kotlin/Money.kt":
    '@file:JvmName("Monies")\npackage org.money\n\ndata class Money(val cents: Long)\n\n@Suppress("x")\ninternal inline fun <T> Money.Maker<T>.roundTo(x: T) = x\nval String.cents: Long get() = 1\nconst val LIMIT = 3\ntypealias Cash = Money\n',
  "lib/src/main/kotlin/more/Rates.kt": "package org.money\n\nfun rate() {\n  fun inner() {}\n}\nobject Rates\n",
  "lib/src/jvmMain/kotlin/Clock.kt": "package org.clock\nactual fun now() = 1\n",
  "lib/src/commonMain/kotlin/Clock.kt": "package org.clock\nexpect fun now(): Long\n",
  "lib/src/main/kotlin/when/Odd.kt": "package org.`when`\nclass Odd\n",
  "plain/Util.java": "class Util {}\n",
});

test.each([
  ["a class", "java", "org.shop.pay.Card", ["app/src/main/java/org/shop/pay/Card.java"]],
  ["a class inside a class", "java", "org.shop.Cart.Line", ["app/src/main/java/org/shop/Cart.java"]],
  ["a static member", "java", "org.shop.Cart.of", ["app/src/main/java/org/shop/Cart.java"]],
  ["all static members", "java", "org.shop.Cart.*", ["app/src/main/java/org/shop/Cart.java"]],
  ["a package", "java", "org.shop.pay.*", ["app/src/main/java/org/shop/pay/Card.java"]],
  ["a class in a folder of that name, in another package", "java", "org.shop.pay.Cash", []],
  ["another's", "java", "java.util.List", []],
  ["a class of Kotlin, away from its package's folder", "java", "org.money.Money", ["lib/src/main/kotlin/Money.kt"]],
  ["functions of Kotlin's file", "java", "org.money.RatesKt.rate", ["lib/src/main/kotlin/more/Rates.kt"]],
  ["functions under the file's other name", "java", "org.money.Monies.roundTo", ["lib/src/main/kotlin/Money.kt"]],
  ["a function", "kotlin", "org.money.rate", ["lib/src/main/kotlin/more/Rates.kt"]],
  ["a generic extension", "kotlin", "org.money.roundTo", ["lib/src/main/kotlin/Money.kt"]],
  ["a property", "kotlin", "org.money.cents", ["lib/src/main/kotlin/Money.kt"]],
  ["a constant", "kotlin", "org.money.LIMIT", ["lib/src/main/kotlin/Money.kt"]],
  ["another name of a type", "kotlin", "org.money.Cash", ["lib/src/main/kotlin/Money.kt"]],
  ["a function inside a function", "kotlin", "org.money.inner", []],
  ["a member of an object", "kotlin", "org.money.Rates.today", ["lib/src/main/kotlin/more/Rates.kt"]],
  ["a word of the language as a name", "kotlin", "org.`when`.Odd", ["lib/src/main/kotlin/when/Odd.kt"]],
  [
    "a package of Kotlin",
    "kotlin",
    "org.money.*",
    ["lib/src/main/kotlin/Money.kt", "lib/src/main/kotlin/more/Rates.kt"],
  ],
  ["no name", "kotlin", "../../etc/passwd", []],
] as const)("%s: %s %s", (_, language, module, files) => {
  expect(resolve(language, "app/src/main/java/org/shop/Cart.java", module)).toEqual(files);
});

test("of several files the nearest comes first", () => {
  const tax = (from: string) => resolve("java", from, "org.shop.Tax");
  const [app, other] = ["app/src/main/java/org/shop/Tax.java", "other/src/main/java/org/shop/Tax.java"];
  expect(tax("app/src/main/java/org/shop/Cart.java")).toEqual([app, other]);
  expect(tax("other/src/main/java/org/Main.java")).toEqual([other, app]);
  expect(resolve("kotlin", "lib/src/jvmMain/kotlin/Main.kt", "org.clock.now")).toEqual([
    "lib/src/jvmMain/kotlin/Clock.kt",
    "lib/src/commonMain/kotlin/Clock.kt",
  ]);
});

test("tests come last, unless a test asks", () => {
  const all = resolve("java", "app/src/main/java/org/shop/pay/Card.java", "org.shop.*");
  expect(all.at(-1)).toBe("app/src/test/java/org/shop/CartTest.java");
  expect(resolve("java", "app/src/test/java/org/shop/CartTest.java", "org.shop.*")[0]).toBe(
    "app/src/test/java/org/shop/CartTest.java",
  );
});

test("a folder whose name only ends like one of tests is none", () => {
  const of = (folder: string) => ({ [`${folder}/a/B.java`]: "package a;\n" });
  const { resolve } = resolverOf({ ...of("latest/old"), ...of("test/one") });
  expect(resolve("java", "main/C.java", "a.B")).toEqual(["latest/old/a/B.java", "test/one/a/B.java"]);
});

test("a name apart from its module", () => {
  expect(resolve("java", "plain/Util.java", "org.shop", "Cart")).toEqual(["app/src/main/java/org/shop/Cart.java"]);
  expect(resolve("java", "plain/Util.java", "org.shop.Cart", "of")).toEqual(["app/src/main/java/org/shop/Cart.java"]);
  expect(resolve("java", "plain/Util.java", "org.shop.pay", "*")).toEqual(["app/src/main/java/org/shop/pay/Card.java"]);
  expect(resolve("java", "app/src/main/java/org/shop/Cart.java", "", "Util")).toEqual(["plain/Util.java"]);
  expect(resolve("kotlin", "plain/Util.java", "org.money", "rate")).toEqual(["lib/src/main/kotlin/more/Rates.kt"]);
});

test("text that only looks like declarations ends", () => {
  const hostile = resolverOf({ "A.kt": `package a\n${"public ".repeat(50_000)}\n${"fun <".repeat(50_000)}` });
  expect(hostile.resolve("kotlin", "B.kt", "a.b")).toEqual([]);
});
