// What of a file of Vue or Svelte is code, and that everything stays where it is.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { embeddedCode } from "../../../src/code/embedded-script.ts";
import type { Language } from "../../../src/code/languages.ts";

/** The code without what is blank. */
function code(text: string, language: Language): string {
  return embeddedCode(text, language).replace(/\s+/g, " ").trim();
}

describe("scripts", () => {
  test.each<[string, string, string]>([
    ["a script", "<script>\nlet a = 1;\n</script>", "let a = 1;"],
    ["two scripts", "<script>a()</script><script setup lang='ts'>b()</script>", "a() b()"],
    ["signs of tags in an attribute", '<script lang="ts" generic="T extends A<B>">a()</script>', "a()"],
    ["a script of data", '<script type="application/ld+json">{"a": 1}</script>', ""],
    ["a script of another language", '<script lang="coffee">a = -> b</script>', ""],
    ["a style", "<style>a { b: c }</style>", ""],
    ["a comment", "<!-- <script>a()</script> -->", ""],
    ["a script that nothing ends", "<script>a()", "a()"],
  ])("%s", (_, text, expected) => {
    expect(code(text, "vue")).toBe(expected);
    expect(code(text, "svelte")).toBe(expected);
  });
});

describe("markup of Vue", () => {
  test.each([
    ["<p>{{ total(a) }} b</p>", ";( total(a) );"],
    ['<p :a="b" @click="c(); d()" v-if="e" f="g">h</p>', ";(b) ;{c(); d()} ;(e)"],
    ['<p v-for="(a, b) in list(c)">d</p>', ";(list(c))"],
    ['<p v-slot="{ a }" #b="{ c }" v-else>d</p>', ""],
    ["<EntryRow/><entry-row/>", ";EntryRow;"],
  ])("%s", (text, expected) => {
    expect(code(text, "vue")).toBe(expected);
  });
});

describe("markup of Svelte", () => {
  test.each([
    ["<p>{total(a)} b</p>", "{total(a)}"],
    ["{#if a}b{:else if c}d{:else}e{/if}", "{a} {c}"],
    ["{#each list(a) as b, c (b.d)}{b}{/each}", "{list(a)} {b}"],
    ["{#await load() then a}{:catch b}{/await}", "{load()}"],
    ['<Row a={{ b: c }} {...d} on:e={() => { f("}") }} />', ';Row; ;({ b: c }) {d} {() => { f("}") }}'],
    ["{@html a}{@debug b}{#snippet c(d)}{/snippet}", "{a}"],
  ])("%s", (text, expected) => {
    expect(code(text, "svelte")).toBe(expected);
  });
});

const PIECES = [
  "<script>",
  "</script>",
  "<!--",
  "-->",
  "{{",
  "}}",
  "{",
  "}",
  "<A",
  ' :a="',
  '"',
  "'",
  ">",
  "\n",
  "é",
  " as ",
  "x()",
];

test("any text keeps its length and its lines, and code its place", () => {
  const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(texts, fc.constantFrom<Language>("vue", "svelte"), (text, language) => {
      const found = embeddedCode(text, language);
      expect(found).toHaveLength(text.length);
      for (let at = 0; at < text.length; at++) {
        expect(found[at] === "\n").toBe(text[at] === "\n");
        if (!/[\s;(){}]/.test(found[at]!)) expect(found[at]).toBe(text[at]);
      }
    }),
  );
});

test("other languages stay as they are", () => {
  expect(embeddedCode("<p>{{ a }}</p>", "tsx")).toBe("<p>{{ a }}</p>");
});
