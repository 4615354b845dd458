// Redaction is idempotent, and adds nothing but its marks.

import fc from "fast-check";
import { expect, it } from "vitest";
import { redactSecrets } from "../../src/engine/text/secrets/redaction.ts";
import { tuningHalf } from "../fixtures/labelled-secrets.ts";
import { HARMLESS, SECRETS } from "../fixtures/secrets.ts";
import { runs } from "../support/runs.ts";

const { credentials, harmless } = tuningHalf();

const piece = fc.oneof(
  fc.constantFrom(...SECRETS.map((sample) => sample.text)),
  fc.constantFrom(...SECRETS.map((sample) => sample.secret)),
  fc.constantFrom(...HARMLESS),
  fc.constantFrom(...credentials.map(({ text }) => text)),
  fc.constantFrom(...credentials.flatMap(({ secrets }) => secrets)),
  fc.constantFrom(...harmless),
  fc.constantFrom(
    "password=",
    "token: ",
    "://",
    "@",
    "\n",
    '"',
    " ",
    "key",
    "=",
    "[redacted: jwt]",
    "-----",
    "mysql -p",
    " -u a:",
    "\\\n",
  ),
  fc.string({ maxLength: 8 }),
);
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));

it("changes nothing the second time", async () => {
  await fc.assert(
    fc.asyncProperty(text, async (value) => {
      const once = await redactSecrets(value);
      expect(await redactSecrets(once.text)).toEqual({ text: once.text, kinds: [] });
    }),
    { numRuns: runs(500) },
  );
});

it("changes a text only where it says so", async () => {
  await fc.assert(
    fc.asyncProperty(text, async (value) => {
      const { text: redacted, kinds } = await redactSecrets(value);
      if (kinds.length === 0) expect(redacted).toBe(value);
      else for (const kind of kinds) expect(redacted).toContain(`[redacted: ${kind}]`);
    }),
    { numRuns: runs(300) },
  );
});
