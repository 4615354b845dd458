// No environment makes helix wait for ever, or less than it should.

import { expect, it } from "vitest";
import { timeoutScaleOf } from "../../../src/surfaces/timeout-scale.ts";

it.each([
  [undefined, 1],
  ["", 1],
  ["20", 20],
  ["1.5", 1.5],
  ["0", 1],
  ["-5", 1],
  ["soon", 1],
  ["NaN", 1],
  ["31", 30],
  ["1e308", 30],
  ["Infinity", 30],
])("HELIX_TIMEOUT_SCALE=%s: %d times", (given, times) => {
  expect(timeoutScaleOf(given)).toBe(times);
});
