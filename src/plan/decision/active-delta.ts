// Whether a file is in the delta of a workspace that is active: its actor is about to change it, and needs it as it is.

import { isWithin, pathBelow } from "../../base/path-names.ts";
import type { OnceFiles } from "../../platform/once-files.ts";
import { isInDelta } from "../guard/delta.ts";
import { planPaths } from "../plan-paths.ts";
import { ENDED_NAME, readOverrides, readWorkspace } from "../workspace/read-workspace.ts";

const ID = /^[0-9a-z]{10}$/;

/** Whether a path is in the delta of an active workspace of a knowledge base. Where that cannot be told, it is. */
export function isInActiveDelta(files: OnceFiles, directory: string, path: string): boolean {
  try {
    const { workspaces, workspace: folderOf } = planPaths(directory);
    const ids = (files.namesIn(workspaces) ?? []).filter((name) => ID.test(name));
    return ids.some((id) => {
      const found = files.isThere(`${folderOf(id)}/${ENDED_NAME}`) ? null : readWorkspace(files, directory, id);
      if (found === null || !isWithin(found.root, path)) return false;
      const more = readOverrides(files, directory, id).flatMap(({ delta }) => delta);
      return isInDelta(pathBelow(found.root, path), [...found.task.delta, ...more]);
    });
  } catch {
    return true;
  }
}
