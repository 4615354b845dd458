// What a feature gives to its caller: text for a reader, and the same as data.

/** What a feature answers. */
export interface FeatureResult {
  /** For a reader: plain lines without colour. */
  readonly text: string;
  /** False: nothing was found (the command line then exits with 1). */
  readonly found: boolean;
  /** The same as data, for `--json`. */
  readonly data: unknown;
  /** What was changed, in a few words, for the session's record; left out when nothing was. */
  readonly operation?: string;
  /** A remark for the reader beside a text that is data itself. */
  readonly remark?: string | undefined;
}
