// Addresses of topics: every name comes back, and an address that was not escaped means what it says.

import fc from "fast-check";
import { expect, test } from "vitest";
import { topicOfUri, topicUri } from "../../../../src/surfaces/mcp/topic-uri.ts";

test.each([
  ["build-gotchas", "helix://topic/build-gotchas"],
  ["a/b/c", "helix://topic/a%2Fb%2Fc"],
  ["100%", "helix://topic/100%25"],
  ["a%2Fb", "helix://topic/a%252Fb"],
  ["Ünï Topic/X", "helix://topic/%C3%9Cn%C3%AF%20Topic%2FX"],
  ["構造?#", "helix://topic/%E6%A7%8B%E9%80%A0%3F%23"],
])("%s has the address %s", (name, uri) => {
  expect(topicUri(name)).toBe(uri);
  expect(topicOfUri(uri)).toBe(name);
});

test("every name that can be stored comes back from its address", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      expect(topicOfUri(topicUri(name))).toBe(name);
    }),
  );
});

test.each([
  ["helix://topic/a/b", "a/b"],
  ["helix://topic/100%", "100%"],
  ["helix://topic/grüße", "grüße"],
  ["HELIX://Topic/A", "A"],
  ["helix://topic/", ""],
])("%s, as somebody might write it, means %s", (uri, name) => {
  expect(topicOfUri(uri)).toBe(name);
});

test.each(["helix://topics/a", "helix://topic", "file:///a", "", "topic/a", "helix:topic/a"])(
  "%s is the address of no topic",
  (uri) => {
    expect(topicOfUri(uri)).toBeNull();
  },
);
