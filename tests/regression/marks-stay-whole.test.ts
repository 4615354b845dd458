// What is taken out of a text leaves a mark, and what is assigned to something right before a mark once took half of it
// along.

import { expect, test } from "vitest";
import { redactSecrets } from "../../src/engine/text/secrets/redaction.ts";

test("a value that ends at a mark leaves it whole", async () => {
  const value = "k3yF0rDb9xQ2mZ7pL4sT8vW1";
  for (const quote of ["", '"']) {
    const { text, kinds } = await redactSecrets(`api_token=${quote}${value}[redacted: private-key]${quote}`);
    expect(text).toBe(`api_token=${quote}[redacted: high-entropy-assignment][redacted: private-key]${quote}`);
    expect(kinds).toEqual(["high-entropy-assignment"]);
  }
  const long = value.repeat(8);
  const { text } = await redactSecrets(`api_token=${long}[redacted: private-key]`);
  expect(text).toBe("api_token=[redacted: high-entropy-assignment][redacted: private-key]");
  expect((await redactSecrets("token: [redacted: jwt]")).kinds).toEqual([]);
});
