// How much of what is a credential the redaction finds, and how much of what it takes out is one: recall and precision
// over a labelled set that the rules were not made from, and over two halves of another one, each with figures of its
// own: what the rules were mended on, and what was kept apart from that. Values are drawn anew for each seed; a long
// run goes through many.

import { expect, test } from "vitest";
import { redactSecrets } from "../../src/engine/text/secrets/redaction.ts";
import { apartHalf, type LabelledHalf, tuningHalf } from "../fixtures/labelled-secrets.ts";
import { UNSEEN_TEXTS } from "../fixtures/unseen-secrets.ts";
import { campaignMs, campaignSeed, printFigures } from "../fuzz/engine/campaign.ts";
import { negatives, positives } from "./engine/labelled-secrets.ts";
import { isLeft } from "./engine/pieces.ts";

const RECALL_MIN = 0.98;
const PRECISION_MIN = 0.98;
const UNSEEN_RECALL_MIN = 0.94;
/**
 * The half that was mended on may be expected to be found nearly whole; the other tells what to expect of texts that
 * nobody saw before.
 */
const HALVES: readonly [name: string, half: (seed: number) => LabelledHalf, recallMin: number][] = [
  ["tuning", tuningHalf, 0.99],
  ["apart", apartHalf, 0.95],
];
/** Seeds lie so far apart that no two runs draw the same values. */
const SEED_STEP = 7919;

test("recall and precision over the labelled set", async () => {
  const [credentials, harmless] = [positives(), negatives()];
  expect(credentials.length).toBeGreaterThanOrEqual(150);
  expect(harmless.length).toBeGreaterThanOrEqual(150);
  const missed: string[] = [];
  for (const { text, secret } of credentials) {
    if (isLeft(secret, (await redactSecrets(text)).text)) missed.push(text);
  }
  const alarms: string[] = [];
  for (const text of harmless) if ((await redactSecrets(text)).text !== text) alarms.push(text);
  const found = credentials.length - missed.length;
  const recall = found / credentials.length;
  const precision = found / (found + alarms.length);
  printFigures("secrets", {
    credentials: credentials.length,
    harmless: harmless.length,
    missed: missed.length,
    alarms: alarms.length,
    recall: recall.toFixed(3),
    precision: precision.toFixed(3),
  });
  expect({ recall, missed: recall < RECALL_MIN ? missed : [] }).toEqual({ recall, missed: [] });
  expect({ precision, alarms: precision < PRECISION_MIN ? alarms : [] }).toEqual({ precision, alarms: [] });
});

test.each(HALVES)("recall and precision over the half called %s", async (name, half, recallMin) => {
  const missed = new Map<string, string>();
  const alarms = new Set<string>();
  let [credentials, found, harmless, rounds] = [0, 0, 0, 0];
  const end = performance.now() + (campaignMs ?? 0) / HALVES.length;
  do {
    const texts = half((campaignSeed % 1000) * SEED_STEP * rounds);
    for (const { name: title, text, secrets } of texts.credentials) {
      credentials++;
      const redacted = (await redactSecrets(text)).text;
      if (secrets.some((secret) => isLeft(secret, redacted))) missed.set(title, redacted);
      else found++;
    }
    for (const text of texts.harmless) if ((await redactSecrets(text)).text !== text) alarms.add(text);
    harmless += texts.harmless.length;
    rounds++;
  } while (performance.now() < end);
  const recall = found / credentials;
  printFigures(`secrets-${name}`, {
    credentials,
    harmless,
    rounds,
    missed: credentials - found,
    alarms: alarms.size,
    recall: recall.toFixed(3),
    precision: (found / (found + alarms.size)).toFixed(3),
  });
  expect([...alarms]).toEqual([]);
  expect({ recall, missed: recall < recallMin ? Object.fromEntries(missed) : {} }).toEqual({ recall, missed: {} });
});

test("recall and precision over texts of somebody who never saw the rules, and that nothing was mended on", async () => {
  const missed: string[] = [];
  const alarms: string[] = [];
  let credentials = 0;
  for (const { text, secrets, kind } of UNSEEN_TEXTS) {
    const redacted = (await redactSecrets(text)).text;
    if (secrets.length > 0) credentials++;
    if (secrets.length === 0 && redacted !== text) alarms.push(kind);
    if (secrets.some((secret) => redacted.includes(secret))) missed.push(kind);
  }
  const found = credentials - missed.length;
  const recall = found / credentials;
  printFigures("secrets-unseen", {
    credentials,
    harmless: UNSEEN_TEXTS.length - credentials,
    missed: missed.length,
    alarms: alarms.length,
    recall: recall.toFixed(3),
    precision: (found / (found + alarms.length)).toFixed(3),
  });
  expect(alarms.length).toBeLessThanOrEqual(1);
  expect({ recall, missed: recall < UNSEEN_RECALL_MIN ? missed : [] }).toEqual({ recall, missed: [] });
});

test.each(["HELIX_REDACT", "HELIX_NO_REDACT", "SECRETLINT_DISABLE"])("%s switches nothing off", async (name) => {
  const { text, secret } = positives()[0]!;
  process.env[name] = name === "HELIX_REDACT" ? "0" : "1";
  try {
    expect((await redactSecrets(text)).text).not.toContain(secret);
  } finally {
    delete process.env[name];
  }
});
