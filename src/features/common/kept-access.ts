// What the feature output needs of surfaces: the kept originals, whose session asks, and a place to write down that
// something was asked for again.

import type { NewEvent } from "../../events/log/event-types.ts";
import type { KeptOutputs } from "../../filters/kept/kept-outputs.ts";

/** The kept originals, for one caller. */
export interface KeptOutputAccess {
  readonly kept: KeptOutputs;
  /** The caller's session of the client, "" for one that is not known; null for a person, who may see all. */
  session(): string | null;
  /** Adds an event to the log. */
  note(event: NewEvent): void;
}

/** What features need to show kept originals. */
export interface OutputCaller {
  /** Left out where none are kept. */
  readonly outputs?: KeptOutputAccess;
}
