// What tells two triggers apart that share most of their words.

import { expect, test } from "vitest";
import { tellsApart, triggerDetails } from "../../../../src/notes/lessons/trigger-details.ts";

function areTwo(a: string, b: string): boolean {
  const [first, second] = [triggerDetails(a), triggerDetails(b)];
  expect(tellsApart(second, first)).toBe(tellsApart(first, second));
  return tellsApart(first, second);
}

test.each([
  ["E0308 mismatched types in the parser", "E0382 mismatched types in the parser"],
  ["cargo test ends with exit code 1", "cargo test ends with exit code 137"],
  ["cargo test ends with exit code 1", "cargo test ends with exit code 2"],
  ["do retry the upload when the server is busy", "do not retry the upload when the server is busy"],
  ["the upload does retry", "the upload doesn’t retry"],
  ["the cache is enabled in tests", "the cache is disabled in tests"],
  ["build with a lock file", "build without a lock file"],
  ["Upload wiederholen, wenn der Server nicht antwortet", "Upload wiederholen, wenn der Server antwortet"],
  ["サーバーが応答しない", "サーバーが応答する"],
  ["parse_token fails on an empty line", "parse_tokens fails on an empty line"],
  ["getUserName returns null", "getUserEmail returns null"],
  ["src/pool.py is imported twice", "src/pool.ts is imported twice"],
  ["Pool::take blocks", "Pool::put blocks"],
  ["the process died of SIGTERM", "the process died of SIGKILL"],
  ["git clean -x removes the cache", "git clean -d removes the cache"],
  ["a crash in C code", "a crash in C++ code"],
  ["HELIX_KB is not set", "HELIX_TRACE is not set"],
])("%s / %s: two", (a, b) => {
  expect(areTwo(a, b)).toBe(true);
});

test.each([
  ["connection pool exhausted under load", "Connection pool exhausted under heavy load"],
  ["do not retry the upload", "never retry the upload"],
  ["don't retry the upload", "do not retry the upload"],
  ["CachedEntry is stale", "cached_entry is stale"],
  ["CARGO BUILD FAILS", "cargo build fails"],
  ["src/pool.py is imported twice", "pool.py is imported twice"],
  ["the pool is exhausted", "the pool in src/pool.py is exhausted"],
  ["a read-only file system", "a readonly file system"],
  ["ImportError of a module", "an ImportError of the module"],
  ["error 5 of 3 files", "of 3 files error 5"],
])("%s / %s: one", (a, b) => {
  expect(areTwo(a, b)).toBe(false);
});

test("a huge trigger takes no long time", () => {
  for (const piece of ["a-", "_", "A", "::", "x->", "1", "'t ", "不"]) {
    const details = triggerDetails(piece.repeat(200_000));
    expect(tellsApart(details, details)).toBe(false);
  }
});
