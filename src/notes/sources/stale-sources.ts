// What is known of the sources of notes, for those who ask without looking at files.

import type { LiveIndex } from "../../engine/segment/live-index.ts";
import type { Project } from "../projects/project.ts";
import type { SourceChecker } from "./source-checker.ts";
import type { SourceState } from "./source-state.ts";

/** Knows, without looking at any file, which entries cite something that has changed since. */
export interface StaleSources {
  /** The entries of this index whose source has changed or is gone. */
  staleIn(index: LiveIndex): (id: number) => boolean;
  /** What is known of the sources of this index's entries; null for those that nobody has looked at. */
  stateIn(index: LiveIndex): (id: number) => SourceState | null;
  /** Looks at files, for those who may; keeps what it has read. */
  readonly checker: SourceChecker;
}

/** Who asks, as far as sources are concerned. */
export interface SourceCaller {
  /** The project that is asked from, if any. */
  readonly project: Project | null;
  /** Where relative paths of the caller begin; null or left out: there is no such directory. */
  readonly directory?: string | null;
  /** Which entries cite something that has changed, as far as it is known; left out where nobody watches. */
  readonly staleSources?: StaleSources;
}
