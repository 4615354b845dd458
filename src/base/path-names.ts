// Names of paths as text, for POSIX systems: what `node:path` does, for those who cannot wait for it to load (hooks;
// see docs/ARCHITECTURE.md). Nothing is looked at on a disk.

/** Whether the path begins at the root of the file system. */
export function isAbsolutePath(path: string): boolean {
  return path.startsWith("/");
}

/**
 * The path without "", "." and ".." in it; those that lead above the root of the file system are dropped. `path` is
 * absolute.
 */
export function normalPath(path: string): string {
  // Most are so already, but for what begins with a dot.
  if (path[0] === "/" && !path.includes("/.") && !path.includes("//") && !path.endsWith("/")) return path;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** The normal path that `path` means when it is given in `folder`, an absolute path. */
export function pathFrom(folder: string, path: string): string {
  return normalPath(isAbsolutePath(path) ? path : `${folder}/${path}`);
}

/** The folder that holds what a normal path names; "/" for itself. */
export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

/** The last name of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Whether a normal path is `root` or below it. */
export function isWithin(root: string, path: string): boolean {
  return path === root || path.startsWith(root === "/" ? root : `${root}/`);
}

/** What a normal path below `root` is called from there; "" for the root itself. */
export function pathBelow(root: string, path: string): string {
  return path.slice(root === "/" ? 1 : root.length + 1);
}
