// Walks a Mach-O file, the format of macOS programs, as far as code signing needs it: the processor, the segments and
// where the signature lies.
//
// Invariants
// - Nothing outside the bytes given is read; every offset is checked before use, and a file of another kind is an
//   Error, never a crash.
// - Only thin 64-bit little-endian files are accepted; Bun writes no others.
//
// Left to others: the signature itself (macho-signature.ts reads it, macho-sign.ts writes it).
// Source of the layout: mach_header_64 and the load commands in loader.h of Apple's XNU sources.

const MACHO_MAGIC_64 = 0xfeedfacf;
const MACHO_HEADER_SIZE = 32;
const COMMAND_SEGMENT_64 = 0x19;
const COMMAND_CODE_SIGNATURE = 0x1d;
const CPU_TYPES: Record<number, string> = { 16777223: "x86_64", 16777228: "arm64" };

/** One segment; `commandOffset` is where its load command stands, the other two where its bytes lie in the file. */
export interface MachoSegment {
  name: string;
  commandOffset: number;
  fileOffset: number;
  fileSize: number;
}

/** Where the signature and the segments of one binary lie; offsets and sizes in bytes from the start of the file. */
export interface MachoLayout {
  cpu: string;
  /** Where LC_CODE_SIGNATURE stands among the load commands. */
  signatureCommandOffset: number;
  signatureOffset: number;
  signatureSize: number;
  segments: MachoSegment[];
}

/** A view over exactly these bytes, for reading integers. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Throws an Error that names `what` when the range does not lie inside the bytes. */
export function need(bytes: Uint8Array, offset: number, size: number, what: string): void {
  if (offset < 0 || size < 0 || offset + size > bytes.length) {
    throw new Error(`${what} lies outside the file: ${size} bytes at ${offset} of ${bytes.length}`);
  }
}

/**
 * Walks the load commands of a 64-bit Mach-O file. Throws an Error when it is no such file or carries no code
 * signature.
 */
export function readMachoLayout(bytes: Uint8Array): MachoLayout {
  need(bytes, 0, MACHO_HEADER_SIZE, "the Mach-O header");
  const view = viewOf(bytes);
  if (view.getUint32(0, true) !== MACHO_MAGIC_64) throw new Error("not a thin 64-bit little-endian Mach-O file");
  const cpuType = view.getUint32(4, true);
  const layout: MachoLayout = {
    cpu: CPU_TYPES[cpuType] ?? `0x${cpuType.toString(16)}`,
    signatureCommandOffset: 0,
    signatureOffset: 0,
    signatureSize: 0,
    segments: [],
  };
  const commandCount = view.getUint32(16, true);
  let offset = MACHO_HEADER_SIZE;
  for (let index = 0; index < commandCount; index++) {
    need(bytes, offset, 8, `load command ${index}`);
    const command = view.getUint32(offset, true);
    const commandSize = view.getUint32(offset + 4, true);
    const commandSizeMin = command === COMMAND_SEGMENT_64 ? 72 : command === COMMAND_CODE_SIGNATURE ? 16 : 8;
    if (commandSize < commandSizeMin) throw new Error(`load command ${index} has only ${commandSize} bytes`);
    need(bytes, offset, commandSize, `load command ${index}`);
    if (command === COMMAND_SEGMENT_64) {
      layout.segments.push({
        name: textUpToZero(bytes.subarray(offset + 8, offset + 24)),
        commandOffset: offset,
        fileOffset: Number(view.getBigUint64(offset + 40, true)),
        fileSize: Number(view.getBigUint64(offset + 48, true)),
      });
    } else if (command === COMMAND_CODE_SIGNATURE) {
      if (layout.signatureSize !== 0) throw new Error("more than one LC_CODE_SIGNATURE");
      layout.signatureCommandOffset = offset;
      layout.signatureOffset = view.getUint32(offset + 8, true);
      layout.signatureSize = view.getUint32(offset + 12, true);
    }
    offset += commandSize;
  }
  if (layout.signatureSize === 0) throw new Error("no LC_CODE_SIGNATURE: the file is not signed");
  need(bytes, layout.signatureOffset, layout.signatureSize, "the code signature");
  return layout;
}

/** The text of a C string: the bytes up to the first zero, or all of them. */
export function textUpToZero(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}
