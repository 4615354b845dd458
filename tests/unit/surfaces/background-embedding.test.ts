// Embedding in the background of a server: a moment later, one run at a time, and not at once again after a failure.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BackgroundEmbedding } from "../../../src/surfaces/background-embedding.ts";

let runs: PromiseWithResolvers<void>[];
let signals: AbortSignal[];
let embedding: BackgroundEmbedding;

beforeEach(() => {
  vi.useFakeTimers();
  runs = [];
  signals = [];
  embedding = new BackgroundEmbedding((signal) => {
    signals.push(signal);
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
});
afterEach(() => {
  embedding.close();
  vi.useRealTimers();
});

/** Lets what waits for a promise go on. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
}

test("many requests are one run, a moment later", () => {
  for (let at = 0; at < 5; at++) embedding.asked();
  expect(runs).toHaveLength(0);
  vi.advanceTimersByTime(1000);
  expect(runs).toHaveLength(1);
});

test("what is asked for during a run is done after it", async () => {
  embedding.asked();
  vi.advanceTimersByTime(1000);
  embedding.asked();
  vi.advanceTimersByTime(1000);
  expect(runs).toHaveLength(1);
  runs[0]!.resolve();
  await settled();
  vi.advanceTimersByTime(1000);
  expect(runs).toHaveLength(2);
  runs[1]!.resolve();
  await settled();
  vi.advanceTimersByTime(1000);
  expect(runs).toHaveLength(2);
});

test("after a failure the next run begins a minute later, asked or not", async () => {
  embedding.asked();
  vi.advanceTimersByTime(1000);
  runs[0]!.reject(new Error("nobody there"));
  await settled();
  embedding.asked();
  vi.advanceTimersByTime(50_000);
  expect(runs).toHaveLength(1);
  vi.advanceTimersByTime(20_000);
  expect(runs).toHaveLength(2);
});

test("the end of the server ends a run, and begins none", async () => {
  embedding.asked();
  vi.advanceTimersByTime(1000);
  embedding.asked();
  embedding.close();
  expect(signals[0]!.aborted).toBe(true);
  runs[0]!.reject(new Error("aborted"));
  await settled();
  embedding.asked();
  vi.advanceTimersByTime(100_000);
  expect(runs).toHaveLength(1);
});
