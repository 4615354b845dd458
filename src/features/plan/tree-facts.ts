// What has to be known of the tree to check a plan: what is there under a path, and what nobody may write.

import { isWithin, pathBelow } from "../../base/path-names.ts";
import type { TreeFacts } from "../../plan/check/check-paths.ts";
import { diskFiles } from "../../platform/disk-small-files.ts";
import { type PlanPorts, planRoot } from "./ports.ts";

/** Files in every tree that belong to the client. */
const CLIENT_FILES = [".claude/settings.json", ".claude/settings.local.json", ".mcp.json"];

/** The facts of the caller's tree. */
export function treeFacts(ports: PlanPorts): TreeFacts {
  const root = planRoot(ports);
  const knowledgeBase = diskFiles.realPath(ports.base.directory) ?? ports.base.directory;
  const inTree = isWithin(root, knowledgeBase) && knowledgeBase !== root ? [pathBelow(root, knowledgeBase)] : [];
  return {
    ownPaths: [...CLIENT_FILES, ...inTree.filter((path) => path !== null)],
    kindOf(path) {
      const kind = diskFiles.kind(`${root}/${path}`);
      return kind === "directory" ? "folder" : kind === "file" ? "file" : null;
    },
  };
}
