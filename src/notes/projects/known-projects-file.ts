// Reads and writes projects.json (known-projects.ts).
// Invariants:
// - A writer sees what others wrote before. No reader ever sees a part of a file.
// - The file stays small. Of very many remotes, folders and commits, those used last are kept. Of the commits the first
//   ones are kept too, since a clone that is behind has only these.

import { isRecord } from "../../base/is-record.ts";
import { decodeUtf8, encodeUtf8, isPlainText } from "../../base/utf8.ts";
import { WriteLock } from "../../engine/log/write-lock.ts";
import { replaceWhole } from "../../platform/atomic-file.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { readWhole } from "../../platform/whole-file.ts";
import { type KnownFolder, type KnownProject, PROJECTS_BYTES_MAX, PROJECTS_NAME } from "./known-projects.ts";
import type { FoundProject } from "./project.ts";

const FILE_VERSION = 1;
const REMOTES_MAX = 500;
const FOLDERS_MAX = 32;
/** How many commits of one remote are kept: the newest, and the first. */
const NEWEST_COMMITS = 8;
const FIRST_COMMITS = 4;
/** After how long newer commits are recorded, in minutes. */
const COMMIT_MINUTES = 12 * 60;
const COMMIT_ID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/** Recording happens beside other work, and must not keep anybody waiting. */
const LOCK_WAIT_MS = 300;

export class KnownProjects {
  readonly path: string;
  readonly #files: FileSystem;
  readonly #directory: string;
  readonly #lock: WriteLock;

  /** `directory`: that of the knowledge base. */
  constructor(files: FileSystem, directory: string) {
    this.#files = files;
    this.#directory = directory;
    this.path = `${directory}/${PROJECTS_NAME}`;
    this.#lock = new WriteLock(files, `${directory}/.lock`, LOCK_WAIT_MS);
  }

  /** What is known about a remote, given by its key; null if nothing is known or the file cannot be read. */
  of(remote: string): KnownProject | null {
    return find(this.#load(), remote) ?? null;
  }

  /** Whether `record` would change anything but the order. */
  wants({ remote, folder }: FoundProject, nowMinutes: number): boolean {
    const known = remote === null ? null : this.of(remote);
    return remote !== null && (known === null || !knows(known, folder) || isDue(known, nowMinutes));
  }

  /**
   * Records that the folder is a clone of its remote. Records the given commits too, the newest first, if that is due.
   * Throws LOCKED, IO.
   */
  async record(found: FoundProject, commits: readonly string[], nowMinutes: number): Promise<void> {
    const { remote, folder: key, common } = found;
    if (remote === null) return;
    await this.#change((projects) => {
      const known = find(projects, remote) ?? { remote, folders: [], commits: [], minutes: 0 };
      const folders = [{ key, common }, ...known.folders.filter((each) => each.key !== key)].slice(0, FOLDERS_MAX);
      const news = isDue(known, nowMinutes) ? commits.filter((id) => !known.commits.includes(id)) : [];
      const minutes = news.length > 0 ? nowMinutes : known.minutes;
      return [
        { remote: known.remote, folders, commits: withinBounds([...news, ...known.commits]), minutes },
        ...projects.filter((each) => each !== known),
      ].slice(0, REMOTES_MAX);
    });
  }

  /** Removes the record that a folder is a clone of its remote; false if there was none. Throws LOCKED, IO. */
  async forget({ remote, folder }: FoundProject): Promise<boolean> {
    const known = remote === null ? null : this.of(remote);
    if (known === null || !knows(known, folder)) return false;
    await this.#change((projects) =>
      projects.map((each) =>
        each.remote === known.remote ? { ...each, folders: each.folders.filter(({ key }) => key !== folder) } : each,
      ),
    );
    return true;
  }

  async #change(change: (projects: readonly KnownProject[]) => KnownProject[]): Promise<void> {
    this.#files.makeDirectory(this.#directory);
    await this.#lock.run(() => {
      let projects = change(this.#load());
      let bytes = encoded(projects);
      while (bytes.length > PROJECTS_BYTES_MAX && projects.length > 1) {
        projects = projects.slice(0, projects.length / 2);
        bytes = encoded(projects);
      }
      replaceWhole(this.#files, this.path, bytes);
    });
  }

  #load(): KnownProject[] {
    try {
      const bytes = readWhole(this.#files, this.path, PROJECTS_BYTES_MAX);
      if (bytes === null || bytes === "too long" || !isPlainText(bytes)) return [];
      const content: unknown = JSON.parse(decodeUtf8(bytes));
      if (!isRecord(content) || content.version !== FILE_VERSION || !Array.isArray(content.projects)) return [];
      return content.projects.flatMap(projectOf);
    } catch {
      return [];
    }
  }
}

function encoded(projects: readonly KnownProject[]): Uint8Array {
  return encodeUtf8(`${JSON.stringify({ version: FILE_VERSION, projects })}\n`);
}

function find(projects: readonly KnownProject[], remote: string): KnownProject | undefined {
  const wanted = remote.toLowerCase();
  return projects.find((each) => each.remote.toLowerCase() === wanted);
}

/** Whether a folder, given by its key, is known as a clone. */
export function knows({ folders }: KnownProject, folder: string): boolean {
  return folders.some(({ key }) => key === folder);
}

function isDue({ commits, minutes }: KnownProject, nowMinutes: number): boolean {
  return commits.length === 0 || Math.abs(nowMinutes - minutes) >= COMMIT_MINUTES;
}

function withinBounds(commits: readonly string[]): string[] {
  if (commits.length <= NEWEST_COMMITS + FIRST_COMMITS) return [...commits];
  return [...commits.slice(0, NEWEST_COMMITS), ...commits.slice(-FIRST_COMMITS)];
}

/** A project from an item of the file, as far as the item is understood. */
function projectOf(item: unknown): KnownProject[] {
  if (!isRecord(item) || typeof item.remote !== "string") return [];
  const { remote, folders, commits, minutes } = item;
  const isFolder = (each: unknown): each is KnownFolder =>
    isRecord(each) && typeof each.key === "string" && typeof each.common === "string";
  const isCommit = (each: unknown): each is string => typeof each === "string" && COMMIT_ID.test(each);
  return [
    {
      remote,
      folders: Array.isArray(folders) ? folders.filter(isFolder).slice(0, FOLDERS_MAX) : [],
      commits: Array.isArray(commits) ? withinBounds(commits.filter(isCommit)) : [],
      minutes: typeof minutes === "number" ? minutes : 0,
    },
  ];
}
