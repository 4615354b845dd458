// Gives a macOS binary an ad-hoc code signature, without a Mac. `bun build --compile` re-signs what it writes for
// arm64, but leaves the runtime's own signature in an x64 binary, where it no longer matches: macOS would kill the
// program at its start.
//
// Invariants
// - A file whose ad-hoc signature holds is left alone, to the byte.
// - The result is written to a temporary name and renamed, and passes the check of macho-signature.ts before that.
//
// Left to others: reading (macho-file.ts, macho-signature.ts). No entitlements are kept: they matter under the hardened
// runtime only, which an ad-hoc signature without that flag does not ask for; Bun's own arm64 signature has none
// either.

import { createHash } from "node:crypto";
import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { type MachoLayout, readMachoLayout, viewOf } from "./macho-file.ts";
import {
  BLOB_CODE_DIRECTORY,
  BLOB_SUPER,
  CODE_DIRECTORY_HEADER_SIZE,
  CODE_DIRECTORY_VERSION_EXEC_SEGMENT,
  checkCodeSignature,
  FLAG_ADHOC,
  HASH_SIZE_SHA256,
  HASH_TYPE_SHA256,
  SLOT_CODE_DIRECTORY,
} from "./macho-signature.ts";

/** Tells `codesign` that this signature may be replaced without --force. */
const FLAG_LINKER_SIGNED = 0x20000;
const EXECUTABLE_SEGMENT_MAIN_BINARY = 1;
const PAGE_SIZE_LOG2 = 12;
const PAGE_SIZE = 2 ** PAGE_SIZE_LOG2;
const SUPER_BLOB_HEADER_SIZE = 20;
const VIRTUAL_PAGE_SIZE = 16_384;

/**
 * Points the load commands at a signature of `signatureSize` bytes that ends the file. Must happen before the pages are
 * hashed.
 */
function fitLoadCommands(bytes: Uint8Array, layout: MachoLayout, signatureSize: number): void {
  const linkEdit = layout.segments.find((segment) => segment.name === "__LINKEDIT");
  if (linkEdit === undefined) throw new Error("the file has no __LINKEDIT segment to hold a signature");
  const view = viewOf(bytes);
  const linkEditSize = layout.signatureOffset + signatureSize - linkEdit.fileOffset;
  view.setUint32(layout.signatureCommandOffset + 12, signatureSize, true);
  view.setBigUint64(linkEdit.commandOffset + 48, BigInt(linkEditSize), true);
  const virtualSize = Math.ceil(linkEditSize / VIRTUAL_PAGE_SIZE) * VIRTUAL_PAGE_SIZE;
  view.setBigUint64(linkEdit.commandOffset + 32, BigInt(virtualSize), true);
}

/**
 * Writes SuperBlob and CodeDirectory over the bytes from `layout.signatureOffset` on; the pages before must be final.
 */
function writeSignature(bytes: Uint8Array, layout: MachoLayout, identifier: Uint8Array, directorySize: number): void {
  const view = viewOf(bytes);
  const codeLimit = layout.signatureOffset;
  const text = layout.segments.find((segment) => segment.name === "__TEXT");
  bytes.fill(0, codeLimit);
  view.setUint32(codeLimit, BLOB_SUPER);
  view.setUint32(codeLimit + 4, SUPER_BLOB_HEADER_SIZE + directorySize);
  view.setUint32(codeLimit + 8, 1);
  view.setUint32(codeLimit + 12, SLOT_CODE_DIRECTORY);
  view.setUint32(codeLimit + 16, SUPER_BLOB_HEADER_SIZE);
  const start = codeLimit + SUPER_BLOB_HEADER_SIZE;
  const hashesOffset = CODE_DIRECTORY_HEADER_SIZE + identifier.length + 1;
  const pages = Math.ceil(codeLimit / PAGE_SIZE);
  view.setUint32(start, BLOB_CODE_DIRECTORY);
  view.setUint32(start + 4, directorySize);
  view.setUint32(start + 8, CODE_DIRECTORY_VERSION_EXEC_SEGMENT);
  view.setUint32(start + 12, FLAG_ADHOC | FLAG_LINKER_SIGNED);
  view.setUint32(start + 16, hashesOffset);
  view.setUint32(start + 20, CODE_DIRECTORY_HEADER_SIZE);
  view.setUint32(start + 28, pages);
  view.setUint32(start + 32, codeLimit);
  view.setUint8(start + 36, HASH_SIZE_SHA256);
  view.setUint8(start + 37, HASH_TYPE_SHA256);
  view.setUint8(start + 39, PAGE_SIZE_LOG2);
  view.setBigUint64(start + 64, BigInt(text?.fileOffset ?? 0));
  view.setBigUint64(start + 72, BigInt(text?.fileSize ?? 0));
  view.setBigUint64(start + 80, BigInt(EXECUTABLE_SEGMENT_MAIN_BINARY));
  bytes.set(identifier, start + CODE_DIRECTORY_HEADER_SIZE);
  for (let page = 0; page < pages; page++) {
    const end = Math.min((page + 1) * PAGE_SIZE, codeLimit);
    const hash = createHash("sha256")
      .update(bytes.subarray(page * PAGE_SIZE, end))
      .digest();
    bytes.set(hash, start + hashesOffset + page * HASH_SIZE_SHA256);
  }
}

/**
 * Returns a copy of a Mach-O binary with a fresh ad-hoc signature (SHA-256, pages of 4096 bytes) in place of the one it
 * has. Throws an Error when the file is no Mach-O or has no LC_CODE_SIGNATURE whose place could be taken.
 */
export function signAdHoc(binary: Uint8Array, identifier: string): Uint8Array {
  const layout = readMachoLayout(binary);
  const identifierBytes = new TextEncoder().encode(identifier);
  const pages = Math.ceil(layout.signatureOffset / PAGE_SIZE);
  const directorySize = CODE_DIRECTORY_HEADER_SIZE + identifierBytes.length + 1 + pages * HASH_SIZE_SHA256;
  const signatureSize = SUPER_BLOB_HEADER_SIZE + directorySize;
  const signed = new Uint8Array(layout.signatureOffset + signatureSize);
  signed.set(binary.subarray(0, Math.min(binary.length, signed.length)));
  fitLoadCommands(signed, layout, signatureSize);
  writeSignature(signed, layout, identifierBytes, directorySize);
  return signed;
}

function holds(binary: Uint8Array): boolean {
  try {
    return checkCodeSignature(binary).problems.length === 0;
  } catch {
    return false;
  }
}

/** `bun scripts/macho-sign.ts IDENTIFIER FILE`: signs the file in place unless its ad-hoc signature holds already. */
function main(identifier: string | undefined, file: string | undefined): void {
  if (identifier === undefined || file === undefined) {
    throw new Error("name an identifier and a file, e.g. macho-sign.ts helix dist/helix-darwin-x64");
  }
  const binary = readFileSync(file);
  if (holds(binary)) return;
  const signed = signAdHoc(binary, identifier);
  const { problems } = checkCodeSignature(signed);
  if (problems.length > 0) throw new Error(`the new signature does not hold: ${problems.slice(0, 5).join("; ")}`);
  const temporary = `${file}.signed`;
  writeFileSync(temporary, signed, { mode: statSync(file).mode });
  renameSync(temporary, file);
}

if (import.meta.main) main(process.argv[2], process.argv[3]);
