// Turns of phrase that several features share.

import { HelixError } from "../errors.ts";
import type { KnowledgeView } from "../knowledge/knowledge-view.ts";
import { cleanLine, quote } from "../text/clean.ts";

/** `1 entry`, `2 entries`. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Which entries a topic of `count` has: `entries 0 to 4`. */
export function entryRange(count: number): string {
  return count === 1 ? "entry 0 only" : `entries 0 to ${count - 1}`;
}

/** The name of a topic as answers give it: in one line, and in quotes where nothing of it is to be seen. */
export function topicName(topic: string): string {
  return cleanLine(topic) || quote(topic);
}

const NEAREST_SHOWN = 3;

/** The error for a topic that has no entries, with the nearest names. */
export function unknownTopic(name: string, view: KnowledgeView): HelixError {
  const nearest = view.nearestTopics(name, NEAREST_SHOWN);
  let hint = "; list them with: topics action=list";
  if (view.index.liveCount === 0) hint = ": nothing is stored yet";
  else if (nearest.length > 0) hint = `; nearest: ${nearest.map(topicName).join(", ")}`;
  return new HelixError("NOT_FOUND", `there is no topic ${quote(name)}${hint}`);
}
