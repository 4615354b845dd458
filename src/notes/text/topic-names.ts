// The names of topics in answers.

import { cleanLine, quote } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";

/** The indexes of a topic with `count` entries: `entries 0 to 4`. */
export function entryRange(count: number): string {
  return count === 1 ? "entry 0 only" : `entries 0 to ${count - 1}`;
}

/** Names that cannot be taken for a line of an answer: helix's own, and most that other programs give. */
const PLAIN_NAME = /^[\p{L}\p{N}][\p{L}\p{N}\p{M} ._/@+-]*$/u;

/**
 * The name of a topic in an answer: one line, cut to `lengthMax` code units. Names that other programs stored may hold
 * anything. All but plain names are in quotes, so that they cannot pose as a line of the answer.
 */
export function topicName(topic: string, lengthMax = Number.POSITIVE_INFINITY): string {
  const line = cleanLine(topic);
  if (line === "") return quote(topic);
  const isPlain = PLAIN_NAME.test(line);
  const shown = isPlain ? line : inOneLine(line);
  const cut = shown.length > lengthMax ? cutLine(shown, lengthMax) : shown;
  return isPlain ? cut : `"${cut}"`;
}

/** `topic="engine"`: the parameter as a hint gives it. */
export function topicArgument(topic: string): string {
  return topic === "" ? `topic='""'` : `topic="${inOneLine(topic)}"`;
}

function inOneLine(name: string): string {
  return cleanLine(name).replaceAll('"', "'");
}
