// The seam to small files that are made once, whole, and to folders that come and go while other processes use them:
// the files of workspaces and their markers. Each call throws where the system does not tell: who guards must not take
// "it cannot be told" for "there is nothing".

/** Reads such files. `libc-strict.ts` does the same for hooks. */
export interface OnceReading {
  /** The names in a folder, in the order of their letters; null where there is none. */
  namesIn(path: string): string[] | null;
  /** The text of a regular file; null where there is none. Throws for anything else, and for a longer one. */
  textOfFile(path: string, bytesMax: number): string | null;
}

export interface OnceFiles extends OnceReading {
  /** Whether anything is there, links not followed. */
  isThere(path: string): boolean;
  /** Makes a folder, and those above it, for this user only. */
  makeFolder(path: string): void;
  /** Writes a file for this user only and syncs it. Fails where one is there. */
  write(path: string, text: string): void;
  /** Gives a file the name `path`, durably. False where something has it; then the file keeps its name. */
  place(draft: string, path: string): boolean;
  /** Appends by one write, and syncs. Makes the file where it is missing. */
  append(path: string, text: string): void;
  /** Removes a file. False where there is none. */
  remove(path: string): boolean;
  /** Removes an empty folder. Whether it is gone: false where something is in it, or where it is not ours. */
  removeFolder(path: string): boolean;
}

let drafts = 0;
const DRAFT = /^\.new-(\d{1,10})-/;

/** A name for a file in `folder` that is being made. No other process has the same. */
export function draftIn(folder: string): string {
  drafts++;
  return `${folder}/.new-${process.pid}-${drafts}-${Math.random().toString(36).slice(2, 8)}`;
}

/** The process that made a draft of this name; null for the name of something else. */
export function draftMaker(name: string): number | null {
  const maker = DRAFT.exec(name)?.[1];
  return maker === undefined ? null : Number(maker);
}

/** Makes a file with this text, whole and durable, in a folder that is there. False where one is there already. */
export function makeOnce(files: OnceFiles, path: string, text: string): boolean {
  if (files.isThere(path)) return false;
  const draft = draftIn(path.slice(0, path.lastIndexOf("/")));
  try {
    files.write(draft, text);
    if (files.place(draft, path)) return true;
  } catch (error) {
    removeQuietly(files, draft);
    throw error;
  }
  removeQuietly(files, draft);
  return false;
}

/** Removes a file if that is possible. */
export function removeQuietly(files: OnceFiles, path: string): void {
  try {
    files.remove(path);
  } catch {
    // The disk that refused the file refuses this, too.
  }
}
