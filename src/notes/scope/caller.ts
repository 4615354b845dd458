// What has to be known about a caller to choose the notes that are concerned, and to word errors.

import type { Wording } from "../../base/wording.ts";
import type { Project } from "../projects/project.ts";

/** The caller of an action. */
export interface Caller {
  /** The project that the caller is in, if any. */
  readonly project: Project | null;
  /** How errors name options and commands; left out: as over MCP. */
  readonly wording?: Wording;
}
