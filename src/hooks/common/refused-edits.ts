// Edits that did not come about. An edit is heard of before it is tried, and of one that the user refuses the client
// says no more: so the session remembers what the file was, and whoever asks what was edited looks whether it is that
// still.

import { pathFrom } from "../../base/path-names.ts";
import type { SessionUpdate } from "../../events/session-state.ts";
import type { StampedFiles } from "../../platform/small-files.ts";
import type { HookContext } from "./hook-context.ts";
import { sessionRoot } from "./session-place.ts";
import type { TouchedFile } from "./touched-file.ts";

const VERSION_LENGTH = 6;
/** What stands for a file that is not there. */
const NO_FILE = "-";

/** What the session has to remember of a file that is about to be edited. */
export function beforeEdit(files: StampedFiles, { path, name }: TouchedFile): SessionUpdate {
  return { kind: "v", value: `${versionOf(files, path)} ${name}` };
}

/** The edits of which nothing has come; the session's state counts them no more. */
export function takeBackRefused({ event, session, project, files }: HookContext): SessionUpdate[] {
  if (session.editedFrom.size === 0) return [];
  const root = sessionRoot(event, project, files);
  const updates: SessionUpdate[] = [];
  for (const [name, before] of session.editedFrom) {
    if (versionOf(files, pathFrom(root, name)) === before) updates.push({ kind: "u", value: name });
  }
  for (const { kind, value } of updates) session.take(kind, value);
  return updates;
}

function versionOf(files: StampedFiles, path: string): string {
  const stamp = files.stamp(path);
  return stamp === null ? NO_FILE : Bun.hash(stamp.version).toString(36).slice(-VERSION_LENGTH);
}
