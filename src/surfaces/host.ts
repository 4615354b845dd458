// Where a surface runs: the environment and the working directory of its process. A test gives others, so that several
// can run in one process.

export interface Host {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The working directory; null when it was removed. */
  readonly directory: () => string | null;
}

/** This process. */
export const thisProcess: Host = {
  environment: process.env,
  directory: () => {
    try {
      return process.cwd();
    } catch {
      return null;
    }
  },
};
