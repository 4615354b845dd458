// Events that more than one hook of helix answers. All settings of the client add up; what is written there twice in
// the same words runs once, what differs (a path, a transport) runs each time.

import { ownHooks } from "./own-hooks.ts";

/** The events that have different hooks of helix in these values of `hooks`. */
export function eventsRunTwice(hooks: readonly unknown[]): string[] {
  const seen = new Map<string, Set<string>>();
  for (const { event, identity } of hooks.flatMap(ownHooks)) {
    const identities = seen.get(event) ?? new Set();
    seen.set(event, identities.add(identity));
  }
  return [...seen].filter(([, identities]) => identities.size > 1).map(([event]) => event);
}
