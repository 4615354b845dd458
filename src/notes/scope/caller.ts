// Who asks, as far as it matters for which notes are concerned and how they are named.

import type { Project } from "../projects/project.ts";

/** Who asks. */
export interface Caller {
  /** The project that is asked from, if any. */
  readonly project: Project | null;
  /** Whether a command line asks, so that hints name options; else they name parameters. */
  readonly isCommandLine?: boolean;
}
