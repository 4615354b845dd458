// The file of vectors: what was appended is found by every process; what is damaged, of another model or of no use is
// not.

import { describe, expect, test } from "vitest";
import { quantized } from "../../../../src/engine/vectors/quantized.ts";
import { VectorStore } from "../../../../src/engine/vectors/vector-store.ts";
import { bagOfWords } from "../../../support/embedding-server.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { PLACES_STEP } from "../../../support/runs.ts";

const PATH = "/kb/vectors.bin";
const TEXTS = ["evict old entries", "fetch a page", "draw a line", "sum the invoice"];
const vectorOf = (text: string) => Float32Array.from(bagOfWords(text));
const keyOf = (text: string) => BigInt(TEXTS.indexOf(text) + 1);

function store(files: MemoryFileSystem, model = "m1", bytesMax?: number) {
  const made = new VectorStore(files, PATH, model, bytesMax);
  made.refresh();
  return made;
}

function put(into: VectorStore, texts: readonly string[], list: bigint) {
  const vectors = new Map(texts.map((text) => [keyOf(text), vectorOf(text)]));
  into.append({ vectors, lists: new Map([[list, texts.map(keyOf)]]) });
}

function bestFor(from: VectorStore, query: string): string {
  const cosines = from.cosines(vectorOf(query))!;
  const rows = TEXTS.map((text) => ({ text, row: from.rowOf(keyOf(text)) })).filter(({ row }) => row >= 0);
  return rows.sort((a, b) => cosines[b.row]! - cosines[a.row]!)[0]!.text;
}

test("what one process appends, others find, piece by piece", () => {
  const files = new MemoryFileSystem();
  const [writer, reader] = [store(files), store(files)];
  put(writer, TEXTS.slice(0, 2), 100n);
  reader.refresh();
  expect({ count: reader.count, dimensions: reader.dimensions }).toEqual({ count: 2, dimensions: 64 });
  expect(bestFor(reader, "discard stale entries")).toBe("evict old entries");
  const read = files.bytesRead;
  put(writer, TEXTS.slice(2), 101n);
  reader.refresh();
  expect(reader.count).toBe(4);
  expect(bestFor(reader, "an invoice")).toBe("sum the invoice");
  expect(reader.list(101n)).toEqual([3n, 4n]);
  expect(files.bytesRead).toBeGreaterThan(read);
  expect(store(files).count).toBe(4);
});

test("cosines are those of the vectors, but for what bytes lose", () => {
  const files = new MemoryFileSystem();
  const own = store(files);
  put(own, TEXTS, 100n);
  const query = vectorOf("a page of old entries");
  const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0);
  for (const text of TEXTS) {
    const other = vectorOf(text);
    const exact = dot(query, other) / Math.sqrt(dot(query, query) * dot(other, other));
    expect(own.cosines(query)![own.rowOf(keyOf(text))]).toBeCloseTo(exact, 2);
  }
  expect(own.cosines(Float32Array.from([1, 2, 3]))).toBeNull();
});

test("a vector's greatest number has the greatest byte, whatever its length", () => {
  for (const factor of [1e-20, 1, 1e15]) {
    const { bytes, scale } = quantized(Float32Array.from([3 * factor, -4 * factor]));
    expect([...bytes]).toEqual([95, -127]);
    expect(scale).toBeCloseTo(0.8 / 127, 6);
  }
});

describe("a file that is", () => {
  test("of another model counts as empty, and is written anew", () => {
    const files = new MemoryFileSystem();
    put(store(files), TEXTS.slice(0, 2), 100n);
    const other = store(files, "m2");
    expect({ count: other.count, list: other.list(100n) }).toEqual({ count: 0, list: null });
    expect(store(files).count).toBe(2);
    put(other, TEXTS.slice(2), 101n);
    expect(other.count).toBe(2);
    expect(store(files).count).toBe(0);
  });

  test("removed is empty, also for who read it before", () => {
    const files = new MemoryFileSystem();
    const own = store(files);
    put(own, TEXTS, 100n);
    files.remove(PATH);
    own.refresh();
    expect({ count: own.count, dimensions: own.dimensions, bytes: own.bytes }).toEqual({
      count: 0,
      dimensions: 0,
      bytes: 0,
    });
    put(own, TEXTS.slice(0, 1), 100n);
    expect(store(files).count).toBe(1);
  });

  test("cut off anywhere holds the whole records before, and takes new ones", () => {
    const files = new MemoryFileSystem();
    put(store(files), TEXTS.slice(0, 3), 100n);
    const whole = files.content(PATH)!;
    for (let length = 0; length < whole.length; length += 7 * PLACES_STEP) {
      files.write(PATH, whole.slice(0, length));
      const cut = store(files);
      expect(cut.count).toBeLessThanOrEqual(3);
      expect(cut.list(100n)).toBeNull();
      put(cut, TEXTS.slice(3), 101n);
      const after = store(files);
      expect(after.list(101n)).toEqual([4n]);
      expect(bestFor(after, "sum the invoice")).toBe("sum the invoice");
    }
  });

  test("damaged in one byte lacks what stood there, and nothing else is wrong", () => {
    const files = new MemoryFileSystem();
    put(store(files), TEXTS, 100n);
    const whole = files.content(PATH)!;
    for (let at = 0; at < whole.length; at += PLACES_STEP) {
      const damaged = whole.slice();
      damaged[at]! ^= 0x41;
      files.write(PATH, damaged);
      const own = store(files);
      const isHeader = at < 22;
      if (isHeader) expect(own.count).toBe(0);
      else expect(own.count + (own.list(100n) === null ? 0 : 1)).toBe(4);
      for (const text of TEXTS) {
        const row = own.rowOf(keyOf(text));
        if (row >= 0) expect(own.cosines(vectorOf(text))![row]).toBeCloseTo(1, 2);
      }
    }
  });
});

test("when it is full, what is listed no more goes", () => {
  const files = new MemoryFileSystem();
  const own = store(files, "m1", 300);
  put(own, TEXTS.slice(0, 3), 100n);
  put(own, TEXTS.slice(3), 101n);
  expect(own.isFull).toBe(true);
  own.compact((key) => key === 101n);
  expect({ count: own.count, isFull: own.isFull, gone: own.list(100n), kept: own.list(101n) }).toEqual({
    count: 1,
    isFull: false,
    gone: null,
    kept: [4n],
  });
  expect(store(files).count).toBe(1);
  expect(bestFor(own, "the invoice")).toBe("sum the invoice");
});

test("one process writes at a time", () => {
  const files = new MemoryFileSystem();
  const lock = store(files).lock();
  expect(store(files).lock()).toBe("taken");
  if (lock !== "taken") lock.release();
  expect(store(files).lock()).not.toBe("taken");
});
