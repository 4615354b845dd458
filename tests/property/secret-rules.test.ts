// The rules of the maintained set, run one by one, find what they find when secretlint runs them.

import { lintSource } from "@secretlint/core";
import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import fc from "fast-check";
import { expect, it } from "vitest";
import { joinFindings } from "../../src/engine/text/secrets/finding.ts";
import { findByRules } from "../../src/engine/text/secrets/rules.ts";
import { draw, HARMLESS, SECRETS } from "../fixtures/secrets.ts";
import { isThorough, runs } from "../support/runs.ts";

/** Those that helix leaves to its own detectors, and the one that a text could switch others off by. */
const LEFT_OUT = /-(?:filter-comments|basicauth|database-connection-string|aws|npm)$/;
const used = rules.filter(({ meta }) => !LEFT_OUT.test(meta.id));

/** Ranges that secretlint reports, joined. */
async function reported(content: string): Promise<[number, number][]> {
  const source = { content, filePath: "entry.txt", ext: ".txt", contentType: "text" as const };
  const config = { rules: used.map((rule) => ({ id: rule.meta.id, rule })) };
  const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } });
  return ranges(messages.map(({ range: [start, end] }) => ({ start, end, kind: "" })));
}

function ranges(findings: Parameters<typeof joinFindings>[0]): [number, number][] {
  return joinFindings(findings).map(({ start, end }) => [start, end]);
}

const ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const drawn = fc
  .tuple(fc.integer({ min: 8, max: 90 }), fc.nat(1000))
  .map(([length, seed]) => draw(ALPHABET, length, seed));
/** Beginnings that rules look for, put together here so that scanners of repositories stay quiet. */
const PREFIXES = [
  "gh|p_",
  "github|_pat_",
  "xox|b-",
  "s|k-",
  "s|k_live_",
  "SG|.",
  "hv|s.",
  "gl|pat-",
  "lin|_api_",
  "fig|d_",
];
const prefix = fc.constantFrom(...PREFIXES.map((name) => name.replace("|", "")));
const piece = fc.oneof(
  fc.constantFrom(...SECRETS.map((sample) => sample.text)),
  fc.constantFrom(...SECRETS.map((sample) => sample.secret)),
  fc.constantFrom(...HARMLESS),
  fc.constantFrom(" ", "\n", '"', "=", ".", "secretlint-disable-line", "src/pool.ts:42"),
  prefix,
  drawn,
);

it("finds the same, whatever the text", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 10 }), async (pieces) => {
      const text = pieces.join("");
      expect(ranges(await findByRules(text))).toEqual(await reported(text));
    }),
    { numRuns: runs(1000) },
  );
});

it("finds something in the labelled set, so that the comparison is one", async () => {
  let found = 0;
  for (const { text } of SECRETS) if ((await findByRules(text)).length > 0) found++;
  expect(found).toBeGreaterThan(isThorough ? 10 : 1);
});

it("does not mix what is asked at once", async () => {
  const texts = SECRETS.map(({ text }) => text);
  const alone: [number, number][][] = [];
  for (const text of texts) alone.push(ranges(await findByRules(text)));
  expect((await Promise.all(texts.map(findByRules))).map(ranges)).toEqual(alone);
});
