// How a file of vectors is laid out: a header with the model's name behind it, then records that are only appended.
// Nothing in the file is truth: a text whose vector is lost is embedded again. DO NOT CHANGE a persisted number without
// raising VECTOR_VERSION.

import { crc32 } from "../../base/crc32.ts";
import { structure } from "../../base/structure.ts";
import { decodeUtf8, encodeUtf8 } from "../../base/utf8.ts";

/** "AMRV" */
export const VECTOR_MAGIC = 0x56_52_4d_41;
/** Of this layout, and of what is done to a text before it is embedded. */
export const VECTOR_VERSION = 1;

export const VECTOR_HEADER = structure({
  /** the letters "AMRV" */
  magic: "bytes",
  /** 1 */
  version: "u32",
  /** CRC-32 of what follows: the next two fields and the name */
  checksum: "u32",
  /** how many numbers a vector has */
  dimensions: "u32",
  /** length of the model's name in bytes; it stands behind the header, in UTF-8 */
  nameLength: "u32",
});

export const VECTOR_RECORD = structure({
  /** 0x4856 */
  mark: "u16",
  /** 1: a vector, one signed byte for each number; 2: a list, eight bytes for the key of each text, 0 for an empty one */
  kind: "u16",
  /** how many numbers the vector has, or texts the list */
  count: "u32",
  /** xxHash3 of the text, or of what the list is of; lower and upper 32 bits */
  keyLow: "u32",
  /** see `keyLow` */
  keyHigh: "u32",
  /** a number of the vector is its byte times this; 0 for a list */
  scale: "f64",
  /** CRC-32 of the fields before and of what follows */
  checksum: "u32",
});

const MARK = 0x48_56;
const [VECTOR, LIST] = [1, 2];
const KEY_BYTES = 8;
const NAME_BYTES_MAX = 4096;
export const DIMENSIONS_MAX = 8192;
const LIST_MAX = 1_000_000;

/** What a header says. */
export interface VectorHeader {
  readonly model: string;
  readonly dimensions: number;
  /** Where the records begin, in bytes. */
  readonly end: number;
}

export type VectorRecord =
  | { readonly key: bigint; readonly scale: number; readonly bytes: Int8Array }
  | { readonly key: bigint; readonly texts: readonly bigint[] };

/** The beginning of a file. */
export function encodeHeader(model: string, dimensions: number): Uint8Array {
  const name = encodeUtf8(model);
  const { at, size } = VECTOR_HEADER;
  const bytes = new Uint8Array(size + name.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(at.magic, VECTOR_MAGIC, true);
  view.setUint32(at.version, VECTOR_VERSION, true);
  view.setUint32(at.dimensions, dimensions, true);
  view.setUint32(at.nameLength, name.length, true);
  bytes.set(name, size);
  view.setUint32(at.checksum, crc32(bytes.subarray(at.dimensions)), true);
  return bytes;
}

/** The header of a file by its beginning; null for what is none of this version, or damaged. */
export function decodeHeader(bytes: Uint8Array): VectorHeader | null {
  const { at, size } = VECTOR_HEADER;
  if (bytes.length < size) return null;
  const view = viewOf(bytes);
  const [dimensions, length] = [view.getUint32(at.dimensions, true), view.getUint32(at.nameLength, true)];
  const end = size + length;
  if (view.getUint32(at.magic, true) !== VECTOR_MAGIC || view.getUint32(at.version, true) !== VECTOR_VERSION)
    return null;
  if (dimensions === 0 || dimensions > DIMENSIONS_MAX || length > NAME_BYTES_MAX || end > bytes.length) return null;
  if (crc32(bytes.subarray(at.dimensions, end)) !== view.getUint32(at.checksum, true)) return null;
  return { model: decodeUtf8(bytes.subarray(size, end)), dimensions, end };
}

/** The longest header, in bytes. */
export const HEADER_BYTES_MAX = VECTOR_HEADER.size + NAME_BYTES_MAX;

/** A record as it stands in the file. */
export function encodeRecord(record: VectorRecord): Uint8Array {
  const { at, size } = VECTOR_RECORD;
  const isVector = "bytes" in record;
  const count = isVector ? record.bytes.length : record.texts.length;
  const bytes = new Uint8Array(size + (isVector ? count : count * KEY_BYTES));
  const view = new DataView(bytes.buffer);
  view.setUint16(at.mark, MARK, true);
  view.setUint16(at.kind, isVector ? VECTOR : LIST, true);
  view.setUint32(at.count, count, true);
  view.setBigUint64(at.keyLow, record.key, true);
  view.setFloat64(at.scale, isVector ? record.scale : 0, true);
  if (isVector) bytes.set(new Uint8Array(record.bytes.buffer, record.bytes.byteOffset, count), size);
  else for (const [place, key] of record.texts.entries()) view.setBigUint64(size + place * KEY_BYTES, key, true);
  view.setUint32(at.checksum, checksumOf(bytes), true);
  return bytes;
}

/**
 * Reads records from `from` on. What is damaged is passed over. Returns where reading goes on when the file has grown:
 * behind the last whole record.
 */
export function readRecords(
  bytes: Uint8Array,
  from: number,
  dimensions: number,
  take: (record: VectorRecord) => void,
): number {
  const view = viewOf(bytes);
  const { at, size } = VECTOR_RECORD;
  let end = from;
  for (let place = from; place + size <= bytes.length; ) {
    const length = lengthAt(bytes, view, place, dimensions);
    if (length === 0) {
      place++;
      continue;
    }
    const key = view.getBigUint64(place + at.keyLow, true);
    const [first, last] = [place + size, place + length];
    if (view.getUint16(place + at.kind, true) === VECTOR) {
      const own = new Int8Array(bytes.buffer, bytes.byteOffset + first, last - first);
      take({ key, scale: view.getFloat64(place + at.scale, true), bytes: own });
    } else {
      const texts: bigint[] = [];
      for (let next = first; next < last; next += KEY_BYTES) texts.push(view.getBigUint64(next, true));
      take({ key, texts });
    }
    end = place = last;
  }
  return end;
}

/** The length of the whole record that begins at a place; 0 where none does. */
function lengthAt(bytes: Uint8Array, view: DataView, place: number, dimensions: number): number {
  const { at, size } = VECTOR_RECORD;
  if (view.getUint16(place + at.mark, true) !== MARK) return 0;
  const kind = view.getUint16(place + at.kind, true);
  const count = view.getUint32(place + at.count, true);
  if (kind === VECTOR ? count !== dimensions : kind !== LIST || count > LIST_MAX) return 0;
  const end = place + size + (kind === VECTOR ? count : count * KEY_BYTES);
  if (end > bytes.length) return 0;
  const record = bytes.subarray(place, end);
  return checksumOf(record) === view.getUint32(place + at.checksum, true) ? record.length : 0;
}

function checksumOf(record: Uint8Array): number {
  const { at, size } = VECTOR_RECORD;
  return crc32(record.subarray(size), crc32(record.subarray(0, at.checksum)));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
