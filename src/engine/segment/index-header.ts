// Reads and checks the first bytes of `index.bin`: header, section table and their checksum. index-encoding.ts encodes
// them.
// Invariants:
// - What `readIndexPrefix` returns has a valid checksum, the right version and schema, and sections inside the file.

import { crc32 } from "../../base/crc32.ts";
import type { TimeBase } from "../log/log-time.ts";
import { INDEX_HEADER, INDEX_MAGIC, INDEX_VERSION, SECTION_ALIGNMENT, SECTION_ENTRY } from "./index-layout.ts";
import type { Schema } from "./schema.ts";

/** The header's values; sizes in bytes, counts in elements. */
export interface IndexHeader {
  fileSize: number;
  bodyChecksum: number;
  watermark: number;
  fingerprint: number;
  timeBase: TimeBase;
  documentCount: number;
  termCount: number;
  tokenTotal: number;
  leadingTotal: number;
  postingTotal: number;
  damageCount: number;
  damageBytes: number;
}

export interface SectionPlace {
  offset: number;
  length: number;
}

export interface IndexPrefix {
  header: IndexHeader;
  sections: Record<string, SectionPlace>;
}

const AT = INDEX_HEADER.at;
/** Fields that stand in the header as they are. */
export const U32_FIELDS = [
  "fileSize",
  "bodyChecksum",
  "watermark",
  "fingerprint",
  "documentCount",
  "termCount",
  "damageCount",
  "damageBytes",
] as const;
export const F64_FIELDS = ["tokenTotal", "leadingTotal", "postingTotal"] as const;

/**
 * Reads the prefix of `bytes`: the whole file, or its prefix with `fileSize` given. Null when the file is not an index
 * of this version and schema, is shorter or longer than it says, or has a damaged header.
 */
export function readIndexPrefix(schema: Schema, bytes: Uint8Array, fileSize = bytes.length): IndexPrefix | null {
  const { sections: declared, prefixBytes } = schema;
  if (bytes.length < prefixBytes) return null;
  for (let index = 0; index < INDEX_MAGIC.length; index++) if (bytes[index] !== INDEX_MAGIC[index]) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(AT.version, true) !== INDEX_VERSION || view.getUint32(AT.schema, true) !== schema.hash)
    return null;
  const checksumAt = prefixBytes - 4;
  if (view.getUint32(checksumAt, true) !== crc32(bytes.subarray(0, checksumAt))) return null;
  const header = { timeBase: view.getUint32(AT.timeBase, true) === 1 ? "local-1970" : "utc-2024" } as IndexHeader;
  for (const name of U32_FIELDS) header[name] = view.getUint32(AT[name], true);
  for (const name of F64_FIELDS) header[name] = view.getFloat64(AT[name], true);
  if (header.fileSize !== fileSize) return null;
  const sections: Record<string, SectionPlace> = {};
  const { offset: offsetAt, length: lengthAt } = SECTION_ENTRY.at;
  let at = INDEX_HEADER.size;
  for (let index = 0; index < declared.length; index++, at += SECTION_ENTRY.size) {
    const offset = view.getUint32(at + offsetAt, true);
    const length = view.getUint32(at + lengthAt, true);
    if (offset % SECTION_ALIGNMENT !== 0 || offset + length > fileSize) return null;
    sections[declared[index]![0]] = { offset, length };
  }
  return { header, sections };
}
