// The vectors of one file, in memory to be compared: of texts by their hash, and which texts make up what is listed, as
// the chunks of a file. Many processes read while one appends under a lock.
// Invariants:
// - What is in memory was read from the file, whose records have checksums. A record that is damaged counts as missing.
// - A file of another model, another number of dimensions or another version counts as empty, and is written anew.

import { orNull } from "../../base/errors.ts";
import { replaceWhole } from "../../platform/atomic-file.ts";
import type { FileIdentity, FileSystem, HeldLock } from "../../platform/file-system.ts";
import { directoryOf } from "../../platform/io-error.ts";
import { type DotMachine, dotMachine, LANE_BYTES } from "./dot-products.ts";
import { type QuantizedVector, quantized } from "./quantized.ts";
import {
  decodeHeader,
  encodeHeader,
  encodeRecord,
  HEADER_BYTES_MAX,
  readRecords,
  type VectorRecord,
} from "./vector-layout.ts";

/** The longest file, in bytes: 600,000 vectors of 384 numbers. They are held in memory while they are used. */
export const VECTORS_BYTES_MAX = 256 * 1024 * 1024;
/** What is listed no more is dropped when it is more than this many vectors, and more than what is. */
const UNUSED_MIN = 10_000;

/** New vectors of texts, and new lists of texts. */
export interface NewVectors {
  readonly vectors: ReadonlyMap<bigint, Float32Array>;
  readonly lists: ReadonlyMap<bigint, readonly bigint[]>;
}

/** What there is of vectors. */
export interface VectorCounts {
  readonly model: string;
  /** How many numbers a vector has; 0: there is none yet. */
  readonly dimensions: number;
  /** How many texts have one, of so many that are not empty, as far as is known. */
  readonly embedded: number;
  readonly texts: number;
  readonly bytes: number;
  /** Whether the file has no room for more. */
  readonly isFull: boolean;
}

export class VectorStore {
  readonly path: string;
  readonly #files: FileSystem;
  readonly #model: string;
  readonly #bytesMax: number;
  #machine: DotMachine | null = null;
  #identity: FileIdentity | null = null;
  #end = 0;
  #dimensions = 0;
  #rows = new Map<bigint, number>();
  #lists = new Map<bigint, readonly bigint[]>();
  #scales = new Float64Array(64);
  /** Another number whenever rows or lists are other than before. */
  version = 0;

  constructor(files: FileSystem, path: string, model: string, bytesMax = VECTORS_BYTES_MAX) {
    this.path = path;
    this.#files = files;
    this.#model = model;
    this.#bytesMax = bytesMax;
  }

  /** How many numbers a vector has; 0: there is none yet. */
  get dimensions(): number {
    return this.#dimensions;
  }

  /** How many vectors there are. */
  get count(): number {
    return this.#rows.size;
  }

  /** Bytes of the file; 0: there is none. */
  get bytes(): number {
    return this.#identity?.size ?? 0;
  }

  /** What there is, if so many texts of so many have a vector. */
  counts(embedded: number, texts: number): VectorCounts {
    return {
      model: this.#model,
      dimensions: this.dimensions,
      embedded,
      texts,
      bytes: this.bytes,
      isFull: this.isFull,
    };
  }

  get isFull(): boolean {
    return this.bytes >= this.#bytesMax;
  }

  has(text: bigint): boolean {
    return this.#rows.has(text);
  }

  /** The texts of what is listed under a key; null where that is not known. */
  list(key: bigint): readonly bigint[] | null {
    return this.#lists.get(key) ?? null;
  }

  /** The row of a text's vector; -1: it has none. */
  rowOf(text: bigint): number {
    return this.#rows.get(text) ?? -1;
  }

  /** Takes what other processes have written since. Does not throw. */
  refresh(): void {
    const now = orNull(() => this.#files.identify(this.path));
    if (now === null) {
      this.#forget();
      return;
    }
    const before = this.#identity;
    if (before !== null && before.inode === now.inode && before.device === now.device && now.size >= before.size) {
      if (now.size > before.size) this.#read(now, this.#end);
      return;
    }
    this.#forget();
    this.#read(now, 0);
  }

  /**
   * The cosine of each row's vector and a query's, by row. Null where they cannot be compared, because they have not the
   * same number of dimensions.
   */
  cosines(query: Float32Array): Float32Array | null {
    if (query.length !== this.#dimensions || this.#machine === null) return null;
    const { bytes, scale } = quantized(query);
    const [stride, count] = [this.#stride, this.count];
    const out = stride * (count + 1);
    this.#machine.reserve(out + 4 * count);
    this.#machine.memory.set(bytes, 0);
    this.#machine.dots(0, stride, stride, count, out);
    const products = new Int32Array(this.#machine.memory.buffer, out, count);
    const [scales, cosines] = [this.#scales, new Float32Array(count)];
    for (let row = 0; row < count; row++) cosines[row] = products[row]! * scale * scales[row]!;
    return cosines;
  }

  /** The lock of who writes; "taken": another process has it. Throws the system's error. */
  lock(): HeldLock | "taken" {
    this.#files.makeDirectory(directoryOf(this.path));
    return this.#files.tryLock(`${this.path}.lock`) ?? "taken";
  }

  /** Appends. All vectors have one length. The caller holds the lock. Throws the system's error. */
  append({ vectors, lists }: NewVectors): void {
    const [first] = vectors.values();
    if (first !== undefined && first.length !== this.#dimensions) {
      replaceWhole(this.#files, this.path, encodeHeader(this.#model, first.length));
    } else if (this.#dimensions === 0) return;
    const records = [
      ...Array.from(vectors, ([key, vector]) => encodeRecord({ key, ...quantized(vector) })),
      ...Array.from(lists, ([key, texts]) => encodeRecord({ key, texts })),
    ];
    const file = this.#files.open(this.path, "append");
    try {
      file.append(Buffer.concat(records));
    } finally {
      file.close();
    }
    this.refresh();
  }

  /**
   * Writes the file anew without what is listed no more, if that is much, or if the file is full. `isListed`: whether a
   * list is still of use. The caller holds the lock. Throws the system's error.
   */
  compact(isListed: (key: bigint) => boolean): void {
    const lists = [...this.#lists].filter(([key]) => isListed(key));
    const used = new Set(lists.flatMap(([, texts]) => texts.filter((text) => this.#rows.has(text))));
    const unused = this.count - used.size;
    if (unused === 0 || (!this.isFull && (unused < UNUSED_MIN || unused < used.size))) return;
    const parts = [encodeHeader(this.#model, this.#dimensions)];
    for (const key of used) parts.push(encodeRecord({ key, ...this.#vectorAt(this.#rows.get(key)!) }));
    for (const [key, texts] of lists) parts.push(encodeRecord({ key, texts }));
    replaceWhole(this.#files, this.path, Buffer.concat(parts));
    this.refresh();
  }

  get #stride(): number {
    return Math.ceil(this.#dimensions / LANE_BYTES) * LANE_BYTES;
  }

  #vectorAt(row: number): QuantizedVector {
    const from = this.#stride * (row + 1);
    return { bytes: this.#machine!.memory.slice(from, from + this.#dimensions), scale: this.#scales[row]! };
  }

  #forget(): void {
    if (this.#identity === null && this.count === 0) return;
    this.#identity = null;
    this.#end = this.#dimensions = 0;
    this.#machine = null;
    this.#rows = new Map();
    this.#lists = new Map();
    this.version++;
  }

  #read(identity: FileIdentity, from: number): void {
    const bytes = orNull(() => this.#bytesFrom(identity, from));
    if (bytes === null) return;
    this.#identity = identity;
    let start = 0;
    if (from === 0) {
      const header = decodeHeader(bytes.subarray(0, HEADER_BYTES_MAX));
      // A file of another model is there until the next writer replaces it.
      if (header === null || header.model !== this.#model) return;
      this.#dimensions = header.dimensions;
      start = header.end;
    }
    if (this.#dimensions === 0) return;
    this.#end = from + readRecords(bytes, start, this.#dimensions, (record) => this.#take(record));
    this.version++;
  }

  #bytesFrom({ inode, size }: FileIdentity, from: number): Uint8Array | null {
    const file = this.#files.open(this.path, "read");
    try {
      if (file.identity().inode !== inode) return null;
      const bytes = new Uint8Array(Math.min(size, 2 * VECTORS_BYTES_MAX) - from);
      return bytes.subarray(0, file.read(bytes, from));
    } finally {
      file.close();
    }
  }

  #take(record: VectorRecord): void {
    if ("texts" in record) {
      this.#lists.set(record.key, record.texts);
      return;
    }
    if (this.#rows.has(record.key)) return;
    const row = this.count;
    const stride = this.#stride;
    this.#machine ??= dotMachine();
    const needed = stride * (row + 2);
    // Twice as much each time, so that few times suffice.
    if (needed > this.#machine.memory.length) this.#machine.reserve(2 * needed);
    this.#machine.memory.set(record.bytes, stride * (row + 1));
    if (row === this.#scales.length) {
      const scales = new Float64Array(2 * row);
      scales.set(this.#scales);
      this.#scales = scales;
    }
    this.#scales[row] = record.scale;
    this.#rows.set(record.key, row);
  }
}
