// What the process of the guard knows of the workspaces that it holds, and how it appends to their records.

import { planPaths } from "../../plan/plan-paths.ts";
import type { MarkerLine } from "../../plan/workspace/marker.ts";
import { CALLS_NAME } from "../../plan/workspace/read-workspace.ts";
import type { GuardRecord } from "../../plan/workspace/workspace.ts";
import type { HeldWorkspace } from "../../plan/workspace/workspace-store.ts";
import { libcAppendedFiles } from "../../platform/libc-files.ts";
import { uptimeSeconds } from "../../platform/libc-uptime.ts";
import { environmentClock } from "../clock.ts";

export interface Surroundings {
  readonly held: readonly HeldWorkspace[];
  readonly marked: readonly MarkerLine[];
  readonly home: string;
  /** The folder of the project, as the client names it. */
  readonly project: string;
}

/** The knowledge base directory of a workspace. */
export function directoryOf({ workspace }: HeldWorkspace, { marked }: Surroundings): string {
  return marked.find((each) => each.workspace === workspace.id)!.directory;
}

/** The path of the records of a workspace. */
export function recordsPath(by: HeldWorkspace, around: Surroundings): string {
  return `${planPaths(directoryOf(by, around)).workspace(by.workspace.id)}/${CALLS_NAME}`;
}

/** The time in a record. */
export function now(): { readonly at: number; readonly uptime: number } {
  return { at: environmentClock()(), uptime: uptimeSeconds() };
}

/** Appends a record by one write. False when that is not possible. */
export function appendRecord(path: string, entry: GuardRecord): boolean {
  return libcAppendedFiles.append(path, `${JSON.stringify(entry)}\n`);
}
