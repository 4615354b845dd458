// The environment of a process of helix: its directory, its clock, its project. It is read once, at the surface, and
// handed down.

import { homedir } from "node:os";
import { resolve } from "node:path";
import { invalid, orNull } from "../base/errors.ts";
import { DEFAULT_DIRECTORY, fromHome, isInHome } from "../base/path-names.ts";
import { LOCK_WAIT_MS } from "../engine/log/write-lock.ts";
import { type FoundProject, findProject } from "../notes/projects/project.ts";
import { KnowledgeBase } from "../notes/store/knowledge-base.ts";
import { MERGE_BYTES } from "../notes/store/merge.ts";
import { inProcessMerger, workerMerger } from "../notes/store/mergers.ts";
import type { Author } from "../notes/store/transaction-authors.ts";
import { diskAppendedFiles } from "../platform/disk-appended-files.ts";
import { briefDiskFileSystem, diskFileSystem } from "../platform/disk-file-system.ts";
import { diskFiles } from "../platform/disk-small-files.ts";
import { environmentClock } from "./clock.ts";
import { type Host, thisProcess } from "./host.ts";
import { environmentIds } from "./ids.ts";
import { timeoutScale } from "./timeout-scale.ts";

/**
 * The absolute path of the knowledge base directory: the given one, else HELIX_KB, else `.helix-kb` in the user's home.
 * A leading `~/` means the home directory, even if no shell has replaced it. Throws INVALID_ARGUMENT when there is no
 * home directory.
 */
export function knowledgeBaseDirectory(given: string | undefined): string {
  const named = given || process.env.HELIX_KB || DEFAULT_DIRECTORY;
  const home = homeDirectory();
  if (isInHome(named) && home === "") {
    throw invalid("there is no home directory: name the knowledge base, e.g. HELIX_KB=/var/lib/helix");
  }
  return resolve(fromHome(named, home));
}

/** The user's home directory; "" when there is none. */
export function homeDirectory({ environment }: Host = thisProcess): string {
  try {
    return environment.HOME || homedir();
  } catch {
    return "";
  }
}

/** The working directory; null when it was removed. */
export function currentDirectory({ directory }: Host = thisProcess): string | null {
  return directory();
}

/**
 * The project around the working directory; null outside of git work trees, and when the working directory was removed.
 */
export function currentProject({ directory }: Host = thisProcess): FoundProject | null {
  const here = directory();
  return here === null ? null : orNull(() => findProject(here, diskFiles));
}

/** The name of the client's session, where this process was started in one; else "". */
export function clientSession({ environment }: Host = thisProcess): string {
  return environment.CLAUDE_CODE_SESSION_ID ?? "";
}

/**
 * Opens the knowledge base at `directory`; nothing is read or created yet. `author` says who makes the changes of this
 * process.
 */
export function openKnowledgeBase(
  directory: string,
  inWorker: boolean,
  onMergeError?: (error: unknown) => void,
  author: () => Author = nobody,
  host: Host = thisProcess,
): KnowledgeBase {
  return new KnowledgeBase({
    directory,
    files: inWorker ? diskFileSystem : briefDiskFileSystem,
    merger: inWorker ? workerMerger(directory) : inProcessMerger(diskFileSystem, directory),
    clock: environmentClock(host),
    ...environmentIds(host),
    authors: { lines: diskAppendedFiles, author },
    remembers: true,
    lockWaitMs: LOCK_WAIT_MS * timeoutScale,
    // A command merges after its answer is printed. Before that it merges only when memory requires it.
    ...(inWorker ? {} : { mergeWorthBytes: MERGE_BYTES }),
    ...(onMergeError ? { onMergeError } : {}),
  });
}

/** The author in a process that leaves it to each write to name one. */
function nobody(): Author {
  return { session: clientSession(), project: [] };
}
