// The reader and the writer of macOS signatures against a small Mach-O file spelled out here: special slots, damage,
// foreign files.

import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readMachoLayout } from "../../scripts/macho-file.ts";
import { signAdHoc } from "../../scripts/macho-sign.ts";
import { checkCodeSignature, readCodeSignature } from "../../scripts/macho-signature.ts";

const CODE_SIZE = 9_000;

function segment(name: string, fileOffset: number, fileSize: number): Buffer {
  const command = Buffer.alloc(72);
  command.writeUInt32LE(0x19, 0); // LC_SEGMENT_64
  command.writeUInt32LE(72, 4);
  command.write(name, 8, "latin1");
  command.writeBigUInt64LE(BigInt(fileOffset), 40);
  command.writeBigUInt64LE(BigInt(fileSize), 48);
  return command;
}

function codeSignatureCommand(offset: number, size: number): Buffer {
  const command = Buffer.alloc(16);
  command.writeUInt32LE(0x1d, 0); // LC_CODE_SIGNATURE
  command.writeUInt32LE(16, 4);
  command.writeUInt32LE(offset, 8);
  command.writeUInt32LE(size, 12);
  return command;
}

/** A Mach-O file of three load commands with room for a signature, whose place holds zeros. */
function unsigned(): Uint8Array {
  const header = Buffer.alloc(32);
  header.writeUInt32LE(0xfeedfacf, 0);
  header.writeUInt32LE(0x0100000c, 4);
  header.writeUInt32LE(3, 16);
  const room = 64;
  const commands = [
    segment("__TEXT", 0, 8_192),
    segment("__LINKEDIT", 8_192, CODE_SIZE - 8_192 + room),
    codeSignatureCommand(CODE_SIZE, room),
  ];
  const file = Buffer.alloc(CODE_SIZE + room, 0x5a);
  Buffer.concat([header, ...commands]).copy(file);
  file.fill(0, CODE_SIZE);
  return new Uint8Array(file);
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}

/** The signed file again, with an empty requirements blob and the two special slots that cover it. */
function withRequirements(signed: Uint8Array): Uint8Array {
  const file = Buffer.from(signed);
  const { directory } = readCodeSignature(signed);
  const requirements = Buffer.from("fade0c010000000c00000000", "hex");
  const old = file.subarray(directory.offset, directory.offset + directory.size);
  const hashesAt = old.readUInt32BE(16);
  const special = Buffer.concat([sha256(requirements), Buffer.alloc(32)]); // slot 2, then slot 1
  const grown = Buffer.concat([old.subarray(0, hashesAt), special, old.subarray(hashesAt)]);
  grown.writeUInt32BE(grown.length, 4);
  grown.writeUInt32BE(hashesAt + special.length, 16);
  grown.writeUInt32BE(2, 24);
  const head = Buffer.alloc(28);
  head.writeUInt32BE(0xfade0cc0, 0);
  head.writeUInt32BE(28 + grown.length + requirements.length, 4);
  head.writeUInt32BE(2, 8);
  head.writeUInt32BE(0, 12);
  head.writeUInt32BE(28, 16);
  head.writeUInt32BE(2, 20);
  head.writeUInt32BE(28 + grown.length, 24);
  const signature = Buffer.concat([head, grown, requirements]);
  const result = Buffer.concat([file.subarray(0, CODE_SIZE), signature]);
  const layout = readMachoLayout(signed);
  result.writeUInt32LE(signature.length, layout.signatureCommandOffset + 12);
  const linkEdit = layout.segments.find((each) => each.name === "__LINKEDIT")!;
  result.writeBigUInt64LE(BigInt(result.length - linkEdit.fileOffset), linkEdit.commandOffset + 48);
  // The load commands lie in page 0, so its hash is written last.
  sha256(result.subarray(0, 4_096)).copy(result, CODE_SIZE + 28 + hashesAt + special.length);
  return new Uint8Array(result);
}

describe("a small Mach-O file", () => {
  test("is signed ad hoc over three pages, the last of them short", () => {
    const report = checkCodeSignature(signAdHoc(unsigned(), "sample"));
    expect(report.problems).toEqual([]);
    expect(report).toMatchObject({ cpu: "arm64", pagesChecked: 3, specialSlotsChecked: 0 });
    expect(report.directory).toMatchObject({
      identifier: "sample",
      codeLimit: CODE_SIZE,
      pageSize: 4_096,
      flags: 0x20002,
    });
  });

  test("has one signature only, however often it is signed", () => {
    const once = signAdHoc(unsigned(), "sample");
    expect(signAdHoc(once, "sample")).toEqual(once);
  });

  test("has its special slots checked against their blobs", () => {
    const file = withRequirements(signAdHoc(unsigned(), "sample"));
    expect(checkCodeSignature(file)).toMatchObject({ problems: [], specialSlotsChecked: 1 });
    file[file.length - 1]! ^= 1;
    expect(checkCodeSignature(file).problems).toEqual(["special slot 2 does not match its blob"]);
  });

  test("fails the check wherever one of its signed bytes is flipped", () => {
    const file = signAdHoc(unsigned(), "sample");
    for (let offset = 248; offset < CODE_SIZE; offset += 97) {
      file[offset]! ^= 0x80;
      expect(checkCodeSignature(file).problems).toEqual([`page ${Math.floor(offset / 4_096)} does not match its hash`]);
      file[offset]! ^= 0x80;
    }
  });

  test("never makes the reader read outside the file, whatever byte is damaged", () => {
    const file = signAdHoc(unsigned(), "sample");
    const structure = [
      ...Array(248).keys(),
      ...Array.from({ length: file.length - CODE_SIZE }, (_, index) => CODE_SIZE + index),
    ];
    for (const offset of structure) {
      for (const value of [0x00, 0xff, file[offset]! ^ 0x10]) {
        if (value === file[offset]) continue;
        const damaged = file.slice();
        damaged[offset] = value;
        let verdict: string;
        try {
          verdict = checkCodeSignature(damaged).problems.join("; ");
        } catch (error) {
          verdict = String(error);
          expect(error, `${offset} = ${value}`).toBeInstanceOf(Error);
          expect(error, `${offset} = ${value}`).not.toBeInstanceOf(RangeError);
        }
        // The identifier, the file type and the like are covered by page 0 or named by nobody; the rest must be
        // noticed.
        if (offset < CODE_SIZE) expect(verdict, `${offset} = ${value}`).not.toBe("");
      }
    }
  });

  test("is told from files that are none", () => {
    expect(() => checkCodeSignature(new Uint8Array(10))).toThrow("outside the file");
    expect(() => checkCodeSignature(new Uint8Array(4_096))).toThrow("not a thin 64-bit");
    expect(() => checkCodeSignature(unsigned())).toThrow("no SuperBlob");
  });
});
