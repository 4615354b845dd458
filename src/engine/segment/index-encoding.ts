// Encodes the first bytes of `index.bin`. index-header.ts reads them.

import { crc32 } from "../../base/crc32.ts";
import { F64_FIELDS, type IndexPrefix, U32_FIELDS } from "./index-header.ts";
import { INDEX_HEADER, INDEX_MAGIC, INDEX_VERSION, SECTION_ENTRY } from "./index-layout.ts";
import type { Schema } from "./schema.ts";

const AT = INDEX_HEADER.at;

/** The prefix as bytes. */
export function encodeIndexPrefix(schema: Schema, { header, sections }: IndexPrefix): Uint8Array {
  const bytes = new Uint8Array(schema.prefixBytes);
  const view = new DataView(bytes.buffer);
  bytes.set(INDEX_MAGIC, AT.magic);
  view.setUint32(AT.version, INDEX_VERSION, true);
  view.setUint32(AT.schema, schema.hash, true);
  for (const name of U32_FIELDS) view.setUint32(AT[name], header[name], true);
  for (const name of F64_FIELDS) view.setFloat64(AT[name], header[name], true);
  view.setUint32(AT.timeBase, header.timeBase === "local-1970" ? 1 : 0, true);
  schema.sections.forEach(([name], index) => {
    const at = INDEX_HEADER.size + index * SECTION_ENTRY.size;
    view.setUint32(at + SECTION_ENTRY.at.offset, sections[name]!.offset, true);
    view.setUint32(at + SECTION_ENTRY.at.length, sections[name]!.length, true);
  });
  const checksumAt = schema.prefixBytes - 4;
  view.setUint32(checksumAt, crc32(bytes.subarray(0, checksumAt)), true);
  return bytes;
}
