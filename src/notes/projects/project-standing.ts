// Whether the remote that a work tree names counts for it, so that it shares the notes of the remote's other clones. A
// configuration that names somebody's remote is no reason: anybody can write one, and pack it up. It counts
// - where that is on record: a person or one of the following said so before (known-projects.ts);
// - where notes or a checkpoint of the remote were made in this very folder;
// - where nothing of the remote was ever seen: the first who uses it;
// - where the repository holds a commit that was on record for the remote, or stands at one at which a known clone
//   stands: whoever has that was given the project's history. Otherwise the folder's key alone counts there, for what
//   is shown and for what is stored, until a person says more.

import type { SmallFiles } from "../../platform/small-files.ts";
import { type GitFiles, holdsAny } from "./git-objects.ts";
import { headCommit, standsAt } from "./git-refs.ts";
import type { KnownProject } from "./known-projects.ts";
import { type KnownProjects, knows } from "./known-projects-file.ts";
import { type FoundProject, folderKey } from "./project.ts";

/** Why a remote counts; "unknown": it does not; "no remote": there is none that could. */
export type Standing = "no remote" | "known" | "noted" | "first" | "commit" | "tip" | "unknown";

/** What is looked at. */
export interface Evidence {
  readonly known: KnownProjects;
  /** The lists of keys that notes and checkpoints carry. */
  readonly carried: Iterable<readonly string[]>;
  readonly git: GitFiles;
}

/** How the remote of a work tree stands there. Reads a bounded part of git's files; never throws. */
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
  // What git's directory of somebody else holds says nothing of who points at it.
  if (record === null || !isOwn) return "unknown";
  if (holdsAny(common, record.commits, git)) return "commit";
  return isAtTip(found, record, git.small) ? "tip" : "unknown";
}

/**
 * Whether a known clone that is still there stands at this one's commit: that one may be too new, or too shallow, to
 * hold an older one.
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
