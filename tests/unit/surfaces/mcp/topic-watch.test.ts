// When a client is told that its list of topics is out of date.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { KnowledgeView } from "../../../../src/notes/store/knowledge-view.ts";
import { TopicWatch } from "../../../../src/surfaces/mcp/topic-watch.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function watched() {
  let names = ["a", "b"];
  const looked = vi.fn(async () => ({ index: { topicNames: () => names } }) as unknown as KnowledgeView);
  const told = vi.fn(async () => undefined);
  const watch = new TopicWatch(looked, told);
  /** A call ends after which there are these topics, and everything that waits has its turn. */
  const after = async (...now: string[]) => {
    names = now;
    watch.written();
    await vi.runAllTimersAsync();
  };
  return { watch, looked, told, after };
}

test("a topic that came, went or has another name is told of", async () => {
  for (const now of [["a", "b", "c"], ["a"], ["a", "c"], []]) {
    const { watch, told, after } = watched();
    watch.listed(["a", "b"]);
    await after(...now);
    expect(told).toHaveBeenCalledTimes(1);
  }
});

test("a write into topics that are known is not", async () => {
  const { watch, looked, told, after } = watched();
  watch.listed(["a", "b"]);
  await after("a", "b");
  expect(looked).toHaveBeenCalledTimes(1);
  expect(told).not.toHaveBeenCalled();
});

test("a client that never listed them is told nothing, and costs nothing", async () => {
  const { looked, told, after } = watched();
  await after("a", "b", "c");
  expect(looked).not.toHaveBeenCalled();
  expect(told).not.toHaveBeenCalled();
});

test("who was told is told again only after listing them again", async () => {
  const { watch, told, after } = watched();
  watch.listed(["a", "b"]);
  await after("a");
  await after("a", "c");
  expect(told).toHaveBeenCalledTimes(1);
  watch.listed(["a", "c"]);
  await after("a", "c", "d");
  expect(told).toHaveBeenCalledTimes(2);
});

test("many writes are looked at once", async () => {
  const { watch, looked, after } = watched();
  watch.listed(["a", "b"]);
  for (let count = 0; count < 100; count++) watch.written();
  await after("a", "b");
  expect(looked).toHaveBeenCalledTimes(1);
});

test("a knowledge base that cannot be read troubles nobody", async () => {
  const told = vi.fn(async () => undefined);
  const watch = new TopicWatch(async () => {
    throw new Error("no such disk");
  }, told);
  watch.listed([]);
  watch.written();
  await vi.runAllTimersAsync();
  expect(told).not.toHaveBeenCalled();
});
