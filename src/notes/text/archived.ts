// The tag that takes a note out of sight.

/** The tag of a note that is kept and no longer found. `read` shows it, and so does a search for that tag. */
export const ARCHIVED_TAG = "archived";
