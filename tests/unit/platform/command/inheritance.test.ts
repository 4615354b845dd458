// The words and variables of the caller to the byte, read as macOS keeps them: arrays of pointers in memory.

import { expect, test } from "vitest";
import { type GivenBytes, ownVariables, ownWords, textsAt } from "../../../../src/platform/command/inheritance.ts";
import { pointerTo } from "../../../../src/platform/libc.ts";

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** The texts in memory, as the C library has them: `char **`. */
function inMemory(texts: readonly string[]): { place: number; kept: unknown } {
  const kept = texts.map((text) => bytes(`${text}\0`));
  const array = new BigUint64Array([...kept.map((text) => BigInt(pointerTo(text))), 0n]);
  return { place: pointerTo(array), kept: [kept, array] };
}

function given(words: readonly string[], variables: readonly string[]): GivenBytes {
  const [list, environment] = [inMemory(words), inMemory(variables)];
  return {
    words: () => (list.kept ? textsAt(list.place) : []),
    variables: () => (environment.kept ? textsAt(environment.place) : []),
  };
}

test("texts that are no UTF-8, empty ones and none", () => {
  for (const texts of [["helix", "run", "a\xffb", "", "\xc3\xa9"], [""], []]) {
    const { place, kept } = inMemory(texts);
    expect(textsAt(place)).toEqual(texts.map(bytes));
    expect(kept).toBeDefined();
  }
});

test("the words of the command are the last ones, to the byte", () => {
  const from = given(["helix", "run", "--whole", "printf", "a\xffb"], []);
  expect(ownWords(["printf", "a\ufffdb"], from)).toEqual([bytes("printf"), bytes("a\xffb")]);
  // Where the system has other words, those that the runtime gave count.
  expect(ownWords(["echo", "b"], from)).toEqual([bytes("echo"), bytes("b")]);
});

test("the variables are the caller's, to the byte", () => {
  expect(ownVariables(given([], ["A=1", "B=\xe9", "EMPTY="]))).toEqual(["A=1", "B=\xe9", "EMPTY="].map(bytes));
  const failing: GivenBytes = {
    words: () => [],
    variables: () => {
      throw new Error("the system does not tell");
    },
  };
  expect(ownVariables(failing)).toContainEqual(bytes(`PATH=${process.env.PATH}`));
});
