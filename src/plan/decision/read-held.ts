// Reads the active workspaces of a session for the guard.
// Invariants:
// - What is there but cannot be read or understood is an error: the guard then refuses the call.
// - A workspace that has ended, or was left behind, holds nothing, even if its marker was left.

import type { OnceReading } from "../../platform/once-files.ts";
import { isLeftBehind } from "../workspace/left-behind.ts";
import { isMarkerName, MARKER_BYTES_MAX, type MarkerLine, markerLine } from "../workspace/marker.ts";
import { readCalls, readEnding, readOverrides, readWorkspace } from "../workspace/read-workspace.ts";
import type { HeldWorkspace } from "../workspace/workspace-store.ts";

/** The workspaces that the markers of a project say are active for a session. Throws where a marker cannot be read. */
export function markedWorkspaces(folder: string, session: string, files: OnceReading): MarkerLine[] {
  return (files.namesIn(folder) ?? []).flatMap((name) => {
    // Folders of projects that lie in this one may stand beside the markers.
    if (!isMarkerName(name)) return [];
    const text = files.textOfFile(`${folder}/${name}`, MARKER_BYTES_MAX);
    if (text === null) return [];
    const line = markerLine(text);
    if (line === null) throw new Error(`the marker ${name} is damaged`);
    return line.session === session ? [line] : [];
  });
}

/** The workspace of a marker; null when it is over. Throws where that cannot be told. `uptime`: the machine's. */
export function heldWorkspace(
  { workspace: id, directory, session, agent }: MarkerLine,
  files: OnceReading,
  uptime: () => number,
): HeldWorkspace | null {
  if (readEnding(files, directory, id) !== null) return null;
  const workspace = readWorkspace(files, directory, id);
  if (workspace === null) throw new Error(`workspace ${id} is not in the knowledge base ${directory}`);
  if (workspace.session !== session || workspace.agent !== agent) throw new Error(`workspace ${id} is damaged`);
  const calls = readCalls(files, directory, id);
  if (isLeftBehind(workspace, calls, uptime())) return null;
  return { workspace, calls, overrides: readOverrides(files, directory, id) };
}
