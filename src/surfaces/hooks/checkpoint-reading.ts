// Reads the checkpoint for a hook, without a lock. Where the file cannot be read, there is no checkpoint.

import type { Checkpoint } from "../../features/checkpoint/checkpoint.ts";
import { checkpointPath, checkpointsIn, readContent } from "../../features/checkpoint/checkpoint-file.ts";
import type { Project } from "../../notes/projects/project.ts";
import type { FileSystem } from "../../platform/file-system.ts";

/** The checkpoint of a project, or of work outside of any project; null when none can be read. */
export function readCheckpoint(files: FileSystem, directory: string, project: Project | null): Checkpoint | null {
  try {
    const content = readContent(files, checkpointPath(directory));
    return content === "damaged" ? null : checkpointsIn(content, project?.keys ?? []).own;
  } catch {
    return null;
  }
}
