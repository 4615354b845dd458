// Which files of a knowledge base directory are helix's own, and closing them to others. What helix did not make is
// left alone, and so is a directory that holds more than helix's files.

import { DEFAULT_DIRECTORY, fromHome } from "../../base/path-names.ts";
import { USER_FILE } from "../../config/setting-file.ts";
import { LOG_NAME } from "../../engine/log/data-log.ts";
import { LOCK_NAME } from "../../engine/log/write-lock.ts";
import { EVENTS_FOLDER } from "../../events/log/event-writer.ts";
import { SESSIONS_FOLDER } from "../../events/session-store.ts";
import { CHECKPOINT_NAME } from "../../features/checkpoint/checkpoint-file.ts";
import { OUTPUTS_FOLDER } from "../../filters/kept/kept-outputs.ts";
import { TRUST_FILE } from "../../filters/trusted-files.ts";
import { PROJECTS_NAME } from "../../notes/projects/known-projects.ts";
import { INDEX_NAME } from "../../notes/store/log-follower.ts";
import { NOTE_VECTORS_NAME } from "../../notes/store/note-vectors.ts";
import { RECENT_NAME } from "../../notes/store/recent-writes.ts";
import { AUTHORS_NAME } from "../../notes/store/transaction-authors.ts";
import { PLANS_FOLDER } from "../../plan/plan-paths.ts";
import { SOCKET_NAME } from "../../platform/hook-socket.ts";
import type { Surroundings } from "../claude-code/finding.ts";
import { RECORDS_NAME } from "../claude-code/install-record.ts";
import { FOLDER_NAME } from "../claude-code/plugin-state.ts";

export const FILE_NAMES: readonly string[] = [LOG_NAME, INDEX_NAME, CHECKPOINT_NAME, LOCK_NAME];
const OTHER_NAMES = [
  AUTHORS_NAME,
  RECENT_NAME,
  NOTE_VECTORS_NAME,
  `${NOTE_VECTORS_NAME}.lock`,
  PROJECTS_NAME,
  RECORDS_NAME,
  SOCKET_NAME,
  SESSIONS_FOLDER,
  EVENTS_FOLDER,
  OUTPUTS_FOLDER,
  PLANS_FOLDER,
  FOLDER_NAME,
  "filters",
  TRUST_FILE,
  "backups",
  "code",
  USER_FILE,
];
const OWN_NAMES: ReadonlySet<string> = new Set([...FILE_NAMES, ...OTHER_NAMES, "installed.lock", "config.lock"]);
/** Copies beside a file, files that are being written, sockets that get their name, folders of trials. */
const BESIDE =
  /^(?:data\.log|index\.bin|checkpoint\.json|changes\.jsonl|recent\.jsonl|projects\.json|installed\.json)[.-]./;
const PASSING = /^\.(?:\d+\.sock|reload-.+)$|\.tmp-\d+-/;

export const DIRECTORY_MODE = 0o700;
export const FILE_MODE = 0o600;
export const NOT_OWNER_BITS = 0o077;
export const OTHERS_WRITE_BITS = 0o022;
export const STICKY_BIT = 0o1000;

/** The advice to take another directory than this one. */
export function otherDirectory({ directory, home }: Pick<Surroundings, "directory" | "home">): string {
  const isDefault = directory === fromHome(DEFAULT_DIRECTORY, home);
  return `export HELIX_KB=${isDefault ? "~/helix-notes" : DEFAULT_DIRECTORY}  # or another directory of your own`;
}

/** Names in the directory that helix does not give. */
export function foreignNames(directory: string, { paths }: Pick<Surroundings, "paths">): string[] {
  return paths.names(directory).filter((name) => !OWN_NAMES.has(name) && !BESIDE.test(name) && !PASSING.test(name));
}

/** Whether helix may change the permissions of the directory: it is this user's, of no others, and holds helix's files alone. */
export function isOwnBase(directory: string, surroundings: Surroundings): boolean {
  const facts = surroundings.paths.facts(directory);
  if (facts === null || facts.kind !== "directory" || facts.owner !== surroundings.user) return false;
  return (facts.mode & STICKY_BIT) === 0 && foreignNames(directory, surroundings).length === 0;
}

/** A change of permissions that was made. */
export interface ClosedPath {
  readonly path: string;
  readonly before: number;
  readonly after: number;
}

/**
 * Closes the directory and helix's files in it to others, and opens them to their owner. `setMode` changes the
 * permissions of a path; false where it could not. In a directory that others could write to, the files may be
 * anybody's: then only the directory is closed, and the person can look at them first.
 */
export function closeAccess(
  surroundings: Surroundings,
  setMode: (path: string, mode: number) => boolean,
): ClosedPath[] {
  const { paths, user } = surroundings;
  const directory = paths.realPath(surroundings.directory) ?? surroundings.directory;
  if (!isOwnBase(directory, surroundings)) return [];
  const closed: ClosedPath[] = [];
  const close = (path: string, mode: number) => {
    const before = paths.facts(path)?.mode ?? mode;
    if (before !== mode && setMode(path, mode)) closed.push({ path, before, after: mode });
  };
  const { mode } = paths.facts(directory)!;
  close(directory, DIRECTORY_MODE);
  if ((mode & OTHERS_WRITE_BITS) !== 0) return closed;
  for (const name of FILE_NAMES) {
    const path = `${directory}/${name}`;
    const facts = paths.facts(path);
    if (facts?.kind === "file" && facts.owner === user) close(path, FILE_MODE);
  }
  return closed;
}
