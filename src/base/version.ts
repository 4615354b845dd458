// Which helix this is. The build sets version and commit by `--define`; a run from source has neither and says so. A
// leaf: imports nothing, so that every layer may use it. Left to others: printing it (surfaces).

declare const HELIX_VERSION: string | undefined;
declare const HELIX_COMMIT: string | undefined;
declare const HELIX_CHECKOUT: { readonly path: string; readonly inode: string } | undefined;

/** The version of package.json, e.g. "0.1.0"; "0.0.0-source" when run from source. */
export const version: string = typeof HELIX_VERSION === "string" ? HELIX_VERSION : "0.0.0-source";

/**
 * The short hash of the commit that was built, with "+changes" after it when the sources differed from it; "unknown"
 * without git.
 */
export const commit: string = typeof HELIX_COMMIT === "string" ? HELIX_COMMIT : "unknown";

/** Tells this build from others, as far as version and commit do. */
export const build = `${version} ${commit}`;

/**
 * The folder this helix was built in, with its inode number, so that no other folder can pass for it. Null when helix
 * was built for other machines, or is run from source.
 */
export const checkout: { readonly path: string; readonly inode: string } | null =
  typeof HELIX_CHECKOUT === "object" ? HELIX_CHECKOUT : null;
