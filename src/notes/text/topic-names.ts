// How answers name topics.

import { cleanLine, quote } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";

/** Which entries a topic of `count` has: `entries 0 to 4`. */
export function entryRange(count: number): string {
  return count === 1 ? "entry 0 only" : `entries 0 to ${count - 1}`;
}

/** Names without anything that a line of an answer could be made of: helix's own, and most that other programs give. */
const PLAIN_NAME = /^[\p{L}\p{N}][\p{L}\p{N}\p{M} ._/@+-]*$/u;

/**
 * The name of a topic as answers give it, in one line, cut to `lengthMax` code units. Names that other programs stored
 * may hold anything: all but plain ones are in quotes, so that they cannot pose as a line of the answer.
 */
export function topicName(topic: string, lengthMax = Number.POSITIVE_INFINITY): string {
  const line = cleanLine(topic);
  if (line === "") return quote(topic);
  const isPlain = PLAIN_NAME.test(line);
  const shown = isPlain ? line : inOneLine(line);
  const cut = shown.length > lengthMax ? cutLine(shown, lengthMax) : shown;
  return isPlain ? cut : `"${cut}"`;
}

/** `topic="engine"`: how a hint names a topic to give. */
export function topicArgument(topic: string): string {
  return topic === "" ? `topic='""'` : `topic="${inOneLine(topic)}"`;
}

function inOneLine(name: string): string {
  return cleanLine(name).replaceAll('"', "'");
}
