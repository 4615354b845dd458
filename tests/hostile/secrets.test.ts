// How much of what is a credential the redaction finds, and how much of what it takes out is one: recall and precision over a labelled set
// that the rules were not made from.

import { expect, test } from "vitest";
import { redactSecrets } from "../../src/text/secrets/redaction.ts";
import { printFigures } from "../fuzz/engine/campaign.ts";
import { negatives, positives } from "./engine/labelled-secrets.ts";
import { isLeft } from "./engine/pieces.ts";

const RECALL_MIN = 0.98;
const PRECISION_MIN = 0.98;
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

test.each(["HELIX_REDACT", "HELIX_NO_REDACT", "SECRETLINT_DISABLE"])("%s switches nothing off", async (name) => {
  const { text, secret } = positives()[0]!;
  process.env[name] = name === "HELIX_REDACT" ? "0" : "1";
  try {
    expect((await redactSecrets(text)).text).not.toContain(secret);
  } finally {
    delete process.env[name];
  }
});
