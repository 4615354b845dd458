// What the system says of what stands at a path.

/**
 * What the system says of a file. As long as it says the same, the content is most probably the same. Times are in
 * milliseconds since 1970, the size in bytes.
 */
export interface SourceFacts {
  readonly size: number;
  readonly modifiedMs: number;
  readonly changedMs: number;
  readonly inode: number;
}

/** What stands at a path, links not followed. */
export interface FoundEntry extends SourceFacts {
  readonly kind: "file" | "directory" | "link" | "other";
}
