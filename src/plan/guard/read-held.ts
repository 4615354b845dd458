// Reads the active workspaces of a session for the guard.
// Invariants:
// - What is there but cannot be read or understood is an error: the guard then refuses the call.
// - A workspace that has ended holds nothing, even if its marker was left.

import { planPaths } from "../plan-paths.ts";
import type { GuardRecord, Override, Workspace } from "../workspace/workspace.ts";
import type { HeldWorkspace } from "./guard-state.ts";
import { type MarkerLine, markerLine } from "./marker-line.ts";

/** What the guard asks the disk. Each throws where the system does not tell. */
export interface HeldFiles {
  /** The names in a folder; null where there is none. */
  namesIn(path: string): string[] | null;
  /** The text of a file; null where there is none. Throws for a longer one. */
  textOfFile(path: string, bytesMax: number): string | null;
}

const MARKER_BYTES_MAX = 64 * 1024;
const WORKSPACE_BYTES_MAX = 4 * 1024 * 1024;
/** A workspace with so many bytes of calls has used up every budget. */
export const CALLS_BYTES_MAX = 1024 * 1024;

/** The workspaces that the markers of a project say are active for a session. Throws where a marker cannot be read. */
export function markedWorkspaces(folder: string, session: string, files: HeldFiles): MarkerLine[] {
  return (files.namesIn(folder) ?? []).flatMap((name) => {
    // Files that are being written have a dot before their name.
    if (name.startsWith(".")) return [];
    const text = files.textOfFile(`${folder}/${name}`, MARKER_BYTES_MAX);
    if (text === null) return [];
    const line = markerLine(text);
    if (line === null) throw new Error(`the marker ${name} is damaged`);
    return line.session === session ? [line] : [];
  });
}

/** The workspace of a marker; null when it has ended. Throws where that cannot be told. */
export function heldWorkspace(
  { workspace: id, directory, ...actor }: MarkerLine,
  files: HeldFiles,
): HeldWorkspace | null {
  const folder = planPaths(directory).workspace(id);
  const text = files.textOfFile(`${folder}/workspace.json`, WORKSPACE_BYTES_MAX);
  if (text === null) throw new Error(`workspace ${id} is not in the knowledge base ${directory}`);
  if (files.textOfFile(`${folder}/ended.json`, WORKSPACE_BYTES_MAX) !== null) return null;
  const workspace = workspaceOf(text);
  if (
    workspace === null ||
    workspace.id !== id ||
    workspace.session !== actor.session ||
    workspace.agent !== actor.agent
  )
    throw new Error(`workspace ${id} is damaged`);
  const calls = linesOf(files.textOfFile(`${folder}/calls.jsonl`, CALLS_BYTES_MAX)).map(recordOf);
  const overrides = linesOf(files.textOfFile(`${folder}/overrides.jsonl`, CALLS_BYTES_MAX)).flatMap(overrideOf);
  return { workspace, calls, overrides };
}

function linesOf(text: string | null): string[] {
  return (text ?? "").split("\n").filter((line) => line !== "");
}

/** A line that is damaged counts as a call: a budget must not grow by damage. */
function recordOf(line: string): GuardRecord {
  const lost: GuardRecord = { kind: "call", at: 0, uptime: 0, id: "", tool: "", verdict: "allowed", counted: true };
  return (parsed(line) as GuardRecord | null) ?? lost;
}

/** A line that is damaged allows nothing. */
function overrideOf(line: string): Override[] {
  const value = parsed(line);
  if (value === null || !isTexts(value.delta) || !isTexts(value.accepts)) return [];
  return typeof value.budget === "number" && typeof value.at === "number" ? [value as unknown as Override] : [];
}

function workspaceOf(text: string): Workspace | null {
  const value = parsed(text);
  const task = value === null ? null : (value.task as Record<string, unknown> | null | undefined);
  const idioms = value === null ? null : (value.idioms as Record<string, unknown> | null | undefined);
  const isSound =
    value !== null &&
    task !== null &&
    typeof task === "object" &&
    typeof idioms === "object" &&
    isTexts(task.delta) &&
    isTexts(task.writes) &&
    isTexts(idioms?.forbidden) &&
    typeof task.seq === "string" &&
    typeof task.verify === "string" &&
    typeof task.budget === "number" &&
    typeof value.root === "string" &&
    value.root.startsWith("/") &&
    typeof value.startedAt === "number" &&
    typeof value.startedUptime === "number" &&
    typeof value.plan === "string";
  return isSound ? (value as unknown as Workspace) : null;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
