// File systems that break one promise on purpose, for tests that show that somebody would notice.

import type { FileHandle, FileSystem } from "../../src/platform/file-system.ts";

type Change<T> = (whole: T) => Partial<T>;

/** The same file system but for what `change` puts in its place, and `changeHandle` in that of its files. */
export function changedFiles(
  files: FileSystem,
  change: Change<FileSystem>,
  changeHandle: (handle: FileHandle, path: string) => Partial<FileHandle> = () => ({}),
): FileSystem {
  const whole: FileSystem = {
    open(path, mode) {
      const handle = files.open(path, mode);
      return {
        read: (target, position) => handle.read(target, position),
        append: (bytes) => handle.append(bytes),
        overwrite: (bytes, position) => handle.overwrite(bytes, position),
        sync: () => handle.sync(),
        truncate: (size) => handle.truncate(size),
        identity: () => handle.identity(),
        close: () => handle.close(),
        ...changeHandle(handle, path),
      };
    },
    identify: (path) => files.identify(path),
    rename: (from, to) => files.rename(from, to),
    remove: (path) => files.remove(path),
    makeDirectory: (path) => files.makeDirectory(path),
    syncDirectory: (path) => files.syncDirectory(path),
    list: (path) => files.list(path),
    map: (path) => files.map(path),
    load: (path) => files.load(path),
    tryLock: (path) => files.tryLock(path),
  };
  return { ...whole, ...change(whole) };
}
