// Prompts that begin as a correction, in several languages, and those that only begin with such a word.

import { expect, it } from "vitest";
import { isCorrection } from "../../../../src/hooks/lessons/corrections.ts";

it.each([
  "no",
  "No, use tabs",
  "no! that breaks the build",
  "No - the other file",
  "nope, still red",
  "that's wrong",
  "That’s not what I asked for",
  "this is wrong: the total is in cents",
  "it doesn't work",
  "hm, that is not right",
  "I said no mocks",
  "i told you to keep the old name",
  "I meant the server, not the client",
  "wrong, it's the other one",
  "you broke the tests",
  "undo that",
  "please revert that",
  "nein",
  "Nein, so nicht",
  "falsch!",
  "das ist falsch",
  "Das stimmt nicht, die Summe ist in Cent",
  "ich habe doch gesagt, ohne Mocks",
  "non, pas celui-là",
  "c'est faux",
  "j'ai déjà dit non",
  "no es eso",
  "No, eso no",
  "está mal",
  "te dije que no",
  "não é isso",
  "non è così",
  "нет, не так",
  "это неправильно",
  "違う",
  "違います、そのファイルではない",
  "いや、そうじゃない",
  "不对",
  "不对，应该用整数",
  "不是这个文件",
  "錯了",
  "아니, 그게 아니야",
  "틀렸어",
])("%s", (prompt) => {
  expect(isCorrection(prompt)).toBe(true);
});

it.each([
  "",
  "thanks, that works",
  "no problem, go on",
  "No worries. Now the next one",
  "no, thanks",
  "no tests exist for the parser yet, write some",
  "no-op the retry when the pool is closed",
  "nobody uses this module, remove it",
  "non-null assertions are forbidden here, replace them",
  "notes on the cache are stale",
  "wrong totals are printed for orders with a discount, find out why",
  "fix the test that says no",
  "what did I say is wrong with the invoice?",
  "Nein danke",
  "Noah wrote this, ask him",
  "normalise the paths",
  "不同的文件夹里有相同的名字",
  "the user said: no, that's wrong",
])("not: %s", (prompt) => {
  expect(isCorrection(prompt)).toBe(false);
});

it("looks at the beginning alone, however long a prompt is", () => {
  expect(isCorrection(`${"a".repeat(1000)} no, that's wrong`)).toBe(false);
  expect(isCorrection(`no, ${"x ".repeat(100_000)}`)).toBe(true);
});
