// Reads the code signature of a macOS binary and checks it the way the kernel does: every page against its hash. Cross
// builds are made on machines without `codesign`, and macOS kills a program whose signature does not hold, so the build
// checks itself.
//
// Invariants
// - A report without problems means: all code slots, all special slots that are there, and the layout around them are
//   right.
// - Offsets are checked before use; only SHA-256 code directories are accepted.
//
// Left to others: load commands (macho-file.ts), writing a signature (macho-sign.ts), certificates and notarisation (an
// ad-hoc signature has none). Source of the layout: SuperBlob and CodeDirectory in cs_blobs.h of Apple's XNU sources,
// all big-endian.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type MachoLayout, need, readMachoLayout, textUpToZero, viewOf } from "./macho-file.ts";

/** Magic numbers, slots and sizes of the signature, in the words of cs_blobs.h. */
export const BLOB_SUPER = 0xfade0cc0;
export const BLOB_CODE_DIRECTORY = 0xfade0c02;
export const SLOT_CODE_DIRECTORY = 0;
const SLOT_ALTERNATE_FIRST = 0x1000;
const CODE_DIRECTORY_SIZE_MIN = 44;
/** Size of a CodeDirectory of version 0x20400 before its identifier and hashes. */
export const CODE_DIRECTORY_HEADER_SIZE = 88;
export const CODE_DIRECTORY_VERSION_EXEC_SEGMENT = 0x20400;
export const HASH_TYPE_SHA256 = 2;
export const HASH_SIZE_SHA256 = 32;

/** The flag of a CodeDirectory that says: signed without a certificate. */
export const FLAG_ADHOC = 0x2;

/**
 * One CodeDirectory, decoded; `offset` is that of the directory in the file, `codeSlots` and `specialSlots` hold
 * lowercase hex.
 */
export interface CodeDirectory {
  offset: number;
  size: number;
  version: number;
  flags: number;
  identifier: string;
  codeLimit: number;
  pageSize: number;
  codeSlots: string[];
  /** Index 0 is special slot 1 (Info.plist), index 1 is slot 2 (requirements), and so on. */
  specialSlots: string[];
  executableSegment: { base: number; limit: number; flags: number } | null;
}

/** What a check found. `problems` is empty when the signature holds; `pagesChecked` counts the last, short page too. */
export interface SignatureReport {
  cpu: string;
  directory: CodeDirectory;
  pagesChecked: number;
  specialSlotsChecked: number;
  problems: string[];
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The blobs of the SuperBlob by slot type, each with its own header of 8 bytes (magic, length). */
function readSuperBlob(bytes: Uint8Array, layout: MachoLayout): Map<number, { offset: number; size: number }> {
  const view = viewOf(bytes);
  const start = layout.signatureOffset;
  need(bytes, start, 12, "the SuperBlob");
  if (view.getUint32(start) !== BLOB_SUPER) throw new Error("the code signature is no SuperBlob");
  const size = view.getUint32(start + 4);
  if (size > layout.signatureSize)
    throw new Error(`the SuperBlob is ${size} bytes, LC_CODE_SIGNATURE has ${layout.signatureSize}`);
  const count = view.getUint32(start + 8);
  need(bytes, start + 12, count * 8, "the index of the SuperBlob");
  const blobs = new Map<number, { offset: number; size: number }>();
  for (let index = 0; index < count; index++) {
    const slot = view.getUint32(start + 12 + index * 8);
    const offset = view.getUint32(start + 16 + index * 8);
    if (offset + 8 > size) throw new Error(`blob ${index} starts outside the SuperBlob`);
    const blobSize = view.getUint32(start + offset + 4);
    if (blobSize < 8 || offset + blobSize > size) throw new Error(`blob ${index} reaches outside the SuperBlob`);
    blobs.set(slot, { offset: start + offset, size: blobSize });
  }
  return blobs;
}

function readHashes(bytes: Uint8Array, offset: number, count: number, what: string): string[] {
  need(bytes, offset, count * HASH_SIZE_SHA256, what);
  const hashes: string[] = [];
  for (let index = 0; index < count; index++) {
    const at = offset + index * HASH_SIZE_SHA256;
    hashes.push(Buffer.from(bytes.subarray(at, at + HASH_SIZE_SHA256)).toString("hex"));
  }
  return hashes;
}

function readCodeDirectory(bytes: Uint8Array, blob: { offset: number; size: number }): CodeDirectory {
  const view = viewOf(bytes);
  const start = blob.offset;
  if (blob.size < CODE_DIRECTORY_SIZE_MIN) throw new Error(`the CodeDirectory is only ${blob.size} bytes long`);
  if (view.getUint32(start) !== BLOB_CODE_DIRECTORY) throw new Error("slot 0 of the signature is no CodeDirectory");
  const version = view.getUint32(start + 8);
  const hashOffset = view.getUint32(start + 16);
  const identifierOffset = view.getUint32(start + 20);
  const specialCount = view.getUint32(start + 24);
  const codeCount = view.getUint32(start + 28);
  const hashSize = view.getUint8(start + 36);
  const hashType = view.getUint8(start + 37);
  if (hashType !== HASH_TYPE_SHA256 || hashSize !== HASH_SIZE_SHA256) {
    throw new Error(`hash type ${hashType} of ${hashSize} bytes; only SHA-256 (type 2, 32 bytes) is known here`);
  }
  const hashesEnd = hashOffset + codeCount * HASH_SIZE_SHA256;
  if (identifierOffset >= blob.size || hashesEnd > blob.size || specialCount * HASH_SIZE_SHA256 > hashOffset) {
    throw new Error("the identifier or the hashes of the CodeDirectory lie outside it");
  }
  const hasExecutableSegment =
    version >= CODE_DIRECTORY_VERSION_EXEC_SEGMENT && blob.size >= CODE_DIRECTORY_HEADER_SIZE;
  const pageSizeLog2 = view.getUint8(start + 39);
  return {
    offset: start,
    size: blob.size,
    version,
    flags: view.getUint32(start + 12),
    identifier: textUpToZero(bytes.subarray(start + identifierOffset, start + blob.size)),
    codeLimit: view.getUint32(start + 32),
    // A page size of 0 means one page over everything.
    pageSize: pageSizeLog2 === 0 ? 0 : 2 ** pageSizeLog2,
    codeSlots: readHashes(bytes, start + hashOffset, codeCount, "the code slots"),
    specialSlots: readHashes(
      bytes,
      start + hashOffset - specialCount * HASH_SIZE_SHA256,
      specialCount,
      "the special slots",
    ).reverse(),
    executableSegment: hasExecutableSegment
      ? {
          base: Number(view.getBigUint64(start + 64)),
          limit: Number(view.getBigUint64(start + 72)),
          flags: Number(view.getBigUint64(start + 80)),
        }
      : null,
  };
}

/**
 * Hashes page `index` of the signed range; the last page ends at the code limit, not at a page border. Returns
 * lowercase hex.
 */
export function hashOfPage(bytes: Uint8Array, directory: CodeDirectory, index: number): string {
  const pageSize = directory.pageSize === 0 ? directory.codeLimit : directory.pageSize;
  const start = index * pageSize;
  return sha256(bytes.subarray(start, Math.min(start + pageSize, directory.codeLimit)));
}

function problemsOfLayout(bytes: Uint8Array, layout: MachoLayout, directory: CodeDirectory): string[] {
  const problems: string[] = [];
  const pageSize = directory.pageSize === 0 ? directory.codeLimit : directory.pageSize;
  const pages = Math.ceil(directory.codeLimit / pageSize);
  if (directory.codeLimit !== layout.signatureOffset) {
    problems.push(`the code limit is ${directory.codeLimit}, the signature starts at ${layout.signatureOffset}`);
  }
  if (directory.codeSlots.length !== pages)
    problems.push(`${directory.codeSlots.length} code slots for ${pages} pages`);
  if ((directory.flags & FLAG_ADHOC) === 0)
    problems.push(`the ad-hoc flag is not set (flags 0x${directory.flags.toString(16)})`);
  if (directory.identifier === "") problems.push("the identifier is empty");
  const signatureEnd = layout.signatureOffset + layout.signatureSize;
  if (signatureEnd !== bytes.length) problems.push(`${bytes.length - signatureEnd} bytes follow the signature`);
  const linkEdit = layout.segments.find((segment) => segment.name === "__LINKEDIT");
  if (linkEdit === undefined || layout.signatureOffset < linkEdit.fileOffset) {
    problems.push("the signature does not lie in __LINKEDIT");
  } else if (linkEdit.fileOffset + linkEdit.fileSize !== signatureEnd) {
    problems.push("__LINKEDIT does not end where the signature ends");
  }
  const text = layout.segments.find((segment) => segment.name === "__TEXT");
  const executable = directory.executableSegment;
  if (executable !== null && text !== undefined) {
    if (executable.base !== text.fileOffset || executable.limit !== text.fileSize) {
      problems.push("the executable segment of the CodeDirectory is not __TEXT");
    }
  }
  return problems;
}

/**
 * Special slots hash blobs of the SuperBlob (2 requirements, 5 and 7 entitlements); a slot of zeros stands for an
 * absent blob.
 */
function checkSpecialSlots(
  bytes: Uint8Array,
  directory: CodeDirectory,
  blobs: Map<number, { offset: number; size: number }>,
  problems: string[],
): number {
  const absent = "0".repeat(HASH_SIZE_SHA256 * 2);
  let checked = 0;
  directory.specialSlots.forEach((expected, index) => {
    const slot = index + 1;
    const blob = blobs.get(slot);
    if (blob === undefined) {
      if (expected !== absent) problems.push(`special slot ${slot} holds a hash, but the signature has no such blob`);
      return;
    }
    checked++;
    if (sha256(bytes.subarray(blob.offset, blob.offset + blob.size)) !== expected) {
      problems.push(`special slot ${slot} does not match its blob`);
    }
  });
  for (const slot of blobs.keys()) {
    const isSpecial = slot > SLOT_CODE_DIRECTORY && slot < SLOT_ALTERNATE_FIRST;
    if (isSpecial && slot > directory.specialSlots.length)
      problems.push(`blob of slot ${slot} is not covered by a special slot`);
  }
  return checked;
}

/**
 * Reads the signature of a Mach-O file without judging its hashes. Throws an Error when there is none or its structure
 * is broken.
 */
export function readCodeSignature(bytes: Uint8Array): { layout: MachoLayout; directory: CodeDirectory } {
  const layout = readMachoLayout(bytes);
  const blob = readSuperBlob(bytes, layout).get(SLOT_CODE_DIRECTORY);
  if (blob === undefined) throw new Error("the signature has no CodeDirectory");
  return { layout, directory: readCodeDirectory(bytes, blob) };
}

/**
 * Checks the whole signature of a Mach-O file, each page included. Throws an Error when there is no signature that
 * could be checked.
 */
export function checkCodeSignature(bytes: Uint8Array): SignatureReport {
  const { layout, directory } = readCodeSignature(bytes);
  const problems = problemsOfLayout(bytes, layout, directory);
  const pages = directory.codeLimit <= bytes.length ? directory.codeSlots.length : 0;
  if (pages === 0) problems.push("no page could be checked");
  for (let index = 0; index < pages; index++) {
    if (hashOfPage(bytes, directory, index) !== directory.codeSlots[index])
      problems.push(`page ${index} does not match its hash`);
  }
  const specialSlotsChecked = checkSpecialSlots(bytes, directory, readSuperBlob(bytes, layout), problems);
  return { cpu: layout.cpu, directory, pagesChecked: pages, specialSlotsChecked, problems };
}

/** `bun scripts/macho-signature.ts FILE...`: one line a file; the exit code is 1 when a signature does not hold. */
function main(files: string[]): number {
  if (files.length === 0) {
    process.stderr.write("macho-signature: name the macOS binaries to check, e.g. dist/helix-darwin-arm64\n");
    return 2;
  }
  let exitCode = 0;
  for (const file of files) {
    try {
      const report = checkCodeSignature(readFileSync(file));
      const { identifier, pageSize } = report.directory;
      if (report.problems.length > 0) throw new Error(report.problems.slice(0, 5).join("; "));
      process.stdout.write(
        `${file}: ad-hoc signature of ${report.cpu} holds: ${report.pagesChecked} pages of ${pageSize} bytes, identifier ${identifier}\n`,
      );
    } catch (error) {
      exitCode = 1;
      process.stderr.write(`${file}: bad signature: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  return exitCode;
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2));
