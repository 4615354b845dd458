// Markers of active workspaces: a file for each in a folder of the user's home that the shell of a hook looks for
// (plan-paths.ts). The first line is for the guard, which tells sessions apart by it where the knowledge base cannot be
// read; the others are for people.
// Invariants:
// - A marker is whole from its first moment. What is written before is elsewhere, so that the folder of the markers
//   holds nothing else.
// - The folder, and those above it, are removed when they are empty. Somebody may be about to put a marker into them:
//   whoever makes one tries again.

import { systemCodeOf } from "../../base/errors.ts";
import { isAbsolutePath, normalPath, parentOf } from "../../base/path-names.ts";
import { draftIn, draftMaker, type OnceFiles, type OnceReading, removeQuietly } from "../../platform/once-files.ts";
import { MARKER_NAME, MARKERS_FOLDER, markerFolder } from "../plan-paths.ts";
import type { Actor, Workspace } from "./workspace.ts";

/** What the first line of a marker says. */
export interface MarkerLine extends Actor {
  readonly workspace: string;
  /** The knowledge base directory, absolute. */
  readonly directory: string;
}

/** A marker that was found. */
export interface FoundMarker {
  readonly path: string;
  /** Null where it is damaged, or cannot be read. */
  readonly line: MarkerLine | null;
}

export const MARKER_BYTES_MAX = 64 * 1024;
const LINE = /^helix-guard 1 ([A-Za-z0-9_-]{1,64}) (\S{1,200}) (\S{1,200}) (\/.*)$/;
const WORD = /^\S{1,200}$/;
const ID = /^[0-9A-Za-z]{10}$/;
/** How often a folder that others remove meanwhile is made again. */
const TRIES_MAX = 1000;
const GOING: ReadonlySet<string> = new Set(["ENOENT", "EEXIST", "ENOTDIR"]);
/** How many folders are looked through for a marker. */
const FOLDERS_MAX = 20_000;
const PATH_SHOWN_MAX = 500;

/** What the first line of a marker says; null where it is damaged, or of another version. */
export function markerLine(text: string): MarkerLine | null {
  const [, workspace, session, agent, directory] = LINE.exec(text.split("\n", 1)[0]!) ?? [];
  if (workspace === undefined) return null;
  return { workspace, session: session!, agent: agent === "-" ? "" : agent!, directory: directory! };
}

/** Whether a name in the folder of markers can be that of one. Others are folders of projects inside of the project. */
export function isMarkerName(name: string): boolean {
  return ID.test(name);
}

/** The path of a workspace's marker. */
export function markerPath(home: string, projectDirectory: string, workspace: string): string {
  return `${markerFolder(home, projectDirectory)}/${workspace}`;
}

/** Why a workspace cannot have a marker that the shell of a hook finds; null where it can. */
export function markerFlaw(
  { session, agent }: Actor,
  { home, projectDirectory, directory }: { readonly home: string; projectDirectory: string; directory: string },
): string | null {
  if (!isAbsolutePath(home)) return "there is no home directory";
  if (!isAbsolutePath(projectDirectory) || normalPath(projectDirectory) !== projectDirectory)
    return "the client names the project by no plain absolute path";
  if (!WORD.test(session) || (agent !== "" && !WORD.test(agent)) || agent === "-")
    return "the client's id of the session cannot stand in a marker";
  if (/[\n\r\u2028\u2029]/.test(directory)) return "the path of the knowledge base has a line break in it";
  return null;
}

/** The text of a workspace's marker. `directory` is that of the knowledge base; `endsAfter` is in words. */
export function markerText(
  { id, session, agent, task, of, startedAt, marker }: MarkedWorkspace,
  directory: string,
  endsAfter: string,
): string {
  const whose = agent === "" ? "the main conversation" : `the subagent ${agent}`;
  return [
    `helix-guard 1 ${id} ${session} ${agent === "" ? "-" : agent} ${directory}`,
    "",
    `helix holds ${whose} of the session ${session} to the limits of a task of a plan:`,
    `  ${shown(`${task.seq} ${task.slug}: ${task.objective}`)}`,
    `  of the plan: ${shown(of)}`,
    `  since ${new Date(startedAt).toISOString()}`,
    `It ends when the task is reported, and by itself ${endsAfter}.`,
    "",
    "To end it yourself, type in a terminal of your own:",
    `  helix plan release ${id}`,
    "or delete this file:",
    `  ${shown(marker)}`,
    "",
  ].join("\n");
}

/** What a marker tells of a workspace. */
export type MarkedWorkspace = Pick<Workspace, "id" | "session" | "agent" | "task" | "of" | "startedAt" | "marker">;

/** A text as one line. Names of projects may hold anything. */
function shown(text: string): string {
  const line = /\p{C}|[\u2028\u2029]/u.test(text) ? JSON.stringify(text).replace(/\p{C}|[\u2028\u2029]/gu, "?") : text;
  return line.length > PATH_SHOWN_MAX ? `${line.slice(0, PATH_SHOWN_MAX)}…`.toWellFormed() : line;
}

/** A marker that is written, and does not count yet. */
export interface PreparedMarker {
  /** Has it count. Throws where that is not possible. */
  place(): void;
  /** Takes away what was made. */
  drop(): void;
}

/** Writes a marker, as far as that is possible before it counts. Throws the system's errors, and leaves nothing then. */
export function prepareMarker(files: OnceFiles, home: string, path: string, text: string): PreparedMarker {
  const [top, folder] = [`${home}/${MARKERS_FOLDER}`, parentOf(path)];
  let draft = "";
  const drop = () => {
    if (draft !== "") removeQuietly(files, draft);
    removeEmpty(files, home, folder);
  };
  const write = () => {
    files.makeFolder(folder);
    const next = draft === "" || !files.isThere(draft) ? draftIn(top) : draft;
    if (next !== draft) files.write(next, text);
    draft = next;
  };
  try {
    again(write);
  } catch (error) {
    drop();
    throw error;
  }
  return {
    drop,
    place() {
      again(() => {
        write();
        if (!files.place(draft, path)) throw new Error(`${path} is there already`);
      });
      draft = "";
    },
  };
}

/** Tries again what failed because others removed an empty folder. */
function again(attempt: () => void): void {
  for (let tries = 1; ; tries++) {
    try {
      attempt();
      return;
    } catch (error) {
      // A folder that goes while it is made is told as there, too.
      if (tries >= TRIES_MAX || !GOING.has(systemCodeOf(error))) throw error;
    }
  }
}

/** Removes a marker, and the folders that are empty then. False where there was none. Throws the system's errors. */
export function removeMarker(files: OnceFiles, home: string, path: string): boolean {
  const isRemoved = files.remove(path);
  removeEmpty(files, home, parentOf(path));
  return isRemoved;
}

/**
 * Removes a folder of markers, and those above it up to that of all markers, as far as they are empty. Whatever goes
 * wrong, they stay.
 */
export function removeEmpty(files: OnceFiles, home: string, folder: string): void {
  const top = `${home}/${MARKERS_FOLDER}`;
  try {
    for (let each = folder; each === top || each.startsWith(`${top}/`); each = parentOf(each)) {
      if (each === top) removeDrafts(files, top);
      if (!files.removeFolder(each)) return;
    }
  } catch {
    // An empty folder costs a hook its process, and nothing else.
  }
}

/** Removes drafts whose process is gone. */
function removeDrafts(files: OnceFiles, top: string): void {
  for (const name of files.namesIn(top) ?? []) {
    const maker = draftMaker(name);
    if (maker !== null && !isRunning(maker)) removeQuietly(files, `${top}/${name}`);
  }
}

function isRunning(process_: number): boolean {
  try {
    process.kill(process_, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}

/** The markers of a project. Throws where the folder cannot be listed. */
export function markersOf(files: OnceReading, home: string, projectDirectory: string): FoundMarker[] {
  const folder = markerFolder(home, projectDirectory);
  return (files.namesIn(folder) ?? []).filter(isMarkerName).map((name) => found(files, `${folder}/${name}`));
}

/** All markers of the user. Folders that cannot be listed are passed over; `isCut`: there were too many. */
export function allMarkers(files: OnceReading, home: string): { markers: FoundMarker[]; isCut: boolean } {
  const markers: FoundMarker[] = [];
  const waiting = [`${home}/${MARKERS_FOLDER}`];
  let looked = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (++looked > FOLDERS_MAX) return { markers, isCut: true };
    for (const name of namesQuietly(files, folder)) {
      const path = `${folder}/${name}`;
      const isMarked = folder.endsWith(`/${MARKER_NAME}`) && isMarkerName(name);
      const marker = isMarked ? found(files, path) : null;
      if (marker?.line) markers.push(marker);
      else if (draftMaker(name) === null || folder !== `${home}/${MARKERS_FOLDER}`) {
        // A damaged marker is a file, which has no names in it.
        if (marker !== null && namesQuietly(files, path).length === 0) markers.push(marker);
        else waiting.push(path);
      }
    }
  }
  return { markers, isCut: false };
}

function namesQuietly(files: OnceReading, folder: string): string[] {
  try {
    return files.namesIn(folder) ?? [];
  } catch {
    return [];
  }
}

function found(files: OnceReading, path: string): FoundMarker {
  try {
    const text = files.textOfFile(path, MARKER_BYTES_MAX);
    return { path, line: text === null ? null : markerLine(text) };
  } catch {
    return { path, line: null };
  }
}
