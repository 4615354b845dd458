// How background work makes room: a slice, a pause, and a longer one while others are asked.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TimeSlices } from "../../../../src/notes/sources/time-slices.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Whether a pause that has begun has ended after so many milliseconds. */
async function hasEnded(pause: Promise<void>, milliseconds: number): Promise<boolean> {
  let ended = false;
  pause.then(() => {
    ended = true;
  });
  await vi.advanceTimersByTimeAsync(milliseconds);
  return ended;
}

describe("time slices", () => {
  it("pause briefly while nobody else has work", async () => {
    expect(await hasEnded(new TimeSlices(() => false).pause(), 10)).toBe(true);
  });

  it("pause longer while others have, and go on all the same", async () => {
    const pause = new TimeSlices(() => true).pause();
    expect(await hasEnded(pause, 50)).toBe(false);
    expect(await hasEnded(pause, 50)).toBe(true);
  });

  it("look for that when the pause would end, so that who asks meanwhile is heard", async () => {
    let isBusy = false;
    const pause = new TimeSlices(() => isBusy).pause();
    isBusy = true;
    expect(await hasEnded(pause, 50)).toBe(false);
  });
});
