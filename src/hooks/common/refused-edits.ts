// Finds edits that did not happen. The hook hears of an edit before the tool tries it, and the client says nothing more
// of an edit that the user refuses. So the session remembers the version of the file before the edit. Whoever asks for
// the edited files then compares that version with the present one.

import { pathFrom } from "../../base/path-names.ts";
import type { SessionUpdate } from "../../events/session-state.ts";
import type { StampedFiles } from "../../platform/small-files.ts";
import type { HookContext } from "./hook-context.ts";
import { sessionRoot } from "./session-place.ts";
import type { TouchedFile } from "./touched-file.ts";

const VERSION_LENGTH = 6;
/** The version of a file that does not exist. */
const NO_FILE = "-";

/** The update that makes the session remember a file that is about to be edited. */
export function beforeEdit(files: StampedFiles, { path, name }: TouchedFile): SessionUpdate {
  return { kind: "v", value: `${versionOf(files, path)} ${name}` };
}

/** The edits that changed nothing. They are also removed from the session's state. */
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
