// Events that more than one hook of helix answers. The client combines the hooks of all its settings files. Hooks with
// the same wording run once; hooks that differ (in a path, or in the transport) each run.

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
