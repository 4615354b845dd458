// Dot products of one vector with many, of bytes with signs: by WebAssembly with SIMD, or by JavaScript where the system
// has none. Both give the same numbers (tests/unit/engine/vectors/dot-products.test.ts).

/** A vector takes a multiple of so many bytes; what is beyond its numbers is zero. */
export const LANE_BYTES = 16;

/** Rows of bytes that can be compared with one; they stand one behind the other in `memory`. */
export interface DotMachine {
  /** The bytes. Another array after `reserve`. */
  readonly memory: Int8Array;
  /** Makes room for so many bytes; what is there stays. */
  reserve(bytes: number): void;
  /**
   * The dot products of the row at `query` with `count` rows from `rows` on, `stride` bytes each, as 32-bit numbers at
   * `out`. All places are in bytes; `out` is a multiple of four.
   */
  dots(query: number, rows: number, stride: number, count: number, out: number): void;
}

const PAGE = 65_536;
const V128 = 0xfd;
const [LOAD8X8_S, CONST, EXTRACT_LANE, ADD, DOT] = [0x01, 0x0c, 0x1b, [0xae, 0x01], [0xba, 0x01]] as const;
const [GET, SET, TEE, I32_CONST, I32_ADD, I32_SUB, LESS, STORE] = [0x20, 0x21, 0x22, 0x41, 0x6a, 0x6b, 0x49, 0x36];
const [LOOP, BLOCK, BRANCH_IF, EQZ, END, EMPTY] = [0x03, 0x02, 0x0d, 0x45, 0x0b, 0x40];
const [I32, VECTOR] = [0x7f, 0x7b];
const [QUERY, ROW, STRIDE, COUNT, OUT, AT, SUM] = [0, 1, 2, 3, 4, 5, 6];

/** (i16x8 from the 8 bytes with signs at `base` + AT + `offset`) */
const eight = (base: number, offset: number) => [GET, base, GET, AT, I32_ADD, V128, LOAD8X8_S, 0, offset];
/** (i32x4.dot_i16x8_s row query), for 8 bytes of each, added to what is on the stack */
const addDots = (offset: number) => [...eight(ROW, offset), ...eight(QUERY, offset), V128, ...DOT, V128, ...ADD];
const lane = (at: number) => [GET, SUM, V128, EXTRACT_LANE, at];

/**
 * The function's instructions:
 *
 *     (block (br_if 0 (i32.eqz count))
 *       (loop                                      ;; rows
 *         (sum = v128.const 0) (at = 0)
 *         (loop                                    ;; 16 bytes of a row
 *           (sum += dot(row[at..at+8], query[at..at+8]) + dot(row[at+8..at+16], query[at+8..at+16]))
 *           (at += 16) (br_if 0 (i32.lt_u at stride)))
 *         (i32.store out (sum.0 + sum.1 + sum.2 + sum.3))
 *         (row += stride) (out += 4) (count -= 1) (br_if 0 count)))
 */
const BODY = [
  ...[BLOCK, EMPTY, GET, COUNT, EQZ, BRANCH_IF, 0],
  ...[LOOP, EMPTY],
  ...[V128, CONST, ...new Array<number>(16).fill(0), SET, SUM],
  ...[I32_CONST, 0, SET, AT],
  ...[LOOP, EMPTY],
  ...[GET, SUM, ...addDots(0), ...addDots(8), SET, SUM],
  ...[GET, AT, I32_CONST, LANE_BYTES, I32_ADD, TEE, AT, GET, STRIDE, LESS, BRANCH_IF, 0],
  END,
  ...[GET, OUT, ...lane(0), ...lane(1), I32_ADD, ...lane(2), I32_ADD, ...lane(3), I32_ADD, STORE, 2, 0],
  ...[GET, ROW, GET, STRIDE, I32_ADD, SET, ROW],
  ...[GET, OUT, I32_CONST, 4, I32_ADD, SET, OUT],
  ...[GET, COUNT, I32_CONST, 1, I32_SUB, TEE, COUNT, BRANCH_IF, 0],
  ...[END, END, END],
];

const sized = (bytes: readonly number[]) => [...leb(bytes.length), ...bytes];
const section = (id: number, ...bytes: number[]) => [id, ...sized(bytes)];
const text = (name: string) => sized([...name].map((sign) => sign.charCodeAt(0)));
const leb = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...leb(value >> 7)]);

/**
 *     (module (memory (export "memory") 1)
 *       (func (export "dots") (param query row stride count out i32) (local at i32) (local sum v128) BODY))
 */
const MODULE = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, 1, 0x60, 5, I32, I32, I32, I32, I32, 0),
  ...section(3, 1, 0),
  ...section(5, 1, 0, 1),
  ...section(7, 2, ...text("memory"), 2, 0, ...text("dots"), 0, 0),
  ...section(10, 1, ...sized([2, 1, I32, 1, VECTOR, ...BODY])),
]);

/** A machine by WebAssembly; by JavaScript where that cannot be. */
export function dotMachine(): DotMachine {
  try {
    return new SimdMachine();
  } catch {
    return new ScriptMachine();
  }
}

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly dots: DotMachine["dots"];
}

/** Throws where the system does not know SIMD. */
export class SimdMachine implements DotMachine {
  readonly dots: DotMachine["dots"];
  memory: Int8Array;
  readonly #memory: Exports["memory"];

  constructor() {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(MODULE));
    const { memory, dots } = exports as unknown as Exports;
    this.#memory = memory;
    this.dots = dots;
    this.memory = new Int8Array(memory.buffer);
  }

  reserve(bytes: number): void {
    const missing = bytes - this.memory.length;
    if (missing <= 0) return;
    this.#memory.grow(Math.ceil(missing / PAGE));
    this.memory = new Int8Array(this.#memory.buffer);
  }
}

export class ScriptMachine implements DotMachine {
  memory = new Int8Array(PAGE);

  reserve(bytes: number): void {
    if (bytes <= this.memory.length) return;
    const grown = new Int8Array(Math.ceil(bytes / PAGE) * PAGE);
    grown.set(this.memory);
    this.memory = grown;
  }

  dots(query: number, rows: number, stride: number, count: number, out: number): void {
    const { memory } = this;
    const sums = new Int32Array(memory.buffer, out, count);
    for (let at = 0, row = rows; at < count; at++, row += stride) {
      let sum = 0;
      for (let place = 0; place < stride; place++) sum += memory[row + place]! * memory[query + place]!;
      sums[at] = sum;
    }
  }
}
