// Events that more than one hook of helix answers. The client combines the hooks of all its settings files. Hooks with
// the same wording run once; hooks that differ (in a path, or in the transport) each run.

import { ownHooks, slotOf } from "./own-hooks.ts";

/** The events that have different hooks of helix in these values of `hooks`. */
export function eventsRunTwice(hooks: readonly unknown[]): string[] {
  const seen = new Map<string, Set<string>>();
  for (const { event, type, identity } of hooks.flatMap(ownHooks)) {
    // The guard's hooks are beside the others of their event, and may be there twice: a call counts once.
    if (slotOf(type) === "") seen.set(event, (seen.get(event) ?? new Set()).add(identity));
  }
  return [...seen].filter(([, identities]) => identities.size > 1).map(([event]) => event);
}
