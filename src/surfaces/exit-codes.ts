// The exit codes of the command line.

/** Found, or done. */
export const EXIT_DONE = 0;
/** Nothing found. */
export const EXIT_NOTHING = 1;
/** An error: bad input, damage, or what the system refused. */
export const EXIT_ERROR = 2;
/** The user pressed Ctrl-C, as shells say it. */
export const EXIT_INTERRUPTED = 130;
