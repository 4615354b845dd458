// What has to be known about a caller to choose the notes that are concerned, and to word hints.

import type { Project } from "../projects/project.ts";

/** The caller of an action. */
export interface Caller {
  /** The project that the caller is in, if any. */
  readonly project: Project | null;
  /** Whether a command line asks. Then hints name options, otherwise parameters. */
  readonly isCommandLine?: boolean;
}
