// Waiting for descriptors: what is ready, what nobody reads any more, also where the system ends no wait for that alone
// (macOS).

import { closeSync, writeSync } from "node:fs";
import { expect, test } from "vitest";
import { makePipe, waitFor } from "../../../../src/platform/command/descriptors.ts";

const systems = [
  ["a system that tells", true],
  ["macOS", false],
] as const;

test.each(systems)("a reader that leaves is noticed while nothing is printed: %s", (_, tells) => {
  const [input, output] = [makePipe(), makePipe()];
  const waited = [
    { descriptor: input.reading, isFor: "reading" },
    { descriptor: output.writing, isFor: "nothing" },
  ] as const;
  expect(waitFor(waited, 0, tells)).toEqual([false, false]);
  closeSync(output.reading);
  expect(waitFor(waited, 0, tells)).toEqual([false, "gone"]);
  // Also while something comes, and whatever stands first.
  writeSync(input.writing, "x");
  expect(waitFor(waited, 0, tells)).toEqual([true, "gone"]);
  expect(waitFor([waited[1], waited[0]], 0, tells)).toEqual(["gone", true]);
  for (const descriptor of [input.reading, input.writing, output.writing]) closeSync(descriptor);
});

test.each(systems)("a reader that takes its time has not left: %s", (_, tells) => {
  const output = makePipe();
  const waited = [{ descriptor: output.writing, isFor: "nothing" }] as const;
  while (waitFor([{ descriptor: output.writing, isFor: "writing" }], 0)?.[0] === true)
    writeSync(output.writing, new Uint8Array(4096));
  expect(waitFor(waited, 0, tells)).toEqual([false]);
  closeSync(output.reading);
  expect(waitFor(waited, 0, tells)).toEqual(["gone"]);
  closeSync(output.writing);
});

test.each(systems)("who waits to write learns that nobody reads: %s", (_, tells) => {
  const output = makePipe();
  const waited = [{ descriptor: output.writing, isFor: "writing" }] as const;
  expect(waitFor(waited, 0, tells)).toEqual([true]);
  closeSync(output.reading);
  expect(waitFor(waited, 0, tells)).toEqual(["gone"]);
  closeSync(output.writing);
});
