// Keys without the lines around them go from their first character to their last, however they are quoted; what only
// looks like one stays.

import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { describe, expect, test } from "vitest";
import { redactSecrets } from "../../../../../src/engine/text/secrets/redaction.ts";
import { draw } from "../../../../fixtures/secrets.ts";

const rsa = generateKeyPairSync("rsa", { modulusLength: 1024 });
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const ed25519 = generateKeyPairSync("ed25519");
const bodyOf = (key: KeyObject, type: "pkcs1" | "pkcs8" | "sec1" | "spki", options: object = {}) =>
  (key.export({ type: type as "pkcs8", format: "der", ...options }) as Buffer).toString("base64");
const lined = (body: string, prefix = "") => body.match(/.{1,64}/g)!.join(`\n${prefix}`);

const KEYS: readonly [name: string, body: string][] = [
  ["RSA", bodyOf(rsa.privateKey, "pkcs1")],
  ["RSA in PKCS #8", bodyOf(rsa.privateKey, "pkcs8")],
  ["RSA, encrypted", bodyOf(rsa.privateKey, "pkcs8", { cipher: "aes-256-cbc", passphrase: "x" })],
  ["EC", bodyOf(ec.privateKey, "sec1")],
  ["EC in PKCS #8", bodyOf(ec.privateKey, "pkcs8")],
  ["Ed25519", bodyOf(ed25519.privateKey, "pkcs8")],
];
const MARK = "[redacted: private-key]";

describe.each(KEYS)("%s", (_, body) => {
  test.each([
    ["in lines", lined(body), MARK],
    ["indented", `  ${lined(body, "  ")}`, `  ${MARK}`],
    ["quoted", `> ${lined(body, "> ")}`, `> ${MARK}`],
    ["added in a diff", `+${lined(body, "+")}`, `+${MARK}`],
    ["as a string of code", `k = "${lined(body).replaceAll("\n", "\\n")}"`, `k = "${MARK}"`],
    ["in one line of a sentence", `the key was ${body} until May`, `the key was ${MARK} until May`],
  ])("%s", async (_name, text, expected) => {
    expect((await redactSecrets(`before\n${text}\nand after`)).text).toBe(`before\n${expected}\nand after`);
  });
});

test.each([
  ["a public key", bodyOf(rsa.publicKey, "spki")],
  ["an RSA public key", bodyOf(rsa.publicKey, "pkcs1")],
  ["a public key of a curve", bodyOf(ec.publicKey, "spki")],
  [
    "an image",
    `iVBORw0KGgoAAAANSUhEUgAA${draw("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", 300, 4)}`,
  ],
])("%s stays", async (_, body) => {
  for (const text of [lined(body), body, `> ${lined(body, "> ")}`]) {
    expect((await redactSecrets(text)).text).toBe(text);
  }
});

test("lines before an END line go with it, and prose before them stays", async () => {
  const lines = lined(KEYS[0]![1].slice(128));
  const text = `the end of it:\n${lines}\n-----END RSA PRIVATE ${"KEY"}-----\nand after`;
  expect((await redactSecrets(text)).text).toBe(`the end of it:\n${MARK}\nand after`);
});
