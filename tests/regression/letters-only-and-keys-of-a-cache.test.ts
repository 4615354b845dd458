// An access key that happens to hold no digit was not looked at as a token; `the cache key is ...` was taken for a
// credential, since the name alone is "key". Found by the labelled set of tests/hostile.

import { expect, test } from "vitest";
import { redactSecrets } from "../../src/engine/text/secrets/redaction.ts";
import { draw } from "../fixtures/secrets.ts";

test("an access key of capitals only is redacted", async () => {
  const key = ["AK", "IA"].join("") + draw("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 16, 5);
  expect((await redactSecrets(`auth: '${key}' was used`)).text).toBe("auth: '[redacted: aws-access-key]' was used");
});

test.each(["cache", "primary", "public", "Sort"])("the %s key is no credential, but a bare key is", async (kind) => {
  const value = `v3-deps-${draw("0123456789abcdef", 40, 6)}`;
  const harmless = `the ${kind} key is ${value}`;
  expect((await redactSecrets(harmless)).text).toBe(harmless);
  expect((await redactSecrets(`the key is ${value}`)).text).not.toContain(value);
});
