// No part of a secret is kept of a failed run: whatever stands around it, in whichever line of an error, and wherever
// lines are cut.

import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import type { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import { tuningHalf } from "../fixtures/labelled-secrets.ts";
import { SECRETS } from "../fixtures/secrets.ts";
import { isLeft } from "../hostile/engine/pieces.ts";
import { liveEntries } from "../support/knowledge.ts";
import { RunSession } from "../support/run-session.ts";
import { isThorough, runs } from "../support/runs.ts";
import { useFolders } from "../support/temporary-folder.ts";

/** What tools print of an error that says `said`, after `before`. */
const SHAPES: readonly (readonly [command: string, print: (said: string) => string])[] = [
  ["npx vitest run", (said) => `FAIL  src/a.test.ts > api\nError: ${said}\n ❯ src/a.ts:1:3\n`],
  ["pytest", (said) => `E   AssertionError: ${said}\nsrc/a.py:9: AssertionError\n`],
  ["cargo build", (said) => `error[E0308]: ${said}\n --> src/a.rs:1:1\n`],
  ["npx tsc", (said) => `src/a.ts(1,5): error TS2304: ${said}\n`],
  ["make", (said) => `src/a.c:1:5: error: undeclared\nsrc/a.c:2:5: error: ${said}\n`],
  ["go test ./...", (said) => `--- FAIL: TestPay (0.00s)\n    pay_test.go:9: ${said}\nFAIL\n`],
  ["npm run build", (said) => `ERROR: ${said}\n`],
];
/** So many characters of a secret in a row are a part of it. */
const PART_LENGTH = 8;

const word = fc.constantFrom(
  "request",
  "to",
  "https://api.example.org/v1",
  "{",
  '"user":',
  "a".repeat(90),
  "=>",
  "was",
);
const before = fc.oneof(
  fc.nat({ max: 400 }).map((length) => "x".repeat(length)),
  fc.nat({ max: 140_000 }).map((length) => "lorem ipsum ".repeat(length / 12)),
  fc.array(word, { maxLength: 20 }).map((words) => words.join(" ")),
);
const printed = fc.record({
  shape: fc.constantFrom(...SHAPES),
  sample: fc.constantFrom(...SECRETS),
  before,
  after: fc.constantFrom("", " was refused", "\n", ' and "more" of it '.repeat(40)),
  lines: fc.constantFrom("", "step\n".repeat(10), "log line\n".repeat(15_000)),
});

const folder = useFolders("all");
const bases: KnowledgeBase[] = [];
afterAll(() => {
  for (const base of bases) base.close();
});

it("keeps no part of a secret", async () => {
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(printed, async ({ shape: [command, print], sample, before: start, after, lines }) => {
      const session = new RunSession(folder());
      bases.push(session.base);
      await session.failed(command, `${lines}${print(`${start} ${sample.text}${after}`)}${lines}`);
      const text = JSON.stringify(liveEntries(await session.base.view()).map(({ body }) => body));
      kept += text === "[]" ? 0 : 1;
      for (let at = 0; at + PART_LENGTH <= sample.secret.length; at++) {
        const part = JSON.stringify(sample.secret.slice(at, at + PART_LENGTH)).slice(1, -1);
        if (!part.includes("KEY-----") && !/^-*(?:BEGIN|END)? /.test(part)) expect(text).not.toContain(part);
      }
    }),
    { numRuns: runs(150) },
  );
  expect(kept).toBeGreaterThan(isThorough ? 75 : 1);
});

it("keeps none of what a tool prints of commands, settings and requests that failed", async () => {
  const texts = tuningHalf().credentials.filter(({ text }) => !text.includes("\n"));
  let kept = 0;
  for (const [at, { text, secrets }] of texts.entries()) {
    if (at % 4 > 0) continue;
    const [command, print] = SHAPES[at % SHAPES.length]!;
    const session = new RunSession(folder());
    bases.push(session.base);
    await session.failed(command, print(text));
    const stored = liveEntries(await session.base.view())
      .map(({ body }) => body)
      .join("\n");
    kept += stored === "" ? 0 : 1;
    expect(secrets.filter((secret) => isLeft(secret, stored))).toEqual([]);
  }
  expect(kept).toBeGreaterThan(isThorough ? 20 : 1);
});
