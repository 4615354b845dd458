// A few lines on a tree, kept beside its index for the hooks of a session that begins: they read no index. A reader looks
// at each path that a line names, and leaves out a line with one that is gone.

/** What is kept. */
export interface BriefMap {
  readonly lines: readonly { readonly text: string; readonly paths: readonly string[] }[];
}

export const BRIEF_MAP_NAME = "map.json";
export const BRIEF_MAP_BYTES_MAX = 16 * 1024;
const LINES_MAX = 2;
const LINE_LENGTH_MAX = 400;

/** The folder of the index of a work tree, below the folder of all indexes; `root` is its real path. */
export function codeFolderName(root: string): string {
  return new Bun.CryptoHasher("sha256").update(root).digest("hex").slice(0, 16);
}

/** The lines that a text holds; none where it cannot be understood. */
export function readBriefMap(text: string | null): BriefMap["lines"] {
  try {
    const { lines } = JSON.parse(text ?? "{}") as { readonly lines?: unknown };
    if (!Array.isArray(lines)) return [];
    return (lines as readonly Record<string, unknown>[]).slice(0, LINES_MAX).flatMap(({ text: line, paths }) => {
      if (typeof line !== "string" || line.length > LINE_LENGTH_MAX || !Array.isArray(paths)) return [];
      return paths.every((path) => typeof path === "string") ? [{ text: line, paths: paths as string[] }] : [];
    });
  } catch {
    return [];
  }
}
