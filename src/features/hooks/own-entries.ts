// Which entries a hook may show: those of the project that it was called in, and those that belong to no project.

import type { LiveIndex } from "../../index/live-index.ts";
import { type Project, sameProject } from "../../knowledge/project.ts";

/** Whether an entry, by document number, may be shown in `project`. */
export function isOwnEntry(index: LiveIndex, project: Project | null): (id: number) => boolean {
  const parts = index.segments.map(({ segment, first }) => ({
    first,
    passes: segment.withProject((keys) => keys.length === 0 || (project !== null && sameProject(keys, project.keys))),
  }));
  const [base, delta] = parts;
  return (id) => {
    const part = delta !== undefined && id >= delta.first ? delta : base;
    return part?.passes(id - part.first) ?? false;
  };
}
