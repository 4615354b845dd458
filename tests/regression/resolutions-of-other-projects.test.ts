// A run that succeeds again amends the note that a hook captured of its failure. Where that note was gone, the note of
// another project on the same error was taken for it.

import { expect, test } from "vitest";
import { errorHash } from "../../src/events/run-names.ts";
import { applyResolution } from "../../src/hooks/capture/apply-resolution.ts";
import { keysOf, SharedBase } from "../support/shared-base.ts";

const ERROR = "error: linker 'cc' not found";
const captured = (of: string) => ({
  topic: "build-errors",
  text: `${ERROR}\nin cargo build`,
  of,
  front: "[tags: build-error, captured]\n[confidence: 0.3]\n",
});

test.each([
  ["at its index", 0],
  ["anywhere else", 3],
])("a note of another project on the same error, %s, is left alone", async (_, index) => {
  const kb = new SharedBase();
  await kb.store(captured("b"));
  const failure = {
    captured: { topic: "build-errors", index, key: `cargo build/${errorHash(ERROR)}` },
    text: "Resolved: cc was installed",
    isMended: true,
    stored: [],
  };
  const resolve = (name: string) =>
    applyResolution(kb.base, { root: `/code/${name}`, keys: keysOf(name) }, { failures: [failure] });
  expect(await resolve("a")).toBe(false);
  expect(await kb.texts()).toEqual([`build-errors: ${ERROR}\nin cargo build`]);
  expect(await resolve("b")).toBe(true);
  expect(await kb.texts()).toEqual([`build-errors: ${ERROR}\nResolved: cc was installed\nin cargo build`]);
});
