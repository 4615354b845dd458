// What is known about the sources of notes, for callers that may not look at files.

import type { NoteIndex } from "../index/note-index.ts";
import type { Project } from "../projects/project.ts";
import type { SourceChecker } from "./source-checker.ts";
import type { SourceState } from "./source-state.ts";
import type { SymbolReader } from "./symbol-reader.ts";

/** Knows, without looking at any file, which entries cite something that has changed since. */
export interface StaleSources {
  /** Makes a test: whether the source of an entry of this index has changed or is gone. */
  staleIn(index: NoteIndex): (id: number) => boolean;
  /** Makes a function that returns the state of an entry's source; null for an entry that was not checked yet. */
  stateIn(index: NoteIndex): (id: number) => SourceState | null;
  /** Looks at files, for callers that may; keeps what it has read. */
  readonly checker: SourceChecker;
}

/** What has to be known about a caller to find sources. */
export interface SourceCaller {
  /** The project that the caller is in, if any. */
  readonly project: Project | null;
  /** Where relative paths of the caller begin; null or left out if there is no such directory. */
  readonly directory?: string | null;
  /** Which entries cite something that has changed, as far as that is known; left out if nothing watches them. */
  readonly staleSources?: StaleSources;
  /** Reads symbols of code; left out where none are read. */
  readonly symbols?: SymbolReader;
}
