// Dot products by WebAssembly and by JavaScript, against plain sums.

import { expect, test } from "vitest";
import { Random } from "../../../../bench/corpus.ts";
import {
  type DotMachine,
  dotMachine,
  LANE_BYTES,
  ScriptMachine,
  SimdMachine,
} from "../../../../src/engine/vectors/dot-products.ts";

const MACHINES: readonly (readonly [string, () => DotMachine])[] = [
  ["WebAssembly", () => new SimdMachine()],
  ["JavaScript", () => new ScriptMachine()],
];

test("this system has SIMD", () => {
  expect(dotMachine()).toBeInstanceOf(SimdMachine);
});

test.each(MACHINES)("%s gives the sums of the products", (_, make) => {
  const random = new Random(7);
  for (const [lanes, count] of [
    [1, 0],
    [1, 1],
    [1, 3],
    [3, 17],
    [24, 100],
    [512, 9],
  ] as const) {
    const stride = lanes * LANE_BYTES;
    const machine = make();
    const out = stride * (count + 1);
    machine.reserve(out + 4 * count);
    // The extremes stand in every row.
    for (let at = 0; at < out; at++)
      machine.memory[at] = at % 5 === 0 ? -128 : at % 7 === 0 ? 127 : random.below(256) - 128;
    const rows = machine.memory.slice(0, out);
    machine.dots(0, stride, stride, count, out);
    const sums = Array.from({ length: count }, (_, row) => {
      let sum = 0;
      for (let at = 0; at < stride; at++) sum += rows[at]! * rows[stride * (row + 1) + at]!;
      return sum;
    });
    expect([...new Int32Array(machine.memory.buffer, out, count)]).toEqual(sums);
    expect(machine.memory.slice(0, out)).toEqual(rows);
  }
});

test.each(MACHINES)("%s keeps what is there when it makes room", (_, make) => {
  const machine = make();
  machine.reserve(10);
  machine.memory.set([1, 2, 3], 5);
  machine.reserve(1_000_000);
  expect([...machine.memory.slice(5, 8)]).toEqual([1, 2, 3]);
  expect(machine.memory.length).toBeGreaterThanOrEqual(1_000_000);
});
