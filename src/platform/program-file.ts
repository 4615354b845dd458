// Programs on the disk: what a path leads to, an exact copy of it, and its installation in the place of another.
//
// Invariants:
// - A copy is made of the file that was looked at: if it was exchanged in between, that is noticed.
// - Under the installed name there is always the old program or the new one, whole, whenever the power goes.
// - Copying and comparing leave the event loop free.
//
// Left to others: which programs are trusted (features/reload/), running them.

import { constants, linkSync, renameSync, rmSync, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { HelixError, systemCodeOf } from "../base/errors.ts";
import { diskFileSystem } from "./disk-file-system.ts";
import { syncAll } from "./durable.ts";
import { ioError } from "./io-error.ts";
import { diskPaths } from "./path-facts.ts";
import { realPath } from "./real-path.ts";
import { sweepTemporaryFiles, temporaryPath } from "./temporary-file.ts";

/** A file at one moment. */
export interface ProgramFile {
  /** Absolute, without links. */
  readonly path: string;
  readonly isRegular: boolean;
  readonly isDirectory: boolean;
  /** Whether this process may run it. */
  readonly isExecutable: boolean;
  /** The permission bits, e.g. 0o755. */
  readonly mode: number;
  readonly owner: number;
  readonly group: number;
  readonly device: number;
  readonly inode: number;
  /** In bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modifiedMs: number;
}

const PERMISSION_BITS = 0o777;
const CHUNK_BYTES = 1024 * 1024;

/** What the path leads to, links followed; null when there is nothing, or when it cannot be looked at. */
export function programFile(path: string): ProgramFile | null {
  try {
    const real = realPath(path);
    const stats = statSync(real);
    return {
      path: real,
      isRegular: stats.isFile(),
      isDirectory: stats.isDirectory(),
      isExecutable: diskPaths.isExecutable(real),
      mode: stats.mode & PERMISSION_BITS,
      owner: stats.uid,
      group: stats.gid,
      device: stats.dev,
      inode: stats.ino,
      size: stats.size,
      modifiedMs: stats.mtimeMs,
    };
  } catch {
    return null;
  }
}

/** Whether both are the same file; its content may have changed in between. */
export function isSameFile(left: ProgramFile, right: ProgramFile): boolean {
  return left.device === right.device && left.inode === right.inode;
}

/** Whether the file did not change between the two moments. */
export function isUnchanged(before: ProgramFile, after: ProgramFile): boolean {
  return isSameFile(before, after) && before.size === after.size && before.modifiedMs === after.modifiedMs;
}

/** Whether both hold the same bytes. Throws IO. */
export async function hasSameContent(left: ProgramFile, right: ProgramFile): Promise<boolean> {
  if (left.size !== right.size) return false;
  return reading(left, (one) =>
    reading(right, async (other) => {
      const [mine, theirs] = [Buffer.allocUnsafe(CHUNK_BYTES), Buffer.allocUnsafe(CHUNK_BYTES)];
      for (let at = 0; at < left.size; at += CHUNK_BYTES) {
        const [count, otherCount] = [await readFully(one, mine, at), await readFully(other, theirs, at)];
        if (count !== otherCount || !mine.subarray(0, count).equals(theirs.subarray(0, count))) return false;
      }
      return true;
    }),
  );
}

/**
 * A name for a new copy of a program: beside `target`, so that the copy can be renamed onto it. Removes copies that
 * processes which are gone left behind.
 */
export function copyPath(target: string): string {
  sweepTemporaryFiles(diskFileSystem, target);
  return temporaryPath(target);
}

/**
 * Copies the program to `path`, which must not exist, with the given permission bits; resolves when it is on the disk.
 * Throws IO or CANCELLED. The caller deals with what was written until then.
 */
export async function copyProgram(
  source: ProgramFile,
  path: string,
  mode: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  await reading(source, async (from) => {
    const to = await open(path, "wx", mode).catch((error) => {
      const isRefused = ["EACCES", "EPERM", "EROFS"].includes(systemCodeOf(error));
      if (!isRefused) throw ioError(`cannot copy the new build to ${path}`, error);
      throw new HelixError(
        "IO",
        `cannot install in ${dirname(path)}, which is not writable for you: run \`helix _reload\` as a user who may write there, or install helix in a folder of yours, e.g. ~/.local/bin`,
      );
    });
    try {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      for (let at = 0; ; ) {
        if (signal?.aborted) throw new HelixError("CANCELLED", "cancelled");
        const count = await readFully(from, chunk, at);
        if (count === 0) break;
        for (let done = 0; done < count; ) done += (await to.write(chunk, done, count - done, at + done)).bytesWritten;
        at += count;
      }
      // When the file was made, the umask may have taken bits away.
      await to.chmod(mode);
      // What is left for the drive behind it is short, and the event loop waits for that alone.
      await to.sync();
      syncAll(to.fd);
    } catch (error) {
      throw error instanceof HelixError ? error : ioError(`cannot copy the new build to ${path}`, error);
    } finally {
      await to.close();
    }
  });
}

/**
 * Renames the copy onto `target`. The old program is kept as `previous`, if that can be done. Returns whether it was
 * kept. Throws IO: then `target` is as it was, unless the message says otherwise.
 */
export function installProgram(copy: string, target: string, previous: string): boolean {
  const isKept = keepAs(target, previous);
  try {
    renameSync(copy, target);
  } catch (error) {
    throw ioError(`cannot install the new build as ${target}`, error);
  }
  try {
    diskFileSystem.syncDirectory(dirname(target));
  } catch (error) {
    throw ioError(`${target} is installed, but it is not certain that it outlasts a loss of power`, error);
  }
  return isKept;
}

/** Removes a file if it is there. */
export function removeProgram(path: string): void {
  rmSync(path, { force: true });
}

/** Gives the old program a second name, and renames that to `previous`. Not every volume has second names. */
function keepAs(target: string, previous: string): boolean {
  const second = temporaryPath(previous);
  try {
    linkSync(target, second);
    renameSync(second, previous);
    return true;
  } catch {
    return false;
  } finally {
    // If both are names of the same file, the rename leaves both.
    rmSync(second, { force: true });
  }
}

/** Opens exactly the file that was looked at. */
async function reading<T>(file: ProgramFile, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(file.path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW).catch(
    (error) => {
      throw ioError(`cannot read ${file.path}`, error);
    },
  );
  try {
    const { dev, ino } = await handle.stat();
    if (dev !== file.device || ino !== file.inode) {
      throw new HelixError("IO", `${file.path} was exchanged while it was looked at: call _reload again`);
    }
    return await work(handle);
  } finally {
    await handle.close();
  }
}

async function readFully(handle: FileHandle, target: Buffer, position: number): Promise<number> {
  let done = 0;
  while (done < target.length) {
    const { bytesRead } = await handle.read(target, done, target.length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return done;
}
