// Credentials are taken out, everything else is left alone: a labelled set with its precision and recall, and the
// corners.

import { performance } from "node:perf_hooks";
import { describe, expect, it } from "vitest";
import { redactSecrets } from "../../../../../src/engine/text/secrets/redaction.ts";
import { entropy } from "../../../../../src/engine/text/secrets/value.ts";
import { draw, HARMLESS, SECRETS } from "../../../../fixtures/secrets.ts";

const HEX = "0123456789abcdef";

describe("the labelled set", () => {
  it.each(SECRETS.map((sample) => [sample.name, sample] as const))("redacts: %s", async (_name, sample) => {
    const { text, kinds } = await redactSecrets(sample.text);
    const expected = sample.text.replace(sample.secret, `[redacted: ${sample.kind}]`);
    expect(text).toBe(expected);
    expect(kinds).toEqual([sample.kind]);
    for (const part of sample.kept) expect(text).toContain(part);
  });

  it.each(HARMLESS.map((text) => [text.slice(0, 60), text] as const))("leaves: %s", async (_name, text) => {
    expect(await redactSecrets(text)).toEqual({ text, kinds: [] });
  });

  it("has a recall and a precision of at least 0.97", async () => {
    let found = 0;
    for (const sample of SECRETS) if (!(await redactSecrets(sample.text)).text.includes(sample.secret)) found++;
    let alarms = 0;
    for (const text of HARMLESS) if ((await redactSecrets(text)).kinds.length > 0) alarms++;
    expect(found / SECRETS.length).toBeGreaterThanOrEqual(0.97);
    expect(found / (found + alarms)).toBeGreaterThanOrEqual(0.97);
  });
});

describe("redactSecrets", () => {
  it("names each kind once and redacts every place", async () => {
    const [first, second] = [`gh${"p_"}${draw("abcXYZ123", 36, 1)}`, `gh${"o_"}${draw("abcXYZ123", 36, 2)}`];
    const { text, kinds } = await redactSecrets(`${first} ${second} password=S3cret!Pw ${first}`);
    expect(text).toBe(
      "[redacted: github-token] [redacted: github-token] password=[redacted: password] [redacted: github-token]",
    );
    expect(kinds).toEqual(["github-token", "password"]);
  });

  it("is not switched off by what the text says", async () => {
    const secret = `dckr${"_pat_"}${draw("abcXYZ123", 27, 3)}`;
    for (const switched of ["secretlint-disable", "secretlint-disable-next-line", "gitleaks:allow"]) {
      const { text } = await redactSecrets(`// ${switched}\n${secret} // secretlint-disable-line`);
      expect(text).not.toContain(secret);
    }
  });

  it("leaves nothing of a token that stands in a longer value", async () => {
    const secret = `prefix1.gh${"p_"}${draw("abcXYZ123", 36, 4)}.suffix2`;
    const { text } = await redactSecrets(`API_TOKEN="${secret}"`);
    expect(text).toBe('API_TOKEN="[redacted: github-token]"');
  });

  it("takes an unquoted value whole, however long", async () => {
    const secret = draw(HEX, 5000, 5);
    expect((await redactSecrets(`TOKEN=${secret} next`)).text).toBe("TOKEN=[redacted: high-entropy-assignment] next");
  });

  it("keeps no marks of what it did in the process", async () => {
    await redactSecrets(`gh${"p_"}${draw("abcXYZ123", 36, 6)}`);
    const before = performance.getEntries().length;
    for (let index = 0; index < 5; index++) await redactSecrets(`gh${"p_"}${draw("abcXYZ123", 36, 7 + index)}`);
    expect(performance.getEntries().length).toBe(before);
  });

  it.each([
    ["one run", "a1B2".repeat(50_000)],
    ["names", "key=".repeat(50_000)],
    ["colons", "key:".repeat(50_000)],
    ["quotes", "key='".repeat(40_000)],
    ["double quotes", 'token="'.repeat(30_000)],
    ["URLs", "a://b:c".repeat(30_000)],
    ["at signs", `a://b:${"@".repeat(100_000)}`],
    ["BEGIN lines", `-----BEGIN ${"PRIVATE KEY-----\n"}`.repeat(5_000)],
    ["base64 lines", `-----BEGIN ${"PRIVATE KEY-----\n"}${`${"A".repeat(64)}\n`.repeat(3_000)}`],
    ["JWT beginnings", "eyJ".repeat(60_000)],
    ["dots", "eyJaaaaaaaaa.".repeat(15_000)],
    ["curl", "curl -u ".repeat(20_000)],
    ["white space", `password ${" ".repeat(100_000)}= x`],
  ])("ends on hostile input: %s", async (_name, text) => {
    expect((await redactSecrets(text)).text.length).toBeGreaterThan(0);
  });
});

describe("entropy", () => {
  it("is in bits a character", () => {
    expect(entropy("aaaa")).toBe(0);
    expect(entropy("abab")).toBe(1);
    expect(entropy("0123456789abcdef")).toBe(4);
    expect(entropy("")).toBe(0);
  });
});
