// projects.json in the knowledge base directory: for each remote the folders that are known to be clones of it, and
// commits that their work was seen at. It says where a remote counts (project-standing.ts). Lost, damaged or of a later
// version it is as good as empty: then it is found out again, or a person says so.
//   {"version": 1, "projects": [{"remote": "acme/shop", "folders": [{"key": "shop-1a2b3c4d", "common": "/src/shop/.git"}],
//     "commits": ["9f3a1c0b..."], "minutes": 29527920}]}
// Loads nothing that a hook would have to wait for; writing is known-projects-file.ts.

import type { FoundProject } from "./project.ts";

export const PROJECTS_NAME = "projects.json";
/** A longer file is none of helix. */
export const PROJECTS_BYTES_MAX = 1024 * 1024;

/** A folder that is a clone: its key, and git's directory there. */
export interface KnownFolder {
  readonly key: string;
  readonly common: string;
}

/** What is known of one remote. */
export interface KnownProject {
  /** Its key. */
  readonly remote: string;
  /** Those used last first. */
  readonly folders: readonly KnownFolder[];
  /** Commit ids, the newest first. */
  readonly commits: readonly string[];
  /** When a commit was noted last, in minutes UTC since 1970. */
  readonly minutes: number;
}

/**
 * Whether a file with this text knows the folder as a clone of the remote that it names. Whatever the text is, nothing
 * throws.
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
