// Where a private key without an END line ends: at the last line that begins as its lines do.

import { expect, test } from "vitest";
import { loadRedaction } from "../../../../../src/engine/text/secrets/redaction.ts";

const { redact } = await loadRedaction();
const BEGIN = "-----BEGIN RSA PRIVATE KEY-----";
// The head of a key of RSA, so that its body is found by its bytes as well.
const LINES = Array.from({ length: 8 }, (_, line) =>
  Array.from({ length: 64 }, (_, at) => "aB3dEf9hIjKlMn0pQrStUvxYzC5gJ+k/"[(at * (2 * line + 3) + line) % 32]).join(""),
).map((line, at) => (at === 0 ? `MIIEpAIBAAKCAQEA${line.slice(16)}` : line));

test.each(["# ", "// ", "> ", "    ", " * ", "-- ", "; ", "% ", "+", "| ", '"'])("behind %j", (sign) => {
  for (const rest of ["rest of note", "rest\nof note", "rest1234\nof note", "Rest", "abcd=\nnote"]) {
    for (const lines of [
      [BEGIN, ...LINES],
      [BEGIN, ...LINES, LINES[1]!.slice(0, 24)],
    ]) {
      const key = lines.map((line) => sign + line).join("\n");
      expect(redact(`${key}\n${rest}`).text).toBe(`${sign}[redacted: private-key]\n${rest}`);
    }
  }
});

test("a body without its BEGIN line does not end in a word", () => {
  for (const sign of ["", "# ", "> ", "    "]) {
    const key = LINES.map((line) => sign + line).join("\n");
    expect(redact(`${key}\nrest of note`).text).toBe(`${sign}[redacted: private-key]\nrest of note`);
  }
});

test("lines that lost the sign of the first are of the key", () => {
  for (const sign of ["# ", "> ", "    ", "- "]) {
    const key = [BEGIN, ...LINES, LINES[1]!.slice(0, 24)].join("\n");
    expect(redact(`${sign}${key}\nrest of note`).text).toBe(`${sign}[redacted: private-key]\nrest of note`);
  }
});
