// Decides whether the remote that a work tree names counts there, so that the work tree shares the notes of the
// remote's other clones. The name in a configuration is no proof, since anybody can write one and pack it up. A remote
// counts
// 1. if that is on record, because a person said so or one of the following held before (known-projects.ts);
// 2. if notes or a checkpoint of the remote were made in this folder;
// 3. if nothing of the remote was ever seen: this is its first user;
// 4. if the repository holds a commit that is on record for the remote, or stands at a commit at which a known clone
//    stands: the owner of such a repository was given the project's history.
// Otherwise only the folder's key counts there, for reading and for storing, until a person says otherwise.

import { headCommit, standsAt } from "../../platform/git/git-refs.ts";
import type { SmallFiles } from "../../platform/small-files.ts";
import { type GitFiles, holdsAny } from "./git-objects.ts";
import type { KnownProject } from "./known-projects.ts";
import { type KnownProjects, knows } from "./known-projects-file.ts";
import { type FoundProject, folderKey } from "./project.ts";

/** Why a remote counts. "unknown": it does not count. "no remote": the work tree names none. */
export type Standing = "no remote" | "known" | "noted" | "first" | "commit" | "tip" | "unknown";

/** What the decision is based on. */
export interface Evidence {
  readonly known: KnownProjects;
  /** The lists of keys that notes and checkpoints carry. */
  readonly carried: Iterable<readonly string[]>;
  readonly git: GitFiles;
}

/** How the remote of a work tree stands there. Reads a bounded part of git's files. Never throws. */
export function standingOf(found: FoundProject, { known, carried, git }: Evidence): Standing {
  const { remote, folder, common, isOwn } = found;
  if (remote === null) return "no remote";
  const record = known.of(remote);
  if (record !== null && knows(record, folder)) return "known";
  const wanted = remote.toLowerCase();
  let isSeen = record !== null;
  for (const keys of carried) {
    if (!keys.some((key) => key.toLowerCase() === wanted)) continue;
    if (keys.includes(folder)) return "noted";
    isSeen = true;
  }
  if (!isSeen) return "first";
  // What another user's git directory holds proves nothing about a folder that points at it.
  if (record === null || !isOwn) return "unknown";
  if (holdsAny(common, record.commits, git)) return "commit";
  return isAtTip(found, record, git.small) ? "tip" : "unknown";
}

/**
 * Whether a known clone that still exists stands at the same commit as this work tree. The work tree may be too new or
 * too shallow to hold an older commit that is on record.
 */
function isAtTip(found: FoundProject, { folders }: KnownProject, files: SmallFiles): boolean {
  const head = headCommit(found, files);
  return (
    head !== null &&
    folders.some(
      ({ key, common }) =>
        files.realPath(common) === common &&
        folderKey(common) === key &&
        standsAt({ gitDirectory: common, common }, files).includes(head),
    )
  );
}
