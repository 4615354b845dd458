// projects.json in the knowledge base directory. For each remote it holds the folders that are known as clones of it,
// and commits at which the clones were seen. It decides where a remote counts (project-standing.ts). A file that is
// lost, damaged or of a later version counts as empty: then the same is found out again, or a person says it.
//   {"version": 1, "projects": [{"remote": "acme/shop",
//     "folders": [{"key": "shop-1a2b3c4d", "common": "/src/shop/.git"}],
//     "commits": ["9f3a1c0b..."], "minutes": 29527920}]}
// This module loads nothing that a hook would have to wait for. known-projects-file.ts writes the file.

import type { FoundProject } from "./project.ts";

export const PROJECTS_NAME = "projects.json";
/** A longer file does not come from helix. */
export const PROJECTS_BYTES_MAX = 1024 * 1024;

/** A folder that is a clone: its key, and git's directory there. */
export interface KnownFolder {
  readonly key: string;
  readonly common: string;
}

/** What is known of one remote. */
export interface KnownProject {
  /** The key of the remote. */
  readonly remote: string;
  /** The folder used last comes first. */
  readonly folders: readonly KnownFolder[];
  /** Commit ids, the newest first. */
  readonly commits: readonly string[];
  /** When a commit was recorded last, in minutes UTC since 1970. */
  readonly minutes: number;
}

/**
 * Whether a file with this text knows the folder as a clone of the remote that it names. Never throws, whatever the
 * text is.
 */
export function isKnownFolder(text: string | null, { remote, folder }: FoundProject): boolean {
  try {
    const { version, projects } = JSON.parse(text!) as { version: unknown; projects: readonly KnownProject[] };
    const known = projects.find((each) => each.remote.toLowerCase() === remote!.toLowerCase());
    return version === 1 && known!.folders.some(({ key }) => key === folder);
  } catch {
    return false;
  }
}
