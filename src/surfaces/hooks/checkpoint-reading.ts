// The checkpoint for a hook: read without a lock, and none where the file cannot be read.

import type { Checkpoint } from "../../features/checkpoint/checkpoint.ts";
import { checkpointPath, checkpointsIn, readContent } from "../../features/checkpoint/checkpoint-file.ts";
import type { Project } from "../../notes/projects/project.ts";
import type { FileSystem } from "../../platform/file-system.ts";

/** The checkpoint of a project, or of work outside of any; null when there is none that can be read. */
export function readCheckpoint(files: FileSystem, directory: string, project: Project | null): Checkpoint | null {
  try {
    const content = readContent(files, checkpointPath(directory));
    return content === "damaged" ? null : checkpointsIn(content, project?.keys ?? []).own;
  } catch {
    return null;
  }
}
