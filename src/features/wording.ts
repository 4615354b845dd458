// Turns of phrase that several features share.

import { HelixError } from "../errors.ts";

/** `1 entry`, `2 entries`. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The error for a topic that has no entries, with the nearest names. */
export function unknownTopic(name: string, nearest: readonly string[]): HelixError {
  const hint = nearest.length > 0 ? `; nearest: ${nearest.join(", ")}` : "; list them with: topics action=list";
  return new HelixError("NOT_FOUND", `there is no topic ${JSON.stringify(name)}${hint}`);
}
