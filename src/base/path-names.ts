// Names of paths as text, for POSIX systems. This does what `node:path` does, for hooks, which cannot wait for that
// module to load (see docs/PERFORMANCE.md). No disk is looked at.

/** The knowledge base directory where none is named. */
export const DEFAULT_DIRECTORY = "~/.helix-kb";

/** Whether a name begins at the user's home directory, even if no shell has replaced its `~`. */
export function isInHome(name: string): boolean {
  return name === "~" || name.startsWith("~/");
}

/** The path that a name in the home directory means. Any other name stays, and so does each without a home (""). */
export function fromHome(name: string, home: string): string {
  return home === "" || !isInHome(name) ? name : home + name.slice(home.endsWith("/") ? 2 : 1);
}

/** Whether the path begins at the root of the file system. */
export function isAbsolutePath(path: string): boolean {
  return path.startsWith("/");
}

/**
 * The path without "", "." and ".." in it. A ".." that leads above the root of the file system is dropped. `path` is
 * absolute.
 */
export function normalPath(path: string): string {
  // Most paths are normal already. A path with a name that begins with a dot takes the longer way.
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

/** The folder that holds the file or folder at a normal path; "/" for "/" itself. */
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

/** The path from `root` to a normal path below it; "" for the root itself. */
export function pathBelow(root: string, path: string): string {
  return path.slice(root === "/" ? 1 : root.length + 1);
}
