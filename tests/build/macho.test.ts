// The macOS arm64 binary carries an ad-hoc signature that holds over every one of its pages. macOS kills a program at
// its start when one page hash is wrong, and a cross build is never started here, so the signature is recomputed from
// the file.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { signAdHoc } from "../../scripts/macho-sign.ts";
import { checkCodeSignature, FLAG_ADHOC, hashOfPage, readCodeSignature } from "../../scripts/macho-signature.ts";
import { helixBinaryFor } from "../support/helix-binary.ts";

const path = helixBinaryFor("darwin-arm64");
const binary = path === null ? new Uint8Array() : new Uint8Array(readFileSync(path));

/** What the check says of the binary with one byte flipped; the byte is put back. */
function problemsWithFlipped(offset: number): string[] {
  binary[offset]! ^= 0x01;
  try {
    return checkCodeSignature(binary).problems;
  } finally {
    binary[offset]! ^= 0x01;
  }
}

describe.skipIf(path === null)("the signature of dist/helix-darwin-arm64", () => {
  test("holds: every page, the ad-hoc flag, an identifier, nothing after it", () => {
    const report = checkCodeSignature(binary);
    expect(report.problems).toEqual([]);
    expect(report.cpu).toBe("arm64");
    expect(report.directory.flags & FLAG_ADHOC).toBe(FLAG_ADHOC);
    expect(report.directory.identifier).not.toBe("");
    expect(report.pagesChecked).toBe(Math.ceil(report.directory.codeLimit / report.directory.pageSize));
    expect(report.pagesChecked).toBeGreaterThan(10_000);
  });

  test("hashes the last, short page up to the code limit and not beyond", () => {
    const { directory } = readCodeSignature(binary);
    const last = directory.codeSlots.length - 1;
    const bytes = binary.subarray(last * directory.pageSize, directory.codeLimit);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(directory.codeSlots[last]);
    const padded = new Uint8Array(directory.pageSize);
    padded.set(bytes);
    const isShort = bytes.length < directory.pageSize;
    expect(createHash("sha256").update(padded).digest("hex") !== directory.codeSlots[last]).toBe(isShort);
  });

  test("covers helix's own code, which the build adds to the runtime", () => {
    const { directory } = readCodeSignature(binary);
    const code = Buffer.from(binary.buffer).indexOf("notes/store/merge-worker");
    expect(code).toBeGreaterThan(0);
    expect(code).toBeLessThan(directory.codeLimit);
  });

  test("breaks at exactly the page in which a byte is flipped", () => {
    const { directory } = readCodeSignature(binary);
    const last = directory.codeSlots.length - 1;
    const middle = Math.floor(last / 2);
    expect(problemsWithFlipped(24)).toEqual(["page 0 does not match its hash"]);
    expect(problemsWithFlipped(middle * directory.pageSize + 7)).toEqual([`page ${middle} does not match its hash`]);
    expect(problemsWithFlipped(directory.codeLimit - 1)).toEqual([`page ${last} does not match its hash`]);
    expect(checkCodeSignature(binary).problems).toEqual([]);
  });

  test("breaks when a hash, a flag or the length of the file is changed", () => {
    const { directory } = readCodeSignature(binary);
    const firstHash = Buffer.from(binary.buffer).indexOf(Buffer.from(directory.codeSlots[0]!, "hex"), directory.offset);
    expect(problemsWithFlipped(firstHash)).toEqual(["page 0 does not match its hash"]);
    binary[directory.offset + 15]! ^= FLAG_ADHOC;
    expect(checkCodeSignature(binary).problems.join()).toContain("the ad-hoc flag is not set");
    binary[directory.offset + 15]! ^= FLAG_ADHOC;
    const longer = new Uint8Array(binary.length + 1);
    longer.set(binary);
    expect(checkCodeSignature(longer).problems.join()).toContain("follow the signature");
    expect(() => checkCodeSignature(binary.subarray(0, binary.length - 1))).toThrow("outside the file");
  });

  test("is what helix's own signer writes, hash for hash", () => {
    const { directory } = readCodeSignature(binary);
    const own = readCodeSignature(signAdHoc(binary, directory.identifier)).directory;
    // Page 0 holds the load commands, in which the two round the size of __LINKEDIT in memory differently.
    expect(own.codeSlots.slice(1)).toEqual(directory.codeSlots.slice(1));
    expect({ ...own, codeSlots: [] }).toEqual({ ...directory, codeSlots: [] });
    expect(hashOfPage(binary, own, 1)).toBe(own.codeSlots[1]);
  });
});
