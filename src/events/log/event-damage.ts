// Reads the whole event log for damage. Folds do not: what a snapshot has of them they do not read again.

import type { EventLog } from "./event-log.ts";
import { isCutOff } from "./event-parser.ts";

/** Damaged lines of the log. */
export interface EventDamage {
  readonly damaged: number;
  /** Those of them that are parts of one, of writes that were cut off: nobody was told that they count. */
  readonly cutOff: number;
}

/** Looks at every line. Throws the system's errors. */
export function eventDamage(log: EventLog): EventDamage {
  let [damaged, cutOff] = [0, 0];
  log.read({
    event: () => undefined,
    damaged(line) {
      damaged++;
      if (isCutOff(line)) cutOff++;
    },
  });
  return { damaged, cutOff };
}
